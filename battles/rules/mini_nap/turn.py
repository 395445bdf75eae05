"""The turn: deciders, legal actions, refusals, and actions allowed at any time (section 5.2, MN-RETREAT)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, Final

from battles.engine.core import Option, Refusal, SideId
from battles.engine.dice import Dice
from battles.engine.words import refused
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import break_through, contact, joiners, losses, melee
from battles.rules.mini_nap.combat.combatants import is_fighting, waiting_groups
from battles.rules.mini_nap.combat.losses import mark_break_through
from battles.rules.mini_nap.command import commanders, evasion, initiative, movement
from battles.rules.mini_nap.command.commanders import check_command, is_chosen
from battles.rules.mini_nap.command.evasion import is_free_for_stand
from battles.rules.mini_nap.decisions import Combat, Joining
from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.fire import firing_phase
from battles.rules.mini_nap.movement import manoeuvre, progress
from battles.rules.mini_nap.positions import enemies_in_contact, footprint, on_table
from battles.rules.mini_nap.resolution import Handler, OptionLister, Resolution, current_kind
from battles.rules.mini_nap.setup import deployment
from battles.rules.mini_nap.state import NONE, State, Step
from battles.rules.mini_nap.terrain import roads


def refuse_retreat(state: State, side: SideId, action: act.Retreat) -> Refusal | None:
    """Why a unit may not retreat now; None if it may (MN-RETREAT-02, MN-RETREAT-03, MN-RETREAT-04)."""
    if action.unit >= len(state.units):
        return Refusal("no_such", "MN-RETREAT-01", f"There is no unit {action.unit}.")
    unit = state.units[action.unit]
    if unit.side != side:
        return refused("not_yours", "MN-RETREAT-01", unit.name, "belongs", "to the enemy.")
    if unit.where != "table":
        return refused("gone", "MN-RETREAT-01", unit.name, "is", "not on the table.")
    if unit.crew_in != NONE:
        return refused("not_for_kind", "MN-REACT-35", unit.name, "is", "abandoned and cannot retreat.")
    if unit.charged:
        return refused("done_already", "MN-RETREAT-02", unit.name, "has", "charged in this initiative.")
    if unit.fired and is_chosen(state, action.unit):
        return refused("done_already", "MN-RETREAT-02", unit.name, "has", "fired in this initiative.")
    if not state.setup.rules.options.retreat_from_contact and enemies_in_contact(state, action.unit):
        return refused("locked", "MN-RULING-56", unit.name, "is", "in contact with the enemy.")
    if check_command(state, action.unit) == "out":
        return refused("out_of_reach", "MN-RETREAT-02", unit.name, "is", "not in command.")
    if action.leave_stand and _attached_stand(state, action.unit) == NONE:
        return Refusal("not_needed", "MN-RETREAT-04", f"No command stand is attached to {unit.name}.")
    return None


def retreat_options(state: State, side: SideId) -> Iterator[Option]:
    """Every unit of a side that may retreat, with its Brigade stand or without it."""
    for number in on_table(state, side):
        retreats = [act.Retreat(number)]
        if _attached_stand(state, number) != NONE:
            retreats.append(act.Retreat(number, leave_stand=True))
        if refuse_retreat(state, side, retreats[0]) is None:
            yield Option("retreat", f"unit {number}", tuple(retreats), seldom=True)


def retreat_unit(play: Resolution, action: act.Retreat) -> None:
    """Remove the unit; enemies that touched no other unit break through (MN-RETREAT-03, MN-RULING-31)."""
    state = play.state
    foes = enemies_in_contact(state, action.unit)
    if action.leave_stand:
        _leave_stand(play, _attached_stand(state, action.unit))
    losses.remove_units(play, (action.unit,), "retreated", "MN-RETREAT-01")
    for foe in foes:
        mark_break_through(play, foe, "MN-BREAK-02")


def _attached_stand(state: State, unit: int) -> int:
    """The stand that is attached to a unit, or NONE."""
    return next((number for number, stand in enumerate(state.stands) if stand.unit == unit), NONE)


def _leave_stand(play: Resolution, number: int) -> None:
    """Place a stand that stays behind where its unit was, or touching that place (MN-RETREAT-04)."""
    leaving = play.state.stands[number].unit
    unit = play.unit(leaving)
    without = unit_with(play.state, leaving, where="retreated")
    for x, y in ((unit.x, unit.y), *commanders.places_beside(footprint(play.state, leaving))):
        if is_free_for_stand(without, number, x, y):
            play.tell(happened.StandPlaced(stand=number, x=x, y=y, how="detached"))
            return


INTERRUPTS: Final = (act.MoveStand, act.Retreat)
INITIATIVE_STEPS: Final[frozenset[Step]] = frozenset(
    {"choose", "command", "manoeuvre", "fire", "hand_to_hand", "break_active", "break_passive", "end"}
)
"""The initiative, ST-05 to ST-16."""

PAUSE_STEPS: Final[frozenset[Step]] = frozenset({"manoeuvre", "fire", "break_active", "end"})
"""Steps in which the active side may retreat units even if it has nothing else to do. It always decides in ``command``,
and in ``choose`` while there is a Brigade to choose (MN-RULING-73)."""


def can_move_stands(state: State, side: SideId) -> bool:
    """True if ``side`` may move its Corps stand now: in its initiative, with an empty stack."""
    return side == state.active and state.step in INITIATIVE_STEPS and not state.stack


def can_retreat_units(state: State, side: SideId) -> bool:
    """True if ``side`` may retreat units now, also while combats are joined and chosen (MN-RETREAT-01)."""
    if side != state.active or state.step not in INITIATIVE_STEPS:
        return False
    frame = state.stack[-1] if state.stack else None
    return frame is None or isinstance(frame, Joining) or (isinstance(frame, Combat) and frame.group is None)


def pauses_for_retreats(state: State) -> bool:
    """True if the active side decides here only about retreats: no step is skipped while one is legal.

    The stages of joining in are one step, which begins with the first stage; each combat is chosen, even if it is the
    only one (ST-12, ST-13).
    """
    return _is_pause(state) and next(retreat_options(state, state.active), None) is not None


def _is_pause(state: State) -> bool:
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, Joining):
        return frame.stage == 1 and is_fighting(state)
    if isinstance(frame, Combat):
        return frame.group is None and bool(waiting_groups(state, frame))
    return frame is None and state.step in PAUSE_STEPS


def first_interrupts(state: State, side: SideId) -> Iterator[Option]:
    """Interrupts that make a decision real where everything else has one answer: any retreat, any stand move."""
    if can_retreat_units(state, side):
        yield from retreat_options(state, side)
    yield from first_stand_moves(state, side)


def first_stand_moves(state: State, side: SideId) -> Iterator[Option]:
    """One destination for every stand that may move."""
    if can_move_stands(state, side):
        yield from movement.first_places(state, side)


def interrupt_options(state: State, side: SideId) -> Iterator[Option]:
    """All retreats and moves of stands."""
    if can_move_stands(state, side):
        yield from movement.move_options(state, side)
    if can_retreat_units(state, side):
        yield from retreat_options(state, side)


def refuse_interrupt(state: State, side: SideId, action: Any) -> Refusal | None:
    """Why an interrupt is not legal now; None if it is."""
    if isinstance(action, act.Retreat):
        if can_retreat_units(state, side):
            return refuse_retreat(state, side, action)
        why = "Units may retreat only in their side's initiative, and not during a movement, a shot or a combat."
        return Refusal("wrong_phase", "MN-RETREAT-01", why)
    if can_move_stands(state, side):
        return movement.refuse_move(state, side, action)
    why = "Command stands move only in their side's initiative, while no move, shot or combat is under way."
    return Refusal("wrong_phase", "MN-CMD-01", why)


def perform_interrupt(play: Resolution, action: Any) -> None:
    """Carry out a retreat or the move of a stand."""
    if isinstance(action, act.Retreat):
        retreat_unit(play, action)
    else:
        movement.move_stand(play, action)


HANDLERS: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "edges": deployment.EDGES,
        "deployment": deployment.DEPLOYMENT,
        "arrival": deployment.ARRIVAL,
        "choose": initiative.CHOICE,
        "command": commanders.COMMAND_STEP,
        "manoeuvre": manoeuvre.PHASE,
        "fire": firing_phase.PHASE,
        "hand_to_hand": melee.PHASE,
        "break_active": break_through.PHASE,
        "break_passive": break_through.PHASE,
        "end": initiative.END,
        "course": manoeuvre.MOVE,
        "onward": progress.CONTINUATION,
        "naming": roads.DEFENDER_CHOICE,
        "contact": contact.CONTACT,
        "stand_course": evasion.STAND_EVASION,
        "shot": firing_phase.SHOT,
        "joining": joiners.JOINING,
        "combat": melee.COMBAT,
        "breaking": break_through.BREAK_THROUGH_MOVE,
    }
)
"""Handlers by the name of a step or the kind of a frame."""


def current_handler(state: State) -> Handler:
    """The handler of the present frame or step."""
    return HANDLERS[current_kind(state)]


_MOST_REMEMBERED: Final = 8
_recent_deciders: dict[int, tuple[State, tuple[SideId, ...]]] = {}
"""Deciders of recent states, by identity: every action asks for them several times."""


def deciders(state: State) -> tuple[SideId, ...]:
    """The sides that have a decision to make; none while work remains or when the battle is over."""
    remembered = _recent_deciders.get(id(state))
    if remembered is not None and remembered[0] is state:
        return remembered[1]
    sides = () if state.outcome is not None else _find_deciders(state)
    if len(_recent_deciders) >= _MOST_REMEMBERED:
        _recent_deciders.pop(next(iter(_recent_deciders)), None)
    _recent_deciders[id(state)] = state, sides
    return sides


def _find_deciders(state: State) -> tuple[SideId, ...]:
    """The sides that the present frame asks, or the active side if only retreats remain (MN-RETREAT-01)."""
    own = current_handler(state).deciders(state)
    return own if own or not pauses_for_retreats(state) else (state.active,)


def advance(play: Resolution, options: OptionLister) -> None:
    """Continue until a side has a choice of more than one action; a single action is taken at once (5.5)."""
    while play.state.outcome is None:
        state = play.state
        sides = deciders(state)
        if not sides:
            current_handler(state).proceed(play)
            continue
        forced = None
        for side in sides:
            legal = options(state, side)
            if len(legal) != 1 or not legal[0].complete or len(legal[0].actions) != 1:
                return
            forced = side, legal[0].actions[0]
        if forced is None:
            return
        current_handler(state).perform(play, *forced)


BEGIN_RULE = "MN-SEQ-03"


def begin(state: State, dice: Dice) -> Resolution:
    """Carry out everything before the first decision."""
    play = Resolution(state, dice)
    deployment.begin_battle(play)
    advance(play, first_options)
    return play


def options(state: State, side: SideId) -> tuple[Option, ...]:
    """All legal actions of ``side``; empty if it has no decision to make."""
    if side not in deciders(state):
        return ()
    return (*current_handler(state).options(state, side), *interrupt_options(state, side))


def first_options(state: State, side: SideId) -> tuple[Option, ...]:
    """Enough of the legal actions to see whether there is a real choice."""
    handler = current_handler(state)
    return _up_to_second_action(chain((handler.real or handler.options)(state, side), first_interrupts(state, side)))


def only_action_without_retreats(state: State, side: SideId) -> Any | None:
    """The one action that ``side`` has if it retreats no unit; None if there are several (MN-RULING-184).

    The side always chooses its Brigade itself.
    """
    if state.step == "choose" or side not in deciders(state) or not can_retreat_units(state, side):
        return None
    handler = current_handler(state)
    own: Iterable[Option] = (handler.real or handler.options)(state, side)
    if side in handler.deciders(state):
        own = chain(own, first_stand_moves(state, side))
    first_two = _up_to_second_action(own)
    return first_two[0].actions[0] if len(first_two) == 1 and _is_one(first_two[0]) else None


def _up_to_second_action(options: Iterable[Option]) -> tuple[Option, ...]:
    """The options up to the one that makes more than one action."""
    listed: list[Option] = []
    for option in options:
        listed.append(option)
        if len(listed) > 1 or not _is_one(option):
            break
    return tuple(listed)


def _is_one(option: Option) -> bool:
    return option.complete and len(option.actions) == 1


def refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    """Why ``side`` may not take ``action``; None if it may."""
    if state.outcome is not None:
        return Refusal("over", "MN-RULING-60", "The battle is over.")
    if side not in deciders(state):
        return Refusal("not_deciding", BEGIN_RULE, "The other side decides first.")
    return refuse_decider(state, side, action)


_allowed: list[tuple[State, SideId, Any]] = []
"""The last legal action: its legality is checked again when it is carried out."""


def refuse_decider(state: State, side: SideId, action: Any) -> Refusal | None:
    """Why a side that has to decide may not take this action; None if it may."""
    for legal_state, legal_side, legal_action in _allowed:
        if legal_state is state and legal_action is action and legal_side == side:
            return None
    refusal = _refuse(state, side, action)
    if refusal is None:
        _allowed[:] = [(state, side, action)]
    return refusal


STEP_WORDS: Final[dict[Step, str]] = {
    "edges": "the edges are being chosen",
    "deployment": "the armies are being deployed",
    "arrival": "troops arrive",
    "choose": "a Brigade or Division is being chosen",
    "command": "command stands move",
    "manoeuvre": "units manoeuvre",
    "fire": "units fire",
    "hand_to_hand": "combats are fought",
    "break_active": "units break through",
    "break_passive": "units break through",
    "end": "the initiative ends",
}
"""What happens in each step (MN-SEQ-03)."""


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, INTERRUPTS):
        return refuse_interrupt(state, side, action)
    handler = current_handler(state)
    if not isinstance(action, handler.takes):
        why = "another decision comes first" if state.stack else STEP_WORDS.get(state.step, "another step comes first")
        return Refusal("wrong_phase", BEGIN_RULE, f"That is not possible now: {why}.")
    return handler.refuse(state, side, action)


def decide(state: State, side: SideId, action: Any, dice: Dice) -> Resolution:
    """Carry out a legal action and all that follows, up to the next real choice."""
    play = Resolution(state, dice)
    perform(play, side, action)
    advance(play, first_options)
    return play


def perform(play: Resolution, side: SideId, action: Any) -> None:
    """Carry out a legal action, without what follows."""
    if isinstance(action, INTERRUPTS):
        perform_interrupt(play, action)
    else:
        current_handler(play.state).perform(play, side, action)
