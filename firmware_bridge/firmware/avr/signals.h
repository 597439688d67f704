/* Lamp patterns and buzzer beats of the four seats, in milliseconds. */
#pragma once

#include <stdint.h>

typedef struct {
    uint8_t colour;   /* bits of protocol.h */
    uint16_t on_ms;
    uint16_t off_ms;  /* 0: steady */
    uint8_t beats;
    uint16_t beat_on_ms;
    uint16_t beat_off_ms;
} pattern_t;

/* Begin a pattern now, in place of the seat's former one. */
void signals_show(uint8_t seat, const pattern_t *pattern);

/* Let one millisecond pass. */
void signals_tick(void);

/* What the outputs have to be, as `outputs_write` takes it. */
uint16_t signals_levels(void);
