/* Milliseconds since the start, from timer 0. */
#pragma once

#include <stdint.h>

void ticks_start(void);

/* Wraps after 49.7 days; compare by subtraction. */
uint32_t ticks_ms(void);
