"""Options and house rules for armies of Snappy Nappy: points, limits, translation from history (SN-RULING-32)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct, structs

from battles.engine.armies.facts import HouseRules, Quality
from battles.engine.armies.reckoning import PRINTED, House, HouseSpec, house_of
from battles.engine.options import OptionSpec, OptionValue, read_options
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.meta import META
from battles.rules.snappy_nappy.meta import OPTION_SPECS as GAME_SPECS
from battles.rules.snappy_nappy.tables import Grade, Level


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options for an army; the defaults are those of section 15. ``house`` holds the numbers the club changed."""

    starting_level: Level = "bold"
    cic_may_double: bool = True
    points_limit: int | None = None
    house: House = PRINTED


DEFAULTS: Final = Options()

NAMES: Final = ("starting_level", "cic_may_double", "points_limit")

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType({name: GAME_SPECS[name] for name in NAMES})
"""Every option by name, in the order of a form; each is an option of the battle as well."""


def options(values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Options:
    """Options with ``values`` set and all others at their defaults, under a club's house rules.

    House rules that do not belong to Snappy Nappy armies are ignored.

    Raises:
        ValueError: a name that is not an army option, or a value that the option does not allow.
    """
    chosen = read_options(META.title, OPTION_SPECS, values, noun="army option")
    return Options(**chosen, house=house_of(META.key, HOUSE_SPECS, house))


def number(house: House, key: str) -> int:
    """A number of the tables: the club's, or the printed one."""
    return int(house.get(key, HOUSE_SPECS[key].default))  # type: ignore[type-var]


MOST: Final = 1_000
MOST_MEN: Final = 100_000
LEAST_STEP: Final = -100

GRADE_OF: Final[Mapping[Quality, Grade]] = MappingProxyType(
    {"guard": "old_guard", "elite": "elite", "veteran": "veteran", "trained": "conscript", "untrained": "militia"}
)
"""The grade for each recorded quality (SN-RULING-27)."""

GRADE_WORDS: Final[Mapping[str, str]] = MappingProxyType({key: row.word for key, row in tables.GRADES.items()})


def _number(group: str, label: str, default: int, rule: str, least: int = 0, most: int = MOST) -> HouseSpec:
    return HouseSpec(kind="number", default=default, group=group, label=label, rule=rule, least=least, most=most)


def _points() -> Iterator[tuple[str, HouseSpec]]:
    """House rules for points (SN-ARMY-02)."""
    group, rule = "Points", "SN-ARMY-02"
    for grade, row in tables.GRADES.items():
        yield f"grade_points.{grade}", _number(group, f"a stand of {row.word}", row.points, rule)
    for code, kind in tables.CATALOGUE.items():
        yield f"type_points.{code}", _number(group, f"a stand of {kind.word}, added", kind.points, rule)
    for level, step in tables.LEVELS.items():
        label = f"a stand that starts at {step.word}, added"
        yield f"level_points.{level}", _number(group, label, step.points, rule, LEAST_STEP)
    yield "leader_rating_points", _number(group, "each rating of a leader", tables.LEADER_RATING_POINTS, rule)
    yield "radius_per_point", _number(group, "inches of radius per point", tables.RADIUS_PER_POINT, rule, least=1)
    yield "cic_points", _number(group, "a C-in-C, added", tables.CIC_POINTS, rule)


def _limits() -> Iterator[tuple[str, HouseSpec]]:
    """House rules for corps (SN-ARMY-01)."""
    group, rule = "Corps", "SN-ARMY-01"
    least = _number(group, "least units", tables.CORPS_LEAST, rule)
    yield "corps_least", structs.replace(least, not_over="corps_most")
    yield "corps_most", _number(group, "most units", tables.CORPS_MOST, rule)
    yield "batteries", _number(group, "batteries", tables.BATTERIES, rule)
    yield "per_brigades", _number(group, "brigades for that many batteries", tables.PER_BRIGADES, rule, least=1)


def _history() -> Iterator[tuple[str, HouseSpec]]:
    """House rules for the translation from history (SN-RULING-26, SN-RULING-27)."""
    group = "From history to the game"
    men = "men per infantry brigade"
    yield "infantry_men", _number(group, men, tables.INFANTRY_MEN, "SN-RULING-26", 1, MOST_MEN)
    men = "men per cavalry brigade"
    yield "cavalry_men", _number(group, men, tables.CAVALRY_MEN, "SN-RULING-26", 1, MOST_MEN)
    for quality, grade in GRADE_OF.items():
        yield (
            f"grade_of.{quality}",
            HouseSpec(kind="choice", default=grade, group=group, label=quality, rule="SN-RULING-27", words=GRADE_WORDS),
        )


HOUSE_SPECS: Final[Mapping[str, HouseSpec]] = MappingProxyType(dict([*_points(), *_limits(), *_history()]))
"""Every value that a club may change, by key, in the order of a form; the defaults are those of the tables."""
