"""Which fonts a deck could be printed in."""

from pathlib import Path

import pytest

PLAIN = Path("/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf")


@pytest.mark.train
def test_plain_figures_are_legible_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file whose three looks like an eight is left out, and a family without any other, too."""
    legible = pytest.importorskip("vision.training.legible", reason="needs the extra `train`")
    if not PLAIN.exists():
        pytest.skip("needs fonts-dejavu-core")
    strange = Path("strange.ttf")
    word = legible.font_word

    def printed(file: Path, text: str) -> object:
        return word(PLAIN, "8" if file == strange and text == "3" else text)

    monkeypatch.setattr(legible, "font_word", printed)
    family = legible.FontFamily
    mixed, odd = family("mixed", (PLAIN, strange)), family("odd", (strange,))

    assert legible.legible([mixed, odd]) == (family("mixed", (PLAIN,)),)
