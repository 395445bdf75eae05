"""Reader of scenario files: each part has its path, so that every fault says where it is."""

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from battles.engine.core import SIDES, SideId
from battles.engine.scenario_file import MOST_NAME
from battles.engine.scenarios import MOST_TASK
from battles.kits.hex.grid import Cell, Grid, grid
from battles.kits.hex.scenario import HexPart, cell_of, edge_rows, read_terrain
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.scenario.check import MOST_UNITS
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

BOARD_KEYS: Final = ("columns", "rows", "map", "legend", "terrain", "names", "courses")
FORCE_KEYS: Final = ("name", "task", "nation", "zone", "units", "leaders", "draws")
UNIT_KEYS: Final = ("name", "kind", "grade", "count", "nation", "armored", "level", "worth", "at", "arrives", "entry")
PLACE_KEYS: Final = ("hex", "facing", "formation")
LEADER_KEYS: Final = ("name", "hex", "arrives", "entry")
COURSE_KEYS: Final = ("kind", "name", "hexes")
OBJECTIVE_KEYS: Final = ("name", "hexes", "hold", "side", "from_turn", "held_from_start")

FACINGS: Final = ("N", "NE", "SE", "S", "SW", "NW")
"""EN-FACE-03: the apexes by number."""

LEGEND: Final[Mapping[str, Terrain]] = {
    ".": "open",
    "w": "woods",
    "h": "hill",
    "s": "settlement",
    "=": "stream",
    "p": "pond",
}
"""Default legend: terrain by letter of the map."""

TOWARD_ENEMY: Final = {"a": "N", "b": "S"}
MOST_OBJECTIVES: Final = 20
MOST_COURSES: Final = 40
MOST_TURN: Final = 1_000
"""Turns that a file may name; the check holds them to those of the battle."""
SHORTEST_COURSE: Final = 2
COURSES: Final[tuple[CourseKind, ...]] = ("road", "track", "stream")


def read_board(file: HexPart, options: Options) -> Board:
    """The board of the file, of the size in ``options``."""
    board = file.part("board", BOARD_KEYS)
    hexes = grid(options.board_columns, options.board_rows)
    ground = read_terrain(board, hexes, TERRAINS, LEGEND, "EN-SETUP-05")
    labels = board.mapping("names")
    named = HexPart(labels, board.at("names"), labels)
    names = {cell_of(label, named.path, hexes): named.text(label) for label in labels}
    courses = tuple(_course(row, hexes, ground) for row in board.parts("courses", COURSE_KEYS, MOST_COURSES))
    return Board(hexes.columns, hexes.rows, tuple(sorted(ground.items())), tuple(sorted(names.items())), courses)


def _course(row: HexPart, hexes: Grid, ground: Mapping[Cell, Terrain]) -> Course:
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

    def force(self, forces: HexPart, side: SideId) -> Force:
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
            else edge_rows(side, self.hexes.columns, self.hexes.rows, depth),
            draws=force.flag("draws"),
            task=force.text("task", "", MOST_TASK),
        )

    def objectives(self, file: HexPart) -> tuple[Objective, ...]:
        return tuple(self._objective(row) for row in file.parts("objectives", OBJECTIVE_KEYS, MOST_OBJECTIVES))

    def _objective(self, row: HexPart) -> Objective:
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

    def _units(self, row: HexPart, side: SideId, nation: tables.NationTag) -> list[Recruit]:
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

    def _place(self, at: HexPart, kind: tables.Kind, side: SideId) -> Place:
        usual: tables.Formation = "unlimbered" if kind.endswith("artillery") else "line"
        facing = FACINGS.index(at.word("facing", FACINGS, TOWARD_ENEMY[side]))
        return Place(at.cell("hex", self.hexes), facing, at.word("formation", FORMATIONS, usual))

    def _arrival(self, row: HexPart) -> Arrival | None:
        """The arrival of a unit or leader (EN-RULING-120); a part of it that is missing is left to the check."""
        if "arrives" not in row and "entry" not in row:
            return None
        return Arrival(row.number("arrives", 0, MOST_TURN, 0), row.ordered("entry", self.hexes))

    def _leaders(self, force: HexPart) -> tuple[Captain, ...]:
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
