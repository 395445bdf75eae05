"""Checks of single units: missing facts, forbidden batteries, unusual numbers (MN-VAL, MN-WEAPON)."""

from collections.abc import Iterator

from battles.engine.armies.facts import ARTILLERY, CAVALRY, QUALITIES, UNIT_TYPES, Unit
from battles.engine.armies.house_rules import House, marked
from battles.engine.armies.reckoning import Fault, Severity
from battles.engine.armies.tree import Place
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.house_rules import limit, limit_mark, number
from battles.rules.mini_nap.army.options import DEFAULTS, Options
from battles.rules.mini_nap.army.overrides import overrides_of
from battles.rules.mini_nap.army.strength import is_raised
from battles.rules.mini_nap.army.words import count, name_of, nation_name, unit_nation_word


def unit_faults(place: Place, unit: Unit, options: Options = DEFAULTS) -> Iterator[Fault]:
    """Every fault of the unit itself, whatever its formation; ``unit`` has its owner's overrides applied.

    A unit has one type and one rating (MN-TYPE-08, MN-RATE-06); lancers are light cavalry (MN-VAL-25, MN-RULING-93).
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
        yield from _battery(place, unit, options.house)
    else:
        yield from _foot_or_horse(unit, options.house)


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


def _own_points(unit: Unit) -> int | None:
    """The strength points of the owner's override, which need no number of men or guns; or None (MN-RULING-95)."""
    override = overrides_of(unit).get("strength_points")
    return int(override.value) if override else None


def _raised(house: House) -> str:
    """The words for a unit below the minimum of points (MN-VAL-31)."""
    least = number(house, "least_points")
    marks = house.mark("least_points", "men_per_point", "men_rounded_up", "guns_per_point")
    return marked(f"it is raised to {count(least, 'strength point')}", marks)


def _foot_or_horse(unit: Unit, house: House) -> Iterator[Fault]:
    """MN-VAL-02, MN-VAL-03, MN-VAL-31; guns with foot or horse are MN-RULING-93."""
    noun = "a regiment" if unit.type in CAVALRY else "a battalion"
    own = _own_points(unit)
    if unit.men is None:
        if own is None:
            yield _fault("error", "MN-VAL-02", unit, f"has no number of men: {noun} needs one for its strength points")
    elif unit.men < 1:
        yield _fault("error", "MN-VAL-02", unit, f"has {unit.men} men: {noun} has at least 1")
    elif own is None and is_raised(unit, house):
        yield _fault("info", "MN-VAL-31", unit, f"has {count(unit.men, 'man', 'men')}: {_raised(house)}")
    if unit.gun_weight is not None:
        yield _fault(
            "error", "MN-VAL-03", unit, f"has {unit.gun_weight} guns recorded: only a battery has a weight of guns"
        )
    if unit.guns:
        yield _fault(
            "info", "MN-SP-01", unit, f"has {count(unit.guns, 'gun')} recorded: only its men count for strength"
        )


def _battery(place: Place, unit: Unit, house: House) -> Iterator[Fault]:
    """MN-VAL-02, MN-VAL-03, MN-SP-04; a battery without a weight is MN-RULING-93."""
    own, most = _own_points(unit), number(house, "most_battery_points")
    if unit.gun_weight is None:
        yield _fault("error", "MN-WEAPON-03", unit, "has no weight of guns: a battery is light, medium or heavy")
    if unit.type == "horse_artillery" and unit.gun_weight == "heavy":
        yield _fault("error", "MN-WEAPON-04", unit, "is heavy horse artillery: horse artillery is light or medium")
    if own is not None and own > most:
        text = f"has {count(own, 'strength point')} by its owner's override: a battery never has more than {most}"
        yield _fault("warning", "MN-SP-04", unit, marked(text, house.mark("most_battery_points")))
    if unit.guns is None:
        if own is None:
            text = "has no number of guns: a battery needs one for its strength points"
            yield _fault("error", "MN-VAL-02", unit, text)
    elif unit.guns < 1:
        yield _fault("error", "MN-VAL-02", unit, f"has {unit.guns} guns: a battery has at least 1")
    else:
        yield from _guns(place, unit, unit.guns, house)


def _guns(place: Place, unit: Unit, guns: int, house: House) -> Iterator[Fault]:
    """MN-VAL-26, MN-VAL-27, MN-VAL-31."""
    russian = unit_nation_word(place) == "russian"
    most_key = "battery_guns_russian" if russian else "battery_guns"
    usual_key = "horse_battery_guns" if unit.type == "horse_artillery" else "foot_battery_guns"
    most_guns, usual = limit(house, most_key), limit(house, usual_key)
    has = f"has {count(guns, 'gun')}"
    if _own_points(unit) is None and is_raised(unit, house):
        yield _fault("info", "MN-VAL-31", unit, f"{has}: {_raised(house)}")
    if guns > most_guns.most:
        whose = "a Russian battery" if russian else "a battery outside Russia"
        points = number(house, "most_battery_points")
        most = f"has at most {most_guns.most}, and none has over {points} strength points"
        mark = limit_mark(house, most_key) or house.mark("most_battery_points")
        yield _fault("warning", most_guns.rule, unit, marked(f"{has}: {whose} {most}", mark))
    if not usual.holds(guns):
        kind = "a horse battery" if unit.type == "horse_artillery" else "a foot battery"
        text = f"{has}: {kind} usually has {usual.words}"
        yield _fault("info", usual.rule, unit, marked(text, limit_mark(house, usual_key)))
