"""Checks of a set-up. Each fault has a sentence and the path of the part at fault."""

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.core import SIDES, SetupError, SideId
from battles.engine.settings import differing, numbers
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.command import evasion
from battles.rules.mini_nap.meta import META
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.options import SIZES
from battles.rules.mini_nap.positions import enemies_in_contact, footprint, is_on_table, overlapping_units, stand_disc
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.setup.features import crossing_faults, feature_faults, placing_warnings
from battles.rules.mini_nap.state import (
    BrigadeForce,
    DivisionForce,
    Force,
    ForceUnit,
    Setup,
    State,
    selectable_formations,
    unit_class,
)
from battles.rules.mini_nap.tables import (
    FORMATIONS,
    LEAST_ZONE,
    MOST_FEATURES,
    MOST_UNITS,
    PRINTED,
    BrigadeKind,
    UnitClass,
)
from battles.rules.mini_nap.terrain import cost

CONTENTS: dict[BrigadeKind, frozenset[UnitClass]] = {
    "infantry": frozenset({"infantry", "artillery"}),
    "cavalry": frozenset({"cavalry", "artillery"}),
    "mixed": frozenset({"infantry", "cavalry", "artillery"}),
    "artillery": frozenset({"artillery"}),
}
"""Arms that each kind of Brigade may contain (MN-ORG-03, MN-ORG-05, MN-ORG-10)."""

RULES: dict[BrigadeKind, str] = {"infantry": "MN-ORG-03", "cavalry": "MN-ORG-05", "artillery": "MN-ORG-10"}


def force_faults(setup: Setup, side: SideId, force: Force) -> Iterator[SetupError]:
    """Faults of one side, in the order of its parts."""
    path = f"forces.{side}"
    most = setup.rules.options.max_corps_per_side
    if not force.corps:
        yield SetupError(f"{force.name} has no Corps (MN-ORG-01).", f"{path}.corps")
    if len(force.corps) > most:
        why = f"{force.name} has {len(force.corps)} Corps; max_corps_per_side is {most} (MN-VAL-09)."
        yield SetupError(why, f"{path}.corps")
    units = 0
    for number, corps in enumerate(force.corps):
        at = f"{path}.corps[{number}]"
        if not corps.divisions:
            yield SetupError(f"{corps.name} has no Division (MN-ORG-01).", f"{at}.divisions")
        for place, division in enumerate(corps.divisions):
            units += sum(len(brigade.units) for brigade in division.brigades)
            yield from _division_faults(setup, division, f"{at}.divisions[{place}]")
    if units > MOST_UNITS:
        yield SetupError(f"{force.name} has {units:,} units; the most is {MOST_UNITS}.", path)
    yield from _repeated_names(force, path)


def _division_faults(setup: Setup, division: DivisionForce, path: str) -> Iterator[SetupError]:
    if not division.brigades:
        yield SetupError(f"{division.name} has no Brigade (MN-ORG-01).", f"{path}.brigades")
    for number, brigade in enumerate(division.brigades):
        yield from _brigade_faults(setup, brigade, f"{path}.brigades[{number}]")


