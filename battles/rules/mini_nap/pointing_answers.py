"""What answers, shots, combats and break-throughs point at (``Aim``)."""

from collections.abc import Callable
from typing import Any

from battles.engine.pointing import Aim
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import onward
from battles.rules.mini_nap import pointing_keys as keys
from battles.rules.mini_nap import pointing_words as how
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.engaged import waiting_groups
from battles.rules.mini_nap.foreseeing import actor_side, foreseen
from battles.rules.mini_nap.frames import Combat, Contact, Course, Frame, Naming, Onward, Shot, StandCourse
from battles.rules.mini_nap.state import State, Unit


def _top(state: State, kind: type[Any]) -> Any:
    """What goes on now, if it is of that kind."""
    frame: Frame | None = state.stack[-1] if state.stack else None
    return frame if isinstance(frame, kind) else None


def _foreseen(state: State, number: int, action: Any) -> Unit:
    """A unit after an action of it, as far as no dice decide it; as it stands where it may not do it."""
    side = actor_side(state, action)
    return (foreseen(state, side, action) if side else state).units[number]


def _led(state: State, number: int, action: Any, targets: tuple[str, ...], words: str) -> Aim:
    """An action of a unit that leads it somewhere."""
    if not keys.unit_key(state, number):
        return Aim("")
    last = _foreseen(state, number, action)
    gone = last.where != "table"
    areas = () if gone else keys.spots(state, (last.x, last.y))
    return Aim(keys.unit_key(state, number), (), areas, targets, keys.turn_of(state.units[number], last), words)


def opportunity(state: State, action: act.OpportunityCharge) -> Aim:
    """A charge at the unit that is on its way (MN-REACT-60, 70)."""
    frame = _top(state, Course)
    targets = keys.targets(state, frame.unit) if frame else ()
    over = f" over {action.bridge}" if action.bridge else ""
    words = f"charge{over} after {say.cm(action.at)} of its way, facing {say.degrees(action.facing)}"
    return _led(state, action.unit, action, targets, words)


def go_on(state: State, action: act.GoOn) -> Aim:
    """How far a unit goes on that the enemy has tried in vain to charge (MN-RULING-69)."""
    frame = _top(state, Onward)
    words = f"go on {say.cm(action.travel)}" if action.travel else "stop here"
    if frame is None:
        return Aim("", how=words)
    there = onward.stopped(state, onward.course_of(state), action.travel)
    turn = keys.turn_of(state.units[frame.unit], there)
    return Aim(keys.unit_key(state, frame.unit), (), keys.spots(state, (there.x, there.y)), (), turn, words)


def name_defender(state: State, action: act.NameDefender) -> Aim:
    """MNT-BRIDGE-03."""
    frame = _top(state, Naming)
    targets = keys.targets(state, frame.unit) if frame else ()
    return Aim("", (), keys.here(state, action.unit), targets, how="defend the bridge")


def answer(words: str) -> Callable[[State, Any], Aim]:
    """An answer of the unit that a contact asks, directed against the other; it stays where it is."""

    def made(state: State, action: Any) -> Aim:
        frame = _top(state, Contact)
        if frame is None:
            return Aim("", how=words)
        unit, enemy = frame.target, frame.charger
        if frame.stage in ("feint", "feint_back"):
            unit, enemy = enemy, unit
        return Aim(keys.unit_key(state, unit), (), keys.here(state, unit), keys.targets(state, enemy), how=words)

    return made


def escape(word: str) -> Callable[[State, Any], Aim]:
    """A flight of the unit that was charged, away from its charger."""

    def made(state: State, action: act.FallBack | act.Flee) -> Aim:
        frame = _top(state, Contact)
        words = f"{word} {say.cm(action.travel)}{', facing about' if action.turn else ''}"
        return _led(state, frame.target, action, (), words) if frame else Aim("", how=words)

    return made


def feint_back(state: State, action: act.FeintBack) -> Aim:
    """MN-REACT-51."""
    frame = _top(state, Contact)
    words = f"ride back {say.cm(action.travel)}, then face {say.degrees(action.facing)}"
    return _led(state, frame.charger, action, (), words) if frame else Aim("", how=words)


def flee_to_square(state: State, action: act.FleeToSquare) -> Aim:
    """MN-REACT-31."""
    frame = _top(state, Contact)
    targets = keys.targets(state, action.square)
    return Aim(keys.unit_key(state, frame.target) if frame else "", (), (), targets, how="the crew flees to it")


def square(state: State, action: act.EmergencySquare) -> Aim:
    """MN-REACT-41."""
    return answer(f"square on the {action.anchor} stand")(state, action)


def nearby(state: State, action: act.NearbySquares) -> Aim:
    """MN-REACT-41: the side as a whole, since several units try."""
    return Aim("", (), keys.where(state, (each.unit for each in action.tries)), how=how.tries(state, action))


def evade(state: State, action: act.EvadeStand) -> Aim:
    """MN-CMD-42."""
    frame = _top(state, StandCourse)
    actor = keys.stand_key(state, frame.stand) if frame else ""
    return Aim(actor, (), keys.spots(state, (action.x, action.y)), how="evade")


# Fire, combat and break-through


def _face(face: str) -> str:
    return f"from its {face} face" if face else ""


def fire(state: State, action: act.Fire) -> Aim:
    """MN-FIRE-10."""
    return Aim(
        keys.unit_key(state, action.unit), (), (), keys.targets(state, action.target), how=_face(action.face) or "fire"
    )


def fire_structure(state: State, action: act.FireStructure) -> Aim:
    """MNT-STRUCT-02."""
    return Aim(keys.unit_key(state, action.unit), (), keys.feature(state, action.structure), how="fire")


def suppress(state: State, action: act.Suppress) -> Aim:
    """MN-FIRE-61."""
    return Aim(keys.unit_key(state, action.unit), (), (), keys.targets(state, *action.batteries), how="suppress")


def return_fire(state: State, action: act.ReturnFire) -> Aim:
    """MN-FIRE-50, 53."""
    frame = _top(state, Shot)
    targets = keys.targets(state, frame.unit) if frame else ()
    return Aim(keys.unit_key(state, action.unit), (), (), targets, how=_face(action.face) or "return fire")


def against(word: str) -> Callable[[State, Any], Aim]:
    """A way into contact with an enemy after a turn."""

    def made(state: State, action: act.Join | act.BreakSquare) -> Aim:
        words = f"{word}, facing {say.degrees(action.facing)}"
        return _led(state, action.unit, action, keys.targets(state, action.enemy), words)

    return made


def break_charge(state: State, action: act.BreakCharge) -> Aim:
    """MN-BREAK-08."""
    words = f"charge, facing {say.degrees(action.facing)}"
    return _led(state, action.unit, action, keys.targets(state, action.target), words)


def rally(word: str) -> Callable[[State, Any], Aim]:
    """MN-BREAK-05, 07."""
    return lambda state, action: _led(state, action.unit, action, (), f"{word} {say.cm(action.travel)}")


def stop(state: State, action: act.StopAndRally) -> Aim:
    """MN-BREAK-06."""
    return _led(state, action.unit, action, (), f"stop and rally, facing {say.degrees(action.facing)}")


def group(state: State, action: act.ChooseGroup) -> Aim:
    """MN-RULING-32: a combat of several."""
    frame = _top(state, Combat)
    groups = waiting_groups(state, frame) if frame else ()
    if action.group >= len(groups):
        return Aim("")
    units = dict.fromkeys(number for pair in groups[action.group].pairs for number in pair)
    return Aim("", (), keys.where(state, units), how=f"combat of {say.units(state, units)}")
