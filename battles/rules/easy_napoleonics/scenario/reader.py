"""Reader of scenario files: each part has its path, so that every fault says where it is."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec import structs

from battles.engine.core import SetupError, SideId
from battles.engine.scenarios import MOST_TASK
from battles.kits.hex.grid import Cell, Grid, grid
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.scenario.check import LEAST_BOARD, MOST_BOARD, MOST_UNITS, SIDES
from battles.rules.easy_napoleonics.state import (
    Arrival,
    Board,
    Captain,
    Course,
    CourseKind,
    Force,
    Objective,
    Place,
    Recruit,
)
from battles.rules.easy_napoleonics.tables import FORMATIONS, GRADES, KINDS, LEVELS, NATION_TAGS, TERRAINS, Terrain
from battles.rules.easy_napoleonics.victory import victory_points

MOST_NAME: Final = 80
"""Characters of a name or a title."""

MOST_ROWS: Final = 500
"""Rows that one list of a file may have."""

MOST_ECHOED: Final = 40
"""Characters of a wrong value that its sentence repeats."""

W = TypeVar("W", bound=str)


class Part:
    """An object of the file at ``path`` that may have ``keys``.

    Each method raises `SetupError` for a value that does not fit, and so does the constructor for an unknown key.
    """

    def __init__(self, value: Any, path: str, keys: Collection[str]) -> None:
        if not isinstance(value, dict):
            raise SetupError(f"This is {echoed(value)}, not an object with {', '.join(keys)}.", path)
        self.values: Final[dict[str, Any]] = value
        self.path: Final = path
        for key in value:
            if key not in keys:
                raise SetupError(f"{echoed(key)} is not a key here; use {', '.join(keys)}.", path)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def at(self, key: str) -> str:
        """The path of the value under ``key``."""
        return f"{self.path}.{key}" if self.path else key

    def fault(self, key: str, sentence: str) -> SetupError:
        return SetupError(sentence, self.at(key))

    def text(self, key: str, default: str | None = None, most: int = MOST_NAME) -> str:
        """Text of at most ``most`` characters; it may have several lines if ``most`` is more than a name's length."""
        value = self._of(key, default)
        if not isinstance(value, str):
            raise self.fault(key, f"This must be text in quotation marks, not {echoed(value)}.")
        words = value.strip()
        if not words and default is None:
            raise self.fault(key, "This may not be empty.")
        if len(words) > most:
            raise self.fault(key, f"This has {len(words):,} characters; the most is {most:,}.")
        if not (words if most == MOST_NAME else words.replace("\n", "")).isprintable():
            raise self.fault(key, "This has a character that cannot be printed.")
        return words

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self._of(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.fault(key, f"This must be a whole number from {least} to {most:,}, not {echoed(value)}.")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self._of(key, default)
        if not isinstance(value, bool):
            raise self.fault(key, f"This must be true or false, not {echoed(value)}.")
        return value

    def word(self, key: str, words: Sequence[W], default: W | None = None) -> W:
        """One of ``words``, with the type that it has there."""
        value = self._of(key, default)
        for word in words:
            if value == word:
                return word
        raise self.fault(key, f"{echoed(value)} is unknown here; use one of {', '.join(words)}.")

    def part(self, key: str, keys: Collection[str]) -> "Part":
        """The object under ``key``; empty if it is missing."""
        return Part(self.values.get(key, {}), self.at(key), keys)

    def mapping(self, key: str) -> Mapping[str, Any]:
        """The object under ``key`` with any keys; empty if it is missing."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.fault(key, f"This must be an object in braces, not {echoed(value)}.")
        return value

    def rows(self, key: str, most: int = MOST_ROWS) -> list[Any]:
        """The list under ``key``; empty if it is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            raise self.fault(key, f"This must be a list in square brackets, not {echoed(value)}.")
        if len(value) > most:
            raise self.fault(key, f"This has {len(value):,} rows; the most is {most:,}.")
        return value

    def parts(self, key: str, keys: Collection[str], most: int = MOST_ROWS) -> list["Part"]:
        return [Part(row, f"{self.at(key)}[{index}]", keys) for index, row in enumerate(self.rows(key, most))]

    def ground(self, key: str, hexes: Grid) -> tuple[Cell, ...]:
        """Cells in ascending order, from labels and rectangles between two labels: ``["0502", "0112-1814"]``."""
        cells: set[Cell] = set()
        for index, row in enumerate(self.rows(key)):
            cells.update(_rectangle(row, f"{self.at(key)}[{index}]", hexes))
        return tuple(sorted(cells))

    def ordered(self, key: str, hexes: Grid) -> tuple[Cell, ...]:
        """Cells in the order of the file, each once, from labels and rectangles as in ``ground``."""
        rows = enumerate(self.rows(key))
        cells = [cell for index, row in rows for cell in _rectangle(row, f"{self.at(key)}[{index}]", hexes)]
        return tuple(dict.fromkeys(cells))

    def cell(self, key: str, hexes: Grid) -> Cell:
        return cell_of(self._of(key, None), self.at(key), hexes)

    def _of(self, key: str, default: object) -> Any:
        value = self.values.get(key, default)
        if value is None:
            raise self.fault(key, "This is missing." if key not in self.values else "This may not be null.")
        return value


def cell_of(label: object, path: str, hexes: Grid) -> Cell:
    """The cell of a label at ``path``.

    Raises:
        SetupError: it is not a label, or is off the board.
    """
    if not isinstance(label, str):
        raise SetupError(f'Write a hex in quotation marks, as in "0502", not {echoed(label)}.', path)
    try:
        return hexes.cell_of(label.strip()[:MOST_ECHOED])
    except ValueError as error:
        raise SetupError(str(error), path) from None


def written_ground(cells: Collection[Cell], hexes: Grid) -> list[str]:
    """``cells`` in the form that `Part.ground` reads: runs along a row, and rectangles."""
    blocks: list[tuple[int, int, int, int]] = []
    for west, east, row in _runs(sorted(cells), hexes.columns):
        above = (west, east, row - 1)
        at = next((i for i, block in enumerate(blocks) if (block[0], block[1], block[3]) == above), None)
        if at is None:
            blocks.append((west, east, row, row))
        else:
            blocks[at] = (west, east, blocks[at][2], row)
    corners = [(north * hexes.columns + west, south * hexes.columns + east) for west, east, north, south in blocks]
    return [hexes.label(a) if a == b else f"{hexes.label(a)}-{hexes.label(b)}" for a, b in corners]


def echoed(value: object) -> str:
    """A value of the file for a sentence: text in quotes and shortened, a list or object by its type."""
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "nothing"}[value]
    text = repr(value)
    return text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…"


