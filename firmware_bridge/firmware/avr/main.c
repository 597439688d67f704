/* The seat unit: four lamps, four buzzers, eight keys. PROTOCOL.md is the contract.
 *
 * Interrupts only move bytes and count milliseconds; everything else happens in this loop, once
 * a millisecond or when a byte has come, and in between the processor sleeps.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "frames.h"
#include "host.h"
#include "keys.h"
#include "outputs.h"
#include "protocol.h"
#include "signals.h"
#include "ticks.h"
#include "uart.h"

/* The registers behind the lamps are written again this often: interference may flip one. */
#define REFRESH_MS 100

/* Optiboot clears MCUSR and hands its content over in r2, before anything else runs. */
static uint8_t flags_of_bootloader __attribute__((section(".noinit")));

void keep_flags(void) __attribute__((naked, used, section(".init0")));
void keep_flags(void) {
    __asm__ volatile("sts %0, r2" : "=m"(flags_of_bootloader));
}

static uint8_t cause_of_start(void) {
    uint8_t flags = MCUSR ? MCUSR : flags_of_bootloader;
    MCUSR = 0;
    if (flags & _BV(WDRF))
        return CAUSE_WATCHDOG;
    if (flags & _BV(BORF))
        return CAUSE_BROWNOUT;
    if (flags & _BV(PORF))
        return CAUSE_POWER;
    if (flags & _BV(EXTRF))
        return CAUSE_PIN;
    return CAUSE_OTHER;
}

static void receive(uint32_t now_ms) {
    message_t message;
    /* One frame a round: a flooded line must not keep the lamps waiting. */
    while (uart_has_byte())
        if (frames_receive(uart_take(), &message)) {
            host_receive(&message, now_ms);
            return;
        }
}

static void show_levels(uint32_t now_ms) {
    static uint16_t shown;
    static uint32_t shown_ms;
    uint16_t levels = signals_levels();
    if (levels == shown && now_ms - shown_ms < REFRESH_MS)
        return;
    outputs_write(levels);
    shown = levels;
    shown_ms = now_ms;
}

/* Checked with interrupts off, so that none can slip in between the question and the sleep. */
static void sleep_until_work(uint32_t done_ms) {
    cli();
    if (!uart_has_byte() && ticks_ms() == done_ms) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void) {
    uint8_t cause = cause_of_start();
    wdt_enable(WDTO_250MS);
    outputs_start();
    keys_start();
    ticks_start();
    uart_start();
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    uint32_t done_ms = ticks_ms();
    host_start(cause, done_ms);
    for (;;) {
        uint32_t now_ms = ticks_ms();
        receive(now_ms);
        for (; done_ms != now_ms; done_ms++) {
            signals_tick();
            keys_scan(done_ms + 1);
            host_tick(done_ms + 1);
            /* Only here: a loop that turns while the clock stands still is a hung one, too. */
            wdt_reset();
        }
        show_levels(now_ms);
        sleep_until_work(done_ms);
    }
}
