"""What a click and a page cost, however large the battle is and however long it has gone on."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from battles.services.play.verification import verify
from battles.services.view.battle_query import TAIL
from tests.battles.services.steps import begun, fresh, play
from tests.battles.under_load.click_cost import Player, counted
from tests.battles.under_load.large_battles import long_lived, sixty

pytestmark = pytest.mark.django_db

MOST_QUERIES = 12
MOST_BYTES = 250_000


@pytest.fixture
def large(alice: Any, bob: Any) -> Player:
    """A battle of sixty units, some actions old."""
    return Player(play(begun(alice, bob, setup=sixty()), TAIL))


def test_the_page_of_a_large_battle_asks_little_of_the_database(large: Player) -> None:
    with counted() as cost:
        page = large.get()
    assert page.content.count(b'data-area="') == 62
    assert cost.queries <= MOST_QUERIES
    assert cost.rows <= 2 * TAIL + 10  # the log, and the entries whose moves are marked


def test_the_page_of_a_large_battle_with_all_it_loads_is_light(large: Player, assets: Path) -> None:
    """As it travels: the page as it is, files as they are kept compressed; fonts are left out."""
    page = large.get().content
    names = set(re.findall(re.escape(settings.STATIC_URL) + r"([\w./-]+)", page.decode()))
    total, seen = len(page), set()
    while names:
        name = names.pop()
        seen.add(name)
        kept = assets / f"{name}.gz"
        total += (kept if kept.exists() else assets / name).stat().st_size
        if name.endswith((".js", ".css")):
            text = (assets / name).read_text(encoding="utf-8")
            links = re.findall(r"""(?:from|import|url)\s*\(?["']?(\.[\w./-]+\.(?:js|css|svg))""", text)
            names |= {str(Path(assets / name).parent.joinpath(link).resolve().relative_to(assets)) for link in links}
        names -= seen
    assert any(name.endswith(".js") for name in seen)
    assert any(name.endswith(".css") for name in seen)
    assert total <= MOST_BYTES


def test_an_action_draws_no_ground_and_tells_only_what_changes(large: Player) -> None:
    answer = large.click()
    assert b"t-ground" not in answer.content
    assert b'id=\\"scene\\"' in answer.content
    assert len(answer.content) <= MOST_BYTES / 2


def test_a_battle_of_three_thousand_entries_is_clicked_as_one_of_thirty(alice: Any, bob: Any) -> None:
    """The same queries, and no more rows than the log beside the board holds."""
    young, old = (Player(long_lived(alice, bob, entries)) for entries in (32, 3_002))
    asked = {
        "act": Player.click,
        "page": Player.get,
        "parts": lambda player: player.get("/now"),
        "panel": lambda player: player.get("/panel?unit=unit%200"),
        "news": lambda player: player.get("/since/99999"),
    }
    for name, ask in asked.items():
        ask(young)
        with counted() as little:
            ask(young)
        ask(old)
        with counted() as much:
            ask(old)
        assert much.queries == little.queries, name
        assert little.rows <= much.rows <= little.rows + TAIL, name
    assert fresh(old.battle).head >= 3_000
    assert verify(old.battle) == []
