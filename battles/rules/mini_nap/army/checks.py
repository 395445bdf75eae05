"""Checks of an army under Mini-Nap: its tree, and each of its Corps, Divisions, Brigades and units (MN-ORG, MN-VAL)."""

from collections import Counter
from collections.abc import Iterator

from msgspec import structs

from battles.engine.armies.facts import (
    ARTILLERY,
    BRIGADE_KINDS,
    CAVALRY,
    INFANTRY,
    QUALITIES,
    UNIT_TYPES,
    Army,
    Brigade,
    Corps,
    Division,
    Element,
    Unit,
)
from battles.engine.armies.reckoning import Fault, House, Severity, marked
from battles.engine.armies.tree import Place, totals, walk
from battles.engine.armies.tree import number as tree_numbered
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.mapping import is_raised
from battles.rules.mini_nap.army.options import (
    DEFAULTS,
    OPTION_SPECS,
    Options,
    army_as_overridden,
    limit,
    limit_mark,
    number,
    overrides_of,
)
from battles.rules.mini_nap.army.words import (
    KIND_WORDS,
    UNIT_NOUNS,
    a,
    count,
    name_of,
    nation_name,
    unit_class,
    unit_nation_word,
)


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


def division_kind(division: Division) -> tuple[str, str]:
    """The Division's kind, and its source: ``declared``, or ``worked out`` from its Brigades.

    Working it out (MN-RULING-88): Brigades that were reserves and artillery Brigades do not count. Infantry
    with cavalry is mixed, mixed Brigades alone are mixed, infantry with mixed is infantry, cavalry with
    mixed is mixed. The kind is empty if no Brigade counts.
    """
    if division.kind:
        return division.kind, "declared"
    kinds = {at.kind for at in _brigades(division) if at.kind != "artillery" and not at.reserve}
    if not kinds:
        return "", "worked out"
    if len(kinds) == 1:
        return next(iter(kinds)), "worked out"
    return ("infantry" if kinds == {"infantry", "mixed"} else "mixed"), "worked out"


def division_faults(division: Division, options: Options = DEFAULTS) -> Iterator[Fault]:
    """Faults of one Division (MN-ORG-11, MN-ORG-12, MN-ORG-13); each carries the id of the Brigade it is about."""
    brigades = _brigades(division)
    artillery = [brigade for brigade in brigades if brigade.kind == "artillery"]
    if brigades and artillery == brigades:
        yield Fault(
            "warning",
            "MN-ORG-12",
            f"{name_of(division)} has batteries only: divide reserve artillery among the Divisions before play.",
            division.id,
        )
    else:
        yield from _artillery(division, artillery, options.house)
    for brigade in artillery:
        yield from _battery_count(brigade, options.house)
    for brigade in brigades:
        if brigade.reserve and brigade.kind != "artillery":
            yield from _reserve(division, brigade)
        if brigade.kind == "infantry" and not brigade.reserve:
            yield from _heavy_batteries(brigade)


def corps_faults(corps: Corps, options: Options = DEFAULTS) -> Iterator[Fault]:
    """Too many attached reserve Brigades (MN-ORG-13, MN-VAL-24); division artillery does not count."""
    reserves = [
        brigade
        for division in corps.children
        if isinstance(division, Division)
        for brigade in _brigades(division)
        if brigade.reserve and brigade.kind != "artillery"
    ]
    bound = limit(options.house, "reserves_in_corps")
    if not bound.holds(len(reserves)):
        text = f"has {count(len(reserves), 'reserve Brigade')}: a Corps attaches at most {bound.most}"
        sentence = marked(text, limit_mark(options.house, "reserves_in_corps"))
        yield Fault("warning", bound.rule, f"{name_of(corps)} {sentence}.", corps.id)


def _brigades(division: Division) -> list[Brigade]:
    return [child for child in division.children if isinstance(child, Brigade)]


def _kind_words(division: Division) -> str:
    kind, how = division_kind(division)
    return f"{kind or 'unknown'}, {how}" if how == "declared" else f"{kind or 'unknown'}, {how} from its Brigades"


