"""What a club may have otherwise in Snappy Nappy: points, limits, history to game (SN-RULING-32)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import structs

from armies.rules.facts import Quality
from armies.rules.house_spec import HouseSpec
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.tables import Grade

MOST: Final = 1_000
MOST_MEN: Final = 100_000
LEAST_STEP: Final = -100

GRADE_OF: Final[Mapping[Quality, Grade]] = MappingProxyType(
    {"guard": "old_guard", "elite": "elite", "veteran": "veteran", "trained": "conscript", "untrained": "militia"}
)
"""SN-RULING-27: the grade of a recorded quality."""

GRADE_WORDS: Final[Mapping[str, str]] = MappingProxyType({key: row.word for key, row in tables.GRADES.items()})


def _number(group: str, label: str, default: int, rule: str, least: int = 0, most: int = MOST) -> HouseSpec:
    return HouseSpec(kind="number", default=default, group=group, label=label, rule=rule, least=least, most=most)


def _points() -> Iterator[tuple[str, HouseSpec]]:
    """SN-ARMY-02."""
    group, rule = "Points", "SN-ARMY-02"
    for grade, row in tables.GRADES.items():
        yield f"grade_points.{grade}", _number(group, f"a stand of {row.word}", row.points, rule)
    for code, kind in tables.CATALOGUE.items():
        yield f"type_points.{code}", _number(group, f"a stand of {kind.word}, added", kind.points, rule)
    for level, step in tables.LEVELS.items():
        label = f"a stand that begins {step.word}, added"
        yield f"level_points.{level}", _number(group, label, step.points, rule, LEAST_STEP)
    yield "leader_rating_points", _number(group, "each rating of a leader", tables.LEADER_RATING_POINTS, rule)
    yield "radius_per_point", _number(group, "inches of radius for a point", tables.RADIUS_PER_POINT, rule, least=1)
    yield "cic_points", _number(group, "a C-in-C, added", tables.CIC_POINTS, rule)


def _limits() -> Iterator[tuple[str, HouseSpec]]:
    """SN-ARMY-01."""
    group, rule = "Corps", "SN-ARMY-01"
    least = _number(group, "least units", tables.CORPS_LEAST, rule)
    yield "corps_least", structs.replace(least, not_over="corps_most")
    yield "corps_most", _number(group, "most units", tables.CORPS_MOST, rule)
    yield "batteries", _number(group, "batteries", tables.BATTERIES, rule)
    yield "per_brigades", _number(group, "for so many brigades", tables.PER_BRIGADES, rule, least=1)


def _history() -> Iterator[tuple[str, HouseSpec]]:
    """SN-RULING-26, SN-RULING-27."""
    group = "From history to the game"
    men = "men to an infantry brigade"
    yield "infantry_men", _number(group, men, tables.INFANTRY_MEN, "SN-RULING-26", 1, MOST_MEN)
    men = "men to a cavalry brigade"
    yield "cavalry_men", _number(group, men, tables.CAVALRY_MEN, "SN-RULING-26", 1, MOST_MEN)
    for quality, grade in GRADE_OF.items():
        yield (
            f"grade_of.{quality}",
            HouseSpec(kind="choice", default=grade, group=group, label=quality, rule="SN-RULING-27", words=GRADE_WORDS),
        )


HOUSE_SPECS: Final[Mapping[str, HouseSpec]] = MappingProxyType(dict([*_points(), *_limits(), *_history()]))
"""Every value that a club may have otherwise, by its key, in the order of a form; each default is the tables'."""
