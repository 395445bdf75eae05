"""Board, forces and objectives of a scenario file."""

from typing import Any, Final

from msgspec import structs

from battles.engine.core import SetupError, SideId
from battles.engine.hex import Cell, Grid, grid
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.checking import LEAST_BOARD, MOST_BOARD, MOST_UNITS, SIDES
from battles.rules.easy_napoleonics.parts import MOST_NAME, Part, cell_of, echoed
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.setup import Board, Captain, Force, Objective, Place, Recruit
from battles.rules.easy_napoleonics.tables import FORMATIONS, GRADES, KINDS, LEVELS, NATION_TAGS, TERRAINS, Terrain
from battles.rules.easy_napoleonics.value import worth

BOARD_KEYS: Final = ("columns", "rows", "map", "legend", "terrain", "names")
FORCE_KEYS: Final = ("name", "nation", "zone", "units", "leaders", "draws")
UNIT_KEYS: Final = ("name", "kind", "grade", "count", "nation", "armored", "level", "worth", "at")
PLACE_KEYS: Final = ("hex", "facing", "formation")
LEADER_KEYS: Final = ("name", "hex")
OBJECTIVE_KEYS: Final = ("name", "hexes", "hold", "side", "from_turn", "held_from_start")

FACINGS: Final = ("N", "NE", "SE", "S", "SW", "NW")
"""EN-FACE-03: the apexes by number."""

LEGEND: Final = {".": "open", "w": "woods", "h": "hill", "s": "settlement", "=": "stream", "p": "pond"}
"""What the letters of a map mean where the file has no legend of its own."""

TOWARD_ENEMY: Final = {"a": "N", "b": "S"}
MOST_OBJECTIVES: Final = 20


def edge(side: SideId, columns: int, rows: int, depth: int) -> tuple[Cell, ...]:
    """The cells of ``depth`` rows at the south edge for side a, at the north edge for b (EN-SETUP-08)."""
    first = rows - depth if side == "a" else 0
    return tuple(range(first * columns, (first + depth) * columns))


def size_of(board: Part) -> tuple[int, int]:
    """Columns and rows that the board says or its map has; 0 where it has neither.

    Raises:
        SetupError: a map that is no rectangle, or not of the size that the board says.
    """
    said = [board.number(key, LEAST_BOARD, MOST_BOARD, -1) if key in board else 0 for key in ("columns", "rows")]
    if "map" not in board:
        return said[0], said[1]
    rows = _map(board)
    found = (len(rows[0]) if rows else 0, len(rows))
    for index, row in enumerate(rows):
        if len(row) != found[0]:
            sentence = f"This row has {len(row)} letters, the first has {found[0]}."
            raise SetupError(sentence, f"{board.at('map')}[{index}]")
    for key, size, drawn in zip(("columns", "rows"), said, found, strict=True):
        if size not in (0, drawn):
            raise board.fault(key, f"The map has {drawn} {key}, not {size}.")
        if not LEAST_BOARD <= drawn <= MOST_BOARD:
            raise board.fault("map", f"A board has {LEAST_BOARD} to {MOST_BOARD} {key}; this map has {drawn}.")
    return found


def read_board(file: Part, options: Options) -> Board:
    """The board of the file, of the size that ``options`` have it."""
    board = file.part("board", BOARD_KEYS)
    hexes = grid(options.board_columns, options.board_rows)
    if "map" in board and "terrain" in board:
        raise board.fault("terrain", "Terrain is in the map or in lists, not in both.")
    if "legend" in board and "map" not in board:
        raise board.fault("legend", "A legend needs a map.")
    ground = _drawn(board) if "map" in board else _listed(board, hexes)
    labels = board.mapping("names")
    named = Part(labels, board.at("names"), labels)
    names = {cell_of(label, named.path, hexes): named.text(label) for label in labels}
    return Board(hexes.columns, hexes.rows, tuple(sorted(ground.items())), tuple(sorted(names.items())))


