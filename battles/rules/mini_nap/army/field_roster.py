"""The Mini-Nap roster of a side from its muster roll, in the columns of the roster of an army."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from battles.engine.armies.facts import counted
from battles.engine.armies.field_ledger import NAME, Layout, field_sheet
from battles.engine.armies.ledger import FIELD, Column, LedgerSheet, RowStyle, Words
from battles.engine.armies.ledger import Row as LedgerRow
from battles.engine.armies.roster_words import RosterStyle
from battles.engine.sheets.muster_roll import Roll, RollCommander, RollUnit
from battles.rules.mini_nap.army.roster_columns import (
    HEAD_HIGH,
    ROWS,
    Line,
    Places,
    columns,
    line_row,
    places,
    play_foot,
    signs,
    titles,
)
from battles.rules.mini_nap.meta import META
from battles.rules.mini_nap.sheets.muster_roll import BANDS, FOOT_NUMBERS, GUN_NUMBERS, SHORT

LEADERS: Final = RowStyle(heights=(6.0,))
SAID: Final = (FOOT_NUMBERS, GUN_NUMBERS, "lancers")


def field_roster(roll: Roll, occasion: str, style: RosterStyle) -> LedgerSheet:
    """The roster of a roll."""
    where = places(max((_points(unit) for unit in roll.units), default=0), style)
    layout = Layout(
        titles=tuple(titles(where)),
        columns=columns(where),
        rows=ROWS,
        head_high=HEAD_HIGH,
        row=lambda unit, notes: _row(unit, notes, where),
        leader=_leader,
        leader_columns=(Column(NAME, 60.0, face="semi", size=9.4), Column(NAME + 62.0, FIELD - NAME - 62.0)),
        leader_rows=LEADERS,
        totals=_totals,
        lost_x=where.lost,
        foot=play_foot(),
        signs=signs(batteries=any(_is_battery(unit) for unit in roll.units)),
        said=SAID,
    )
    commanders = tuple(replace(one, choices=tuple(map(_without_unit, one.choices))) for one in roll.commanders)
    return field_sheet(replace(roll, commanders=commanders), META.title, occasion, layout, style)


def _without_unit(choice: str) -> str:
    """``Good 16`` of ``Good 16 cm``."""
    return choice.removesuffix(" cm")


def _points(unit: RollUnit) -> int:
    return len(unit.track.boxes) if unit.track else 0


def _totals(units: Sequence[RollUnit]) -> str:
    points = sum(len(unit.track.boxes) - unit.track.struck for unit in units if unit.track)
    return f"{counted(len(units), 'unit')} · {points:,} SP"


def _row(unit: RollUnit, notes: str, where: Places) -> LedgerRow:
    rating, _, needed = unit.quality.rpartition(" ")
    line = Line(
        symbol=unit.symbol,
        name=unit.name or "A unit without a name",
        basis="",
        kind=unit.kind,
        rating=rating,
        needed=needed,
        points=_points(unit),
        mark="",
        struck=unit.track.struck if unit.track else 0,
        exempt=unit.track is None or unit.track.last < 0,
        cells=_cells(unit),
        guns=_is_battery(unit),
        notes=_short(unit, notes),
        gone=unit.gone,
    )
    return line_row(line, where)


def _is_battery(unit: RollUnit) -> bool:
    return any(fact.label == "redeploy" for fact in unit.facts)


def _cells(unit: RollUnit) -> tuple[str, str, str]:
    """Moves in line, column and skirmish line; the dice of a battery at its three ranges."""
    facts = {fact.label: fact.text for fact in unit.facts}
    if _is_battery(unit):
        near, medium, far = (
            next((text for label, text in facts.items() if label.startswith(band)), "–") for band in BANDS
        )
        return near, medium, far
    line, column, skirmish = (facts.get(SHORT[formation], "–") for formation in ("line", "column", "skirmish_line"))
    return line, column, skirmish


def _short(unit: RollUnit, notes: str) -> str:
    """How far a battery moves, then the notes."""
    moves = [f"moves {fact.text}" for fact in unit.facts if fact.label == "redeploy"]
    return ", ".join(filter(None, (*moves, notes)))


def _leader(commander: RollCommander) -> LedgerRow:
    """The line of a commander whose command has no units here."""
    rating = " ".join(filter(None, (commander.rating, *(f.text for f in commander.facts if f.label == "radius"))))
    name = commander.name or f"Commander of {commander.of}"
    of = "" if name == commander.of else commander.of
    return LedgerRow(commander.symbol, name, (Words(" · ".join(filter(None, (of, rating)))),), gone=commander.gone)
