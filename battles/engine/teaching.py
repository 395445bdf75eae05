"""A worked example as tables of a sheet: what is asked for, the dice that fell, what came of them.

The dice are those of a key that never changes, so that everybody's sheet tells the same story; a club's own numbers
act in it as in a battle.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from battles.engine.cheat_sheet import Row, Table, signed, tabled
from battles.engine.core import Modifier
from battles.engine.dice import Dice, SeededDice
from battles.engine.odds import percent


def story(key: str, chapter: int) -> SeededDice:
    """The dice of a part of an example."""
    return SeededDice(key.encode(), chapter)


def step(title: str, lead: str, rows: Iterable[tuple[str, str]], rules: Iterable[str], *, result: str = "") -> Table:
    """A step: what happens, its arithmetic line by line, what comes of it."""
    return tabled(title, ("", ""), map(Row, rows), rules, note=result, look="sum", lead=lead)


def numbered(steps: Iterable[Table]) -> tuple[Table, ...]:
    """The steps with their numbers before their titles."""
    return tuple(replace(table, title=f"{place}  {table.title}") for place, table in enumerate(steps, start=1))


def thrown(dice: Dice, *whys: str) -> tuple[str, ...]:
    """The faces of the throws so far that these rules asked for, one text each: ``2, 9``."""
    return tuple(", ".join(map(str, roll.faces)) for roll in dice.rolls if roll.why in whys)


def added(modifiers: Sequence[Modifier]) -> list[tuple[str, str]]:
    """A line for each modifier."""
    return [(row.what, signed(row.value)) for row in modifiers]


def likely(rows: Iterable[tuple[str, Fraction]]) -> list[tuple[str, str]]:
    """A line for each outcome, with its chance."""
    return [(what, percent(chance)) for what, chance in rows]
