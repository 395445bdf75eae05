"""What a player might think of who points on the board, whether the rules let him or not, by phase."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from battles.engine.core import SideId
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.cards import MIX
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.leading import batteries
from battles.rules.easy_napoleonics.state import NOWHERE, Phase, State, Unit

FACINGS: Final = 6


class Pointed(NamedTuple):
    """Who points at what: ``who`` is ``unit``, ``leader`` or, for the side itself, nothing.

    ``cell`` is the hex, -1 for none, ``foes`` the units there that are not of the actor's side; ``here`` says that
    nothing but the actor himself is pointed at.
    """

    field: Field
    lay: Lay
    state: State
    side: SideId
    who: str
    number: int
    cell: Cell
    foes: tuple[int, ...]
    here: bool

    @property
    def unit(self) -> Unit:
        return self.state.units[self.number]


def home_facing(side: SideId) -> int:
    """The facing towards the enemy's edge: side A has the south (EN-SETUP-08)."""
    return 3 if side == "b" else 0


def conceived(pointed: Pointed) -> Iterator[Any]:
    """Everything: answers that are owed, then this phase, then those that follow in the order of a turn."""
    yield from _answers(pointed)
    phase = pointed.state.phase
    turn = list(_THOUGHTS)
    if phase in _THOUGHTS:
        place = turn.index(phase)
        turn = [*turn[place:], *turn[:place]]
    for each in turn:
        yield from _THOUGHTS[each].get(pointed.who, _nothing)(pointed)
    if not pointed.who:
        yield act.Done()


def _nothing(pointed: Pointed) -> Iterator[Any]:
    return iter(())


def _answers(pointed: Pointed) -> Iterator[Any]:
    """The answers to the decision that is pending, where it is the actor's."""
    owed = pointed.state.pending[-1] if pointed.state.pending else None
    if owed is None:
        return
    if owed.kind == "fire_order" and not pointed.who:
        yield from (act.ChooseFireOrder("a"), act.ChooseFireOrder("b"))
    if owed.kind == "relocate" and (pointed.who, pointed.number) == ("leader", owed.leader) and pointed.cell >= 0:
        yield act.Relocate(pointed.cell)
    if (pointed.who, pointed.number) != ("unit", owed.unit):
        return
    if owed.kind == "hasty_square":
        yield from (act.HastySquare(True), act.HastySquare(False))
    elif owed.kind == "accept":
        yield from (act.Accept(True), act.Accept(False))
    elif owed.kind == "answer":
        yield from (act.Answer("fire"), act.Answer("square"), act.Answer("hold"))
    elif owed.kind == "breakthrough":
        yield from (act.Advance("in", target=foe) for foe in pointed.foes)
        yield from (act.Advance("in"), act.Advance("stay"))


# A unit.


def _deployed(pointed: Pointed) -> Iterator[Any]:
    """EN-SETUP-09, for units that wait and while others are placed."""
    unit, cell = pointed.unit, pointed.cell
    if unit.cell >= 0 and pointed.state.phase != "deployment":
        return
    if cell < 0:
        cell = next(iter(pointed.field.zones[unit.side]), NOWHERE)
    for formation in pointed.field.formations(unit):
        yield act.Deploy(pointed.number, cell, home_facing(unit.side), formation)


def _rallied(pointed: Pointed) -> Iterator[Any]:
    if pointed.here or pointed.cell == pointed.unit.cell:
        yield act.Rally(pointed.number)


def _activated(pointed: Pointed) -> Iterator[Any]:
    """EN-ACTION-08: where it stands, into a hex, or against an enemy."""
    number, unit, cell = pointed.number, pointed.unit, pointed.cell
    if unit.cell < 0:
        return
    if pointed.here or cell == unit.cell:
        yield from _changed(pointed)
        if cell < 0:
            yield from (act.Activate(number, cell=near) for near in pointed.field.grid.front[unit.facing][unit.cell])
        return
    for foe in pointed.foes:
        yield from _charged(pointed, foe)
    if cell < 0:
        return
    yield act.Activate(number, cell=cell)
    shapes = [shape for shape in pointed.field.formations(unit) if shape != unit.formation]
    yield from (act.Activate(number, formation=shape, cell=cell) for shape in shapes if _moves(pointed, shape))
    yield from (act.Activate(number, facing=facing, cell=cell) for facing in _towards(pointed, unit, cell))
    if unit.formation == "limbered":
        yield act.Activate(number, cell=cell, unlimber=True)


def _changed(pointed: Pointed) -> Iterator[Any]:
    unit = pointed.unit
    for shape in pointed.field.formations(unit):
        if shape != unit.formation:
            yield act.Activate(pointed.number, formation=shape)
    yield from (act.Activate(pointed.number, facing=turn) for turn in range(FACINGS) if turn != unit.facing)


def _moves(pointed: Pointed, shape: Any) -> bool:
    return pointed.field.allowance(pointed.unit.kind, shape) > 0


