"""Checks of a set-up: each fault has a sentence and the path of the part at fault."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from battles.engine.core import SIDES, SetupError, SideId
from battles.kits.hex.grid import Cell, Grid, grid
from battles.kits.hex.scenario import LEAST_BOARD, MOST_BOARD
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.movement.moves import is_on_edge
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.state import Arrival, Board, Captain, Force, Recruit, Setup
from battles.rules.easy_napoleonics.tables import Formation

MOST_UNITS: Final = 200
"""Units of a side."""

Rows = tuple[Sequence[str], Sequence[str]]
"""The paths of the units of side a and of side b in the file; empty if they follow the order of the force."""

NO_ROWS: Final[Rows] = ((), ())


def check(setup: Setup, rows: Rows = NO_ROWS) -> None:
    """Raise the first fault of a set-up that cannot be played.

    Raises:
        SetupError: the first fault (EN-SETUP-05, EN-SETUP-07, EN-SETUP-08, EN-SETUP-09, EN-SETUP-12,
            EN-UNIT-03 and EN-UNIT-05, AB-01, AB-04, AB-05, AB-06, AB-08).
    """
    for fault in _faults(setup, rows):
        raise fault


def faults(setup: Setup, rows: Rows = NO_ROWS) -> tuple[SetupError, ...]:
    """The first fault of the board, of each force, of the places and of the objectives."""
    return tuple(_faults(setup, rows))


def _faults(setup: Setup, rows: Rows) -> Iterator[SetupError]:
    """The first fault of each part; a fault of the board hides the others."""
    try:
        hexes = _board(setup.board, setup.rules)
    except SetupError as fault:
        yield fault
        return
    check_places = _preset if setup.rules.options.deployment_order == "preset" else _zones
    parts: list[Callable[[], None]] = [
        *(
            partial(_force, side, force, setup.rules, paths)
            for side, force, paths in zip(SIDES, setup.forces, rows, strict=True)
        ),
        *(
            partial(_arrivals, side, force, setup, hexes, paths)
            for side, force, paths in zip(SIDES, setup.forces, rows, strict=True)
        ),
        partial(check_places, setup, hexes, rows),
        partial(_objectives, setup, hexes),
    ]
    for part in parts:
        try:
            part()
        except SetupError as fault:
            yield fault


def warnings(setup: Setup) -> tuple[str, ...]:
    """Warnings: a side is worth too few points to lose the battle by points (AB-06)."""
    if not setup.points_win:
        return ()
    options, leader = setup.rules.options, setup.rules.tables.leader_victory_points
    sentences = []
    for force in setup.forces:
        total = sum(unit.worth for unit in force.units) + leader * len(force.leaders)
        if total < options.victory_points_to_win and not force.draws:
            sentences.append(
                f"{force.name} is worth {total} victory points in all; the enemy needs {options.victory_points_to_win} "
                f"to win by points (AB-06)."
            )
    return tuple(sentences)


def open_formations(unit: Recruit, rules: Rules) -> tuple[Formation, ...]:
    """Formations for deployment: those of the unit's kind, and masse by the Austrian rule (EN-UNIT-03)."""
    formations = tuple(move.formation for move in rules.tables.moves[unit.kind])
    masse = unit.kind == "infantry" and unit.nation == "austria" and "austria" in rules.options.national_rules
    return (*formations, rules.tables.masse.formation) if masse else formations


def impassable(board: Board, rules: Rules) -> frozenset[Cell]:
    """Hexes that no unit may stand on (EN-SETUP-13, EN-RULING-51)."""
    if not rules.options.pond_impassable:
        return frozenset()
    return frozenset(cell for cell, terrain in board.terrain if terrain == "pond")