def _rectangle(row: object, path: str, hexes: Grid) -> list[Cell]:
    """The cells of a label or of a rectangle given by two opposite corners."""
    if not isinstance(row, str) or "-" not in row:
        return [cell_of(row, path, hexes)]
    first, _, last = row.partition("-")
    corners = [hexes.column_row(cell_of(label, path, hexes)) for label in (first, last)]
    (west, east), (north, south) = (sorted(pair) for pair in zip(*corners, strict=True))
    return [r * hexes.columns + c for r in range(north, south + 1) for c in range(west, east + 1)]


def _runs(cells: list[Cell], columns: int) -> list[tuple[int, int, int]]:
    """Unbroken runs along a row: first column, last column, row."""
    runs: list[tuple[int, int, int]] = []
    for cell in cells:
        row, column = divmod(cell, columns)
        if runs and runs[-1][1:] == (column - 1, row):
            runs[-1] = (runs[-1][0], column, row)
        else:
            runs.append((column, column, row))
    return runs


BOARD_KEYS: Final = ("columns", "rows", "map", "legend", "terrain", "names", "courses")
FORCE_KEYS: Final = ("name", "task", "nation", "zone", "units", "leaders", "draws")
UNIT_KEYS: Final = ("name", "kind", "grade", "count", "nation", "armored", "level", "worth", "at", "arrives", "entry")
PLACE_KEYS: Final = ("hex", "facing", "formation")
LEADER_KEYS: Final = ("name", "hex", "arrives", "entry")
COURSE_KEYS: Final = ("kind", "name", "hexes")
OBJECTIVE_KEYS: Final = ("name", "hexes", "hold", "side", "from_turn", "held_from_start")