class Sheet:
    """Reads the forces and objectives of one file on ``board``.

    ``paths`` holds the path of every unit by side: one row of the file may bring several.
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
            brought = self._units(row, side, force.word("nation", NATION_TAGS, "none"))
            units += brought
            self.paths[side] += [row.path] * len(brought)
        depth = self.rules.options.deployment_depth
        return Force(
            name=force.text("name"),
            units=tuple(units),
            leaders=self._leaders(force),
            zone=force.ground("zone", self.hexes)
            if "zone" in force
            else edge(side, self.hexes.columns, self.hexes.rows, depth),
            draws=force.flag("draws"),
        )

    def objectives(self, file: Part) -> tuple[Objective, ...]:
        return tuple(self._objective(row) for row in file.parts("objectives", OBJECTIVE_KEYS, MOST_OBJECTIVES))

    def _objective(self, row: Part) -> Objective:
        cells = row.ground("hexes", self.hexes)
        if not cells:
            raise row.fault("hexes", "An objective has at least one hex.")
        return Objective(
            name=row.text("name"),
            cells=cells,
            hold=row.number("hold", 1, self.hexes.size, len(cells)),
            side=row.word("side", SIDES) if "side" in row else None,
            from_turn=row.number("from_turn", 1, self.rules.options.max_turns, 1),
            held_from_start=row.flag("held_from_start"),
        )

    def _units(self, row: Part, side: SideId, nation: tables.NationTag) -> list[Recruit]:
        """The units of one row, numbered where there are several."""
        kind, grade = row.word("kind", KINDS), row.word("grade", GRADES)
        count = row.number("count", 1, MOST_UNITS, 1)
        name = row.text("name", f"{tables.GRADE_WORDS[grade]} {tables.KIND_WORDS[kind]}".capitalize())
        if not name:
            raise row.fault("name", "This may not be empty.")
        if count > 1 and "at" in row:
            raise row.fault("at", f"{count} units cannot stand in one hex; give each a row of its own.")
        if count > 1 and len(name) > MOST_NAME - 4:
            raise row.fault("name", f"A name that is numbered has at most {MOST_NAME - 4} characters.")
        points = worth(kind, grade, self.rules.options.vp_model)
        unit = Recruit(
            name=name,
            kind=kind,
            grade=grade,
            worth=row.number("worth", 0, tables.MOST_OVERRIDDEN, points),
            nation=row.word("nation", NATION_TAGS, nation),
            armored=row.flag("armored"),
            level=row.word("level", LEVELS, "good"),
            place=self._place(row.part("at", PLACE_KEYS), kind, side) if "at" in row else None,
        )
        if count == 1:
            return [unit]
        return [structs.replace(unit, name=f"{name} {number}") for number in range(1, count + 1)]

    def _place(self, at: Part, kind: tables.Kind, side: SideId) -> Place:
        usual: tables.Formation = "unlimbered" if kind.endswith("artillery") else "line"
        facing = FACINGS.index(at.word("facing", FACINGS, TOWARD_ENEMY[side]))
        return Place(at.cell("hex", self.hexes), facing, at.word("formation", FORMATIONS, usual))

    def _leaders(self, force: Part) -> tuple[Captain, ...]:
        """The leaders of the file, or as many nameless ones as the options want."""
        wanted = self.rules.options.leaders_per_side
        if "leaders" not in force:
            return captains(("",) * wanted)
        rows = force.parts("leaders", LEADER_KEYS)
        places = (Place(row.cell("hex", self.hexes)) if "hex" in row else None for row in rows)
        return tuple(Captain(row.text("name"), place) for row, place in zip(rows, places, strict=True))


def captains(names: tuple[str, ...]) -> tuple[Captain, ...]:
    """Leaders of these names; one without a name is Leader, with a number where there are several leaders."""
    plain = ["Leader"] if len(names) == 1 else [f"Leader {number}" for number in range(1, len(names) + 1)]
    return tuple(Captain(name or other) for name, other in zip(names, plain, strict=True))


def _map(board: Part) -> list[str]:
    """The rows of the map without the blanks that a person sets between letters."""
    rows = board.rows("map")
    for index, row in enumerate(rows):
        if not isinstance(row, str):
            sentence = f"A row of the map is letters in quotation marks, not {echoed(row)}."
            raise SetupError(sentence, f"{board.at('map')}[{index}]")
    return ["".join(row.split()) for row in rows]


def _drawn(board: Part) -> dict[Cell, Terrain]:
    """Terrain as letters: one for each hex of a row, west first, rows from the north."""
    legend: dict[str, Any] = dict(board.mapping("legend")) or dict(LEGEND)
    for letter, terrain in legend.items():
        if len(letter) != 1 or terrain not in TERRAINS:
            words = ", ".join(TERRAINS)
            raise board.fault(
                "legend", f"A legend gives one letter one of {words}, not {echoed(letter)} {echoed(terrain)}."
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


def _listed(board: Part, hexes: Grid) -> dict[Cell, Terrain]:
    """Terrain as lists of hexes by type."""
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
