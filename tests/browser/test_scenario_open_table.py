"""The editor of scenarios on an open table: drawn corner by corner and by hand, moved, set, saved and played."""

import json
import re
from typing import Any

import pytest

from tests.browser.boards import take_hold, view_box
from tests.browser.conftest import Complaints
from tests.browser.visitors import PHONE, SMALL, sign_in

pytestmark = pytest.mark.browser

SYSTEM = "mini_nap"


@pytest.fixture
def scenario(live: str, alice: Any) -> Any:
    """The division meeting, on a bare table."""
    from battles.services.drawn_scenarios import copy_shipped

    row = copy_shipped(alice, SYSTEM, "division_meeting")
    content = json.loads(row.content)
    content["table"] = {"width": 180, "height": 120}
    type(row).objects.filter(pk=row.pk).update(content=json.dumps(content))
    row.refresh_from_db()
    return row


def features(scenario: Any) -> list[Any]:
    """What lies on the saved table."""
    scenario.refresh_from_db()
    return list(json.loads(scenario.content)["table"].get("features", []))


def spot(page: Any, x: float, y: float) -> tuple[float, float]:
    """The pixel of the window over a place of the table, in centimetres from the left and from below."""
    view_box(page)
    found = page.evaluate(
        "([x, y]) => { const { view, frame } = window.board; const box = frame.getBoundingClientRect();"
        " return [box.left + (x * 10 - view.x) * view.scale, box.top + (1200 - y * 10 - view.y) * view.scale]; }",
        [x, y],
    )
    return found[0], found[1]


def opened(page: Any, scenario: Any) -> None:
    page.goto(f"/s/{scenario.slug}/edit")
    page.locator("[data-scripted]:not([hidden])").wait_for()
    take_hold(page)


def strokes(page: Any, count: int) -> None:
    words = "1 change not saved." if count == 1 else f"{count} changes not saved."
    page.get_by_text(words).wait_for()


def save(page: Any) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("No unsaved changes.").wait_for()


def choose(page: Any, words: str) -> None:
    page.get_by_label(words, exact=True).check()


def test_a_table_is_drawn_saved_and_set_up(
    page: Any, live: str, client: Any, alice: Any, scenario: Any, complaints: Complaints
) -> None:
    sign_in(page.context, live, client, alice)
    page.set_viewport_size({"width": 1280, "height": 900})
    opened(page, scenario)
    choose(page, "Wood")
    for x, y in ((60, 70), (67, 70), (67, 63), (60, 63)):
        page.mouse.click(*spot(page, x, y))
    page.keyboard.press("Enter")
    strokes(page, 1)
    choose(page, "Stream")
    page.mouse.click(*spot(page, 0.4, 50))
    page.mouse.click(*spot(page, 100, 20))
    page.keyboard.press("Backspace")
    page.mouse.click(*spot(page, 90, 45))
    page.mouse.dblclick(*spot(page, 179.6, 50))
    strokes(page, 2)
    choose(page, "Bridge")
    page.mouse.click(*spot(page, 90, 48))
    strokes(page, 3)
    assert page.locator("#ground .areas [data-key='bridge 1']").count() == 1
    page.mouse.click(*spot(page, 90, 80))
    page.locator("[data-paint=refused]", has_text="MNT-PLACE-08").wait_for()
    page.locator("summary", has_text="Units of").first.click()
    page.locator("input[name=brush][data-block='unit 0']").check()
    page.mouse.click(*spot(page, 60, 20))
    strokes(page, 4)
    save(page)
    wood, stream, bridge = features(scenario)
    assert (wood["kind"], wood["points"]) == ("wood", [[60, 70], [67, 70], [67, 63], [60, 63]])
    assert (stream["kind"], stream["points"]) == ("stream", [[0, 50], [90, 45], [180, 50]])
    assert (bridge["kind"], bridge["over"]) == ("bridge", stream["key"])
    page.get_by_role("link", name="View the scenario").click()
    page.get_by_role("link", name="Set up a battle").click()
    page.get_by_role("button", name="Start the battle").first.click()
    page.wait_for_url(re.compile(r"/b/"))
    for key in ("wood 1", "bridge 1"):
        assert page.locator(f"#ground .areas [data-key='{key}']").count() == 1
    assert page.locator("#scene .block[data-key='unit 0']").get_attribute("data-area") == "at 600 1000"
    assert [each for each in complaints.heard if "422" not in each] == []


