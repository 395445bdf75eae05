"""Translation of a historical unit into Mini-Nap's values."""

from collections.abc import Iterator, Mapping
from functools import cache

from msgspec import Struct

from battles.engine.armies.facts import CAVALRY, GunWeight, Quality, Unit, UnitType
from battles.engine.armies.overrides import reasons
from battles.engine.armies.reckoning import Line, Reckoning
from battles.engine.armies.tree import Place
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.options import DEFAULTS, Options
from battles.rules.mini_nap.army.overrides import FACTS, as_overridden, fact_lines, overrides_of
from battles.rules.mini_nap.army.strength import strength
from battles.rules.mini_nap.army.words import is_kgl, unit_class, unit_nation_word
from battles.rules.mini_nap.combat.losses import is_exempt_for_good
from battles.rules.mini_nap.fire.dice import unit_bonuses
from battles.rules.mini_nap.sheets.muster_roll import DASH, move_words
from battles.rules.mini_nap.tables import Formation, Kind, NationWord


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
