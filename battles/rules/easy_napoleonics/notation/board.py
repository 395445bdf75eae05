"""The board as plain text: four characters for each hex, two lines for each row, and a legend."""

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from battles.engine.words import aligned
from battles.kits.hex.grid import Cell, grid
from battles.kits.hex.notation import ARROWS, FACINGS, TEXT_WIDE, board_lines, leader_tag, unit_tag
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.hidden import View
from battles.rules.easy_napoleonics.names import FORMATION_WORDS, LEVEL_WORDS, entry
from battles.rules.easy_napoleonics.state import NOWHERE, Objective, Unit
from battles.rules.easy_napoleonics.tables import Formation, Level, Terrain
from battles.rules.easy_napoleonics.words.sentences import PHASE_WORDS

FORMATION_MARKS: Final[dict[Formation, str]] = {
    "line": "L",
    "column": "C",
    "square": "S",
    "hasty_square": "H",
    "masse": "M",
    "limbered": "T",
    "unlimbered": "U",
}
LEVEL_MARKS: Final[dict[Level, str]] = {"good": " ", "fair": "-", "bad": "=", "broken": "x"}
TERRAIN_MARKS: Final[dict[Terrain, str]] = {
    "open": " ",
    "woods": "w",
    "hill": "h",
    "settlement": "s",
    "stream": "~",
    "pond": "o",
}
UNKNOWN: Final = "?"

_OPEN: Final = "·"
_NARROW: Final = 76
_SIDE_COLOURS: Final = {"a": "34;1", "b": "31;1"}
_TERRAIN_COLOURS: Final[dict[Terrain, str]] = {
    "open": "2",
    "woods": "32",
    "hill": "33",
    "settlement": "35",
    "stream": "36",
    "pond": "36",
}


def board(view: View, colour: bool = False) -> str:
    """The board and its legend as the viewer sees them; ``colour`` adds ANSI colours for a terminal."""
    drawing = _Drawing(view, colour)
    lines = [*_title(view), "", *board_lines(view.board, drawing.hex), "", *_key(view), ""]
    for side, name in zip("ab", view.sides, strict=True):
        lines += [drawing.paint(name.name, _SIDE_COLOURS[side]), *_forces(view, side), ""]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _title(view: View) -> Iterator[str]:
    turn = f"turn {view.turn} of {view.rules.options.max_turns}, " if view.turn else ""
    yield f"{view.title}: {turn}{PHASE_WORDS[view.phase].lower()}"
    names = {"a": view.sides[0].name, "b": view.sides[1].name}
    facts = [f"Score: {', '.join(f'{side.name} {side.score}' for side in view.sides)}"]
    if view.holder:
        facts.append(f"initiative: {names[view.holder]}")
    acting = view.pending[-1].side if view.pending else view.acting
    if acting:
        facts.append(f"to act: {names[acting]}")
    yield "; ".join(facts)
    holders = dict(view.held)
    for goal in view.objectives:
        yield _goal(view, goal, holders, names)


def _goal(view: View, goal: Objective, holders: dict[Cell, str], names: dict[str, str]) -> str:
    """An objective, with the side that last stood on each of its hexes."""
    label = grid(view.board.columns, view.board.rows).label
    start = names.get(goal.side or "", "nobody") if goal.held_from_start else "nobody"
    hexes = ", ".join(f"{label(cell)} {names.get(holders.get(cell, ''), start)}" for cell in goal.cells)
    return f"{goal.name}: {goal.hold} of {len(goal.cells)} hexes from turn {goal.from_turn} on ({hexes})"


def _key(view: View) -> Iterator[str]:
    """The key of the marks used on this board."""
    units = [unit for unit in view.units if unit.cell != NOWHERE]
    formations = dict.fromkeys(unit.formation for unit in units)
    marks = [f"{FORMATION_MARKS[name]} {FORMATION_WORDS[name]}" for name in FORMATION_MARKS if name in formations]
    if marks:
        yield f"Formations: {', '.join(marks)}; arrows: facing"
    ground = {kind for _, kind in view.board.terrain}
    marks = [f"{mark} {name}" for name, mark in TERRAIN_MARKS.items() if name in ground]
    if marks:
        yield f"Terrain: {', '.join(marks)}"
    if view.board.names:
        label = grid(view.board.columns, view.board.rows).label
        places = "; ".join(f"{label(cell)} {name}" for cell, name in view.board.names)
        yield from wrap(f"Places: {places}", max(_NARROW, TEXT_WIDE * view.board.columns), subsequent_indent="  ")
    unknown = f", {UNKNOWN} unknown" if view.unknown else ""
    yield f"Levels: - fair, = bad{unknown}; * leader, + two batteries"


