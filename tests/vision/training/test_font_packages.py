"""The fonts that drawn decks are printed in, as they are fetched."""

import subprocess
from pathlib import Path

import pytest

TRAINING = Path(__file__).parents[3] / "vision" / "training"


def fetched(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    words = ["sh", str(TRAINING / "fetch_fonts.sh"), *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_every_package_stands_in_its_place_once() -> None:
    """A list in order shows at a glance what is in it."""
    lines = (TRAINING / "font_packages.txt").read_text("utf-8").splitlines()
    packages = [line for line in lines if not line.startswith("#")]

    assert packages == sorted(set(packages))
    assert "fonts-dejavu-core" in packages, "legible.py compares with it"


def test_without_a_folder_nothing_is_fetched() -> None:
    """The script says how it is called."""
    result = fetched()

    assert result.returncode == 2
    assert result.stderr == "usage: fetch_fonts.sh FOLDER [LIST]\n"


@pytest.mark.train
def test_only_fetched_fonts_are_seen(tmp_path: Path) -> None:
    """With the folder's fonts.conf no font of the machine is drawn with."""
    wanted = tmp_path / "list.txt"
    wanted.write_text("# one\nfonts-play\n", "utf-8")

    result = fetched(tmp_path / "fonts", wanted)
    seen = subprocess.run(
        ["fc-list", "-f", "%{family[0]}\n"],
        env={"PATH": "/usr/bin:/bin", "FONTCONFIG_FILE": str(tmp_path / "fonts" / "fonts.conf")},
        capture_output=True,
        text=True,
        check=True,
    )

    assert result.returncode == 0, result.stderr
    assert set(seen.stdout.split("\n")) - {""} == {"Play"}
