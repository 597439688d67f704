/* The ports that the program reads, as variables: <avr/io.h> for a machine without them. */
#pragma once

#include <stdint.h>

extern uint8_t PORTB, DDRB, PORTC, PINC, PORTD, PIND;

#define PB1 1
#define PB2 2
#define PB3 3
#define PB5 5
#define PC0 0
#define PD2 2
#define _BV(bit) (1 << (bit))
