"""The laws of systems that draw actions by lot, held along battles played at random from their lists."""

from collections.abc import Callable, Iterator
from typing import Any

from battles.engine.defaults import ListedActions
from battles.engine.rng import Chances
from tests.contract.suite import Moment, Walk, some

DRAWN = 6
"""Actions that are drawn at each step."""

OFTEN = 400
"""Draws by which each kind that is listed at a step has come."""

STEPS = 12
"""Steps at which so many are drawn."""


def by_lot(walk: Walk, moment: Moment, chances: Chances) -> Iterator[tuple[str, Any]]:
    """For each side that decides an action drawn from what it sees."""
    for side in sorted(walk.system.deciding(moment.state)):
        view, options = walk.system.secrets.view(moment.state, side), moment.options[side]
        yield side, walk.system.ai.random_action(view, side, options, chances)


def what_is_drawn_may_be_done(walk: Walk) -> None:
    """Nothing that is drawn is refused."""
    chances = walk.chances("drawn")
    for moment in walk.played():
        for _ in range(DRAWN):
            for side, action in by_lot(walk, moment, chances):
                refusal = walk.system.refuse(moment.state, side, action)
                assert refusal is None, f"{action} is drawn for {side} and refused: {refusal}"


def equal_chances_draw_the_same(walk: Walk) -> None:
    """Asked twice with the same chances, a system draws the same."""
    for number, moment in enumerate(walk.played()):
        once, again = (list(by_lot(walk, moment, Chances(b"%d" % number))) for _ in range(2))
        assert once == again


def kinds_of(action: Any) -> tuple[str, ...]:
    """What an action is, and what it does on the way."""
    parts = (getattr(action, "before", None), getattr(action, "move", None))
    return (action.kind, *(type(part).__name__ for part in parts if part is not None))


def every_kind_is_drawn(walk: Walk) -> None:
    """Of what is listed, every kind of action comes, with every kind of movement.

    A draw from the lists themselves has every action of them, a kind of few actions seldom.
    """
    if isinstance(getattr(walk.system.ai.random_action, "__self__", None), ListedActions):
        return
    chances = walk.chances("kinds")
    for moment in some(walk.played(), STEPS, chances):
        for side in sorted(walk.system.deciding(moment.state)):
            seen, left = walk.system.secrets.view(moment.state, side), {kinds_of(each) for each in moment.listed(side)}
            for _ in range(OFTEN):
                left.discard(kinds_of(walk.system.ai.random_action(seen, side, moment.options[side], chances)))
                if not left:
                    break
            assert not left, f"Never drawn for {side} in {OFTEN} draws: {left}"


LOTS: tuple[Callable[[Walk], None], ...] = (
    what_is_drawn_may_be_done,
    equal_chances_draw_the_same,
    every_kind_is_drawn,
)
