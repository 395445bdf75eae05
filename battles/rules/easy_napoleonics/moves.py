"""Where a unit may go and what it may do in its activation: every programme of EN-ACTION-08 without its fire."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple, overload

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.field import SOLID_OR_HASTY, Field, Lay
from battles.rules.easy_napoleonics.state import NOWHERE, State, Unit, other
from battles.rules.easy_napoleonics.tables import Formation

SUBSETS: Final = 3
"""Leaders in one hex up to which every choice of those that go along is listed."""

Men = tuple[tuple[int, int], ...]
"""Leaders with a unit, each with the hexes he has left."""

Go = tuple[Cell, bool, tuple[int, ...], tuple[int, ...]]
"""A Move or Sidestep: where it ends, whether the guns unlimber then, leaders that go along, leaders run over."""

NOBODY: Final[tuple[tuple[int, ...], ...]] = ((),)
"""The choices of leaders that go along where there are none."""

STAY: Final[Go] = (NOWHERE, False, (), ())


Parts = tuple[int, tuple[tuple[Formation | None, int | None, tuple[Go, ...]], ...]]
"""How many activations there are, and by change of formation and facing what may follow."""


class Stance(NamedTuple):
    """Formation and facing before the Move, the actions spent on them, and how an action names the change.

    ``allowance`` is the hexes of a Move that may still follow, 0 for none; ``unlimbers`` says that guns may
    unlimber after it.
    """

    formation: Formation
    facing: int
    used: int
    reform: Formation | None
    turn: int | None
    allowance: int = 0
    unlimbers: bool = False


class Way(NamedTuple):
    """A hex where a Move may end, its length in hexes, and the lone enemy leaders that it enters upon."""

    cell: Cell
    hexes: int
    over: tuple[int, ...]


Near = tuple[int, int, int, tuple[tuple[Cell, tuple[int, ...]], ...]]
"""What stands within reach of a unit, as masks: all units, hexes next to enemies, own guns; and lone enemy leaders."""


class Programmes(Sequence[Activate]):
    """Every activation open to one unit, in a fixed order; each is made when it is asked for, all of them once."""

    __slots__ = ("_all", "_count", "_parts", "unit")

    def __init__(self, unit: int, parts: Parts) -> None:
        self.unit = unit
        self._count, self._parts = parts
        self._all: tuple[Activate, ...] | None = None

    def __len__(self) -> int:
        return self._count

    def all(self) -> tuple[Activate, ...]:
        """All of them as a tuple."""
        if self._all is None:
            unit = self.unit
            self._all = tuple(
                [
                    Activate(unit, reform, turn, cell, unlimber, along, over)
                    for reform, turn, goes in self._parts
                    for cell, unlimber, along, over in goes
                ]
            )
        return self._all

    @overload
    def __getitem__(self, place: int) -> Activate: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Activate, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        if self._all is not None or isinstance(place, slice):
            return self.all()[place]
        left = place + self._count if place < 0 else place
        for reform, turn, goes in self._parts:
            if left < len(goes):
                if left < 0:
                    break
                return Activate(self.unit, reform, turn, *goes[left])
            left -= len(goes)
        raise IndexError(place)

    def __iter__(self) -> Iterator[Activate]:
        return iter(self.all())

    def __contains__(self, action: object) -> bool:
        if type(action) is not Activate or action.unit != self.unit:
            return False
        go = (action.cell, action.unlimber, action.along, action.over)
        for reform, turn, goes in self._parts:
            if reform == action.formation and turn == action.facing:
                return go in goes
        return False


def programmes(field: Field, lay: Lay, number: int) -> Programmes:
    """Every activation open to a unit that is free to act (EN-ACTION-08).

    What was found last for the unit serves as long as nothing changes near it.
    """
    unit = lay.units[number]
    cell = unit.cell
    near = nearby(field, lay, unit)
    men = tuple([(man, lay.leaders[man].left) for man in lay.attached(number)]) if cell in lay.men else ()
    key = (cell, unit.facing, unit.formation, men, near, unit.kind, unit.nation, unit.side)
    last: tuple[Any, Programmes] | None = field.last.get(number)
    alone = not field.options.grand_battery  # where batteries share a hex, masks do not tell whether there is room
    if alone and last is not None and last[0] == key and not near[1] >> cell & 1:
        return last[1]
    if near == (1 << cell, 0, near[2], ()):
        parts: Parts | None = field.memo.get(key)
        if parts is None:
            parts = field.keep(key, _parts(field, lay, unit, men, near))
    else:
        parts = _parts(field, lay, unit, men, near)
    found = Programmes(number, parts)
    field.last[number] = (key, found)
    return found


def _parts(field: Field, lay: Lay, unit: Unit, men: Men, near: Near) -> Parts:
    goes: dict[tuple[int, int, bool], tuple[Go, ...]] = {}
    count, parts = 0, []
    for stance in stances(field, unit):
        going: tuple[Go, ...] = ()
        if stance.allowance:
            way = (stance.facing, stance.allowance, stance.unlimbers)
            if way not in goes:
                goes[way] = _goes(field, lay, unit, stance, men, near)
            going = goes[way]
        if stance.used:
            going = (STAY, *going)
        if going:
            count += len(going)
            parts.append((stance.reform, stance.turn, going))
    return count, tuple(parts)


def nearby(field: Field, lay: Lay, unit: Unit) -> Near:
    """What stands within reach of a unit."""
    disc = field.grid.within(unit.cell, field.reach[unit.kind])
    side = unit.side
    enemy = "b" if side == "a" else "a"
    lone = lay.lone[enemy] & disc
    return (
        (lay.held["a"] | lay.held["b"]) & disc,
        lay.near[enemy] & disc,
        lay.guns[side] & disc,
        tuple((hex_, lay.men[hex_]) for hex_ in field.grid.cells(lone)) if lone else (),
    )


def _goes(field: Field, lay: Lay, unit: Unit, stance: Stance, men: Men, near: Near) -> tuple[Go, ...]:
    """The Moves and Sidesteps that may follow a stance.

    Open ground is worked out once. Beside it the common case has a short way of its own: no leader along or in the
    way, no enemy next to the unit, no batteries that share a hex.
    """
    cell, facing, allowance = unit.cell, stance.facing, stance.allowance
    held, hot, guns, lone = near
    if men or lone or hot >> cell & 1 or field.options.grand_battery:
        return tuple(_every_go(field, lay, unit, stance, men))
    key = (cell, facing, allowance, stance.unlimbers)
    open_ground: tuple[int, tuple[Go, ...]] | None = field.open_ground.get(key)
    if open_ground is None:
        empty = Lay(field.grid, (unit,), ())
        going = tuple(_every_go(field, empty, unit, stance, ()))
        open_ground = field.open_ground[key] = (_ground(field, cell, facing, allowance), going)
    ground = open_ground[0]
    if not (held | hot) & ground:
        return open_ground[1]
    closed = (held | field.barred) & ground
    through = guns & ~hot & ground
    halting = (hot | field.halting) & ground
    found: list[Go] = []
    front, unlimbers, seen = field.grid.front[facing], stance.unlimbers, 0
    frontier = [cell]
    for _ in range(allowance):
        ahead = []
        for start in frontier:
            for step in front[start]:
                if seen >> step & 1:
                    continue
                seen |= 1 << step
                if closed >> step & 1:
                    if through >> step & 1:
                        ahead.append(step)
                    continue
                found.append((step, False, (), ()))
                if unlimbers:
                    found.append((step, True, (), ()))
                if not halting >> step & 1:
                    ahead.append(step)
        frontier = ahead
    found += [(step, False, (), ()) for step in field.grid.side_cells[facing][cell] if not closed >> step & 1]
    return tuple(found)


def _every_go(field: Field, lay: Lay, unit: Unit, stance: Stance, men: Men) -> Iterator[Go]:
    for cell, hexes, over in ways(field, lay, unit, stance):
        for along in companions(men, hexes) if men else NOBODY:
            yield cell, False, along, over
            if stance.unlimbers:
                yield cell, True, along, over
    for cell in sidesteps(field, lay, unit, stance.facing):
        over = _run_over(lay, unit, cell)
        for along in companions(men, 1) if men else NOBODY:
            yield cell, False, along, over


def _ground(field: Field, cell: Cell, facing: int, allowance: int) -> int:
    """The hexes that a Move or Sidestep may touch, as a mask."""
    front, found = field.grid.front[facing], 0
    ahead = {cell}
    for _ in range(allowance):
        ahead = {step for start in ahead for step in front[start]}
        for step in ahead:
            found |= 1 << step
    for step in field.grid.side_cells[facing][cell]:
        found |= 1 << step
    return found


def stances(field: Field, unit: Unit) -> tuple[Stance, ...]:
    """The formations and facings that a unit can take before it moves (EN-ACTION-04, EN-FORM-03, 04)."""
    key = ("stances", unit.kind, unit.nation, unit.formation, unit.facing)
    found = field.memo.get(key)
    if found is None:
        found = field.keep(key, tuple(_with_move(field, unit, stance) for stance in _stances(field, unit)))
    return found


def _with_move(field: Field, unit: Unit, stance: Stance) -> Stance:
    actions = field.tables.actions[unit.kind]
    if stance.used + 1 > actions:
        return stance
    allowance = field.allowance(unit.kind, stance.formation)
    return stance._replace(allowance=allowance, unlimbers=_unlimbers_after(field, unit, stance, actions))


def _stances(field: Field, unit: Unit) -> Iterator[Stance]:
    facing, actions = unit.facing, field.tables.actions[unit.kind]
    turns = [turn for turn in range(6) if turn != facing]
    yield Stance(unit.formation, facing, 0, None, None)
    for turn in turns:
        yield Stance(unit.formation, turn, 1, None, turn)
    free = turns_freely(field, unit)
    for formation in field.formations(unit):
        if formation == unit.formation:
            continue
        yield Stance(formation, facing, 1, formation, None)
        for turn in turns:
            used = 1 if free else 2
            if used <= actions:
                yield Stance(formation, turn, used, formation, turn)


def turns_freely(field: Field, unit: Unit) -> bool:
    """Whether a change of formation lets a unit pick its facing too (EN-FORM-03, 04, EN-RULING-20, 90)."""
    return field.options.formation_change_free_facing or unit.formation in SOLID_OR_HASTY


def _unlimbers_after(field: Field, unit: Unit, stance: Stance, actions: int) -> bool:
    """Whether guns may unlimber after their Move (EN-ACTION-04, EN-RULING-18)."""
    if unit.kind not in ARTILLERY or stance.used + 2 > actions:
        return False
    return stance.reform is None or field.options.horse_limber_move_unlimber


def ways(field: Field, lay: Lay, unit: Unit, stance: Stance) -> list[Way]:
    """Where a Move may end, by length and then from left to right (EN-MOVE-02 to 06)."""
    front = field.grid.front[stance.facing]
    enemy = other(unit.side)
    held, foes = lay.held[unit.side], lay.held[enemy]
    guns, halting = lay.guns[unit.side], lay.near[enemy] | field.halting
    barred = field.barred | foes
    if field.options.lone_leader_contact == "block":
        barred |= lay.lone[enemy]
    lone = lay.lone[enemy]
    found: list[Way] = []
    frontier: list[tuple[Cell, tuple[int, ...]]] = [(unit.cell, ())]
    for hexes in range(1, field.allowance(unit.kind, stance.formation) + 1):
        reached: dict[tuple[Cell, tuple[int, ...]], None] = {}
        ahead: list[tuple[Cell, tuple[int, ...]]] = []
        for start, over in frontier:
            for cell in front[start]:
                if barred >> cell & 1 or (hexes == 1 and _pinned_step(field, lay, unit, cell)):
                    continue
                met = over
                if lone >> cell & 1:
                    met = tuple(sorted({*over, *lay.men[cell]}))
                if (cell, met) in reached:
                    continue
                stops = not held >> cell & 1 or _shares(field, lay, unit, cell)
                halts = halting >> cell & 1
                if not stops and (halts or not guns >> cell & 1):
                    continue
                reached[cell, met] = None
                if stops:
                    found.append(Way(cell, hexes, met))
                if not halts and not (held & ~guns) >> cell & 1:
                    ahead.append((cell, met))
        frontier = ahead
    return found


def _shares(field: Field, lay: Lay, unit: Unit, cell: Cell) -> bool:
    """Whether a battery may stop with the one friendly battery of a hex (EN-OPT-08)."""
    if not field.options.grand_battery or unit.kind not in ARTILLERY or cell in lay.second:
        return False
    there = lay.at.get(cell)
    return there is not None and lay.units[there].kind in ARTILLERY and lay.units[there].side == unit.side


def _pinned_step(field: Field, lay: Lay, unit: Unit, cell: Cell) -> bool:
    """Whether a first step is barred by control (EN-MOVE-07, 08): only a unit that starts next to an enemy."""
    enemy, start = other(unit.side), unit.cell
    if not lay.near[enemy] >> start & 1:
        return False
    if lay.fronts[enemy] >> start & 1 and lay.fronts[enemy] >> cell & 1:
        return True
    for foe in field.grid.around[start]:
        for number in lay.units_at(foe):
            unit_there = lay.units[number]
            if unit_there.side == enemy and field.grid.front_mask[unit_there.facing][foe] >> start & 1:
                near = field.grid.around_mask[foe] >> cell & 1
                if near and field.grid.aspect(foe, unit_there.facing, cell) == "flank":
                    return True
    return False


def sidesteps(field: Field, lay: Lay, unit: Unit, facing: int) -> list[Cell]:
    """The flank and rear hexes that a Sidestep may enter (EN-MOVE-03)."""
    enemy = other(unit.side)
    barred = field.barred | lay.held[enemy]
    if field.options.lone_leader_contact == "block":
        barred |= lay.lone[enemy]
    held = lay.held[unit.side]
    return [
        cell
        for cell in field.grid.side_cells[facing][unit.cell]
        if not barred >> cell & 1
        and (not held >> cell & 1 or _shares(field, lay, unit, cell))
        and not _pinned_step(field, lay, unit, cell)
    ]


def _run_over(lay: Lay, unit: Unit, cell: Cell) -> tuple[int, ...]:
    return lay.men[cell] if lay.lone[other(unit.side)] >> cell & 1 else ()


def companions(men: Men, hexes: int) -> Iterator[tuple[int, ...]]:
    """The choices of attached leaders that go along, nobody first (EN-LEADER-08)."""
    yield ()
    able = [man for man, left in men if left >= hexes]
    sizes = range(1, len(able) + 1) if len(able) <= SUBSETS else (1, len(able))
    for size in sizes:
        yield from combinations(able, size)


def path_to(field: Field, lay: Lay, unit: Unit, facing: int, action: Activate) -> tuple[Cell, ...]:
    """The hexes that a legal Move or Sidestep enters, in order; the first way that runs over those it names."""
    grid = field.grid
    if action.cell in grid.side_cells[facing][unit.cell]:
        return (action.cell,)
    enemy = other(unit.side)
    barred = field.barred | lay.held[enemy]
    passable = ~(lay.held[unit.side] & ~lay.guns[unit.side]) & ~barred
    halting = lay.near[enemy] | field.halting
    trails: list[tuple[Cell, ...]] = [()]
    length = grid.distance(unit.cell, action.cell)
    for hexes in range(1, length + 1):
        longer = []
        for trail in trails:
            start = trail[-1] if trail else unit.cell
            for cell in grid.front[facing][start]:
                if cell == action.cell:
                    met = tuple(sorted({man for hex_ in (*trail, cell) for man in _run_over(lay, unit, hex_)}))
                    if hexes == length and met == action.over:
                        return (*trail, cell)
                elif passable >> cell & 1 and not halting >> cell & 1:
                    longer.append((*trail, cell))
        trails = longer
    raise ValueError(f"no way to {grid.label(action.cell)}")


def faces(field: Field, unit: Unit, cell: Cell) -> bool:
    """Whether a unit has a hex in front of it (EN-FACE-04)."""
    return bool(field.grid.front_mask[unit.facing][unit.cell] >> cell & 1)


def is_free(state: State, number: int) -> bool:
    """Whether a unit of the acting side may still be activated (EN-SEQ-02, EN-ACTION-09)."""
    unit = state.units[number]
    return unit.cell != NOWHERE and unit.side == state.acting and not unit.activated and not unit.locked
