"""The score sheet on screen, on paper and in files."""

from __future__ import annotations

import csv
import io
from datetime import timedelta, timezone
from typing import Any

import cv2
import numpy as np
import pytest

from referee.app.serve import ServedRulesets
from referee.web.access.roles import Role
from referee.web.exports import sheet_csv
from referee.web.pdf import PdfImpossible
from referee.web.sheet_pdf import ruling_pdf, sheet_pdf
from referee.web.views.log import Log, follow
from referee.web.views.moments import day_and_time, local
from referee.web.views.pictures import Picture
from referee.web.views.referee import referee_view
from referee.web.views.ruling import article_json, ruling_sheet
from referee.web.views.sheet import sheet_view
from tests.web.helpers import Bench


def play_round(table: Bench) -> dict[str, Any]:
    """Two deals by entered places, one penalty, as the page does it."""
    table.order("start-round", ruleset="jiangsu-2017", east_west="=甲 乙", north_south="丙 丁")
    for order in (["E", "N", "W"], ["N", "S"]):
        table.order("hands-drawn")
        if table.desk.runtime.table.phase.value == "tribute":
            table.order("resist-tribute")
        if table.desk.runtime.table.phase.value == "leader":
            table.order("name-leader", seat="E")
        assert table.order("finish", order=order).status_code == 200
        if len(table.desk.runtime.table.round.sheet) == 0:  # type: ignore[union-attr]
            table.order("penalty", seat="S", step="warning")
        table.order("confirm-result")
    sheet = sheet_view(table.desk.runtime.table)
    assert sheet is not None
    return sheet


def log_of(table: Bench) -> Log:
    return follow(Log(), table.desk.runtime.history)


def test_the_sheet_has_a_line_for_each_deal(table: Bench) -> None:
    """Level, places, result, steps and both levels follow from what was entered."""
    sheet = play_round(table)

    assert [deal["level"] for deal in sheet["deals"]] == ["2", "4"]
    assert [deal["result"] for deal in sheet["deals"]] == ["1-3", "1-2"]
    assert [(d["east_west"], d["north_south"]) for d in sheet["deals"]] == [("4", "2"), ("4", "5")]
    assert sheet["deals"][0]["finish"]["zh"] == "东 北 西 南"
    assert [one["step_codes"] for one in sheet["penalties"]] == [["warning"]]
    assert sheet["north_south"] == "丙 丁"


def test_the_page_shows_the_sheet(table: Bench) -> None:
    """Names are text, never markup."""
    play_round(table)
    table.order("start-round", ruleset="jiangsu-2017", east_west="<script>alert(1)</script>")
    page = table.get("/sheet").text

    assert "江苏" not in page
    assert "=甲 乙" in page
    assert "<script>alert" not in page


def test_csv_and_json_hold_the_same(table: Bench) -> None:
    """One line a deal; a name cannot become a formula of a spreadsheet."""
    sheet = play_round(table)
    as_csv = table.get("/sheet.csv")
    rows = list(csv.DictReader(io.StringIO(as_csv.content.decode("utf-8-sig"))))

    assert [row["finish"] for row in rows] == [" ".join(d["finish_seats"]) for d in sheet["deals"]]
    as_json = table.get("/sheet.json").json()
    assert as_json | sheet == as_json
    assert as_json["round"] == 1
    assert as_json["began"].partition(" UTC")[1]
    assert sheet_csv({"deals": []}).strip().startswith("deal,game,level")


def test_the_log_can_be_taken_along(table: Bench) -> None:
    """Every event that counts, in both languages."""
    play_round(table)
    rows = list(csv.DictReader(io.StringIO(table.get("/log.csv").content.decode("utf-8-sig"))))

    assert [int(row["row"]) for row in rows] == list(range(1, len(rows) + 1))
    assert rows[0]["did_zh"].startswith("开始一轮")
    assert table.get("/log.json").json()[0]["row"] == 1


def test_without_a_round_there_is_no_sheet(table: Bench) -> None:
    """Each form says so."""
    assert "没有进行中的一轮" in table.get("/sheet").text
    for path in ("/sheet.pdf", "/sheet.csv", "/sheet.json"):
        assert table.get(path).status_code == 404


