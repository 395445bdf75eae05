"""An open table in Chromium: pointed at anywhere, measured with a tape, led over by keys."""

import re
from typing import Any

import pytest

from battles.engine.picture import Ground, Scene
from battles.pages.board.svg import moved
from tests.battles.board.boards import base, battlefield, open_ground, plain_scene
from tests.browser.boards import heard, middle, pixel, show, view_box

pytestmark = pytest.mark.browser


@pytest.fixture
def table(page: Any) -> tuple[Ground, Scene]:
    """Two ranks that face each other."""
    found = battlefield()
    show(page, *found)
    return found


def label(page: Any) -> str:
    return str(page.locator(".tape-label text").text_content())


def test_a_click_on_open_ground_names_the_spot(page: Any, table: tuple[Ground, Scene]) -> None:
    page.mouse.click(*pixel(page, 700, 400))
    page.mouse.click(*pixel(page, 330, 500))
    spots = [said["area"] for name, said in heard(page) if name == "area"]
    for spot, (x, y) in zip(spots, ((700, 400), (330, 500)), strict=True):
        found = re.fullmatch(r"at (\d+) (\d+)", spot)
        assert found
        assert (int(found[1]), int(found[2])) == pytest.approx((x, y), abs=2)


def test_terrain_that_is_marked_is_meant_itself(page: Any, table: tuple[Ground, Scene]) -> None:
    page.evaluate("() => window.board.mark({ areas: ['village', 'at 700 400'] })")
    assert page.locator("#marks .go").count() == 2
    page.mouse.click(*pixel(page, 385, 240))
    assert heard(page) == [["area", {"area": "village"}]]


def test_a_unit_is_chosen_by_its_base_and_has_its_outline(page: Any, table: tuple[Ground, Scene]) -> None:
    page.mouse.click(*middle(page, "unit 4"))
    assert heard(page) == [["unit", {"key": "unit 4", "area": "at 210 640"}]]
    wide = page.locator("#marks .on").evaluate("(one) => one.getBBox().width")
    assert wide == pytest.approx(56, abs=0.2)
    page.evaluate("() => window.board.mark({ targets: ['unit 5', 'unit 99'] })")
    assert page.locator("#marks .aim").count() == 1


def test_a_dragged_unit_falls_on_a_spot(page: Any, table: tuple[Ground, Scene]) -> None:
    page.evaluate("() => window.board.mayDrag(['unit 4'])")
    page.mouse.move(*middle(page, "unit 4"))
    page.mouse.down()
    page.mouse.move(*pixel(page, 230, 500), steps=5)
    assert page.locator(".block.ghost .k").count() == 1
    page.mouse.up()
    ((name, said),) = heard(page)
    assert (name, said["key"], said["block"]) == ("drop", "unit 4", "")
    assert [int(part) for part in said["area"].split()[1:]] == pytest.approx([230, 500], abs=2)


def test_the_tape_measures_base_to_base_while_it_is_drawn(page: Any) -> None:
    show(page, open_ground(), plain_scene(base(), base("unit 1", (600, 200), (30, 30), side="b", turn=1800)))
    page.get_by_role("button", name="Measure").click()
    page.mouse.move(*middle(page, "unit 0"))
    page.mouse.down()
    page.mouse.move(*pixel(page, 600, 300), steps=3)
    assert label(page) == "9.0 cm"
    page.mouse.move(*middle(page, "unit 1"), steps=3)
    assert label(page) == "17.5 cm"
    page.mouse.up()
    said = page.locator("[data-board-says]")
    assert said.text_content() == "From 4th Line to 4th Line: 17.5 cm."
    page.mouse.move(*pixel(page, 900, 400))
    assert label(page) == "17.5 cm"
    page.mouse.click(*pixel(page, 100, 100))
    page.mouse.click(*pixel(page, 400, 500))
    assert label(page) == "50.0 cm"
    assert heard(page) == []
    page.get_by_role("button", name="Measure").click()
    assert page.locator(".tape").count() == 0
    page.mouse.click(*pixel(page, 100, 100))
    assert [name for name, _ in heard(page)] == ["area"]


