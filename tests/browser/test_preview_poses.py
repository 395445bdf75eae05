"""How a picked unit would stand, on the board before it is sent: by mouse, by finger, by keys."""

import json
from math import cos, radians, sin
from typing import Any

import pytest

from tests.browser.boards import middle, take_hold
from tests.browser.conftest import AXE, AXE_TAGS
from tests.browser.visitors import PHONE

pytestmark = pytest.mark.browser

WAYS = 3
"""The least ways to face in a place that is turned in."""


@pytest.fixture
def moving(live: str, alice: Any, bob: Any) -> tuple[Any, str]:
    """A battle in which a side moves its units, and the side."""
    from tests.battles.services.steps import begun, deployed, play_until

    battle = begun(alice, bob, setup=deployed(victory_points_to_win=99))
    return battle, play_until(battle, "activate")


@pytest.fixture
def enter(enter: Any, moving: tuple[Any, str], alice: Any, bob: Any) -> Any:
    """Opens the battle as the player who moves."""
    battle, side = moving

    def open_page(**facts: Any) -> Any:
        page = enter({"a": alice, "b": bob}[side], **{"viewport": {"width": 1280, "height": 900}, **facts})
        page.goto(f"/b/{battle.slug}")
        page.get_by_text("Live", exact=True).wait_for()
        page.locator("[data-board]").evaluate("board => board.scrollIntoView({ block: 'start' })")
        take_hold(page)
        return page

    return open_page


def picked(page: Any) -> tuple[str, str]:
    """A unit that is picked on the board, and a hex elsewhere that it may stand in, facing several ways."""
    keys = page.locator("[data-marks]").get_attribute("data-movable").split("|")
    for key in (key for key in keys if key.startswith("unit") and page.locator(f".block[data-key='{key}']").count()):
        tap(page, key)
        page.locator(f"[data-marks][data-unit='{key}']").wait_for(state="attached")
        own = page.locator(f".block[data-key='{key}']").get_attribute("data-area")
        told = json.loads(page.locator("#poses").inner_text(timeout=1000))
        for at, _, _, way, _ in told["spots"]:
            free = page.locator(f".block[data-area='{at}']").count() == 0
            turns = {figures[0][3] for figures in told["ways"][way]}
            if at != own and free and len(turns) >= WAYS and page.locator(f".areas [data-key='{at}']").count():
                return key, at
    raise AssertionError("Nobody may turn elsewhere.")


def tap(page: Any, key: str) -> None:
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        page.touchscreen.tap(*middle(page, key))
    else:
        page.mouse.click(*middle(page, key))


def ghost(page: Any) -> tuple[str, str]:
    """Where the ghost stands and how it is turned, as it is drawn."""
    one = page.locator(".ghosts .ghost").last
    return one.get_attribute("transform"), one.locator(".k").get_attribute("transform") or "rotate(0)"


def stands(page: Any, key: str) -> tuple[str, str]:
    one = page.locator(f"#scene .block[data-key='{key}']")
    return one.get_attribute("transform"), one.locator(".k").get_attribute("transform") or "rotate(0)"


def bar_parts(page: Any) -> list[Any]:
    """The boxes of what is touched in the bar."""
    parts = page.locator("[data-placing] :is(button, select)").all()
    return [each.bounding_box() for each in parts if each.is_visible()]


def done(page: Any, key: str) -> None:
    """Send what the bar says, and see the unit stand as its ghost did."""
    shown, line = ghost(page), int(page.locator("#play").get_attribute("data-n"))
    page.locator("[data-place=do]").press("Enter")
    page.locator(f"#play[data-n='{line + 1}']").wait_for()
    assert stands(page, key) == shown
    assert page.locator(".ghosts .ghost, .ring > *").count() == 0
    assert page.locator("[data-placing]").is_hidden()


