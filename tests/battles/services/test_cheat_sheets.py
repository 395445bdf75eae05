"""The cheat sheet of a battle or a game on a real table, for who looks: his own side's, or the whole."""

from typing import Any

import pytest

from battles.engine.sheets.cheat_pages import Page
from battles.models import TableGame
from battles.services import cheat_sheets
from battles.services.access import access_of
from battles.services.create import sources
from battles.services.tracker import games
from tests.battles.services.hidden_battles import drawn, with_cards
from tests.battles.services.steps import SYSTEM, begun, deployed, fresh

pytestmark = pytest.mark.django_db


def words(pages: tuple[Page, ...]) -> list[str]:
    return [cell for page in pages for table in page.tables for row in table.rows for cell in row]


def test_a_player_has_his_own_sides_sheet_and_a_stranger_the_whole(alice: Any, bob: Any, charlie: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    whole = cheat_sheets.cheat_sheet(access_of(battle, charlie))
    assert cheat_sheets.cheat_sheet(access_of(battle, charlie), only_own=True) == whole
    for user, side in ((alice, "a"), (bob, "b")):
        own = cheat_sheets.cheat_sheet(access_of(battle, user), only_own=True)
        assert own == cheat_sheets.setup_sheet(SYSTEM.key, deployed(), side)
        assert len(words(own)) < len(words(whole))
        assert cheat_sheets.cheat_sheet(access_of(battle, user)) == whole


@pytest.mark.rule("EN-COST-09", "a card chosen in secret changes nobody's sheet")
def test_what_is_hidden_changes_no_sheet(alice: Any, bob: Any) -> None:
    first = with_cards(alice, bob, b"cards")
    second = drawn(alice, bob, bytes(reversed(bytes(first.secret))), {})
    for user in (alice, bob):
        one = cheat_sheets.cheat_sheet(access_of(fresh(first), user), only_own=True)
        assert one == cheat_sheets.cheat_sheet(access_of(fresh(second), user), only_own=True)


@pytest.mark.rule("EN-MORALE-13", "hidden levels change nobody's sheet but for the option that is told")
def test_hidden_levels_change_no_row(alice: Any, bob: Any) -> None:
    shown = cheat_sheets.setup_sheet(SYSTEM.key, deployed(), "a")
    secret = cheat_sheets.setup_sheet(SYSTEM.key, deployed(hidden_morale=True), "a")
    without = [[table for table in page.tables if "Options" not in table.title] for page in (secret[0], shown[0])]
    assert without[0] == without[1]


def test_a_game_on_a_real_table_has_the_sheets_of_both_sides(alice: Any) -> None:
    source = next(sources.sample(system) for system in games.tracked_systems() if system.key == "mini_nap")
    game: TableGame = games.start(source, alice)
    whole = cheat_sheets.table_sheet(game)
    for side in ("a", "b"):
        assert len(words(cheat_sheets.table_sheet(game, side))) < len(words(whole))
