"""Options for armies, values of a unit that its owner sets, and tables that a club may change (EN-RULING-100)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, cast

from msgspec import Struct

from battles.engine.armies.facts import TYPE_WORDS, HouseRules, Override, Quality, Unit, UnitType
from battles.engine.armies.nations import nations
from battles.engine.armies.reckoning import PRINTED, House, HouseSpec, OverrideSpec, house_of, in_force
from battles.engine.options import OptionSpec, read_options
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.meta import OPTION_SPECS as BATTLE_SPECS
from battles.rules.easy_napoleonics.tables import Grade, Kind, NationTag, VpModel

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

LEGION: Final = "KGL"
"""EN-RULING-96: a unit marked as King's German Legion uses the Legion's row, whatever its recorded nation."""


def kind_of(unit_type: UnitType, house: House) -> tuple[Kind, str]:
    """The kind for a type, and the name of the house rule that says so, or empty (EN-RULING-93)."""
    key = f"kind_of.{unit_type}"
    return cast(Kind, house.get(key, KIND_OF[unit_type])), house.mark(key)


def grade_of(quality: Quality, irregular: bool, house: House) -> tuple[Grade, str]:
    """The grade for a quality, and the name of the house rule that says so, or empty (EN-RULING-94)."""
    if irregular and quality in IRREGULAR_GRADE_OF:
        key = f"irregular_grade_of.{quality}"
        return cast(Grade, house.get(key, IRREGULAR_GRADE_OF[quality])), house.mark(key)
    key = f"grade_of.{quality}"
    return cast(Grade, house.get(key, GRADE_OF[quality])), house.mark(key)


def tag_of(nation: str, kgl: bool, house: House) -> tuple[NationTag, str]:
    """The nation tag for a nation's code, and the name of the house rule that says so, or empty (EN-RULING-96).

    ``kgl``: the unit belongs to the King's German Legion.
    """
    code = LEGION if kgl else nation
    key = f"tag_of.{code}"
    return cast(NationTag, house.get(key, TAG_OF.get(code, "none"))), house.mark(key)


MOST: Final = 1_000
LEAST_STEP: Final = -100
"""EN-RULING-101: the highest value of every number, and the lowest step of a grade or offset of a kind."""

TAG_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {tag: "no nation tag" if tag == "none" else tag.capitalize() for tag in tables.NATION_TAGS}
)


def _house_number(group: str, label: str, default: int, rule: str, least: int = 0) -> HouseSpec:
    return HouseSpec(kind="number", default=default, group=group, label=label, rule=rule, least=least, most=MOST)


def _choice(group: str, label: str, default: str, rule: str, words: Mapping[Any, str]) -> HouseSpec:
    return HouseSpec(kind="choice", default=default, group=group, label=label, rule=rule, words=words)


def _specs() -> Iterator[tuple[str, HouseSpec]]:
    yield from _points()
    yield from _victory_points()
    yield from _mapping()


def _points() -> Iterator[tuple[str, HouseSpec]]:
    """Costs (EN-COST-01, EN-COST-02)."""
    group = "Points"
    for kind, costs in tables.COST_PER_STAND.items():
        for grade, cost in costs.items():
            label = f"a stand of {tables.GRADE_WORDS[grade]} {tables.KIND_WORDS[kind]}"
            yield f"cost.{kind}.{grade}", _house_number(group, label, cost, "EN-COST-02")
    yield "leader_cost", _house_number(group, "a leader", tables.LEADER_COST, "EN-COST-01")


def _victory_points() -> Iterator[tuple[str, HouseSpec]]:
    """Victory points (section 11.2, EN-VP-01)."""
    group, rule = "Victory points", "EN-RULING-64"
    for grade, step in tables.GRADE_STEP.items():
        yield (
            f"victory_step.{grade}",
            _house_number(group, f"step of {tables.GRADE_WORDS[grade]}", step, rule, LEAST_STEP),
        )
    for kind, offset in tables.KIND_OFFSET.items():
        label = f"offset of {tables.KIND_WORDS[kind]}"
        yield f"victory_offset.{kind}", _house_number(group, label, offset, rule, LEAST_STEP)
    yield "least_victory_points", _house_number(group, "least of any unit", tables.LEAST_VICTORY_POINTS, rule)
    for kind, flat in tables.FLAT_VICTORY_POINTS.items():
        yield f"flat_victory_points.{kind}", _house_number(group, f"{tables.KIND_WORDS[kind]} of any grade", flat, rule)
    yield "leader_victory_points", _house_number(group, "a leader", tables.LEADER_VICTORY_POINTS, "EN-VP-01")


def _mapping() -> Iterator[tuple[str, HouseSpec]]:
    """Mapping from history (EN-RULING-93, EN-RULING-94, EN-RULING-96)."""
    group = "From history to the game"
    for unit_type, kind in KIND_OF.items():
        yield f"kind_of.{unit_type}", _choice(group, TYPE_WORDS[unit_type], kind, "EN-RULING-93", tables.KIND_WORDS)
    for quality, grade in GRADE_OF.items():
        yield f"grade_of.{quality}", _choice(group, quality, grade, "EN-RULING-94", tables.GRADE_WORDS)
    for quality, grade in IRREGULAR_GRADE_OF.items():
        label = f"{quality}, irregular"
        yield f"irregular_grade_of.{quality}", _choice(group, label, grade, "EN-RULING-94", tables.GRADE_WORDS)
    for code, nation in nations().items():
        yield f"tag_of.{code}", _choice(group, nation.name, TAG_OF.get(code, "none"), "EN-RULING-96", TAG_WORDS)


HOUSE_SPECS: Final[Mapping[str, HouseSpec]] = MappingProxyType(dict(_specs()))
"""Every value that a club may change, by its key, in the order of the form; the defaults are the printed tables."""


SYSTEM: Final = "easy_napoleonics"
RULING: Final = "EN-RULING-100"


def _number(label: str, rule: str) -> OverrideSpec:
    return OverrideSpec(kind="number", label=label, rule=rule, most=tables.MOST_OVERRIDDEN)


OVERRIDE_SPECS: Final[Mapping[str, OverrideSpec]] = MappingProxyType(
    {
        "kind": OverrideSpec(kind="choice", label="kind", words=tables.KIND_WORDS, rule="EN-RULING-93"),  # type: ignore[arg-type]
        "grade": OverrideSpec(kind="choice", label="grade", words=tables.GRADE_WORDS, rule="EN-RULING-94"),  # type: ignore[arg-type]
        "armored": OverrideSpec(kind="tick", label="armor", rule="EN-UNIT-05"),
        "nation_tag": OverrideSpec(kind="choice", label="nation tag", words=TAG_WORDS, rule="EN-RULING-96"),
        "cost": _number("cost", "EN-COST-01"),
        "victory_points": _number("victory points", "EN-VP-05"),
    }
)
"""The values of a unit that may be overridden, in the order of a form. The needed roll follows the grade."""

TAKEN: Final = ("kind", "grade", "armored", "nation_tag")
"""Overrides of what the unit is. The other two replace numbers that are worked out from these."""


def overrides_of(unit: Unit) -> Mapping[str, Override]:
    """The unit's overrides in force, by the name of the value."""
    return in_force(SYSTEM, OVERRIDE_SPECS, unit) if unit.overrides else {}


