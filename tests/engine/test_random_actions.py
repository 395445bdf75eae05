"""What is drawn by lot: seldom what is seldom wanted."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from battles.ai.search import Random
from battles.engine.actions import SELDOM, options_to_draw
from battles.engine.core import Option
from battles.engine.rng import Chances
from tests.engine.toy import RACE

USUAL = Option("go", "unit 1", ("go", "stay"))
RARE = Option("retreat", "unit 1", ("retreat",), seldom=True)
DRAWS = 2000
SEEN = SimpleNamespace(viewer="a")


@pytest.mark.parametrize(("options", "kinds"), [((USUAL, USUAL), {"go"}), ((RARE,), {"retreat"}), ((), set())])
def test_where_all_is_alike_all_is_drawn(options: tuple[Option, ...], kinds: set[str]) -> None:
    assert options_to_draw(options, Chances(b"1")) is options
    assert {option.kind for option in options} == kinds


def drawn(*options: Option) -> Counter[Any]:
    chances, found = Chances(b"2"), Counter[Any]()
    for _ in range(DRAWS):
        found[chances.choice(options_to_draw(options, chances)).kind] += 1
    return found


def test_what_is_seldom_wanted_is_drawn_once_in_so_many() -> None:
    found = drawn(RARE, USUAL, RARE, RARE)
    assert set(found) == {"go", "retreat"}
    assert 0.5 < found["retreat"] * SELDOM / DRAWS < 1.5


def test_a_player_who_draws_from_lists_takes_seldom_what_is_seldom_wanted() -> None:
    player = Random(b"3", RACE)
    found = Counter(player.choose(SEEN, (RARE, USUAL, RARE)).action for _ in range(DRAWS))
    assert set(found) == {"go", "stay", "retreat"}
    assert found["retreat"] * SELDOM < 1.5 * DRAWS
