"""Letters and figures of installed fonts."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from zlib import crc32

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.training.pips import Mask, cut_to_ink

_UNSUITABLE = (
    "symbol",
    "dingbat",
    "italic",
    "oblique",
    "emoji",
    "math",
    "color",
    "d050",
    "chancery",
    "thin",
    "hairline",
    "initial",
    "keyboard",
    "extralight",
    "ultralight",
    "cursor",
    "texgyrechorus",
    "unicode",
    "keys",
    "smallcap",
)
"""Parts of names of fonts whose letters no deck of cards would carry."""

_EM_PX = 120
_HELD_OUT_ONE_IN = 6


@dataclass(frozen=True, slots=True)
class FontFamily:
    """The upright files of one family, so that families weigh equally whatever their size."""

    name: str
    files: tuple[Path, ...]

    @property
    def held_out(self) -> bool:
        """Whether the family is kept for decks that test what was learned."""
        return crc32(self.name.encode()) % _HELD_OUT_ONE_IN == 0

    def pick(self, chance: np.random.Generator) -> Callable[[str], Mask | None]:
        """One file of the family, as a function from words to their ink."""
        return partial(font_word, self.files[int(chance.integers(len(self.files)))])


def installed_families() -> tuple[FontFamily, ...]:
    """Every suitable family fontconfig knows, sorted by name."""
    listed = subprocess.run(
        ["fc-list", "-f", "%{file}\n"],  # noqa: S607 - fontconfig stands where the system put it
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return families_of(Path(line) for line in listed.splitlines())


def families_of(files: Iterable[Path]) -> tuple[FontFamily, ...]:
    """Group font files by the family part of their names, unsuitable ones left out."""
    groups: dict[str, list[Path]] = {}
    for file in sorted(set(files)):
        name = file.stem.lower()
        suited = not any(word in name for word in _UNSUITABLE)
        if suited and file.suffix in {".ttf", ".otf"}:
            groups.setdefault(name.split("-")[0].split("_")[0][:9], []).append(file)
    return tuple(FontFamily(name, tuple(files)) for name, files in sorted(groups.items()))


@cache
def _font(file: Path) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(file), _EM_PX)


@cache
def font_word(file: Path, word: str) -> Mask | None:
    """Ink of *word* in a font, or None where a letter is missing or blank."""
    font = _font(file)
    missing = _ink(font, "\U0010ffff")
    for letter in word:
        ink = _ink(font, letter)
        if ink is None or (missing is not None and np.array_equal(ink, missing)):
            return None
    return _ink(font, word)


def _ink(font: ImageFont.FreeTypeFont, word: str) -> Mask | None:
    left, top, right, bottom = font.getbbox(word)
    if right - left < 6 or bottom - top < 6:
        return None
    canvas = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8), 0)
    ImageDraw.Draw(canvas).text((4 - left, 4 - top), word, font=font, fill=255)
    mask = np.asarray(canvas, np.float32) / 255
    return cut_to_ink(mask) if mask.max() > 0.5 else None