class Options(Struct, frozen=True, kw_only=True):
    """How an army is priced and checked; the defaults are the rulebook's.

    Points are those of EN-COST and EN-VP. ``national_rules`` are the nations whose rule is in force, ``house``
    the table values that the club changed (EN-RULING-101).
    """

    points_budget: int = tables.POINTS_BUDGET
    points_tolerance: int = tables.POINTS_TOLERANCE
    vp_model: VpModel = "graded"
    armored_surcharge_per_stand: int = tables.ARMORED_SURCHARGE
    leaders_per_side: int = tables.LEADERS_PER_SIDE
    victory_points_to_win: int = tables.VICTORY_POINTS_TO_WIN
    national_rules: frozenset[NationTag] = frozenset()
    choice_card_pool: Literal["undrawn", "any_in_mix"] = "undrawn"
    house: House = PRINTED


DEFAULTS: Final = Options()

NAMES: Final = (
    "points_budget",
    "points_tolerance",
    "vp_model",
    "armored_surcharge_per_stand",
    "leaders_per_side",
    "victory_points_to_win",
    "national_rules",
    "choice_card_pool",
)

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType({name: BATTLE_SPECS[name] for name in NAMES})
"""Every option by name; each is also an option of the battle."""


def options(values: Mapping[str, bool | int | str], house: HouseRules | None = None) -> Options:
    """Options from ``values`` and a club's house rules; missing options have their defaults.

    A number may be written as digits, a set as names with commas. Unknown house rules are ignored.

    Raises:
        ValueError: an unknown option, or a value that its option does not allow; the text is a
            sentence for the user.
    """
    checked = read_options("Easy Napoleonics", OPTION_SPECS, values, noun="army option")
    return Options(**checked, house=house_of("easy_napoleonics", HOUSE_SPECS, house))
