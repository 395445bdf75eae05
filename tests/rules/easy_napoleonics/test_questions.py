"""What a side is asked that must answer before anything else."""

import pytest
from msgspec.structs import replace

from battles.engine.core import PUBLIC
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.state import Pending
from tests.rules.easy_napoleonics.board import leader, position, unit

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
            "Hussars charges your 3rd Line (EN-SQUARE-04). Try to form square, or stand in line?",
        ),
        (
            Pending(kind="relocate", side="a", leader=0),
            "The enemy has come upon your Leader of a (EN-LEADER-09). Which hex does he flee to?",
        ),
        (
            Pending(kind="fire_order", side="a"),
            "Your side has the initiative (EN-INIT-08). Which side fires first?",
        ),
        (
            Pending(kind="accept", side="a", unit=0, other=1),
            "Your 3rd Line faces Hussars without having charged (EN-MELEE-06). Does it attack?",
        ),
        (
            Pending(kind="answer", side="a", unit=0, other=1),
            "Hussars goes on to attack your 3rd Line (EN-OPT-03). Hold, fire or form square?",
        ),
    ],
    ids=lambda each: each.kind if isinstance(each, Pending) else "",
)
def test_a_decision_is_a_question_to_its_side_alone(owed: Pending, says: str) -> None:
    state = replace(STATE, pending=(owed,))
    for viewer in ("a", "b", PUBLIC):
        seen = SYSTEM.view(state, viewer)
        assert SYSTEM.question(seen, "a") == says
        assert SYSTEM.question(seen, "b") == ""


def test_a_winner_is_asked_in_whose_place_he_may_stand() -> None:
    state = replace(STATE, pending=(Pending(kind="breakthrough", side="a", unit=0, cell=HERE),))
    text = SYSTEM.question(SYSTEM.view(state, "a"), "a")
    assert text.startswith("Your 3rd Line has broken its enemy in ")
    assert text.endswith("(EN-OPT-01). Stay, move in, or go on?")


def test_a_step_of_the_turn_asks_nothing_but_has_a_task() -> None:
    assert SYSTEM.question(SYSTEM.view(STATE, "a"), "a") == ""
    (task,) = (stage.task for stage in SYSTEM.stages(SYSTEM.view(STATE, "a")) if stage.when == "now")
    assert task.startswith("Your units move, one after the other (EN-SEQ-02)")
