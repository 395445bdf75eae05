"""The drawn board: the terrain and names of hexes, courses and streams; highlights of an event; reach outlines."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, Literal

from battles.engine.picture import Area, Ground, GroundKind, Highlight, Name, Reach, ReachKind, block_of
from battles.engine.words import with_verb
from battles.kits.hex import line_of_sight, picture
from battles.kits.hex.grid import Cell, Grid, grid
from battles.kits.hex.picture import reaches
from battles.rules.easy_napoleonics import command
from battles.rules.easy_napoleonics.events import (
    Fired,
    FireHidden,
    Fought,
    LeaderTaken,
    LeaderTested,
    MeleeHidden,
    Removed,
)
from battles.rules.easy_napoleonics.hidden import View, state_from_view
from battles.rules.easy_napoleonics.names import count
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.state import Board, Leader, State, Unit
from battles.rules.easy_napoleonics.tables import Terrain
from battles.rules.easy_napoleonics.terrain import field_of

KINDS: Final[dict[Terrain, GroundKind]] = {
    "open": "open",
    "woods": "wood",
    "hill": "hill",
    "settlement": "town",
    "stream": "stream",
    "pond": "water",
}
WORDS: Final[dict[Terrain, str]] = {
    "open": "open ground",
    "woods": "woods",
    "hill": "hill",
    "settlement": "settlement",
    "stream": "stream",
    "pond": "pond",
}
NameKind = Literal["place", "hill", "wood", "water", "ground", "edge"]
NAMES: Final[dict[Terrain, NameKind]] = {
    "open": "ground",
    "woods": "wood",
    "hill": "hill",
    "settlement": "place",
    "stream": "water",
    "pond": "water",
}


@lru_cache(maxsize=32)
def ground(board: Board) -> Ground:
    """The drawn ground of a board; cached."""
    cells = grid(board.columns, board.rows)
    terrain = dict(board.terrain)
    names = dict(board.names)
    streams = frozenset(cell for cell, kind in board.terrain if kind == "stream")
    ponds = frozenset(cell for cell, kind in board.terrain if kind == "pond")
    return Ground(
        words=f"Board of {board.columns} by {board.rows} hexes, north at the top",
        width=picture.width(board),
        height=picture.height(board),
        step=picture.STEP,
        tenths=picture.HEX_TENTHS,
        areas=tuple(_area(board, cells, cell, terrain.get(cell, "open"), names) for cell in range(cells.size)),
        ways=(
            *(picture.course_way(board, course) for course in board.courses),
            *picture.stream_ways(board, streams - _named(board), ponds),
        ),
        names=(
            *(
                Name(text, picture.middle(board, cell), NAMES[terrain.get(cell, "open")])
                for cell, text in board.names
                if text.partition(", ")[0] not in names.values() or ", " not in text
            ),
            *picture.edge_names(board),
        ),
    )


def _area(board: Board, cells: Grid, cell: Cell, terrain: Terrain, names: dict[Cell, str]) -> Area:
    words = f"{names[cell]}, {WORDS[terrain]}" if cell in names else WORDS[terrain]
    return Area(cells.label(cell), picture.middle(board, cell), picture.outline(board, cell), KINDS[terrain], words)


def _named(board: Board) -> frozenset[Cell]:
    """The hexes of streams that have a course of their own."""
    return frozenset(cell for course in board.courses if course.kind == "stream" for cell in course.cells)


def highlights(event: Any) -> tuple[Highlight, ...]:
    """Highlights of ``event``. They use only what the event holds, so that a shadow shows no more."""
    match event:
        case Fired(target=target, shots=shots):
            return (Highlight("fire", tuple(f"unit {shot.unit}" for shot in shots), f"unit {target}"),)
        case FireHidden(target=target, dice=dice):
            return (Highlight("fire", tuple(f"unit {unit}" for unit, _ in dice), f"unit {target}"),)
        case Fought(attacker=attacker, defender=defender) | MeleeHidden(attacker=attacker, defender=defender):
            return (Highlight("melee", (f"unit {attacker}",), f"unit {defender}"),)
        case Removed(unit=unit):
            return (Highlight("lost", (f"unit {unit}",)),)
        case LeaderTaken(leader=leader) | LeaderTested(leader=leader, killed=True):
            return (Highlight("lost", (f"leader {leader}",)),)
    return ()


def reach_of_block(view: View, key: str) -> tuple[Reach, ...]:
    """Reach outlines of a block: a battery's arc at each range, or the hexes a leader can reach; else none."""
    state = state_from_view(view)
    what, number = block_of(key, unit=state.units, leader=state.leaders) or ("", 0)
    if what == "unit":
        unit = state.units[number]
        return tuple(_arcs(state, unit)) if unit.cell >= 0 and unit.kind in ARTILLERY else ()
    if what == "leader":
        leader = state.leaders[number]
        return tuple(_leader_reach(state, leader)) if leader.cell >= 0 and leader.alive else ()
    return ()


def _arcs(state: State, unit: Unit) -> Iterator[Reach]:
    """The arc of a battery at each of its ranges; what blocks the line of fire is ignored.

    Source: EN-ART-03, EN-ART-04, EN-ART-05, EN-ART-08.
    """
    field = field_of(state)
    cone = field.options.artillery_arc == "cone60"
    rule = "EN-RULING-46" if cone else "EN-ART-08"
    condition = "" if unit.formation == "unlimbered" else " when unlimbered"
    for place, band in enumerate(field.tables.fire[unit.kind]):
        cells = field.grid.cells(line_of_sight.arc(field.grid, unit.cell, unit.facing, band.far, cone))
        reach = count(band.far, "hex", "hexes")
        words = (
            f"{with_verb(unit.name, 'fires')} {count(band.dice, 'die', 'dice')} at {band.label} range, up to {reach}"
        )
        kind: ReachKind = "far_fire" if place else "fire"
        name = f"{band.label.capitalize()} range"
        yield from reaches(state.board, kind, name, f"{words}{condition} (EN-ART-03, {rule}).", cells)


def _leader_reach(state: State, leader: Leader) -> Iterator[Reach]:
    """Hexes that a leader can still reach this turn (EN-LEADER-04, EN-LEADER-11)."""
    field = field_of(state)
    if leader.left < 1:
        return
    cells = (leader.cell, *command.leader_reach(field, field.occupancy(state), leader, leader.left))
    words = f"{leader.name} can move up to {count(leader.left, 'hex', 'hexes')} this turn (EN-LEADER-04, EN-LEADER-11)."
    yield from reaches(state.board, "move", "Leader's move", words, cells)