def test_what_is_drawn_by_hand_moved_named_and_taken_away(
    page: Any, live: str, client: Any, alice: Any, scenario: Any, complaints: Complaints
) -> None:
    sign_in(page.context, live, client, alice)
    page.set_viewport_size({"width": 1280, "height": 900})
    opened(page, scenario)
    choose(page, "Contour")
    page.mouse.move(*spot(page, 40, 40))
    page.mouse.down()
    for x, y in ((60, 38), (70, 50), (60, 60), (42, 58), (40, 41)):
        page.mouse.move(*spot(page, x, y), steps=6)
    page.mouse.up()
    strokes(page, 1)
    choose(page, "Landmark")
    page.mouse.dblclick(*spot(page, 100, 60))
    strokes(page, 2)
    choose(page, "Move a feature")
    page.mouse.move(*spot(page, 100, 60))
    page.mouse.down()
    page.mouse.move(*spot(page, 120, 60), steps=5)
    page.mouse.up()
    strokes(page, 3)
    choose(page, "Name a feature")
    page.get_by_label("Name of what you draw, if it has one").fill("The mill")
    page.mouse.click(*spot(page, 120, 60))
    strokes(page, 4)
    page.locator("#ground .name", has_text="The mill").wait_for()
    choose(page, "Remove from the table")
    page.mouse.click(*spot(page, 50, 50))
    strokes(page, 5)
    page.keyboard.press("Control+z")
    strokes(page, 4)
    page.locator("#ground .areas [data-key='contour 1']").wait_for()
    save(page)
    contour, mill = features(scenario)
    assert contour["kind"] == "contour"
    assert 4 <= len(contour["points"]) <= 20
    assert mill["name"] == "The mill"
    middle = [sum(part) / len(mill["points"]) for part in zip(*mill["points"], strict=True)]
    assert middle == pytest.approx([120, 60], abs=0.2)
    assert not complaints.heard


def test_corners_are_carried_by_mouse_finger_and_keys(
    chromium: Any, live: str, client: Any, alice: Any, scenario: Any
) -> None:
    content = json.loads(scenario.content)
    content["table"]["features"] = [
        {"key": "wood 1", "kind": "wood", "points": [[60, 50], [72, 50], [72, 60], [60, 60]]}
    ]
    type(scenario).objects.filter(pk=scenario.pk).update(content=json.dumps(content))
    context = chromium.new_context(base_url=live, **PHONE)
    page = context.new_page()
    sign_in(context, live, client, alice)
    opened(page, scenario)
    choose(page, "Move a corner")
    page.locator("[data-board]").evaluate("board => board.scrollIntoView({ block: 'start' })")
    assert page.locator(".tracing circle").count() == 4
    page.mouse.move(*spot(page, 72, 60))
    page.mouse.down()
    page.mouse.move(*spot(page, 80, 66), steps=5)
    page.mouse.up()
    strokes(page, 1)
    finger = context.new_cdp_session(page)
    for kind, places in (
        ("touchStart", [(60, 60)]),
        ("touchMove", [(56, 62)]),
        ("touchMove", [(50, 70)]),
        ("touchEnd", []),
    ):
        points = [dict(zip("xy", spot(page, *place), strict=True)) for place in places]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    strokes(page, 2)
    for x, y in ((60, 50), (64, 46)):
        page.evaluate("([x, y]) => window.board.focus(`at ${x * 10} ${1200 - y * 10}`)", [x, y])
        page.keyboard.press("Enter")
    strokes(page, 3)
    save(page)
    (wood,) = features(scenario)
    assert wood["points"] == [[64, 46], [72, 50], [80, 66], [50, 70]]
    context.close()


def test_keys_draw_on_a_bare_table(
    page: Any, live: str, client: Any, alice: Any, scenario: Any, complaints: Complaints
) -> None:
    sign_in(page.context, live, client, alice)
    page.set_viewport_size({"width": 1280, "height": 900})
    opened(page, scenario)
    choose(page, "Wall")
    page.locator("[data-board-frame]").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    strokes(page, 1)
    save(page)
    ((kind, ((x1, y1), (x2, y2))),) = ((each["kind"], each["points"]) for each in features(scenario))
    assert kind == "wall"
    assert (x2 - x1, y2 - y1) == (8, 0)
    assert not complaints.heard