def _board(board: Board, rules: Rules) -> Grid:
    for name, size in (("columns", board.columns), ("rows", board.rows)):
        if not LEAST_BOARD <= size <= MOST_BOARD:
            raise SetupError(f"A board has {LEAST_BOARD} to {MOST_BOARD} {name}, not {size}.", f"board.{name}")
    sizes = (rules.options.board_columns, rules.options.board_rows)
    if sizes != (board.columns, board.rows):
        sentence = (
            f"The options say {sizes[0]} columns and {sizes[1]} rows, the board {board.columns} and {board.rows}."
        )
        raise SetupError(sentence, "options")
    hexes = grid(board.columns, board.rows)
    for name, pairs in (("terrain", board.terrain), ("names", board.names)):
        cells = [cell for cell, _ in pairs]
        if any(not 0 <= cell < hexes.size for cell in cells):
            raise SetupError(f"There is {name} off the board of {board.columns} by {board.rows}.", f"board.{name}")
        if doubles := [cell for cell in cells if cells.count(cell) > 1] if len(set(cells)) < len(cells) else []:
            raise SetupError(f"{hexes.label(doubles[0])} is listed twice (EN-SETUP-05).", f"board.{name}")
    return hexes


def _force(side: SideId, force: Force, rules: Rules, paths: Sequence[str]) -> None:
    path = f"forces.{side}"
    if not force.units:
        raise SetupError(f"{force.name} has no units; a side needs at least one (AB-06).", f"{path}.units")
    if len(force.units) > MOST_UNITS:
        raise SetupError(f"{force.name} has {len(force.units):,} units; the most is {MOST_UNITS}.", f"{path}.units")
    leaders = rules.options.leaders_per_side
    if len(force.leaders) != leaders:
        sentence = f"{force.name} has {_count(len(force.leaders), 'leader')}; leaders_per_side is {leaders} (AB-01)."
        raise SetupError(sentence, f"{path}.leaders")
    names: set[str] = set()
    for index, unit in enumerate(force.units):
        at = _path(paths, side, index)
        if unit.name.casefold() in names:
            raise SetupError(
                f"{force.name} has two units called {unit.name}; give each its own name (AB-08).", f"{at}.name"
            )
        names.add(unit.name.casefold())
        if unit.armored and unit.kind not in tables.ARMORED_KINDS:
            sentence = f"{unit.name} is {tables.KIND_WORDS[unit.kind]}; only heavy cavalry is armored (AB-04)."
            raise SetupError(sentence, f"{at}.armored")
        if unit.level == "broken":
            raise SetupError(f"{unit.name} cannot start broken: it would be out of the battle.", f"{at}.level")


def _arrivals(side: SideId, force: Force, setup: Setup, hexes: Grid, paths: Sequence[str]) -> None:
    """Check the arrivals of a side: a turn of the battle, and edge hexes that a unit can enter (EN-RULING-120)."""
    pieces: list[tuple[Recruit | Captain, str, str]] = [
        (unit, _path(paths, side, index), "at") for index, unit in enumerate(force.units)
    ]
    pieces += [(leader, f"forces.{side}.leaders[{index}]", "hex") for index, leader in enumerate(force.leaders)]
    for piece, path, place in pieces:
        if piece.arrival is not None:
            if piece.place is not None:
                raise SetupError(f"{piece.name} arrives later; it cannot have a place at the start.", f"{path}.{place}")
            _arrival(piece.name, piece.arrival, path, setup, hexes)


def _arrival(name: str, arrival: Arrival, path: str, setup: Setup, hexes: Grid) -> None:
    last, blocked = setup.rules.options.max_turns, impassable(setup.board, setup.rules)
    if not 1 <= arrival.turn <= last:
        raise SetupError(
            f"{name} arrives in turn {arrival.turn}; the battle has turns 1 to {last} (EN-RULING-120).",
            f"{path}.arrives",
        )
    if not arrival.cells:
        raise SetupError(f"{name} arrives in no hex; give at least one edge hex (EN-RULING-120).", f"{path}.entry")
    for cell in arrival.cells:
        if not 0 <= cell < hexes.size:
            raise SetupError(f"{name} arrives off the board of {hexes.columns} by {hexes.rows}.", f"{path}.entry")
        label = hexes.label(cell)
        if not is_on_edge(hexes, cell):
            raise SetupError(f"{name} arrives in {label}, which is not at an edge (EN-RULING-120).", f"{path}.entry")
        if cell in blocked:
            raise SetupError(f"{name} arrives in {label}, which is a pond that no unit can enter.", f"{path}.entry")


