"""Write ``config/TABLE.md`` from the code: ``python -m tests.appliance.config_reference``.

Default and range come from the types, the meaning from the docstring below each field. When to
change a key is a matter of experience and stands here.
"""

from __future__ import annotations

import ast
import inspect
import json
import typing
from collections.abc import Iterator
from pathlib import Path

from annotated_types import Ge, Gt, Le, Lt
from pydantic.fields import FieldInfo

from referee.app.settings import Settings
from referee.app.toml_files import Section

PATH = Path(__file__).parents[2] / "config" / "TABLE.md"

WHEN = {
    "reader.threads": "Never more than the machine has cores; the table itself needs one.",
    "reader.weights": "After training on a deck of your own.",
    "reader.px_per_mm": (
        "Never for a calibrated camera; for a series of photographs from one tripod."
    ),
    "reader.runtime": "On a Pi where `make bench` shows `ncnn` to be quicker.",
    "reader.deck": "At an event, after `guandan-referee deck enrol` with the deck of its tables.",
    "camera.source": "`pi:0` as soon as the camera hangs above the table and is calibrated.",
    "camera.calibration": "After `guandan-referee calibrate`; anew whenever the camera was moved.",
    "camera.record": "For a few minutes, to show somebody what the camera saw.",
    "camera.patience_seconds": "Higher on a slow Pi whose page says that the camera is late.",
    "panel.driver": (
        "`serial` as soon as a seat unit is plugged in, `gpio` for lamps on the Pi's header."
    ),
    "panel.port": "With two serial devices on one Pi.",
    "panel.pins": "When the soldering differs from the shipped file.",
    "journal.folder": (
        "The installer sets `/var/lib/guandan-referee`; elsewhere only on a disk that is always "
        "there."
    ),
    "journal.spare_folder": (
        "Always at an event: `/media/guandan/spare` on a USB stick, so that a dying card loses "
        "nothing."
    ),
    "journal.evidence_megabytes": "Lower on a card below 16 GB, higher with an SSD.",
    "texts.language": "`zh` where nobody needs English; the lines get half as long.",
    "web.host": (
        "`0.0.0.0` as soon as referees use phones. Do it in a network of the hall, never in an "
        "open one."
    ),
    "web.port": "When another program has it.",
    "web.hosts": "When the page is opened by a name of the hall's own DNS.",
    "web.open_to_watch": (
        "`false` where the hands played so far may not be known outside the table."
    ),
    "web.most_watchers": "Lower on a Pi that gets slow with a big audience.",
    "web.access_file": "When several tables share the PINs of one event.",
    "web.certificate": "With a certificate for the hall's own name; phones refuse self-made ones.",
    "web.key": "Together with the certificate.",
    "rules.ruleset": "Before an event, so that no referee has to look for it.",
    "equipment.passing": (
        "`implied` at a table without keys where nobody knocks; the clocks then time the first "
        "lead only."
    ),
    "equipment.implied_seconds": "Lower where players are quick and pass without a sign.",
    "equipment.reports_seen": "`false` where players report by word and nobody enters it.",
    "metrics.enabled": "Where a Prometheus watches the tables of the hall.",
    "metrics.answer_to": "With the address of that Prometheus.",
}

_TOP = """\
# table.toml

Written by `python -m tests.appliance.config_reference`; do not edit.

Settings of one table. Every key may be left out; an unknown key is refused, so that a misspelt one
is never silently without effect. `guandan-referee check-config` tells every mistake at once. After
a change: `sudo systemctl restart guandan-referee`; the table goes on where it was.

`format` at the top is the format of the file; without it, it is 1. Older formats are read as they
are, and `sudo guandan-referee migrate-config` brings a file up to date, with a copy beside it. A
file of a newer format is refused.
"""


def reference() -> str:
    """The whole document."""
    parts = [_TOP]
    for name, section in Settings.model_fields.items():
        shape = section.annotation
        if not (isinstance(shape, type) and issubclass(shape, Section)):
            raise AssertionError(f"[{name}] is no section")  # noqa: TRY004 - our defect
        parts.append(f"\n## [{name}]\n\n{inspect.getdoc(shape)}\n\n")
        parts.append("| key | default | values | meaning | when to change |\n")
        parts.append("| --- | --- | --- | --- | --- |\n")
        meanings = dict(_docstrings(shape))
        for key, field in shape.model_fields.items():
            cells = (
                f"`{key}`",
                f"`{_toml(field.default)}`",
                _values(field),
                meanings.get(key) or inspect.getdoc(shape) or "",
                WHEN.get(f"{name}.{key}", "–"),
            )
            parts.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n")
    return "".join(parts)


def keys() -> Iterator[str]:
    """Every key with its section."""
    for name, section in Settings.model_fields.items():
        if isinstance(section.annotation, type) and issubclass(section.annotation, Section):
            yield from (f"{name}.{key}" for key in section.annotation.model_fields)


def _docstrings(shape: type[Section]) -> Iterator[tuple[str, str]]:
    """The string that stands below a field tells its meaning."""
    body = ast.parse(inspect.getsource(shape)).body[0]
    if not isinstance(body, ast.ClassDef):
        raise AssertionError(f"{shape} is no class")  # noqa: TRY004 - our defect
    for field, below in zip(body.body, body.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, " ".join(inspect.cleandoc(text).split()).replace("``", "`")


def _values(field: FieldInfo) -> str:
    if typing.get_origin(field.annotation) is typing.Literal:
        return ", ".join(f"`{value}`" for value in typing.get_args(field.annotation))
    bounds = []
    for limit in field.metadata:
        match limit:
            case Ge(ge=least):
                bounds.append(f"from {least}")
            case Gt(gt=least):
                bounds.append(f"above {least}")
            case Le(le=most):
                bounds.append(f"to {most}")
            case Lt(lt=most):
                bounds.append(f"below {most}")
    kind: dict[object, str] = {
        str: "text",
        bool: "`true`, `false`",
        int: "whole number",
        float: "number",
    }
    named = kind.get(field.annotation, "list of texts")
    return " ".join([named, *bounds])


def _toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value}"'
        case tuple():
            return json.dumps(list(value), ensure_ascii=False)
        case _:
            return str(value)


if __name__ == "__main__":
    PATH.write_text(reference(), "utf-8")