def _brigade_faults(setup: Setup, brigade: BrigadeForce, path: str) -> Iterator[SetupError]:
    """Faults of a Brigade's units (MN-VAL-04, MN-VAL-05, MN-VAL-06) and of its arrival (MN-RULING-97)."""
    last = setup.rules.options.turn_limit
    if not brigade.units:
        yield SetupError(f"{brigade.name} has no unit (MN-ORG-01).", f"{path}.units")
    if not 0 <= brigade.arrives <= last:
        why = f"{brigade.name} arrives in Turn {brigade.arrives}; the battle has Turns 1 to {last}."
        yield SetupError(why, f"{path}.arrives")
    if brigade.kind == "artillery" and brigade.place:
        yield SetupError(f"{brigade.name} is division artillery and has no command stand (MN-ORG-16).", f"{path}.at")
    for number, unit in enumerate(brigade.units):
        at = f"{path}.units[{number}]"
        if unit_class(unit) not in CONTENTS[brigade.kind]:
            kind = "division artillery" if brigade.kind == "artillery" else f"of {brigade.kind}"
            yield SetupError(
                f"{brigade.name} is {kind}; {unit.name} cannot be in it ({RULES[brigade.kind]}).", f"{at}.type"
            )
        if unit.type == "foot_artillery" and brigade.kind == "cavalry":
            yield SetupError(
                f"{unit.name} is foot artillery, which a cavalry Brigade cannot have (MN-VAL-04).", f"{at}.type"
            )
        if unit.weight == "heavy" and brigade.kind in ("cavalry", "mixed"):
            why = f"{unit.name} has heavy guns, which a {brigade.kind} Brigade cannot have (MN-VAL-05)."
            yield SetupError(why, f"{at}.weight")
        yield from _unit_faults(unit, at)
        if unit.place and brigade.arrives:
            yield SetupError(
                f"{unit.name} arrives in Turn {brigade.arrives}; it cannot have a place at the start.", f"{at}.at"
            )


def _unit_faults(unit: ForceUnit, path: str) -> Iterator[SetupError]:
    """Faults of one unit (MN-VAL-02, MN-VAL-03, MN-VAL-08, MN-TYPE-09, MN-TYPE-10, MN-TYPE-11)."""
    word = tables.TYPES[unit.type].word
    if not tables.LEAST_OVERRIDDEN <= unit.points <= tables.MOST_OVERRIDDEN:
        ends = f"{tables.LEAST_OVERRIDDEN} to {tables.MOST_OVERRIDDEN}"
        yield SetupError(f"{unit.name} has {unit.points} strength points; a unit has {ends}.", f"{path}.points")
    battery = unit_class(unit) == "artillery"
    if battery != (unit.weight is not None):
        what = "needs the weight of its guns" if battery else f"is {word} and cannot have a weight of guns"
        yield SetupError(f"{unit.name} {what} (MN-VAL-03).", f"{path}.weight")
    if unit.type == "horse_artillery" and unit.weight == "heavy":
        yield SetupError(f"{unit.name} is horse artillery, which is never heavy (MN-WEAPON-04).", f"{path}.weight")
    if unit.irregular and (unit.type != "light_cavalry" or unit.lancer or unit.nation not in tables.IRREGULAR_NATIONS):
        why = f"{unit.name} cannot be irregular: only Russian or Ottoman light cavalry without the lancer flag is"
        yield SetupError(f"{why} (MN-VAL-08).", f"{path}.irregular")
    if unit.lancer and unit_class(unit) != "cavalry":
        yield SetupError(f"{unit.name} is {word}; only cavalry carries lances (MN-TYPE-09).", f"{path}.lancer")
    if unit.kgl and unit.nation != "british":
        yield SetupError(f"{unit.name} is of the KGL, which is British (MN-RULING-91).", f"{path}.kgl")


def _repeated_names(force: Force, path: str) -> Iterator[SetupError]:
    """Units of a force with the same name; upper and lower case do not differ."""
    names = Counter(
        unit.name.casefold()
        for corps in force.corps
        for division in corps.divisions
        for brigade in division.brigades
        for unit in brigade.units
    )
    for name, count in names.items():
        if count > 1:
            yield SetupError(f"{force.name} has {count} units called {name}; names must be unique.", path)


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
"""The least value of each table, or of one number by its path; 0 for all others."""

MOST_DICE: Final = 50
DICE: Final = frozenset({"extension_dice", "first_initiative_dice", "holder_dice", "other_side_dice"})
"""Tables with numbers of dice rolled together; each is at most ``MOST_DICE``."""

MOST_SETS: Final = 10
"""The most sets of dice that a situation can give."""

