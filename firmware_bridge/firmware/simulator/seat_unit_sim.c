/* The ATmega program on simavr, in real time, as the table would see it.
 *
 *     seat_unit_sim SEAT_UNIT.elf LINK
 *
 * The serial line is a pseudo-terminal that LINK points to. Orders come on standard input, one a
 * line, and what the unit does goes to standard output, times in microseconds:
 *
 *     key MS SEAT KEY DOWN  key 0 0 1 1: East leans on CALL now; MS later on the crystal's time
 *     reset                 the reset pin
 *     hang                  the program stops where it is; interrupts go on
 *     unplug, plug          the pseudo-terminal vanishes and comes back under the same link
 *     quit
 *
 *     edge UNIT HOST SEAT OUTPUT LEVEL      output 0 red, 1 green, 2 blue, 3 buzzer
 *     key UNIT HOST SEAT KEY DOWN           the contact has moved
 *     now UNIT HOST                         every 5 ms: a loaded machine runs the unit late
 *     late US                               the emulator fell behind and let go of this much time
 *
 * UNIT is time of the emulated crystal, HOST is CLOCK_MONOTONIC of this machine.
 */
#include <fcntl.h>
#include <pty.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_cycle_timers.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_regbit.h>

#define F_CPU 16000000ull
#define CYCLES_PER_US (F_CPU / 1000000)
#define CYCLES_PER_MS (F_CPU / 1000)
#define SLICE_CYCLES (F_CPU / 2000) /* how often the outside is looked at: 0.5 ms */
#define BYTE_CYCLES 2800            /* ten bits at 57143 baud */
#define MOST_LAG_US 200000
#define NOW_US 5000
#define LINE_RING 8192
#define MOST_MOVES 1024
#define RJMP_TO_ITSELF 0xCFFF

/* Soldered as in ../avr/board.h. */
#define ENABLE_PIN 1
#define LATCH_PIN 2

static avr_t *avr;
static const char *link_path;
static int line = -1, line_far_end = -1;
static uint8_t incoming[LINE_RING];
static unsigned incoming_in, incoming_out;
static bool feeding;
static bool held_back; /* simavr takes a byte a little slower than the line brings it */
static uint16_t shifting, latched, visible;
static int64_t told_us;
static bool latch_level, disabled = true;

static int64_t host_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000ll + now.tv_nsec / 1000;
}

static int64_t unit_us(void) {
    return (int64_t)(avr->cycle / CYCLES_PER_US);
}

/* The two TPIC6B595: what is latched shows while G is low. */

static void show_outputs(void) {
    uint16_t now = disabled ? 0 : latched;
    for (unsigned bit = 0; bit < 16; bit++)
        if ((now ^ visible) >> bit & 1)
            printf("edge %lld %lld %u %u %u\n", (long long)unit_us(), (long long)host_us(),
                   bit / 4, bit % 4, now >> bit & 1);
    if (now != visible)
        fflush(stdout);
    visible = now;
}

static void on_shift(avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)unused;
    shifting = (uint16_t)(shifting << 8 | (value & 0xFF));
}

static void on_latch(avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)unused;
    bool level = value & 1;
    if (level && !latch_level) {
        latched = shifting;
        show_outputs();
    }
    latch_level = level;
}

static void on_enable(avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)unused;
    disabled = value & 1;
    show_outputs();
}

/* The serial line. */

static void plug(void) {
    char name[128];
    struct termios raw;
    if (openpty(&line, &line_far_end, name, NULL, NULL)) {
        perror("openpty");
        exit(1);
    }
    /* The far end stays open here, so that a host that leaves is no hang-up for us. */
    tcgetattr(line_far_end, &raw);
    cfmakeraw(&raw);
    tcsetattr(line_far_end, TCSANOW, &raw);
    fcntl(line, F_SETFL, O_NONBLOCK);
    unlink(link_path);
    if (symlink(name, link_path)) {
        perror(link_path);
        exit(1);
    }
    printf("plugged\n");
    fflush(stdout);
}

static void unplug(void) {
    unlink(link_path);
    close(line);
    close(line_far_end);
    line = line_far_end = -1;
    incoming_in = incoming_out = 0;
}

static void on_sent(avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)unused;
    uint8_t byte = (uint8_t)value;
    /* A full or unplugged line loses the byte, as a wire would. */
    if (line >= 0 && write(line, &byte, 1) != 1)
        return;
}

static void on_hold(avr_irq_t *irq, uint32_t value, void *hold) {
    (void)irq, (void)value;
    held_back = hold != NULL;
}

static avr_cycle_count_t feed(avr_t *of, avr_cycle_count_t when, void *input) {
    (void)of;
    if (incoming_out == incoming_in) {
        feeding = false;
        return 0;
    }
    if (held_back)
        return when + BYTE_CYCLES;
    avr_raise_irq(input, incoming[incoming_out]);
    incoming_out = (incoming_out + 1) % LINE_RING;
    return when + BYTE_CYCLES;
}

static void read_line(avr_irq_t *input) {
    uint8_t chunk[256];
    ssize_t count = line < 0 ? 0 : read(line, chunk, sizeof chunk);
    for (ssize_t place = 0; place < count; place++) {
        incoming[incoming_in] = chunk[place];
        incoming_in = (incoming_in + 1) % LINE_RING;
    }
    if (!feeding && incoming_out != incoming_in) {
        feeding = true;
        avr_cycle_timer_register(avr, BYTE_CYCLES, feed, input);
    }
}

