"""One unit of history as a unit of Easy Napoleonics: its kind, grade, stands and traits, each with its rule.

The rules of the game know nothing of regiments, strengths in men or calibres. What becomes of them
is ruled in section 12 of the rulebook, EN-RULING-92 to 96, tabled in ``history`` and nowhere else. The owner
of a unit may lay down any of it himself (EN-RULING-100).
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from msgspec import Struct

from armies.rules.easy_napoleonics.history import GRADE_OF as GRADE_OF
from armies.rules.easy_napoleonics.history import IRREGULAR_GRADE_OF as IRREGULAR_GRADE_OF
from armies.rules.easy_napoleonics.history import KIND_OF as KIND_OF
from armies.rules.easy_napoleonics.history import LEGION, TYPE_WORDS, grade_of, kind_of, tag_of
from armies.rules.easy_napoleonics.history import TAG_OF as TAG_OF
from armies.rules.easy_napoleonics.options import DEFAULTS, Options
from armies.rules.easy_napoleonics.overrides import OVERRIDE_SPECS, RULING, overrides_of
from armies.rules.easy_napoleonics.price import cost_title, unit_cost, unit_victory_points, worth_title
from armies.rules.facts import Override, Unit
from armies.rules.house_spec import House
from armies.rules.nations import nations
from armies.rules.override_spec import override_line, reasons
from armies.rules.reckoning import Line, Reckoning
from armies.rules.tree import Place
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.tables import Band, Effect, Grade, Kind, Move, NationTag


class Traits(NamedTuple):
    """What decides everything else of a unit in the game."""

    kind: Kind
    grade: Grade
    armored: bool
    nation_tag: NationTag


class EasyUnit(Struct, frozen=True, kw_only=True):
    """What a unit of history is in Easy Napoleonics.

    ``grade_needed`` is the number to reach on 1D10. ``moves`` are the formations open to it with
    their allowances in hexes, ``fire`` its ranges in hexes and dice, ``effects`` what the national
    rules in force give it. ``reckoning`` tells how kind, grade, stands and traits were got; its
    value is the number of stands. ``overridden`` says why the owner overrode a value, by what he overrode.
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
    """The unit that stands at ``place``, under Easy Napoleonics.

    Source: EN-RULING-92 to 96, and EN-RULING-100 for what its owner overrode. Men, guns, their weight, lancers
    and sub-units count for nothing: one unit of history is one unit.

    Raises:
        ValueError: the element at ``place`` is no unit.
    """
    unit = place.element
    if not isinstance(unit, Unit):
        raise ValueError(f"{unit.name} is no unit: only units have a kind and a grade.")
    laid = overrides_of(unit)
    mapped = _mapped(unit, place.nation, options.house)
    kind, grade, armored, tag = traits = _laid_down(mapped, laid, unit)
    effects = _effects(kind, tag, options)
    unused = "armored" if _unused_armor(laid, kind) else ""
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
        cost=_own(laid, "cost", unit_cost(kind, grade, armored, options)),
        victory_points=_own(laid, "victory_points", unit_victory_points(kind, grade, options)),
        reckoning=Reckoning(
            tables.STANDS[kind],
            f"Why {name_of(kind, grade)}?",
            (*_history_lines(place, unit, options.house), *_game_lines(traits, mapped, laid, effects)),
        ),
        overridden=reasons(laid, unused),
    )


def _mapped(unit: Unit, nation: str, house: House) -> Traits:
    """What history gives (EN-RULING-93 to 96)."""
    kind, _ = kind_of(unit.type, house)
    grade, _ = grade_of(unit.quality, unit.irregular, house)
    tag, _ = tag_of(nation, unit.kgl, house)
    return Traits(kind, grade, unit.armoured and kind in tables.ARMORED_KINDS, tag)


