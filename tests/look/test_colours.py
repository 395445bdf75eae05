"""The colours keep what tokens.css and nations.css promise, in both themes."""

import re

import pytest

from battles.engine.armies.nations import nations
from tests.look.colours import CSS, MAP_GROUNDS, THEMES, TOKENS, contrast, pairs

GROUNDS = ("paper", "sheet", "well")


NATIONS = {
    code: pairs(body)
    for code, body in re.findall(r"\.n-(\w+) \{(.*?)\}", (CSS / "nations.css").read_text(encoding="utf-8"), re.DOTALL)
}


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