def _artillery(division: Division, artillery: list[Brigade], house: House) -> Iterator[Fault]:
    """MN-ORG-11, and MN-ORG-12 where the artillery was a reserve (MN-VAL-23, MN-VAL-24)."""
    kind, _ = division_kind(division)
    for index, brigade in enumerate(artillery):
        rule = "MN-ORG-12" if brigade.reserve else "MN-ORG-11"
        if kind not in tables.RESERVE_BESIDE["artillery"]:
            text = f"division artillery belongs to infantry Divisions ({name_of(division)}: {_kind_words(division)})"
            yield Fault("warning", rule, f"{name_of(brigade)} is misplaced: {text}.", brigade.id)
        most = limit(house, "division_artillery_brigades").most
        if index >= most:
            over = "one" if most == 1 else str(most)
            text = f"is an extra division artillery Brigade of {name_of(division)}: more than {over} is very rare"
            sentence = marked(text, limit_mark(house, "division_artillery_brigades"))
            yield Fault("warning", rule, f"{name_of(brigade)} {sentence}.", brigade.id)


def _battery_count(brigade: Brigade, house: House) -> Iterator[Fault]:
    """MN-ORG-11, MN-VAL-23."""
    bound = limit(house, "division_artillery")
    batteries = sum(unit.type in ARTILLERY for unit in brigade.children)
    if batteries > bound.most:
        text = f"has {count(batteries, 'battery')}: division artillery has {bound.words}"
        sentence = marked(text, limit_mark(house, "division_artillery"))
        yield Fault("warning", bound.rule, f"{name_of(brigade)} {sentence}.", brigade.id)


def _reserve(division: Division, brigade: Brigade) -> Iterator[Fault]:
    """MN-ORG-13, MN-VAL-24."""
    kind, _ = division_kind(division)
    beside = tables.RESERVE_BESIDE[brigade.kind]
    if kind in beside:
        return
    kinds = " or ".join(sorted(beside))
    text = f"was a Corps reserve: a reserve {KIND_WORDS[brigade.kind]} joins {a(kinds)} Division"
    where = f"({name_of(division)}: {_kind_words(division)})"
    yield Fault("warning", "MN-ORG-13", f"{name_of(brigade)} {text} {where}.", brigade.id)


def _heavy_batteries(brigade: Brigade) -> Iterator[Fault]:
    """Heavy foot batteries in an infantry Brigade, which count as reserve artillery (MN-ORG-12, MN-RULING-89).

    That is a warning (MN-VAL-24). The caller leaves out Brigades that were themselves a reserve: their batteries may
    stay with them (MN-ORG-13).
    """
    for unit in brigade.children:
        if unit.type == "foot_artillery" and unit.gun_weight == "heavy":
            text = f"is a heavy foot battery in {name_of(brigade)}: reserve artillery goes to the division artillery"
            yield Fault("warning", "MN-ORG-12", f"{name_of(unit)} {text}.", unit.id)


def faults(army: Army, options: Options = DEFAULTS) -> list[Fault]:
    """Every fault of the army under MN-ORG, MN-VAL, MN-TYPE and MN-WEAPON.

    Faults of the whole army (no element) come first, then those of elements in printed order. An element without
    an id gets its place in the tree as one, as in ``tree.number``. ``org_strict`` turns warnings into errors
    (MN-RULING-66); ``max_corps_per_side`` is MN-VAL-09. Units are read with their owner's overrides (MN-RULING-95).
    """
    numbered = army_as_overridden(tree_numbered(army))
    listed = [*_army_faults(numbered, options), *_same_id(army)]
    listed += _same_names(numbered.children)
    order = {"": -1}
    for index, place in enumerate(walk(numbered)):
        order.setdefault(place.element.id, index)
        listed += _place_faults(place, options)
    listed.sort(key=lambda fault: order[fault.element])
    if options.org_strict:
        listed = [
            structs.replace(fault, severity="error") if fault.severity == "warning" else fault for fault in listed
        ]
    return listed


