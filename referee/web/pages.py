"""The HTML of each screen; what changes while it is open comes by live events."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from referee.web.access.roles import Role
from referee.web.access.sessions import Session
from referee.web.files import static_files
from referee.web.house import PageSettings
from referee.web.views.words import both, page_texts


class Pages:
    """Renders the templates."""

    def __init__(self, settings: PageSettings) -> None:
        self._settings = settings
        self._templates = Environment(
            loader=PackageLoader("referee.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals["t"] = _told
        self._templates.globals["text"] = _spans
        self._templates.globals["static"] = _address
        self._templates.globals["round_word"] = lambda number: both(
            "page.round_number", number=number
        )

    def render(self, name: str, session: Session, **facts: Any) -> Response:
        """One screen for one person."""
        facts |= {
            "screen": name,
            "csrf": session.csrf,
            "role": session.role.value,
            "is_official": session.role.may(Role.REFEREE),
            "language": self._settings.language,
            "default_ruleset": self._settings.default_ruleset,
        }
        return HTMLResponse(self._templates.get_template(f"{name}.html").render(facts))


def _told(name: str) -> Markup:
    """A text of the page in both languages; the style sheet shows the chosen one."""
    return _spans(page_texts()[name])


def _spans(words: dict[str, str]) -> Markup:
    return Markup('<span lang="zh-CN">{}</span> <span lang="en">{}</span>').format(
        words["zh"], words["en"]
    )


def _address(name: str) -> str:
    return f"/static/{name}?{static_files()[name].mark}"
