"""Write the constants of `protocol.toml` for the host, the ATmega and MicroPython.

Run as ``python -m firmware_bridge.generate`` after a change; a test compares the files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SOURCE = HERE / "protocol.toml"

_HEXADECIMAL = {"from_host", "from_unit"}
_NOTICE = "Generated from protocol.toml by firmware_bridge.generate; edit that file instead."


def generated(source: Path = SOURCE) -> dict[Path, str]:
    """The text of every generated file, by its path."""
    sections: dict[str, dict[str, Any]] = tomllib.loads(source.read_text("utf-8"))
    python = "".join(_python(sections))
    return {
        HERE / "protocol.py": python,
        HERE / "firmware" / "micropython" / "protocol.py": python,
        HERE / "firmware" / "avr" / "protocol.h": "".join(_c(sections)),
    }


def main() -> None:
    for path, text in generated().items():
        path.write_text(text, "utf-8")


def _python(sections: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield f'"""The numbers of the seat unit\'s protocol.\n\n{_NOTICE}\n"""\n'
    for section, constants in sections.items():
        yield "\n"
        for name, constant in constants.items():
            yield f"{name} = {_number(section, constant)}  # {constant['says']}\n"
    yield "\nPAYLOAD_BYTES = {\n"
    for name, size in _payloads(sections):
        yield f"    {name}: {size},\n"
    yield "}\n"


def _c(sections: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield f"/* The numbers of the seat unit's protocol.\n * {_NOTICE}\n */\n"
    yield "#pragma once\n"
    for section, constants in sections.items():
        yield "\n"
        for name, constant in constants.items():
            yield f"#define {name} {_number(section, constant)}"
            yield f" /* {constant['says']} */\n"
    yield "\n"
    for name, size in _payloads(sections):
        yield f"#define {name}_PAYLOAD {size}\n"


def _payloads(sections: dict[str, dict[str, Any]]) -> Iterator[tuple[str, int]]:
    for constants in sections.values():
        for name, constant in constants.items():
            if "payload" in constant:
                yield name, constant["payload"]


def _number(section: str, constant: dict[str, Any]) -> str:
    value: int = constant["value"]
    return f"0x{value:02X}" if section in _HEXADECIMAL else str(value)


if __name__ == "__main__":
    main()
