"""One unit under Mini-Nap: from the historical facts to what the table and the roster need."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from armies.rules.facts import CAVALRY, GunWeight, Quality, Unit, UnitType
from armies.rules.mini_nap.options import DEFAULTS, Options
from armies.rules.mini_nap.overrides import FACTS, as_overridden, fact_lines, overrides_of
from armies.rules.mini_nap.strength import strength
from armies.rules.mini_nap.words import is_kgl, unit_class, unit_nation_word
from armies.rules.override_spec import reasons
from armies.rules.reckoning import Line, Reckoning
from armies.rules.tree import Place
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.firing import bonuses
from battles.rules.mini_nap.losses import is_exempt_for_good
from battles.rules.mini_nap.rolls_unit import NONE, move_words
from battles.rules.mini_nap.tables import Formation, Kind, NationWord


class OpenFormation(Struct, frozen=True):
    """A formation that the unit can form, with its allowances.

    ``move`` is printed as move/charge in cm: ``6/9``, ``2 or 4/–``, ``–`` where it cannot move.
    """

    formation: Formation
    word: str
    formed: bool
    move: str
    rule: str
    move_rule: str


class Bonus(Struct, frozen=True):
    """Something added for what the unit is: ``British artillery``, 1 die more, MN-FIRE-38."""

    word: str
    added: int
    rule: str


class Dice(Struct, frozen=True):
    """A battery's basic dice at each range, before its bonuses (MN-FIRE-34 to 36)."""

    close: int
    medium: int
    long: int


class MiniNapUnit(Struct, frozen=True):
    """What a unit is in Mini-Nap.

    ``quality_needed`` is QR. ``points`` are strength points, 0 where men or guns are missing. ``dice`` is
    for batteries whose weight is known, and leaves out the ``bonuses``. ``removed_at_one`` says whether it
    is removed with 1 point left in the formations it usually takes (MN-LOSS-02, 03, MN-RULING-90).
    ``strength`` is the arithmetic of ``points``, ``overridden`` why the owner overrode a value, by what he
    overrode (MN-RULING-95).
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
    """The unit's type, with irregular and lancer light cavalry told apart (MN-TYPE-09, 10)."""
    if unit.type == "light_cavalry":
        if unit.irregular:
            return "irregular"
        if unit.lancer:
            return "lancer"
    return unit.type


def map_unit(place: Place, options: Options = DEFAULTS) -> MiniNapUnit:
    """The unit that stands at ``place`` under Mini-Nap, as its owner's overrides make it (MN-RULING-95).

    Raises:
        TypeError: the element at ``place`` is a formation, not a unit.
    """
    recorded = _recorded(place)
    unit = as_overridden(recorded)
    kind = kind_of(unit)
    nation = unit_nation_word(place)
    kgl = is_kgl(unit, place.nation)
    formations = tuple(_open(unit, formation) for formation in tables.FORMATIONS_OPEN[kind])
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
        formations=formations,
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
    """Only a battery has one (MN-WEAPON-03)."""
    return unit.gun_weight if unit_class(unit) == "artillery" else None


def _exempt(unit: Unit) -> bool:
    """Whether it stays with 1 point in the formations it usually takes (MN-LOSS-03)."""
    return is_exempt_for_good(unit.quality, kind_of(unit))


def _reckoning(place: Place, recorded: Unit, points: Reckoning, added: tuple[Bonus, ...]) -> Reckoning:
    """What is recorded, what follows for the table, and last what the owner overrode."""
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
    return Reckoning(points.value, f"How is {unit.name} read under Mini-Nap?", (*lines, *last))


def _open(unit: Unit, formation: Formation) -> OpenFormation:
    row, move = tables.FORMATIONS[formation], tables.MOVES[unit.type][formation]
    return OpenFormation(formation, row.word, row.formed, move_words(move, NONE), row.rule, move.rule)


def _dice(weight: GunWeight | None) -> Dice | None:
    if weight is None:
        return None
    row = tables.BATTERY_DICE[weight]
    return Dice(row.close, row.medium, row.long)


def _bonuses(unit: Unit, nation: NationWord, kgl: bool) -> Iterator[Bonus]:
    """MN-FIRE-37 to 39 and MN-REACT-42; the KGL has no bonus of its nation (MN-RULING-62)."""
    own = None if kgl else nation
    for row in bonuses(tables.PRINTED, unit_class(unit), unit.quality, own):
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
        yield f"{weight} guns" if weight else "weight of guns not given"
        yield f"prolong {tables.PROLONG.moves[0]} cm"
