"""Actor and target of each action on the board."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.forecast import Aim
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.combat.combatants import waiting_groups
from battles.rules.mini_nap.decisions import (
    Change,
    Combat,
    Contact,
    DefenderChoice,
    Frame,
    MoveContinuation,
    MoveInProgress,
    Shot,
    StandEvasion,
)
from battles.rules.mini_nap.hidden import View, state_from_view
from battles.rules.mini_nap.movement import progress
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import FORMATIONS
from battles.rules.mini_nap.ui import keys, preview
from battles.rules.mini_nap.ui.preview import actor_side, preview_state
from battles.rules.mini_nap.words import names as say


def manoeuvre(action: act.Manoeuvre) -> str:
    """A manoeuvre in words, step by step."""
    parts = [*(["stop defending"] if action.leave else []), *_steps(action.before)]
    if action.move is not None:
        parts.append(_MOVES[type(action.move)](action.move))
    after = list(_steps(action.after))
    parts += [f"then {after[0]}", *after[1:]] if after else []
    return ", ".join([*parts, *([f"defend {action.defend}"] if action.defend else [])])


def _steps(pre: act.FreeSteps) -> Iterator[str]:
    turn = "about-face" if pre.about_face else "" if pre.pivot is None else f"turn to {say.degrees(pre.pivot)}"
    change = "" if pre.change is None else change_words(pre.change)
    yield from filter(None, (change, turn) if pre.change_first else (turn, change))


def change_words(change: Change) -> str:
    """A formation change: the formation, the stand that stays, and the side of it."""
    word = FORMATIONS[change.to].word
    if change.bearing is not None:
        return f"form {word} facing {say.degrees(change.bearing)}"
    side = f", the other to the {change.side}" if change.side else ""
    return f"form {word} on the {change.anchor} stand{side}" if change.anchor else f"form {word}"


def _oblique(move: act.Oblique) -> str:
    ahead, aside = f"{cm(move.ahead)} ahead", f"{cm(move.aside)} {move.side}"
    return f"obliquely {aside}, {ahead}" if move.aside_first else f"obliquely {ahead}, {aside}"


def _along(move: act.RoadMove) -> str:
    return f"{cm(move.travel)} along {move.road}{' backwards' if move.back else ''}"


_MOVES: Final[dict[type[Any], Any]] = {
    act.Advance: lambda move: f"advance {cm(move.travel)}",
    act.SideStep: lambda move: f"side-step {cm(move.travel)} {move.side}",
    act.StepBack: lambda move: f"step back {cm(move.travel)}",
    act.Oblique: _oblique,
    act.Inch: lambda move: f"inch {cm(move.travel)} to {say.degrees(move.bearing)}",
    act.Prolong: lambda move: f"prolong {cm(move.travel)}{' back' if move.back else ''}",
    act.Redeploy: lambda move: f"redeploy {cm(move.travel)} to {say.degrees(move.bearing)}",
    act.RoadMove: _along,
    act.CrossBridge: lambda move: f"cross {move.bridge}",
    act.Charge: lambda move: f"charge over {move.bridge}" if move.bridge else "charge",
    act.ExtendedCharge: lambda move: "charge with an extension",
}


def shares(state: State, action: act.Allot) -> str:
    """Strength points by unit and enemy."""
    unit_count = len(state.units)
    shown = [each for each in action.shares if max(each.unit, each.enemy) < unit_count]
    units = dict.fromkeys(each.unit for each in shown)
    return "; ".join(
        f"{say.unit(state, unit)} "
        + say.joined(f"{each.points} on {say.unit(state, each.enemy)}" for each in shown if each.unit == unit)
        for unit in units
    )


def tries(state: State, action: act.NearbySquares) -> str:
    """The infantry that tries for squares, in its order."""
    shown = [each for each in action.tries if each.unit < len(state.units)]
    return say.joined(f"{say.unit(state, each.unit)} on the {each.anchor} stand" for each in shown) or "no squares"


def _top(state: State, kind: type[Any]) -> Any:
    """The current pending decision, if it is of that kind."""
    frame: Frame | None = state.stack[-1] if state.stack else None
    return frame if isinstance(frame, kind) else None


def _unit_after(state: State, number: int, action: Any) -> Unit:
    """A unit after its action, up to the first die; unchanged if the action is not allowed."""
    side = actor_side(state, action)
    return (preview_state(state, side, action) if side else state).units[number]


def _unit_target(state: State, number: int, action: Any, targets: tuple[str, ...], words: str) -> Aim:
    """The target of an action that moves a unit."""
    if not keys.unit_key(state, number):
        return Aim("")
    last = _unit_after(state, number, action)
    removed = last.where != "table"
    areas = () if removed else keys.spots(state, (last.x, last.y))
    return Aim(keys.unit_key(state, number), (), areas, targets, keys.turn_of(state.units[number], last), words)


def opportunity(state: State, action: act.OpportunityCharge) -> Aim:
    """A charge at the moving unit (MN-REACT-60, MN-REACT-70)."""
    frame = _top(state, MoveInProgress)
    targets = keys.targets(state, frame.unit) if frame else ()
    over = f" over {action.bridge}" if action.bridge else ""
    words = f"charge{over} after {say.cm(action.at)} of its move, facing {say.degrees(action.facing)}"
    return _unit_target(state, action.unit, action, targets, words)


def go_on(state: State, action: act.GoOn) -> Aim:
    """How far a unit continues after a failed charge against it (MN-RULING-69)."""
    frame = _top(state, MoveContinuation)
    words = f"continue {say.cm(action.travel)}" if action.travel else "stop here"
    if frame is None:
        return Aim("", how=words)
    there = progress.after_stop(state, progress.move_awaiting_answer(state), action.travel)
    turn = keys.turn_of(state.units[frame.unit], there)
    return Aim(keys.unit_key(state, frame.unit), (), keys.spots(state, (there.x, there.y)), (), turn, words)


def name_defender(state: State, action: act.NameDefender) -> Aim:
    """MNT-BRIDGE-03."""
    frame = _top(state, DefenderChoice)
    targets = keys.targets(state, frame.unit) if frame else ()
    return Aim("", (), keys.here(state, action.unit), targets, how="defend the bridge")


def answer(words: str) -> Callable[[State, Any], Aim]:
    """An answer in a contact, made in place against the other unit."""

    def target(state: State, action: Any) -> Aim:
        frame = _top(state, Contact)
        if frame is None:
            return Aim("", how=words)
        unit, enemy = frame.target, frame.charger
        if frame.stage in ("feint", "feint_back"):
            unit, enemy = enemy, unit
        return Aim(keys.unit_key(state, unit), (), keys.here(state, unit), keys.targets(state, enemy), how=words)

    return target


def escape(word: str) -> Callable[[State, Any], Aim]:
    """A flight of the charged unit from its charger."""

    def target(state: State, action: act.FallBack | act.Flee) -> Aim:
        frame = _top(state, Contact)
        words = f"{word} {say.cm(action.travel)}{', facing about' if action.turn else ''}"
        return _unit_target(state, frame.target, action, (), words) if frame else Aim("", how=words)

    return target


def feint_back(state: State, action: act.FeintBack) -> Aim:
    """MN-REACT-51."""
    frame = _top(state, Contact)
    words = f"ride back {say.cm(action.travel)}, then face {say.degrees(action.facing)}"
    return _unit_target(state, frame.charger, action, (), words) if frame else Aim("", how=words)


def flee_to_square(state: State, action: act.FleeToSquare) -> Aim:
    """MN-REACT-31."""
    frame = _top(state, Contact)
    targets = keys.targets(state, action.square)
    return Aim(keys.unit_key(state, frame.target) if frame else "", (), (), targets, how="the crew flees to it")


def square(state: State, action: act.EmergencySquare) -> Aim:
    """MN-REACT-41."""
    return answer(f"form square on the {action.anchor} stand")(state, action)


def nearby(state: State, action: act.NearbySquares) -> Aim:
    """MN-REACT-41. The side is the actor, because several units may try."""
    return Aim("", (), keys.where(state, (each.unit for each in action.tries)), how=tries(state, action))


def evade(state: State, action: act.EvadeStand) -> Aim:
    """MN-CMD-42."""
    frame = _top(state, StandEvasion)
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
    """MN-FIRE-50, MN-FIRE-53."""
    frame = _top(state, Shot)
    targets = keys.targets(state, frame.unit) if frame else ()
    return Aim(keys.unit_key(state, action.unit), (), (), targets, how=_face(action.face) or "return fire")


def against(word: str) -> Callable[[State, Any], Aim]:
    """A turn and a move into contact with an enemy."""

    def target(state: State, action: act.Join | act.BreakSquare) -> Aim:
        words = f"{word}, facing {say.degrees(action.facing)}"
        return _unit_target(state, action.unit, action, keys.targets(state, action.enemy), words)

    return target


def break_charge(state: State, action: act.BreakCharge) -> Aim:
    """MN-BREAK-08."""
    over = f" over {action.bridge}" if action.bridge else ""
    words = f"charge{over}, facing {say.degrees(action.facing)}"
    aim = _unit_target(state, action.unit, action, keys.targets(state, action.target), words)
    return replace(aim, areas=(*keys.feature(state, action.bridge), *aim.areas)) if action.bridge else aim


def rally(word: str) -> Callable[[State, Any], Aim]:
    """MN-BREAK-05, MN-BREAK-07."""
    return lambda state, action: _unit_target(state, action.unit, action, (), f"{word} {say.cm(action.travel)}")


def stop(state: State, action: act.StopAndRally) -> Aim:
    """MN-BREAK-06."""
    return _unit_target(state, action.unit, action, (), f"stop and rally, facing {say.degrees(action.facing)}")


def group(state: State, action: act.ChooseGroup) -> Aim:
    """MN-RULING-32: the combat to fight next."""
    frame = _top(state, Combat)
    groups = waiting_groups(state, frame) if frame else ()
    if action.group >= len(groups):
        return Aim("")
    units = dict.fromkeys(number for pair in groups[action.group].pairs for number in pair)
    return Aim("", (), keys.where(state, units), how=f"combat of {say.units(state, units)}")


def action_target(seen: View, action: Any) -> Aim:
    """Actor and target of ``action`` in ``seen``.

    The target of a charge is the charged unit, of an answer the enemy unit that it answers. An action of a whole
    Brigade or Division leads to the places of its units.
    """
    return action_target_in(state_from_view(seen), action)


def action_target_in(state: State, action: Any) -> Aim:
    """Actor and target of ``action`` in ``state``."""
    target_of = _TARGETS.get(type(action))
    return target_of(state, action) if target_of else Aim("")


# Before the first Turn, choosing and command


def _deploy(state: State, action: act.Deploy) -> Aim:
    words = say.in_formation(action.formation)
    spots = keys.spots(state, (action.x, action.y))
    return Aim(keys.unit_key(state, action.unit), (), spots, turn=action.facing, how=words)


def _stand_at(state: State, action: act.DeployStand | act.Detach) -> Aim:
    words = "detach" if isinstance(action, act.Detach) else ""
    return Aim(keys.stand_key(state, action.stand), (), keys.spots(state, (action.x, action.y)), how=words)


def _on_the_spot(words: str) -> Callable[[State, Any], Aim]:
    """An action of a unit in its place."""
    return lambda state, action: Aim(keys.unit_key(state, action.unit), (), keys.here(state, action.unit), how=words)


def _brigade(state: State, action: act.ChooseBrigade) -> Aim:
    number = action.brigade
    if number >= len(state.brigades):
        return Aim("")
    own_units = (place for place, unit in enumerate(state.units) if unit.brigade == number)
    own = state.brigades[number]
    words = f"{say.brigade(state, number)}, {say.division(state, own.division)}"
    alike = [each for each in state.brigades if (each.name, each.division) == (own.name, own.division)]
    return Aim("", (), keys.where(state, own_units), how=f"{words}, #{number}" if len(alike) > 1 else words)


def _division(state: State, action: act.DivisionManoeuvre) -> Aim:
    number = action.division
    if number >= len(state.divisions):
        return Aim("")
    own_units = (place for place, unit in enumerate(state.units) if state.brigades[unit.brigade].division == number)
    own = state.divisions[number]
    words = f"{say.division(state, number)}, {state.corps[own.corps].name}"
    alike = [each for each in state.divisions if (each.name, each.corps) == (own.name, own.corps)]
    return Aim("", (), keys.where(state, own_units), how=f"{words}, #{number}" if len(alike) > 1 else words)


def _move_stand(state: State, action: act.MoveStand) -> Aim:
    words = "" if len(action.points) == 1 else f"via {say.count(len(action.points) - 1, 'point')}"
    return Aim(keys.stand_key(state, action.stand), (), keys.spots(state, *action.points), how=words)


def _attach(state: State, action: act.Attach) -> Aim:
    spots, targets = keys.here(state, action.unit), keys.targets(state, action.unit)
    return Aim(keys.stand_key(state, action.stand), (), spots, targets, how="attach")


def _retreat(state: State, action: act.Retreat) -> Aim:
    words = "retreat, without its command stand" if action.leave_stand else "retreat"
    return Aim(keys.unit_key(state, action.unit), (), keys.here(state, action.unit), how=words)


def _reman(state: State, action: act.Reman) -> Aim:
    return Aim(keys.unit_key(state, action.battery), (), keys.here(state, action.battery), how="man the guns again")


# Manoeuvre


def _manoeuvre(state: State, action: act.Manoeuvre) -> Aim:
    key = keys.unit_key(state, action.unit)
    if not key:
        return Aim("")
    unit = state.units[action.unit]
    last = preview.after_manoeuvre(state, action)
    move, areas = action.move, keys.spots(state, (last.x, last.y))
    targets = keys.targets(state, move.target) if isinstance(move, act.Charge | act.ExtendedCharge) else ()
    if isinstance(move, act.CrossBridge) or (isinstance(move, act.Charge) and move.bridge):
        areas = (*keys.feature(state, move.bridge), *areas)
    if action.defend:
        areas = (*areas, *keys.feature(state, action.defend))
    return Aim(key, (), areas, targets, keys.turn_of(unit, last), manoeuvre(action))


def _of_side(words: str) -> Callable[[State, Any], Aim]:
    return lambda state, action: Aim("", how=words)


_TARGETS: Final[dict[type[Any], Callable[[State, Any], Aim]]] = {
    act.ChooseEdge: lambda state, action: Aim("", how=f"{action.edge} edge"),
    act.Deploy: _deploy,
    act.DeployStand: _stand_at,
    act.Withhold: _on_the_spot("keep off the table"),
    act.ChooseBrigade: _brigade,
    act.DivisionManoeuvre: _division,
    act.MoveStand: _move_stand,
    act.Attach: _attach,
    act.Detach: _stand_at,
    act.Done: _of_side("finish"),
    act.Manoeuvre: _manoeuvre,
    act.Pass: _of_side("pass"),
    act.OpportunityCharge: opportunity,
    act.GoOn: go_on,
    act.NameDefender: name_defender,
    act.Stay: answer("stand and fight"),
    act.FallBack: escape("fall back"),
    act.LimberAndFlee: answer("limber up and flee"),
    act.Flee: escape("flee"),
    act.FleeToSquare: flee_to_square,
    act.EmergencySquare: square,
    act.NearbySquares: nearby,
    act.Feint: answer("feint"),
    act.FeintBack: feint_back,
    act.EvadeStand: evade,
    act.Fire: fire,
    act.FireStructure: fire_structure,
    act.Suppress: suppress,
    act.ReturnFire: return_fire,
    act.Join: against("join in"),
    act.BreakSquare: against("break out of square"),
    act.ChooseGroup: group,
    act.Allot: lambda state, action: Aim("", how=shares(state, action)),
    act.RallyBack: rally("rally back"),
    act.StopAndRally: stop,
    act.RallyForward: rally("rally forward"),
    act.BreakCharge: break_charge,
    act.Retreat: _retreat,
    act.Reman: _reman,
}
"""The target of each kind of action."""
