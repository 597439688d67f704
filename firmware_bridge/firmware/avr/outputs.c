#include "outputs.h"

#include "board.h"

static void shift(uint8_t byte) {
    SPDR = byte;
    while (!(SPSR & _BV(SPIF)))
        ;
}

void outputs_start(void) {
    OUTPUT_PORT |= _BV(OUTPUT_ENABLE);
    OUTPUT_DDR |= _BV(OUTPUT_ENABLE) | _BV(OUTPUT_LATCH) | _BV(OUTPUT_DATA) | _BV(OUTPUT_CLOCK);
    SPCR = _BV(SPE) | _BV(MSTR);
    outputs_write(0);
    /* Only now: what the registers hold after power-on is chance. */
    OUTPUT_PORT &= (uint8_t)~_BV(OUTPUT_ENABLE);
}

void outputs_write(uint16_t levels) {
    /* What is sent first travels on to the second register. */
    shift(levels >> 8);
    shift((uint8_t)levels);
    OUTPUT_PORT |= _BV(OUTPUT_LATCH);
    OUTPUT_PORT &= (uint8_t)~_BV(OUTPUT_LATCH);
}
