"""Brigade stands that attach to a unit and detach from one, as their initiative begins (MN-CMD-30 to 34)."""

from collections.abc import Iterator

from battles.engine.core import Refusal, SideId
from battles.engine.table import measures
from battles.engine.table.bearings import DIRECTIONS, FULL, to_place
from battles.engine.table.footprints import SIDES, Footprint, edge_point, side_length
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import evading, losing
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import disc_of, footprint, on_table, stand_distance
from battles.rules.mini_nap.command import is_chosen
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, Stand, State
from battles.rules.mini_nap.tables import CM, COMMAND_STAND_DIAMETER

PLACES_A_SIDE = 5
"""Places along each side of a unit that a list offers a stand that detaches."""


def refuse_attach(state: State, side: SideId, action: act.Attach) -> Refusal | None:
    """Why a stand may not attach to a unit (MN-CMD-31, 33)."""
    found = _refuse_stand(state, side, action.stand, "MN-CMD-31")
    if found is not None:
        return found
    stand = state.stands[action.stand]
    if action.unit >= len(state.units):
        return Refusal("no_such", "MN-CMD-31", f"There is no unit {action.unit}.")
    unit = state.units[action.unit]
    if unit.side != side or unit.brigade != stand.of:
        brigade = state.brigades[stand.of].name
        return Refusal("not_yours", "MN-CMD-31", f"{stand.name} leads {brigade}, to which {unit.name} does not belong.")
    if unit.where != "table" or unit.crew_in != NONE:
        return Refusal("gone", "MN-CMD-31", f"{unit.name} is not there to be led.")
    if stand.unit == action.unit:
        return Refusal("no_change", "MN-CMD-31", f"{stand.name} is with {unit.name} already.")
    reach, away = state.setup.rules.tables.attach_distance, stand_distance(state, stand, action.unit)
    if away > reach * CM:
        rule, start = ("MN-CMD-31", stand.name) if stand.unit == NONE else ("MN-CMD-33", state.units[stand.unit].name)
        why = f"{unit.name} is {cm(away)} from {start}; a stand attaches to a unit within {reach} cm."
        return Refusal("out_of_reach", rule, why)
    return None


def refuse_detach(state: State, side: SideId, action: act.Detach) -> Refusal | None:
    """Why a stand may not be put there, beside the unit it was with (MN-CMD-32)."""
    found = _refuse_stand(state, side, action.stand, "MN-CMD-32")
    if found is not None:
        return found
    stand = state.stands[action.stand]
    if stand.unit == NONE:
        return Refusal("not_needed", "MN-CMD-32", f"{stand.name} is attached to no unit.")
    return refuse_beside(state, action.stand, action.x, action.y, "MN-CMD-32")


def refuse_beside(state: State, number: int, x: int, y: int, rule: str) -> Refusal | None:
    """Why a stand may not be put down at a place as one that touches the unit it was attached to."""
    stand = state.stands[number]
    shape, unit = disc_of(x, y), state.units[stand.unit]
    if measures.distance(shape, footprint(state, stand.unit)) > state.setup.rules.options.contact_tol_cm:
        return Refusal("out_of_reach", rule, f"There {stand.name} would not touch {unit.name}.")
    if not evading.is_free(state, number, x, y):
        return Refusal("occupied", rule, f"There is no free ground for {stand.name} beside {unit.name}.")
    return None


def _refuse_stand(state: State, side: SideId, number: int, rule: str) -> Refusal | None:
    """Whether a stand may attach or detach at all: a Brigade's, as its initiative begins, once (MN-RULING-99)."""
    if number >= len(state.stands):
        return Refusal("no_such", rule, f"There is no command stand {number}.")
    stand = state.stands[number]
    if stand.side != side:
        return Refusal("not_yours", rule, f"{stand.name} belongs to the enemy.")
    if stand.level != "brigade":
        return Refusal(
            "not_for_kind", "MN-CMD-34", f"{stand.name} leads a {stand.level.capitalize()} and never attaches."
        )
    if stand.where != "table":
        return Refusal("gone", rule, f"{stand.name} is not on the table.")
    if not has_initiative(state, stand):
        return Refusal("wrong_phase", "MN-CMD-30", f"The initiative is not with the Brigade of {stand.name}.")
    if stand.shifted:
        return Refusal("done_already", "MN-RULING-99", f"{stand.name} has attached or detached in this initiative.")
    return None


def able(state: State, side: SideId) -> Iterator[int]:
    """The stands of a side that may attach or detach now, as far as that does not depend on where."""
    for number, stand in enumerate(state.stands):
        led = stand.side == side and stand.level == "brigade" and has_initiative(state, stand)
        if led and _refuse_stand(state, side, number, "MN-CMD-30") is None:
            yield number


def has_initiative(state: State, stand: Stand) -> bool:
    """Whether the Brigade of a Brigade stand has the initiative, alone or with its Division (MN-DIVMAN-11)."""
    if state.division != NONE:
        return state.brigades[stand.of].division == state.division
    return stand.of == state.brigade


def attachments(state: State, number: int) -> Iterator[act.Attach]:
    """Every unit that a stand may attach to."""
    side = state.stands[number].side
    for unit in on_table(state, side):
        action = act.Attach(number, unit)
        if is_chosen(state, unit) and refuse_attach(state, side, action) is None:
            yield action


def detachments(state: State, number: int) -> Iterator[act.Detach]:
    """Places round its unit that a list offers a stand that detaches."""
    stand = state.stands[number]
    if stand.unit == NONE:
        return
    for x, y in beside(footprint(state, stand.unit)):
        action = act.Detach(number, x, y)
        if refuse_detach(state, stand.side, action) is None:
            yield action


def beside(shape: Footprint) -> Iterator[tuple[int, int]]:
    """Centres of stands that just touch a unit, along each of its sides."""
    away = COMMAND_STAND_DIAMETER // 2 + 1
    for number, side in enumerate(SIDES):
        sine, cosine = DIRECTIONS[(shape.bearing + number * FULL // len(SIDES)) % FULL]
        for place in range(PLACES_A_SIDE):
            x, y = edge_point(shape, side, side_length(shape, side) * place // (PLACES_A_SIDE - 1))
            yield to_place((x + 2 * away * sine, y + 2 * away * cosine))


def attach(play: Play, action: act.Attach) -> None:
    """MN-CMD-31, 33."""
    play.tell(happened.StandAttached(stand=action.stand, unit=action.unit))


def detach(play: Play, action: act.Detach) -> None:
    """A stand that only its unit kept is lost as it leaves it (MN-CMD-46)."""
    play.tell(happened.StandPlaced(stand=action.stand, x=action.x, y=action.y, how="detached"))
    losing.settle(play)
