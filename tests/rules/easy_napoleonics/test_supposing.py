"""What a view says of cards, and the set-up that a supposed state stands on."""

import pytest
from msgspec.structs import replace

from battles.engine.chance import Chances
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.cards import MIX
from battles.rules.easy_napoleonics.setup import Board, Objective, Setup
from battles.rules.easy_napoleonics.state import Hand, State
from tests.rules.easy_napoleonics.board import position, unit


def battle(**facts: object) -> State:
    plain = position([unit("a", (0, 0)), unit("b", (0, -9), facing=3)])
    return replace(plain, setup=replace(plain.setup, **facts)) if facts else plain


@pytest.mark.rule("EN-COST-09", "what a choice card became is known to its owner and the umpire until it joins")
@pytest.mark.parametrize(
    ("viewer", "known"),
    [("a", (True, False)), ("b", (False, True)), ("umpire", (True, True)), ("public", (False, False))],
)
def test_a_choice_is_seen_by_its_owner_and_the_umpire(viewer: str, known: tuple[bool, bool]) -> None:
    hands = (Hand(cards=("elite_infantry",), chosen=("veteran_infantry",)), Hand(chosen=("seasoned_infantry",)))
    view = SYSTEM.view(replace(battle(), phase="cards", hands=hands), viewer)
    assert [side.chosen for side in view.sides] == [
        hand.chosen if seen else () for hand, seen in zip(hands, known, strict=True)
    ]
    assert view.hand == {"a": hands[0], "b": hands[1]}.get(viewer, Hand())


def supposed(state: State) -> Setup:
    return SYSTEM.suppose(SYSTEM.view(state, "a"), Chances(b"1")).setup


def test_every_view_of_a_battle_is_supposed_on_one_set_up() -> None:
    state = battle()
    assert supposed(state) is supposed(replace(state, turn=3, acting="b"))


@pytest.mark.parametrize(
    "facts",
    [
        {"title": "Another"},
        {"points_win": False},
        {"board": Board(24, 26)},
        {"board": Board(25, 24)},
        {"objectives": (Objective(name="Mill", cells=(4,), hold=1),)},
    ],
)
def test_another_battle_by_the_same_rules_has_a_set_up_of_its_own(facts: dict[str, object]) -> None:
    one, two = battle(), battle(**facts)
    if "board" in facts:
        two = replace(two, board=facts["board"])
    two = replace(two, setup=replace(two.setup, rules=one.setup.rules))
    for state in (one, two, one):
        found = supposed(state)
        assert (found.title, found.points_win, found.objectives) == (
            state.setup.title,
            state.setup.points_win,
            state.setup.objectives,
        )
        assert (found.board.columns, found.board.rows) == (state.board.columns, state.board.rows)


def test_forces_of_other_names_and_zones_have_a_set_up_of_their_own() -> None:
    one = battle()
    a, b = one.setup.forces
    for other in (replace(a, name="Third"), replace(a, zone=a.zone[1:])):
        two = replace(one, setup=replace(one.setup, forces=(other, b)))
        for state in (one, two, one):
            kept = supposed(state).forces
            assert [(force.name, force.zone) for force in kept] == [
                (force.name, force.zone) for force in state.setup.forces
            ]


@pytest.mark.rule("EN-COST-09", "what another side took is guessed among the cards that it could take")
@pytest.mark.parametrize(
    ("pool", "gone"), [("undrawn", {"elite_infantry", "veteran_light_cavalry"}), ("any_in_mix", set())]
)
def test_a_choice_is_guessed_among_the_cards_of_its_pool(pool: str, gone: set[str]) -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9), facing=3)], choice_card_pool=pool)
    hand = Hand(cards=("elite_infantry", "veteran_light_cavalry"), chosen=("seasoned_infantry",))
    view = SYSTEM.view(replace(state, phase="cards", hands=(Hand(), hand)), "a")
    chances = Chances(b"guesses")
    guesses = [SYSTEM.suppose(view, chances).hands[1].chosen for _ in range(150)]
    assert {len(guess) for guess in guesses} == {1}
    assert {guess[0] for guess in guesses} == set(MIX) - gone


def test_a_choice_that_is_still_owed_is_not_guessed() -> None:
    state = replace(
        battle(), phase="cards", hands=(Hand(), Hand(cards=("elite_infantry", "veteran_infantry"), chooses=1))
    )
    supposed = SYSTEM.suppose(SYSTEM.view(state, "a"), Chances(b"1")).hands
    assert supposed[0] == Hand()
    assert (len(supposed[1].cards), supposed[1].chooses, supposed[1].chosen) == (2, 1, ())
