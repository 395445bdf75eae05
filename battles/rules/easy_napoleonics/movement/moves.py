"""Moves and Sidesteps, contact, locked units and melees to come (sections 5.2, 5.4, 7.1); arrivals at an edge."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.kits.hex.grid import Cell, Grid
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.resolution import Resolution
from battles.rules.easy_napoleonics.rules import ARTILLERY, CAVALRY
from battles.rules.easy_napoleonics.state import NOWHERE, Leader, Occupancy, Pair, State, Unit, other
from battles.rules.easy_napoleonics.tables import Formation
from battles.rules.easy_napoleonics.terrain import SOLID_OR_HASTY, Field, field_of

NORTH: Final = 0
SOUTH: Final = 3
INWARD: Final[dict[SideId, tuple[int, int]]] = {"a": (1, 5), "b": (2, 4)}
"""EN-FACE-03: the facing from the western and from the eastern edge, half towards the enemy's edge."""


def bring_on(play: Resolution, side: SideId) -> None:
    """Bring on the arrivals of a side that are due, units before leaders; those without a free hex wait.

    Source: EN-RULING-120.
    """
    units, leaders = due(play.state, side)
    late_units = [number for number in units if not _enter_unit(play, number)]
    late_leaders = [number for number in leaders if not _enter_leader(play, number)]
    if late_units or late_leaders:
        play.tell(happened.Delayed(units=tuple(late_units), leaders=tuple(late_leaders)))


def due(state: State, side: SideId) -> tuple[list[int], list[int]]:
    """Units and leaders of a side that may come on now, those of earlier turns first (EN-RULING-120)."""
    return _due(state.units, side, state.turn), _due(state.leaders, side, state.turn)


def _due(pieces: Sequence[Unit | Leader], side: SideId, turn: int) -> list[int]:
    arriving = [
        (piece.arrival.turn, number)
        for number, piece in enumerate(pieces)
        if piece.arrival is not None and piece.side == side and piece.arrival.turn <= turn
    ]
    return [number for _, number in sorted(arriving)]


def _enter_unit(play: Resolution, number: int) -> bool:
    """Bring a unit on in its first free hex; False if there is none."""
    unit = play.state.units[number]
    cell = first_free(play.field, play.occupancy, unit)
    if cell is None:
        return False
    play.tell(
        happened.Entered(
            unit=number,
            cell=cell,
            facing=inward(play.field.grid, unit.side, cell),
            formation=march_formation(play.field, unit),
        )
    )
    return True


def _enter_leader(play: Resolution, number: int) -> bool:
    """Bring a leader on in the first hex without an enemy in it or next to it; False if there is none."""
    leader = play.state.leaders[number]
    cell = first_free(play.field, play.occupancy, leader)
    if cell is None:
        return False
    play.tell(happened.LeaderPlaced(leader=number, cell=cell, left=leader.left, how="entered"))
    return True


def first_free(field: Field, occupancy: Occupancy, piece: Unit | Leader) -> Cell | None:
    """The first of a piece's entry hexes that is free for it; None if there is none, or nothing to come on.

    A hex is closed if it is impassable, holds an enemy, or is next to an enemy unit; for a unit, also if it holds a
    unit of its own side (EN-RULING-120).
    """
    if piece.arrival is None:
        return None
    enemy = other(piece.side)
    closed = field.barred | occupancy.held[enemy] | occupancy.near[enemy] | occupancy.posts[enemy]
    if isinstance(piece, Unit):
        closed |= occupancy.held[piece.side]
    return next((cell for cell in piece.arrival.cells if not closed >> cell & 1), None)


def inward(grid: Grid, side: SideId, cell: Cell) -> int:
    """The facing from an edge hex into the board."""
    column, row = grid.column_row(cell)
    if row in (0, grid.rows - 1):
        return NORTH if row else SOUTH
    return INWARD[side][column > 0]


def march_formation(field: Field, unit: Unit) -> Formation:
    """The formation with the longest move: column or limbered (EN-MOVE-01)."""
    return max(field.tables.moves[unit.kind], key=lambda move: move.hexes).formation


def is_on_edge(grid: Grid, cell: Cell) -> bool:
    """True if a hex lies along one of the four edges."""
    column, row = grid.column_row(cell)
    return column in (0, grid.columns - 1) or row in (0, grid.rows - 1)


