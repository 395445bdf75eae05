"""One unit of history as a unit of Easy Napoleonics, with its cost and victory points and their arithmetic."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from msgspec import Struct

from battles.engine.armies.facts import TYPE_WORDS, Override, Unit
from battles.engine.armies.nations import nations
from battles.engine.armies.reckoning import House, Line, Reckoning, override_line, reasons
from battles.engine.armies.tree import Place
from battles.rules.easy_napoleonics import tables, victory
from battles.rules.easy_napoleonics.army.options import (
    DEFAULTS,
    LEGION,
    OVERRIDE_SPECS,
    RULING,
    Options,
    grade_of,
    kind_of,
    overrides_of,
    tag_of,
)
from battles.rules.easy_napoleonics.tables import Band, Effect, Grade, Kind, Move, NationTag


def unit_cost(kind: Kind, grade: Grade, armored: bool = False, options: Options = DEFAULTS) -> Reckoning:
    """Points of a unit: cost per stand times stands (EN-COST-01, EN-COST-02), and the surcharge of armor.

    Source: EN-RULING-54.
    """
    key = f"cost.{kind}.{grade}"
    per_stand, stands = options.house.get(key, tables.COST_PER_STAND[kind][grade]), tables.STANDS[kind]
    surcharge = options.armored_surcharge_per_stand
    total = victory.cost(kind, grade, armored, surcharge=surcharge, per_stand=per_stand)
    words = f"{tables.GRADE_WORDS[grade]} {tables.KIND_WORDS[kind]}"
    lines = [
        Line(f"{words}, a stand", str(per_stand), ("EN-COST-02",), options.house.mark(key)),
        Line(f"{_stands(stands)} × {per_stand}", str(per_stand * stands), ("EN-COST-01", "EN-UNIT-02")),
    ]
    if armored:
        text = f"armored, {_stands(stands)} × {surcharge}"
        lines += [Line(text, f"+{surcharge * stands}", ("EN-RULING-54",)), Line("cost", str(total), ("EN-COST-01",))]
    return Reckoning(total, cost_title(total), tuple(lines))


def unit_victory_points(kind: Kind, grade: Grade, options: Options = DEFAULTS) -> Reckoning:
    """Victory points that the enemy scores when the unit is broken (EN-VP-05, section 11.2)."""
    if options.vp_model == "flat3" and kind in tables.FLAT_VICTORY_POINTS:
        return _flat(kind, grade, options)
    house = options.house
    step_key, offset_key = f"victory_step.{grade}", f"victory_offset.{kind}"
    step, offset = house.get(step_key, tables.GRADE_STEP[grade]), house.get(offset_key, tables.KIND_OFFSET[kind])
    least = house.get("least_victory_points", tables.LEAST_VICTORY_POINTS)
    points = victory.victory_points(kind, grade, step=step, offset=offset, least=least)
    added = f"− {-offset}" if offset < 0 else f"+ {offset}"
    lines = [
        Line(f"{tables.GRADE_WORDS[grade]}, its step", _signed(step), ("EN-RULING-64",), house.mark(step_key)),
        Line(
            f"{tables.KIND_WORDS[kind]}, its offset", added.replace(" ", ""), ("EN-RULING-64",), house.mark(offset_key)
        ),
    ]
    if points == step + offset:
        lines.append(Line(f"{_signed(step)} {added}", str(points), ("EN-VP-05",)))
    else:
        text = f"{_signed(step)} {added} = {_signed(step + offset)}, but at least {least}"
        lines.append(Line(text, str(points), ("EN-VP-05", "EN-RULING-64"), house.mark("least_victory_points")))
    return Reckoning(points, worth_title(points), tuple(lines))


def leader_cost(options: Options = DEFAULTS) -> Reckoning:
    """Points of a leader (EN-COST-01)."""
    points = options.house.get("leader_cost", tables.LEADER_COST)
    line = Line("a leader", str(points), ("EN-COST-01",), options.house.mark("leader_cost"))
    return Reckoning(points, cost_title(points), (line,))


def leader_victory_points(options: Options = DEFAULTS) -> Reckoning:
    """Victory points that the enemy scores for a leader (EN-VP-01, EN-VP-05)."""
    points = options.house.get("leader_victory_points", tables.LEADER_VICTORY_POINTS)
    line = Line("a leader", str(points), ("EN-VP-01", "EN-VP-05"), options.house.mark("leader_victory_points"))
    return Reckoning(points, worth_title(points), (line,))


def cost_title(points: int) -> str:
    return "Why 1 point?" if points == 1 else f"Why {points} points?"


def worth_title(points: int) -> str:
    return "Why 1 victory point?" if points == 1 else f"Why {points} victory points?"


def _flat(kind: Kind, grade: Grade, options: Options) -> Reckoning:
    """Section 11.2, ``flat3``."""
    key = f"flat_victory_points.{kind}"
    flat = options.house.get(key, tables.FLAT_VICTORY_POINTS[kind])
    points = victory.victory_points(kind, grade, "flat3", flat=flat)
    rules = ("EN-VP-05", "EN-RULING-64")
    line = Line(f"{tables.KIND_WORDS[kind]} of any grade", str(points), rules, options.house.mark(key))
    return Reckoning(points, worth_title(points), (line,))


def _stands(count: int) -> str:
    return "1 stand" if count == 1 else f"{count} stands"


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


class Traits(NamedTuple):
    """The four values that decide everything else about a unit in the game."""

    kind: Kind
    grade: Grade
    armored: bool
    nation_tag: NationTag


class EasyUnit(Struct, frozen=True, kw_only=True, gc=False):
    """A unit of history as a unit of Easy Napoleonics.

    ``grade_needed`` is the number to reach on 1D10. ``moves`` are its formations with their allowances in hexes,
    ``fire`` its ranges in hexes and dice, ``effects`` what the national rules in force give it. ``reckoning`` is the
    arithmetic of kind, grade, stands and traits; its value is the number of stands. ``overridden`` has the owner's
    reason for each override, by the name of the value.
    """

    kind: Kind
    grade: Grade
    grade_needed: int
    stands: int
    armored: bool
    nation_tag: NationTag
    actions: int
    moves: tuple[Move, ...]
    fire: tuple[Band, ...]
    effects: tuple[Effect, ...]
    cost: Reckoning
    victory_points: Reckoning
    reckoning: Reckoning
    overridden: Mapping[str, str] = {}

    @property
    def words(self) -> str:
        """Grade, trait and kind in words: ``veteran armored heavy cavalry``."""
        return name_of(self.kind, self.grade, self.armored)

    @property
    def formations(self) -> tuple[str, ...]:
        return tuple(move.formation for move in self.moves)


def name_of(kind: Kind, grade: Grade, armored: bool = False) -> str:
    """``veteran armored heavy cavalry``."""
    return f"{tables.GRADE_WORDS[grade]} {'armored ' if armored else ''}{tables.KIND_WORDS[kind]}"


def map_unit(place: Place, options: Options = DEFAULTS) -> EasyUnit:
    """The unit at ``place`` under Easy Napoleonics.

    Source: EN-RULING-92, EN-RULING-93, EN-RULING-94, EN-RULING-95, EN-RULING-96, and EN-RULING-100 for the
    owner's overrides. Men, guns, their weight, lancers and sub-units do not matter: one unit of history is one unit.

    Raises:
        ValueError: the element at ``place`` is not a unit.
    """
    unit = place.element
    if not isinstance(unit, Unit):
        raise ValueError(f"{unit.name} is not a unit: only units have a kind and a grade.")
    overrides = overrides_of(unit)
    mapped = _mapped(unit, place.nation, options.house)
    kind, grade, armored, tag = traits = _with_overrides(mapped, overrides, unit)
    effects = _effects(kind, tag, options)
    unused = "armored" if _unused_armor(overrides, kind) else ""
    return EasyUnit(
        kind=kind,
        grade=grade,
        grade_needed=tables.GRADE_NUMBER[grade],
        stands=tables.STANDS[kind],
        armored=armored,
        nation_tag=tag,
        actions=tables.ACTIONS[kind],
        moves=_moves(kind, tag, options),
        fire=tables.FIRE[kind],
        effects=effects,
        cost=_overridden_points(overrides, "cost", unit_cost(kind, grade, armored, options)),
        victory_points=_overridden_points(overrides, "victory_points", unit_victory_points(kind, grade, options)),
        reckoning=Reckoning(
            tables.STANDS[kind],
            f"Why {name_of(kind, grade)}?",
            (*_history_lines(place, unit, options.house), *_game_lines(traits, mapped, overrides, effects)),
        ),
        overridden=reasons(overrides, unused),
    )


def _mapped(unit: Unit, nation: str, house: House) -> Traits:
    """Traits from the facts of history (EN-RULING-93, EN-RULING-94, EN-RULING-95, EN-RULING-96)."""
    kind, _ = kind_of(unit.type, house)
    grade, _ = grade_of(unit.quality, unit.irregular, house)
    tag, _ = tag_of(nation, unit.kgl, house)
    return Traits(kind, grade, unit.armoured and kind in tables.ARMORED_KINDS, tag)


def _with_overrides(mapped: Traits, overrides: Mapping[str, Override], unit: Unit) -> Traits:
    """``mapped`` with the owner's overrides; only heavy cavalry can be armored (EN-UNIT-05)."""
    values = {what: overrides[what].value for what in Traits._fields if what in overrides}
    kind = cast(Kind, values.get("kind", mapped.kind))
    armored = bool(values.get("armored", unit.armoured)) and kind in tables.ARMORED_KINDS
    return Traits(
        kind,
        cast(Grade, values.get("grade", mapped.grade)),
        armored,
        cast(NationTag, values.get("nation_tag", mapped.nation_tag)),
    )


