/* Bodies in COBS frames: PROTOCOL.md, "Frames". */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

typedef struct {
    uint8_t type;
    uint16_t session;
    uint8_t number;
    uint8_t payload[LONGEST_BODY - HEADER_BYTES - CRC_BYTES];
    uint8_t payload_bytes;
} message_t;

/* Feed one byte of the line; true when it ended a whole, sound frame, now in *message. */
bool frames_receive(uint8_t byte, message_t *message);

/* Frames that were damaged since the start. */
uint16_t frames_damaged(void);

/* False when the line has no room; nothing was sent then. */
bool frames_send(const message_t *message);
