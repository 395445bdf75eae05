"""Both sides played by one person at one screen: the page turns to the other side without being loaded again."""

from typing import Any

import pytest
from django.test import Client

from battles.services.create.battle_start import Sitting
from tests.battles.services.steps import act, awaited, begun, deployed, fresh

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_page_turns_to_the_other_side_and_back(page: Any, live: str, alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, Sitting(place="b", user=alice), setup=deployed())
    client = Client()
    client.force_login(alice)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}])
    first = awaited(battle)
    page.goto(battle.get_absolute_url())
    page.get_by_text("Live", exact=True).wait_for()
    page.evaluate("document.kept = true")
    while awaited(battle) == first:
        act(battle, first)
    other = awaited(battle)
    page.locator(f"#play[data-viewer={other}]").wait_for()
    page.get_by_text("Live", exact=True).wait_for()
    head = fresh(battle).head
    page.get_by_role("button", name="Undo").click()
    page.locator(f"#play[data-viewer={first}]").wait_for()
    page.locator(f"input[name=side][value={first}]").first.wait_for(state="attached")
    assert fresh(battle).head == head + 1
    assert page.evaluate("document.kept") is True
    act(battle, first)
    page.locator(f"#play[data-n='{fresh(battle).lines[awaited(battle)][0] - 1}']").wait_for()
    assert page.evaluate("document.kept") is True
