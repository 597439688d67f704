# MicroPython has other modules than CPython, and no stubs of them are here.
# mypy: ignore-errors
"""Where things are soldered on a Raspberry Pi Pico; WIRING.md has the drawing. GP numbers."""

OUTPUTS = (
    (0, 1, 2, 3),  # E: red, green, blue, buzzer
    (4, 5, 6, 7),  # N
    (8, 9, 10, 11),  # W
    (12, 13, 14, 15),  # S
)
"""All behind a ULN2803A each; high is on."""
PASS_KEYS = (16, 17, 18, 19)
CALL_KEYS = (20, 21, 22, 26)
"""E, N, W, S; a key pulls its pin to ground."""