/* Orders. */

static void press(unsigned seat, unsigned key, unsigned down) {
    char port = key ? 'D' : 'C';
    unsigned pin = key ? 2 + seat : seat;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), !down);
}

/* Keys that will move, the next one first. simavr has few timers, so they share one. */

typedef struct {
    avr_cycle_count_t when;
    unsigned seat, key, down;
} move_t;

static move_t moves[MOST_MOVES];
static unsigned move_count;

static avr_cycle_count_t move_keys(avr_t *of, avr_cycle_count_t when, void *unused) {
    (void)of, (void)when, (void)unused;
    while (move_count && moves[0].when <= avr->cycle) {
        move_t move = moves[0];
        memmove(moves, moves + 1, --move_count * sizeof *moves);
        press(move.seat, move.key, move.down);
        printf("key %lld %lld %u %u %u\n", (long long)unit_us(), (long long)host_us(), move.seat,
               move.key, move.down);
        fflush(stdout);
    }
    return move_count ? moves[0].when : 0;
}

static void plan_move(move_t move) {
    if (move_count == MOST_MOVES)
        return;
    unsigned place = move_count++;
    for (; place && moves[place - 1].when > move.when; place--)
        moves[place] = moves[place - 1];
    moves[place] = move;
    avr_cycle_timer_register(avr, moves[0].when - avr->cycle, move_keys, NULL);
}

static void hang(void) {
    uint32_t last = avr->flashend & ~1u;
    avr->flash[last] = RJMP_TO_ITSELF & 0xFF;
    avr->flash[last + 1] = RJMP_TO_ITSELF >> 8;
    avr->pc = last;
    avr->state = cpu_Running;
}

static void reset(void) {
    avr_reset(avr);
    avr_regbit_clear(avr, avr->reset_flags.porf);
    avr_regbit_set(avr, avr->reset_flags.extrf);
}

static bool obey(const char *order) {
    unsigned after_ms;
    move_t move;
    if (sscanf(order, "key %u %u %u %u", &after_ms, &move.seat, &move.key, &move.down) == 4) {
        move.when = avr->cycle + after_ms * CYCLES_PER_MS + 1;
        plan_move(move);
    } else if (!strcmp(order, "reset"))
        reset();
    else if (!strcmp(order, "hang"))
        hang();
    else if (!strcmp(order, "unplug"))
        unplug();
    else if (!strcmp(order, "plug"))
        plug();
    else if (!strcmp(order, "quit"))
        return false;
    return true;
}

static bool read_orders(void) {
    static char text[128];
    static size_t length;
    char letter;
    ssize_t got;
    while ((got = read(STDIN_FILENO, &letter, 1)) == 1) {
        if (letter != '\n') {
            if (length < sizeof text - 1)
                text[length++] = letter;
            continue;
        }
        text[length] = 0;
        length = 0;
        if (!obey(text))
            return false;
    }
    /* End of file: whoever drove us is gone. */
    return got != 0;
}

/* The clock: as fast as the crystal, never faster. */

static void keep_pace(int64_t *begun_us) {
    int64_t ahead_us = unit_us() - (host_us() - *begun_us);
    if (ahead_us > 0)
        usleep((useconds_t)ahead_us);
    else if (ahead_us < -MOST_LAG_US) {
        printf("late %lld\n", (long long)-ahead_us);
        fflush(stdout);
        *begun_us -= ahead_us;
    }
}

static void tell_time(void) {
    if (unit_us() - told_us < NOW_US)
        return;
    told_us = unit_us();
    printf("now %lld %lld\n", (long long)told_us, (long long)host_us());
    fflush(stdout);
}

/* simavr would sleep on its own here and make us late; `keep_pace` does it. */
static void sleep_no_more(avr_t *of, avr_cycle_count_t cycles) {
    (void)of, (void)cycles;
}

static avr_irq_t *pin(char port, unsigned number) {
    return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), number);
}

static avr_irq_t *solder(void) {
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            on_sent, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF),
                            on_hold, &held_back);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON),
                            on_hold, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_shift,
                            NULL);
    avr_irq_register_notify(pin('B', LATCH_PIN), on_latch, NULL);
    avr_irq_register_notify(pin('B', ENABLE_PIN), on_enable, NULL);
    for (unsigned seat = 0; seat < 4; seat++)
        for (unsigned key = 0; key < 2; key++)
            press(seat, key, 0);
    return avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
}

int main(int count, char **words) {
    elf_firmware_t program = {0};
    if (count != 3 || elf_read_firmware(words[1], &program)) {
        fprintf(stderr, "usage: seat_unit_sim SEAT_UNIT.elf LINK\n");
        return 2;
    }
    link_path = words[2];
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr)
        return 1;
    avr_init(avr);
    avr_load_firmware(avr, &program);
    avr->frequency = F_CPU;
    avr->sleep = sleep_no_more;
    avr->log = LOG_ERROR;
    avr_irq_t *input = solder();
    fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
    plug();

    int64_t begun_us = host_us();
    avr_cycle_count_t slice_end = 0;
    for (;;) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "seat_unit_sim: the program crashed\n");
            return 1;
        }
        if (avr->cycle < slice_end)
            continue;
        slice_end = avr->cycle + SLICE_CYCLES;
        if (!read_orders())
            break;
        read_line(input);
        keep_pace(&begun_us);
        tell_time();
    }
    unlink(link_path);
    return 0;
}
