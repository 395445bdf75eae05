"""Faults of single units: what must be recorded, what a battery may be, what is unusual (MN-VAL, MN-WEAPON)."""

from collections.abc import Iterator

from armies.rules.facts import ARTILLERY, CAVALRY, QUALITIES, UNIT_TYPES, Unit
from armies.rules.mini_nap.words import count, name_of, nation_name, unit_nation_word
from armies.rules.reckoning import Fault, Severity
from armies.rules.tree import Place
from battles.rules.mini_nap import tables


def unit_faults(place: Place, unit: Unit) -> Iterator[Fault]:
    """Every fault that lies in the unit itself, wherever it stands.

    One type and one rating (MN-TYPE-08, MN-RATE-06); lancers are light cavalry (MN-VAL-25, MN-RULING-93).
    """
    if unit.type not in UNIT_TYPES:
        yield _fault("error", "MN-VAL-02", unit, f"has the type {unit.type}: a unit has one of the types of the rules")
        return
    if unit.quality not in QUALITIES:
        yield _fault("error", "MN-VAL-02", unit, f"is rated {unit.quality}: a unit has one of the five ratings")
    yield from _irregular(place, unit)
    if unit.lancer and unit.type != "light_cavalry":
        yield _fault("warning", "MN-TYPE-09", unit, "is marked as lancers: lancers are light cavalry")
    if unit.type in ARTILLERY:
        yield from _battery(place, unit)
    else:
        yield from _foot_or_horse(unit)


def _fault(severity: Severity, rule: str, unit: Unit, text: str) -> Fault:
    return Fault(severity, rule, f"{name_of(unit)} {text}.", unit.id)


def _irregular(place: Place, unit: Unit) -> Iterator[Fault]:
    """MN-VAL-08, MN-TYPE-10."""
    if not unit.irregular:
        return
    if unit.type != "light_cavalry":
        word = tables.TYPES[unit.type].word
        yield _fault("error", "MN-TYPE-10", unit, f"is irregular {word}: only light cavalry is irregular")
    if unit_nation_word(place) not in tables.IRREGULAR_NATIONS:
        adjective = nation_name(place.nation)
        text = f"is irregular and {adjective}: only Russian and Ottoman cavalry is irregular"
        yield _fault("error", "MN-TYPE-10", unit, text)
    if unit.lancer:
        text = "is both irregular and lancers: irregular cavalry never counts as lancers"
        yield _fault("error", "MN-TYPE-10", unit, text)


def _foot_or_horse(unit: Unit) -> Iterator[Fault]:
    """MN-VAL-02, 03, 31; guns with foot or horse are MN-RULING-93."""
    noun = "a regiment" if unit.type in CAVALRY else "a battalion"
    if unit.men is None:
        yield _fault("error", "MN-VAL-02", unit, f"has no number of men: {noun} needs one for its strength points")
    elif unit.men < 1:
        yield _fault("error", "MN-VAL-02", unit, f"has {unit.men} men: {noun} has at least 1")
    elif unit.men < tables.WEAK_MEN:
        raised = f"it is raised to {tables.LEAST_POINTS} strength points"
        yield _fault("info", "MN-VAL-31", unit, f"has {count(unit.men, 'man', 'men')}: {raised}")
    if unit.gun_weight is not None:
        yield _fault(
            "error", "MN-VAL-03", unit, f"has {unit.gun_weight} guns recorded: only a battery has a weight of guns"
        )
    if unit.guns:
        yield _fault(
            "info", "MN-SP-01", unit, f"has {count(unit.guns, 'gun')} recorded: only its men count for strength"
        )


def _battery(place: Place, unit: Unit) -> Iterator[Fault]:
    """MN-VAL-02, 03; a battery without a weight is MN-RULING-93."""
    if unit.gun_weight is None:
        yield _fault("error", "MN-WEAPON-03", unit, "has no weight of guns: a battery is light, medium or heavy")
    if unit.type == "horse_artillery" and unit.gun_weight == "heavy":
        yield _fault("error", "MN-WEAPON-04", unit, "is heavy horse artillery: horse artillery is light or medium")
    if unit.guns is None:
        yield _fault("error", "MN-VAL-02", unit, "has no number of guns: a battery needs one for its strength points")
    elif unit.guns < 1:
        yield _fault("error", "MN-VAL-02", unit, f"has {unit.guns} guns: a battery has at least 1")
    else:
        yield from _guns(place, unit, unit.guns)


def _guns(place: Place, unit: Unit, guns: int) -> Iterator[Fault]:
    """MN-VAL-26, 27, 31."""
    russian = unit_nation_word(place) == "russian"
    limit = tables.BATTERY_GUNS_RUSSIAN if russian else tables.BATTERY_GUNS
    usual = tables.HORSE_BATTERY_GUNS if unit.type == "horse_artillery" else tables.FOOT_BATTERY_GUNS
    has = f"has {count(guns, 'gun')}"
    if guns < tables.WEAK_GUNS:
        yield _fault("info", "MN-VAL-31", unit, f"{has}: it is raised to {tables.LEAST_POINTS} strength points")
    if not limit.holds(guns):
        whose = "a Russian battery" if russian else "a battery outside Russia"
        most = f"has at most {limit.most}, and none has over {tables.MOST_BATTERY_POINTS} strength points"
        yield _fault("warning", limit.rule, unit, f"{has}: {whose} {most}")
    if not usual.holds(guns):
        kind = "a horse battery" if unit.type == "horse_artillery" else "a foot battery"
        span = str(usual.least) if usual.least == usual.most else f"{usual.least} to {usual.most}"
        yield _fault("info", usual.rule, unit, f"{has}: {kind} usually has {span}")
