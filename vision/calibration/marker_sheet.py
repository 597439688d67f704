"""The printed markers: one A4 page as PDF, four squares to cut out.

A PDF of black rectangles needs no library; the sizes in it are exact, and a ruler line tells
whether the printer kept them.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.calibration.markers import DICTIONARY, PLACES, MarkerLayout

_POINTS_PER_MM = 72 / 25.4
_PAGE_MM = (210.0, 297.0)
_RULER_MM = 100.0
_CELLS = 6
"""A 4 x 4 marker with its black border."""


def marker_sheet(layout: MarkerLayout) -> bytes:
    """A PDF with the markers 0 to 3 at the size of *layout*, for printing at 100 %."""
    side = layout.marker_mm
    if not 15 <= side <= 80:
        raise ValueError(f"four markers of {side} mm do not fit a page; want 15 to 80 mm")
    drawn = []
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    for number, place in enumerate(PLACES):
        left = 20 + (number % 2) * (side + 15)
        top = 30 + (number // 2) * (side + 25)
        cells = cv2.aruco.generateImageMarker(dictionary, number, _CELLS)
        for row, column in np.argwhere(cells == 0).tolist():
            drawn.append(
                _rectangle(
                    left + column * side / _CELLS,
                    top + row * side / _CELLS,
                    side / _CELLS,
                    side / _CELLS,
                )
            )
        drawn.append(_words(left, top + side + 8, f"{number} {place}, top edge to the north"))
    ruler_y = _PAGE_MM[1] - 25
    drawn.append(_rectangle(20, ruler_y, _RULER_MM, 0.4))
    drawn.append(_words(20, ruler_y + 6, f"This line is {_RULER_MM:.0f} mm long. Print at 100 %."))
    return _pdf("\n".join(drawn))


def _rectangle(left: float, top: float, width: float, height: float) -> str:
    """Millimetres from the page's upper left corner."""
    # A little overlap: viewers leave hairlines between touching rectangles.
    extra = 0.02
    x, y = left * _POINTS_PER_MM, (_PAGE_MM[1] - top - height - extra) * _POINTS_PER_MM
    w, h = (width + extra) * _POINTS_PER_MM, (height + extra) * _POINTS_PER_MM
    return f"{x:.3f} {y:.3f} {w:.3f} {h:.3f} re f"


def _words(left: float, base: float, text: str) -> str:
    x, y = left * _POINTS_PER_MM, (_PAGE_MM[1] - base) * _POINTS_PER_MM
    return f"BT /F 9 Tf {x:.2f} {y:.2f} Td ({text}) Tj ET"


def _pdf(content: str) -> bytes:
    width, height = (length * _POINTS_PER_MM for length in _PAGE_MM)
    stream = content.encode("ascii")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] "
            "/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
            " /Contents 4 0 R >>"
        ).encode("ascii"),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    parts, places = [b"%PDF-1.4\n"], []
    for number, body in enumerate(objects, start=1):
        places.append(sum(map(len, parts)))
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = sum(map(len, parts))
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    parts.append(b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, rows))
    parts.append(
        b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    )
    return b"".join(parts)
