#include "host.h"

#include <stdbool.h>

#include "keys.h"
#include "signals.h"

typedef enum {
    LOST,   /* no host since the start, or a silent one: lamps say so */
    HOSTED,
    PARTED, /* the host said BYE: all dark */
} state_t;

static state_t state;
static uint16_t session, session_before;
static uint8_t next_order;
static uint8_t presses_sent; /* of those kept, from the oldest */
static uint32_t heard_ms, presses_sent_ms;
static uint8_t start_cause;

static const pattern_t dark;
static const pattern_t host_lost = {
    .colour = HOST_LOST_COLOUR,
    .on_ms = HOST_LOST_ON * TIME_STEP_MS,
    .off_ms = HOST_LOST_OFF * TIME_STEP_MS,
};

static void show_all(const pattern_t *pattern) {
    for (uint8_t seat = 0; seat < SEATS; seat++)
        signals_show(seat, pattern);
}

static void put_u16(uint8_t *at, uint16_t value) {
    at[0] = value >> 8;
    at[1] = (uint8_t)value;
}

static void put_u32(uint8_t *at, uint32_t value) {
    put_u16(at, value >> 16);
    put_u16(at + 2, (uint16_t)value);
}

static void send(uint8_t type, uint16_t of_session, uint8_t number) {
    frames_send(&(message_t){.type = type, .session = of_session, .number = number});
}

/* BOOT and HERE: the same facts, unasked and asked. */
static void introduce(uint8_t type, uint16_t of_session, uint8_t number, uint8_t version,
                      uint32_t now_ms) {
    message_t message = {
        .type = type,
        .session = of_session,
        .number = number,
        .payload = {LOWEST_VERSION, HIGHEST_VERSION, version, BOARD_AVR, FIRMWARE_MAJOR,
                    FIRMWARE_MINOR, start_cause},
        .payload_bytes = HERE_PAYLOAD,
    };
    put_u16(message.payload + 7, session_before);
    message.payload[9] = next_order;
    message.payload[10] = keys_oldest();
    put_u32(message.payload + 11, now_ms);
    frames_send(&message);
}

static void be_greeted(const message_t *hello, uint32_t now_ms) {
    uint8_t lowest = hello->payload[0], highest = hello->payload[1];
    uint8_t version = highest < HIGHEST_VERSION ? highest : HIGHEST_VERSION;
    if (version < LOWEST_VERSION || version < lowest) {
        introduce(HERE, hello->session, hello->number, NO_VERSION, now_ms);
        return;
    }
    if (hello->session != session) {
        session_before = session;
        session = hello->session;
        next_order = 0;
        state = LOST; /* what was shown belonged to the former session */
    }
    if (state != HOSTED)
        show_all(&dark);
    state = HOSTED;
    heard_ms = now_ms;
    presses_sent = 0;
    introduce(HERE, session, hello->number, version, now_ms);
}

static void answer_beat(uint8_t token, uint32_t now_ms) {
    message_t message = {
        .type = BEAT,
        .session = state == HOSTED ? session : NO_SESSION,
        .number = token,
        .payload_bytes = BEAT_PAYLOAD,
    };
    put_u32(message.payload, now_ms);
    put_u16(message.payload + 4, frames_damaged());
    message.payload[6] = keys_dropped();
    frames_send(&message);
}

/* Returns 0, or the reason why the order cannot be carried out. */
static uint8_t show(const message_t *order) {
    const uint8_t *field = order->payload;
    uint8_t beats = field[4];
    if (field[0] >= SEATS || field[1] > WHITE || !field[2]
        || beats > MOST_BEATS || field[5] > LONGEST_BEAT || field[6] > LONGEST_BEAT
        || (beats && (!field[5] || !field[6])))
        return REASON_VALUE;
    signals_show(field[0], &(pattern_t){
        .colour = field[1],
        .on_ms = field[2] * TIME_STEP_MS,
        .off_ms = field[3] * TIME_STEP_MS,
        .beats = beats,
        .beat_on_ms = field[5] * TIME_STEP_MS,
        .beat_off_ms = field[6] * TIME_STEP_MS,
    });
    return 0;
}

static uint8_t carry_out(const message_t *order) {
    switch (order->type) {
    case SHOW:
        return show(order);
    case BYE:
        show_all(&dark);
        state = PARTED;
        return 0;
    default:
        return REASON_TYPE;
    }
}

static void take_order(const message_t *order) {
    if (state == HOSTED && order->number == next_order) {
        uint8_t reason = carry_out(order);
        next_order++;
        if (reason)
            frames_send(&(message_t){
                .type = REFUSED,
                .session = session,
                .number = order->number,
                .payload = {reason},
                .payload_bytes = REFUSED_PAYLOAD,
            });
    }
    send(ACK_ORDERS, session, next_order);
}

static void take_key_ack(uint8_t number, uint32_t now_ms) {
    uint8_t before = keys_kept();
    keys_taken(number);
    uint8_t taken = before - keys_kept();
    presses_sent = presses_sent > taken ? presses_sent - taken : 0;
    if (taken)
        presses_sent_ms = now_ms;
}

void host_start(uint8_t cause, uint32_t now_ms) {
    start_cause = cause;
    show_all(&host_lost);
    introduce(BOOT, NO_SESSION, 0, NO_VERSION, now_ms);
}

void host_receive(const message_t *message, uint32_t now_ms) {
    if (message->type == HELLO) {
        if (message->session != NO_SESSION)
            be_greeted(message, now_ms);
        return;
    }
    if (message->session == session && state == HOSTED)
        heard_ms = now_ms;
    if (message->type == ASK_BEAT) {
        answer_beat(message->number, now_ms);
        return;
    }
    if (message->session != session || state == LOST)
        return;
    if (message->type == ACK_KEYS)
        take_key_ack(message->number, now_ms);
    else
        take_order(message);
}

static void send_presses(uint32_t now_ms) {
    if (presses_sent && now_ms - presses_sent_ms >= RESEND_MS)
        presses_sent = 0;
    while (presses_sent < keys_kept() && presses_sent < PRESSES_IN_FLIGHT) {
        const press_t *press = keys_at(presses_sent);
        message_t message = {
            .type = KEY,
            .session = session,
            .number = keys_oldest() + presses_sent,
            .payload = {press->seat, press->key},
            .payload_bytes = KEY_PAYLOAD,
        };
        put_u32(message.payload + 2, press->at_ms);
        if (!frames_send(&message))
            return;
        if (!presses_sent++)
            presses_sent_ms = now_ms;
    }
}

void host_tick(uint32_t now_ms) {
    if (state != HOSTED)
        return;
    if (now_ms - heard_ms >= HOST_SILENT_MS) {
        state = LOST;
        show_all(&host_lost);
        return;
    }
    send_presses(now_ms);
}
