/* The serial line: two rings, filled and emptied by interrupts. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

void uart_start(void);

/* Whether a byte waits; call with interrupts off to decide about sleeping. */
bool uart_has_byte(void);
uint8_t uart_take(void);

/* Bytes that `uart_put` can take now. */
uint8_t uart_room(void);
void uart_put(uint8_t byte);
