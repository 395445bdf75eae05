"""Whether a force is one that Mini-Nap knows: its chain of command and each of its units (MN-ORG, MN-VAL)."""

from collections import Counter
from collections.abc import Iterator

from battles.engine.core import SetupError, SideId
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.setup import BrigadeForce, DivisionForce, Force, Recruit, Setup
from battles.rules.mini_nap.tables import MOST_UNITS, BrigadeKind, UnitClass

CONTENTS: dict[BrigadeKind, frozenset[UnitClass]] = {
    "infantry": frozenset({"infantry", "artillery"}),
    "cavalry": frozenset({"cavalry", "artillery"}),
    "mixed": frozenset({"infantry", "cavalry", "artillery"}),
    "artillery": frozenset({"artillery"}),
}
"""MN-ORG-03, 05, 10."""
RULES: dict[BrigadeKind, str] = {"infantry": "MN-ORG-03", "cavalry": "MN-ORG-05", "artillery": "MN-ORG-10"}


def force_faults(setup: Setup, side: SideId, force: Force) -> Iterator[SetupError]:
    """What is wrong with one side, in the order of its parts."""
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
    yield from _twice(force, path)


def _division_faults(setup: Setup, division: DivisionForce, path: str) -> Iterator[SetupError]:
    if not division.brigades:
        yield SetupError(f"{division.name} has no Brigade (MN-ORG-01).", f"{path}.brigades")
    for number, brigade in enumerate(division.brigades):
        yield from _brigade_faults(setup, brigade, f"{path}.brigades[{number}]")


def _brigade_faults(setup: Setup, brigade: BrigadeForce, path: str) -> Iterator[SetupError]:
    """MN-VAL-04 to 06, and when the Brigade arrives (MN-RULING-97)."""
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
            yield SetupError(f"{brigade.name} is {kind}; {unit.name} is not ({RULES[brigade.kind]}).", f"{at}.type")
        if unit.type == "foot_artillery" and brigade.kind == "cavalry":
            yield SetupError(f"Foot artillery such as {unit.name} is never with cavalry (MN-VAL-04).", f"{at}.type")
        if unit.weight == "heavy" and brigade.kind in ("cavalry", "mixed"):
            why = f"Heavy guns such as those of {unit.name} are never in a {brigade.kind} Brigade (MN-VAL-05)."
            yield SetupError(why, f"{at}.weight")
        yield from _unit_faults(unit, at)
        if unit.place and brigade.arrives:
            yield SetupError(f"{unit.name} arrives in Turn {brigade.arrives} and has no place yet.", f"{at}.at")


def _unit_faults(unit: Recruit, path: str) -> Iterator[SetupError]:
    """MN-VAL-02, 03, 08, MN-TYPE-09 to 11."""
    word = tables.TYPES[unit.type].word
    if not tables.LEAST_OVERRIDDEN <= unit.points <= tables.MOST_OVERRIDDEN:
        ends = f"{tables.LEAST_OVERRIDDEN} to {tables.MOST_OVERRIDDEN}"
        yield SetupError(f"{unit.name} has {unit.points} strength points; a unit has {ends}.", f"{path}.points")
    battery = unit_class(unit) == "artillery"
    if battery != (unit.weight is not None):
        what = "needs the weight of its guns" if battery else f"is {word} and has no guns to weigh"
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


def _twice(force: Force, path: str) -> Iterator[SetupError]:
    """Names are how units are told apart in words, whatever their letters' size."""
    names = Counter(
        unit.name.casefold()
        for corps in force.corps
        for division in corps.divisions
        for brigade in division.brigades
        for unit in brigade.units
    )
    for name, count in names.items():
        if count > 1:
            yield SetupError(f"{force.name} has {count} units called {name}; names are unique.", path)
