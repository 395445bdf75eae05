"""Stepping through a battle in a browser: the address bar names each line by its lasting key."""

from typing import Any

import pytest

from battles.models import Told
from tests.battles.services.steps import before_terrain, begun, deployed, play

pytestmark = pytest.mark.browser


def test_the_address_names_the_line_that_is_shown(page: Any, alice: Any, bob: Any) -> None:
    battle = play(begun(alice, bob, setup=deployed()), 3)
    keys = list(Told.objects.filter(battle=battle, viewer="public").order_by("n").values_list("key", flat=True))
    page.goto(f"/b/{battle.slug}/e/0")
    assert page.url.endswith(f"/e/{keys[0]}")
    page.get_by_role("link", name="Next").click()
    page.wait_for_url(f"**/e/{keys[1]}")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**/e/{keys[2]}")
    page.get_by_role("link", name="Back", exact=True).click()
    page.wait_for_url(f"**/e/{keys[1]}")
    page.reload()
    assert page.locator("#stepping").get_attribute("data-n") == "1"


def test_a_step_draws_the_ground_of_its_line_and_chooses_its_phase(page: Any, alice: Any, bob: Any) -> None:
    battle = play(before_terrain(alice, bob), 3)
    page.goto(f"/b/{battle.slug}/e/0")
    ground, phase, root = page.locator("#ground"), page.locator("#jump"), page.locator("#stepping")
    last = int(root.get_attribute("data-last"))

    def shown() -> tuple[str, str]:
        return ground.inner_html(), phase.input_value()

    stepped = [shown()]
    for n in range(1, last + 1):
        page.get_by_role("link", name="Next").click()
        page.get_by_text(f"Line {n} of {last}").wait_for()
        stepped.append(shown())
    assert stepped[0][0] != stepped[-1][0]
    page.reload()
    assert shown() == stepped[-1]
    phase.select_option(stepped[0][1])
    page.get_by_role("button", name="Show", exact=True).click()
    page.get_by_text(f"Line {stepped[0][1]} of {last}").wait_for()
    assert shown() == stepped[int(stepped[0][1])]


def test_the_whole_battle_plays_from_its_end(page: Any, alice: Any, bob: Any) -> None:
    battle = play(begun(alice, bob, setup=deployed()), 3)
    page.goto(f"/b/{battle.slug}/e/3")
    page.locator("#speed").select_option("Fast")
    page.get_by_role("button", name="Play").click()
    page.get_by_text("Line 0 of 3").wait_for()
    page.get_by_text("Line 3 of 3").wait_for()
    page.get_by_role("button", name="Play").wait_for()
