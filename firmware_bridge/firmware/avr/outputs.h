/* Sixteen open-drain outputs behind two shift registers. */
#pragma once

#include <stdint.h>

void outputs_start(void);

/* Set all outputs at once; bit 4 * seat + {0 red, 1 green, 2 blue, 3 buzzer}. */
void outputs_write(uint16_t levels);
