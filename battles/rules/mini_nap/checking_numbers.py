"""Whether a club's own numbers make sense: nothing is measured, thrown or counted by less than can be."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.core import SetupError
from battles.engine.overlay import differing, numbers
from battles.rules.mini_nap.meta import META
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import PRINTED

LEAST: Final[Mapping[str, int]] = MappingProxyType(
    {
        "bases": 1,
        "linear_widths": 2,
        "covers_that_bar": 1,
        "sum_per_hit": 1,
        "sets.melee.sets": 1,  # or a combat would never end (MN-HTH-35)
        "first_initiative_dice": 1,
        "holder_dice": 1,
        "other_side_dice": 1,
        "division_modifiers": -100,
        "fire_bonuses": -100,
        "dense_target_dice": -100,
        "square_test_bonus": -100,
    }
)
"""The least number of each table, or of one number by its path; 0 for those not named."""
MOST_DICE: Final = 50
DICE: Final = frozenset({"extension_dice", "first_initiative_dice", "holder_dice", "other_side_dice"})
"""Tables of dice that are thrown together, of which there are at most so many."""
MOST_SETS: Final = 10
"""Sets that a situation may give."""
MOST_STANDS: Final = 2
"""A unit has one or two stands (MN-BASE-01 to 03)."""
MOST_NEEDED: Final = META.dice
"""A die can pass every quality test, or a combat of two units that cannot would never end (MN-HTH-35)."""


def number_faults(rules: Rules) -> Iterator[SetupError]:
    """What is wrong with numbers that differ from the printed ones."""
    for change in differing(rules.tables, PRINTED):
        table = change.path.partition(".")[0]
        least = LEAST.get(change.path, LEAST.get(table, 0))
        most = _most(change.path, table)
        if change.value < least or (most is not None and change.value > most):
            ends = f"{least} to {most}" if most is not None else f"at least {least}"
            yield SetupError(f"This is {ends}, not {change.value}.", f"house.{change.path}")
    values = {number.path: number.value for number in numbers(rules.tables)}
    for path, value in values.items():
        if path.endswith(".least") and value > values[f"{path.removesuffix('.least')}.most"]:
            yield SetupError("The least of a distance is not more than its most.", f"house.{path}")


def _most(path: str, table: str) -> int | None:
    """The most that a number may be; None for those without a limit of their own."""
    if path.endswith(".stands"):
        return MOST_STANDS
    if path.endswith(".needed"):
        return MOST_NEEDED
    if table == "sets":
        return MOST_SETS
    return MOST_DICE if table in DICE else None
