"""Fire for tests: positions about the middle of the table in the Firing phase."""

from fractions import Fraction
from typing import Any

from battles.engine.core import Refusal
from battles.engine.odds import distribution
from battles.rules.mini_nap import aiming, firing
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.setup import Feature, Recruit
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_fights import X, Y
from tests.rules.mini_nap.mn_moves import field

COLUMN: dict[str, Any] = {"formation": "column"}


def shooting(
    *a: Recruit,
    against: tuple[Recruit, ...],
    features: tuple[Feature, ...] = (),
    options: Options | None = None,
    **changes: Any,
) -> State:
    """Side a's only Brigade fires, all in command. ``a`` and then ``against`` are the units from 0."""
    return field(*a, against=against, features=features, options=options, **{"step": "fire", **changes})


def place(x: float, y: float) -> tuple[int, int]:
    """A place from the middle of the table, in centimetres."""
    return mm(X + x), mm(Y + y)


def aimed(state: State, target: int, x: float, y: float, firer: int = 0) -> aiming.Aimed | Refusal:
    """A shot at a point in centimetres from the middle of the table."""
    return aiming.aim(state, firer, target, place(x, y), "")


def verdict(made: aiming.Aimed | Refusal) -> int | str:
    """The dice of a shot, or the rule that bars it."""
    return made.rule if isinstance(made, Refusal) else made.count.dice


def hits(dice: int) -> dict[int, Fraction]:
    """The chance of each number of hits with so many dice."""
    return distribution(lambda thrown: firing.throw(thrown, PRINTED, dice)[1])
