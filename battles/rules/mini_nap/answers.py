"""What may be answered in W2 to W4, listed and refused (section 5.4)."""

from typing import Any

from battles.engine.core import Option, Refusal
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import escaping, feinting, squares
from battles.rules.mini_nap.frames import Contact
from battles.rules.mini_nap.kinds import is_formed, unit_class
from battles.rules.mini_nap.state import State


def free(state: State, number: int) -> bool:
    """Whether a unit may still react: passive, without a blue marker, and not yet agreed to stand (MN-REACT-01, 04)."""
    unit = state.units[number]
    return (
        unit.where == "table"
        and unit.side != state.active
        and not (unit.blue or unit.reacted or unit.idle or unit.stood)
    )


def asked(state: State, frame: Contact) -> bool:
    """Whether the target's owner has anything to answer at this stage."""
    return len(options(state, frame)) > (frame.stage == "answer")


def options(state: State, frame: Contact) -> tuple[Option, ...]:
    """Every answer there is at this stage; where it is a distance, whole steps of it."""
    actor = f"unit {frame.charger if frame.stage.startswith('feint') else frame.target}"
    if frame.stage == "answer":
        return _answers(state, frame, actor)
    if frame.stage == "nearby":
        return _nearby(state, frame)
    if frame.stage == "flight":
        return (Option("flee", actor, tuple(_flights(state, frame, act.Flee)), complete=False),)
    if frame.stage == "feint":
        return (Option("feint", actor, (act.Feint(),)), Option("stay", actor, (act.Stay(),)))
    return (Option("feint_back", actor, tuple(feinting.listed(state, frame)), complete=False),)


def _answers(state: State, frame: Contact, actor: str) -> tuple[Option, ...]:
    found = [Option("stay", actor, (act.Stay(),))]
    if not free(state, frame.target):
        return tuple(found)
    if escaping.may_fall_back(state, frame):
        found.append(Option("fall_back", actor, tuple(_flights(state, frame, act.FallBack)), complete=False))
    if escaping.may_limber(state, frame):
        found.append(Option("limber_and_flee", actor, (act.LimberAndFlee(),)))
    refuges = escaping.refuges(state, frame)
    if refuges:
        found.append(Option("flee_to_square", actor, tuple(act.FleeToSquare(number) for number in refuges)))
    stands = stands_of(state, frame)
    if stands:
        actions = tuple(act.EmergencySquare(anchor) for anchor in stands)  # type: ignore[arg-type]
        found.append(Option("emergency_square", actor, actions))
    return tuple(found)


def stands_of(state: State, frame: Contact) -> tuple[str, ...]:
    """The stands about which the target may try to form square; none where it may not try (MN-REACT-40, 45)."""
    if not squares.threatens(state, frame.charger) or not squares.can_form(state.units[frame.target]):
        return ()
    return squares.anchors(state, frame.target, frame.charger, charged=True)


def _flights(state: State, frame: Contact, kind: type[Any]) -> list[Any]:
    turns = escaping.may_turn(state, frame)
    return [kind(travel, turn) for turn in turns for travel in escaping.distances(state, frame, turn)]


def nearby(state: State, frame: Contact) -> tuple[int, ...]:
    """The infantry nearby that may try for square in this charge (MN-REACT-41)."""
    if not squares.threatens(state, frame.charger) or not _was_foot(state, frame):
        return ()
    return tuple(squares.nearby(state, frame.target, frame.charger))


def _was_foot(state: State, frame: Contact) -> bool:
    """Whether the charge is at formed infantry, in square or not (MN-RULING-38)."""
    unit = state.units[frame.target]
    return unit_class(unit) == "infantry" and is_formed(unit) and unit.side != state.active


def _nearby(state: State, frame: Contact) -> tuple[Option, ...]:
    found = nearby(state, frame)
    if not found:
        return ()
    tries = [act.Anchor(number, squares.anchors(state, number, frame.charger, charged=False)[0]) for number in found]  # type: ignore[arg-type]
    each = [act.NearbySquares((one,)) for one in tries] if len(tries) > 1 else []
    actions = (act.NearbySquares(()), act.NearbySquares(tuple(tries)), *each)
    return (Option("nearby_squares", "", actions, complete=False),)


def refuse(state: State, frame: Contact, action: Any) -> Refusal | None:
    """Why an answer may not be given; None where it may."""
    if isinstance(action, act.NearbySquares):
        return _refuse_nearby(state, frame, action)
    if isinstance(action, act.FallBack | act.Flee):
        return _refuse_flight(state, frame, action)
    if isinstance(action, act.FeintBack):
        if frame.stage != "feint_back":
            return Refusal("wrong_phase", "MN-REACT-51", "Nobody rides back now.")
        return feinting.refuse_back(state, frame, action)
    if any(action in option.actions for option in options(state, frame)):
        return None
    name = state.units[frame.target].name
    return Refusal("not_for_kind", "MN-REACT-05", f"{name} cannot answer the charge so.")


def _refuse_flight(state: State, frame: Contact, action: act.FallBack | act.Flee) -> Refusal | None:
    wanted = "flight" if isinstance(action, act.Flee) else "answer"
    name = state.units[frame.target].name
    if frame.stage != wanted:
        return Refusal("wrong_phase", "MN-REACT-05", f"{name} is not asked that now.")
    if isinstance(action, act.FallBack):
        if not free(state, frame.target):
            return Refusal("done_already", "MN-REACT-01", f"{name} cannot react any more.")
        if not escaping.may_fall_back(state, frame):
            return Refusal("not_for_kind", "MN-REACT-10", f"Only a skirmish line falls back; {name} is none.")
    return escaping.refuse_distance(state, frame, action)


def _refuse_nearby(state: State, frame: Contact, action: act.NearbySquares) -> Refusal | None:
    if frame.stage != "nearby":
        return Refusal("wrong_phase", "MN-REACT-41", "No infantry nearby is asked now.")
    found = nearby(state, frame)
    numbers = [each.unit for each in action.tries]
    if len(set(numbers)) < len(numbers):
        return Refusal("malformed", "MN-REACT-01", "A unit tries once.")
    for each in action.tries:
        if each.unit not in found:
            return Refusal("not_for_kind", "MN-REACT-41", f"Unit {each.unit} is no infantry nearby that may try.")
        if each.anchor not in squares.anchors(state, each.unit, frame.charger, charged=False):
            name = state.units[each.unit].name
            return Refusal("occupied", "MN-REACT-45", f"There is no room for a square of {name} about that stand.")
    return None
