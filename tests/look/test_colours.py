"""The colours keep what tokens.css and nations.css promise, in both themes."""

import re
from pathlib import Path

import pytest

from battles.engine.armies.nations import nations

CSS = Path(__file__).parents[2] / "campaign/static/campaign/css"
PAIR = re.compile(r"--([\w-]+): var\(--if-light, (#[0-9a-f]{6})\) var\(--if-dark, (#[0-9a-f]{6})\);")
THEMES = ("light", "dark")
GROUNDS = ("paper", "sheet", "well")
MAP_GROUNDS = ("t-ground", "t-hill", "t-wood", "t-water")


def pairs(text: str) -> dict[str, dict[str, str]]:
    """The colours of each theme by token."""
    found = PAIR.findall(text)
    return {"light": {name: light for name, light, _ in found}, "dark": {name: dark for name, _, dark in found}}


TOKENS = pairs((CSS / "tokens.css").read_text(encoding="utf-8"))
NATIONS = {
    code: pairs(body)
    for code, body in re.findall(r"\.n-(\w+) \{(.*?)\}", (CSS / "nations.css").read_text(encoding="utf-8"), re.DOTALL)
}


def luminance(colour: str) -> float:
    """Relative luminance of #RRGGBB, as WCAG 2.2 defines it."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio from 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_measured_as_wcag_says() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("text", ["ink", "ink-2", "ink-3", "link", "wax", "brass", "verdigris"])
def test_text_is_legible_on_every_ground(theme: str, text: str) -> None:
    for ground in GROUNDS:
        assert contrast(TOKENS[theme][text], TOKENS[theme][ground]) >= 4.5, ground


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("edge", ["line-2", "focus"])
def test_edges_of_controls_stand_out(theme: str, edge: str) -> None:
    for ground in GROUNDS:
        assert contrast(TOKENS[theme][edge], TOKENS[theme][ground]) >= 3, ground


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("wax", "wax-tint"),
        ("brass", "brass-tint"),
        ("verdigris", "verdigris-tint"),
        ("ink", "wax-tint"),
        ("ink", "brass-tint"),
        ("ink", "verdigris-tint"),
        ("btn-on", "btn"),
        ("btn-on", "ink-2"),
    ],
)
def test_words_on_a_tint_or_a_button_are_legible(theme: str, text: str, ground: str) -> None:
    assert contrast(TOKENS[theme][text], TOKENS[theme][ground]) >= 4.5


@pytest.mark.parametrize("code", nations())
@pytest.mark.parametrize("theme", THEMES)
def test_a_nation_has_a_legible_sign_and_an_edge_on_every_ground(code: str, theme: str) -> None:
    colours = NATIONS[code.lower()][theme]
    assert contrast(colours["n-on"], colours["n"]) >= 4.5
    for ground in (*GROUNDS, *MAP_GROUNDS):
        assert contrast(colours["n-line"], TOKENS[theme][ground]) >= 3, ground
        assert contrast(colours["n-line"], TOKENS[theme]["sheet"]) >= 3, "the open block of side B is filled with sheet"


def test_no_nation_is_coloured_that_does_not_exist() -> None:
    assert set(NATIONS) == {code.lower() for code in nations()}
    assert all(nation.css == f"n-{nation.code.lower()}" for nation in nations().values())
