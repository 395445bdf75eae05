"""Checks of Brigades: the units that each kind may contain, and how many.

Source: MN-ORG-02, MN-ORG-03, MN-ORG-04, MN-ORG-05, MN-ORG-06, MN-ORG-07, MN-ORG-08, MN-ORG-09, MN-ORG-10, MN-ORG-16.
"""

from collections.abc import Iterator

from battles.engine.armies.facts import ARTILLERY, BRIGADE_KINDS, CAVALRY, INFANTRY, Brigade, Unit
from battles.engine.armies.house_rules import House, marked
from battles.engine.armies.reckoning import Fault, Severity
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.house_rules import limit, limit_mark
from battles.rules.mini_nap.army.options import DEFAULTS, Options
from battles.rules.mini_nap.army.words import KIND_WORDS, UNIT_NOUNS, a, count, name_of, unit_class


def brigade_faults(brigade: Brigade, options: Options = DEFAULTS) -> Iterator[Fault]:
    """Every fault in the units of a Brigade; a fault of one unit carries that unit's id.

    The units are read with their owner's overrides applied (MN-RULING-95).
    """
    if brigade.kind not in BRIGADE_KINDS:
        text = f"is of the kind {brigade.kind}: a Brigade is infantry, cavalry, mixed or division artillery"
        yield _fault("error", "MN-ORG-02", brigade, text)
        return
    if not brigade.children:
        return
    units = tuple(unit for unit in brigade.children if unit.type in tables.TYPES)
    for unit in units:
        yield from _misplaced(brigade, unit)
    if brigade.kind == "infantry":
        yield from _infantry(brigade, units, options.house)
    elif brigade.kind == "cavalry":
        yield from _cavalry(brigade, units, options.house)
    elif brigade.kind == "mixed":
        yield from _mixed(brigade, units, options.house)
    elif brigade.commander:
        text = "has a commander named, but division artillery has no command stand"
        yield _fault("info", "MN-ORG-16", brigade, text)


def has_command_stand(brigade: Brigade) -> bool:
    """True if the Brigade has a command stand (MN-ORG-16).

    Division artillery has none, though it is a Brigade in all other ways (MN-ORG-17).
    """
    return brigade.kind != "artillery"


def _fault(severity: Severity, rule: str, element: Brigade | Unit, text: str) -> Fault:
    return Fault(severity, rule, f"{name_of(element)} {text}.", element.id)


def _misplaced(brigade: Brigade, unit: Unit) -> Iterator[Fault]:
    """MN-ORG-03, MN-ORG-05, MN-ORG-07, MN-ORG-08, MN-ORG-10: units that the Brigade's kind forbids.

    They are errors (MN-VAL-04, MN-VAL-05, MN-VAL-06, MN-RULING-65).
    """
    here = f"in {name_of(brigade)}"
    noun = UNIT_NOUNS[unit_class(unit)]
    kind = KIND_WORDS[brigade.kind]
    if brigade.kind == "infantry" and unit.type in CAVALRY:
        yield _fault("error", "MN-ORG-03", unit, f"is a {noun} {here}: an {kind} holds no cavalry; declare it mixed")
    if brigade.kind == "cavalry" and unit.type in INFANTRY:
        yield _fault("error", "MN-ORG-05", unit, f"is a {noun} {here}: a {kind} holds no infantry; declare it mixed")
    if brigade.kind == "cavalry" and unit.type == "foot_artillery":
        yield _fault("error", "MN-ORG-07", unit, f"is foot artillery {here}: a {kind} has horse batteries only")
    if brigade.kind in ("cavalry", "mixed") and unit.type in ARTILLERY and unit.gun_weight == "heavy":
        yield _fault("error", "MN-ORG-08", unit, f"is heavy artillery {here}: a {kind} has none")
    if brigade.kind == "artillery" and unit.type not in ARTILLERY:
        yield _fault("error", "MN-ORG-10", unit, f"is a {noun} {here}: a {kind} holds batteries only")


