/* What <util/crc16.h> of avr-libc does, from its documentation: polynomial 0x1021. */
#pragma once

#include <stdint.h>

static inline uint16_t _crc_xmodem_update(uint16_t crc, uint8_t byte) {
    crc ^= (uint16_t)(byte << 8);
    for (uint8_t bit = 0; bit < 8; bit++)
        crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    return crc;
}
