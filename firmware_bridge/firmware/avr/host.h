/* The conversation with the host: PROTOCOL.md, "Sessions", "Orders" and "Presses". */
#pragma once

#include <stdint.h>

#include "frames.h"

/* Say that the unit has started; *cause* is one of protocol.h. */
void host_start(uint8_t cause, uint32_t now_ms);

void host_receive(const message_t *message, uint32_t now_ms);

/* Send what is due, and give the host up when it is silent. Call once a millisecond. */
void host_tick(uint32_t now_ms);
