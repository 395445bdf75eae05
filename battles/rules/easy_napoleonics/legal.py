"""What a side may do now: every legal action, phase by phase (section 10.3)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from battles.engine.core import Option, SideId
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import advancing, deploying, leading
from battles.rules.easy_napoleonics.activations import activations
from battles.rules.easy_napoleonics.cards import choices, nations
from battles.rules.easy_napoleonics.contacts import still_meets
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.missions import fire_options
from battles.rules.easy_napoleonics.state import Pending, State

DONE = (Option("done", "", (act.Done(),)),)
_SIDES = (act.ChooseMover("a"), act.ChooseMover("b"))
_ORDERS = (act.ChooseFireOrder("a"), act.ChooseFireOrder("b"))
_SQUARE = (act.HastySquare(True), act.HastySquare(False))
_ACCEPT = (act.Accept(True), act.Accept(False))


def deciders(state: State) -> tuple[SideId, ...]:
    """The sides that have a choice to make; both where they choose cards, none where the rules go on by themselves."""
    if state.outcome is not None:
        return ()
    if state.pending:
        return (state.pending[-1].side,)
    if state.phase == "cards":
        return tuple(side for side in ("a", "b") if choices(state, side) or nations(state, side))
    return (state.acting,) if state.acting else ()


def options(field: Field, state: State, side: SideId) -> tuple[Option, ...]:
    """Every legal action of ``side``; nothing where it owes no decision."""
    known = field.listed
    if known is not None and known[0] is state and known[1] == side:
        return known[2]
    found = tuple(_options(field, state, side)) if side in deciders(state) else ()
    field.listed = (state, side, found)
    return found


def _options(field: Field, state: State, side: SideId) -> Iterable[Option]:
    lay = field.lay(state)
    if state.pending:
        return _answers(field, lay, state, state.pending[-1])
    return _PHASES[state.phase](field, lay, state, side)


def _cards(field: Field, lay: Lay, state: State, side: SideId) -> Iterator[Option]:
    if taken := choices(state, side):
        yield Option("take_card", "", tuple(act.TakeCard(card) for card in taken))
    else:
        yield Option("name_nation", "", tuple(act.NameNation(tag) for tag in nations(state, side)))


def _deployment(field: Field, lay: Lay, state: State, side: SideId) -> Iterator[Option]:
    yield from deploying.placings(field, lay, side)
    for number, man in enumerate(lay.leaders):
        waits = man.side == side and man.alive and man.cell < 0
        if waits and (placings := leading.placings(field, lay, number)):
            yield Option("deploy_leader", f"leader {number}", placings)


def _initiative(field: Field, lay: Lay, state: State, side: SideId) -> Iterator[Option]:
    yield Option("choose_mover", "", _SIDES)


def _rally(field: Field, lay: Lay, state: State, side: SideId) -> Iterator[Option]:
    for number, unit in enumerate(lay.units):
        if unit.level != "good" and unit.side == side and unit.cell >= 0 and not unit.rallied:
            yield Option("rally", f"unit {number}", (act.Rally(number),))
    yield from _leaders(field, lay, side)
    yield from DONE


def _move(field: Field, lay: Lay, state: State, side: SideId) -> Sequence[Option]:
    return (*activations(field, lay, side), *_leaders(field, lay, side), *DONE)


def _fire(field: Field, lay: Lay, state: State, side: SideId) -> Iterator[Option]:
    yield from fire_options(field, lay, state)
    yield from DONE


def _melee(field: Field, lay: Lay, state: State, side: SideId) -> Iterator[Option]:
    for attacker, defender in state.pairs:
        if still_meets(field, state, attacker, defender):
            yield Option("fight", f"unit {attacker}", (act.Fight(attacker, defender),))


_PHASES: Final[dict[str, Callable[[Field, Lay, State, SideId], Iterable[Option]]]] = {
    "cards": _cards,
    "deployment": _deployment,
    "initiative": _initiative,
    "rally": _rally,
    "movement": _move,
    "artillery": _fire,
    "musketry": _fire,
    "melee": _melee,
}


def _leaders(field: Field, lay: Lay, side: SideId) -> Iterator[Option]:
    for number, man in enumerate(lay.leaders):
        if man.side == side and man.left > 0:
            option = leading.moves(field, lay, number)
            if option is not None:
                yield option


def _answers(field: Field, lay: Lay, state: State, owed: Pending) -> Iterator[Option]:
    if owed.kind == "hasty_square":
        yield Option("hasty_square", f"unit {owed.unit}", _SQUARE)
    elif owed.kind == "relocate":
        found = leading.refuges(field, lay, owed.leader)
        if found:
            yield Option("relocate", f"leader {owed.leader}", found)
    elif owed.kind == "fire_order":
        yield Option("choose_fire_order", "", _ORDERS)
    elif owed.kind == "accept":
        yield Option("accept", f"unit {owed.unit}", _ACCEPT)
    elif owed.kind == "breakthrough":
        yield Option("advance", f"unit {owed.unit}", advancing.choices(field, lay, state, owed))
    else:
        yield Option("answer", f"unit {owed.unit}", advancing.answers(field, lay, state, owed))


def umpire(state: State) -> tuple[Option, ...]:
    """What the umpire may do besides what the sides may: call time, where there is a limit (EN-RULING-69)."""
    limit = state.setup.rules.options.time_limit_minutes
    if state.outcome is not None or state.time_called or limit is None:
        return ()
    return (Option("call_time", "", (act.CallTime(),)),)