def _charged(pointed: Pointed, foe: int) -> Iterator[Any]:
    """A Move that ends with the enemy in front: into the nearest hex from which it would be (EN-MELEE-04)."""
    grid, unit, there = pointed.field.grid, pointed.unit, pointed.state.units[foe].cell
    if there < 0:
        return
    from_here = [
        cell for cell in grid.around[there] if there in grid.front[unit.facing][cell] and cell not in pointed.lay.at
    ]
    if from_here:
        yield act.Activate(pointed.number, cell=min(from_here, key=lambda cell: (grid.distance(unit.cell, cell), cell)))


def _towards(pointed: Pointed, unit: Unit, cell: Cell) -> list[int]:
    """The facings whose front hexes are nearest to a hex; none where the unit has one of them."""
    grid = pointed.field.grid
    away = [
        max((grid.distance(ahead, cell) for ahead in grid.front[facing][unit.cell]), default=grid.size)
        for facing in range(FACINGS)
    ]
    nearest = [facing for facing in range(FACINGS) if away[facing] == min(away)]
    return [] if unit.facing in nearest else nearest


def _fired(guns: bool) -> Callable[[Pointed], Iterator[Any]]:
    """Fire with all its dice, in the phase of guns or of small arms; cavalry is thought of with the small arms."""

    def made(pointed: Pointed) -> Iterator[Any]:
        if (pointed.unit.kind in ARTILLERY) != guns:
            return
        for foe in pointed.foes or _nearest(pointed):
            yield act.Fire(foe, ((pointed.number, _dice(pointed, foe)),))

    return made


def _nearest(pointed: Pointed) -> tuple[int, ...]:
    """The enemy unit that is nearest to the actor, where nothing is pointed at."""
    unit, units = pointed.unit, pointed.state.units
    foes = [number for number, foe in enumerate(units) if foe.side != unit.side and foe.cell >= 0]
    if not pointed.here or not foes or unit.cell < 0:
        return ()
    return (min(foes, key=lambda foe: (pointed.field.grid.distance(unit.cell, units[foe].cell), foe)),)


def _dice(pointed: Pointed, foe: int) -> int:
    """All dice of the actor at an enemy; what it has at the nearest range where it has none so far away."""
    book, grid, unit = pointed.field.book, pointed.field.grid, pointed.unit
    there = pointed.state.units[foe].cell
    away = grid.distance(unit.cell, there) if min(unit.cell, there) >= 0 else 1
    formation = "unlimbered" if unit.kind in ARTILLERY else unit.formation
    reach = book.fire_dice.get((unit.kind, formation, away), 0)
    most = reach or book.fire_dice.get((unit.kind, formation, 1), 1)
    return min(most, unit.dice_left) if unit.dice_left > 0 else most


def _fought(pointed: Pointed) -> Iterator[Any]:
    """EN-MELEE-03: guns never attack."""
    if pointed.unit.kind in ARTILLERY:
        return
    yield from (act.Fight(pointed.number, foe) for foe in pointed.foes or _nearest(pointed))


# A leader.


def _leader_deployed(pointed: Pointed) -> Iterator[Any]:
    man = pointed.state.leaders[pointed.number]
    if man.cell >= 0 and pointed.state.phase != "deployment":
        return
    cell = pointed.cell if pointed.cell >= 0 else next(iter(pointed.field.zones[man.side]), NOWHERE)
    for battery in batteries(pointed.lay, man.side, cell):
        yield act.DeployLeader(pointed.number, cell, battery)


def _leader_moved(pointed: Pointed) -> Iterator[Any]:
    man = pointed.state.leaders[pointed.number]
    cells: tuple[Cell, ...] = (pointed.cell,) if pointed.cell >= 0 else ()
    if pointed.here and man.cell >= 0:
        cells = pointed.field.grid.around[man.cell]
    for cell in cells:
        for battery in batteries(pointed.lay, man.side, cell):
            yield act.MoveLeader(pointed.number, cell, battery)


# The side itself.


def _cards(pointed: Pointed) -> Iterator[Any]:
    if pointed.state.phase == "cards":
        yield from (act.TakeCard(card) for card in MIX)


def _mover(pointed: Pointed) -> Iterator[Any]:
    if pointed.state.phase == "initiative":
        yield from (act.ChooseMover("a"), act.ChooseMover("b"))


_THOUGHTS: Final[dict[Phase, dict[str, Callable[[Pointed], Iterator[Any]]]]] = {
    "cards": {"": _cards},
    "deployment": {"unit": _deployed, "leader": _leader_deployed},
    "initiative": {"": _mover},
    "rally": {"unit": _rallied, "leader": _leader_moved},
    "movement": {"unit": _activated, "leader": _leader_moved},
    "artillery": {"unit": _fired(True)},
    "musketry": {"unit": _fired(False)},
    "melee": {"unit": _fought},
}
"""By phase (EN-SEQ-01), what a unit, a leader and a side might do in it."""
