"""The numbers of the seat unit's protocol.

Generated from protocol.toml by firmware_bridge.generate; edit that file instead.
"""

LOWEST_VERSION = 1  # oldest protocol version spoken
HIGHEST_VERSION = 1  # newest protocol version spoken
NO_VERSION = 0  # chosen version when there is none in common

FIRMWARE_MAJOR = 1  # of the programs that ship, told by HERE
FIRMWARE_MINOR = 1  # raised with every change of a program

BAUD = 57600  # 8N1; 0.8 % off on a 16 MHz ATmega, where 115200 is 2.1 % off
CRC_START = 65535  # CRC-16/CCITT-FALSE, polynomial 0x1021
HEADER_BYTES = 4  # type, session (2), number
CRC_BYTES = 2  # high byte first
LONGEST_BODY = 32  # header, payload and CRC, before COBS
NO_SESSION = 0  # session of a unit that has no host

HELLO = 0x01  # lowest version, highest version
SHOW = 0x02  # seat, colour, on, off, beats, beat on, beat off
BYE = 0x03  # the host leaves: all dark and silent
ACK_KEYS = 0x04  # number: the press the host wants next
ASK_BEAT = 0x05  # number: token that the answer repeats

BOOT = 0x81  # as HERE, unasked, once after a start
HERE = 0x82  # versions, board, firmware, cause, before, next, time
KEY = 0x83  # seat, key, time (4)
ACK_ORDERS = 0x84  # number: the order the unit wants next
BEAT = 0x85  # time (4), damaged (2), dropped
REFUSED = 0x86  # number: the order that was not carried out; reason

SEAT_EAST = 0  # 东
SEAT_NORTH = 1  # 北
SEAT_WEST = 2  # 西
SEAT_SOUTH = 3  # 南
SEATS = 4  # seats of a table

KEY_PASS = 0  # 不要
KEY_CALL = 1  # 请裁判
KEYS = 2  # keys of a seat

DARK = 0  # colours are sums of bits
RED = 1  # bit 0
GREEN = 2  # bit 1
BLUE = 4  # bit 2
WHITE = 7  # all three

BOARD_MODEL = 0  # no hardware
BOARD_AVR = 1  # ATmega328P, Arduino Nano class
BOARD_PICO = 2  # Raspberry Pi Pico, MicroPython

CAUSE_OTHER = 0  # reset, reason unknown
CAUSE_POWER = 1  # power came
CAUSE_PIN = 2  # reset key, or DTR of the port
CAUSE_BROWNOUT = 3  # supply too low
CAUSE_WATCHDOG = 4  # the program hung

REASON_VALUE = 1  # a field is out of its range
REASON_TYPE = 2  # no such message in this version

TIME_STEP_MS = 10  # unit of on, off, beat on and beat off
ASK_BEAT_MS = 100  # the host asks this often
HELLO_MS = 200  # the host says HELLO this often until the unit answers
RESEND_MS = 50  # unacknowledged orders and presses are sent again
UNIT_SILENT_MS = 1000  # after this long the host gives the unit up
HOST_SILENT_MS = 2000  # after this long the unit gives the host up
KEY_DOWN_MS = 5  # a key counts as pressed when it was down this long
KEY_UP_MS = 20  # and may be pressed again when it was up this long

ORDERS_IN_FLIGHT = 4  # orders sent and not acknowledged
PRESSES_IN_FLIGHT = 4  # presses sent and not acknowledged
PRESSES_KEPT = 32  # presses a unit remembers; more are counted as dropped
MOST_BEATS = 10  # beats of one order
LONGEST_BEAT = 100  # steps of one beat, on or off

HOST_LOST_COLOUR = 4  # all lamps of a unit without a host
HOST_LOST_ON = 10  # steps
HOST_LOST_OFF = 190  # steps

PAYLOAD_BYTES = {
    HELLO: 2,
    SHOW: 7,
    BYE: 0,
    ACK_KEYS: 0,
    ASK_BEAT: 0,
    BOOT: 15,
    HERE: 15,
    KEY: 6,
    ACK_ORDERS: 0,
    BEAT: 7,
    REFUSED: 1,
}
