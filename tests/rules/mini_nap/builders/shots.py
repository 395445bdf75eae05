"""Positions of the Firing phase in the middle of the table."""

from fractions import Fraction
from typing import Any

from battles.engine.core import Refusal
from battles.engine.odds import distribution
from battles.rules.mini_nap.fire import dice as fire_dice
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Feature, ForceUnit, State
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.builders.manoeuvres import field
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.table_positions import mm

COLUMN: dict[str, Any] = {"formation": "column"}


def shooting(
    *a: ForceUnit,
    against: tuple[ForceUnit, ...],
    features: tuple[Feature, ...] = (),
    options: Options | None = None,
    **changes: Any,
) -> State:
    """Side a's only Brigade fires, all in command. ``a`` and then ``against`` are the units from 0."""
    return field(*a, against=against, features=features, options=options, **{"step": "fire", **changes})


def place(x: float, y: float) -> tuple[int, int]:
    """A place from the middle of the table, in centimetres."""
    return mm(X + x), mm(Y + y)


def aimed(state: State, target: int, x: float, y: float, firer: int = 0) -> targets.AimedShot | Refusal:
    """A shot at a point in centimetres from the middle of the table."""
    return targets.aim_shot(state, firer, target, place(x, y), "")


def verdict(made: targets.AimedShot | Refusal) -> int | str:
    """The dice of a shot, or the rule that bars it."""
    return made.rule if isinstance(made, Refusal) else made.count.dice


def hits(dice: int) -> dict[int, Fraction]:
    """The chance of each number of hits with so many dice."""
    return distribution(lambda thrown: fire_dice.roll_shot(thrown, PRINTED, dice)[1])
