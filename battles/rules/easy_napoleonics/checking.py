"""Whether a battle can be set up as it is: every fault has its sentence and the path of the part at fault."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from battles.engine.core import SetupError, SideId
from battles.engine.hex import Cell, Grid, grid
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.setup import Board, Captain, Force, Recruit, Setup
from battles.rules.easy_napoleonics.tables import Formation

SIDES: Final[tuple[SideId, SideId]] = ("a", "b")

LEAST_BOARD: Final = 4
MOST_BOARD: Final = 60
"""Hexes along each side of a board."""

MOST_UNITS: Final = 200
"""Units of a side."""

Rows = tuple[Sequence[str], Sequence[str]]
"""The path of each unit of side a and of side b, where it differs from its place in the force."""

NO_ROWS: Final[Rows] = ((), ())


def check(setup: Setup, rows: Rows = NO_ROWS) -> None:
    """Pass over a set-up that can be played in silence.

    Raises:
        SetupError: the first fault found (EN-SETUP-05 to 12, EN-UNIT-03 and 05, AB-01, AB-04, AB-05, AB-06, AB-08).
    """
    for fault in _found(setup, rows):
        raise fault


def faults(setup: Setup, rows: Rows = NO_ROWS) -> tuple[SetupError, ...]:
    """The first fault of the board, of each force, of where they stand and of the objectives, as `check` finds them."""
    return tuple(_found(setup, rows))


def _found(setup: Setup, rows: Rows) -> Iterator[SetupError]:
    """The first fault of each part; one of the board is the only one."""
    try:
        hexes = _board(setup.board, setup.rules)
    except SetupError as fault:
        yield fault
        return
    placing = _preset if setup.rules.options.deployment_order == "preset" else _deployed
    parts: list[Callable[[], None]] = [
        *(
            partial(_force, side, force, setup.rules, paths)
            for side, force, paths in zip(SIDES, setup.forces, rows, strict=True)
        ),
        partial(placing, setup, hexes, rows),
        partial(_objectives, setup, hexes),
    ]
    for part in parts:
        try:
            part()
        except SetupError as fault:
            yield fault


def warnings(setup: Setup) -> tuple[str, ...]:
    """What makes a battle odd without barring it: a side with too few points to lose the battle by them (AB-06)."""
    if not setup.points_win:
        return ()
    options, leader = setup.rules.options, setup.rules.tables.leader_victory_points
    found = []
    for force in setup.forces:
        total = sum(unit.worth for unit in force.units) + leader * len(force.leaders)
        if total < options.victory_points_to_win and not force.draws:
            found.append(
                f"{force.name} is worth {total} victory points in all; the enemy needs {options.victory_points_to_win} "
                f"to win by points (AB-06)."
            )
    return tuple(found)


def open_formations(unit: Recruit, rules: Rules) -> tuple[Formation, ...]:
    """Formations that the unit may be deployed in: those of its kind, and masse by the Austrian rule (EN-UNIT-03)."""
    known = tuple(move.formation for move in rules.tables.moves[unit.kind])
    masse = unit.kind == "infantry" and unit.nation == "austria" and "austria" in rules.options.national_rules
    return (*known, rules.tables.masse.formation) if masse else known


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
        if twice := [cell for cell in cells if cells.count(cell) > 1] if len(set(cells)) < len(cells) else []:
            raise SetupError(f"{hexes.label(twice[0])} stands there twice (EN-SETUP-05).", f"board.{name}")
    return hexes


def _force(side: SideId, force: Force, rules: Rules, paths: Sequence[str]) -> None:
    path = f"forces.{side}"
    if not force.units:
        raise SetupError(f"{force.name} has no unit; a side needs at least one (AB-06).", f"{path}.units")
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
            raise SetupError(f"{force.name} has two units called {unit.name}; names are unique (AB-08).", f"{at}.name")
        names.add(unit.name.casefold())
        if unit.armored and unit.kind not in tables.ARMORED_KINDS:
            sentence = f"{unit.name} is {tables.KIND_WORDS[unit.kind]}; only heavy cavalry is armored (AB-04)."
            raise SetupError(sentence, f"{at}.armored")
        if unit.level == "broken":
            raise SetupError(f"{unit.name} cannot start broken: it would be out of play.", f"{at}.level")


def _preset(setup: Setup, hexes: Grid, rows: Rows) -> None:
    """Every unit and leader has its place, and only one unit stands in a hex (EN-SETUP-07, 09, EN-RULING-82)."""
    for force, side in zip(setup.forces, SIDES, strict=True):
        if force.draws:
            sentence = "No cards are drawn with deployment_order preset: nobody would place the new units."
            raise SetupError(sentence, f"forces.{side}.draws")
    for fault in misplaced(setup, rows, hexes):
        raise fault


def misplaced(setup: Setup, rows: Rows = NO_ROWS, hexes: Grid | None = None) -> Iterator[SetupError]:
    """Every fault of a unit or leader in a set place, or that has none (EN-SETUP-07, 09, EN-RULING-82)."""
    hexes = hexes or grid(setup.board.columns, setup.board.rows)
    blocked, taken = impassable(setup.board, setup.rules), dict[Cell, list[tuple[SideId, Recruit]]]()
    for side, force, paths in zip(SIDES, setup.forces, rows, strict=True):
        for index, unit in enumerate(force.units):
            path = f"{_path(paths, side, index)}.at"
            try:
                cell = _placed(unit, path, hexes, blocked)
                _stands_so(unit, path, setup.rules)
            except SetupError as fault:
                yield fault
                continue
            here = taken.setdefault(cell, [])
            if here and not _may_join(side, unit, here, setup.rules):
                sentence = f"{unit.name} and {here[0][1].name} both stand in {hexes.label(cell)}; a hex holds one unit."
                yield SetupError(sentence, path)
            here.append((side, unit))
    yield from _misled(setup, hexes, blocked, taken)


def _misled(
    setup: Setup, hexes: Grid, blocked: frozenset[Cell], taken: dict[Cell, list[tuple[SideId, Recruit]]]
) -> Iterator[SetupError]:
    """EN-SETUP-09: a leader stands with his own side or alone."""
    led: dict[Cell, tuple[SideId, str]] = {}
    for side, force in zip(SIDES, setup.forces, strict=True):
        for index, leader in enumerate(force.leaders):
            path = f"forces.{side}.leaders[{index}].hex"
            try:
                cell = _placed(leader, path, hexes, blocked)
            except SetupError as fault:
                yield fault
                continue
            others = [(owner, unit.name) for owner, unit in taken.get(cell, ())]
            others += [led[cell]] if cell in led else []
            for name in (name for owner, name in others if owner != side):
                sentence = f"{leader.name} stands in {hexes.label(cell)} with his enemy {name} (EN-SETUP-09)."
                yield SetupError(sentence, path)
            led[cell] = (side, leader.name)


def _placed(who: Recruit | Captain, path: str, hexes: Grid, blocked: frozenset[Cell]) -> Cell:
    if who.place is None:
        raise SetupError(f"deployment_order is preset, and {who.name} has no place (EN-RULING-82).", path)
    cell = who.place.cell
    if not 0 <= cell < hexes.size:
        raise SetupError(f"{who.name} stands off the board of {hexes.columns} by {hexes.rows}.", path)
    if cell in blocked:
        sentence = f"{who.name} stands in the pond of {hexes.label(cell)}, which is impassable (EN-SETUP-09)."
        raise SetupError(sentence, path)
    return cell


def _stands_so(unit: Recruit, path: str, rules: Rules) -> None:
    place = unit.place
    known = open_formations(unit, rules)
    if place and place.formation not in known:
        sentence = (
            f"{unit.name} cannot be deployed in {place.formation}; it may be in {', '.join(known)} (EN-SETUP-09)."
        )
        raise SetupError(sentence, f"{path}.formation")
    if place and not 0 <= place.facing < 6:
        raise SetupError(f"{unit.name} faces {place.facing}; a facing is 0 to 5.", f"{path}.facing")


def _may_join(side: SideId, unit: Recruit, here: list[tuple[SideId, Recruit]], rules: Rules) -> bool:
    """EN-OPT-08: two friendly batteries may share a hex."""
    both = [*here, (side, unit)]
    batteries = all(owner == side and one.kind.endswith("artillery") for owner, one in both)
    return rules.options.grand_battery and batteries and len(both) == 2


def _deployed(setup: Setup, hexes: Grid, rows: Rows) -> None:
    """Each zone holds its force, cards included, and the zones are apart (EN-SETUP-08, 09, AB-08)."""
    blocked = impassable(setup.board, setup.rules)
    for side, force, paths in zip(SIDES, setup.forces, rows, strict=True):
        zone = f"forces.{side}.zone"
        if any(not 0 <= cell < hexes.size for cell in force.zone):
            raise SetupError(f"The zone leaves the board of {hexes.columns} by {hexes.rows}.", zone)
        room = len(set(force.zone) - blocked)
        units = len(force.units) + (tables.CARDS_DRAWN if force.draws else 0)
        if room < units:
            cards = ", drawn cards included," if force.draws else ""
            raise SetupError(f"{_count(units, 'unit')}{cards} cannot stand in {_count(room, 'hex')} (AB-08).", zone)
        placed = [(unit.name, f"{_path(paths, side, i)}.at") for i, unit in enumerate(force.units) if unit.place]
        placed += [(one.name, f"forces.{side}.leaders[{i}].hex") for i, one in enumerate(force.leaders) if one.place]
        for name, path in placed:
            order = setup.rules.options.deployment_order
            raise SetupError(f"{name} has a place, but deployment_order is {order}; only preset uses places.", path)
    if both := set(setup.forces[0].zone) & set(setup.forces[1].zone):
        raise SetupError(f"{hexes.label(min(both))} lies in the zones of both sides.", "forces.b.zone")


def _objectives(setup: Setup, hexes: Grid) -> None:
    """EN-SETUP-12."""
    if not setup.points_win and not setup.objectives:
        raise SetupError("Points do not win and there is no objective: nobody could win.", "points_win")
    blocked, last = impassable(setup.board, setup.rules), setup.rules.options.max_turns
    for index, objective in enumerate(setup.objectives):
        path = f"objectives[{index}]"
        if any(not 0 <= cell < hexes.size for cell in objective.cells):
            raise SetupError(f"{objective.name} lies off the board.", f"{path}.hexes")
        if wet := blocked.intersection(objective.cells):
            sentence = f"{hexes.label(min(wet))} of {objective.name} is a pond that no unit can hold."
            raise SetupError(sentence, f"{path}.hexes")
        if not 1 <= objective.hold <= len(objective.cells):
            sentence = f"{objective.hold} of {_count(len(objective.cells), 'hex')} cannot be held; 1 to all can."
            raise SetupError(sentence, f"{path}.hold")
        if not 1 <= objective.from_turn <= last:
            raise SetupError(f"Turn {objective.from_turn} never ends: turns are 1 to {last}.", f"{path}.from_turn")
        if objective.side not in (None, *SIDES):
            raise SetupError(f"{objective.side!r} is no side; it is one of a, b.", f"{path}.side")
        if objective.held_from_start and objective.side is None:
            raise SetupError("It is held from the start, but by no side; name one.", f"{path}.held_from_start")


def _path(paths: Sequence[str], side: SideId, index: int) -> str:
    return paths[index] if paths else f"forces.{side}.units[{index}]"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}{'es' if what.endswith('x') else 's'}"
