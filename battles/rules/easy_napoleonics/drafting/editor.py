"""The scenario editor: the contents of a draft as rows of text, and changes that each give a file that can be read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from battles.engine.core import SIDES, UMPIRE, SetupError, SideId
from battles.engine.dice import SeededDice
from battles.engine.drafting import Brush, Column, Stroke
from battles.engine.options import OptionValue
from battles.engine.picture import Ground, Scene
from battles.engine.scenario_editor import SIDE_NAMES, Form, Part, ScenarioEditor, unchecked
from battles.engine.scenario_file import read_options
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics import meta, tables
from battles.rules.easy_napoleonics import setup as easy_napoleonics_setup
from battles.rules.easy_napoleonics.drafting.brushes import courses_on_terrain, paint_strokes, palette
from battles.rules.easy_napoleonics.hidden import view
from battles.rules.easy_napoleonics.names import FORMATION_WORDS, LEVEL_WORDS
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.scenario.check import faults, misplaced, warnings
from battles.rules.easy_napoleonics.scenario.files import (
    ReadScenario,
    edge_zone,
    read_unchecked,
    special_rules,
    written,
)
from battles.rules.easy_napoleonics.scenario.reader import COURSES, FACINGS, captains
from battles.rules.easy_napoleonics.state import Board, Captain, Course, Force, Objective, Recruit, Setup, start
from battles.rules.easy_napoleonics.ui import scene

SCENARIO: Final = "Scenario"
DIRECTIONS: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")
NATIONS: Final[Mapping[str, str]] = {str(tag): tag.capitalize() for tag in tables.NATION_TAGS if tag != "none"}
LEVELS: Final = {level: word for level, word in LEVEL_WORDS.items() if level != "broken"}


def _words(words: Mapping[Any, str]) -> Mapping[str, str]:
    """The words of a table, with keys as plain strings for the type checker."""
    return words


HEAD: Final = (
    Column("title", "Title", needed=True),
    Column("text", "What it is about", "long", hint="A paragraph or two."),
    Column("situation", "Situation", "long", hint="One or two sentences for both players."),
    Column("points_win", "Victory points also win, besides objectives", "tick"),
)
FORCE: Final = (
    Column("name", "Name of the side", needed=True),
    Column("task", "Task", "long", hint="What the side must do to win. Both players read it."),
    Column("draws", "Draws three cards before the battle (EN-COST-08)", "tick"),
)
ARRIVAL: Final = (
    Column("arrives", "Arrives in turn", "number", hint="If empty: there from the start.", seldom=True),
    Column("entry", "Arrival hexes", "areas", hint="Edge hexes in the order to try, such as 0901 1001.", seldom=True),
)
"""Columns for units and leaders that come later (EN-RULING-120)."""
UNITS: Final = (
    Column("name", "Name", hint="If empty: grade and kind."),
    Column("kind", "Kind", "choice", needed=True, words=_words(tables.KIND_WORDS)),
    Column("grade", "Grade", "choice", needed=True, words=_words(tables.GRADE_WORDS)),
    Column("nation", "Nation", "choice", words=NATIONS),
    Column("count", "How many", "number", hint="Two or more get numbers."),
    Column("armored", "Armored", "tick", seldom=True),
    Column("level", "Morale at the start", "choice", words=_words(LEVELS), seldom=True),
    Column("worth", "Victory points", "number", hint="If empty: by grade and kind.", seldom=True),
    Column("at.hex", "Hex", hint="Only where places are set.", seldom=True),
    Column("at.facing", "Facing", "choice", words=dict(zip(FACINGS, DIRECTIONS, strict=True)), seldom=True),
    Column("at.formation", "Formation", "choice", words=_words(FORMATION_WORDS), seldom=True),
    *ARRIVAL,
)
LEADERS: Final = (
    Column("name", "Name", needed=True),
    Column("hex", "Hex", hint="Only where places are set."),
    *ARRIVAL,
)
GOALS: Final = (
    Column("name", "Name", needed=True),
    Column("hexes", "Hexes", "areas", needed=True, hint="Such as 0806 or 0806-0907."),
    Column("hold", "Hexes to hold", "number", hint="If empty: all."),
    Column(
        "side", "For", "choice", words={"a": "the first side", "b": "the second side"}, hint="If empty: either side."
    ),
    Column("from_turn", "From turn", "number"),
    Column("held_from_start", "Held from the start", "tick"),
)
NAMES: Final = (Column("hex", "Hex", needed=True), Column("text", "Name", needed=True))
COURSE_WORDS: Final[Mapping[str, str]] = dict(zip(COURSES, COURSES, strict=True))
COURSE: Final = (
    Column("kind", "Kind", "choice", needed=True, words=COURSE_WORDS),
    Column("name", "Name", hint="Written along it. May be empty."),
    Column("hexes", "Hexes", "areas", needed=True, hint="From end to end in order, such as 0101 0202 0302."),
)


def forms(file: Part) -> dict[str, Form]:
    """All forms of the draft in ``file``, in the order of a page."""
    board, forces = file["board"], file["forces"]
    head = {"title": "", "text": "", "situation": "", "points_win": False}
    names = [{"hex": label, "text": text} for label, text in board.get("names", {}).items()]
    by_key = {
        "head": Form(
            "Title, text and situation",
            SCENARIO,
            unchecked(*HEAD),
            [{"points_win": True, **file}],
            partial(_update, file, head),
            grows=False,
        ),
        "objectives": _list("Objectives", SCENARIO, GOALS, file, "objectives"),
        "names": Form("Names on the board", SCENARIO, unchecked(*NAMES), names, partial(_write_names, board)),
        "board.courses": _list("Roads, tracks and streams", SCENARIO, COURSE, board, "courses"),
    }
    for side in SIDES:
        key, force = f"forces.{side}", forces[side]
        write = partial(_update, force, {"name": "", "task": "", "draws": False})
        by_key[key] = Form("Name, task and cards", force["name"], unchecked(*FORCE), [force], write, grows=False)
        by_key[f"{key}.units"] = _list("Units", force["name"], UNITS, force, "units")
        by_key[f"{key}.leaders"] = _list("Leaders", force["name"], LEADERS, force, "leaders")
    return by_key


def _list(title: str, group: str, columns: tuple[Column, ...], of: Part, key: str) -> Form:
    """A form for the list under ``key`` of a part of the file."""
    return Form(title, group, unchecked(*columns), of.get(key, []), lambda rows: of.update({key: rows}))


def _update(part: Part, usual: Part, rows: list[Part]) -> None:
    """Write the one row of a form; what is missing becomes empty, so that the file's reader reports it."""
    part.update({**usual, **rows[0]})