def test_bases_that_touch_are_no_distance_apart(page: Any) -> None:
    blocks = (base(), base("unit 1", (600, 380), side="b", turn=1800), base("unit 2", (652, 400), (50, 20)))
    show(page, open_ground(), plain_scene(*blocks))
    measured = page.evaluate(
        """() => ["unit 1", "unit 2"].map((key) => {
          const { measure } = window.board;
          measure.begin(measure.endOf(window.board.block("unit 0")));
          measure.fix(measure.endOf(window.board.block(key)));
          return measure.label.textContent; })"""
    )
    assert measured == ["0.0 cm", "0.2 cm"]


def test_keys_lead_a_cursor_and_measure(page: Any) -> None:
    show(page, open_ground(), plain_scene(base(), base("unit 1", (600, 200), (30, 30), side="b")))
    page.evaluate("() => { window.board.view.scale = 1; window.board.focus('unit 0'); }")
    page.keyboard.press("t")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    focus = "() => document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focus) == "60.0 cm from the left, 46.0 cm from the southern edge"
    assert label(page) == "5.0 cm"
    assert page.locator("[data-board-says]").text_content() == "5.0 cm to here"
    page.keyboard.press("PageDown")
    page.keyboard.press("Escape")
    assert page.locator(".tape").count() == 0
    page.evaluate("() => window.board.focus('at 640 340')")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert heard(page)[-1] == ["area", {"area": "at 660 340"}]
    page.evaluate("() => window.board.focus('at 600 390')")
    assert "4th Line, in line" in page.evaluate(focus)
    page.keyboard.press("r")
    assert heard(page)[-1][0] == "reach"


def test_a_new_scene_shows_what_moved_from_spot_to_spot(page: Any) -> None:
    ground = open_ground()
    show(page, ground, plain_scene(base(), base("unit 1", (300, 300))))
    after = plain_scene(base(at=(640, 300)), base("unit 1", (300, 300), turn=450))
    page.evaluate("(markup) => window.board.swap(markup)", moved(ground, after))
    assert page.locator(".track").evaluate_all("(all) => all.map((one) => one.getAttribute('d'))") == [
        "M600 400L640 300"
    ]
    assert page.locator("path.now").count() == 2


def test_type_keeps_its_size_and_gives_way_where_there_is_no_room(page: Any, table: tuple[Ground, Scene]) -> None:
    page.set_viewport_size({"width": 400, "height": 500})
    text = page.locator(".block[data-key='unit 4'] .halo")
    page.evaluate("() => { window.board.view.scale = 0.65; window.board.view.centre(210, 640); }")
    view_box(page)
    assert text.bounding_box()["height"] == pytest.approx(20, abs=3)
    page.evaluate("() => { window.board.view.scale = 3; window.board.view.centre(210, 640); }")
    view_box(page)
    assert text.bounding_box()["height"] > 25
    page.evaluate("() => { window.board.view.scale = 0.55; window.board.view.centre(210, 640); }")
    view_box(page)
    assert text.is_visible()
    assert not page.locator(".block[data-key='unit 4'] .counter").is_visible()
    page.evaluate("() => { window.board.view.scale = 0.45; window.board.view.centre(210, 640); }")
    view_box(page)
    assert not text.is_visible()
    page.evaluate("() => window.board.select('unit 4')")
    assert text.is_visible()


def test_the_bar_says_how_long_the_table_is(page: Any, table: tuple[Ground, Scene]) -> None:
    for scale, said in ((1.0, "10 cm"), (0.4, "20 cm"), (3.0, "2 cm")):
        page.evaluate("(scale) => { window.board.view.scale = scale; window.board.view.change(); }", scale)
        view_box(page)
        bar = page.locator("[data-board-scale]")
        assert bar.inner_text().strip() == said
        wide = page.locator("[data-line]").bounding_box()["width"]
        assert wide == pytest.approx(float(said.removesuffix(" cm")) * 10 * scale, abs=0.6)


def test_nothing_is_wrong_with_an_open_table_by_axe(page: Any, axe: Any, complaints: Any) -> None:
    show(page, open_ground(), plain_scene(base()))
    page.evaluate("() => window.board.focus('at 640 340')")
    page.keyboard.press("t")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        assert axe() == [], theme
    assert complaints.heard == []
