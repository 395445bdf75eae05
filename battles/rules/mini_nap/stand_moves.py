"""Command stands on their way along a line of points (MN-CMD-01 to 05)."""

from collections.abc import Iterator
from itertools import pairwise

from battles.engine.core import Option, Refusal, SideId
from battles.engine.lists import Made
from battles.engine.table.bearings import DIRECTIONS, FULL, SCALE, Place, path_between
from battles.engine.table.sweeps import window
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import evading, stand_errands, stand_ways
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.actions_parts import MOST_POINTS
from battles.rules.mini_nap.attaching import has_initiative
from battles.rules.mini_nap.board import disc_of, footprint, is_on_table, on_table
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, Stand, State
from battles.rules.mini_nap.tables import ANGLE_STEP, CM, DEGREE

QUARTERS = 4
"""Distances that a list offers: quarters of the allowance."""
STEPS = (100, 300, 600)
"""Distances that it offers to a stand for which those are too far."""


def refuse(state: State, side: SideId, action: act.MoveStand) -> Refusal | None:
    """Why a stand may not go that way now; None where it may."""
    number = action.stand
    if number >= len(state.stands):
        return Refusal("no_such", "MN-CMD-01", f"There is no command stand {number}.")
    stand = state.stands[number]
    if stand.side != side:
        return Refusal("not_yours", "MN-CMD-01", f"{stand.name} belongs to the enemy.")
    return _refuse_now(state, stand) or refuse_way(state, number, (stand.x, stand.y), action.points)


def _refuse_now(state: State, stand: Stand) -> Refusal | None:
    """Whether it is a time at which a stand moves at all (MN-CMD-03 to 05)."""
    if stand.where != "table":
        return Refusal("gone", "MN-CMD-01", f"{stand.name} is not on the table.")
    if stand.unit != NONE:
        name = state.units[stand.unit].name
        return Refusal("locked", "MN-CMD-31", f"{stand.name} is attached to {name} and moves with it.")
    rule = {"corps": "MN-CMD-03", "division": "MN-CMD-04", "brigade": "MN-CMD-05"}[stand.level]
    if stand.moved:
        return Refusal("done_already", rule, f"{stand.name} has moved this Turn.")
    if not _is_time(state, stand):
        when = {
            "division": "when one of its Brigades is given the initiative, before its command is checked",
            "brigade": "while its Brigade manoeuvres",
        }[stand.level]
        return Refusal("wrong_phase", rule, f"{stand.name} moves {when}.")
    return None


def _is_time(state: State, stand: Stand) -> bool:
    if stand.level == "corps":
        return True
    if stand.level == "brigade":
        return state.step == "manoeuvre" and has_initiative(state, stand)
    if state.step != "command":
        return False
    chosen = state.division if state.division != NONE else state.brigades[state.brigade].division
    return chosen == stand.of or state.setup.rules.options.division_stand_any_own_initiative


def refuse_way(state: State, number: int, start: Place, points: tuple[Place, ...]) -> Refusal | None:
    """Whether the ground and the enemy let a stand go along the points, and how far that is (MN-CMD-01)."""
    stand, allowance, cost = state.stands[number], state.setup.rules.tables.command_stand_move.moves[0] * CM, 0
    if points[-1] == start:
        return Refusal("no_change", "MN-CMD-01", f"{stand.name} would end where it is.")
    for here, there in pairwise((start, *points)):
        found = _refuse_leg(state, stand, here, there)
        if found is not None:
            return found
        cost += stand_ways.cost(state, here, there)
    if cost > allowance:
        why = f"This way takes {cm(cost)} of the {cm(allowance)} that {stand.name} may go."
        return Refusal("out_of_reach", "MN-CMD-01", why)
    if not evading.is_free(state, number, *points[-1]):
        return Refusal("occupied", "MN-CMD-01", f"There is no free ground for {stand.name} at the end.")
    return None


def _refuse_leg(state: State, stand: Stand, here: Place, there: Place) -> Refusal | None:
    if not is_on_table(state, disc_of(*there)):
        return Refusal("off_board", "MN-RULING-59", f"{stand.name} would leave the table.")
    shape, way = disc_of(*here), path_between(here, there)
    for other in on_table(state):
        if state.units[other].side != stand.side and window(shape, way, footprint(state, other), 0) is not None:
            return Refusal("occupied", "MN-CMD-01", f"{stand.name} would touch {state.units[other].name}.")
    barred = stand_ways.barred(state, here, there)
    if barred is not None:
        return Refusal("impassable", barred.rule, f"{stand.name} cannot go through the {barred.word}.")
    return None


def movable(state: State, side: SideId) -> tuple[int, ...]:
    """The stands of a side that may move now, wherever they go."""
    return tuple(
        number for number, stand in enumerate(state.stands) if stand.side == side and _refuse_now(state, stand) is None
    )


def first(state: State, side: SideId) -> Iterator[Option]:
    """For every stand that may move and has room to, the first place that a list offers."""
    for number in movable(state, side):
        place = next(_listed(state, number), None)
        if place is not None:
            yield Option("move_stand", f"stand {number}", (place,), complete=False)


def options(state: State, side: SideId) -> Iterator[Option]:
    """For every stand that may move and has room to: a ring of places to go to straight, for samples."""
    for number in movable(state, side):
        if next(_listed(state, number), None) is None:
            continue
        stand = state.stands[number]
        allowance = state.setup.rules.tables.command_stand_move.moves[0] * CM
        yield Option(
            "move_stand",
            f"stand {number}",
            Made(_listed, state, number),
            complete=False,
            domains={"points": {"most": MOST_POINTS, "length": allowance, "unit": "0.1mm"}},
            outline=tuple(_ring(stand, allowance)),
        )


def _listed(state: State, number: int) -> Iterator[act.MoveStand]:
    """Rings of places, then the middles of the units under a stand, and steps for one that is hemmed in."""
    stand = state.stands[number]
    allowance = state.setup.rules.tables.command_stand_move.moves[0] * CM
    rings = [allowance * quarter // QUARTERS for quarter in range(1, QUARTERS + 1)]
    found = False
    for place in (place for away in rings for place in _ring(stand, away)):
        if refuse_way(state, number, (stand.x, stand.y), (place,)) is None:
            found = True
            yield act.MoveStand(number, (place,))
    for goal in stand_errands.goals(state, number):
        for points in stand_errands.ways(stand, goal, allowance):
            if refuse_way(state, number, (stand.x, stand.y), points) is None:
                found = True
                yield act.MoveStand(number, points)
                break
    for place in () if found else (place for away in STEPS for place in _ring(stand, away)):
        if refuse_way(state, number, (stand.x, stand.y), (place,)) is None:
            yield act.MoveStand(number, (place,))


def _ring(stand: Stand, away: int) -> Iterator[Place]:
    """Places at a distance all round, never further than it."""
    for bearing in range(0, FULL, ANGLE_STEP * DEGREE):
        sine, cosine = DIRECTIONS[bearing]
        yield stand.x + int(away * sine / SCALE), stand.y + int(away * cosine / SCALE)


def perform(play: Play, action: act.MoveStand) -> None:
    """The stand goes; its path is told for the record."""
    stand = play.state.stands[action.stand]
    x, y = action.points[-1]
    path = ((stand.x, stand.y), *action.points)
    play.tell(happened.StandPlaced(stand=action.stand, x=x, y=y, how="moved", path=path))