def _preset(setup: Setup, hexes: Grid, rows: Rows) -> None:
    """Check that every unit and leader has a place, and no two units share a hex.

    Source: EN-SETUP-07, EN-SETUP-09, EN-RULING-82, EN-RULING-112.
    """
    for force, side in zip(setup.forces, SIDES, strict=True):
        if force.draws:
            sentence = "A side cannot draw cards with deployment_order preset: the new units would have no places."
            raise SetupError(sentence, f"forces.{side}.draws")
    for fault in misplaced(setup, rows, hexes):
        raise fault


def misplaced(setup: Setup, rows: Rows = NO_ROWS, hexes: Grid | None = None) -> Iterator[SetupError]:
    """Every fault of a unit's or leader's set place (EN-SETUP-07, EN-SETUP-09, EN-RULING-82)."""
    hexes = hexes or grid(setup.board.columns, setup.board.rows)
    blocked, units_by_cell = impassable(setup.board, setup.rules), dict[Cell, list[tuple[SideId, Recruit]]]()
    for side, force, paths in zip(SIDES, setup.forces, rows, strict=True):
        for index, unit in enumerate(force.units):
            path = f"{_path(paths, side, index)}.at"
            if unit.arrival is not None:
                continue
            try:
                cell = _placed(unit, path, hexes, blocked)
                _check_pose(unit, path, setup.rules)
            except SetupError as fault:
                yield fault
                continue
            here = units_by_cell.setdefault(cell, [])
            if here and not _may_join(side, unit, here, setup.rules):
                sentence = f"{unit.name} and {here[0][1].name} are both in {hexes.label(cell)}; a hex holds one unit."
                yield SetupError(sentence, path)
            here.append((side, unit))
    yield from _leader_faults(setup, hexes, blocked, units_by_cell)


def _leader_faults(
    setup: Setup, hexes: Grid, blocked: frozenset[Cell], units_by_cell: dict[Cell, list[tuple[SideId, Recruit]]]
) -> Iterator[SetupError]:
    """Faults of leaders: a leader is alone or with units of the same side (EN-SETUP-09)."""
    leader_by_cell: dict[Cell, tuple[SideId, str]] = {}
    for side, force in zip(SIDES, setup.forces, strict=True):
        for index, leader in enumerate(force.leaders):
            path = f"forces.{side}.leaders[{index}].hex"
            if leader.arrival is not None:
                continue
            try:
                cell = _placed(leader, path, hexes, blocked)
            except SetupError as fault:
                yield fault
                continue
            others = [(owner, unit.name) for owner, unit in units_by_cell.get(cell, ())]
            others += [leader_by_cell[cell]] if cell in leader_by_cell else []
            for name in (name for owner, name in others if owner != side):
                sentence = f"{leader.name} is in {hexes.label(cell)} with the enemy's {name} (EN-SETUP-09)."
                yield SetupError(sentence, path)
            leader_by_cell[cell] = (side, leader.name)


def _placed(piece: Recruit | Captain, path: str, hexes: Grid, blocked: frozenset[Cell]) -> Cell:
    if piece.place is None:
        raise SetupError(f"deployment_order is preset, but {piece.name} has no place (EN-RULING-82).", path)
    cell = piece.place.cell
    if not 0 <= cell < hexes.size:
        raise SetupError(f"{piece.name} is off the board of {hexes.columns} by {hexes.rows}.", path)
    if cell in blocked:
        sentence = f"{piece.name} is in the pond of {hexes.label(cell)}, which is impassable (EN-SETUP-09)."
        raise SetupError(sentence, path)
    return cell


