"""Unit symbols: one geometry for screen and paper."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from armies import symbols
from armies.rules.facts import UNIT_TYPES

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
    class Canvas:
        """Writes down the paths it is asked for, in the units of the box."""

        def __init__(self) -> None:
            self.paths: list[list[tuple[str, tuple[float, ...]]]] = []

        def beginPath(self) -> "Canvas":
            self.paths.append([])
            return self

        def moveTo(self, *v: float) -> None:
            self.paths[-1].append(("M", v))

        def lineTo(self, *v: float) -> None:
            self.paths[-1].append(("L", v))

        def curveTo(self, *v: float) -> None:
            self.paths[-1].append(("C", v))

        def close(self) -> None:
            self.paths[-1].append(("Z", ()))

        def __getattr__(self, name: str) -> object:
            return lambda *args, **kwargs: None

    canvas = Canvas()
    symbols.to_canvas(canvas, name, 0, 0, symbols.WIDTH)
    paper = [[(c, tuple(-a if i % 2 else a for i, a in enumerate(v))) for c, v in path] for path in canvas.paths]
    screen = [symbols.parse(d) for d in re.findall(r' d="([^"]+)"', symbols.to_svg(name))]
    assert screen == (paper if name.startswith("leader_") else paper[1:])


def test_the_sprite_takes_its_colours_from_the_page() -> None:
    tree = ElementTree.parse(SPRITE)
    for element in tree.iter():
        for paint in ("fill", "stroke"):
            assert element.get(paint, "none") in ("none", "var(--sf)", "var(--sg)", "var(--se)")
        assert "style" not in element.attrib


def test_a_path_with_another_command_is_refused() -> None:
    with pytest.raises(ValueError, match="not one of M, L, C, Z"):
        symbols.parse("M 0 0 A 1 1 0 0 0 2 2")
