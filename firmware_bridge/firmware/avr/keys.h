/* Eight keys, debounced, and the presses the host has not taken yet. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint8_t seat;
    uint8_t key;
    uint32_t at_ms;
} press_t;

void keys_start(void);

/* Look at the keys; call once a millisecond. */
void keys_scan(uint32_t now_ms);

/* Number of the oldest press that is kept, and how many are kept. */
uint8_t keys_oldest(void);
uint8_t keys_kept(void);

/* The press *after* places behind the oldest. */
const press_t *keys_at(uint8_t after);

/* The host has everything before *number*; numbers that were never sent are ignored. */
void keys_taken(uint8_t number);

/* Presses that found no place since the start, at most 255. */
uint8_t keys_dropped(void);