FACINGS: Final = ("N", "NE", "SE", "S", "SW", "NW")
"""EN-FACE-03: the apexes by number."""

LEGEND: Final = {".": "open", "w": "woods", "h": "hill", "s": "settlement", "=": "stream", "p": "pond"}
"""Default legend: terrain by letter of the map."""

TOWARD_ENEMY: Final = {"a": "N", "b": "S"}
MOST_OBJECTIVES: Final = 20
MOST_COURSES: Final = 40
MOST_TURN: Final = 1_000
"""Turns that a file may name; the check holds them to those of the battle."""
SHORTEST_COURSE: Final = 2
COURSES: Final[tuple[CourseKind, ...]] = ("road", "track", "stream")


def edge(side: SideId, columns: int, rows: int, depth: int) -> tuple[Cell, ...]:
    """The cells of ``depth`` rows at the south edge for side a, at the north edge for b (EN-SETUP-08)."""
    first = rows - depth if side == "a" else 0
    return tuple(range(first * columns, (first + depth) * columns))


def size_of(board: Part) -> tuple[int, int]:
    """Columns and rows from the board's keys or its map; 0 if it has neither.

    Raises:
        SetupError: the map is not a rectangle, or its size differs from the board's keys.
    """
    stated = [board.number(key, LEAST_BOARD, MOST_BOARD, -1) if key in board else 0 for key in ("columns", "rows")]
    if "map" not in board:
        return stated[0], stated[1]
    rows = _map(board)
    size = (len(rows[0]) if rows else 0, len(rows))
    for index, row in enumerate(rows):
        if len(row) != size[0]:
            sentence = f"This row has {len(row)} letters, the first has {size[0]}."
            raise SetupError(sentence, f"{board.at('map')}[{index}]")
    for key, wanted, drawn in zip(("columns", "rows"), stated, size, strict=True):
        if wanted not in (0, drawn):
            raise board.fault(key, f"The map has {drawn} {key}, not {wanted}.")
        if not LEAST_BOARD <= drawn <= MOST_BOARD:
            raise board.fault("map", f"A board has {LEAST_BOARD} to {MOST_BOARD} {key}; this map has {drawn}.")
    return size


def read_board(file: Part, options: Options) -> Board:
    """The board of the file, of the size in ``options``."""
    board = file.part("board", BOARD_KEYS)
    hexes = grid(options.board_columns, options.board_rows)
    if "map" in board and "terrain" in board:
        raise board.fault("terrain", "Give terrain in the map or in lists, not in both.")
    if "legend" in board and "map" not in board:
        raise board.fault("legend", "A legend needs a map.")
    ground = _terrain_of_map(board) if "map" in board else _terrain_of_lists(board, hexes)
    labels = board.mapping("names")
    named = Part(labels, board.at("names"), labels)
    names = {cell_of(label, named.path, hexes): named.text(label) for label in labels}
    courses = tuple(_course(row, hexes, ground) for row in board.parts("courses", COURSE_KEYS, MOST_COURSES))
    return Board(hexes.columns, hexes.rows, tuple(sorted(ground.items())), tuple(sorted(names.items())), courses)


