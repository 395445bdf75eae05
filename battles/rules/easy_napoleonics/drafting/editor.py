"""The scenario editor: each change of a draft gives a file that can be read, even if not yet played."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, TypeVar

import msgspec
from msgspec.structs import replace

from battles.engine.core import UMPIRE, SetupError, SideId
from battles.engine.dice import SeededDice
from battles.engine.drafting import Draft, Fault, Stroke, fault_of
from battles.engine.options import OptionValue
from battles.engine.picture import Scene
from battles.engine.scenarios import briefing_of
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics import meta, tables
from battles.rules.easy_napoleonics import setup as easy_napoleonics_setup
from battles.rules.easy_napoleonics.drafting.brushes import courses_on_terrain, paint_strokes, palette
from battles.rules.easy_napoleonics.drafting.forms import File, filled, sheets
from battles.rules.easy_napoleonics.hidden import view
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.scenario.check import SIDES, faults, misplaced, warnings
from battles.rules.easy_napoleonics.scenario.files import (
    ReadScenario,
    edge_zone,
    read_unchecked,
    special_rules,
    written,
)
from battles.rules.easy_napoleonics.scenario.reader import captains
from battles.rules.easy_napoleonics.state import Board, Captain, Course, Force, Objective, Recruit, Setup, start
from battles.rules.easy_napoleonics.ui import scene

CellMap = Mapping[Cell, Cell]
"""The new number of each cell that is still on the board; its column and row stay."""

Piece = TypeVar("Piece", Recruit, Captain)


def resized(setup: Setup, options: Options) -> Setup:
    """``setup`` on a board of the size that ``options`` say; its other options stay.

    Zones at the edges move to the new edges, with the depth of ``options``. Objectives without hexes are removed.
    """
    before = setup.rules.options
    new_cells = _cells_by_size(setup.board, options.board_columns, options.board_rows)
    size = {"board_columns": options.board_columns, "board_rows": options.board_rows}
    return replace(
        setup,
        board=_board(setup.board, options, new_cells),
        forces=(
            _force("a", setup.forces[0], before, options, new_cells),
            _force("b", setup.forces[1], before, options, new_cells),
        ),
        objectives=tuple(filter(None, (_objective(goal, new_cells) for goal in setup.objectives))),
        rules=replace(setup.rules, options=replace(before, **size)),
    )


def _cells_by_size(board: Board, columns: int, rows: int) -> CellMap:
    """The cells of ``board`` on a board of another size."""
    places = ((cell, divmod(cell, board.columns)) for cell in range(board.columns * board.rows))
    return {cell: row * columns + column for cell, (row, column) in places if column < columns and row < rows}


def _cells_on_board(cells: Sequence[Cell], new_cells: CellMap) -> tuple[Cell, ...]:
    return tuple(new_cells[cell] for cell in cells if cell in new_cells)


def _board(board: Board, options: Options, new_cells: CellMap) -> Board:
    return Board(
        options.board_columns,
        options.board_rows,
        tuple(sorted((new_cells[cell], kind) for cell, kind in board.terrain if cell in new_cells)),
        tuple(sorted((new_cells[cell], name) for cell, name in board.names if cell in new_cells)),
        tuple(_courses(board, new_cells)),
    )


def _courses(board: Board, new_cells: CellMap) -> Iterator[Course]:
    """The courses, each cut where it leaves the new board."""
    for course in board.courses:
        cells = _cells_on_board(course.cells, new_cells)
        if len(cells) > 1:
            yield replace(course, cells=cells)


def _force(side: SideId, force: Force, before: Options, options: Options, new_cells: CellMap) -> Force:
    at_edge = force.zone == edge_zone(side, before)
    zone = edge_zone(side, options) if at_edge else _cells_on_board(force.zone, new_cells)
    return replace(_moved(force, new_cells), zone=zone)


def _moved(force: Force, new_cells: CellMap) -> Force:
    """The force with the places of its units and leaders on the new board; those off it have none."""
    units = tuple(_placed(unit, new_cells) for unit in force.units)
    return replace(force, units=units, leaders=tuple(_placed(leader, new_cells) for leader in force.leaders))


def _placed(piece: Piece, new_cells: CellMap) -> Piece:
    """A unit or leader with the same place and arrival hexes on the new board, as far as it has them."""
    if piece.arrival is not None:
        cells = _cells_on_board(piece.arrival.cells, new_cells)
        piece = replace(piece, arrival=replace(piece.arrival, cells=cells))
    if piece.place is None:
        return piece
    cell = new_cells.get(piece.place.cell)
    return replace(piece, place=None if cell is None else replace(piece.place, cell=cell))


def _objective(goal: Objective, new_cells: CellMap) -> Objective | None:
    cells = _cells_on_board(goal.cells, new_cells)
    hold = len(cells) if goal.hold == len(goal.cells) else min(goal.hold, len(cells))
    return replace(goal, cells=cells, hold=hold) if cells else None


SIDE_NAMES: Final[Mapping[SideId, str]] = {"a": "Southern army", "b": "Northern army"}


class Drafts:
    """The scenario editor of the system (`battles.engine.drafting.Drafting`)."""

    size_options: ClassVar[tuple[str, ...]] = ("board_columns", "board_rows")

    def new(self, title: str, values: Mapping[str, OptionValue]) -> bytes:
        """A draft with an open board, zones at its edges, no units, and leaders without names."""
        room = _options({"deployment_depth": 1, **values}).board_rows // 2
        options = _options({"deployment_depth": min(tables.DEPLOYMENT_DEPTH, room), **values})
        board = Board(options.board_columns, options.board_rows)
        a, b = (
            Force(
                name=SIDE_NAMES[side],
                units=(),
                leaders=captains(("",) * options.leaders_per_side),
                zone=edge_zone(side, options),
            )
            for side in SIDES
        )
        return _checked_file(Setup(title=title, board=board, forces=(a, b), rules=Rules(options)), "")

    def draft(self, content: bytes) -> Draft:
        """A draft as the editor shows it; the scene is the umpire's view at the start of the battle."""
        drawn = read_unchecked(content)
        setup = drawn.setup
        umpire_view = view(start(setup), UMPIRE)
        problems = faults(setup, drawn.rows)
        return Draft(
            title=setup.title,
            text=drawn.text,
            briefing=briefing_of(setup, special_rules(setup)),
            ground=scene.ground(umpire_view),
            scene=_scene(setup, scene.scene(umpire_view)),
            palette=palette(setup),
            sheets=sheets(_file(drawn)),
            options=meta.SETTINGS.options_of(setup),
            house=meta.SETTINGS.differences(setup),
            faults=tuple(map(fault_of, problems)),
            notes=() if problems else warnings(setup),
        )

    def paint(self, content: bytes, strokes: Sequence[Stroke]) -> bytes:
        """The draft after all strokes, in order."""
        drawn = read_unchecked(content)
        return _checked_file(paint_strokes(drawn.setup, strokes), drawn.text)

    def misplaced(self, content: bytes) -> tuple[Fault, ...]:
        """Why units or leaders cannot be at their set places; empty if the draft has no set places."""
        drawn = read_unchecked(content)
        if drawn.setup.rules.options.deployment_order != "preset":
            return ()
        return tuple(map(fault_of, misplaced(drawn.setup, drawn.rows)))

    def fill(self, content: bytes, sheet: str, rows: Sequence[Mapping[str, str]]) -> bytes:
        """The draft with these rows in one of its sheets."""
        return _reread(filled(_file(read_unchecked(content)), sheet, rows))

    def set_options(self, content: bytes, values: Mapping[str, OptionValue]) -> bytes:
        """The draft with changed options. Set places are removed unless the deployment order is ``preset``."""
        drawn = read_unchecked(content)
        before = drawn.setup.rules.options
        options = _options({**meta.written(before), **values})
        file = _file(drawn._replace(setup=resized(drawn.setup, options)))
        file["options"] = {
            name: value for name, value in meta.written(options).items() if name not in self.size_options
        }
        if options.deployment_order != "preset":
            _remove_places(file)
        return _reread(file)

    def set_house_rules(self, content: bytes, patch: Mapping[str, Any]) -> bytes:
        """The draft with other house rules."""
        return _reread({**_file(read_unchecked(content)), "house": dict(patch)})

    def take_force(self, content: bytes, side: SideId, setup: Setup) -> bytes:
        """The draft with the force of ``side`` from ``setup``, in the old deployment zone.

        Units and leaders of a deployed force keep their hexes; those off the board of the draft lose theirs.
        """
        drawn = read_unchecked(content)
        board = drawn.setup.board
        new_cells = _cells_by_size(setup.board, board.columns, board.rows)
        a, b = (
            replace(_moved(new, new_cells), zone=old.zone, task=old.task) if side == owner else old
            for owner, old, new in zip(SIDES, drawn.setup.forces, setup.forces, strict=True)
        )
        return _checked_file(replace(drawn.setup, forces=(a, b)), drawn.text)

    def scatter(self, content: bytes, seed: bytes, *, clear_first: bool) -> bytes:
        """Random woods, hills and settlements on hexes without units or leaders (EN-SETUP-06)."""
        drawn = read_unchecked(content)
        setup = drawn.setup
        board = replace(setup.board, terrain=()) if clear_first else setup.board
        places = [unit.place for force in setup.forces for unit in force.units]
        places += [leader.place for force in setup.forces for leader in force.leaders]
        placed = {place.cell for place in places if place}
        scattered = easy_napoleonics_setup.scatter(SeededDice(seed, 0), board, setup.rules, placed)
        terrain = tuple(sorted((*board.terrain, *scattered)))
        board = replace(board, terrain=terrain, courses=courses_on_terrain(board.courses, dict(terrain)))
        return _checked_file(replace(setup, board=board), drawn.text)


def _options(values: Mapping[str, OptionValue]) -> Options:
    try:
        return meta.read(values)
    except ValueError as error:
        raise SetupError(str(error), "options") from None


def _checked_file(setup: Setup, text: str) -> bytes:
    """The file of a draft; it is read once as a check."""
    content = written(setup, text)
    read_unchecked(content)
    return content


def _file(drawn: ReadScenario) -> File:
    file: File = msgspec.json.decode(written(drawn.setup, drawn.text))
    return file


def _reread(file: File) -> bytes:
    """The file in its usual form.

    Raises:
        SetupError: it cannot be read.
    """
    drawn = read_unchecked(msgspec.json.encode(file))
    return written(drawn.setup, drawn.text)


def _scene(setup: Setup, scene: Scene) -> Scene:
    """The scene, without deployment zones if places are set."""
    if setup.rules.options.deployment_order != "preset":
        return scene
    return replace(scene, zones=tuple(zone for zone in scene.zones if zone.kind != "deployment"))


def _remove_places(file: File) -> None:
    for force in file["forces"].values():
        for unit in force["units"]:
            unit.pop("at", None)
        for leader in force["leaders"]:
            leader.pop("hex", None)
