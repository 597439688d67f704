"""The self-check before a round, asked for on the set-up screen: every part is looked at anew."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.app.doctor_findings import Finding
from referee.app.doctor_machine import check_machine
from referee.app.doctor_program import check_weights
from referee.app.doctor_storage import check_storage
from referee.app.panel_keys import PanelLine
from referee.app.rulesets import loaded_ruleset
from referee.app.settings import Settings
from referee.app.vitals import finding_json
from referee.ports import Record
from referee.rules.ruleset_mistakes import RulesetError
from referee.texts import Language, say
from referee.web.ports import CameraView, CheckResult

_LOG = logging.getLogger(__name__)

FRESH_MS = 3_000
"""A picture older than this shows a table that may have changed."""
_KEPT_S = 1.0
"""Two referees who look at the same time are told the same."""


@dataclass(frozen=True, slots=True)
class TableParts:
    """What there is to look at besides the machine."""

    settings: Settings
    record: Record
    rows: Callable[[], int]
    line: PanelLine
    camera: CameraView | None = None
    deck: Path | None = None
    """Folder of the enrolled deck that is used; ``None`` for none."""


class TableSelfCheck:
    """The `SelfCheck` of a served table."""

    def __init__(self, parts: TableParts, now_s: Callable[[], float] = time.monotonic) -> None:
        self._parts = parts
        self._now_s = now_s
        self._made: tuple[float, tuple[CheckResult, ...]] | None = None

    def results(self) -> Sequence[CheckResult]:
        made = self._made
        if made is None or self._now_s() - made[0] > _KEPT_S:
            made = self._made = (self._now_s(), tuple(self._look()))
        return made[1]

    def _look(self) -> Iterator[CheckResult]:
        settings = self._parts.settings
        looks: Mapping[str, Callable[[], Iterable[CheckResult]]] = {
            "journal": lambda: [self._journal()],
            "storage": lambda: map(_of_doctor, check_storage(settings)),
            "unit": lambda: [self._unit()],
            "camera": self._camera,
            "deck": lambda: [self._deck()],
            "ruleset": lambda: [self._ruleset()],
            "weights": lambda: [_of_doctor(check_weights(settings))],
            "machine": lambda: map(_of_doctor, check_machine()),
        }
        for name, look in looks.items():
            try:
                yield from look()
            except Exception as error:  # noqa: BLE001 - the other checks are worth having
                _LOG.exception("check=%s failed", name)
                yield _found(name, "fault", "failed", part=name, cause=repr(error))

    def _journal(self) -> CheckResult:
        waiting = self._parts.record.waiting
        if waiting:
            return _found("journal", "fault", "rows_wait", rows=waiting)
        return _found("journal", "good", "written", rows=self._parts.rows())

    def _unit(self) -> CheckResult:
        driver = self._parts.settings.panel.driver
        if driver == "simulated":
            return _found("unit", "note", "unit_simulated")
        state = "good" if self._parts.line.connected else "fault"
        return _found("unit", state, "unit" if state == "good" else "unit_lost", driver=driver)

    def _camera(self) -> Iterator[CheckResult]:
        camera = self._parts.camera
        if camera is None:
            yield _found("camera", "note", "camera_none")
            return
        state = camera.state()
        age_ms = state.seen_ms_ago
        if state.trouble is not None or age_ms is None or age_ms > FRESH_MS:
            trouble = "lost" if state.trouble is None else state.trouble.value
            says = {one.value: say(f"page.camera_{trouble}", one) for one in Language}
            yield _found("camera", "fault", "camera_bad", says=says)
        else:
            yield _found("camera", "good", "camera", age=f"{age_ms / 1000:.1f}")
        if not state.px_per_mm:
            yield _found("calibration", "fault", "calibration_none")
        else:
            yield _found("calibration", "good", "calibration", mm=f"{state.residual_mm:.1f}")
        if state.moved_mm is not None:
            yield _found("moved", "fault", "moved", mm=f"{state.moved_mm:.0f}")

    def _deck(self) -> CheckResult:
        folder = self._parts.deck
        if folder is None:
            return _found("deck", "note", "deck_none")
        from vision.enrolment.deck_folder import DeckError, load_deck

        try:
            deck = load_deck(folder)
        except DeckError as error:
            return _found("deck", "fault", "deck_bad", cause=error)
        if deck.missing:
            missing = " ".join(map(str, deck.missing))
            return _found("deck", "fault", "deck_bad", cause=missing)
        return _found("deck", "good", "deck", deck=deck.name)

    def _ruleset(self) -> CheckResult:
        named = self._parts.settings.rules.ruleset or "advised-defaults"
        try:
            loaded = loaded_ruleset(named)
        except RulesetError as error:
            return _found("ruleset", "fault", "ruleset_bad", cause=error.mistakes[0])
        return _found("ruleset", "good", "ruleset", ruleset=loaded.header.title)


def _found(name: str, state: str, outcome: str, **facts: object) -> CheckResult:
    """A result in the words of the page; a fault says what to do about it."""

    def both(key: str) -> Mapping[str, str]:
        return {
            one.value: say(f"page.check_{key}", one, **{k: _told(v, one) for k, v in facts.items()})
            for one in Language
        }

    cure = both(f"{outcome}_do") if state == "fault" else {}
    return CheckResult(name, state, both(outcome), cure)


def _told(fact: object, language: Language) -> object:
    return fact[language.value] if isinstance(fact, dict) else fact


def _of_doctor(finding: Finding) -> CheckResult:
    told = finding_json(finding)
    return CheckResult(finding.subject, finding.state.value, told["says"], told["do"])
