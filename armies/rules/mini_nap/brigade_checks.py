"""Faults of Brigades: what each kind may hold and how much of it (MN-ORG-02 to 10, 16)."""

from collections.abc import Iterator

from armies.rules.facts import ARTILLERY, BRIGADE_KINDS, CAVALRY, INFANTRY, Brigade, Unit
from armies.rules.mini_nap.words import KIND_WORDS, UNIT_NOUNS, a, count, name_of, unit_class
from armies.rules.reckoning import Fault, Severity
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.tables import Limit


def brigade_faults(brigade: Brigade) -> Iterator[Fault]:
    """Every fault in what the Brigade holds; faults of one unit stand beside that unit."""
    if brigade.kind not in BRIGADE_KINDS:
        text = f"is of the kind {brigade.kind}: a Brigade is infantry, cavalry, mixed or division artillery"
        yield _fault("error", "MN-ORG-02", brigade, text)
        return
    if not brigade.children:
        return
    known = tuple(unit for unit in brigade.children if unit.type in tables.TYPES)
    for unit in known:
        yield from _misplaced(brigade, unit)
    if brigade.kind == "infantry":
        yield from _infantry(brigade, known)
    elif brigade.kind == "cavalry":
        yield from _cavalry(brigade, known)
    elif brigade.kind == "mixed":
        yield from _mixed(brigade, known)
    elif brigade.commander:
        text = "has a commander named, but division artillery has no command stand"
        yield _fault("info", "MN-ORG-16", brigade, text)


def has_command_stand(brigade: Brigade) -> bool:
    """Whether the Brigade has a command stand (MN-ORG-16).

    Division artillery has none, though it is a Brigade in everything else (MN-ORG-17).
    """
    return brigade.kind != "artillery"


def _fault(severity: Severity, rule: str, element: Brigade | Unit, text: str) -> Fault:
    return Fault(severity, rule, f"{name_of(element)} {text}.", element.id)


def _misplaced(brigade: Brigade, unit: Unit) -> Iterator[Fault]:
    """MN-ORG-03, 05, 07, 08, 10: units that the Brigade's kind forbids.

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


def _batteries(brigade: Brigade, batteries: int, limit: Limit, noun: str = "battery", why: str = "") -> Iterator[Fault]:
    if not limit.holds(batteries):
        text = f"has {count(batteries, noun)}: {a(KIND_WORDS[brigade.kind])} has at most {limit.most}{why}"
        yield _fault("warning", limit.rule, brigade, text)


def _infantry(brigade: Brigade, units: tuple[Unit, ...]) -> Iterator[Fault]:
    """MN-ORG-04, MN-VAL-20."""
    limit = tables.INFANTRY_BRIGADE
    battalions = _number(units, INFANTRY)
    if not limit.holds(battalions):
        text = f"has {count(battalions, 'battalion')}: an infantry Brigade has {limit.least} to {limit.most}"
        yield _fault("warning", limit.rule, brigade, text)
    yield from _batteries(brigade, _number(units, ARTILLERY), tables.INFANTRY_BRIGADE_BATTERIES)


def _cavalry(brigade: Brigade, units: tuple[Unit, ...]) -> Iterator[Fault]:
    """MN-ORG-06, MN-VAL-21, MN-VAL-33; a Brigade without a regiment is MN-RULING-93."""
    limit = tables.CAVALRY_BRIGADE
    regiments = _number(units, CAVALRY)
    if not limit.holds(regiments):
        occasional = tables.CAVALRY_BRIGADE_OCCASIONAL.holds(regiments)
        rare = tables.CAVALRY_BRIGADE_RARE.holds(regiments)
        over = ", that is very occasional" if occasional else ", that is rare" if rare else ", that is not known"
        why = over if regiments else ""
        text = f"has {count(regiments, 'regiment')}: a cavalry Brigade has {limit.least} or {limit.most}{why}"
        yield _fault("info" if occasional else "warning", limit.rule, brigade, text)
    horse = _number(units, frozenset({"horse_artillery"}))
    yield from _batteries(brigade, horse, tables.CAVALRY_BRIGADE_BATTERIES, "horse battery")


def _mixed(brigade: Brigade, units: tuple[Unit, ...]) -> Iterator[Fault]:
    """MN-ORG-09, MN-VAL-22, MN-VAL-33."""
    limit = tables.MIXED_BRIGADE
    battalions = _number(units, INFANTRY)
    if battalions > limit.most:
        text = f"has {count(battalions, 'battalion')}: a mixed Brigade is small, at most {limit.most}"
        yield _fault("warning", limit.rule, brigade, text)
    for missing, arm in ((battalions < limit.least, "infantry"), (not _number(units, CAVALRY), "cavalry")):
        if missing:
            yield _fault("warning", limit.rule, brigade, f"has no {arm}: a mixed Brigade has both foot and horse")
    for unit in units:
        if unit.type == "line_infantry":
            text = f"is line infantry in {name_of(brigade)}: a mixed Brigade has it only on occasion"
            yield _fault("info", limit.rule, unit, text)
        if unit.type in CAVALRY and unit.type != "light_cavalry":
            text = f"is {tables.TYPES[unit.type].word} in {name_of(brigade)}: a mixed Brigade has light cavalry"
            yield _fault("warning", limit.rule, unit, text)
    batteries = _number(units, ARTILLERY)
    rare = tables.MIXED_BRIGADE_BATTERIES_RARE.holds(batteries)
    yield from _batteries(brigade, batteries, tables.MIXED_BRIGADE_BATTERIES, why=", this is rare" if rare else "")