def test_pointing_shows_the_unit_there_and_asks_nothing(enter: Any) -> None:
    page = enter()
    _, at = picked(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.mouse.move(*middle(page, at))
    x, y = page.evaluate("key => { const { x, y } = window.board.place(key); return [x, y]; }", at)
    assert ghost(page)[0] == f"translate({x:g} {y:g})"
    own = ghost(page)[1]
    wide = page.locator(f".areas [data-key='{at}']").bounding_box()
    turned = set()
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        pixel = middle(page, at)
        page.mouse.move(pixel[0] + dx * wide["width"] * 0.4, pixel[1] + dy * wide["height"] * 0.4)
        turned.add(ghost(page)[1])
    assert len(turned) >= WAYS
    assert own.startswith("rotate")
    page.mouse.move(5, 5)
    assert page.locator(".ghosts .ghost").count() == 0
    assert not [url for url in asked if "/panel" in url or "/now" in url]


def test_the_way_is_drawn_round_its_bends(enter: Any) -> None:
    page = enter()
    stops = [{"x": x, "y": y} for x, y in ((50, 50), (150, 50), (150, 250))]
    foe = [stops[-1], {"x": 350, "y": 250}]
    page.evaluate("([move, attack]) => window.board.preview.lead(move, attack)", [stops, foe])
    assert page.locator(".ways .way.move").get_attribute("d").startswith("M50 50L150 50L150 ")
    assert page.locator(".ways .way.attack").get_attribute("d").startswith("M150 250L")


def test_a_click_opens_the_ring_and_a_mark_turns_the_unit(enter: Any, moving: tuple[Any, str]) -> None:
    from battles.services.play.verification import verify
    from tests.battles.services.steps import fresh

    page = enter()
    unit, at = picked(page)
    page.mouse.click(*middle(page, at))
    page.locator("[data-placing]").wait_for()
    before = ghost(page)
    mark = page.locator(".ring .turn:not(.on)").first
    turn = int(mark.get_attribute("data-turn"))
    box = mark.locator(".hit").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert ghost(page) == (before[0], f"rotate({turn / 10:g})")
    assert page.locator(".ring .turn.on").get_attribute("data-turn") == str(turn)
    row = page.locator("button.choice.on")
    said = page.locator("[data-place=words]").inner_text()
    assert row.inner_text() in said
    assert row.get_attribute("data-stands") in said
    done(page, unit)
    assert verify(fresh(moving[0])) == []


def test_a_choice_of_the_panel_shows_itself_on_the_board(enter: Any) -> None:
    page = enter()
    _, at = picked(page)
    page.mouse.click(*middle(page, at))
    page.locator("[data-placing]").wait_for()
    seen = set()
    for row in page.locator("button.choice[data-pose]").all():
        row.hover()
        seen.add(ghost(page)[1])
        assert row.evaluate("row => row.classList.contains('on')")
    assert len(seen) >= WAYS


def test_dragging_snaps_to_where_it_may_stand_and_held_still_it_turns(enter: Any) -> None:
    page = enter()
    unit, at = picked(page)
    page.mouse.move(*middle(page, unit))
    page.mouse.down()
    x, y = middle(page, at)
    page.mouse.move(x + 3, y - 2, steps=6)
    place = page.evaluate("key => { const { x, y } = window.board.place(key); return `translate(${x} ${y})`; }", at)
    assert ghost(page)[0] == place
    page.locator(".ring .turn").first.wait_for()
    turns = [int(mark.get_attribute("data-turn")) for mark in page.locator(".ring .turn").all()]
    wanted = max(turns)
    dx, dy = sin(radians(wanted / 10)), -cos(radians(wanted / 10))
    page.mouse.move(x + 70 * dx, y + 70 * dy, steps=4)
    assert ghost(page) == (place, f"rotate({wanted / 10:g})")
    page.mouse.up()
    page.locator("[data-placing]").wait_for()
    assert ghost(page) == (place, f"rotate({wanted / 10:g})")
    done(page, unit)


def test_a_unit_that_was_not_picked_is_dragged_as_well(enter: Any) -> None:
    page = enter()
    unit, at = picked(page)
    page.get_by_role("link", name="Choose another unit").click()
    page.locator("[data-marks][data-unit='']").wait_for(state="attached")
    page.mouse.move(*middle(page, unit))
    page.mouse.down()
    x, y = middle(page, unit)
    page.mouse.move(x + 9, y + 9, steps=3)
    page.locator(f"[data-marks][data-unit='{unit}']").wait_for(state="attached")
    page.mouse.move(*middle(page, at), steps=4)
    assert page.locator(".ghosts .ghost").count() >= 1
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.locator(".ghost").count() == 0
    assert page.locator("[data-placing]").is_hidden()


def test_keys_lead_turn_send_and_cancel(enter: Any) -> None:
    page = enter(reduced_motion="reduce")
    unit, at = picked(page)
    page.evaluate("key => window.board.focus(key)", at)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").endswith("facings")
    led = ghost(page)
    page.keyboard.press("Enter")
    page.locator("[data-place=do]:focus").wait_for()
    assert ghost(page) == led
    page.keyboard.press("ArrowRight")
    turned = ghost(page)
    assert turned[0] == led[0]
    assert turned[1] != led[1]
    page.keyboard.press("ArrowLeft")
    assert ghost(page) == led
    page.keyboard.press("Escape")
    page.locator("[data-placing]").wait_for(state="hidden")
    page.wait_for_function("key => document.activeElement.dataset.key === key", arg=at)
    page.keyboard.press("Enter")
    page.locator("[data-place=do]:focus").wait_for()
    page.keyboard.press("ArrowRight")
    done(page, unit)
    assert page.evaluate("document.activeElement.dataset.key") == unit


def test_a_thumb_sets_turns_and_sends(enter: Any) -> None:
    page = enter(**PHONE, reduced_motion="reduce")
    unit, at = picked(page)
    tap(page, at)
    page.locator("[data-placing]").wait_for()
    assert all(min(box["width"], box["height"]) >= 43.5 for box in bar_parts(page))
    marks = page.locator(".ring .turn .hit")
    assert all(mark.bounding_box()["width"] >= 40 for mark in marks.all())
    mark = page.locator(".ring .turn:not(.on)").first
    turn = int(mark.get_attribute("data-turn"))
    box = mark.locator(".hit").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(f".ring .turn.on[data-turn='{turn}']").wait_for()
    bar = page.locator("[data-placing]").bounding_box()
    assert bar["y"] + bar["height"] <= page.evaluate("innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Cancel").tap()
    page.locator("[data-placing]").wait_for(state="hidden")
    assert page.locator(".ghosts .ghost").count() == 0
    tap(page, at)
    page.get_by_role("button", name="Move here").wait_for()
    done(page, unit)


def test_nothing_is_wrong_with_a_ghost_by_axe(enter: Any) -> None:
    page = enter()
    _, at = picked(page)
    page.mouse.click(*middle(page, at))
    page.locator("[data-placing]").wait_for()
    page.evaluate(AXE)
    options = {"runOnly": {"type": "tag", "values": AXE_TAGS}, "preload": False, "resultTypes": ["violations"]}
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found = page.evaluate("options => axe.run({ exclude: ['#scene'] }, options)", options)
        assert [(one["id"], [node["html"][:300] for node in one["nodes"][:3]]) for one in found["violations"]] == []