def _place_faults(place: Place, options: Options) -> Iterator[Fault]:
    element = place.element
    yield from _misplaced_element(place)
    if isinstance(element, Unit):
        yield from unit_faults(place, element, options)
        return
    yield from _empty(element)
    yield from _same_names(element.children)
    if isinstance(element, Brigade):
        yield from brigade_faults(element, options)
    elif isinstance(element, Division):
        yield from division_faults(element, options)
    else:
        yield from corps_faults(element, options)


def _army_faults(army: Army, options: Options) -> Iterator[Fault]:
    """Faults of the whole army (MN-ORG-01, MN-VAL-09, MN-ORG-18, MN-RULING-06, MN-ORG-15, MN-VAL-30)."""
    corps = sum(isinstance(child, Corps) for child in army.children)
    if not army.children:
        yield Fault("error", "MN-ORG-01", "The army is empty: a side has one or more Corps.")
        return
    if corps > options.max_corps_per_side:
        most = options.max_corps_per_side
        yield Fault(
            "error",
            "MN-VAL-09",
            f"The army has {count(corps, 'Corps', 'Corps')}: a side has at most {most}, "
            f"unless the option “{OPTION_SPECS['max_corps_per_side'].label}” allows more.",
        )
    units = totals(army).units
    side = limit(options.house, "side")
    if not side.holds(units):
        text = marked(f"the game is meant for about {side.words} a side", limit_mark(options.house, "side"))
        yield Fault("info", side.rule, f"The army has {count(units, 'unit')}: {text}.")


def _misplaced_element(place: Place) -> Iterator[Fault]:
    """A fault if the element is not under the next higher level (MN-ORG-01, MN-ORG-14)."""
    element = place.element
    above = place.above[-1] if place.above else None
    where = f"directly under {name_of(above)}" if above else "directly under the army"
    if isinstance(element, Unit) and not isinstance(above, Brigade):
        rule = "MN-ORG-01" if isinstance(above, Division) else "MN-ORG-14"
        text = f"{name_of(element)} is {where}: every unit belongs to a Brigade."
        yield Fault("error", rule, text, element.id)
    if isinstance(element, Brigade) and not isinstance(above, Division):
        text = f"{name_of(element)} is {where}: every Brigade belongs to a Division."
        yield Fault("error", "MN-ORG-14", text, element.id)
    if isinstance(element, Division) and not isinstance(above, Corps):
        text = f"{name_of(element)} is {where}: every Division belongs to a Corps."
        yield Fault("error", "MN-ORG-01", text, element.id)


_HOLDS = {Corps: ("Corps", "Division"), Division: ("Division", "Brigade"), Brigade: ("Brigade", "unit")}


def _empty(element: Corps | Division | Brigade) -> Iterator[Fault]:
    """A fault if the formation is empty (MN-ORG-01)."""
    if not element.children:
        level, part = _HOLDS[type(element)]
        text = f"{name_of(element)} is empty: a {level} has one or more {part}s."
        yield Fault("error", "MN-ORG-01", text, element.id)


def _same_id(army: Army) -> Iterator[Fault]:
    """Faults for ids that are used twice (MN-VAL-01)."""
    ids = Counter(place.element.id for place in walk(army) if place.element.id)
    for identity, times in ids.items():
        if times > 1:
            yield Fault(
                "error", "MN-VAL-01", f"The id {identity} is used {times} times: every element has its own.", identity
            )


def _same_names(siblings: tuple[Element, ...]) -> Iterator[Fault]:
    """A note for each sibling after the first that has the same name (MN-VAL-01, MN-RULING-93)."""
    seen: set[str] = set()
    for sibling in siblings:
        name = sibling.name.strip().casefold()
        if name and name in seen:
            text = f"{sibling.name} has the same name as another beside it: the two are hard to tell apart on paper."
            yield Fault("info", "MN-VAL-01", text, sibling.id)
        seen.add(name)
