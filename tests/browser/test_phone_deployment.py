"""A phone puts an army down on an open table: what is pointed at is seen, targets fit a thumb, the rest is left."""

from typing import Any

import pytest

from tests.battles.services.conftest import same_secrets
from tests.battles.services.steps import awaited
from tests.browser.boards import pixel, take_hold, view_box
from tests.browser.visitors import STILL_PHONE

__all__ = ["same_secrets"]

pytestmark = pytest.mark.browser

SEEN = """(one) => {
  const box = one.getBoundingClientRect(), hand = document.querySelector(".hand").getBoundingClientRect();
  return box.top >= -1 && box.bottom <= hand.top + 1;
}"""
"""Whether an element is on the screen and not behind what one holds."""
THUMB = 44


def wait_until_seen(page: Any, selector: str) -> None:
    """The board takes its size from what is below it, once that has been drawn."""
    page.wait_for_function(SEEN, arg=page.locator(selector).first.element_handle(), timeout=10_000)


@pytest.fixture
def deploying(live: str, enter: Any, alice: Any, bob: Any) -> Any:
    """The phone of the player who deploys."""
    from battles.engine import registry
    from battles.services.create.battle_start import NewBattle, Sitting, start

    system = registry.load("mini_nap")
    sittings = (Sitting(place="a", user=alice), Sitting(place="b", user=bob))
    setup = system.scenarios.load("village_and_bridge")
    battle = start(NewBattle(system=system, setup=setup, title="The bridge", owner=alice, sittings=sittings))
    page = enter({"a": alice, "b": bob}[awaited(battle)], **STILL_PHONE)
    page.goto(f"/b/{battle.slug}")
    page.get_by_text("Live", exact=True).wait_for()
    take_hold(page)
    view_box(page)
    return page


def test_the_board_and_its_tools_are_seen_above_what_one_holds(deploying: Any) -> None:
    for part in (".board-frame", ".board-tools"):
        wait_until_seen(deploying, part)
    for button in deploying.locator(".board-tools .btn").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= THUMB, button.inner_text()


def test_the_place_that_is_chosen_is_seen_with_the_bar_that_does_it(deploying: Any) -> None:
    deploying.locator("#panel .choices a").first.tap()
    deploying.locator("#panel [data-focus]").wait_for()
    zone = deploying.locator(".zone.deployment").evaluate_all("(all) => all.map((one) => one.getBBox().y)")
    deep = deploying.evaluate("window.board.view.ground.height")
    here = deploying.locator("#marks .go").first.evaluate("(one) => one.getBBox().y")
    own = min(zone, key=lambda top: abs(top + deep / 8 - here))
    deploying.touchscreen.tap(*pixel(deploying, 500, own + deep / 8))
    deploying.locator("[data-placing]").wait_for()
    deploying.wait_for_timeout(300)
    wait_until_seen(deploying, ".ghost")
    wait_until_seen(deploying, "[data-place=do]")


def test_the_rest_of_a_deployment_is_left_to_the_computer_with_one_tap(deploying: Any) -> None:
    before = int(deploying.locator("#play").get_attribute("data-n"))
    deploying.locator(".hand").get_by_role("button", name="Let the computer do “Deployment”").tap()
    deploying.wait_for_function("(n) => Number(document.getElementById('play').dataset.n) > n + 5", arg=before)
    assert deploying.locator(".hand").get_by_role("button", name="Let the computer do").count() == 0


def test_the_file_of_a_board_is_drawn_in_its_colours(deploying: Any) -> None:
    deploying.goto(f"{deploying.url}.svg")
    fills = deploying.evaluate(
        "[...document.querySelectorAll('.t-ground, .zone')].map((one) => getComputedStyle(one).fill)"
    )
    assert fills
    assert "rgb(0, 0, 0)" not in fills


def test_a_target_is_seen_with_the_button_that_fires_at_it_and_no_button_ends_the_step_there(
    live: str, enter: Any, alice: Any, bob: Any
) -> None:
    from battles.engine import registry
    from battles.services.create.battle_start import NewBattle, Sitting, start

    system = registry.load("mini_nap")
    sittings = (Sitting(place="a", user=alice), Sitting(place="b", user=bob))
    setup = system.scenarios.load("quatre_bras_deployed")
    battle = start(NewBattle(system=system, setup=setup, title="Quatre Bras", owner=alice, sittings=sittings))
    page = enter(alice, **STILL_PHONE)
    page.goto(f"/b/{battle.slug}")
    page.get_by_text("Live", exact=True).wait_for()
    take_hold(page)
    page.get_by_role("button", name="Move Division artillery").first.tap()
    page.get_by_role("button", name="units that have not moved stay").tap()
    page.get_by_role("button", name="Finish firing").wait_for()
    page.evaluate("window.board.view.centre(0, 0)")
    page.locator("#panel .choices a[href*='unit=unit']:visible").first.tap()
    page.get_by_text("Tap a marked target").wait_for()
    page.wait_for_timeout(100)
    assert page.locator("#scene .block.aim").evaluate_all(f"(all) => all.some({SEEN})")
    page.locator("#panel .choices a[href*='at=unit']:visible").first.tap()
    fire = page.locator("#panel button.choice.primary")
    fire.wait_for()
    page.wait_for_timeout(100)
    assert fire.evaluate(
        "(one) => one.contains(document.elementFromPoint(...(({x, y}) => [x + 9, y + 9])(one.getBoundingClientRect())))"
    )
    assert page.get_by_role("button", name="Finish firing").count() == 0
