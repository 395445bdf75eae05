"""What a list of actions is called, and how a battle stands."""

import pytest

from battles.engine.core import Option
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.cards import DECK, joining
from battles.rules.easy_napoleonics.state import Hand
from tests.rules.easy_napoleonics.board import leader, position, unit

STATE = position(
    [unit("a", (0, 0), name="3rd Line"), unit("b", (0, -5), name="Guard", level="broken", worth=4)],
    [leader("a", (1, 0))],
    state={"score": (4, 1)},
)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (Option("activate", "unit 0", (act.Rally(0), act.Rally(0))), "3rd Line: 2 activations"),
        (Option("move_leader", "leader 0", (act.Done(), act.Done())), "Leader of a: 2 hexes to go to"),
        (Option("choose_mover", "", (act.ChooseMover("a"), act.ChooseMover("b"))), "Choose mover: 2 choices"),
        (Option("rally", "unit 0", (act.Rally(0),)), "3rd Line: rally"),
    ],
)
def test_a_list_is_called_by_its_actor_and_its_number(option: Option, words: str) -> None:
    assert SYSTEM.offer(STATE, option).startswith(words)


def test_the_standing_names_points_and_units_of_both_sides() -> None:
    assert SYSTEM.score(STATE) == "A 4 points, 1 of 1 units left; B 1 point, 0 of 1 units left"
    tally = SYSTEM.tally(STATE)
    assert (tally.turns, tally.lost, tally.points) == (1, {"a": 0, "b": 1}, {"a": 4, "b": 1})


@pytest.mark.rule("EN-RULING-83", "card units are named by what they are and numbered by side")
def test_card_units_are_named_after_their_cards() -> None:
    hands = (Hand(cards=(DECK[0], DECK[-2])), Hand())
    names = [found.name for found in joining(position([], state={"hands": hands}))]
    assert names == ["Seasoned infantry (card 1)", "Veteran horse artillery (card 2)"]
