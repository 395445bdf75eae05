"""Features as rectangles, and an infantry line with an enemy on them."""

from typing import Any

from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Feature, State
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.terrain.landmarks import advantage_count
from tests.rules.mini_nap.builders.table_positions import battle, force, mm, recruit

X, Y = 90.0, 60.0
"""The middle of the table, from which the examples measure."""


def ground(kind: FeatureKind, left: float, bottom: float, right: float, top: float, key: str = "") -> Feature:
    """A feature as a rectangle: an area, or a line along its middle from left to right."""
    key = key or kind
    if kind in ("fence", "wall", "stream", "ditch"):
        middle = mm(Y + (bottom + top) / 2)
        points = ((mm(X + left), middle), (mm(X + right), middle))
        return Feature(key=key, kind=kind, points=points, width=mm(top - bottom))
    corners = ((left, bottom), (left, top), (right, top), (right, bottom))
    return Feature(key=key, kind=kind, points=tuple((mm(X + x), mm(Y + y)) for x, y in corners))


def meeting(
    *features: Feature,
    at: tuple[float, float] = (0, 3),
    facing: float = 180,
    formation: str = "column",
    options: Options | None = None,
    **facts: Any,
) -> State:
    """An infantry line at the middle, unit 0, and an enemy, unit 1: a column in contact with its front."""
    line = recruit("line", at=(X, Y))
    enemy = recruit("enemy", at=(X + at[0], Y + at[1]), facing=facing, formation=formation, **facts)
    return battle(force(line), force(enemy), features=features, options=options)


def both(state: State) -> tuple[int, int]:
    """What the line defends against the enemy, and the enemy against the line."""
    return advantage_count(state, 0, 1), advantage_count(state, 1, 0)