MOST_STANDS: Final = 2
"""A unit has one or two stands (MN-BASE-01, MN-BASE-02, MN-BASE-03)."""

MOST_NEEDED: Final = META.dice
"""Highest needed roll: a die must be able to pass each quality test, or some combats never end (MN-HTH-35)."""


def number_faults(rules: Rules) -> Iterator[SetupError]:
    """Faults of numbers that differ from the printed tables."""
    for change in differing(rules.tables, PRINTED):
        table = change.path.partition(".")[0]
        least = LEAST.get(change.path, LEAST.get(table, 0))
        most = _most(change.path, table)
        if change.value < least or (most is not None and change.value > most):
            ends = f"{least} to {most}" if most is not None else f"at least {least}"
            yield SetupError(f"The number must be {ends}, not {change.value}.", f"house.{change.path}")
    values = {number.path: number.value for number in numbers(rules.tables)}
    for path, value in values.items():
        if path.endswith(".least") and value > values[f"{path.removesuffix('.least')}.most"]:
            yield SetupError("The least distance cannot be greater than the most.", f"house.{path}")


def _most(path: str, table: str) -> int | None:
    """The greatest value of a number; None if it has no limit."""
    if path.endswith(".stands"):
        return MOST_STANDS
    if path.endswith(".needed"):
        return MOST_NEEDED
    if table == "sets":
        return MOST_SETS
    return MOST_DICE if table in DICE else None


Zone = tuple[int, int, int, int]


def place_faults(setup: Setup) -> Iterator[SetupError]:
    """Faults of deployment zones, then of units and stands that have a place."""
    for side, force in zip("ab", setup.forces, strict=True):
        yield from _zone_faults(setup, force, f"forces.{side}")
    first, second = (force.zone for force in setup.forces)
    if (first is None) != (second is None):
        which = "a" if first is None else "b"
        yield SetupError("Give a deployment zone to both sides or to neither.", f"forces.{which}.zone")
    if first and second and _overlap(first, second):
        yield SetupError("The deployment zones of the two sides overlap.", "forces.b.zone")
    yield from starting_place_faults(setup)


def starting_place_faults(setup: Setup) -> Iterator[SetupError]:
    """Faults of the places of units and stands at the start. The table must have no faults."""
    state = initial_state(setup)
    yield from _unit_place_faults(state)
    yield from _stand_place_faults(state)


def _zone_faults(setup: Setup, force: Force, path: str) -> Iterator[SetupError]:
    if force.zone is not None:
        yield from _rectangle_faults(setup, force.zone, f"{path}.zone")
    for at, brigade in _brigades(force, path):
        if brigade.entry is not None:
            yield from _rectangle_faults(setup, brigade.entry, f"{at}.entry")


def _brigades(force: Force, path: str) -> Iterator[tuple[str, BrigadeForce]]:
    """The Brigades of a force, each with its path."""
    for number, corps in enumerate(force.corps):
        for place, division in enumerate(corps.divisions):
            for index, brigade in enumerate(division.brigades):
                yield f"{path}.corps[{number}].divisions[{place}].brigades[{index}]", brigade


def _rectangle_faults(setup: Setup, zone: Zone, path: str) -> Iterator[SetupError]:
    left, bottom, right, top = zone
    if not (left >= 0 and bottom >= 0 and right <= setup.table.width and top <= setup.table.height):
        yield SetupError("A zone must be on the table: left, bottom, right and top.", path)
    elif right - left < LEAST_ZONE or top - bottom < LEAST_ZONE:
        yield SetupError(f"A zone must be at least {cm(LEAST_ZONE)} wide and high.", path)