def _unused_armor(overrides: Mapping[str, Override], kind: Kind) -> bool:
    """True if the owner gave armor to a kind that cannot have it."""
    return "armored" in overrides and bool(overrides["armored"].value) and kind not in tables.ARMORED_KINDS


def _overridden_points(overrides: Mapping[str, Override], what: str, worked_out: Reckoning) -> Reckoning:
    """``worked_out``, or the points that the owner set, with the arithmetic that they replace."""
    if what not in overrides:
        return worked_out
    value = int(overrides[what].value)
    last = override_line(OVERRIDE_SPECS[what], overrides[what], str(worked_out.value), str(value), RULING)
    title = cost_title(value) if what == "cost" else worth_title(value)
    return Reckoning(value, title, (*worked_out.lines, last))


def _effects(kind: Kind, tag: NationTag, options: Options) -> tuple[Effect, ...]:
    """Effects of the national rule: for infantry of a nation whose rule is in force (EN-NATION-01, AB-05)."""
    if kind != "infantry" or tag not in options.national_rules:
        return ()
    return tables.NATIONAL_EFFECTS[tag]


def _moves(kind: Kind, tag: NationTag, options: Options) -> tuple[Move, ...]:
    """Moves by formation; only Austrian infantry under its national rule may form masse (EN-UNIT-03)."""
    may_form_masse = kind == "infantry" and tag == "austria" and tag in options.national_rules
    return (*tables.MOVES[kind], tables.MASSE) if may_form_masse else tables.MOVES[kind]


