"""Standing orders: each chooses its own decision, if its action is legal, and leaves the others to the player."""

from typing import Any

import pytest

from battles.engine.core import Option
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Accept, Answer, ChooseFireOrder, Done, HastySquare
from battles.rules.easy_napoleonics.standing_orders import standing_answer
from tests.rules.easy_napoleonics.builders.positions import act, position, unit

SQUARE = HastySquare(True), HastySquare(False)
MELEE = Accept(True), Accept(False)
ANSWER = Answer("hold"), Answer("fire"), Answer("square")


@pytest.mark.rule("EN-SQUARE-04", "the order to form hasty square, or never to")
@pytest.mark.rule("EN-MELEE-06", "the order to accept the melee of a contact, or never to")
@pytest.mark.rule("EN-OPT-03", "the order to answer a breakthrough")
@pytest.mark.parametrize(
    ("orders", "square", "melee", "answer"),
    [
        ({}, None, None, None),
        ({"hasty_square": "ask", "accept": "ask", "answer": "ask"}, None, None, None),
        ({"hasty_square": "always"}, SQUARE[0], None, None),
        ({"hasty_square": "never"}, SQUARE[1], None, None),
        ({"accept": "always"}, None, MELEE[0], None),
        ({"accept": "never"}, None, MELEE[1], None),
        ({"answer": "fire"}, None, None, ANSWER[1]),
        ({"answer": "square", "accept": "always"}, None, MELEE[0], ANSWER[2]),
    ],
)
def test_what_an_order_decides(orders: dict[str, Any], square: Any, melee: Any, answer: Any) -> None:
    for actions, want in ((SQUARE, square), (MELEE, melee), (ANSWER, answer)):
        assert standing_answer(None, "a", (Option("decide", "", actions),), orders) == want


@pytest.mark.rule("EN-OPT-03", "an order whose action is not legal leaves the decision to the player")
def test_an_order_that_cannot_be_done_is_asked() -> None:
    assert standing_answer(None, "a", (Option("answer", "", ANSWER[:1]),), {"answer": "fire"}) is None


@pytest.mark.rule("EN-INIT-08", "the order not to choose who fires first where only one side has a target")
@pytest.mark.parametrize(("facings", "only"), [((0, 3), None), ((0, 0), "a"), ((3, 3), "b")])
def test_the_only_side_with_a_target_fires_first(facings: tuple[int, int], only: Any) -> None:
    near, far = facings
    guns = [
        unit("a", (0, 0), facing=near, kind="field_artillery"),
        unit("b", (0, -4), facing=far, kind="field_artillery"),
    ]
    state = act(position(guns, acting="b"), "b", Done()).state
    options = SYSTEM.options(state, "a")
    answer = standing_answer(SYSTEM.secrets.view(state, "a"), "a", options, {"fire_order": "skip"})
    assert answer == (only and ChooseFireOrder(only))
    assert standing_answer(SYSTEM.secrets.view(state, "a"), "a", options, {}) is None
