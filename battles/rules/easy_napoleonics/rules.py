"""Rules of one battle: its options and tables, and fast look-ups in them."""

from collections.abc import Hashable, Mapping
from itertools import product
from types import MappingProxyType
from typing import Any, Final, Literal, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr

from battles.engine.core import Modifier
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.tables import (
    PRINTED,
    Formation,
    Grade,
    Kind,
    Level,
    MeleeResult,
    NationTag,
    Printed,
    Tables,
    Terrain,
    VpModel,
)

NO_BONUS: Final = (0, 0)
BLOCKING: Final[tuple[Terrain, ...]] = ("hill", "settlement", "woods")
_USUAL: Final[dict[str, tuple[Any, ...]]] = {"initiative_bonus": NO_BONUS, "blocking_terrain": BLOCKING}
"""Defaults that are tuples."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Options of a battle, named as in section 13 of the rulebook; ``meta.OPTION_SPECS`` lists their values.

    ``initiative_bonus`` is added to the initiative die of side a and of side b. ``time_limit_minutes`` is None
    for no limit. Sets are sorted tuples, so that equal options are equal values.
    """

    victory_points_to_win: int = tables.VICTORY_POINTS_TO_WIN
    max_turns: int = tables.MAX_TURNS
    time_limit_minutes: int | None = tables.TIME_LIMIT_MINUTES
    victory_timing: Literal["immediate", "end_of_turn"] = "immediate"
    vp_model: VpModel = "graded"
    points_budget: int = tables.POINTS_BUDGET
    points_tolerance: int = tables.POINTS_TOLERANCE
    card_deck: Literal["own", "shared"] = "own"
    choice_card_pool: Literal["undrawn", "any_in_mix"] = "undrawn"
    armored_surcharge_per_stand: int = tables.ARMORED_SURCHARGE
    leaders_per_side: int = tables.LEADERS_PER_SIDE
    board_columns: int = tables.BOARD_COLUMNS
    board_rows: int = tables.BOARD_ROWS
    deployment_depth: int = tables.DEPLOYMENT_DEPTH
    deployment_order: Literal["rolled", "a_first", "b_first", "preset"] = "rolled"
    random_terrain: bool = False
    terrain_feature_hexes: int = tables.TERRAIN_FEATURE_HEXES
    breakthrough: bool = False
    melee_morale_bonus: bool = False
    grand_battery: bool = False
    first_mover: Literal["rolled", "a", "b"] = "rolled"
    initiative_bonus: tuple[int, int] = NO_BONUS
    hidden_morale: bool = False
    national_rules: tuple[NationTag, ...] = ()
    fire_pooling: Literal["by_target", "by_firer"] = "by_target"
    melee_check_level: Literal["after_drop", "before_drop"] = "after_drop"
    lone_leader_contact: Literal["displace", "remove", "block"] = "displace"
    leader_risk_timing: Literal["after_checks", "before_checks"] = "after_checks"
    leader_risk_on_tie: bool = False
    initiative_chooses_fire_order: bool = True
    horse_limber_move_unlimber: bool = True
    musketry_after_change_and_move: bool = False
    formation_change_free_facing: bool = False
    lock_timing: Literal["own_move", "turn_start"] = "own_move"
    lock_scope: Literal["any_adjacent", "front_contact"] = "any_adjacent"
    squares_have_flanks: bool = False
    passive_contact_melee: Literal["owner_choice", "always", "never"] = "owner_choice"
    continuing_melee_attacker: Literal["initiative", "original"] = "initiative"
    melee_conditions_both_sides: bool = False
    melee_conditions_per_stand: bool = False
    square_stands_vs_cavalry: Literal[1, 2] = 1
    solid_square_scope: Literal["all_deliberate", "masse_only"] = "all_deliberate"
    hasty_square_fire: Literal["lost_on_failure", "lost_always"] = "lost_on_failure"
    hasty_square_duration: Literal["end_of_turn", "until_reformed"] = "end_of_turn"
    hasty_square_when_locked: bool = True
    standing_attack_hasty_square: bool = True
    artillery_arc: Literal["string", "cone60"] = "string"
    graze_favours: Literal["target", "firer"] = "target"
    blocking_terrain: tuple[Terrain, ...] = BLOCKING
    hill_sight: Literal["either_end", "always_block", "never_block"] = "either_end"
    pond_impassable: bool = True
    stream_effect: Literal["none", "halt"] = "none"

    def __post_init__(self) -> None:
        """Use the default objects for equal values, so that equal options are encoded alike."""
        for name, usual in _USUAL.items():
            value = getattr(self, name)
            if value is not usual and value == usual:
                force_setattr(self, name, usual)


PLAIN: Final = Options()
"""Every option at its default."""


