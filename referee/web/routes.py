"""Every address of the page, who may use it at least, and what answers.

This table is the only place that grants anything: `referee.web.app` builds the application from it
and the security tests are made from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.web.access.roles import Role
from referee.web.orders.table import CORRECTIONS, ORDERS


class Answer(Enum):
    """The handler, by name; `referee.web.app` has one for each."""

    HOME = "home"
    LOGIN_PAGE = "login_page"
    LOGIN = "login"
    LOGOUT = "logout"
    TABLE_PAGE = "table_page"
    WATCH_PAGE = "watch_page"
    SETUP_PAGE = "setup_page"
    SHEET_PAGE = "sheet_page"
    SHEET_PDF = "sheet_pdf"
    SHEET_CSV = "sheet_csv"
    SHEET_JSON = "sheet_json"
    RULING_PDF = "ruling_pdf"
    LOG_CSV = "log_csv"
    LOG_JSON = "log_json"
    LIVE_TABLE = "live_table"
    LIVE_PUBLIC = "live_public"
    RULESETS = "rulesets"
    DIFFERENCES = "differences"
    EVIDENCE = "evidence"
    STATIC = "static"
    HEALTH = "health"
    METRICS = "metrics"
    CHECK = "check"
    CAMERA = "camera"
    CAMERA_PICTURE = "camera_picture"
    TRIAL = "trial"
    TRIAL_SHOW = "trial_show"
    TRIAL_END = "trial_end"
    ENROLMENT = "enrolment"
    ENROLMENT_BEGIN = "enrolment_begin"
    ENROLMENT_LOOK = "enrolment_look"
    ENROLMENT_FORGET = "enrolment_forget"
    ENROLMENT_SAVE = "enrolment_save"
    ENROLMENT_DROP = "enrolment_drop"
    ORDER = "order"
    PREVIEW = "preview"


@dataclass(frozen=True, slots=True)
class Route:
    method: str
    path: str
    least: Role
    """Who may use it; a session of a lesser role is refused."""
    answer: Answer
    order: str = ""
    """Name of the order, for `Answer.ORDER` and `Answer.PREVIEW`."""

    @property
    def is_page(self) -> bool:
        """Whether a person is led to the PIN instead of being refused."""
        return self.answer.value.endswith("_page")


_FIXED = (
    Route("GET", "/", Role.NOBODY, Answer.HOME),
    Route("GET", "/login", Role.NOBODY, Answer.LOGIN_PAGE),
    Route("POST", "/login", Role.NOBODY, Answer.LOGIN),
    Route("GET", "/static/{name}", Role.NOBODY, Answer.STATIC),
    Route("GET", "/healthz", Role.NOBODY, Answer.HEALTH),
    Route("GET", "/metrics", Role.NOBODY, Answer.METRICS),
    Route("GET", "/watch", Role.PLAYER, Answer.WATCH_PAGE),
    Route("GET", "/live/public", Role.PLAYER, Answer.LIVE_PUBLIC),
    Route("POST", "/logout", Role.PLAYER, Answer.LOGOUT),
    Route("GET", "/table", Role.REFEREE, Answer.TABLE_PAGE),
    Route("GET", "/setup", Role.REFEREE, Answer.SETUP_PAGE),
    Route("GET", "/live/table", Role.REFEREE, Answer.LIVE_TABLE),
    Route("GET", "/sheet", Role.REFEREE, Answer.SHEET_PAGE),
    Route("GET", "/sheet.pdf", Role.REFEREE, Answer.SHEET_PDF),
    Route("GET", "/sheet.csv", Role.REFEREE, Answer.SHEET_CSV),
    Route("GET", "/sheet.json", Role.REFEREE, Answer.SHEET_JSON),
    Route("GET", "/rulings/{row}/sheet.pdf", Role.REFEREE, Answer.RULING_PDF),
    Route("GET", "/log.csv", Role.REFEREE, Answer.LOG_CSV),
    Route("GET", "/log.json", Role.REFEREE, Answer.LOG_JSON),
    Route("GET", "/api/rulesets", Role.REFEREE, Answer.RULESETS),
    Route("GET", "/api/rulesets/{one}/against/{other}", Role.REFEREE, Answer.DIFFERENCES),
    Route("GET", "/evidence/{name}", Role.REFEREE, Answer.EVIDENCE),
)
_SETTING_UP = (
    Route("GET", "/api/check", Role.REFEREE, Answer.CHECK),
    Route("GET", "/api/camera", Role.REFEREE, Answer.CAMERA),
    Route("GET", "/api/camera/picture", Role.REFEREE, Answer.CAMERA_PICTURE),
    Route("GET", "/api/trial", Role.REFEREE, Answer.TRIAL),
    Route("POST", "/api/trial/show", Role.REFEREE, Answer.TRIAL_SHOW),
    Route("POST", "/api/trial/end", Role.REFEREE, Answer.TRIAL_END),
    Route("GET", "/api/enrolment", Role.REFEREE, Answer.ENROLMENT),
    Route("POST", "/api/enrolment/begin", Role.REFEREE, Answer.ENROLMENT_BEGIN),
    Route("POST", "/api/enrolment/look", Role.REFEREE, Answer.ENROLMENT_LOOK),
    Route("POST", "/api/enrolment/forget", Role.REFEREE, Answer.ENROLMENT_FORGET),
    Route("POST", "/api/enrolment/save", Role.REFEREE, Answer.ENROLMENT_SAVE),
    Route("POST", "/api/enrolment/drop", Role.REFEREE, Answer.ENROLMENT_DROP),
)
_PREVIEWS = tuple(
    Route("POST", f"/api/preview/{name}", ORDERS[name].least, Answer.PREVIEW, name)
    for name in CORRECTIONS
)
_ORDERS = tuple(
    Route("POST", f"/api/orders/{name}", order.least, Answer.ORDER, name)
    for name, order in ORDERS.items()
)

ROUTES: tuple[Route, ...] = (*_FIXED, *_SETTING_UP, *_PREVIEWS, *_ORDERS)