def test_the_pdf_is_set_with_a_chinese_font(table: Bench) -> None:
    """One A4 page with an embedded font; skipped where no Chinese font is installed."""
    pytest.importorskip("typst")
    sheet = play_round(table)
    try:
        made = sheet_pdf(sheet | {"round": 1, "began": "2026-01-01 00:00:00 UTC"})
    except PdfImpossible as lacking:
        pytest.skip(str(lacking))

    assert made.startswith(b"%PDF-")
    assert b"NotoSans" in made or b"SourceHan" in made
    assert b"/Type/Pages/Count 1/" in made


def test_no_pdf_without_a_chinese_font(table: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boxes on a sheet that is signed would be worse than none; the answer says what is needed."""
    pytest.importorskip("typst")
    play_round(table)
    monkeypatch.setattr("referee.web.pdf.FONTS", ("No Such Font",))
    answer = table.get("/sheet.pdf")

    assert answer.status_code == 503
    assert "No Such Font" in answer.json()["says"]


def test_every_round_can_be_printed_again(table: Bench) -> None:
    """The sheet of a round that is over is the one it ended with, whatever came after."""
    first = play_round(table)
    table.order("withdraw", Role.CHIEF, side="EW")
    table.order("start-round", ruleset="national-2017", east_west="戊 己")

    again = table.get("/sheet.json?round=1").json()
    assert again["deals"] == first["deals"]
    assert again["outcome"]["ended_by"]["zh"] == "弃权"
    assert table.get("/sheet.json").json()["east_west"] == "戊 己"
    assert "round=1" in table.get("/sheet").text
    assert table.get("/sheet.json?round=3").status_code == 404
    assert table.get("/sheet.json?round=x").json()["east_west"] == "戊 己"


def ruled_on(table: Bench) -> int:
    """A play that does not beat, confirmed with a warning; the row of the ruling."""
    table.order("start-round", ruleset="jiangsu-2017", east_west="甲 乙", north_south="丙 丁")
    table.order("hands-drawn")
    table.order("name-leader", seat="S")
    table.order("play", seat="S", cards=["CK"])
    table.order("play", seat="E", cards=["D3"])
    return int(table.order("rule", case=1, decision="confirm", step="warning").json()["row"])


def test_a_ruling_has_its_sheet(table: Bench) -> None:
    """Facts, article with the words of the document, decision and who gave it, the trick so far."""
    row = ruled_on(table)
    log = log_of(table)
    found = ruling_sheet(log, row, {5: (Picture("ab", "crop"),)})
    assert found is not None
    told = found.told

    assert (told["fault"]["zh"], told["seat"]["zh"], told["level"]) == ("管不上", "东", "2")
    assert told["because"]["zh"] == "♦3作单张，管不上单张"
    assert [step["zh"] for step in told["steps"]] == ["警告"]
    assert told["by"]["zh"] == "裁判员"
    assert [act["did"]["zh"] for act in told["acts"]] == ["南出♣K", "东出♦3"]
    assert found.pictures == (Picture("ab", "crop"),)
    assert article_json("jiangsu-2017/wild.as_joker", ServedRulesets().loaded("jiangsu-2017")) == {
        "article": "jiangsu-2017/wild.as_joker",
        "word": {"zh": "逢人配可否当王", "en": "A wild card as a joker"},
        "quote": "可以和任意牌点的花色牌搭配",
        "says": "",
        "at": "jiangsu-2017 000 L79",
    }


def test_only_rulings_have_a_sheet(table: Bench) -> None:
    """Any other row, a row there is not, or nonsense is no ruling."""
    row = ruled_on(table)

    assert ruling_sheet(log_of(table), row - 1, {}) is None
    for path in (row - 1, row + 1, 0, "x", "9" * 30):
        assert table.get(f"/rulings/{path}/sheet.pdf").status_code == 404


def test_a_fault_that_a_person_saw_and_a_penalty_without_a_case_have_one_too(table: Bench) -> None:
    """What there is no device's finding of says who saw it."""
    ruled_on(table)
    table.order("note", seat="W", fault="exposed_card", cards=["HA"])
    noted = table.order("rule", Role.CHIEF, case=2, decision="confirm", step="foul").json()["row"]
    by_hand = table.order("penalty", seat="N", step="warning").json()["row"]
    sheet, plain = (ruling_sheet(log_of(table), row, {}) for row in (noted, by_hand))
    assert sheet is not None
    assert plain is not None

    assert sheet.told["found_by"]["zh"] == "裁判"
    assert sheet.told["cards"] == ["HA"]
    assert sheet.told["by"]["zh"] == "裁判长"
    assert plain.told["fault"] is None
    assert [step["zh"] for step in plain.told["steps"]] == ["警告"]


def test_the_sheet_of_a_ruling_is_set_with_its_pictures(table: Bench) -> None:
    """A PDF that holds the JPEGs it was given; skipped where no Chinese font is installed."""
    row = ruled_on(table)
    picture, other = (
        cv2.imencode(".jpg", np.full((90, 160, 3), grey, np.uint8))[1].tobytes()
        for grey in (90, 200)
    )
    found = ruling_sheet(log_of(table), row, {})
    assert found is not None
    told = found.told | {
        "article_source": article_json("", None),
        "ruleset_title": "",
        "at": "2026-01-01 00:00:00 UTC",
        "acts": [act | {"at": "00:00:00"} for act in found.told["acts"]],
    }
    try:
        made = ruling_pdf(told, [("crop", picture), ("after", other)])
    except PdfImpossible as lacking:
        pytest.skip(str(lacking))

    assert made.count(b"/DCTDecode") == 2
    assert table.get(f"/rulings/{row}/sheet.pdf").content.startswith(b"%PDF-")
    with pytest.raises(PdfImpossible, match="could not be set"):
        ruling_pdf(told, [("crop", b"no picture")])


def test_an_appeal_stands_on_the_sheet_of_its_ruling(table: Bench) -> None:
    """With when it was made and what became of it; its own row leads to the same sheet."""
    row = ruled_on(table)
    made = table.order("appeal", side="EW", row=row).json()["row"]
    table.order("appeal", side="NS")
    waiting = ruling_sheet(log_of(table), row, {})
    table.order("answer-appeal", Role.CHIEF, appeal=1, outcome="upheld", on_behalf="organiser")
    heard, own = (ruling_sheet(log_of(table), number, {}) for number in (row, made))
    of_round = ruling_sheet(log_of(table), made + 1, {})
    assert waiting is not None
    assert heard is not None
    assert own is not None
    assert of_round is not None

    (appeal,) = waiting.told["appeals"]
    assert (appeal["outcome"], appeal["row"], appeal["in_time"]) == ("open", made, True)
    (appeal,) = heard.told["appeals"]
    assert (appeal["outcome_word"]["zh"], appeal["by"]["zh"]) == ("成立", "组委会")
    assert own.told == heard.told
    assert of_round.told["fault"] is None
    assert [one["number"] for one in of_round.told["appeals"]] == [2]
    pdf = table.get(f"/rulings/{made}/sheet.pdf")
    assert pdf.status_code == 503 or pdf.content.startswith(b"%PDF-")


def test_an_appeal_is_against_a_ruling_or_a_round(table: Bench) -> None:
    """Before any round, or against a row that is no ruling, there is nothing to appeal against."""
    assert table.order("appeal", side="EW").status_code == 422
    row = ruled_on(table)
    assert table.order("appeal", side="EW", row=row - 1).status_code == 422
    assert table.order("appeal", side="EW", row=row).status_code == 200
    view = referee_view(log_of(table), {})
    assert [one["outcome"] for one in view["appeals"]] == ["open"]


@pytest.mark.parametrize(
    ("hours", "told"),
    [
        (8, "2026-12-01 04:15:07 UTC+8"),
        (0, "2026-11-30 20:15:07 UTC"),
        (-3.5, "2026-11-30 16:45:07 UTC-3:30"),
    ],
)
def test_moments_are_told_in_the_tables_own_time(hours: float, told: str) -> None:
    """With the zone, so that a sheet can be compared with another hall's."""
    zone = timezone(timedelta(hours=hours))

    assert day_and_time(local("2026-11-30T20:15:07.123+00:00", zone)) == told