def _write_names(board: Part, rows: list[Part]) -> None:
    names: dict[str, str] = {}
    for index, row in enumerate(rows):
        label = row.get("hex", "")
        if not label or label in names:
            sentence = f"{label} has two names." if label else "This is missing."
            raise SetupError(sentence, f"names[{index}].hex")
        if not row.get("text"):
            raise SetupError("This is missing.", f"names[{index}].text")
        names[label] = row["text"]
    board["names"] = names


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


class Editor(ScenarioEditor):
    """The scenario editor of the system (`battles.engine.drafting.Drafting`)."""

    settings = meta.SETTINGS
    size_options = ("board_columns", "board_rows")

    def new(self, title: str, values: Mapping[str, OptionValue]) -> bytes:
        """A draft with an open board, zones at its edges, no units, and leaders without names."""
        room = read_options(meta.read, {"deployment_depth": 1, **values}).board_rows // 2
        options = read_options(meta.read, {"deployment_depth": min(tables.DEPLOYMENT_DEPTH, room), **values})
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
        return self.checked(Setup(title=title, board=board, forces=(a, b), rules=Rules(options)), "")

    def read(self, content: bytes) -> ReadScenario:
        return read_unchecked(content)

    def write(self, setup: Setup, text: str) -> bytes:
        return written(setup, text)

    def forms(self, file: Part) -> Mapping[str, Form]:
        return forms(file)

    def faults(self, drawn: ReadScenario) -> tuple[SetupError, ...]:
        return faults(drawn.setup, drawn.rows)

    def misplacements(self, drawn: ReadScenario) -> Iterable[SetupError]:
        """Faults of set places; none if the draft has no set places."""
        preset = drawn.setup.rules.options.deployment_order == "preset"
        return misplaced(drawn.setup, drawn.rows) if preset else ()

    def warnings(self, setup: Setup) -> tuple[str, ...]:
        return warnings(setup)

    def special_rules(self, setup: Setup) -> tuple[str, ...]:
        return special_rules(setup)

    def palette(self, setup: Setup) -> tuple[Brush, ...]:
        return palette(setup)

    def picture(self, setup: Setup) -> tuple[Ground, Scene]:
        """The umpire's board at the start, without deployment zones if places are set."""
        seen = view(start(setup), UMPIRE)
        drawn = scene.scene(seen)
        if setup.rules.options.deployment_order == "preset":
            drawn = replace(drawn, zones=tuple(zone for zone in drawn.zones if zone.kind != "deployment"))
        return scene.ground(seen), drawn

    def painted(self, setup: Setup, strokes: Sequence[Stroke]) -> Setup:
        return paint_strokes(setup, strokes)

    def fitted(self, force: Force, setup: Setup, drawn: Setup) -> Force:
        """The force with the hexes that its units and leaders keep; those off the board of the draft lose theirs."""
        return _moved(force, _cells_by_size(setup.board, drawn.board.columns, drawn.board.rows))

    def set_options(self, content: bytes, values: Mapping[str, OptionValue]) -> bytes:
        """The draft with changed options. Set places are removed unless the deployment order is ``preset``."""
        drawn = read_unchecked(content)
        before = drawn.setup.rules.options
        options = read_options(meta.read, {**meta.written(before), **values})
        file = self.file_of(drawn._replace(setup=resized(drawn.setup, options)))
        file["options"] = {
            name: value for name, value in meta.written(options).items() if name not in self.size_options
        }
        if options.deployment_order != "preset":
            _remove_places(file)
        return self.reread(file)

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
        return self.checked(replace(setup, board=board), drawn.text)


def _remove_places(file: Part) -> None:
    for force in file["forces"].values():
        for unit in force["units"]:
            unit.pop("at", None)
        for leader in force["leaders"]:
            leader.pop("hex", None)
