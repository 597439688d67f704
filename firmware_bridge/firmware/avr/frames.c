#include "frames.h"

#include <string.h>
#include <util/crc16.h>

#include "uart.h"

/* COBS adds one byte to anything shorter than 254. */
#define LONGEST_FRAME (LONGEST_BODY + 1)

static uint8_t frame[LONGEST_FRAME];
static uint8_t frame_bytes;
static bool too_long;
static uint16_t damaged;

static uint16_t crc(const uint8_t *bytes, uint8_t count) {
    uint16_t sum = CRC_START;
    while (count--)
        sum = _crc_xmodem_update(sum, *bytes++);
    return sum;
}

/* Decode in place; the body's length, or 0 when this is no COBS. */
static uint8_t uncobs(uint8_t *bytes, uint8_t count) {
    uint8_t from = 0, to = 0;
    while (from < count) {
        uint8_t code = bytes[from++];
        if (code - 1 > count - from)
            return 0;
        for (uint8_t left = code - 1; left; left--)
            bytes[to++] = bytes[from++];
        if (from < count)
            bytes[to++] = 0;
    }
    return to;
}

/* A lost byte that the CRC misses, once in 65536 times, still shows in the length. */
static bool has_length_of_its_kind(const message_t *message) {
    switch (message->type) {
    case HELLO: /* newer programs may append fields to these three */
        return message->payload_bytes >= HELLO_PAYLOAD;
    case HERE:
    case BOOT:
        return message->payload_bytes >= HERE_PAYLOAD;
    case SHOW:
        return message->payload_bytes == SHOW_PAYLOAD;
    case KEY:
        return message->payload_bytes == KEY_PAYLOAD;
    case BEAT:
        return message->payload_bytes == BEAT_PAYLOAD;
    case REFUSED:
        return message->payload_bytes == REFUSED_PAYLOAD;
    case BYE:
    case ACK_KEYS:
    case ASK_BEAT:
    case ACK_ORDERS:
        return !message->payload_bytes;
    default:
        return true;
    }
}

static bool parse(uint8_t *body, uint8_t count, message_t *message) {
    if (count < HEADER_BYTES + CRC_BYTES || count > LONGEST_BODY)
        return false;
    count -= CRC_BYTES;
    if (crc(body, count) != ((uint16_t)body[count] << 8 | body[count + 1]))
        return false;
    message->type = body[0];
    message->session = (uint16_t)body[1] << 8 | body[2];
    message->number = body[3];
    message->payload_bytes = count - HEADER_BYTES;
    memcpy(message->payload, body + HEADER_BYTES, message->payload_bytes);
    return has_length_of_its_kind(message);
}

bool frames_receive(uint8_t byte, message_t *message) {
    if (byte) {
        if (frame_bytes < LONGEST_FRAME)
            frame[frame_bytes++] = byte;
        else
            too_long = true;
        return false;
    }
    bool empty = !frame_bytes;
    bool sound = !too_long && parse(frame, uncobs(frame, frame_bytes), message);
    frame_bytes = 0;
    too_long = false;
    /* An empty frame is a delimiter sent to wake the line, not damage. */
    if (!sound && !empty)
        damaged++;
    return sound;
}

uint16_t frames_damaged(void) {
    return damaged;
}

bool frames_send(const message_t *message) {
    uint8_t body[LONGEST_BODY];
    uint8_t count = 0;
    body[count++] = message->type;
    body[count++] = message->session >> 8;
    body[count++] = (uint8_t)message->session;
    body[count++] = message->number;
    memcpy(body + count, message->payload, message->payload_bytes);
    count += message->payload_bytes;
    uint16_t sum = crc(body, count);
    body[count++] = sum >> 8;
    body[count++] = (uint8_t)sum;

    if (uart_room() < count + 2)
        return false;
    /* Each block: its length plus one, then its bytes up to the next zero. */
    uint8_t start = 0;
    while (start <= count) {
        uint8_t end = start;
        while (end < count && body[end])
            end++;
        uart_put(end - start + 1);
        while (start < end)
            uart_put(body[start++]);
        start++;
    }
    uart_put(0);
    return true;
}