def _course(row: Part, hexes: Grid, ground: Mapping[Cell, Terrain]) -> Course:
    """A course of the file; a stream runs only where the terrain has one, so that the map shows no other."""
    kind, path = row.word("kind", COURSES), row.at("hexes")
    cells = tuple(cell_of(label, f"{path}[{index}]", hexes) for index, label in enumerate(row.rows("hexes")))
    if len(cells) < SHORTEST_COURSE:
        raise row.fault("hexes", f"A {kind} needs at least {SHORTEST_COURSE} hexes.")
    dry = [cell for cell in cells if ground.get(cell) not in ("stream", "pond")]
    if kind == "stream" and dry:
        raise row.fault("hexes", f"The terrain of {hexes.label(dry[0])} is neither stream nor pond.")
    return Course(kind, cells, row.text("name", ""))


class Sheet:
    """Reads the forces and objectives of one file on ``board``.

    ``paths`` has the path of every unit by side; one row of the file may make several units.
    """

    def __init__(self, rules: Rules, board: Board) -> None:
        self.rules: Final = rules
        self.board: Final = board
        self.hexes: Final = grid(board.columns, board.rows)
        self.paths: Final[dict[SideId, list[str]]] = {side: [] for side in SIDES}

    def force(self, forces: Part, side: SideId) -> Force:
        if side not in forces:
            raise forces.fault(side, "This side is missing: a battle has side a and side b (EN-SETUP-01).")
        force = forces.part(side, FORCE_KEYS)
        units: list[Recruit] = []
        for row in force.parts("units", UNIT_KEYS, MOST_UNITS):
            recruits = self._units(row, side, force.word("nation", NATION_TAGS, "none"))
            units += recruits
            self.paths[side] += [row.path] * len(recruits)
        depth = self.rules.options.deployment_depth
        return Force(
            name=force.text("name"),
            units=tuple(units),
            leaders=self._leaders(force),
            zone=force.ground("zone", self.hexes)
            if "zone" in force
            else edge(side, self.hexes.columns, self.hexes.rows, depth),
            draws=force.flag("draws"),
            task=force.text("task", "", MOST_TASK),
        )

    def objectives(self, file: Part) -> tuple[Objective, ...]:
        return tuple(self._objective(row) for row in file.parts("objectives", OBJECTIVE_KEYS, MOST_OBJECTIVES))

    def _objective(self, row: Part) -> Objective:
        cells = row.ground("hexes", self.hexes)
        if not cells:
            raise row.fault("hexes", "An objective needs at least one hex.")
        return Objective(
            name=row.text("name"),
            cells=cells,
            hold=row.number("hold", 1, self.hexes.size, len(cells)),
            side=row.word("side", SIDES) if "side" in row else None,
            from_turn=row.number("from_turn", 1, self.rules.options.max_turns, 1),
            held_from_start=row.flag("held_from_start"),
        )

    def _units(self, row: Part, side: SideId, nation: tables.NationTag) -> list[Recruit]:
        """The units of one row; two or more get numbers."""
        kind, grade = row.word("kind", KINDS), row.word("grade", GRADES)
        count = row.number("count", 1, MOST_UNITS, 1)
        name = row.text("name", f"{tables.GRADE_WORDS[grade]} {tables.KIND_WORDS[kind]}".capitalize())
        if not name:
            raise row.fault("name", "This may not be empty.")
        if count > 1 and "at" in row:
            raise row.fault("at", f"{count} units cannot be in one hex; give each its own row.")
        if count > 1 and len(name) > MOST_NAME - 4:
            raise row.fault("name", f"A name that gets a number has at most {MOST_NAME - 4} characters.")
        points = victory_points(kind, grade, self.rules.options.vp_model)
        unit = Recruit(
            name=name,
            kind=kind,
            grade=grade,
            worth=row.number("worth", 0, tables.MOST_OVERRIDDEN, points),
            nation=row.word("nation", NATION_TAGS, nation),
            armored=row.flag("armored"),
            level=row.word("level", LEVELS, "good"),
            place=self._place(row.part("at", PLACE_KEYS), kind, side) if "at" in row else None,
            arrival=self._arrival(row),
        )
        if count == 1:
            return [unit]
        return [structs.replace(unit, name=f"{name} {number}") for number in range(1, count + 1)]

    def _place(self, at: Part, kind: tables.Kind, side: SideId) -> Place:
        usual: tables.Formation = "unlimbered" if kind.endswith("artillery") else "line"
        facing = FACINGS.index(at.word("facing", FACINGS, TOWARD_ENEMY[side]))
        return Place(at.cell("hex", self.hexes), facing, at.word("formation", FORMATIONS, usual))

    def _arrival(self, row: Part) -> Arrival | None:
        """The arrival of a unit or leader (EN-RULING-120); a part of it that is missing is left to the check."""
        if "arrives" not in row and "entry" not in row:
            return None
        return Arrival(row.number("arrives", 0, MOST_TURN, 0), row.ordered("entry", self.hexes))

    def _leaders(self, force: Part) -> tuple[Captain, ...]:
        """The leaders of the file, or the number of unnamed leaders that the options say."""
        count = self.rules.options.leaders_per_side
        if "leaders" not in force:
            return captains(("",) * count)
        rows = force.parts("leaders", LEADER_KEYS)
        places = (Place(row.cell("hex", self.hexes)) if "hex" in row else None for row in rows)
        return tuple(
            Captain(row.text("name"), place, self._arrival(row)) for row, place in zip(rows, places, strict=True)
        )


