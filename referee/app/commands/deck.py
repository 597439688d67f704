"""`guandan-referee deck`: show an event's own deck to the device, and see how well it is known."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from referee.app import reader_arguments
from referee.app.act_view import chosen_languages
from referee.app.errors import REFUSED, InputRefused
from referee.app.settings import Settings, deck_folder, load_settings
from referee.rules.cards import Card, CardTextError
from referee.texts import Language, card_name, cards_name, say

if TYPE_CHECKING:
    # A help text needs no pictures.
    from vision.enrolment.deck import EnrolledDeck
    from vision.enrolment.enrolment import Enrolment, Shown
    from vision.enrolment.gallery import Separation

_NAME = re.compile(r"[\w-]{1,40}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", required=True, metavar="enrol|list|show|check")
    enrol = parts.add_parser("enrol", help="show the 54 faces, a few at a time, in any order")
    enrol.add_argument(
        "--source", required=True, metavar="KIND:WHAT", help="stills:FOLDER, video:FILE, camera, pi"
    )
    enrol.add_argument("--calibration", type=Path, metavar="FILE.toml")
    enrol.add_argument(
        "--only", metavar="CARD", help="the only card shown is this one, such as SB or HR"
    )
    enrol.add_argument("--anew", action="store_true", help="forget what was shown of it before")
    enrol.add_argument("--language", choices=["zh", "en", "both"])
    reader_arguments.add_arguments(enrol)
    for name, summary in (
        ("list", "the decks that were shown to this table"),
        ("show", "what is known of a deck"),
        ("check", "card by card, how safely a deck is told apart"),
    ):
        part = parts.add_parser(name, help=summary)
        part.add_argument("--config", type=Path, metavar="TABLE.toml")
        part.add_argument("--language", choices=["zh", "en", "both"])
        if name != "list":
            part.add_argument("--deck", required=True, metavar="NAME", help="its name or folder")


def run(arguments: argparse.Namespace) -> int:
    """Carry out one part; `check` gives `REFUSED` for a deck that is not safe."""
    settings = load_settings(arguments.config)
    languages = chosen_languages(arguments.language or settings.texts.language)
    match arguments.part:
        case "enrol":
            return _enrol(arguments, settings, languages)
        case "list":
            return _list(settings, languages)
        case "show":
            return _show(_loaded(settings, arguments.deck), languages)
        case _:
            return _check(settings, _loaded(settings, arguments.deck), languages)


def _enrol(
    arguments: argparse.Namespace, settings: Settings, languages: tuple[Language, ...]
) -> int:
    from referee.app.compose import build_reader, reader_networks
    from referee.app.deck_pictures import shown_pictures
    from vision.detectors.loading import CLASSIFIER_FILE, weights_folder
    from vision.enrolment.enrolment import Enrolment
    from vision.read.reader import CardReader

    folder = _new_folder(settings, arguments.deck)
    announced = _announced(arguments.only)
    # The deck must not be a witness of itself.
    arguments.deck = ""
    reading = reader_arguments.reader_settings(arguments)
    reader: CardReader = build_reader(reading)
    networks = reader_networks(reading)
    begun = None if arguments.anew or not folder.is_dir() else _loaded_from(folder)
    enrolment = Enrolment(networks.classifier, begun)
    weights = weights_folder(Path(reading.weights).expanduser() if reading.weights else None)
    digest = sha256((weights / CLASSIFIER_FILE).read_bytes()).hexdigest()
    taken = 0
    _tell(languages, "deck.begin", missing=len(enrolment.missing))
    try:
        for picture in shown_pictures(arguments.source, arguments.calibration):
            scale = picture.px_per_mm or reading.px_per_mm or None
            read = reader.read_picture(picture.image, px_per_mm=scale)
            shown = enrolment.see(read, picture.image, announced)
            _tell_shown(languages, picture.name, shown, enrolment)
            if shown.taken:
                taken += len(shown.taken)
                today = datetime.now(UTC).date()
                _save(folder, enrolment.deck(folder.name, today, digest))
            if enrolment.is_complete and arguments.source.partition(":")[0] in {"camera", "pi"}:
                break
    except KeyboardInterrupt:
        _tell(languages, "deck.stopped", folder=folder)
    if not taken:
        raise InputRefused(f"{arguments.source}: no card of it could be taken; nothing was written")
    if enrolment.missing:
        _tell_missing(languages, enrolment)
        _tell(languages, "deck.go_on", deck=folder.name)
        return 0
    _tell(languages, "deck.complete", folder=folder, deck=folder.name)
    _tell_separation(languages, enrolment.separation(), only_worst=True)
    return 0


def _list(settings: Settings, languages: tuple[Language, ...]) -> int:
    from vision.enrolment.deck_folder import DeckError, load_deck

    place = deck_folder(settings, "x").parent
    folders = sorted(each for each in place.iterdir() if each.is_dir()) if place.is_dir() else []
    if not folders:
        _tell(languages, "deck.none", folder=place)
    status = 0
    for folder in folders:
        try:
            deck = load_deck(folder)
        except DeckError as error:
            sys.stderr.write(f"guandan-referee: {error}\n")
            status = REFUSED
            continue
        _tell(
            languages,
            "deck.line",
            deck=folder.name,
            date=deck.enrolled_on.isoformat(),
            faces=len(deck.prints),
        )
    return status


def _show(deck: EnrolledDeck, languages: tuple[Language, ...]) -> int:
    facts = {"deck": deck.name, "date": deck.enrolled_on.isoformat(), "faces": len(deck.prints)}
    _tell(languages, "deck.line", **facts)
    _tell(languages, "deck.scale", scale=f"{deck.px_per_mm:.2f}", weights=deck.weights_sha256[:12])
    for language in languages:
        counts = "  ".join(
            f"{card_name(card, language)} {len(prints)}" for card, prints in deck.prints.items()
        )
        sys.stdout.write(say("deck.prints", language, counts=counts) + "\n")
        if deck.missing:
            names = cards_name(deck.missing, language)
            sys.stdout.write(say("deck.missing", language, n=len(deck.missing), cards=names) + "\n")
    return 0


def _check(settings: Settings, deck: EnrolledDeck, languages: tuple[Language, ...]) -> int:
    from referee.app.compose import reader_networks
    from vision.enrolment.gallery import Gallery

    if len(deck.prints) < 2:
        raise InputRefused(f"deck {deck.name}: {len(deck.prints)} face shown, wanted two or more")
    gallery = Gallery.of(deck, reader_networks(settings.reader).classifier)
    separation = gallery.separation()
    _tell_separation(languages, separation, only_worst=False)
    for language in languages:
        if deck.missing:
            names = cards_name(deck.missing, language)
            sys.stdout.write(say("deck.missing", language, n=len(deck.missing), cards=names) + "\n")
    unsafe = any(not each.is_safe and not each.is_tight for each in separation)
    return REFUSED if unsafe or deck.missing else 0


def _tell_shown(
    languages: Iterable[Language], name: str, shown: Shown, enrolment: Enrolment
) -> None:
    for language in languages:
        lines = [_seen_line(language, name, shown, enrolment)]
        for again in shown.again:
            card = "–" if again.card is None else card_name(again.card, language)
            place = f"{again.x:.0f},{again.y:.0f}"
            lines.append(say(f"deck.{again.why.value}", language, card=card, place=place))
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def _seen_line(language: Language, name: str, shown: Shown, enrolment: Enrolment) -> str:
    if not shown.taken:
        return say("deck.nothing", language, picture=name)
    known = [card for card in shown.taken if card not in shown.new]
    return say(
        "deck.seen",
        language,
        picture=name,
        new=cards_name(shown.new, language) or "–",
        known=cards_name(known, language) or "–",
        n=len(enrolment.missing),
    )


def _tell_missing(languages: Iterable[Language], enrolment: Enrolment) -> None:
    for language in languages:
        names = cards_name(enrolment.missing, language)
        line = say("deck.missing", language, n=len(enrolment.missing), cards=names)
        sys.stdout.write(line + "\n")


def _tell_separation(
    languages: Iterable[Language], separation: Iterable[Separation], *, only_worst: bool
) -> None:
    """The least safe first; with *only_worst* those that are not safe, and the closest pair."""
    ordered = sorted(separation, key=lambda each: each.margin)
    for language in languages:
        shown = ordered
        if only_worst:
            shown = [each for each in ordered if not each.is_safe] or ordered[:1]
        for each in shown:
            sys.stdout.write(_separation_line(language, each) + "\n")
        unsafe = [each.card for each in ordered if not each.is_safe and not each.is_tight]
        tight = [each.card for each in ordered if each.is_tight]
        if unsafe:
            names = cards_name(unsafe, language)
            sys.stdout.write(say("deck.unsafe_warning", language, cards=names) + "\n")
        if tight:
            names = cards_name(tight, language)
            sys.stdout.write(say("deck.tight_warning", language, cards=names) + "\n")
        if not unsafe and not tight:
            sys.stdout.write(say("deck.all_safe", language) + "\n")


def _separation_line(language: Language, each: Separation) -> str:
    word = "safe" if each.is_safe else "tight" if each.is_tight else "unsafe"
    return say(
        "deck.separation",
        language,
        card=card_name(each.card, language),
        prints=each.prints,
        own=f"{each.own:.2f}",
        nearest=card_name(each.nearest, language),
        margin=f"{each.margin:.2f}",
        word=say(f"deck.{word}", language),
    )


def _tell(languages: Iterable[Language], key: str, **facts: object) -> None:
    sys.stdout.writelines(say(key, language, **facts) + "\n" for language in languages)
    sys.stdout.flush()


def _announced(text: str | None) -> Card | None:
    try:
        return None if text is None else Card.parse(text)
    except CardTextError as error:
        raise InputRefused(f"--only: {error}") from error


def _new_folder(settings: Settings, name: str | None) -> Path:
    if not name:
        raise InputRefused("--deck: found no name, wanted one such as spring-cup")
    folder = deck_folder(settings, name)
    if not _NAME.fullmatch(folder.name):
        raise InputRefused(
            f"--deck: found {name!r}, wanted up to 40 letters, figures, - and _, or such a folder"
        )
    return folder


def _loaded(settings: Settings, name: str) -> EnrolledDeck:
    return _loaded_from(deck_folder(settings, name))


def _loaded_from(folder: Path) -> EnrolledDeck:
    from vision.enrolment.deck_folder import DeckError, load_deck

    try:
        return load_deck(folder)
    except DeckError as error:
        raise InputRefused(str(error)) from error


def _save(folder: Path, deck: EnrolledDeck) -> None:
    from vision.enrolment.deck_folder import DeckError, save_deck

    try:
        save_deck(folder, deck)
    except DeckError as error:
        raise InputRefused(str(error)) from error
