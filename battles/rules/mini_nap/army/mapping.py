"""Translation of a historical unit into Mini-Nap's values, and its strength points (MN-SP)."""

from collections.abc import Iterator, Mapping
from functools import cache

from msgspec import Struct

from battles.engine.armies.facts import ARTILLERY, CAVALRY, GunWeight, Quality, Unit, UnitType
from battles.engine.armies.reckoning import House, Line, Reckoning, override_line, reasons
from battles.engine.armies.tree import Place
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.options import (
    DEFAULTS,
    FACTS,
    OVERRIDE_SPECS,
    RULING,
    Options,
    as_overridden,
    fact_lines,
    number,
    overrides_of,
)
from battles.rules.mini_nap.army.words import count, is_kgl, unit_class, unit_nation_word
from battles.rules.mini_nap.combat.losses import is_exempt_for_good
from battles.rules.mini_nap.fire.dice import unit_bonuses
from battles.rules.mini_nap.sheets.muster_roll import DASH, move_words
from battles.rules.mini_nap.tables import Formation, Kind, NationWord


def strength(unit: Unit, options: Options = DEFAULTS) -> Reckoning:
    """The unit's strength points with their arithmetic; 0 if its men or guns are not recorded (MN-VAL-02).

    Source: MN-SP-01, MN-SP-02 for foot and horse, MN-SP-03, MN-SP-04 for batteries. Points are computed each time and
    never stored (MN-VAL-07); the game makes no other use of men and guns (MN-SP-06). The owner's override replaces the
    computed points (MN-RULING-95).
    """
    lines, computed = _computed(unit, options.house)
    override = overrides_of(unit).get("strength_points")
    if override is None:
        title = f"Why {count(computed, 'strength point')}?" if computed else "Why no strength points?"
        return Reckoning(computed, title, lines)
    value = int(override.value)
    was = f"{computed:,}" if computed else "none"
    last = override_line(OVERRIDE_SPECS["strength_points"], override, was, f"{value:,}", RULING)
    return Reckoning(value, f"Why {count(value, 'strength point')}?", (*lines, last))


def is_raised(unit: Unit, house: House) -> bool:
    """True if men or guns give fewer points than the minimum, so that the points are raised (MN-VAL-31)."""
    shown = as_overridden(unit)
    return _full_points(shown, house) < number(house, "least_points")


def _computed(unit: Unit, house: House) -> tuple[tuple[Line, ...], int]:
    """The arithmetic from men or guns, and its result; an overridden type decides which of the two counts."""
    shown = as_overridden(unit)
    guns = shown.type in ARTILLERY
    before = tuple(fact_lines(unit, "type")) if guns != (unit.type in ARTILLERY) else ()
    figure = shown.guns if guns else shown.men
    if figure is None or figure < 1:
        return (*before, Line(f"number of {'guns' if guns else 'men'}", "not recorded", ("MN-VAL-02",))), 0
    lines, points = _battery(figure, house) if guns else _men(figure, house)
    return (*before, *lines), points


def _full_points(unit: Unit, house: House) -> int:
    """Points before the minimum and the maximum (MN-SP-01, MN-SP-03)."""
    if unit.type in ARTILLERY:
        return (unit.guns or 0) // number(house, "guns_per_point")
    return ((unit.men or 0) + number(house, "men_rounded_up")) // number(house, "men_per_point")


def _men(men: int, house: House) -> tuple[list[Line], int]:
    """Points of men (MN-SP-01); there is no maximum (MN-SP-02)."""
    per_point, added = number(house, "men_per_point"), number(house, "men_rounded_up")
    points = (men + added) // per_point
    mark = house.mark("men_per_point")
    lines = [
        Line(f"{count(men, 'man', 'men')} / {per_point}", f"{men / per_point:,.2f}", ("MN-SP-01",), mark),
        Line(_rounding(house), str(points), ("MN-SP-01",), house.mark("men_rounded_up")),
    ]
    return _at_least(lines, points, "MN-SP-01", house)


def _rounding(house: House) -> str:
    added = number(house, "men_rounded_up")
    if not house.mark("men_rounded_up"):
        return "rounded"
    return f"rounded down after adding {added:,} men" if added else "rounded down"


def _battery(guns: int, house: House) -> tuple[list[Line], int]:
    """Points of guns (MN-SP-03, MN-SP-04); howitzers count as guns."""
    per_point, most = number(house, "guns_per_point"), number(house, "most_battery_points")
    points = guns // per_point
    mark = house.mark("guns_per_point")
    how = f"{per_point} guns per point" if mark else "full pairs"
    lines = [Line(f"{count(guns, 'gun')}, {how}", str(points), ("MN-SP-03",), mark)]
    lines, points = _at_least(lines, points, "MN-SP-03", house)
    if points > most:
        points = most
        mark = house.mark("most_battery_points")
        lines.append(Line(f"at most {most}", str(most), ("MN-SP-03", "MN-SP-04"), mark))
    return lines, points


