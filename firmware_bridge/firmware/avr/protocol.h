/* The numbers of the seat unit's protocol.
 * Generated from protocol.toml by firmware_bridge.generate; edit that file instead.
 */
#pragma once

#define LOWEST_VERSION 1 /* oldest protocol version spoken */
#define HIGHEST_VERSION 1 /* newest protocol version spoken */
#define NO_VERSION 0 /* chosen version when there is none in common */

#define FIRMWARE_MAJOR 1 /* of the programs that ship, told by HERE */
#define FIRMWARE_MINOR 1 /* raised with every change of a program */

#define BAUD 57600 /* 8N1; 0.8 % off on a 16 MHz ATmega, where 115200 is 2.1 % off */
#define CRC_START 65535 /* CRC-16/CCITT-FALSE, polynomial 0x1021 */
#define HEADER_BYTES 4 /* type, session (2), number */
#define CRC_BYTES 2 /* high byte first */
#define LONGEST_BODY 32 /* header, payload and CRC, before COBS */
#define NO_SESSION 0 /* session of a unit that has no host */

#define HELLO 0x01 /* lowest version, highest version */
#define SHOW 0x02 /* seat, colour, on, off, beats, beat on, beat off */
#define BYE 0x03 /* the host leaves: all dark and silent */
#define ACK_KEYS 0x04 /* number: the press the host wants next */
#define ASK_BEAT 0x05 /* number: token that the answer repeats */

#define BOOT 0x81 /* as HERE, unasked, once after a start */
#define HERE 0x82 /* versions, board, firmware, cause, before, next, time */
#define KEY 0x83 /* seat, key, time (4) */
#define ACK_ORDERS 0x84 /* number: the order the unit wants next */
#define BEAT 0x85 /* time (4), damaged (2), dropped */
#define REFUSED 0x86 /* number: the order that was not carried out; reason */

#define SEAT_EAST 0 /* 东 */
#define SEAT_NORTH 1 /* 北 */
#define SEAT_WEST 2 /* 西 */
#define SEAT_SOUTH 3 /* 南 */
#define SEATS 4 /* seats of a table */

#define KEY_PASS 0 /* 不要 */
#define KEY_CALL 1 /* 请裁判 */
#define KEYS 2 /* keys of a seat */

#define DARK 0 /* colours are sums of bits */
#define RED 1 /* bit 0 */
#define GREEN 2 /* bit 1 */
#define BLUE 4 /* bit 2 */
#define WHITE 7 /* all three */

#define BOARD_MODEL 0 /* no hardware */
#define BOARD_AVR 1 /* ATmega328P, Arduino Nano class */
#define BOARD_PICO 2 /* Raspberry Pi Pico, MicroPython */

#define CAUSE_OTHER 0 /* reset, reason unknown */
#define CAUSE_POWER 1 /* power came */
#define CAUSE_PIN 2 /* reset key, or DTR of the port */
#define CAUSE_BROWNOUT 3 /* supply too low */
#define CAUSE_WATCHDOG 4 /* the program hung */

#define REASON_VALUE 1 /* a field is out of its range */
#define REASON_TYPE 2 /* no such message in this version */

#define TIME_STEP_MS 10 /* unit of on, off, beat on and beat off */
#define ASK_BEAT_MS 100 /* the host asks this often */
#define HELLO_MS 200 /* the host says HELLO this often until the unit answers */
#define RESEND_MS 50 /* unacknowledged orders and presses are sent again */
#define UNIT_SILENT_MS 1000 /* after this long the host gives the unit up */
#define HOST_SILENT_MS 2000 /* after this long the unit gives the host up */
#define KEY_DOWN_MS 5 /* a key counts as pressed when it was down this long */
#define KEY_UP_MS 20 /* and may be pressed again when it was up this long */

#define ORDERS_IN_FLIGHT 4 /* orders sent and not acknowledged */
#define PRESSES_IN_FLIGHT 4 /* presses sent and not acknowledged */
#define PRESSES_KEPT 32 /* presses a unit remembers; more are counted as dropped */
#define MOST_BEATS 10 /* beats of one order */
#define LONGEST_BEAT 100 /* steps of one beat, on or off */

#define HOST_LOST_COLOUR 4 /* all lamps of a unit without a host */
#define HOST_LOST_ON 10 /* steps */
#define HOST_LOST_OFF 190 /* steps */

#define HELLO_PAYLOAD 2
#define SHOW_PAYLOAD 7
#define BYE_PAYLOAD 0
#define ACK_KEYS_PAYLOAD 0
#define ASK_BEAT_PAYLOAD 0
#define BOOT_PAYLOAD 15
#define HERE_PAYLOAD 15
#define KEY_PAYLOAD 6
#define ACK_ORDERS_PAYLOAD 0
#define BEAT_PAYLOAD 7
#define REFUSED_PAYLOAD 1
