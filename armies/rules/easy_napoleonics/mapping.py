"""One unit of history as a unit of Easy Napoleonics: its kind, grade, stands and traits, each with its rule.

The rules of the game know nothing of regiments, strengths in men or calibres. What becomes of them
is ruled in section 12 of the rulebook, EN-RULING-92 to 96, and tabled here and nowhere else.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from armies.rules.easy_napoleonics.options import DEFAULTS, Options
from armies.rules.easy_napoleonics.price import unit_cost, unit_victory_points
from armies.rules.facts import Quality, Unit, UnitType
from armies.rules.nations import nations
from armies.rules.reckoning import Line, Reckoning
from armies.rules.tree import Place
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.tables import Band, Effect, Grade, Kind, Move, NationTag

KIND_OF: Final[Mapping[UnitType, Kind]] = MappingProxyType(
    {
        "line_infantry": "infantry",
        "light_infantry": "infantry",
        "heavy_cavalry": "heavy_cavalry",
        "medium_cavalry": "heavy_cavalry",
        "light_cavalry": "light_cavalry",
        "foot_artillery": "field_artillery",
        "horse_artillery": "horse_artillery",
    }
)
"""EN-RULING-93: type to kind."""

GRADE_OF: Final[Mapping[Quality, Grade]] = MappingProxyType(
    {
        "guard": "guard",
        "elite": "elite",
        "veteran": "veteran",
        "trained": "seasoned",
        "untrained": "conscript",
    }
)
"""EN-RULING-94: quality to grade."""

IRREGULAR_GRADE_OF: Final[Mapping[Quality, Grade]] = MappingProxyType({"untrained": "militia"})
"""EN-RULING-94: quality to grade for irregulars, where it differs."""

TAG_OF: Final[Mapping[str, NationTag]] = MappingProxyType(
    {"GB": "england", "KGL": "england", "FR": "france", "PR": "prussia", "AT": "austria", "RU": "russia"}
)
"""EN-RULING-96: nation's code to nation tag; every other nation has none."""

LEGION_TAG: Final[NationTag] = "england"
"""EN-RULING-96: a unit flagged as of the King's German Legion, whatever nation it is recorded under."""

TYPE_WORDS: Final[Mapping[UnitType, str]] = MappingProxyType(
    {
        "line_infantry": "line infantry",
        "light_infantry": "light infantry",
        "heavy_cavalry": "heavy cavalry",
        "medium_cavalry": "medium cavalry",
        "light_cavalry": "light cavalry",
        "foot_artillery": "foot artillery",
        "horse_artillery": "horse artillery",
    }
)


class EasyUnit(Struct, frozen=True, kw_only=True):
    """What a unit of history is in Easy Napoleonics.

    ``grade_needed`` is the number to reach on 1D10. ``moves`` are the formations open to it with
    their allowances in hexes, ``fire`` its ranges in hexes and dice, ``effects`` what the national
    rules in force give it. ``reckoning`` tells how kind, grade, stands and traits were got; its
    value is the number of stands.
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

    Source: EN-RULING-92 to 96. Men, guns, their weight, lancers and sub-units count for nothing:
    one unit of history is one unit.

    Raises:
        ValueError: the element at ``place`` is no unit.
    """
    unit = place.element
    if not isinstance(unit, Unit):
        raise ValueError(f"{unit.name} is no unit: only units have a kind and a grade.")
    kind = KIND_OF[unit.type]
    grade = grade_of(unit)
    armored = unit.armoured and kind in tables.ARMORED_KINDS
    tag = tag_of(unit, place.nation)
    effects = _effects(kind, tag, options)
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
        cost=unit_cost(kind, grade, armored, options),
        victory_points=unit_victory_points(kind, grade, options),
        reckoning=_reckoning(unit, place.nation, tag, effects),
    )


def grade_of(unit: Unit) -> Grade:
    """The grade of ``unit`` (EN-RULING-94)."""
    if unit.irregular and unit.quality in IRREGULAR_GRADE_OF:
        return IRREGULAR_GRADE_OF[unit.quality]
    return GRADE_OF[unit.quality]


def tag_of(unit: Unit, nation: str) -> NationTag:
    """The nation tag of ``unit`` (EN-RULING-96): England's for the Legion, by its flag or its nation."""
    return LEGION_TAG if unit.kgl else TAG_OF.get(nation, "none")


def _effects(kind: Kind, tag: NationTag, options: Options) -> tuple[Effect, ...]:
    """EN-NATION-01, AB-05: for infantry of a nation whose rule is in force."""
    if kind != "infantry" or tag not in options.national_rules:
        return ()
    return tables.NATIONAL_EFFECTS[tag]


def _moves(kind: Kind, tag: NationTag, options: Options) -> tuple[Move, ...]:
    """EN-UNIT-03: masse is open to Austrian infantry under its national rule only."""
    may_form_masse = kind == "infantry" and tag == "austria" and tag in options.national_rules
    return (*tables.MOVES[kind], tables.MASSE) if may_form_masse else tables.MOVES[kind]


def _reckoning(unit: Unit, nation: str, tag: NationTag, effects: tuple[Effect, ...]) -> Reckoning:
    kind, grade = KIND_OF[unit.type], grade_of(unit)
    stands = tables.STANDS[kind]
    lines = [
        Line("one unit of history, whatever its men or guns", "one unit", ("EN-RULING-92",)),
        Line(TYPE_WORDS[unit.type], tables.KIND_WORDS[kind], ("EN-RULING-93",)),
        _grade_line(unit, grade),
        *_armor_lines(unit, kind),
        _nation_line(unit, nation, tag),
        *(Line("national rule in force", effect.text, (effect.rule,)) for effect in effects),
        Line(f"stands of {tables.KIND_WORDS[kind]}", str(stands), ("EN-UNIT-02",)),
    ]
    return Reckoning(stands, f"Why {name_of(kind, grade)}?", tuple(lines))


def _grade_line(unit: Unit, grade: Grade) -> Line:
    quality = f"{unit.quality}, irregular" if unit.irregular else unit.quality
    needed = f"{tables.GRADE_WORDS[grade]}, {tables.GRADE_NUMBER[grade]}+ on 1D10"
    return Line(quality, needed, ("EN-RULING-94", "EN-MORALE-02"))


def _armor_lines(unit: Unit, kind: Kind) -> list[Line]:
    if not unit.armoured:
        return []
    value = "armored" if kind in tables.ARMORED_KINDS else "nothing: only heavy cavalry is armored"
    return [Line("armoured", value, ("EN-RULING-95", "EN-UNIT-05"))]


def _nation_line(unit: Unit, nation: str, tag: NationTag) -> Line:
    known = nations().get("KGL" if unit.kgl else nation)
    value = "no nation tag" if tag == "none" else f"nation tag {tag}"
    return Line(known.name if known else "nation not known", value, ("EN-RULING-96", "EN-UNIT-07"))
