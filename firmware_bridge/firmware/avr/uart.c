#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "protocol.h"
#include <util/setbaud.h>

#define RING 128 /* a power of two; four of the longest frames do not quite fill it */
#define NEXT(place) ((uint8_t)((place) + 1) & (RING - 1))

static volatile uint8_t received[RING], received_in, received_out;
static volatile uint8_t sending[RING], sending_in, sending_out;

/* A full ring loses the byte; the frame's CRC notices. */
ISR(USART_RX_vect) {
    uint8_t byte = UDR0;
    uint8_t next = NEXT(received_in);
    if (next != received_out) {
        received[received_in] = byte;
        received_in = next;
    }
}

ISR(USART_UDRE_vect) {
    if (sending_out == sending_in) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
        return;
    }
    UDR0 = sending[sending_out];
    sending_out = NEXT(sending_out);
}

void uart_start(void) {
    /* The mode first: simavr works out its rate when UBRR0 is written, and no chip minds. */
#if USE_2X
    UCSR0A = _BV(U2X0);
#endif
    UBRR0 = UBRR_VALUE;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

bool uart_has_byte(void) {
    return received_in != received_out;
}

uint8_t uart_take(void) {
    uint8_t byte = received[received_out];
    received_out = NEXT(received_out);
    return byte;
}

uint8_t uart_room(void) {
    return (uint8_t)(sending_out - sending_in - 1) & (RING - 1);
}

void uart_put(uint8_t byte) {
    sending[sending_in] = byte;
    sending_in = NEXT(sending_in);
    UCSR0B |= _BV(UDRIE0);
}
