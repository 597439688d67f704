"""`guandan-referee doctor`: what is well on this machine, what is not, and what to do."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from referee.app.act_view import chosen_languages
from referee.app.doctor import examine
from referee.app.doctor_findings import Finding, State
from referee.app.errors import FAILED
from referee.texts import Language, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="TABLE.toml")
    parser.add_argument("--json", action="store_true", help="print one JSON object a finding")
    parser.add_argument("--language", choices=["zh", "en", "both"], default="both")


def run(arguments: argparse.Namespace) -> int:
    """Print every finding; `FAILED` when one of them is a fault."""
    findings = examine(arguments.config)
    languages = chosen_languages(arguments.language)
    for finding in findings:
        if arguments.json:
            line = json.dumps(_as_json(finding), ensure_ascii=False)
        else:
            line = "\n".join(_lines(finding, languages))
        sys.stdout.write(line + "\n")
    faults = sum(finding.state is State.FAULT for finding in findings)
    if not arguments.json:
        outcome = "doctor.faults" if faults else "doctor.sound"
        for language in languages:
            sys.stdout.write(say(outcome, language, count=faults) + "\n")
    return FAILED if faults else 0


def _lines(finding: Finding, languages: Sequence[Language]) -> list[str]:
    lines = []
    for place, language in enumerate(languages):
        mark = say(f"doctor.state_{finding.state.value}", language)
        text = _text(finding, language)
        lines.append(f"[{mark}] {text}" if place == 0 else f"      {text}")
        if finding.state.wants_action:
            lines.append(f"      → {_cure(finding, language)}")
    return lines


def _as_json(finding: Finding) -> dict[str, object]:
    cure = {
        language.value: _cure(finding, language)
        for language in Language
        if finding.state.wants_action
    }
    return {
        "subject": finding.subject,
        "outcome": finding.outcome,
        "state": finding.state.value,
        "facts": {name: str(fact) for name, fact in finding.facts.items()},
        "text": {language.value: _text(finding, language) for language in Language},
        "do": cure,
    }


def _text(finding: Finding, language: Language) -> str:
    return say(f"doctor.{finding.outcome}", language, **finding.facts)


def _cure(finding: Finding, language: Language) -> str:
    return say(f"doctor.{finding.outcome}_do", language, **finding.facts)