def _check_pose(unit: Recruit, path: str, rules: Rules) -> None:
    place = unit.place
    allowed = open_formations(unit, rules)
    if place and place.formation not in allowed:
        sentence = (
            f"{unit.name} cannot be deployed in {place.formation}; choose one of {', '.join(allowed)} (EN-SETUP-09)."
        )
        raise SetupError(sentence, f"{path}.formation")
    if place and not 0 <= place.facing < 6:
        raise SetupError(f"{unit.name} faces {place.facing}; a facing is 0 to 5.", f"{path}.facing")


def _may_join(side: SideId, unit: Recruit, here: list[tuple[SideId, Recruit]], rules: Rules) -> bool:
    """True if the unit may share the hex: two friendly batteries may (EN-OPT-08)."""
    both = [*here, (side, unit)]
    batteries = all(owner == side and each.kind.endswith("artillery") for owner, each in both)
    return rules.options.grand_battery and batteries and len(both) == 2


def _zones(setup: Setup, hexes: Grid, rows: Rows) -> None:
    """Check that each zone has room for its force, cards included, and that the zones do not overlap.

    Source: EN-SETUP-08, EN-SETUP-09, AB-08, EN-RULING-112.
    """
    blocked = impassable(setup.board, setup.rules)
    for side, force, paths in zip(SIDES, setup.forces, rows, strict=True):
        zone = f"forces.{side}.zone"
        if any(not 0 <= cell < hexes.size for cell in force.zone):
            raise SetupError(f"The zone is partly off the board of {hexes.columns} by {hexes.rows}.", zone)
        room = len(set(force.zone) - blocked)
        units = sum(unit.arrival is None for unit in force.units) + (tables.CARDS_DRAWN if force.draws else 0)
        if room < units:
            cards = ", card units included," if force.draws else ""
            raise SetupError(
                f"{_count(units, 'unit')}{cards} do not fit in a zone of {_count(room, 'hex')} (AB-08).", zone
            )
        placed = [(unit.name, f"{_path(paths, side, i)}.at") for i, unit in enumerate(force.units) if unit.place]
        placed += [
            (leader.name, f"forces.{side}.leaders[{i}].hex") for i, leader in enumerate(force.leaders) if leader.place
        ]
        for name, path in placed:
            order = setup.rules.options.deployment_order
            raise SetupError(f"{name} has a place, but deployment_order is {order}; only preset uses places.", path)
    if both := set(setup.forces[0].zone) & set(setup.forces[1].zone):
        raise SetupError(f"{hexes.label(min(both))} is in the zones of both sides.", "forces.b.zone")


def _objectives(setup: Setup, hexes: Grid) -> None:
    """Check the objectives (EN-SETUP-12)."""
    if not setup.points_win and not setup.objectives:
        raise SetupError("Points do not win and there is no objective: neither side could win.", "points_win")
    blocked, last = impassable(setup.board, setup.rules), setup.rules.options.max_turns
    for index, objective in enumerate(setup.objectives):
        path = f"objectives[{index}]"
        if any(not 0 <= cell < hexes.size for cell in objective.cells):
            raise SetupError(f"{objective.name} is off the board.", f"{path}.hexes")
        if wet := blocked.intersection(objective.cells):
            sentence = f"{hexes.label(min(wet))} of {objective.name} is a pond that no unit can hold."
            raise SetupError(sentence, f"{path}.hexes")
        if not 1 <= objective.hold <= len(objective.cells):
            sentence = f"A side cannot hold {objective.hold} of {_count(len(objective.cells), 'hex')}; choose 1 to all."
            raise SetupError(sentence, f"{path}.hold")
        if not 1 <= objective.from_turn <= last:
            raise SetupError(f"Turn {objective.from_turn} never ends: turns are 1 to {last}.", f"{path}.from_turn")
        if objective.side not in (None, *SIDES):
            raise SetupError(f"{objective.side!r} is not a side; choose a or b.", f"{path}.side")
        if objective.held_from_start and objective.side is None:
            raise SetupError("It is held from the start, but has no side; choose one.", f"{path}.held_from_start")


def _path(paths: Sequence[str], side: SideId, index: int) -> str:
    return paths[index] if paths else f"forces.{side}.units[{index}]"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}{'es' if what.endswith('x') else 's'}"
