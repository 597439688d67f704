"""`guandan-referee rules`: show a ruleset, or answer questions, one JSON object a line."""

from __future__ import annotations

import argparse
import io
import sys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    deeds = parser.add_subparsers(dest="deed", metavar="show|list")
    show = deeds.add_parser("show", help="every value of a ruleset and where it comes from")
    show.add_argument("ruleset", metavar="ID")
    show.add_argument("--json", action="store_true")
    deeds.add_parser("list", help="the rulesets that ship with the program")


def run(arguments: argparse.Namespace) -> int:
    """Without a deed, serve standard input until it ends."""
    match arguments.deed:
        case "show":
            from referee.app.rules_show import show

            sys.stdout.write(show(arguments.ruleset, as_json=arguments.json))
        case "list":
            from referee.app.rulesets import ruleset_ids

            sys.stdout.writelines(f"{name}\n" for name in ruleset_ids())
        case _:
            from referee.app.rules_lines import serve

            # One bad byte is a bad line, not the end of the service.
            if isinstance(sys.stdin, io.TextIOWrapper):
                sys.stdin.reconfigure(encoding="utf-8", errors="replace")
            serve(sys.stdin, _answer)
    return 0


def _answer(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