def _at_least(lines: list[Line], points: int, rule: str, house: House) -> tuple[list[Line], int]:
    least = number(house, "least_points")
    if points >= least:
        return lines, points
    return [*lines, Line(f"at least {least}", str(least), (rule,), house.mark("least_points"))], least


class OpenFormation(Struct, frozen=True, gc=False):
    """A formation that the unit can take, with its move allowances.

    ``move`` is printed as move/charge in cm: ``6/9``, ``2 or 4/–``, ``–`` where it cannot move.
    """

    formation: Formation
    word: str
    formed: bool
    move: str
    rule: str
    move_rule: str


class Bonus(Struct, frozen=True, gc=False):
    """A bonus for the unit's nation or type: ``British artillery``, 1 extra die, MN-FIRE-38."""

    word: str
    added: int
    rule: str


class Dice(Struct, frozen=True, gc=False):
    """A battery's basic dice at each range, before its bonuses (MN-FIRE-34, MN-FIRE-35, MN-FIRE-36)."""

    close: int
    medium: int
    long: int


class MiniNapUnit(Struct, frozen=True, gc=False):
    """A unit's values in Mini-Nap.

    ``quality_needed`` is QR. ``points`` are strength points, 0 if men or guns are missing. ``dice`` are those
    of a battery whose weight is recorded, without the ``bonuses``. ``removed_at_one`` is true if the unit is
    removed at 1 point in its usual formations (MN-LOSS-02, MN-LOSS-03, MN-RULING-90). ``strength`` is the
    arithmetic of ``points``. ``overridden`` holds the owner's reason for each overridden value (MN-RULING-95).
    """

    name: str
    type: UnitType
    type_word: str
    kind: Kind
    nation: NationWord
    kgl: bool
    quality: Quality
    quality_word: str
    quality_needed: int
    points: int
    stands: int
    formations: tuple[OpenFormation, ...]
    weight: GunWeight | None
    dice: Dice | None
    bonuses: tuple[Bonus, ...]
    lancer: bool
    irregular: bool
    removed_at_one: bool
    notes: tuple[str, ...]
    strength: Reckoning
    reckoning: Reckoning
    overridden: Mapping[str, str] = {}


def kind_of(unit: Unit) -> Kind:
    """The unit's type; irregular and lancer light cavalry are kinds of their own (MN-TYPE-09, MN-TYPE-10)."""
    if unit.type == "light_cavalry":
        if unit.irregular:
            return "irregular"
        if unit.lancer:
            return "lancer"
    return unit.type


def map_unit(place: Place, options: Options = DEFAULTS) -> MiniNapUnit:
    """The Mini-Nap values of the unit at ``place``, with its owner's overrides (MN-RULING-95).

    Raises:
        TypeError: the element at ``place`` is a formation, not a unit.
    """
    recorded = _recorded(place)
    unit = as_overridden(recorded)
    kind = kind_of(unit)
    nation = unit_nation_word(place)
    kgl = is_kgl(unit, place.nation)
    quality = tables.QUALITIES[unit.quality]
    weight = _weight(unit)
    points = strength(recorded, options)
    added = tuple(_bonuses(unit, nation, kgl))
    return MiniNapUnit(
        name=unit.name,
        type=unit.type,
        type_word=tables.TYPES[unit.type].word,
        kind=kind,
        nation=nation,
        kgl=kgl,
        quality=unit.quality,
        quality_word=quality.word,
        quality_needed=quality.needed,
        points=points.value,
        stands=tables.BASES[unit_class(unit)].stands,
        formations=_formations(unit.type, kind),
        weight=weight,
        dice=_dice(weight),
        bonuses=added,
        lancer=unit.lancer and unit.type in CAVALRY and kind != "irregular",
        irregular=kind == "irregular",
        removed_at_one=not _exempt(unit),
        notes=tuple(_notes(unit, kind, weight)),
        strength=points,
        reckoning=_reckoning(place, recorded, points, added),
        overridden=reasons(overrides_of(recorded)),
    )


def _recorded(place: Place) -> Unit:
    if not isinstance(place.element, Unit):
        raise TypeError(f"{place.element.name} is not a unit.")
    return place.element


def _weight(unit: Unit) -> GunWeight | None:
    """The weight of a battery's guns; None for other units (MN-WEAPON-03)."""
    return unit.gun_weight if unit_class(unit) == "artillery" else None


