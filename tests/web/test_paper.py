"""The score sheet on screen, on paper and in files."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from referee.web.exports import sheet_csv
from referee.web.sheet_pdf import PdfImpossible, sheet_pdf
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
    assert table.get("/sheet.json").json() == sheet
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
        made = sheet_pdf(sheet)
    except PdfImpossible as lacking:
        pytest.skip(str(lacking))

    assert made.startswith(b"%PDF-")
    assert b"NotoSans" in made or b"SourceHan" in made
    assert b"/Type/Pages/Count 1/" in made


def test_no_pdf_without_a_chinese_font(table: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boxes on a sheet that is signed would be worse than none; the answer says what is needed."""
    pytest.importorskip("typst")
    play_round(table)
    monkeypatch.setattr("referee.web.sheet_pdf.FONTS", ("No Such Font",))
    answer = table.get("/sheet.pdf")

    assert answer.status_code == 503
    assert "No Such Font" in answer.json()["says"]
