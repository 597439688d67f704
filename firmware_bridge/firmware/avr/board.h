/* Where things are soldered on an ATmega328P at 16 MHz (Arduino Nano). WIRING.md has the drawing.
 *
 * Lamps and buzzers hang on two TPIC6B595 in a chain: 16 open-drain outputs, four a seat.
 * Keys pull their pin to ground.
 */
#pragma once

#include <avr/io.h>

/* D10 latch (RCK), D11 data (SER IN), D13 clock (SRCK), D9 output enable (G, low = on). */
#define OUTPUT_PORT PORTB
#define OUTPUT_DDR DDRB
#define OUTPUT_ENABLE PB1
#define OUTPUT_LATCH PB2
#define OUTPUT_DATA PB3
#define OUTPUT_CLOCK PB5

/* The four outputs of a seat, from the lowest; seat E has bits 0 to 3 of the chain. */
#define OUTPUTS_PER_SEAT 4
#define OUTPUT_BUZZER 3 /* above red, green and blue, which lie as in a SHOW order */

/* A0 to A3: PASS of E, N, W, S. */
#define PASS_PORT PORTC
#define PASS_PINS PINC
#define PASS_FIRST PC0

/* D2 to D5: CALL of E, N, W, S. */
#define CALL_PORT PORTD
#define CALL_PINS PIND
#define CALL_FIRST PD2
