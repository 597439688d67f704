#include "signals.h"

#include <stdbool.h>

#include "board.h"
#include "protocol.h"

typedef struct {
    pattern_t pattern;
    uint16_t lamp_left_ms;
    uint16_t beat_left_ms;
    bool lit;
    bool sounding;
} seat_t;

static seat_t seats[SEATS];

void signals_show(uint8_t seat, const pattern_t *pattern) {
    seat_t *at = &seats[seat];
    at->pattern = *pattern;
    at->lit = true;
    at->lamp_left_ms = pattern->on_ms;
    at->sounding = pattern->beats != 0;
    at->beat_left_ms = pattern->beat_on_ms;
}

static void tick_lamp(seat_t *at) {
    if (!at->pattern.off_ms || --at->lamp_left_ms)
        return;
    at->lit = !at->lit;
    at->lamp_left_ms = at->lit ? at->pattern.on_ms : at->pattern.off_ms;
}

static void tick_buzzer(seat_t *at) {
    if (!at->pattern.beats || --at->beat_left_ms)
        return;
    if (at->sounding) {
        at->sounding = false;
        at->pattern.beats--;
        at->beat_left_ms = at->pattern.beat_off_ms;
    } else {
        at->sounding = true;
        at->beat_left_ms = at->pattern.beat_on_ms;
    }
}

void signals_tick(void) {
    for (uint8_t seat = 0; seat < SEATS; seat++) {
        tick_lamp(&seats[seat]);
        tick_buzzer(&seats[seat]);
    }
}

uint16_t signals_levels(void) {
    uint16_t levels = 0;
    for (uint8_t seat = SEATS; seat--;) {
        const seat_t *at = &seats[seat];
        uint8_t bits = at->lit ? at->pattern.colour : DARK;
        if (at->sounding)
            bits |= _BV(OUTPUT_BUZZER);
        levels = levels << OUTPUTS_PER_SEAT | bits;
    }
    return levels;
}
