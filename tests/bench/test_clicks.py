"""Speed of a click: an action posted by the script of a battle's page, with everything that comes back."""

import time
from typing import Any

import pytest

from tests.battles.services.steps import begun
from tests.battles.under_load.click_cost import Player
from tests.battles.under_load.large_battles import long_lived, sixty
from tests.bench.measures import chess_game, rate

pytestmark = [pytest.mark.django_db, pytest.mark.bench]

CLICKS = 10
"""Clicks that are timed together: about as many of every kind."""

AT_MOST = 1_600
"""Decisions of chess that a click may cost with 60 units on the board: 40 ms where one takes 25 us."""


def cost(player: Player) -> float:
    """Seconds of processor time of a click."""
    total = 0.0
    for _ in range(CLICKS):
        form = player.form()
        start = time.process_time()
        answer = player.post(*form)
        total += time.process_time() - start
        assert answer.status_code == 200
    return total / CLICKS


def test_a_battle_of_three_thousand_entries_is_clicked_as_quickly_as_one_of_thirty(alice: Any, bob: Any) -> None:
    players = [Player(long_lived(alice, bob, entries)) for entries in (32, 3_002)]
    for player in players:
        cost(player)
    young, old = (min(each) for each in zip(*([cost(player) for player in players] for _ in range(3)), strict=True))
    print(f"a click after 3,000 entries: {old / young:.2f} of one after 30")  # noqa: T201
    assert old <= 1.3 * young


def test_a_click_with_sixty_units_costs_no_more_than_so_many_decisions_of_chess(alice: Any, bob: Any) -> None:
    player = Player(begun(alice, bob, setup=sixty()))
    cost(player)
    least = min(cost(player) * rate(chess_game, 0.5, bytes([turn])) for turn in range(3))
    print(f"a click: {least:.0f} decisions of chess")  # noqa: T201
    assert least <= AT_MOST
