"""A battle in the browser: two people against each other, a thumb, the keyboard alone; its pages legible and quiet."""

import re
from typing import Any
from uuid import uuid4

import pytest

from tests.browser.visitors import STILL_PHONE, sign_in

pytestmark = pytest.mark.browser


@pytest.fixture
def battle(live: str, alice: Any, bob: Any) -> Any:
    """Alice against Bob, within reach of each other; Alice deploys first."""
    from tests.battles.services.steps import begun, deployed

    return begun(alice, bob, setup=deployed(deployment_order="a_first", victory_points_to_win=99))


def at_line(page: Any, n: int) -> Any:
    """The page, once it shows line ``n``."""
    page.locator(f"#play[data-n='{n}']").wait_for()
    return page


def last_line(battle: Any, side: str) -> int:
    from tests.battles.services.steps import fresh

    return int(fresh(battle).lines[side][0]) - 1


def leave_step(page: Any) -> None:
    """Let the computer finish the step."""
    help_fold = page.locator("details", has=page.get_by_text("Help from the computer"))
    if help_fold.get_attribute("open") is None:
        help_fold.locator("summary").click()
    page.get_by_role("button", name="Let the computer do").click()


def test_two_people_see_what_the_other_does_without_loading_the_page_again(
    battle: Any, enter: Any, alice: Any, bob: Any
) -> None:
    from battles.services.play.verification import verify
    from tests.battles.services.steps import awaited

    pages = {"a": enter(alice), "b": enter(bob)}
    for page in pages.values():
        page.goto(f"/b/{battle.slug}")
        page.get_by_text("Live", exact=True).wait_for()
        page.evaluate("window.kept = true")
    seen = set()
    for _ in range(6):
        side = awaited(battle)
        seen.add(side)
        pages[side].get_by_text("Your turn.").wait_for()
        leave_step(pages[side])
        pages[side].locator("#play[aria-busy]").wait_for(state="detached")
        for place, page in pages.items():
            at_line(page, last_line(battle, place))
    assert seen == {"a", "b"}
    assert all(page.evaluate("window.kept") for page in pages.values())
    blocks = [page.locator("#scene .block").count() for page in pages.values()]
    assert blocks[0] == blocks[1] > 0
    assert verify(battle) == []


def test_an_action_that_a_busy_server_refuses_is_sent_again_as_it_was(
    battle: Any, page: Any, live: str, alice: Any
) -> None:
    from battles.models import Entry
    from tests.battles.live.listener import as_user

    page.context.add_cookies(
        [{"name": "sessionid", "value": as_user(alice).cookies["sessionid"].value, "url": live, "httpOnly": True}]
    )
    page.goto(f"{live}/b/{battle.slug}")
    page.get_by_text("Live", exact=True).wait_for()
    before, sent = Entry.objects.filter(battle=battle).count(), []

    def busy_twice(route: Any) -> None:
        sent.append(re.search(r'name="token"\r\n\r\n(\S+)', route.request.post_data)[1])  # type: ignore[index]
        if len(sent) < 3:
            route.fulfill(status=503, headers={"Retry-After": "1"}, content_type="text/html", body="busy")
        else:
            route.continue_()

    page.route("**/leave", busy_twice)
    leave_step(page)
    page.get_by_text("Muster is busy. Trying again in 1 second.").wait_for()
    page.locator("#play[aria-busy]").wait_for(state="detached")
    assert len(sent) == 3
    assert len(set(sent)) == 1
    assert Entry.objects.filter(battle=battle).count() > before


def test_a_thumb_deploys_a_unit_and_takes_it_back(battle: Any, enter: Any, alice: Any) -> None:
    page = enter(alice, **STILL_PHONE)
    page.goto(f"/b/{battle.slug}")
    page.locator(".board.live").wait_for()
    unit = page.locator("a.off-block").first
    key = unit.get_attribute("data-key")
    unit.tap()
    page.locator(f"[data-marks][data-unit='{key}']").wait_for(state="attached")
    areas = page.locator("[data-marks]").get_attribute("data-areas").split("|")
    area = page.locator(f".areas [data-key='{areas[len(areas) // 2]}']")
    area.scroll_into_view_if_needed()
    area.tap()
    page.locator("[data-place=do]").tap()
    at_line(page, 1)
    assert page.locator(f"#scene .block[data-key='{key}']").count() == 1
    page.get_by_role("button", name="Undo").tap()
    at_line(page, 2)
    assert page.locator(f"#scene .block[data-key='{key}']").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_keyboard_alone_plays(battle: Any, enter: Any, alice: Any) -> None:
    page = enter(alice)
    page.goto(f"/b/{battle.slug}")
    page.get_by_text("Live", exact=True).wait_for()
    press = page.keyboard.press
    tab_to(page, "a.off-block")
    press("Enter")
    page.locator("#c-h:focus").wait_for()
    tab_to(page, "section[aria-labelledby=c-h] summary")
    press("Enter")
    tab_to(page, "#panel .choices a")
    press("Enter")
    page.locator("button.choice:focus").wait_for()
    press("Enter")
    at_line(page, 1)


def tab_to(page: Any, selector: str) -> None:
    """Press the Tab key until something that fits has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("what => document.activeElement.matches(what)", selector):
            return
    raise AssertionError(f"The Tab key does not lead to {selector}.")


@pytest.fixture
def over(battle: Any) -> Any:
    """The battle after a fight that Alice gave up, with dice thrown."""
    from battles.services.play.game_controls import resign
    from tests.battles.services.steps import at, fresh, play

    play(battle, 45)
    resign(at(battle, "a"), "a", token=uuid4())
    return fresh(battle)


def test_the_dice_of_a_battle_fall_the_same_again_in_the_browser(over: Any, enter: Any, bob: Any) -> None:
    page = enter(bob)
    page.goto(f"/b/{over.slug}/dice")
    assert page.locator("[data-faces]").count() > 2
    page.get_by_role("button", name="Verify the dice").click()
    said = page.locator("#verdict.notice").inner_text()
    assert "All " in said
    assert "matches the commitment" in said
    assert page.locator("tr.wrong").count() == 0


def test_the_pages_of_a_battle_are_sound(
    page: Any, faults: Any, battle: Any, live: str, client: Any, alice: Any
) -> None:
    sign_in(page.context, live, client, alice)
    here = f"/b/{battle.slug}"
    setup = "/battles/new/setup?from=scenario:easy_napoleonics:meeting"
    addresses = (here, f"{here}?unit=unit+0", f"{here}/seats", f"{here}/dice", f"{here}/e/0", setup, "/battles/")
    assert [fault for address in addresses for fault in faults(address, folds="main > .wrap > details")] == []