def _number(units: tuple[Unit, ...], types: frozenset[str]) -> int:
    return sum(unit.type in types for unit in units)


def _batteries(
    brigade: Brigade, batteries: int, key: str, house: House, noun: str = "battery", why: str = ""
) -> Iterator[Fault]:
    """A fault if there are too many batteries; ``key`` names the limit."""
    bound = limit(house, key)
    if not bound.holds(batteries):
        text = f"has {count(batteries, noun)}: {a(KIND_WORDS[brigade.kind])} has at most {bound.most}{why}"
        yield _fault("warning", bound.rule, brigade, marked(text, limit_mark(house, key)))


def _infantry(brigade: Brigade, units: tuple[Unit, ...], house: House) -> Iterator[Fault]:
    """MN-ORG-04, MN-VAL-20."""
    bound = limit(house, "infantry_brigade")
    battalions = _number(units, INFANTRY)
    if not bound.holds(battalions):
        text = f"has {count(battalions, 'battalion')}: an infantry Brigade has {bound.words}"
        yield _fault("warning", bound.rule, brigade, marked(text, limit_mark(house, "infantry_brigade")))
    yield from _batteries(brigade, _number(units, ARTILLERY), "infantry_brigade_batteries", house)


def _cavalry(brigade: Brigade, units: tuple[Unit, ...], house: House) -> Iterator[Fault]:
    """MN-ORG-06, MN-VAL-21, MN-VAL-33; a Brigade without a regiment is MN-RULING-93."""
    bound = limit(house, "cavalry_brigade")
    regiments = _number(units, CAVALRY)
    if not bound.holds(regiments):
        over = regiments > bound.most
        occasional = over and regiments <= limit(house, "cavalry_brigade_occasional").most
        rare = over and regiments <= limit(house, "cavalry_brigade_rare").most
        how = "very occasional" if occasional else "rare" if rare else "unknown"
        why = f", that is {how}" if over else ""
        mark = limit_mark(house, "cavalry_brigade", "cavalry_brigade_occasional", "cavalry_brigade_rare")
        text = f"has {count(regiments, 'regiment')}: a cavalry Brigade has {bound.words}{why}"
        yield _fault("info" if occasional else "warning", bound.rule, brigade, marked(text, mark))
    horse = _number(units, frozenset({"horse_artillery"}))
    yield from _batteries(brigade, horse, "cavalry_brigade_batteries", house, "horse battery")


def _mixed(brigade: Brigade, units: tuple[Unit, ...], house: House) -> Iterator[Fault]:
    """MN-ORG-09, MN-VAL-22, MN-VAL-33."""
    bound = limit(house, "mixed_brigade")
    battalions = _number(units, INFANTRY)
    if battalions > bound.most:
        text = f"has {count(battalions, 'battalion')}: a mixed Brigade is small, at most {bound.most}"
        yield _fault("warning", bound.rule, brigade, marked(text, limit_mark(house, "mixed_brigade")))
    for missing, arm in ((battalions < bound.least, "infantry"), (not _number(units, CAVALRY), "cavalry")):
        if missing:
            yield _fault("warning", bound.rule, brigade, f"has no {arm}: a mixed Brigade has both foot and horse")
    for unit in units:
        if unit.type == "line_infantry":
            text = f"is line infantry in {name_of(brigade)}: a mixed Brigade has it only on occasion"
            yield _fault("info", bound.rule, unit, text)
        if unit.type in CAVALRY and unit.type != "light_cavalry":
            text = f"is {tables.TYPES[unit.type].word} in {name_of(brigade)}: a mixed Brigade has light cavalry"
            yield _fault("warning", bound.rule, unit, text)
    batteries = _number(units, ARTILLERY)
    rare = tables.MIXED_BRIGADE_BATTERIES_RARE.holds(batteries)
    yield from _batteries(brigade, batteries, "mixed_brigade_batteries", house, why=", this is rare" if rare else "")
