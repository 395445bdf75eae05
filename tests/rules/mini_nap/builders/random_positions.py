"""Random positions of all sorts of units."""

from typing import Any

from msgspec.structs import replace

from battles.engine.rng import Chances
from battles.kits.open_table import distances
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap.positions import footprint_of
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import Feature, ForceUnit, State, possible_formations
from battles.rules.mini_nap.tables import QUALITIES, UnitType
from tests.rules.mini_nap.builders.manoeuvres import strip
from tests.rules.mini_nap.builders.shots import place
from tests.rules.mini_nap.builders.table_positions import battle, brigade, division, force, recruit, spot

TYPES: tuple[UnitType, ...] = (
    *("line_infantry", "line_infantry", "light_infantry", "line_infantry", "light_infantry"),
    *("heavy_cavalry", "medium_cavalry", "light_cavalry"),
    *("foot_artillery", "horse_artillery"),
)
RATINGS = tuple(QUALITIES)
ACROSS, DEEP = 44, 32
"""Centimetres about the middle of the table in which units stand."""
LEFT, BOTTOM = 90 - ACROSS // 2, 60 - DEEP // 2
TRIES = 60

GROUND: tuple[Feature, ...] = (
    strip("wood", -10, -4, -14, -6),
    strip("wall", 1, 2, -4, 6),
    strip("landmark", 4, 8, 10, 14, name="The mill"),
    Feature(key="road", kind="road", points=(place(-30, -8), place(0, -8), place(30, 4))),
    Feature(key="river", kind="river", points=(place(-60, 20), place(60, 20)), width=400),
    strip("bridge", 18, 22, -4, 0, over="river", name="The bridge"),
)
"""A wood, a wall, a mill, a road, and a river with a bridge."""


def melee(seed: int, *, units: int = 5, features: tuple[Feature, ...] = (), **changes: Any) -> State:
    """Two sides of two Brigades each among one another, nobody in contact unless by chance; side a manoeuvres."""
    chances = Chances(b"melee %d" % seed)
    standing: list[ForceUnit] = []
    sides = [
        [_put(chances, standing, f"{word} {number}", facing) for number in range(units)]
        for word, facing in (("Blue", 0), ("Red", 180))
    ]
    made = [
        force(
            division(
                brigade(*side[:2], name=f"{word} guard", place=_somewhere(chances)),
                brigade(*side[2:], name=f"{word} line", place=_somewhere(chances)),
                place=_somewhere(chances),
            ),
            name=word,
        )
        for word, side in zip(("Blue", "Red"), sides, strict=True)
    ]
    state = battle(*made, features=features, **{"step": "manoeuvre", "brigade": 1, **changes})
    marked = (
        replace(
            unit,
            command=chances.choice(("in", "in", "cautious", "out")),
            blue=chances.choice(("", "", "", "", "reaction", "disorder")),
            white=not chances.below(8),
        )
        for unit in state.units
    )
    return replace(state, units=tuple(marked))


def _somewhere(chances: Chances) -> Any:
    return spot(LEFT + chances.below(ACROSS), BOTTOM + chances.below(DEEP))


def _put(chances: Chances, standing: list[ForceUnit], name: str, facing: int) -> ForceUnit:
    """A unit of any sort on free ground, its face more or less to the enemy."""
    kind = chances.choice(TYPES)
    guns = "artillery" in kind
    facts: dict[str, Any] = {
        "rating": chances.choice(RATINGS),
        "points": 2 + chances.below(4 if guns else 8),
        "nation": chances.choice(("other", "french", "british", "russian")),
        "lancer": kind == "light_cavalry" and not chances.below(3),
        **({"weight": chances.choice(("light", "medium", "heavy"))} if guns else {}),
    }
    open_to = possible_formations(recruit(name, kind, **facts))
    for _ in range(TRIES):
        made = recruit(
            name,
            kind,
            at=(LEFT + chances.below(10 * ACROSS) / 10, BOTTOM + chances.below(10 * DEEP) / 10),
            facing=(facing + 15 * (chances.below(9) - 4)) % 360,
            formation=chances.choice((open_to[0], open_to[0], *open_to)),
            **facts,
        )
        if all(_apart(made, each) > CM for each in standing):
            standing.append(made)
            return made
    raise AssertionError("there is no room left")


def _apart(one: ForceUnit, other: ForceUnit) -> int:
    return distances.distance(_shape(one), _shape(other))


def _shape(made: ForceUnit) -> Any:
    unit = battle(force(made)).units[0]
    return footprint_of(Rules(), unit)