class MoveEnd(NamedTuple):
    """A hex where a Move may end, its length in hexes, and the lone enemy leaders that it runs over."""

    cell: Cell
    hexes: int
    over: tuple[int, ...]


def turns_freely(field: Field, unit: Unit) -> bool:
    """True if a change of formation includes a new facing.

    Source: EN-FORM-03, EN-FORM-04, EN-RULING-20, EN-RULING-90, EN-RULING-21.
    """
    return field.options.formation_change_free_facing or unit.formation in SOLID_OR_HASTY


def move_ends(field: Field, occupancy: Occupancy, unit: Unit, facing: int, allowance: int) -> list[MoveEnd]:
    """Ends of a Move, by length and then from left to right.

    Source: EN-MOVE-02, EN-MOVE-03, EN-MOVE-04, EN-MOVE-05, EN-MOVE-06, EN-MOVE-10, EN-MOVE-11, EN-ZOC-02, EN-RULING-74.
    """
    front = field.grid.front[facing]
    enemy = other(unit.side)
    own_cells, foes = occupancy.held[unit.side], occupancy.held[enemy]
    guns, halting = occupancy.guns[unit.side], occupancy.near[enemy] | field.halting
    barred = field.barred | foes
    if field.options.lone_leader_contact == "block":
        barred |= occupancy.lone[enemy]
    lone = occupancy.lone[enemy]
    ends: list[MoveEnd] = []
    frontier: list[tuple[Cell, tuple[int, ...]]] = [(unit.cell, ())]
    for hexes in range(1, allowance + 1):
        reached: dict[tuple[Cell, tuple[int, ...]], None] = {}
        ahead: list[tuple[Cell, tuple[int, ...]]] = []
        for start, over in frontier:
            for cell in front[start]:
                if barred >> cell & 1 or (hexes == 1 and _pinned_step(field, occupancy, unit, cell)):
                    continue
                met = over
                if lone >> cell & 1:
                    met = tuple(sorted({*over, *occupancy.men[cell]}))
                if (cell, met) in reached:
                    continue
                stops = not own_cells >> cell & 1 or _shares(field, occupancy, unit, cell)
                halts = halting >> cell & 1
                if not stops and (halts or not guns >> cell & 1):
                    continue
                reached[cell, met] = None
                if stops:
                    ends.append(MoveEnd(cell, hexes, met))
                if not halts and not (own_cells & ~guns) >> cell & 1:
                    ahead.append((cell, met))
        frontier = ahead
    return ends


def _shares(field: Field, occupancy: Occupancy, unit: Unit, cell: Cell) -> bool:
    """True if a battery may share a hex with a friendly battery (EN-OPT-08, EN-RULING-62)."""
    if not field.options.grand_battery or unit.kind not in ARTILLERY or cell in occupancy.second:
        return False
    there = occupancy.at.get(cell)
    return there is not None and occupancy.units[there].kind in ARTILLERY and occupancy.units[there].side == unit.side


def _pinned_step(field: Field, occupancy: Occupancy, unit: Unit, cell: Cell) -> bool:
    """True if enemy control bars a first step (EN-MOVE-07, EN-MOVE-08). Only units next to an enemy are affected.

    Source: EN-RULING-25.
    """
    enemy, start = other(unit.side), unit.cell
    if not occupancy.near[enemy] >> start & 1:
        return False
    if occupancy.fronts[enemy] >> start & 1 and occupancy.fronts[enemy] >> cell & 1:
        return True
    for foe in field.grid.around[start]:
        for number in occupancy.units_at(foe):
            unit_there = occupancy.units[number]
            if unit_there.side == enemy and field.grid.front_mask[unit_there.facing][foe] >> start & 1:
                near = field.grid.around_mask[foe] >> cell & 1
                if near and field.grid.aspect(foe, unit_there.facing, cell) == "flank":
                    return True
    return False


def sidesteps(field: Field, occupancy: Occupancy, unit: Unit, facing: int) -> list[Cell]:
    """Flank and rear hexes that a Sidestep may enter (EN-MOVE-03)."""
    enemy = other(unit.side)
    barred = field.barred | occupancy.held[enemy]
    if field.options.lone_leader_contact == "block":
        barred |= occupancy.lone[enemy]
    own_cells = occupancy.held[unit.side]
    return [
        cell
        for cell in field.grid.side_cells[facing][unit.cell]
        if not barred >> cell & 1
        and (not own_cells >> cell & 1 or _shares(field, occupancy, unit, cell))
        and not _pinned_step(field, occupancy, unit, cell)
    ]