def captains(names: tuple[str, ...]) -> tuple[Captain, ...]:
    """Leaders with these names; an empty name becomes Leader, with a number if there are two or more."""
    plain = ["Leader"] if len(names) == 1 else [f"Leader {number}" for number in range(1, len(names) + 1)]
    return tuple(Captain(name or other) for name, other in zip(names, plain, strict=True))


def _map(board: Part) -> list[str]:
    """The rows of the map without blanks between letters."""
    rows = board.rows("map")
    for index, row in enumerate(rows):
        if not isinstance(row, str):
            sentence = f"Write a row of the map as letters in quotation marks, not {echoed(row)}."
            raise SetupError(sentence, f"{board.at('map')}[{index}]")
    return ["".join(row.split()) for row in rows]


def _terrain_of_map(board: Part) -> dict[Cell, Terrain]:
    """Terrain from the map: one letter for each hex, west to east, rows from the north."""
    legend: dict[str, Any] = dict(board.mapping("legend")) or dict(LEGEND)
    for letter, terrain in legend.items():
        if len(letter) != 1 or terrain not in TERRAINS:
            words = ", ".join(TERRAINS)
            raise board.fault(
                "legend", f"A legend maps a letter to one of {words}, not {echoed(letter)} {echoed(terrain)}."
            )
    ground: dict[Cell, Terrain] = {}
    rows = _map(board)
    for index, row in enumerate(rows):
        for column, letter in enumerate(row):
            if letter not in legend:
                sentence = f"The letter {echoed(letter)} is not in the legend: {', '.join(legend)}."
                raise SetupError(sentence, f"{board.at('map')}[{index}]")
            if legend[letter] != "open":
                ground[index * len(row) + column] = legend[letter]
    return ground


def _terrain_of_lists(board: Part, hexes: Grid) -> dict[Cell, Terrain]:
    """Terrain from lists of hexes by type."""
    kinds: tuple[Terrain, ...] = tuple(terrain for terrain in TERRAINS if terrain != "open")
    lists = board.part("terrain", kinds)
    ground: dict[Cell, Terrain] = {}
    for terrain in kinds:
        for cell in lists.ground(terrain, hexes):
            if cell in ground:
                sentence = f"{hexes.label(cell)} is {ground[cell]} and {terrain}; a hex has one terrain (EN-SETUP-05)."
                raise lists.fault(terrain, sentence)
            ground[cell] = terrain
    return ground
