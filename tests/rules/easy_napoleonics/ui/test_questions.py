"""Questions to a side that must answer first, names of lists of actions, and how a battle stands."""

import pytest
from msgspec.structs import replace

from battles.engine.core import PUBLIC, Option, Outcome
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.setup import DECK, joining
from battles.rules.easy_napoleonics.state import Hand, Pending
from tests.rules.easy_napoleonics.builders.positions import leader, position, unit

OFFER_STATE = position(
    [unit("a", (0, 0), name="3rd Line"), unit("b", (0, -5), name="Guard", level="broken", worth=4)],
    [leader("a", (1, 0))],
    state={"score": (4, 1)},
)
SHOTS = (act.Fire(1, ((0, 1),)), act.Fire(1, ((0, 2),)))
OVER = replace(OFFER_STATE, outcome=Outcome("a", "points", "EN-VP-07"))


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (Option("activate", "unit 0", (act.Rally(0), act.Rally(0))), "3rd Line: can act"),
        (Option("move_leader", "leader 0", (act.Done(), act.Done())), "Leader of a: can move to 2 hexes"),
        (Option("choose_mover", "", (act.ChooseMover("a"), act.ChooseMover("b"))), "Choose mover: 2 choices"),
        (Option("rally", "unit 0", (act.Rally(0),)), "3rd Line: rally"),
        (
            Option(
                "deploy", "unit 0", tuple(act.Deploy(0, cell, facing, "line") for cell in (7, 8) for facing in (0, 1))
            ),
            "3rd Line: can deploy in 2 hexes",
        ),
        (Option("fire", "unit 0", SHOTS), "3rd Line: can fire at Guard"),
        (Option("fire", "unit 1", SHOTS), "Guard: can be fired at"),
    ],
)
def test_a_list_is_called_by_its_actor_and_its_number(option: Option, words: str) -> None:
    assert SYSTEM.text.offer(OFFER_STATE, option).startswith(words)


def test_the_standing_names_points_and_units_of_both_sides() -> None:
    assert SYSTEM.text.score(OFFER_STATE) == "A 4 points, 1 of 1 units left; B 1 point, 0 of 1 units left"
    tally = SYSTEM.ui.tally(OFFER_STATE)
    assert (tally.turns, tally.lost, tally.points) == (1, {"a": 0, "b": 1}, {"a": 4, "b": 1})


@pytest.mark.rule("EN-RULING-83", "card units are named by what they are and numbered by side")
def test_card_units_are_named_after_their_cards() -> None:
    hands = (Hand(cards=(DECK[0], DECK[-2])), Hand())
    names = [found.name for found in joining(position([], state={"hands": hands}))]
    assert names == ["Seasoned infantry (card 1)", "Veteran horse artillery (card 2)"]


STATE = position(
    [
        unit("a", (0, 0), name="3rd Line"),
        unit("b", (0, -1), name="Hussars", kind="light_cavalry", facing=3),
    ],
    [leader("a", (1, 0))],
)
HERE = STATE.units[0].cell


@pytest.mark.parametrize(
    ("owed", "says"),
    [
        (
            Pending(kind="hasty_square", side="a", unit=0, other=1),
            "Hussars charge your 3rd Line (EN-SQUARE-04). Try to form square, or stay in line?",
        ),
        (
            Pending(kind="relocate", side="a", leader=0),
            "The enemy has reached your Leader of a (EN-LEADER-09). Choose a hex to flee to.",
        ),
        (
            Pending(kind="fire_order", side="a"),
            "Movement: you have the initiative (EN-INIT-08). Which side fires first?",
        ),
        (
            Pending(kind="accept", side="a", unit=0, other=1),
            "Your 3rd Line is in contact with Hussars without a charge (EN-MELEE-06). Attack?",
        ),
        (
            Pending(kind="answer", side="a", unit=0, other=1),
            "Hussars break through and attack your 3rd Line (EN-OPT-03). Hold, fire or form square?",
        ),
    ],
    ids=lambda each: each.kind if isinstance(each, Pending) else "",
)
def test_a_decision_is_a_question_to_its_side_alone(owed: Pending, says: str) -> None:
    state = replace(STATE, pending=(owed,))
    for viewer in ("a", "b", PUBLIC):
        seen = SYSTEM.secrets.view(state, viewer)
        assert SYSTEM.ui.question(seen, "a") == says
        assert SYSTEM.ui.question(seen, "b") == ""


def test_a_winner_is_asked_in_whose_place_he_may_stand() -> None:
    state = replace(STATE, pending=(Pending(kind="breakthrough", side="a", unit=0, cell=HERE),))
    text = SYSTEM.ui.question(SYSTEM.secrets.view(state, "a"), "a")
    assert text.startswith("Your 3rd Line has broken its enemy in ")
    assert text.endswith("(EN-OPT-01). Stay, move in, or attack again?")


def test_a_step_of_the_turn_asks_nothing_but_has_a_task() -> None:
    assert SYSTEM.ui.question(SYSTEM.secrets.view(STATE, "a"), "a") == ""
    (task,) = (stage.task for stage in SYSTEM.ui.stages(SYSTEM.secrets.view(STATE, "a")) if stage.when == "now")
    assert task.startswith("Movement (EN-SEQ-02): choose a unit")


def test_the_result_of_a_side_is_its_score_before_the_enemys() -> None:
    assert SYSTEM.text.result(OVER, "a") == "4 to 1"
    assert SYSTEM.text.result(OVER, "b") == "1 to 4"
    assert SYSTEM.text.result(OFFER_STATE, "a") == ""


@pytest.mark.rule("EN-SETUP-12", "the result names the objectives that a side held")
def test_the_result_names_the_objectives_that_a_side_held() -> None:
    board = replace(OVER.board, names=((0, "Gemioncourt"),))
    held = replace(OVER, held=((0, "a"), (1, "b")), board=board)
    assert SYSTEM.text.result(held, "a") == "4 to 1 and held Gemioncourt"
    assert SYSTEM.text.result(held, "b").startswith("1 to 4 and held hex ")
