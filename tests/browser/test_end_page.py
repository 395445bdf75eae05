"""The page of a battle's end plays the battle in half a minute, without leaving the page."""

from typing import Any

import pytest

from battles.models import Told
from tests.battles.services.steps import begun, deployed, fresh, play

pytestmark = pytest.mark.browser

SCHEDULE = """async (last) => {
  const script = document.querySelector("script[src*='battles/js/play.js']");
  const { frameAt } = await import(new URL("battle_player.js", script.src).href);
  const shown = [];
  for (let elapsed = 0; ; ) {
    const { n, wait, over } = frameAt(elapsed, last);
    const ascends = !shown.length || n > shown.at(-1);
    shown.push(n);
    if (over || !ascends) return [elapsed / 1000, shown.length, shown[0], n, ascends];
    elapsed += wait;
  }
}"""
"""The schedule of a battle with so many lines: its seconds, frames, first and last line, and if its lines ascend."""


def finished(alice: Any, bob: Any) -> Any:
    battle = play(begun(alice, bob, setup=deployed()), 1_000)
    assert fresh(battle).is_over
    return battle


def test_the_whole_battle_takes_half_a_minute_by_its_schedule(page: Any, alice: Any, bob: Any) -> None:
    battle = finished(alice, bob)
    page.goto(f"/b/{battle.slug}")
    own = Told.objects.filter(battle=battle, viewer="umpire").count() - 1
    for last in (12, 13, 99, 100, 101, 150, 421, 2_999, own):
        seconds, frames, first, end, ascends = page.evaluate(SCHEDULE, last)
        assert 25 <= seconds <= 40, last
        assert (first, end, ascends) == (0, last, True)
        assert frames <= 101
    assert page.evaluate(SCHEDULE, 1)[0] <= 5


def units_of(page: Any) -> list[list[str]]:
    """Each unit of the board with its place and its words; its label may still be fitted."""
    read = "blocks => blocks.map(block => [block.dataset.key, block.dataset.area, block.ariaLabel])"
    found: list[list[str]] = page.locator("#scene .block").evaluate_all(read)
    return found


def test_the_end_page_plays_the_battle_and_stops(page: Any, alice: Any, bob: Any) -> None:
    battle = finished(alice, bob)
    last = Told.objects.filter(battle=battle, viewer="umpire").count() - 1
    page.goto(f"/b/{battle.slug}")
    assert page.get_by_role("link", name="Read the report").is_visible()
    where, before = page.url, units_of(page)
    assert before
    page.get_by_role("link", name="Watch the battle").click()
    page.get_by_text(f"Line 0 of {last}").wait_for()
    assert units_of(page) != before
    page.locator(f"text=/Line [1-9][0-9]* of {last}/").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    assert page.url == where
    page.get_by_role("link", name="Show the end").click()
    page.wait_for_load_state()
    assert units_of(page) == before


def test_without_a_script_the_link_leads_to_the_replay(page: Any, alice: Any, bob: Any) -> None:
    battle = finished(alice, bob)
    page.goto(f"/b/{battle.slug}")
    link = page.get_by_role("link", name="Watch the battle")
    assert link.get_attribute("href") == f"/b/{battle.slug}/e/0"


def test_the_end_page_is_sound_by_axe(page: Any, axe: Any, alice: Any, bob: Any) -> None:
    battle = finished(alice, bob)
    page.goto(f"/b/{battle.slug}")
    assert axe() == []
