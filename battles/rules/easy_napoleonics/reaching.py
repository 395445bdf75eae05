"""How far a battery fires and a leader goes, as outlines of hexes (``about``)."""

from collections.abc import Iterable, Iterator
from typing import Literal

from battles.engine import sight
from battles.engine.hex import Cell
from battles.engine.picture import Reach
from battles.engine.rims import is_clockwise, rims
from battles.rules.easy_napoleonics import leading
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.drawing_ground import CORNERS, middle
from battles.rules.easy_napoleonics.field import field_of
from battles.rules.easy_napoleonics.known import known
from battles.rules.easy_napoleonics.pointing import leader_key, unit_key
from battles.rules.easy_napoleonics.setup import Board
from battles.rules.easy_napoleonics.state import Leader, State, Unit
from battles.rules.easy_napoleonics.view import View
from battles.rules.easy_napoleonics.words_names import count

Kind = Literal["fire", "far_fire", "move"]


def about(seen: View, key: str) -> tuple[Reach, ...]:
    """The arcs of a battery by range, or the hexes that a leader may still come to; () for anybody else."""
    state = known(seen)
    what, _, number = key.partition(" ")
    if not number.isdecimal():
        return ()
    if what == "unit" and unit_key(state, int(number)) == key:
        unit = state.units[int(number)]
        return tuple(_arcs(state, unit)) if unit.cell >= 0 and unit.kind in ARTILLERY else ()
    if what == "leader" and leader_key(state, int(number)) == key:
        man = state.leaders[int(number)]
        return tuple(_ride(state, man)) if man.cell >= 0 and man.alive else ()
    return ()


def _arcs(state: State, unit: Unit) -> Iterator[Reach]:
    """The arc of a battery as far as each of its ranges, whatever stands between (EN-ART-03 to 08)."""
    field = field_of(state)
    cone = field.options.artillery_arc == "cone60"
    rule = "EN-RULING-46" if cone else "EN-ART-08"
    when = "" if unit.formation == "unlimbered" else ", once it is unlimbered"
    for place, band in enumerate(field.tables.fire[unit.kind]):
        cells = field.grid.cells(sight.arc(field.grid, unit.cell, unit.facing, band.far, cone))
        words = f"{unit.name} fires {count(band.dice, 'die', 'dice')} at {band.label} range, up to {band.far} hexes"
        kind: Kind = "far_fire" if place else "fire"
        name = f"{band.label.capitalize()} range"
        yield from _reaches(state.board, kind, name, f"{words}{when} (EN-ART-03, {rule}).", cells)


def _ride(state: State, man: Leader) -> Iterator[Reach]:
    """Where a leader may end who rides on this turn (EN-LEADER-04, 11)."""
    field = field_of(state)
    if man.left < 1:
        return
    cells = (man.cell, *leading.reach(field, field.lay(state), man, man.left))
    words = f"{man.name} may ride up to {count(man.left, 'hex', 'hexes')} this turn (EN-LEADER-04, EN-LEADER-11)."
    yield from _reaches(state.board, "move", "Ride", words, cells)


def _reaches(board: Board, kind: Kind, name: str, words: str, cells: Iterable[Cell]) -> Iterator[Reach]:
    """A reach for each group of hexes that hang together; holes in them are left out."""
    outlines = [tuple((x + dx, y + dy) for dx, dy in CORNERS) for x, y in (middle(board, cell) for cell in cells)]
    for rim in rims(outlines):
        if is_clockwise(rim):
            yield Reach(kind, name, words, rim)