def _overlap(first: Zone, second: Zone) -> bool:
    """True if two zones share more than an edge."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _unit_place_faults(state: State) -> Iterator[SetupError]:
    """Faults of formation, table edge, ground and overlap of each placed unit (MN-RULING-59, MN-RULING-74)."""
    paths = list(_paths(state.setup))
    for number, unit in enumerate(state.units):
        if unit.where != "table":
            continue
        path = paths[number]
        if unit.formation not in selectable_formations(unit):
            word = FORMATIONS[unit.formation].word
            yield SetupError(f"{unit.name} cannot be in {word} at the start (MN-FORM-07).", path)
            continue
        if not is_on_table(state, footprint(state, number)):
            yield SetupError(f"{unit.name} is not wholly on the table (MN-GEO-15).", path)
            continue
        barred = cost.refuse_position(state, unit, "move")
        if barred is not None:
            yield SetupError(f"{barred.sentence} ({barred.rule}, MN-RULING-74)", path)
        for other in sorted(
            {*overlapping_units(state, number, footprint(state, number)), *enemies_in_contact(state, number)}
        ):
            if other < number:
                yield SetupError(f"{unit.name} and {state.units[other].name} are in the same place.", path)


def _stand_place_faults(state: State) -> Iterator[SetupError]:
    for number, stand in enumerate(state.stands):
        if stand.where != "table":
            continue
        path = f"forces.{stand.side}"
        if not is_on_table(state, stand_disc(stand.x, stand.y)):
            yield SetupError(f"{stand.name} is not wholly on the table (MN-GEO-15).", path)
        elif not evasion.is_free_for_stand(state, number, stand.x, stand.y):
            yield SetupError(f"{stand.name} has no free ground for its stand there (MN-CMD-01).", path)


def _paths(setup: Setup) -> Iterator[str]:
    """Paths of the units' places in a set-up, in the order of their numbers."""
    for side, force in zip("ab", setup.forces, strict=True):
        for path, brigade in _brigades(force, f"forces.{side}"):
            yield from (f"{path}.units[{number}].at" for number in range(len(brigade.units)))


def check(setup: Setup) -> None:
    """Check that a set-up can be played.

    Raises:
        SetupError: the first fault of the set-up.
    """
    for fault in faults(setup):
        raise fault


def faults(setup: Setup) -> Iterator[SetupError]:
    """Every fault that prevents a battle. Places are checked only if the table and the forces have no faults."""
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
    """Faults of the places of units and stands; none are given if the table has faults."""
    if not any(_table_faults(setup)) and not any(number_faults(setup.rules)):
        yield from starting_place_faults(setup)


def _table_faults(setup: Setup) -> Iterator[SetupError]:
    table, options = setup.table, setup.rules.options
    for name, size in (("width", table.width), ("height", table.height)):
        if not SIZES["least"] <= size <= SIZES["most"]:
            ends = f"{cm(SIZES['least'])} to {cm(SIZES['most'])}"
            yield SetupError(f"Each side of a table is {ends} long, not {cm(size)} (MN-RULING-60).", f"table.{name}")
    if (table.width, table.height) != (options.table_w, options.table_h):
        size_words = f"{cm(options.table_w)} by {cm(options.table_h)}"
        yield SetupError(
            f"The options say {size_words}, but the table is {cm(table.width)} by {cm(table.height)}.", "options"
        )
    if len(table.features) > MOST_FEATURES:
        yield SetupError(f"There are {len(table.features):,} features; the most is {MOST_FEATURES}.", "table.features")
        return
    shaped = True
    keys = [feature.key for feature in table.features]
    for number, feature in enumerate(table.features):
        path = f"table.features[{number}]"
        if not feature.key or keys.count(feature.key) > 1:
            yield SetupError(f"Every feature needs a unique key; {feature.key!r} is not unique.", f"{path}.key")
        problems = list(feature_faults(setup.rules.tables, table, feature, path))
        shaped = shaped and not problems
        yield from problems
    if shaped:
        yield from crossing_faults(setup.rules.tables, table)


def warnings(setup: Setup) -> tuple[str, ...]:
    """Warnings about unusual terrain, which do not prevent the battle (MNT-PLACE)."""
    return tuple(placing_warnings(setup.rules.tables, setup.table))