class Rules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Options and tables of a battle; the tables may have numbers of a club."""

    options: Options = PLAIN
    tables: Tables = PRINTED

    def __post_init__(self) -> None:
        """Use the default objects for equal values, so that equal rules are encoded alike."""
        if self.options is not PLAIN and self.options == PLAIN:
            force_setattr(self, "options", PLAIN)
        if self.tables is not PRINTED and self.tables == PRINTED:
            force_setattr(self, "tables", PRINTED)


DEFAULTS: Final = Rules()

MOST_KEPT: Final = 20_000
"""Most answers in each memo of a book; a full memo is emptied."""

MOST_BOOKS: Final = 64
"""Most books that ``book_of`` caches."""

ARTILLERY: Final[frozenset[Kind]] = frozenset({"field_artillery", "horse_artillery"})
CAVALRY: Final[frozenset[Kind]] = frozenset({"light_cavalry", "heavy_cavalry"})
"""Section 1: guns and cavalry."""

SQUARES: Final[frozenset[Formation]] = frozenset({"square", "hasty_square", "masse"})
"""EN-ART-14: all squares, with the masse."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class ModifierSum(Struct, frozen=True, gc=False):
    """A sum of modifiers, with its rows; modifiers of 0 are left out."""

    total: int
    rows: tuple[Modifier, ...]


def modifier_sum(*printed: Printed) -> ModifierSum:
    """Sum of the modifiers of table rows."""
    rows = tuple(Modifier(row.rule, row.what, row.value) for row in printed if row.value)
    return ModifierSum(sum(row.value for row in rows), rows)


def remember(memo: dict[K, V], key: K, value: V) -> V:
    """Store ``value`` in ``memo`` under ``key``, and return it."""
    if len(memo) >= MOST_KEPT:
        memo.clear()
    memo[key] = value
    return value


class NationalUnit(Protocol):
    """Any object with the kind and nation of a unit."""

    @property
    def nation(self) -> NationTag: ...
    @property
    def kind(self) -> Kind: ...


class Book:
    """Look-ups of one set of rules for the procedures, with memos of worked-out answers."""

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
        self.check_rows: Mapping[tuple[Level, bool, bool], ModifierSum] = _check_rows(tables)
        # Memos, each filled by the module that uses it:
        self.shots: dict[Any, ModifierSum] = {}
        self.fights: dict[Any, Any] = {}
        self.levels: dict[Any, Any] = {}
        self.outcomes: dict[Any, Any] = {}

    def has_rule_of(self, nation: NationTag, unit: NationalUnit) -> bool:
        """True if ``unit`` is infantry of ``nation`` and its national rule is in force (EN-NATION-01)."""
        return unit.nation == nation and unit.kind == "infantry" and nation in self.nations

    def result(self, difference: int) -> MeleeResult:
        """Result of a melee by ``difference``, which is 0 or more (EN-MELEE-36)."""
        results = self.results
        return results[difference] if difference < len(results) else results[-1]


_books: dict[int, tuple[Rules, Book]] = {}


def book_of(rules: Rules) -> Book:
    """The book of ``rules``; equal rules share one while it is cached."""
    cached = _books.get(id(rules))
    if cached is not None and cached[0] is rules:
        return cached[1]
    book = next((book for cached_rules, book in tuple(_books.values()) if cached_rules == rules), None) or Book(rules)
    if len(_books) >= MOST_BOOKS:
        _books.clear()
    _books[id(rules)] = (rules, book)
    return book


def _fire_dice(tables: Tables) -> Mapping[tuple[Kind, Formation, int], int]:
    """Fire dice by kind, formation and range; what is missing has none.

    Source: EN-ART-03, EN-ART-04, EN-ART-05, EN-MUSK-02, EN-MUSK-03.
    """
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
    """Melee results by difference (EN-MELEE-36). The last is for all greater ones; below the first nothing happens.

    Source: EN-RULING-110.
    """
    rows = sorted(tables.melee_results, key=lambda row: row.least)
    by_difference = []
    row = MeleeResult(0, 0, 0, "EN-MELEE-36")
    for difference in range(rows[-1].least + 1):
        row = next((row for row in rows if row.least == difference), row)
        by_difference.append(row)
    return tuple(by_difference)


def _check_rows(tables: Tables) -> Mapping[tuple[Level, bool, bool], ModifierSum]:
    """Check modifiers by level, leader, and French infantry that moved in column (EN-MORALE-06)."""
    leader, column = tables.check_modifiers["leader"], tables.check_modifiers["french_column"]
    return MappingProxyType(
        {
            (level, led, moved): modifier_sum(row, *[leader] * led, *[column] * moved)
            for (level, row), led, moved in product(tables.level_modifier.items(), (False, True), (False, True))
        }
    )
