"""What each action points at on the table: who acts, where it leads, whom it is directed against (``Aim``)."""

from collections.abc import Callable
from typing import Any, Final

from battles.engine.pointing import Aim
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import pointing_answers as answers
from battles.rules.mini_nap import pointing_keys as keys
from battles.rules.mini_nap import pointing_words as how
from battles.rules.mini_nap import poses
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.view import View, known


def aim(seen: View, action: Any) -> Aim:
    """What ``action`` points at in ``seen``.

    A charge is directed against the unit that it charges, an answer against the enemy who is answered. What a side
    does with a formation of its army leads to where its units stand.
    """
    return aim_of(known(seen), action)


def aim_of(state: State, action: Any) -> Aim:
    """What ``action`` points at in the position of ``state``."""
    made = _AIMS.get(type(action))
    return made(state, action) if made else Aim("")


# Before the first Turn, choosing and command


def _deploy(state: State, action: act.Deploy) -> Aim:
    words = say.in_formation(action.formation)
    spots = keys.spots(state, (action.x, action.y))
    return Aim(keys.unit_key(state, action.unit), (), spots, turn=action.facing, how=words)


def _stand_at(state: State, action: act.DeployStand | act.Detach) -> Aim:
    words = "detach" if isinstance(action, act.Detach) else ""
    return Aim(keys.stand_key(state, action.stand), (), keys.spots(state, (action.x, action.y)), how=words)


def _on_the_spot(words: str) -> Callable[[State, Any], Aim]:
    """What a unit does where it stands."""
    return lambda state, action: Aim(keys.unit_key(state, action.unit), (), keys.here(state, action.unit), how=words)


def _brigade(state: State, action: act.ChooseBrigade) -> Aim:
    number = action.brigade
    if number >= len(state.brigades):
        return Aim("")
    mine = (place for place, unit in enumerate(state.units) if unit.brigade == number)
    own = state.brigades[number]
    words = f"{say.brigade(state, number)}, {say.division(state, own.division)}"
    alike = [each for each in state.brigades if (each.name, each.division) == (own.name, own.division)]
    return Aim("", (), keys.where(state, mine), how=f"{words}, #{number}" if len(alike) > 1 else words)


def _division(state: State, action: act.DivisionManoeuvre) -> Aim:
    number = action.division
    if number >= len(state.divisions):
        return Aim("")
    mine = (place for place, unit in enumerate(state.units) if state.brigades[unit.brigade].division == number)
    own = state.divisions[number]
    words = f"{say.division(state, number)}, {state.corps[own.corps].name}"
    alike = [each for each in state.divisions if (each.name, each.corps) == (own.name, own.corps)]
    return Aim("", (), keys.where(state, mine), how=f"{words}, #{number}" if len(alike) > 1 else words)


def _move_stand(state: State, action: act.MoveStand) -> Aim:
    words = "" if len(action.points) == 1 else f"by way of {len(action.points) - 1}"
    return Aim(keys.stand_key(state, action.stand), (), keys.spots(state, *action.points), how=words)


def _attach(state: State, action: act.Attach) -> Aim:
    spots, targets = keys.here(state, action.unit), keys.targets(state, action.unit)
    return Aim(keys.stand_key(state, action.stand), (), spots, targets, how="attach")


def _retreat(state: State, action: act.Retreat) -> Aim:
    words = "retreat, the stand stays" if action.leave_stand else "retreat"
    return Aim(keys.unit_key(state, action.unit), (), keys.here(state, action.unit), how=words)


def _reman(state: State, action: act.Reman) -> Aim:
    return Aim(keys.unit_key(state, action.battery), (), keys.here(state, action.battery), how="man the guns again")


# Manoeuvre


def _manoeuvre(state: State, action: act.Manoeuvre) -> Aim:
    key = keys.unit_key(state, action.unit)
    if not key:
        return Aim("")
    unit = state.units[action.unit]
    last = poses.after_manoeuvre(state, action)
    move, areas = action.move, keys.spots(state, (last.x, last.y))
    targets = keys.targets(state, move.target) if isinstance(move, act.Charge | act.ExtendedCharge) else ()
    if isinstance(move, act.CrossBridge) or (isinstance(move, act.Charge) and move.bridge):
        areas = (*keys.feature(state, move.bridge), *areas)
    if action.defend:
        areas = (*areas, *keys.feature(state, action.defend))
    return Aim(key, (), areas, targets, keys.turn_of(unit, last), how.manoeuvre(action))


def _of_side(words: str) -> Callable[[State, Any], Aim]:
    return lambda state, action: Aim("", how=words)


_AIMS: Final[dict[type[Any], Callable[[State, Any], Aim]]] = {
    act.ChooseEdge: lambda state, action: Aim("", how=f"{action.edge} edge"),
    act.Deploy: _deploy,
    act.DeployStand: _stand_at,
    act.Withhold: _on_the_spot("leave out"),
    act.ChooseBrigade: _brigade,
    act.DivisionManoeuvre: _division,
    act.MoveStand: _move_stand,
    act.Attach: _attach,
    act.Detach: _stand_at,
    act.Done: _of_side("finish"),
    act.Manoeuvre: _manoeuvre,
    act.Pass: _of_side("pass"),
    act.OpportunityCharge: answers.opportunity,
    act.GoOn: answers.go_on,
    act.NameDefender: answers.name_defender,
    act.Stay: answers.answer("stand and fight"),
    act.FallBack: answers.escape("fall back"),
    act.LimberAndFlee: answers.answer("limber up and flee"),
    act.Flee: answers.escape("flee"),
    act.FleeToSquare: answers.flee_to_square,
    act.EmergencySquare: answers.square,
    act.NearbySquares: answers.nearby,
    act.Feint: answers.answer("feint"),
    act.FeintBack: answers.feint_back,
    act.EvadeStand: answers.evade,
    act.Fire: answers.fire,
    act.FireStructure: answers.fire_structure,
    act.Suppress: answers.suppress,
    act.ReturnFire: answers.return_fire,
    act.Join: answers.against("join in"),
    act.BreakSquare: answers.against("break out of square"),
    act.ChooseGroup: answers.group,
    act.Allot: lambda state, action: Aim("", how=how.shares(state, action)),
    act.RallyBack: answers.rally("rally back"),
    act.StopAndRally: answers.stop,
    act.RallyForward: answers.rally("rally forward"),
    act.BreakCharge: answers.break_charge,
    act.Retreat: _retreat,
    act.Reman: _reman,
}
"""How each kind of action is pointed."""