class _Drawing:
    """The hexes of a board, drawn row by row."""

    def __init__(self, view: View, colour: bool) -> None:
        self.view = view
        self.colour = colour
        self.terrain: dict[Cell, Terrain] = dict(view.board.terrain)
        self.units: dict[Cell, list[int]] = {}
        for number, unit in enumerate(view.units):
            if unit.cell != NOWHERE:
                self.units.setdefault(unit.cell, []).append(number)
        self.leaders: dict[Cell, list[int]] = {}
        for number, leader in enumerate(view.leaders):
            if leader.cell != NOWHERE:
                self.leaders.setdefault(leader.cell, []).append(number)
        self.unknown = frozenset(view.unknown)

    def paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text.strip() else text

    def hex(self, cell: Cell) -> tuple[str, str]:
        """The two lines of a hex."""
        terrain = self.terrain.get(cell, "open")
        mark, colour = TERRAIN_MARKS[terrain], _TERRAIN_COLOURS[terrain]
        units, leaders = self.units.get(cell), self.leaders.get(cell)
        if units:
            return self._unit_lines(units, bool(leaders), self.paint(mark, colour))
        ground = self.paint(mark if terrain != "open" else _OPEN, colour)
        if leaders:
            tag = leader_tag(self.view.leaders, leaders[0])
            name = self.paint(f"{tag:<{TEXT_WIDE}}"[:TEXT_WIDE], _SIDE_COLOURS[self.view.leaders[leaders[0]].side])
            return name, f" {ground}  "
        return f" {ground}  ", " " * TEXT_WIDE

    def _unit_lines(self, numbers: list[int], has_leader: bool, ground: str) -> tuple[str, str]:
        """The two lines of a hex with units; the first unit is shown."""
        number = numbers[0]
        unit = self.view.units[number]
        colour = _SIDE_COLOURS[unit.side]
        tag = unit_tag(self.view.units, number)
        more = "+" if len(numbers) > 1 else "*" if has_leader else " "
        level = UNKNOWN if number in self.unknown else LEVEL_MARKS[unit.level]
        position_marks = f"{ARROWS[unit.facing]}{FORMATION_MARKS[unit.formation]}{level}"
        return self.paint(f"{tag}{more}"[:TEXT_WIDE].ljust(TEXT_WIDE), colour), self.paint(
            position_marks, colour
        ) + ground


def _forces(view: View, side: str) -> Iterator[str]:
    """A line for each unit and leader of a side; at the end, those broken, killed or not deployed."""
    cells = grid(view.board.columns, view.board.rows)
    own = [number for number, unit in enumerate(view.units) if unit.side == side]
    on_board = [number for number in own if view.units[number].cell != NOWHERE]
    rows = [_row(view, number, cells.label(view.units[number].cell)) for number in on_board]
    yield from aligned(rows)
    for number, leader in enumerate(view.leaders):
        if leader.side == side and leader.cell != NOWHERE:
            tag, label = leader_tag(view.leaders, number), cells.label(leader.cell)
            yield f"{tag}  {label}  {leader.name}, {_leading(view, number)}"
    for words, broken in (("Broken", True), ("Not deployed", False)):
        off_board = [n for n in own if n not in on_board and (view.units[n].level == "broken") is broken]
        if off_board:
            yield f"{words}: " + "; ".join(_off_board(view, number) for number in off_board)
    killed = [leader.name for leader in view.leaders if leader.side == side and not leader.alive]
    if killed:
        yield f"Killed: {'; '.join(killed)}"


def _off_board(view: View, number: int) -> str:
    """A unit that is not on the board, with its arrival if it has still to come."""
    unit = view.units[number]
    tag = f"{unit_tag(view.units, number)} {unit.name}"
    return f"{tag} (turn {unit.arrival.turn}, {entry(view.board, unit.arrival.cells)})" if unit.arrival else tag


def _leading(view: View, number: int) -> str:
    """The unit a leader is with, and the hexes the leader may still move."""
    leader = view.leaders[number]
    here = [n for n, unit in enumerate(view.units) if unit.cell == leader.cell]
    chosen = leader.unit if leader.unit in here else here[0] if here else NOWHERE
    where = "alone" if chosen == NOWHERE else f"with {unit_tag(view.units, chosen)}"
    return f"{where}, {leader.left} hex{'' if leader.left == 1 else 'es'} left"


def _row(view: View, number: int, label: str) -> tuple[str, ...]:
    unit = view.units[number]
    grade, kind = tables.GRADE_WORDS[unit.grade], tables.KIND_WORDS[unit.kind]
    level = UNKNOWN if number in view.unknown else LEVEL_WORDS[unit.level]
    position_marks = f"{FORMATION_WORDS[unit.formation]} {FACINGS[unit.facing]}"
    armored = "armored " if unit.armored else ""
    what = f"{grade} {armored}{kind}"
    return (unit_tag(view.units, number), label, unit.name, what, position_marks, level, ", ".join(marks(unit)))


def marks(unit: Unit) -> Iterator[str]:
    """Words for what a unit did this turn and what it can no longer do."""
    if unit.locked:
        yield "locked"
    if unit.charged:
        yield "charged"
    elif unit.moved:
        yield "moved" if unit.moved == "move" else "sidestepped"
    if unit.reformed:
        yield "changed"
    if unit.mute:
        yield "fire lost"
    elif unit.dice_left >= 0:
        yield "fired"
