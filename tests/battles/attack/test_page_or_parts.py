"""One address, a page for a browser and parts for a script: neither is shown the other."""

from typing import Any

import pytest

from tests.battles.pages.browser_steps import JSON, address, browser_of
from tests.battles.services.steps import begun, deployed

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("accept", [JSON, "text/html"])
def test_a_browser_that_keeps_a_line_for_a_script_does_not_show_it_as_a_page(alice: Any, bob: Any, accept: str) -> None:
    battle = begun(alice, bob, setup=deployed())
    answer = browser_of(alice).get(address(battle, "/e/0"), headers={"Accept": accept}, follow=True)
    assert "Accept" in [word.strip() for word in answer["Vary"].split(",")]
