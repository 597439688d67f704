/* The ATmega's program without its hardware, for the sanitizers of a compiler for this machine.
 *
 *     rubbish frames < BYTES    each sound frame on a line of its own, its body without the CRC in
 *                               hex; then: damaged COUNT
 *     rubbish unit < BYTES      what the unit sends for them, while time passes, keys are pressed
 *                               and the line out is now and then full
 *
 * Everything but ports, timer and UART is the code that is flashed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <avr/io.h>

#include "board.h"
#include "frames.h"
#include "host.h"
#include "keys.h"
#include "signals.h"
#include "uart.h"

#define BYTES_PER_MS 6 /* at 57600 baud */
#define LEAP_MS 2500   /* long enough to be a silent host */
#define ROOM 127       /* of the ATmega's ring */
#define ALL_BUZZERS 0x8888

uint8_t PORTB, DDRB, PORTC, PINC = 0xFF, PORTD, PIND = 0xFF;

static uint32_t now_ms;
static uint8_t room = ROOM;
static bool sends;

uint8_t uart_room(void) {
    return room;
}

void uart_put(uint8_t byte) {
    if (!room--) {
        fprintf(stderr, "rubbish: a byte was sent into a full ring\n");
        abort();
    }
    if (sends)
        putchar(byte);
}

static void live_a_millisecond(void) {
    now_ms++;
    signals_tick();
    keys_scan(now_ms);
    host_tick(now_ms);
}

static void hear_nobody(void) {
    for (unsigned passed = 0; passed < LEAP_MS; passed++)
        live_a_millisecond();
    if (signals_levels() & ALL_BUZZERS) {
        fprintf(stderr, "rubbish: a buzzer sounds without a host\n");
        abort();
    }
}

static void surprise(void) {
    int draw = rand();
    room = draw % 8 ? ROOM : (uint8_t)(draw / 8 % ROOM);
    if (draw / 64 % 4 == 0)
        PINC = (uint8_t)(draw / 256);
    if (draw / 64 % 4 == 1)
        PIND = (uint8_t)(draw / 256);
    if (draw % 4099 == 0)
        hear_nobody();
}

static void be_a_unit(void) {
    message_t message;
    int byte;
    sends = true;
    keys_start();
    host_start(CAUSE_POWER, now_ms);
    for (unsigned count = 1; (byte = getchar()) != EOF; count++) {
        if (frames_receive((uint8_t)byte, &message))
            host_receive(&message, now_ms);
        if (count % BYTES_PER_MS == 0) {
            surprise();
            live_a_millisecond();
        }
    }
    room = ROOM;
    live_a_millisecond();
}

static void tell_frames(void) {
    message_t message;
    int byte;
    while ((byte = getchar()) != EOF) {
        if (!frames_receive((uint8_t)byte, &message))
            continue;
        printf("%02x%04x%02x", message.type, message.session, message.number);
        for (uint8_t place = 0; place < message.payload_bytes; place++)
            printf("%02x", message.payload[place]);
        putchar('\n');
    }
    printf("damaged %u\n", frames_damaged());
}

int main(int count, char **words) {
    if (count == 2 && !strcmp(words[1], "frames"))
        tell_frames();
    else if (count == 2 && !strcmp(words[1], "unit"))
        be_a_unit();
    else {
        fprintf(stderr, "usage: rubbish frames|unit < BYTES\n");
        return 2;
    }
    return 0;
}
