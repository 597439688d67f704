#include "keys.h"

#include "board.h"
#include "protocol.h"

#define ALL_KEYS (SEATS * KEYS)

typedef struct {
    bool down;
    uint8_t against_ms; /* how long the pin has said the contrary */
} contact_t;

static contact_t contacts[ALL_KEYS];
static press_t kept[PRESSES_KEPT];
static uint8_t oldest_place, count, oldest_number, dropped;

/* One bit a key, 1 = down: PASS of E, N, W, S, then CALL. */
static uint8_t read_pins(void) {
    uint8_t pass = (uint8_t)~PASS_PINS >> PASS_FIRST & 0x0F;
    uint8_t call = (uint8_t)~CALL_PINS >> CALL_FIRST & 0x0F;
    return pass | call << SEATS;
}

void keys_start(void) {
    PASS_PORT |= 0x0F << PASS_FIRST;
    CALL_PORT |= 0x0F << CALL_FIRST;
    /* The pull-ups need a few microseconds to charge two metres of cable. */
    for (volatile uint8_t wait = 255; wait; wait--)
        ;
    /* A key that is down from the start is stuck or leant upon: no press. */
    uint8_t down = read_pins();
    for (uint8_t place = 0; place < ALL_KEYS; place++)
        contacts[place].down = down >> place & 1;
}

static void keep(uint8_t place, uint32_t at_ms) {
    if (count == PRESSES_KEPT) {
        if (dropped < UINT8_MAX)
            dropped++;
        return;
    }
    press_t *press = &kept[(oldest_place + count) % PRESSES_KEPT];
    press->seat = place % SEATS;
    press->key = place < SEATS ? KEY_PASS : KEY_CALL;
    press->at_ms = at_ms;
    count++;
}

void keys_scan(uint32_t now_ms) {
    uint8_t down = read_pins();
    for (uint8_t place = 0; place < ALL_KEYS; place++, down >>= 1) {
        contact_t *contact = &contacts[place];
        if ((down & 1) == contact->down) {
            contact->against_ms = 0;
            continue;
        }
        if (++contact->against_ms < (contact->down ? KEY_UP_MS : KEY_DOWN_MS))
            continue;
        contact->down = !contact->down;
        contact->against_ms = 0;
        if (contact->down)
            keep(place, now_ms - KEY_DOWN_MS);
    }
}

uint8_t keys_oldest(void) {
    return oldest_number;
}

uint8_t keys_kept(void) {
    return count;
}

const press_t *keys_at(uint8_t after) {
    return &kept[(oldest_place + after) % PRESSES_KEPT];
}

void keys_taken(uint8_t number) {
    uint8_t taken = number - oldest_number;
    if (taken > count)
        return;
    oldest_number = number;
    oldest_place = (oldest_place + taken) % PRESSES_KEPT;
    count -= taken;
}

uint8_t keys_dropped(void) {
    return dropped;
}
