"""A session file: what the seats of a table do, one act after the other, with pictures.

Pictures stand for the camera, the file for the players. `cards` and `verdict` are what a person
says about an act; they are compared with what the device found and never shown to it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, PlainValidator, ValidationInfo, model_validator

from referee.app.errors import InputRefused
from referee.app.toml_files import Section, read_toml
from referee.rules.cards import Card, parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.verdict import Finding


def _seat(text: object) -> Seat:
    try:
        return Seat(text)
    except ValueError:
        raise ValueError(f"no seat is written {text!r}; want E, N, W or S") from None


def _level(text: object) -> Level:
    return Level.parse(text if isinstance(text, str) else repr(text))


def _cards(text: object) -> tuple[Card, ...]:
    if not isinstance(text, str):
        raise ValueError(f'found {text!r}; want cards in one text, such as "C5 HT"')  # noqa: TRY004
    return parse_cards(text)


def _finding(text: object) -> Finding:
    try:
        return Finding(text)
    except ValueError:
        known = ", ".join(finding.value for finding in Finding)
        raise ValueError(f"no verdict is written {text!r}; want one of {known}") from None


def _picture(text: object, info: ValidationInfo) -> Path:
    if not isinstance(text, str):
        raise ValueError(f"found {text!r}; want the path of a picture")  # noqa: TRY004
    folder: Path = info.context["folder"] if info.context else Path()
    path = folder / text
    if not path.is_file():
        raise ValueError(f"there is no picture {path}")
    return path


SeatText = Annotated[Seat, PlainValidator(_seat)]
LevelText = Annotated[Level, PlainValidator(_level)]
CardsText = Annotated[tuple[Card, ...], PlainValidator(_cards)]
FindingText = Annotated[Finding, PlainValidator(_finding)]
Picture = Annotated[Path, PlainValidator(_picture)]
Seconds = Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]


class Act(Section):
    """One act: exactly one of `photo`, `passes` and `takes_back`."""

    seat: SeatText
    after_seconds: Seconds
    """Since the act before, or since the start of the deal."""
    photo: Picture | None = None
    """Picture of what the seat lays, relative to the file."""
    passes: bool = False
    takes_back: bool = False
    """The cards this seat laid last go back to the hand."""
    cards: CardsText = ()
    """What the picture really shows."""
    verdict: FindingText | None = None
    """What a referee would say."""

    @model_validator(mode="after")
    def _one_deed(self) -> Self:
        if (self.photo is not None) + self.passes + self.takes_back != 1:
            raise ValueError("want exactly one of photo, passes = true, takes_back = true")
        if self.cards and self.photo is None:
            raise ValueError("cards belong to a photo; a pass or a take-back has none")
        return self


class CardsLeft(Section):
    """Hands at the start, for a session that begins in mid-deal."""

    E: Annotated[int, Field(ge=1, le=27)] = 27
    N: Annotated[int, Field(ge=1, le=27)] = 27
    W: Annotated[int, Field(ge=1, le=27)] = 27
    S: Annotated[int, Field(ge=1, le=27)] = 27


class SessionFile(Section):
    """A whole file."""

    format: Literal[1] = 1
    """Of the file; there is one so far."""
    level: LevelText
    leader: SeatText
    lead_seconds: Annotated[float, Field(gt=0, le=3600)] = 40
    follow_seconds: Annotated[float, Field(gt=0, le=3600)] = 20
    cards_left: CardsLeft = CardsLeft()
    same_deck: bool = False
    """Whether all pictures show the same two decks; then a third copy of a face is doubted."""
    act: tuple[Act, ...] = Field(default=(), strict=False)

    @model_validator(mode="after")
    def _has_acts(self) -> Self:
        if not self.act:
            raise ValueError("want at least one [[act]]")
        return self


def read_session(path: Path) -> tuple[SessionFile, str]:
    """Read a session file.

    Returns:
        The session, and the SHA-256 of the file, by which a resumed journal knows it again.

    Raises:
        InputRefused: Every mistake of the file, each with its act and key.
    """
    session = read_toml(path, SessionFile)
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise InputRefused(f"{path}: cannot be read ({error.strerror})") from error
    return session, digest


def check_pictures(session: SessionFile) -> None:
    """Look at every picture of a session before anything is begun.

    Raises:
        InputRefused: One line a picture that is none.
    """
    from vision.sources.stills import PictureError, load_still

    mistakes = []
    for number, act in enumerate(session.act, start=1):
        if act.photo is None:
            continue
        try:
            load_still(act.photo)
        except PictureError as error:
            mistakes.append(f"act {number}: {error}")
    if mistakes:
        raise InputRefused(*mistakes)
