"""The rules of one battle made ready: tables as plain dictionaries, and what has been worked out kept for next time."""

from collections.abc import Hashable, Mapping
from itertools import product
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeVar

from msgspec import Struct

from battles.engine.core import Modifier
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.tables import (
    Formation,
    Grade,
    Kind,
    Level,
    MeleeResult,
    NationTag,
    Printed,
    Tables,
)

MOST_KEPT: Final = 20_000
"""Answers kept in each memo of a book; a full memo starts anew."""

MOST_BOOKS: Final = 64
"""Books kept by ``book_of``."""

ARTILLERY: Final[frozenset[Kind]] = frozenset({"field_artillery", "horse_artillery"})
CAVALRY: Final[frozenset[Kind]] = frozenset({"light_cavalry", "heavy_cavalry"})
"""Section 1: guns and cavalry."""

SQUARES: Final[frozenset[Formation]] = frozenset({"square", "hasty_square", "masse"})
"""EN-ART-14: squares of any sort, masse included."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Labelled(Struct, frozen=True, gc=False):
    """The sum of modifiers, and each of them; those of 0 are left out."""

    total: int
    rows: tuple[Modifier, ...]


def labelled(*printed: Printed) -> Labelled:
    """The modifiers of ``printed``."""
    rows = tuple(Modifier(row.rule, row.what, row.value) for row in printed if row.value)
    return Labelled(sum(row.value for row in rows), rows)


def remember(memo: dict[K, V], key: K, value: V) -> V:
    """``value``, kept in ``memo`` under ``key``."""
    if len(memo) >= MOST_KEPT:
        memo.clear()
    memo[key] = value
    return value


class Native(Protocol):
    """A unit of any shape whose kind and nation are told."""

    @property
    def nation(self) -> NationTag: ...
    @property
    def kind(self) -> Kind: ...


class Book:
    """What the procedures read of ``rules``. Two books of equal rules give equal answers."""

    __slots__ = (
        "check_rows",
        "checks_before_drop",
        "fights",
        "fire_dice",
        "grade_number",
        "levels",
        "nations",
        "options",
        "outcomes",
        "results",
        "risk_first",
        "rules",
        "shots",
        "tables",
    )

    def __init__(self, rules: Rules) -> None:
        options, tables = rules.options, rules.tables
        self.rules: Rules = rules
        self.options: Options = options
        self.tables: Tables = tables
        self.nations: frozenset[NationTag] = frozenset(options.national_rules) - {"none"}
        self.risk_first: bool = options.leader_risk_timing == "before_checks"
        self.checks_before_drop: bool = options.melee_check_level == "before_drop"
        self.grade_number: dict[Grade, int] = dict(tables.grade_number)
        self.results: tuple[MeleeResult, ...] = _results(tables)
        self.fire_dice: Mapping[tuple[Kind, Formation, int], int] = _fire_dice(tables)
        self.check_rows: Mapping[tuple[Level, bool, bool], Labelled] = _check_rows(tables)
        # What has been worked out, each filled by the module that asks:
        self.shots: dict[Any, Labelled] = {}
        self.fights: dict[Any, Any] = {}
        self.levels: dict[Any, Any] = {}
        self.outcomes: dict[Any, Any] = {}

    def has_rule_of(self, nation: NationTag, unit: Native) -> bool:
        """Whether ``unit`` is infantry of ``nation`` and its national rule is on (EN-NATION-01)."""
        return unit.nation == nation and unit.kind == "infantry" and nation in self.nations

    def result(self, difference: int) -> MeleeResult:
        """What a melee result of ``difference`` (0 or more) does (EN-MELEE-36)."""
        results = self.results
        return results[difference] if difference < len(results) else results[-1]


_books: dict[int, tuple[Rules, Book]] = {}


def book_of(rules: Rules) -> Book:
    """The book of ``rules``: the same one for equal rules, as long as it is kept."""
    known = _books.get(id(rules))
    if known is not None and known[0] is rules:
        return known[1]
    book = next((book for kept, book in tuple(_books.values()) if kept == rules), None) or Book(rules)
    if len(_books) >= MOST_BOOKS:
        _books.clear()
    _books[id(rules)] = (rules, book)
    return book


def _fire_dice(tables: Tables) -> Mapping[tuple[Kind, Formation, int], int]:
    """EN-ART-03 to 05, EN-MUSK-02, 03: dice by kind, formation and range; whatever is not there fires none."""
    dice: dict[tuple[Kind, Formation, int], int] = {}
    for kind, bands in tables.fire.items():
        for band in bands:
            for reach in range(band.near, band.far + 1):
                if kind in ARTILLERY:
                    dice[kind, "unlimbered", reach] = band.dice
                else:
                    dice.update({(kind, formation, reach): count for formation, count in tables.musketry_dice.items()})
    return MappingProxyType(dice)


def _results(tables: Tables) -> tuple[MeleeResult, ...]:
    """EN-MELEE-36 by difference; the last is for every greater one, and below the first nothing happens."""
    rows = sorted(tables.melee_results, key=lambda row: row.least)
    found = []
    row = MeleeResult(0, 0, 0, "EN-MELEE-36")
    for difference in range(rows[-1].least + 1):
        row = next((row for row in rows if row.least == difference), row)
        found.append(row)
    return tuple(found)


def _check_rows(tables: Tables) -> Mapping[tuple[Level, bool, bool], Labelled]:
    """EN-MORALE-06: check modifiers by level, leader, and French infantry that moved in column."""
    leader, column = tables.check_modifiers["leader"], tables.check_modifiers["french_column"]
    return MappingProxyType(
        {
            (level, led, moved): labelled(row, *[leader] * led, *[column] * moved)
            for (level, row), led, moved in product(tables.level_modifier.items(), (False, True), (False, True))
        }
    )
