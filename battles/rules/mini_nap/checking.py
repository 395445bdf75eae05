"""Whether a battle can be set up as it is: every fault has its sentence and the path of the part at fault.

The table and what lies on it, both forces with their chain of command (MN-VAL), and where everybody stands.
"""

from collections.abc import Iterator
from typing import Final

from battles.engine.core import SetupError, SideId
from battles.rules.mini_nap.checking_features import crossing_faults, feature_faults, warned
from battles.rules.mini_nap.checking_forces import force_faults
from battles.rules.mini_nap.checking_numbers import number_faults
from battles.rules.mini_nap.checking_places import misplaced, place_faults
from battles.rules.mini_nap.options import SIZES
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.setup import Setup
from battles.rules.mini_nap.tables import MOST_FEATURES

SIDES: Final[tuple[SideId, SideId]] = ("a", "b")


def check(setup: Setup) -> None:
    """Pass over a set-up that can be played in silence.

    Raises:
        SetupError: the first fault found.
    """
    for fault in faults(setup):
        raise fault


def faults(setup: Setup) -> Iterator[SetupError]:
    """Everything that keeps a battle from being played; the forces are looked at on a sound table only."""
    table = list(_table_faults(setup))
    yield from table
    yield from number_faults(setup.rules)
    forces = [
        fault for side, force in zip(SIDES, setup.forces, strict=True) for fault in force_faults(setup, side, force)
    ]
    yield from forces
    if not table and not forces:
        yield from place_faults(setup)


def misplacements(setup: Setup) -> Iterator[SetupError]:
    """What is wrong with where units and stands are from the start; nothing is told of a table that is not sound."""
    if not any(_table_faults(setup)) and not any(number_faults(setup.rules)):
        yield from misplaced(setup)


def _table_faults(setup: Setup) -> Iterator[SetupError]:
    table, options = setup.table, setup.rules.options
    for name, size in (("width", table.width), ("height", table.height)):
        if not SIZES["least"] <= size <= SIZES["most"]:
            ends = f"{cm(SIZES['least'])} to {cm(SIZES['most'])}"
            yield SetupError(f"A table is {ends} along each side, not {cm(size)} (MN-RULING-60).", f"table.{name}")
    if (table.width, table.height) != (options.table_w, options.table_h):
        said = f"{cm(options.table_w)} by {cm(options.table_h)}"
        yield SetupError(f"The options say {said}, the table is {cm(table.width)} by {cm(table.height)}.", "options")
    if len(table.features) > MOST_FEATURES:
        yield SetupError(f"There are {len(table.features):,} features; the most is {MOST_FEATURES}.", "table.features")
        return
    shaped = True
    keys = [feature.key for feature in table.features]
    for number, feature in enumerate(table.features):
        path = f"table.features[{number}]"
        if not feature.key or keys.count(feature.key) > 1:
            yield SetupError(f"Every feature has a key of its own; {feature.key!r} is not.", f"{path}.key")
        wrong = list(feature_faults(setup.rules.tables, table, feature, path))
        shaped = shaped and not wrong
        yield from wrong
    if shaped:
        yield from crossing_faults(setup.rules.tables, table)


def warnings(setup: Setup) -> tuple[str, ...]:
    """What is against the customs of the terrain volume without barring the battle (MNT-PLACE)."""
    return tuple(warned(setup.rules.tables, setup.table))
