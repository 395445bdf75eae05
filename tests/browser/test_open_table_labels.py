"""The labels of an open table in Chromium: beside what they name, off what stands there, and fewer from far."""

from typing import Any

import pytest

from battles.engine.picture import Name, Reach, Way
from battles.pages.board.scene import Marked
from tests.battles.board.boards import base, open_ground, plain_scene
from tests.browser.boards import show, view_box

pytestmark = pytest.mark.browser

TROOPS = (
    base("unit 0", (300, 300), (50, 20), label="1st Line", body="Morand"),
    base("unit 1", (360, 300), (50, 20), label="2nd Line"),
    base("unit 2", (300, 330), (50, 20), label="3rd Line"),
    base("stand 0", (700, 600), (25, 25), label="Morand", shape="leader", sign="leader_brigade"),
)


def at_scale(page: Any, scale: float, x: float, y: float) -> None:
    page.evaluate(
        "([scale, x, y]) => { window.board.view.scale = scale; window.board.view.centre(x, y); }", [scale, x, y]
    )
    view_box(page)
    view_box(page)


def shown(page: Any) -> list[str]:
    """The labels that can be seen."""
    found = page.locator(".told .halo")
    return [one.text_content() for one in found.all() if one.is_visible()]


def apart(one: dict[str, float], two: dict[str, float]) -> bool:
    return (
        one["x"] + one["width"] <= two["x"]
        or two["x"] + two["width"] <= one["x"]
        or one["y"] + one["height"] <= two["y"]
        or two["y"] + two["height"] <= one["y"]
    )


def inked(line: dict[str, float]) -> dict[str, float]:
    """The part of a line of type that has letters in it: a fifth above them is empty."""
    empty = line["height"] / 5
    return {**line, "y": line["y"] + empty, "height": line["height"] - empty}


def test_the_name_of_a_road_is_in_view_if_there_is_room(page: Any) -> None:
    road = Way("road", ((100, 0), (100, 1200)), 30, "road", "Road.", "Brussels road")
    show(page, open_ground(ways=(road,)), plain_scene(*TROOPS))
    frame = page.locator("[data-board-frame]").bounding_box()
    for y, scale in ((300, 1.0), (900, 1.1)):
        at_scale(page, scale, 300, y)
        name = page.locator("text.course").bounding_box()
        assert frame["y"] <= name["y"]
        assert name["y"] + name["height"] <= frame["y"] + frame["height"]


def test_a_label_goes_where_no_unit_stands_and_no_label_is(page: Any) -> None:
    show(page, open_ground(), plain_scene(*TROOPS))
    at_scale(page, 1, 330, 300)
    assert sorted(shown(page)) == ["1st Line", "2nd Line", "3rd Line", "Morand"]
    labels = [page.locator(f".block[data-key='unit {number}'] .told:not(.body)").bounding_box() for number in range(3)]
    bases = [page.locator(f".block[data-key='unit {number}'] .k").bounding_box() for number in range(3)]
    for number, label in enumerate(labels):
        others = [*labels[:number], *labels[number + 1 :], *bases[:number], *bases[number + 1 :]]
        assert all(apart(label, other) for other in others), number


def test_from_far_bodies_of_troops_have_a_label_and_units_when_they_are_asked_for(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    show(page, open_ground(), plain_scene(*TROOPS))
    page.evaluate("() => window.board.look('whole')")
    view_box(page)
    assert shown(page) == ["Morand"]
    page.evaluate("() => window.board.select('unit 0')")
    assert shown(page) == ["1st Line"]


def test_a_name_stands_off_its_structure_however_small_the_table_is_shown(page: Any) -> None:
    names = (Name("Rothenau", (600, 400), about=(80, 90)), Name("Rothenau church", (680, 380), about=(40, 40)))
    page.set_viewport_size({"width": 390, "height": 700})
    show(page, open_ground(names=names), plain_scene(*TROOPS))
    for scale in (0, 0.6, 1.2):
        if scale:
            at_scale(page, scale, 640, 400)
        else:
            page.evaluate("() => window.board.look('whole')")
            view_box(page)
            view_box(page)
        now = page.evaluate("window.board.view.scale")
        frame = page.locator("[data-board-frame]").bounding_box()
        left, top = page.evaluate("[window.board.view.x, window.board.view.y]")
        houses = [
            {
                "x": frame["x"] + (name.at[0] - name.about[0] / 2 - left) * now + 2,
                "y": frame["y"] + (name.at[1] - name.about[1] / 2 - top) * now + 2,
                "width": name.about[0] * now - 4,
                "height": name.about[1] * now - 4,
            }
            for name in names
        ]
        texts = [inked(page.locator("text.name").nth(number).bounding_box()) for number in range(2)]
        assert apart(*texts)
        assert all(apart(text, house) for text in texts for house in houses), scale


def test_the_name_of_how_far_a_unit_reaches_stands_where_no_unit_does(page: Any) -> None:
    outline = ((200, 200), (420, 200), (420, 480), (200, 480))
    row = tuple(base(f"unit {n}", (220 + 60 * n, 196), (50, 30), label=f"{n}") for n in range(4))
    reach = Reach("charge", "Extended charge", "", outline)
    show(page, open_ground(), plain_scene(*row, base("unit 9", (310, 340), (50, 20))), Marked(reaches=(reach,)))
    at_scale(page, 1, 310, 320)
    name = page.locator(".reach-name").bounding_box()
    bases = [page.locator(f".block[data-key='{each.key}'] .k").bounding_box() for each in row]
    assert all(apart(name, one) for one in bases)