def leaders_run_over(occupancy: Occupancy, unit: Unit, cell: Cell) -> tuple[int, ...]:
    return occupancy.men[cell] if occupancy.lone[other(unit.side)] >> cell & 1 else ()


def path_to(field: Field, occupancy: Occupancy, unit: Unit, facing: int, action: Activate) -> tuple[Cell, ...]:
    """Hexes that a legal Move or Sidestep enters, in order: the first path that runs over the leaders of the action."""
    grid = field.grid
    length = grid.distance(unit.cell, action.cell)
    if length == 1:
        return (action.cell,)
    enemy = other(unit.side)
    barred = field.barred | occupancy.held[enemy]
    passable = ~(occupancy.held[unit.side] & ~occupancy.guns[unit.side]) & ~barred
    halting = occupancy.near[enemy] | field.halting
    trails: list[tuple[Cell, ...]] = [()]
    for hexes in range(1, length + 1):
        longer = []
        for trail in trails:
            start = trail[-1] if trail else unit.cell
            for cell in grid.front[facing][start]:
                if cell == action.cell:
                    met = tuple(
                        sorted({man for hex_ in (*trail, cell) for man in leaders_run_over(occupancy, unit, hex_)})
                    )
                    if hexes == length and met == action.over:
                        return (*trail, cell)
                elif passable >> cell & 1 and not halting >> cell & 1:
                    longer.append((*trail, cell))
        trails = longer
    raise ValueError(f"no path to {grid.label(action.cell)}")


def faces(field: Field, unit: Unit, cell: Cell) -> bool:
    """True if a hex is one of the two front hexes of a unit (EN-FACE-04)."""
    return bool(field.grid.front_mask[unit.facing][unit.cell] >> cell & 1)


FORMATIONS_THAT_ATTACK = frozenset({"line", "column", "masse"})
"""Formations in which infantry may attack; cavalry may attack in any (EN-MELEE-03, EN-RULING-59)."""


class Meeting(NamedTuple):
    """A possible melee; ``is_optional`` if the attacker's player decides whether to fight."""

    attacker: int
    defender: int
    is_optional: bool


def enemies_around(field: Field, occupancy: Occupancy, number: int) -> tuple[int, ...]:
    """Enemy units adjacent to a unit."""
    unit = occupancy.units[number]
    if not occupancy.near[other(unit.side)] >> unit.cell & 1:
        return ()
    return tuple(
        foe
        for cell in field.grid.around[unit.cell]
        for foe in occupancy.units_at(cell)
        if occupancy.units[foe].side != unit.side
    )


def enemies_in_front(field: Field, occupancy: Occupancy, unit: Unit) -> tuple[int, ...]:
    """Enemy units in the two front hexes of a unit, which need not be in the occupancy."""
    return tuple(
        foe
        for cell in field.grid.front[unit.facing][unit.cell]
        for foe in occupancy.units_at(cell)
        if occupancy.units[foe].side != unit.side
    )


def in_contact(field: Field, occupancy: Occupancy) -> tuple[Pair, ...]:
    """Pairs of enemies of which at least one faces the other, lower number first (section 1).

    Source: EN-MELEE-02.
    """
    pairs = set()
    for number, unit in enumerate(occupancy.units):
        if unit.cell >= 0 and occupancy.near[other(unit.side)] >> unit.cell & 1:
            for foe in enemies_in_front(field, occupancy, unit):
                pairs.add((number, foe) if number < foe else (foe, number))
    return tuple(sorted(pairs))


def can_attack(unit: Unit, enemy: Unit) -> bool:
    """True if kind, formation and earlier actions let a unit attack another (EN-MELEE-03)."""
    if unit.reformed:
        return False
    if unit.kind in CAVALRY:
        return True
    if unit.kind != "infantry" or unit.formation not in FORMATIONS_THAT_ATTACK:
        return False
    return unit.formation != "masse" or enemy.kind not in CAVALRY


def may_attack(field: Field, unit: Unit, enemy: Unit) -> bool:
    """True if a unit may attack an enemy, which must be in a front hex (EN-MELEE-03)."""
    return can_attack(unit, enemy) and faces(field, unit, enemy.cell)