def _laid_down(mapped: Traits, laid: Mapping[str, Override], unit: Unit) -> Traits:
    """``mapped`` with what the owner overrode; armor stays with heavy cavalry whoever asks for it (EN-UNIT-05)."""
    own = {what: laid[what].value for what in Traits._fields if what in laid}
    kind = cast(Kind, own.get("kind", mapped.kind))
    armored = bool(own.get("armored", unit.armoured)) and kind in tables.ARMORED_KINDS
    return Traits(
        kind,
        cast(Grade, own.get("grade", mapped.grade)),
        armored,
        cast(NationTag, own.get("nation_tag", mapped.nation_tag)),
    )


def _unused_armor(laid: Mapping[str, Override], kind: Kind) -> bool:
    """Whether the owner gave armor to a kind that cannot carry it."""
    return "armored" in laid and bool(laid["armored"].value) and kind not in tables.ARMORED_KINDS


def _own(laid: Mapping[str, Override], what: str, worked_out: Reckoning) -> Reckoning:
    """``worked_out``, or the points that the owner laid down, with the arithmetic that they stand in the place of."""
    if what not in laid:
        return worked_out
    value = int(laid[what].value)
    last = override_line(OVERRIDE_SPECS[what], laid[what], str(worked_out.value), str(value), RULING)
    title = cost_title(value) if what == "cost" else worth_title(value)
    return Reckoning(value, title, (*worked_out.lines, last))


def _effects(kind: Kind, tag: NationTag, options: Options) -> tuple[Effect, ...]:
    """EN-NATION-01, AB-05: for infantry of a nation whose rule is in force."""
    if kind != "infantry" or tag not in options.national_rules:
        return ()
    return tables.NATIONAL_EFFECTS[tag]


def _moves(kind: Kind, tag: NationTag, options: Options) -> tuple[Move, ...]:
    """EN-UNIT-03: masse is open to Austrian infantry under its national rule only."""
    may_form_masse = kind == "infantry" and tag == "austria" and tag in options.national_rules
    return (*tables.MOVES[kind], tables.MASSE) if may_form_masse else tables.MOVES[kind]


def _history_lines(place: Place, unit: Unit, house: House) -> Iterator[Line]:
    """What the facts of history give, whatever the owner overrode."""
    kind, kind_mark = kind_of(unit.type, house)
    grade, grade_mark = grade_of(unit.quality, unit.irregular, house)
    tag, tag_mark = tag_of(place.nation, unit.kgl, house)
    yield Line("one unit of history, whatever its men or guns", "one unit", ("EN-RULING-92",))
    yield Line(TYPE_WORDS[unit.type], tables.KIND_WORDS[kind], ("EN-RULING-93",), kind_mark)
    quality = f"{unit.quality}, irregular" if unit.irregular else unit.quality
    yield Line(quality, _grade_words(grade), ("EN-RULING-94", "EN-MORALE-02"), grade_mark)
    if unit.armoured:
        value = "armored" if kind in tables.ARMORED_KINDS else "nothing: only heavy cavalry is armored"
        yield Line("armoured", value, ("EN-RULING-95", "EN-UNIT-05"))
    known = nations().get(LEGION if unit.kgl else place.nation)
    name = known.name if known else "nation not known"
    yield Line(name, _tag_words(tag), ("EN-RULING-96", "EN-UNIT-07"), tag_mark)


def _game_lines(
    traits: Traits, mapped: Traits, laid: Mapping[str, Override], effects: tuple[Effect, ...]
) -> Iterator[Line]:
    """What follows for the game, and last what the owner overrode."""
    for effect in effects:
        yield Line("national rule in force", effect.text, (effect.rule,))
    kind = tables.KIND_WORDS[traits.kind]
    yield Line(f"stands of {kind}", str(tables.STANDS[traits.kind]), ("EN-UNIT-02",))
    before, after = _words(mapped), _words(traits)
    for what in Traits._fields:
        if what in laid:
            unused = what == "armored" and _unused_armor(laid, traits.kind)
            now = "nothing: only heavy cavalry is armored" if unused else after[what]
            yield override_line(OVERRIDE_SPECS[what], laid[what], before[what], now, RULING)


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
