"""Read and write scenario files; shipped scenarios; set-ups for two forces; a scenario's own rules in sentences."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import structs

from battles.engine.core import SIDES, SetupError, SideId
from battles.engine.options import OptionValue
from battles.engine.scenario_file import FORMAT, MOST_TEXT, echoed, formatted, read_options, read_tables
from battles.engine.scenarios import MOST_SITUATION, Arriving, Scenario, decoded
from battles.engine.settings import patch_of
from battles.engine.words import agrees, does, in_sentence
from battles.kits.hex.grid import Cell, Grid, grid
from battles.kits.hex.scenario import HexPart, edge_rows, size_of, written_ground
from battles.rules.easy_napoleonics import meta, tables
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.meta import read
from battles.rules.easy_napoleonics.rules import DEFAULTS, Options, Rules
from battles.rules.easy_napoleonics.scenario.check import check
from battles.rules.easy_napoleonics.scenario.reader import BOARD_KEYS, FACINGS, Sheet, captains, read_board
from battles.rules.easy_napoleonics.state import (
    Arrival,
    Board,
    Captain,
    Course,
    Force,
    Objective,
    Place,
    Recruit,
    Setup,
)
from battles.rules.easy_napoleonics.tables import PRINTED, TERRAINS, NationTag
from battles.rules.easy_napoleonics.victory import victory_points


def special_rules(setup: Setup) -> tuple[str, ...]:
    """What both players read before the battle, a sentence for each rule."""
    return (*_first_mover(setup), *(each.sentence for each in arrivals(setup)))


def _first_mover(setup: Setup) -> Iterator[str]:
    first = setup.rules.options.first_mover
    if first != "rolled":
        yield f"{does(setup.forces[first == 'b'].name, 'moves', 'move')} first in turn 1 (EN-RULING-119)."


def arrivals(setup: Setup) -> tuple[Arriving, ...]:
    """The units and leaders that come on later, by side and turn (EN-RULING-120)."""
    sides: tuple[SideId, ...] = ("a", "b")
    return tuple(
        _arriving(setup, side, force, arrival, names)
        for side, force in zip(sides, setup.forces, strict=True)
        for arrival, names in sorted(_groups(force).items(), key=lambda group: group[0].turn)
    )


def _arriving(setup: Setup, side: SideId, force: Force, arrival: Arrival, names: list[str]) -> Arriving:
    who, where = say.listed(names), say.entry(setup.board, arrival.cells)
    sentence = f"Arriving in turn {arrival.turn}: {who} ({force.name}), {where} (EN-RULING-120)."
    return Arriving(side, arrival.turn, who, where, sentence)


def _groups(force: Force) -> dict[Arrival, list[str]]:
    """The names of the units and leaders that come on together, in the order of the force."""
    groups: dict[Arrival, list[str]] = {}
    pieces: tuple[Recruit | Captain, ...] = (*force.units, *force.leaders)
    for piece in pieces:
        if piece.arrival is not None:
            groups.setdefault(piece.arrival, []).append(piece.name)
    return groups


def victory(setup: Setup) -> tuple[str, ...]:
    """What wins and when the battle ends, a sentence for each way (EN-VP-02, EN-VP-04, EN-VP-07, EN-SETUP-12)."""
    return tuple(_victory(setup))


def _victory(setup: Setup) -> Iterator[str]:
    options = setup.rules.options
    yield from (_objective_sentence(setup, goal) for goal in setup.objectives)
    if setup.objectives:
        yield "A side holds a hex if the last unit that stood there at the end of a turn was its own (EN-RULING-111)."
    if setup.points_win or not setup.objectives:
        count = options.victory_points_to_win
        when = "at once" if options.victory_timing == "immediate" else "at the end of a turn"
        yield f"A side that has {say.count(count, 'victory point')} wins {when} (EN-VP-02)."
    yield "A side that has no units left loses at once (EN-VP-07)."
    clock = options.time_limit_minutes
    end = f"after {say.count(options.max_turns, 'turn')}"
    end += f", or after {say.count(clock, 'minute')} with the turn in progress" if clock else ""
    yield f"The battle ends {end}. If nobody has won by then, both sides lose (EN-SETUP-11, EN-VP-04)."


def _objective_sentence(setup: Setup, goal: Objective) -> str:
    """How an objective wins (EN-SETUP-12, EN-RULING-111)."""
    cells, owner, count = grid(setup.board.columns, setup.board.rows), setup.forces[goal.side == "b"].name, goal.hold
    hexes = say.listed([cells.label(cell) for cell in goal.cells])
    some = f"{count} of the hexes" if count < len(goal.cells) else "the hexes" if count > 1 else "hex"
    who, verb = (in_sentence(owner), agrees(owner, "wins", "win")) if goal.side else ("a side", "wins")
    when = f"turn {goal.from_turn} or of a later turn" if goal.from_turn > 1 else "a turn"
    start = "; held from the start" if goal.held_from_start and goal.side else ""
    words = f"{goal.name}: {who} {verb} by holding {some} {hexes} at the end of {when}{start}"
    return f"{words} (EN-SETUP-12, EN-RULING-111)."


def file_of(setup: Setup) -> dict[str, Any]:
    """The scenario file without its head; values at their default are left out."""
    hexes = grid(setup.board.columns, setup.board.rows)
    file: dict[str, Any] = {
        "board": _board(setup.board, hexes),
        "forces": {side: _force(force, hexes, setup.rules) for side, force in zip(SIDES, setup.forces, strict=True)},
    }
    if setup.objectives:
        file["objectives"] = [_objective(objective, hexes) for objective in setup.objectives]
    if not setup.points_win:
        file["points_win"] = False
    options = meta.written(setup.rules.options)
    options.pop("board_columns", None)
    options.pop("board_rows", None)
    if options:
        file["options"] = options
    if house := patch_of(setup.rules.tables, PRINTED):
        file["house"] = house
    return file


def _board(board: Board, hexes: Grid) -> dict[str, Any]:
    part: dict[str, Any] = {"columns": board.columns, "rows": board.rows}
    lists = {terrain: [cell for cell, here in board.terrain if here == terrain] for terrain in TERRAINS}
    if terrain := {name: written_ground(cells, hexes) for name, cells in lists.items() if cells and name != "open"}:
        part["terrain"] = terrain
    if board.names:
        part["names"] = {hexes.label(cell): name for cell, name in board.names}
    if board.courses:
        part["courses"] = [_course(course, hexes) for course in board.courses]
    return part


def _course(course: Course, hexes: Grid) -> dict[str, Any]:
    part: dict[str, Any] = {"kind": course.kind, "hexes": [hexes.label(cell) for cell in course.cells]}
    return part | ({"name": course.name} if course.name else {})


def _force(force: Force, hexes: Grid, rules: Rules) -> dict[str, Any]:
    part: dict[str, Any] = {"name": force.name}
    if force.task:
        part["task"] = force.task
    part["zone"] = written_ground(force.zone, hexes)
    if force.draws:
        part["draws"] = True
    part["units"] = [_unit(unit, hexes, rules) for unit in force.units]
    part["leaders"] = [
        {"name": leader.name}
        | ({"hex": hexes.label(leader.place.cell)} if leader.place else {})
        | _arrival(leader.arrival, hexes)
        for leader in force.leaders
    ]
    return part


def _unit(unit: Recruit, hexes: Grid, rules: Rules) -> dict[str, Any]:
    part: dict[str, Any] = {"name": unit.name, "kind": unit.kind, "grade": unit.grade}
    if unit.worth != victory_points(unit.kind, unit.grade, rules.options.vp_model):
        part["worth"] = unit.worth
    if unit.nation != "none":
        part["nation"] = unit.nation
    if unit.armored:
        part["armored"] = True
    if unit.level != "good":
        part["level"] = unit.level
    if unit.place:
        part["at"] = _place(unit.place, hexes)
    return part | _arrival(unit.arrival, hexes)


def _arrival(arrival: Arrival | None, hexes: Grid) -> dict[str, Any]:
    """The turn and the hexes of an arrival, in their order; a part that is missing is left out."""
    if arrival is None:
        return {}
    turn = {"arrives": arrival.turn} if arrival.turn else {}
    return turn | ({"entry": [hexes.label(cell) for cell in arrival.cells]} if arrival.cells else {})


def _place(place: Place, hexes: Grid) -> dict[str, str]:
    return {"hex": hexes.label(place.cell), "facing": FACINGS[place.facing], "formation": place.formation}


def _objective(objective: Objective, hexes: Grid) -> dict[str, Any]:
    part: dict[str, Any] = {"name": objective.name, "hexes": written_ground(objective.cells, hexes)}
    if objective.hold != len(objective.cells):
        part["hold"] = objective.hold
    if objective.side is not None:
        part["side"] = objective.side
    if objective.from_turn != 1:
        part["from_turn"] = objective.from_turn
    if objective.held_from_start:
        part["held_from_start"] = True
    return part


KEYS: Final = (
    "format",
    "system",
    "title",
    "text",
    "situation",
    "board",
    "forces",
    "objectives",
    "points_win",
    "options",
    "house",
)


def opened(data: bytes, key: str = "") -> Scenario[Setup]:
    """The battle that a scenario file describes, with its text.

    Raises:
        SetupError: a fault of the file; it has a sentence for the user and the path of the part at fault.
    """
    drawn = read_unchecked(data)
    check(drawn.setup, drawn.rows)
    return Scenario(key=key, text=drawn.text, setup=drawn.setup)


class ReadScenario(NamedTuple):
    """A scenario file that was read but not checked; ``rows`` are the paths of the units by side."""

    setup: Setup
    text: str
    rows: tuple[list[str], list[str]]


def read_unchecked(data: bytes) -> ReadScenario:
    """A scenario file, read without the checks of `check`.

    Raises:
        SetupError: it cannot be read.
    """
    file = HexPart(decoded(data, msgspec.json.decode), "", KEYS)
    file.word("format", (FORMAT,))
    file.word("system", (meta.KEY,))
    title, text = file.text("title"), file.text("text", "", MOST_TEXT)
    rules = Rules(_options(file), read_tables(PRINTED, file.mapping("house")))
    sheet = Sheet(rules, read_board(file, rules.options))
    forces = file.part("forces", SIDES)
    sides = (sheet.force(forces, "a"), sheet.force(forces, "b"))
    setup = Setup(
        title=title,
        board=sheet.board,
        forces=sides,
        rules=rules,
        objectives=sheet.objectives(file),
        points_win=file.flag("points_win", True),
        situation=file.text("situation", "", MOST_SITUATION),
    )
    return ReadScenario(setup, text, (sheet.paths["a"], sheet.paths["b"]))


def written(setup: Setup, text: str = "") -> bytes:
    """The scenario file of ``setup``, with ``text`` as its story."""
    head: dict[str, Any] = {"format": FORMAT, "system": meta.KEY, "title": setup.title}
    if text:
        head["text"] = text
    if setup.situation:
        head["situation"] = setup.situation
    return formatted(head | file_of(setup))


def open_setup(force_a: Force, force_b: Force, rules: Rules = DEFAULTS, title: str = "") -> Setup:
    """Two forces on an open board of the options' size, side a in the south, b in the north.

    Source: EN-RULING-70, EN-RULING-80, EN-RULING-81.

    The forces get zones of ``deployment_depth`` rows; their own zones are ignored.

    Raises:
        SetupError: what `check` finds.
    """
    options = rules.options
    board = Board(options.board_columns, options.board_rows)
    forces = (in_zone(force_a, "a", options), in_zone(force_b, "b", options))
    setup = Setup(title=title or f"{force_a.name} against {force_b.name}", board=board, forces=forces, rules=rules)
    check(setup)
    return setup


def in_zone(force: Force, side: SideId, options: Options) -> Force:
    """``force`` with the zone at the edge of ``side`` (EN-RULING-80)."""
    return structs.replace(force, zone=edge_zone(side, options))


def edge_zone(side: SideId, options: Options) -> tuple[Cell, ...]:
    """The ``deployment_depth`` rows at the south edge for side a, at the north edge for b (EN-SETUP-08)."""
    return edge_rows(side, options.board_columns, options.board_rows, options.deployment_depth)


def _options(file: HexPart) -> Options:
    """The options of the file, including the size of its board."""
    values = {name: _plain(value) for name, value in file.mapping("options").items()}
    columns, rows = size_of(file.part("board", BOARD_KEYS))
    for name, size in (("board_columns", columns), ("board_rows", rows)):
        if size and values.setdefault(name, size) != size:
            sentence = f"The board has {size}, but this says {echoed(values[name])}; leave it out here."
            raise SetupError(sentence, f"options.{name}")
    return read_options(meta.read, values)


def _plain(value: Any) -> Any:
    """A JSON value in the form of an option: a list as words with commas, null as ``none``."""
    if isinstance(value, list):
        return ",".join(str(part) for part in value)
    return "none" if value is None else value


def sample_force(
    name: str,
    nation: NationTag = "none",
    *,
    leaders: tuple[str, ...] = (),
    draws: bool = False,
    zone: tuple[Cell, ...] = (),
    rules: Rules = DEFAULTS,
) -> Force:
    """The 13 units of the sample basic army, all of ``nation``, and the number of leaders that ``rules`` say.

    ``leaders`` are names for the first leaders; ``open_setup`` usually sets the zone.
    """
    units = [
        Recruit(
            name=f"{tables.GRADE_WORDS[row.grade]} {tables.KIND_WORDS[row.kind]}".capitalize()
            + _number_suffix(row, number),
            kind=row.kind,
            grade=row.grade,
            worth=victory_points(row.kind, row.grade, rules.options.vp_model),
            nation=nation,
        )
        for row in tables.SAMPLE_ARMY
        for number in range(1, row.count + 1)
    ]
    count = rules.options.leaders_per_side
    named = (*leaders, *[""] * count)[:count]
    return Force(name=name, units=tuple(units), leaders=captains(named), zone=zone, draws=draws)


def sample_setup(values: Mapping[str, OptionValue]) -> Setup:
    """Two sample armies (EN-COST-03) that draw cards (EN-COST-08), on a board of the options' size."""
    rules = Rules(read(values))
    a, b = (sample_force(name, draws=True, rules=rules) for name in ("Blue", "Red"))
    return open_setup(a, b, rules, "Two sample armies")


def _number_suffix(row: tables.Row, number: int) -> str:
    return f" {number}" if row.count > 1 else ""
