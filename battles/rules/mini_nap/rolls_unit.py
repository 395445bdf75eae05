"""A unit of the muster roll: type, rating, strength boxes, moves and charges, dice and ranges."""

from collections.abc import Iterator
from typing import Final, Protocol

from battles.engine.roll import Fact, RollUnit, Track
from battles.rules.mini_nap.firing import bonuses
from battles.rules.mini_nap.kinds import kind_of, unit_class
from battles.rules.mini_nap.losses import is_exempt_for_good
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import (
    FORMATIONS_OPEN,
    TYPES,
    Band,
    Formation,
    GunWeight,
    MoveRow,
    NationWord,
    Quality,
    Tables,
    UnitType,
)

SHORT: Final[dict[Formation, str]] = {
    "line": "line",
    "column": "column",
    "solid_square": "square",
    "skirmish_line": "skirmish",
}
"""Formations that a unit takes by choice, in a word (MN-FORM-01 to 05)."""
BANDS: Final[tuple[Band, ...]] = ("close", "medium", "long")
NONE: Final = "–"


class Fighting(Protocol):
    """A unit of a battle, or one that a side brings."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> UnitType: ...
    @property
    def rating(self) -> Quality: ...
    @property
    def points(self) -> int: ...
    @property
    def nation(self) -> NationWord: ...
    @property
    def kgl(self) -> bool: ...
    @property
    def lancer(self) -> bool: ...
    @property
    def irregular(self) -> bool: ...
    @property
    def weight(self) -> GunWeight | None: ...


def entry(
    unit: Fighting,
    rules: Rules,
    *,
    key: str,
    start: int,
    nation: str = "",
    notes: tuple[str, ...] = (),
    gone: bool = False,
) -> RollUnit:
    """A unit by the numbers of ``rules``.

    Args:
        start: strength points at the start; those that are lost since are struck.
        nation: the code of its nation.
        notes: what is told besides what its type and nation give.
    """
    tables = rules.tables
    quality, base = tables.qualities[unit.rating], tables.bases[unit_class(unit)]
    guns = unit_class(unit) == "artillery"
    word = TYPES[unit.type].word
    kind = kind_of(unit)
    return RollUnit(
        key=key,
        name=unit.name,
        kind=f"{unit.weight} {word}" if guns and unit.weight else word,
        symbol="lancers" if kind == "lancer" else unit.type,
        nation=nation,
        quality=f"{quality.word} {quality.needed}+",
        facts=tuple(_guns(unit, tables) if guns else _moves(unit, tables)),
        track=_track(unit, start),
        notes=(*notes, *_notes(unit, tables)),
        wide=base.width,
        deep=base.depth,
        stands=base.stands,
        gone=gone,
    )


def _track(unit: Fighting, start: int) -> Track | None:
    """A box for each strength point; the last is grey where the unit goes with it (MN-LOSS-01 to 03)."""
    if start <= 0:
        return None
    last = -1 if is_exempt_for_good(unit.rating, kind_of(unit)) else start - 1
    return Track(
        "Strength", ("",) * start, max(0, start - unit.points), last, "MN-LOSS-02" if last >= 0 else "MN-LOSS-03"
    )


def _moves(unit: Fighting, tables: Tables) -> Iterator[Fact]:
    """Move and charge by formation (MN-MOVE), and an infantry unit's dice (MN-FIRE-30 to 33)."""
    formations = [each for each in FORMATIONS_OPEN[kind_of(unit)] if each in SHORT]
    for formation in formations:
        row = tables.moves[unit.type][formation]
        yield Fact(SHORT[formation], move_words(row, NONE).removesuffix(f"/{NONE}"), row.rule)
    if unit_class(unit) == "infantry":
        dice = {formation: tables.small_arms_dice[formation] for formation in formations}
        words = ", ".join(f"{SHORT[formation]} {count}" for formation, (_, count) in dice.items())
        yield Fact(f"dice to {tables.small_arms_range} cm", words, next(iter(dice.values()))[0])


def _guns(unit: Fighting, tables: Tables) -> Iterator[Fact]:
    """A battery's dice at each range (MN-FIRE-34 to 36), its redeployment and its prolonging (MN-MOVE-09 to 11)."""
    row = tables.battery_dice.get(unit.weight) if unit.weight else None
    for band in BANDS if row else ():
        dice = getattr(row, band)
        yield Fact(f"{band} to {tables.battery_range[band]}", str(dice) if dice else NONE, row.rule if row else "")
    move = tables.moves[unit.type]["battery"]
    yield Fact("redeploy", str(move.moves[0]), move.rule)
    yield Fact("prolong", str(tables.prolong.moves[0]), tables.prolong.rule)


def _notes(unit: Fighting, tables: Tables) -> Iterator[str]:
    """What its type, flags and nation give; what the numbers of its facts are."""
    guns, kind = unit_class(unit) == "artillery", kind_of(unit)
    if kind == "irregular":
        yield "irregular"
    elif unit.lancer:
        yield "lancers"
    nation = None if unit.kgl else unit.nation
    for row in bonuses(tables, unit_class(unit), unit.rating, nation):
        yield f"{row.dice:+d} {'die' if row.dice == 1 else 'dice'}: {row.word}"
    more = tables.square_test_bonus.get(nation, 0) if nation and unit_class(unit) == "infantry" else 0
    if more:
        yield f"{more:+d} emergency square from column"
    if guns and not unit.weight:
        yield "weight of guns not given"
    yield "dice by range; moves in cm" if guns else "move/charge in cm"


def move_words(row: MoveRow, none: str) -> str:
    """``6/9``, ``2 or 4/–``: move and charge in cm, ``none`` where it cannot move."""
    charge = none if row.charge is None else str(row.charge)
    return f"{' or '.join(map(str, row.moves))}/{charge}" if any(row.moves) else none
