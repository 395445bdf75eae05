"""Units of a scenario set in their places on the editor's board: by mouse, by finger, by keys."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.boards import hex_middle, settle, take_hold, view_box
from tests.browser.conftest import Complaints
from tests.browser.visitors import PHONE, sign_in

pytestmark = pytest.mark.browser

POND, FREE, OTHER = "0101", "0306", "0507"


@pytest.fixture
def scenario(live: str, alice: Any) -> Any:
    """The village, where everybody stands in a set place, with a pond in a corner and one unit of side b off it."""
    from battles.engine.drafting import Stroke
    from battles.services import drawn_scenarios

    row = drawn_scenarios.copy_shipped(alice, "easy_napoleonics", "village")
    drawn_scenarios.paint(row, alice, 1, [Stroke("ground.pond", (POND,))])
    row.refresh_from_db()
    content = json.loads(row.content)
    del content["forces"]["b"]["units"][0]["at"]
    type(row).objects.filter(pk=row.pk).update(content=json.dumps(content))
    return row


@pytest.fixture
def enter(chromium: Any, live: str, client: Any, alice: Any, scenario: Any) -> Iterator[Any]:
    """Opens the editor; at the end the browser may not have complained, but of what was refused."""
    opened = []

    def open_page(**facts: Any) -> Any:
        context = chromium.new_context(base_url=live, **{"viewport": {"width": 1280, "height": 900}, **facts})
        sign_in(context, live, client, alice)
        page = context.new_page()
        opened.append((context, Complaints(page)))
        page.goto(f"/s/{scenario.slug}/edit")
        page.locator("[data-scripted]:not([hidden])").wait_for()
        settle(page)
        return page

    yield open_page
    heard = [each for _, complaints in opened for each in complaints.heard if "422" not in each]
    for context, _ in opened:
        context.close()
    assert not heard, heard


def place(scenario: Any, side: str, unit: int) -> dict[str, str]:
    """Where a unit stands in the saved scenario."""
    scenario.refresh_from_db()
    return dict(json.loads(scenario.content)["forces"][side]["units"][unit].get("at", {}))


def area(page: Any, key: str) -> str:
    return str(page.locator(f"#scene .block[data-key='{key}']").get_attribute("data-area"))


def stands(page: Any, key: str, at: str) -> None:
    page.locator(f"#scene .block[data-key='{key}'][data-area='{at}']").wait_for()


def drag(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def block(page: Any, key: str) -> tuple[float, float]:
    box = page.locator(f"#scene .block[data-key='{key}'] .hit").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def save(page: Any) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("No unsaved changes.").wait_for()


def test_a_mouse_drags_a_unit_turns_it_and_undoes(enter: Any, scenario: Any) -> None:
    page = enter()
    before = area(page, "unit 0")
    drag(page, block(page, "unit 0"), hex_middle(page, FREE))
    stands(page, "unit 0", FREE)
    page.get_by_text("1 change not saved.").wait_for()
    mark = page.locator(".ring .turn[data-turn='1200'] .hit").bounding_box()
    page.mouse.click(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
    page.get_by_text("2 changes not saved.").wait_for()
    drag(page, block(page, "unit 0"), hex_middle(page, OTHER))
    stands(page, "unit 0", OTHER)
    page.get_by_role("button", name="Undo the last change").click()
    stands(page, "unit 0", FREE)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.get_by_text("No unsaved changes.").wait_for()
    stands(page, "unit 0", before)
    for _ in range(2):
        page.get_by_role("button", name="Redo the change").click()
    stands(page, "unit 0", FREE)
    save(page)
    assert (place(scenario, "a", 0)["hex"], place(scenario, "a", 0)["facing"]) == (FREE, "SE")


def test_where_it_may_not_stand_it_goes_back_and_is_told_why(enter: Any, scenario: Any) -> None:
    page = enter()
    before, other = area(page, "unit 0"), area(page, "unit 1")
    for where, why in ((POND, "pond"), (other, "a hex holds one unit")):
        end = hex_middle(page, where)
        drag(page, block(page, "unit 0"), end)
        page.locator("[data-paint=refused]", has_text=why).wait_for()
        assert area(page, "unit 0") == before
    assert page.get_by_text("No unsaved changes.").is_visible()
    drag(page, block(page, "unit 0"), hex_middle(page, FREE))
    stands(page, "unit 0", FREE)
    assert page.locator("[data-paint=refused]").is_hidden()


def test_a_unit_that_has_no_place_is_dragged_onto_the_board(enter: Any, scenario: Any) -> None:
    page = enter()
    off = page.locator("#board-off [data-key]")
    assert off.count() == 1
    key = off.get_attribute("data-key")
    off.scroll_into_view_if_needed()
    box = off.bounding_box()
    drag(page, (box["x"] + 20, box["y"] + 20), hex_middle(page, FREE))
    stands(page, key, FREE)
    assert page.locator("#board-off [data-key]").count() == 0
    save(page)
    assert place(scenario, "b", 0)["hex"] == FREE
    page.locator("h2", has_text="Ready to play").wait_for()


def test_keys_take_a_unit_set_it_down_and_turn_it(enter: Any, scenario: Any) -> None:
    page = enter()
    page.locator("#scene .block[data-key='unit 0']").evaluate("one => one.focus()")
    page.keyboard.press("Enter")
    assert page.locator(".block.on").get_attribute("data-key") == "unit 0"
    before = area(page, "unit 0")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    at = page.evaluate("document.activeElement.dataset.key")
    assert "selected unit" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    stands(page, "unit 0", at)
    assert at != before
    page.wait_for_function("document.activeElement.dataset.key === 'unit 0'")
    page.keyboard.press("]")
    page.get_by_text("2 changes not saved.").wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".block.on, .ring > *").count() == 0
    save(page)
    assert (place(scenario, "a", 0)["hex"], place(scenario, "a", 0)["facing"]) == (at, "NE")


def test_a_finger_takes_a_unit_by_a_tap_and_drags_it(enter: Any, scenario: Any) -> None:
    page = enter(**PHONE)
    page.locator("[data-board]").scroll_into_view_if_needed()
    take_hold(page)
    page.evaluate("window.board.centre('unit 0')")
    view_box(page)
    page.touchscreen.tap(*block(page, "unit 0"))
    page.locator(".block.on[data-key='unit 0']").wait_for()
    start = block(page, "unit 0")
    box = page.locator(f".areas [data-key='{area(page, 'unit 0')}']").bounding_box()
    session = page.context.new_cdp_session(page)
    for kind, spots in (
        ("touchStart", [start]),
        ("touchMove", [(start[0], start[1] - box["height"])]),
        ("touchMove", [(start[0] + box["width"] / 2, start[1] - 1.5 * box["height"])]),
        ("touchEnd", []),
    ):
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.get_by_text("1 change not saved.").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    save(page)
    assert place(scenario, "a", 0)["hex"] == area(page, "unit 0")


def test_beside_units_the_ground_is_painted_as_ever(enter: Any, scenario: Any) -> None:
    page = enter()
    page.get_by_label("Woods", exact=True).check()
    drag(page, hex_middle(page, FREE), hex_middle(page, "0406"))
    page.get_by_text("1 change not saved.").wait_for()
    assert page.locator(".strokes path").count() >= 2
