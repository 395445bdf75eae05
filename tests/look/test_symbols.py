"""Unit symbols: one geometry for screen and paper."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from armies import symbols
from armies.paper import marks
from armies.paper.typography import MM
from battles.engine.armies.facts import UNIT_TYPES

ROOT = Path(__file__).parents[2]
SPRITE = ROOT / "campaign/static/campaign/img/symbols.svg"


def test_the_sprite_is_what_the_geometry_gives() -> None:
    written = subprocess.run(
        [sys.executable, "-m", "armies.symbols"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    assert SPRITE.read_text(encoding="utf-8") == written.stdout


def test_every_unit_type_has_a_symbol_of_its_own() -> None:
    drawn = {kind: symbols.to_svg(kind).split(">", 1)[1] for kind in (*UNIT_TYPES, "lancers")}
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize("name", symbols.SYMBOLS)
def test_paper_and_screen_draw_the_same_paths(name: str) -> None:
    fine = 100
    operators = marks.symbol_operators(name, fine * symbols.WIDTH / MM)
    paper = [path(drawn) for drawn in re.findall(r"[01] g (.+?) [SfB](?= [01] g|$)", operators)]
    screen = [path(drawn) for drawn in re.findall(r' d="([^"]+)"', symbols.to_svg(name))]
    flipped = [[(letter, tuple(upright(at, fine))) for letter, at in one] for one in paper]
    assert screen == (flipped if name.startswith("leader_") else flipped[1:])


def upright(numbers: tuple[float, ...], fine: int) -> Iterator[float]:
    """Coordinates of paper, y up and so much larger, as the screen has them."""
    for index, number in enumerate(numbers):
        yield round((-number if index % 2 else number) / fine, 4)


def path(text: str) -> list[tuple[str, tuple[float, ...]]]:
    """A path of SVG (``M 1 2``) or of PDF (``1 2 m``) as its commands, each with its numbers."""
    found = re.findall(r"([MLCZ])((?: -?[\d.]+)*)|((?:-?[\d.]+ )*)([mlch])\b", text)
    return [
        ((svg or pdf.upper()).replace("H", "Z"), tuple(float(number) for number in (after or before).split()))
        for svg, after, before, pdf in found
    ]


def test_the_sprite_takes_its_colours_from_the_page() -> None:
    tree = ElementTree.parse(SPRITE)
    for element in tree.iter():
        for paint in ("fill", "stroke"):
            assert element.get(paint, "none") in ("none", "var(--sf)", "var(--sg)", "var(--se)")
        assert "style" not in element.attrib


def test_a_path_with_another_command_is_refused() -> None:
    with pytest.raises(ValueError, match="not one of M, L, C, Z"):
        symbols.parse("M 0 0 A 1 1 0 0 0 2 2")