def test_a_zone_and_a_unit_are_set_by_the_mouse(
    page: Any, live: str, client: Any, alice: Any, scenario: Any, complaints: Complaints
) -> None:
    sign_in(page.context, live, client, alice)
    page.set_viewport_size({"width": 1280, "height": 900})
    opened(page, scenario)
    page.locator("input[name=brush][value='zone.a']").check()
    page.mouse.move(*spot(page, 30, 0))
    page.mouse.down()
    page.mouse.move(*spot(page, 150, 25), steps=5)
    page.mouse.up()
    strokes(page, 1)
    off = page.locator("#board-off [data-key='unit 0']")
    off.scroll_into_view_if_needed()
    box = off.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(*spot(page, 60, 30), steps=8)
    page.mouse.up()
    strokes(page, 2)
    page.keyboard.press("]")
    strokes(page, 3)
    save(page)
    scenario.refresh_from_db()
    side = json.loads(scenario.content)["forces"]["a"]
    assert side["zone"] == [30, 0, 150, 25]
    unit = side["corps"][0]["divisions"][0]["brigades"][0]["units"][0]
    assert (unit["at"]["x"], unit["at"]["y"]) == (60, 30)
    assert unit["at"]["facing"] == 5
    assert not complaints.heard


def test_a_finger_draws_and_two_move_the_table(
    chromium: Any, live: str, client: Any, alice: Any, scenario: Any
) -> None:
    context = chromium.new_context(base_url=live, **PHONE)
    sign_in(context, live, client, alice)
    page = context.new_page()
    opened(page, scenario)
    choose(page, "Road")
    page.locator("[data-board]").scroll_into_view_if_needed()
    session = context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    box = page.locator("[data-board-frame]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch("touchStart", (x - 60, y))
    for step in range(8):
        touch("touchMove", (x - 60 + 15 * step, y + step))
    touch("touchEnd")
    strokes(page, 1)
    before = view_box(page)
    touch("touchStart", (x - 30, y))
    touch("touchStart", (x - 30, y), (x + 30, y))
    touch("touchMove", (x - 70, y), (x + 70, y))
    touch("touchEnd")
    assert view_box(page)[2] < 0.9 * before[2]
    assert page.get_by_text("1 change not saved.").is_visible()
    choose(page, "Wood")
    page.locator("[data-board]").scroll_into_view_if_needed()
    box = page.locator("[data-board-frame]").bounding_box()
    page.touchscreen.tap(box["x"] + 150, box["y"] + 60)
    page.get_by_role("button", name="Done").tap()
    strokes(page, 2)
    save(page)
    assert [each["kind"] for each in features(scenario)] == ["road", "wood"]
    assert page.evaluate(SMALL) == []
    context.close()


def test_without_script_places_are_typed(chromium: Any, live: str, client: Any, alice: Any, scenario: Any) -> None:
    context = chromium.new_context(base_url=live, java_script_enabled=False)
    sign_in(context, live, client, alice)
    page = context.new_page()
    opened_at = f"/s/{scenario.slug}/edit"
    page.goto(opened_at)
    choose(page, "River")
    page.get_by_text("Draw by typing").click()
    page.get_by_label("Places").fill("0,60 90.5,62 180,60")
    page.get_by_role("button", name="Draw this").click()
    page.wait_for_url(re.compile(r"/edit\?brush=ground\.river"))
    assert features(scenario)[0]["points"] == [[0, 60], [90.5, 62], [180, 60]]
    choose(page, "Remove from the table")
    page.get_by_text("Draw by typing").click()
    page.get_by_label("What to move, rename or remove").select_option("river 1")
    page.get_by_role("button", name="Draw this").click()
    page.wait_for_url(re.compile(r"/edit\?brush=erase"))
    assert features(scenario) == []
    context.close()


def test_the_editor_of_a_table_is_sound(
    page: Any, live: str, client: Any, alice: Any, scenario: Any, faults: Any
) -> None:
    sign_in(page.context, live, client, alice)
    level = "forces.a.corps.divisions.brigades.units"
    ends = ("", "/edit", f"/edit/{level}", "/edit/table.features", "/options")
    assert [fault for end in ends for fault in faults(f"/s/{scenario.slug}{end}", folds="")] == []
