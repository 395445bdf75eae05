"""How Quatre Bras begins, by clicks between two browsers, one of them a phone."""

from typing import Any

import pytest

from tests.battles.services.conftest import same_secrets
from tests.battles.services.steps import awaited
from tests.browser.battle_players import SETTLED, stands
from tests.browser.boards import take_hold
from tests.browser.tables import left, pointed, shown, touch
from tests.browser.visitors import STILL_PHONE

__all__ = ["same_secrets"]

pytestmark = pytest.mark.browser

WITHIN = """() => {
  const { svg } = window.board, edge = svg.getBoundingClientRect();
  const isSeen = (name) => name.checkVisibility({ visibilityProperty: true });
  const names = [...svg.querySelectorAll("text.name")].filter(isSeen);
  const boxes = names.map((one) => one.getBoundingClientRect());
  const inside = (box) => box.left >= edge.left - 1 && box.right <= edge.right + 1 && box.bottom <= edge.bottom + 1;
  return names.some((one) => one.textContent === "Bois de la Hutte") && boxes.every(inside);
}"""
"""Whether the names on the board keep within it, that of the wood at its edge too."""
LONGEST = 60
"""Decisions until both sides have led units: they are fewer."""
STEPS = {(side, step) for side in (0, 1) for step in ("Deployment", "Brigade", "Command", "Manoeuvre")}
"""What each side does in a Turn before anybody is near."""
LED = 5
"""Units and commanders that are led by pointing, of both sides."""


@pytest.fixture
def battle(live: str, alice: Any, bob: Any) -> Any:
    """Alice leads Ney's wing, Bob the Allies."""
    from battles.engine import registry
    from battles.services.create.battle_start import NewBattle, Sitting, start

    system = registry.load("mini_nap")
    sittings = (Sitting(place="a", user=alice), Sitting(place="b", user=bob))
    setup = system.scenarios.load("quatre_bras")
    return start(NewBattle(system=system, setup=setup, title="Quatre Bras", owner=alice, sittings=sittings))


def decide(page: Any, led: set[tuple[str, str]]) -> str:
    """One decision by clicks, and its step: a Division as one where it may, one unit of each led by pointing."""
    step = str(page.locator(".phases [aria-current]").inner_text())
    choices = page.locator("#panel .hand button.choice:visible")
    commanders = page.locator("#panel .hand button:visible", has_text="Move commanders first")
    viewer = str(page.locator("#play").get_attribute("data-viewer"))
    acting = (viewer, page.locator(".asked").inner_text())
    if step == "Deployment":
        left(page)
    elif commanders.count() and (viewer, "commanders") not in led:
        led.add((viewer, "commanders"))
        touch(page, commanders.first)
    elif step == "Manoeuvre" and acting not in led and pointed(page):
        led.add(acting)
    elif choices.count():
        as_one = choices.filter(has_text="make a Division manoeuvre")
        touch(page, (as_one if as_one.count() else choices).first)
    else:
        touch(page, page.locator(".actdock button[name=action]:visible").first)
    return step


@pytest.mark.long
def test_two_browsers_begin_quatre_bras(enter: Any, alice: Any, bob: Any, battle: Any) -> None:
    pages = (enter(alice, reduced_motion="reduce"), enter(bob, **STILL_PHONE))
    for page in pages:
        page.goto(f"/b/{battle.slug}")
        page.get_by_text("Live", exact=True).wait_for()
        take_hold(page)
    asked: tuple[list[str], list[str]] = ([], [])
    for page, found in zip(pages, asked, strict=True):
        page.on("request", lambda request, found=found: "/now?" in request.url and found.append(request.url))
    led: set[tuple[str, str]] = set()
    steps: set[tuple[int, str]] = set()
    for _ in range(LONGEST):
        if steps >= STEPS and len(led) >= LED:
            break
        number = 0 if pages[0].locator(".awaited .here").count() else 1
        acting, waiting = pages[number], pages[1 - number]
        before = acting.locator("#play").get_attribute("data-n")
        told = len(asked[number])
        step = decide(acting, led)
        steps.add((number, step))
        acting.locator(f"#play[data-n='{before}']").wait_for(state="detached")
        acting.locator(SETTLED).wait_for()
        waiting.locator(f"#play[data-n='{acting.locator('#play').get_attribute('data-n')}']").wait_for()
        assert step == "Deployment" or len(asked[number]) == told, "Whoever acts is shown it by the answer alone."
    assert steps >= STEPS
    assert len(led) >= LED
    assert stands(pages[0]) == stands(pages[1])
    logs = [page.locator("#log .what").all_text_contents() for page in pages]
    assert logs[0] == logs[1]
    labels = [page.locator("#scene .told text.halo").all_text_contents() for page in pages]
    assert labels[0] == labels[1]
    assert not [label for label in labels[0] if label.startswith("#")]
    assert pages[1].evaluate("document.documentElement.scrollWidth") <= 390


def test_on_a_phone_names_keep_within_the_ground_and_choices_are_said_once(
    enter: Any, alice: Any, bob: Any, battle: Any
) -> None:
    page = enter({"a": alice, "b": bob}[awaited(battle)], **STILL_PHONE)
    page.goto(f"/b/{battle.slug}")
    page.get_by_text("Live", exact=True).wait_for()
    take_hold(page)
    page.locator("[data-board-view=whole]").tap()
    page.wait_for_function(WITHIN)
    assert shown(page)
    rows = page.locator("#panel button[data-pose]")
    assert rows.count() >= 1
    assert not any(row.is_visible() for row in rows.all())
    assert page.locator("[data-place=words]").inner_text()
