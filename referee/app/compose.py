"""Which concrete thing stands behind each port. The only file that names drivers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from firmware_bridge.monotonic import monotonic_ms
from referee.app.errors import InputRefused
from referee.app.settings import PanelSettings, ReaderSettings
from referee.app.shipped import shipped_config
from referee.ports import CardEye, KeyPress, PanelState, SeatPanel
from referee.rules.cards import cards_text

if TYPE_CHECKING:
    # What needs no pictures starts without their libraries.
    from vision.detectors.base import IndexClassifier
    from vision.detectors.loading import Networks
    from vision.read.reader import CardReader, KnownDeck

_UNIT_ANSWERS_S = 3.0
"""An Arduino that was reset by the opening of its port takes two."""


def build_panel(
    settings: PanelSettings,
    on_press: Callable[[KeyPress], None] = lambda _: None,
    on_state: Callable[[PanelState], None] = lambda _: None,
    now_ms: Callable[[], int] = monotonic_ms,
) -> SeatPanel:
    """The seat unit; imports sit inside the branches so that no driver needs another's library.

    Args:
        settings: Which one.
        on_press: Told every press, from the panel's own thread.
        on_state: Told when the unit is there and when it is gone, likewise.
        now_ms: The clock of both; give it the table's to have presses in table time.

    Raises:
        InputRefused: If the pins file is not what it should be.
    """
    match settings.driver:
        case "simulated":
            from firmware_bridge.panels.simulated import SimulatedPanel

            on_state(PanelState(connected=True, at_ms=now_ms(), reason="answered"))
            return SimulatedPanel(on_press=on_press)
        case "serial":
            from firmware_bridge.discovery import find_port
            from firmware_bridge.panels.serial import SerialPanel
            from firmware_bridge.transports.serial_port import SerialPort

            panel = SerialPanel(
                lambda: SerialPort(settings.port or find_port()), on_press, on_state, now_ms
            )
            # A table begins without its unit if need be; the first lamps are worth a short wait.
            panel.wait_connected(_UNIT_ANSWERS_S)
            return panel
        case "gpio":
            return _gpio_panel(settings, on_press, on_state, now_ms)
        case other:
            assert_never(other)


def _gpio_panel(
    settings: PanelSettings,
    on_press: Callable[[KeyPress], None],
    on_state: Callable[[PanelState], None],
    now_ms: Callable[[], int],
) -> SeatPanel:
    from firmware_bridge.errors import PanelPinsRefused
    from firmware_bridge.panels.gpio import GpioPanel
    from firmware_bridge.panels.gpio_pins import read_pins

    try:
        shipped = shipped_config() / "hardware" / "header.toml"
        pins = read_pins(Path(settings.pins).expanduser() if settings.pins else shipped)
    except PanelPinsRefused as refused:
        raise InputRefused(*refused.mistakes) from refused
    panel = GpioPanel(pins, on_press, on_state, now_ms)
    panel.start()
    return panel


def build_reader(settings: ReaderSettings) -> CardReader:
    """The card reader with its networks and, where one is named, an enrolled deck; a second or so.

    Raises:
        InputRefused: If the weights or the deck are not what they should be.
    """
    from vision.detectors.base import WeightsError
    from vision.enrolment.deck_folder import DeckError
    from vision.read.certainty import rate_beside
    from vision.read.reader import CardReader

    folder = Path(settings.weights).expanduser() if settings.weights else None
    networks = reader_networks(settings)
    try:
        deck = _known_deck(Path(settings.deck), networks.classifier) if settings.deck else None
        rate = rate_beside(folder)
    except (WeightsError, DeckError) as refused:
        raise InputRefused(str(refused)) from refused
    return CardReader(networks.finder, networks.classifier, deck, rate)


def reader_networks(settings: ReaderSettings) -> Networks:
    """The reader's two networks; raises `InputRefused` for weights that are none."""
    from vision.detectors.base import WeightsError
    from vision.detectors.loading import load_networks

    folder = Path(settings.weights).expanduser() if settings.weights else None
    try:
        return load_networks(folder, settings.threads, settings.runtime)
    except WeightsError as refused:
        raise InputRefused(str(refused)) from refused


def _known_deck(folder: Path, classifier: IndexClassifier) -> KnownDeck:
    from vision.enrolment.deck_folder import load_deck
    from vision.enrolment.witness import DeckWitness

    deck = load_deck(folder)
    if deck.missing:
        raise InputRefused(
            f"{folder}: {len(deck.missing)} faces were not shown yet: {cards_text(deck.missing)}; "
            "go on with `guandan-referee deck enrol`"
        )
    return DeckWitness(deck, classifier)


def build_eye(settings: ReaderSettings) -> CardEye:
    """The card reader as the eye of a table of photographs; raises as `build_reader`."""
    from vision.stills_eye import StillsEye

    return StillsEye(build_reader(settings), settings.px_per_mm or None)