def _exempt(unit: Unit) -> bool:
    """True if the unit stays in play at 1 point in its usual formations (MN-LOSS-03)."""
    return is_exempt_for_good(unit.quality, kind_of(unit))


def _reckoning(place: Place, recorded: Unit, points: Reckoning, added: tuple[Bonus, ...]) -> Reckoning:
    """The recorded facts, the values that follow, and last the owner's overrides."""
    unit = as_overridden(recorded)
    kind, kgl = kind_of(unit), is_kgl(unit, place.nation)
    lines = (
        *_facts(recorded, kind, unit_nation_word(place), kgl),
        *points.lines,
        *_weight_lines(unit, _weight(unit)),
        *(Line(bonus.word, f"{bonus.added:+d}", (bonus.rule,)) for bonus in added),
        _removal(unit),
    )
    last = tuple(line for line in fact_lines(recorded, *FACTS) if line not in points.lines)
    return Reckoning(points.value, f"How does Mini-Nap read {unit.name}?", (*lines, *last))


@cache
def _formations(unit_type: UnitType, kind: Kind) -> tuple[OpenFormation, ...]:
    """The formations open to units of one kind. Cached: few kinds, many units."""
    return tuple(_open(unit_type, formation) for formation in tables.FORMATIONS_OPEN[kind])


def _open(unit_type: UnitType, formation: Formation) -> OpenFormation:
    row, move = tables.FORMATIONS[formation], tables.MOVES[unit_type][formation]
    return OpenFormation(formation, row.word, row.formed, move_words(move, DASH), row.rule, move.rule)


def _dice(weight: GunWeight | None) -> Dice | None:
    if weight is None:
        return None
    row = tables.BATTERY_DICE[weight]
    return Dice(row.close, row.medium, row.long)


def _bonuses(unit: Unit, nation: NationWord, kgl: bool) -> Iterator[Bonus]:
    """MN-FIRE-37, MN-FIRE-38, MN-FIRE-39 and MN-REACT-42; the KGL has no bonus of its nation (MN-RULING-62)."""
    own = None if kgl else nation
    for row in unit_bonuses(tables.PRINTED, unit_class(unit), unit.quality, own):
        yield Bonus(f"{row.word}, dice", row.dice, row.rule)
    if unit_class(unit) == "infantry" and own is not None and own in tables.SQUARE_TEST_BONUS:
        word = f"{own.capitalize()} column, emergency square test"
        yield Bonus(word, tables.SQUARE_TEST_BONUS[own], tables.SQUARE_TEST_BONUS_RULE)


def _facts(unit: Unit, kind: Kind, nation: NationWord, kgl: bool) -> Iterator[Line]:
    quality, row = tables.QUALITIES[unit.quality], tables.TYPES[unit.type]
    yield Line("type as recorded", row.word, (row.rule,))
    if kind == "lancer":
        yield Line("lancers", "no skirmish line", ("MN-TYPE-09",))
    if kind == "irregular":
        yield Line("irregular", "always in skirmish line", ("MN-TYPE-10",))
        if unit.lancer:
            yield Line("lances", "no lancers for any rule", ("MN-TYPE-10", "MN-RULING-51"))
    yield Line("nation", "British (KGL, no bonus)" if kgl else nation.capitalize(), ("MN-TYPE-11", "MN-RULING-62"))
    yield Line(f"rating as recorded: {quality.word}", f"{quality.needed}+", (quality.rule,))


def _weight_lines(unit: Unit, weight: GunWeight | None) -> Iterator[Line]:
    if weight is not None:
        row = tables.BATTERY_DICE[weight]
        value = f"{row.close} / {row.medium} / {row.long}"
        yield Line(f"{weight} battery, dice close / medium / long", value, (row.rule,))
        if (unit.guns or 0) > tables.BATTERY_GUNS.most:
            yield Line(f"{unit.guns} guns, extra dice", "none", ("MN-SP-05",))


def _removal(unit: Unit) -> Line:
    if not _exempt(unit):
        return Line("removed at", f"{tables.REMOVED_AT} strength point", ("MN-LOSS-02",))
    why = "Guard, removed at" if unit.quality in tables.EXEMPT_QUALITIES else "never formed, removed at"
    return Line(why, f"{tables.REMOVED_AT_EXEMPT} strength points", ("MN-LOSS-03",))


def _notes(unit: Unit, kind: Kind, weight: GunWeight | None) -> Iterator[str]:
    if kind == "irregular":
        yield "irregular"
    elif unit.lancer and unit.type in CAVALRY:
        yield "lancers"
    if unit_class(unit) == "artillery":
        yield f"{weight} guns" if weight else "weight of guns not recorded"
        yield f"prolong {tables.PROLONG.moves[0]} cm"