def charges(field: Field, occupancy: Occupancy, unit: Unit) -> tuple[int, ...]:
    """Units that ``unit``, in its place after the Move or Sidestep, charges (EN-MELEE-04, EN-RULING-27)."""
    return tuple(foe for foe in enemies_in_front(field, occupancy, unit) if can_attack(unit, occupancy.units[foe]))


def charged_units(state: State, action: Activate) -> tuple[int, ...]:
    """Units that a plain Move or Sidestep charges; none if the unit turns, changes formation or unlimbers too.

    Source: EN-MELEE-04, EN-RULING-27.
    """
    if action.cell == NOWHERE or action.formation is not None or action.facing is not None or action.unlimber:
        return ()
    field = field_of(state)
    occupancy = field.occupancy(state)
    unit = occupancy.units[action.unit]
    if action.cell >= field.grid.size or not occupancy.near[other(unit.side)] >> action.cell & 1:
        return ()
    return charges(field, occupancy, replace(unit, cell=action.cell, reformed=False))


def contacts_without_charge(field: Field, occupancy: Occupancy, number: int, unit: Unit) -> tuple[Pair, ...]:
    """Pairs of cavalry and infantry that it came into contact with, without a charge (EN-SQUARE-10).

    ``unit`` is the cavalry after its Move.
    """
    if unit.kind not in CAVALRY or not unit.reformed:
        return ()
    front = enemies_in_front(field, occupancy, unit)
    return tuple((number, foe) for foe in front if occupancy.units[foe].kind == "infantry")


def locked(field: Field, occupancy: Occupancy, side: SideId) -> tuple[int, ...]:
    """Units of a side that are locked (EN-ZOC-03, EN-ZOC-06, EN-RULING-22)."""
    near = occupancy.near[other(side)]
    own = [number for number, unit in enumerate(occupancy.units) if unit.side == side and unit.cell >= 0]
    beside = [number for number in own if near >> occupancy.units[number].cell & 1]
    if field.options.lock_scope == "any_adjacent":
        return tuple(beside)
    return tuple(number for number in beside if _has_contact(field, occupancy, number))


def _has_contact(field: Field, occupancy: Occupancy, number: int) -> bool:
    unit = occupancy.units[number]
    return any(
        faces(field, unit, occupancy.units[foe].cell) or faces(field, occupancy.units[foe], unit.cell)
        for foe in enemies_around(field, occupancy, number)
    )


def meetings(field: Field, occupancy: Occupancy, state: State) -> tuple[Meeting, ...]:
    """Possible melees from the contacts after fire, sorted by unit.

    Source: EN-MELEE-05, EN-MELEE-06, EN-MUSK-10, EN-RULING-58.
    """
    melees = []
    for pair in in_contact(field, occupancy):
        meeting = _meeting(field, occupancy, state, pair)
        if meeting is not None:
            melees.append(meeting)
    return tuple(melees)


def _meeting(field: Field, occupancy: Occupancy, state: State, pair: Pair) -> Meeting | None:
    """The melee of a pair in contact; None if there is none (EN-MELEE-41)."""
    able = [
        (one, two) for one, two in (pair, pair[::-1]) if may_attack(field, occupancy.units[one], occupancy.units[two])
    ]
    if not able:
        return None
    charging = [(one, two) for one, two in able if two in occupancy.units[one].charged]
    attacker, defender = _attacking(state, occupancy, charging or able)
    if charging or pair in state.contacts:
        return Meeting(attacker, defender, False)
    passive = field.options.passive_contact_melee
    return None if passive == "never" else Meeting(attacker, defender, passive == "owner_choice")


def _attacking(state: State, occupancy: Occupancy, able: list[Pair]) -> Pair:
    """Attacker and defender of a pair, if one or both could attack (EN-MELEE-05)."""
    if len(able) == 1:
        return able[0]
    one, two = able
    if all(enemy in occupancy.units[charger].charged for charger, enemy in able):
        return one if occupancy.units[one[0]].side == state.mover else two
    if state.setup.rules.options.continuing_melee_attacker == "original":
        fought_before = [pair for pair in able if pair in state.first]
        if fought_before:
            return fought_before[0]
    return one if occupancy.units[one[0]].side == state.holder else two


def still_meets(field: Field, state: State, attacker: int, defender: int) -> bool:
    """True if a listed melee can still be fought (EN-MELEE-09)."""
    own, enemy = state.units[attacker], state.units[defender]
    return own.cell >= 0 and enemy.cell >= 0 and faces(field, own, enemy.cell)