def _history_lines(place: Place, unit: Unit, house: House) -> Iterator[Line]:
    """Lines of the arithmetic that come from history, before any override."""
    kind, kind_mark = kind_of(unit.type, house)
    grade, grade_mark = grade_of(unit.quality, unit.irregular, house)
    tag, tag_mark = tag_of(place.nation, unit.kgl, house)
    yield Line("one unit of history, with any number of men or guns", "one unit", ("EN-RULING-92",))
    yield Line(TYPE_WORDS[unit.type], tables.KIND_WORDS[kind], ("EN-RULING-93",), kind_mark)
    quality = f"{unit.quality}, irregular" if unit.irregular else unit.quality
    yield Line(quality, _grade_words(grade), ("EN-RULING-94", "EN-MORALE-02"), grade_mark)
    if unit.armoured:
        value = "armored" if kind in tables.ARMORED_KINDS else "nothing: only heavy cavalry is armored"
        yield Line("armoured", value, ("EN-RULING-95", "EN-UNIT-05"))
    nation = nations().get(LEGION if unit.kgl else place.nation)
    name = nation.name if nation else "nation not known"
    yield Line(name, _tag_words(tag), ("EN-RULING-96", "EN-UNIT-07"), tag_mark)


def _game_lines(
    traits: Traits, mapped: Traits, overrides: Mapping[str, Override], effects: tuple[Effect, ...]
) -> Iterator[Line]:
    """Lines of the arithmetic that come from the game's rules; overrides last."""
    for effect in effects:
        yield Line("national rule in force", effect.text, (effect.rule,))
    kind = tables.KIND_WORDS[traits.kind]
    yield Line(f"stands of {kind}", str(tables.STANDS[traits.kind]), ("EN-UNIT-02",))
    before, after = _words(mapped), _words(traits)
    for what in Traits._fields:
        if what in overrides:
            unused = what == "armored" and _unused_armor(overrides, traits.kind)
            now = "nothing: only heavy cavalry is armored" if unused else after[what]
            yield override_line(OVERRIDE_SPECS[what], overrides[what], before[what], now, RULING)


def _words(traits: Traits) -> dict[str, str]:
    return {
        "kind": tables.KIND_WORDS[traits.kind],
        "grade": _grade_words(traits.grade),
        "armored": "armored" if traits.armored else "not armored",
        "nation_tag": _tag_words(traits.nation_tag),
    }


def _grade_words(grade: Grade) -> str:
    return f"{tables.GRADE_WORDS[grade]}, {tables.GRADE_NUMBER[grade]}+ on 1D10"


def _tag_words(tag: NationTag) -> str:
    return "no nation tag" if tag == "none" else f"nation tag {tag}"
