"""Every kind of action as a choice in words, for the side that may take it; equal words are equal actions of a list."""

from collections.abc import Callable
from itertools import groupby
from typing import Any, Final

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap import words_plans
from battles.rules.mini_nap.engaged import waiting_groups
from battles.rules.mini_nap.frames import Combat, Contact, Course, Frame, Group, Onward, Shot, StandCourse
from battles.rules.mini_nap.joining import stage_of
from battles.rules.mini_nap.state import State, Step

_DONE: Final[dict[Step, str]] = {
    "arrival": "nobody else comes on this Turn",
    "command": "finish with the command stands",
    "manoeuvre": "finish the manoeuvres",
    "fire": "finish firing",
    "end": "end the initiative",
}


def _frame(state: State) -> Frame | None:
    return state.stack[-1] if state.stack else None


def _deploy(state: State, action: act.Deploy) -> str:
    where = f"{say.spot((action.x, action.y))}, {say.in_formation(action.formation)}"
    return f"{say.unit(state, action.unit)}: at {where}, facing {say.bearing(action.facing)}"


def _move_stand(state: State, action: act.MoveStand) -> str:
    *by, end = map(say.spot, action.points)
    return f"{say.stand(state, action.stand)}: ride to {end}{f' by way of {say.listed(by)}' if by else ''}"


def _detach(state: State, action: act.Detach) -> str:
    return f"{say.stand(state, action.stand)}: leave his unit for {say.spot((action.x, action.y))}"


def _retreat(state: State, action: act.Retreat) -> str:
    alone = " without its command stand" if action.leave_stand else ""
    return f"{say.unit(state, action.unit)}: leave the field{alone}"


def _pass(state: State, _: act.Pass) -> str:
    frame = _frame(state)
    if isinstance(frame, Course):
        return f"let {say.unit(state, frame.unit)} go on"
    if isinstance(frame, Shot):
        return "suppress nobody" if frame.stage == "suppress" else "fire no more in return"
    return f"no more of {stage_of(state)[1].word} join in" if frame is not None else "do nothing"


def _meet(state: State, action: act.OpportunityCharge) -> str:
    frame = _frame(state)
    mover = say.unit(state, frame.unit) if isinstance(frame, Course) else "the enemy"
    counter = isinstance(frame, Course) and frame.target == action.unit
    verb = "counter-charge" if counter else "charge"
    when = f"when it has come {say.cm(action.at)}" if action.at else "as it starts"
    over = f" over {say.feature(state, action.bridge)}" if action.bridge else ""
    return f"{say.unit(state, action.unit)}: {verb} {mover}{over} {when}, facing {say.bearing(action.facing)}"


def _go_on(state: State, action: act.GoOn) -> str:
    frame = _frame(state)
    who = say.unit(state, frame.unit) if isinstance(frame, Onward) else "the unit"
    return f"{who}: go on {say.cm(action.travel)}" if action.travel else f"{who}: stop here"


def _about(state: State, charger: bool = False) -> str:
    """Whom a contact is about: the unit that is charged, or the one that charges."""
    frame = _frame(state)
    if not isinstance(frame, Contact):
        return "the unit"
    return say.unit(state, frame.charger if charger else frame.target)


def _stay(state: State, _: act.Stay) -> str:
    frame = _frame(state)
    riding = isinstance(frame, Contact) and frame.stage == "feint"
    return f"{_about(state, riding)}: {'fight the square' if riding else 'stand and fight'}"


def _escape(verb: str) -> Callable[[State, Any], str]:
    def told(state: State, action: act.FallBack | act.Flee) -> str:
        about = "face about and " if action.turn else ""
        return f"{_about(state)}: {about}{verb} {say.cm(action.travel)}"

    return told


def _nearby(state: State, action: act.NearbySquares) -> str:
    if not action.tries:
        return "nobody nearby tries to form square"
    each = [f"{say.unit(state, one.unit)} on its {one.anchor} stand" for one in action.tries]
    return f"try to form square: {', then '.join(each)}"


def _evade(state: State, action: act.EvadeStand) -> str:
    frame = _frame(state)
    who = say.stand(state, frame.stand) if isinstance(frame, StandCourse) else "the command stand"
    return f"{who}: evade to {say.spot((action.x, action.y))}"


def _face(face: str) -> str:
    return f" from its {face} face" if face else ""


def _fire(state: State, action: act.Fire) -> str:
    return f"{say.unit(state, action.unit)}: fire at {say.unit(state, action.target)}{_face(action.face)}"


def _return_fire(state: State, action: act.ReturnFire) -> str:
    frame = _frame(state)
    firer = say.unit(state, frame.unit) if isinstance(frame, Shot) else "the firer"
    return f"{say.unit(state, action.unit)}: fire back at {firer}{_face(action.face)}"


def _suppress(state: State, action: act.Suppress) -> str:
    return f"{say.unit(state, action.unit)}: suppress {say.units(state, action.batteries)}"


def _join(state: State, action: act.Join | act.BreakSquare) -> str:
    how = "break out of square against" if isinstance(action, act.BreakSquare) else "join in against"
    facing = say.bearing(action.facing)
    return f"{say.unit(state, action.unit)}: {how} {say.unit(state, action.enemy)}, facing {facing}"


def _choose_group(state: State, action: act.ChooseGroup) -> str:
    frame = _frame(state)
    groups = waiting_groups(state, frame) if isinstance(frame, Combat) else ()
    if action.group >= len(groups):
        return f"fight combat {action.group}"
    return f"fight {group(state, groups[action.group])} next"


def group(state: State, fought: Group) -> str:
    """Who fights whom: ``92nd and 95th against 4th Line``."""
    sides = [dict.fromkeys(pair[each] for pair in fought.pairs) for each in (0, 1)]
    return " against ".join(say.units(state, side) for side in sides)


def _allot(state: State, action: act.Allot) -> str:
    told = []
    for unit, shares in groupby(action.shares, key=lambda share: share.unit):
        put = [f"{share.points} on {say.unit(state, share.enemy)}" for share in shares]
        told.append(f"{say.unit(state, unit)} puts {say.listed(put)}")
    return "; ".join(told) or "no points are put on anybody"


def _break_charge(state: State, action: act.BreakCharge) -> str:
    facing = say.bearing(action.facing)
    return f"{say.unit(state, action.unit)}: charge on at {say.unit(state, action.target)}, facing {facing}"


CHOICES: Final[dict[type, Callable[[State, Any], str]]] = {
    act.ChooseEdge: lambda _, action: f"take the {action.edge} edge of the table",
    act.Deploy: _deploy,
    act.DeployStand: lambda state, a: f"{say.stand(state, a.stand)}: at {say.spot((a.x, a.y))}",
    act.Withhold: lambda state, action: f"{say.unit(state, action.unit)}: stay off the table for good",
    act.ChooseBrigade: lambda state, action: f"give {say.brigade(state, action.brigade)} the initiative",
    act.DivisionManoeuvre: lambda state, a: f"{say.division(state, a.division)} makes a Division manoeuvre",
    act.MoveStand: _move_stand,
    act.Attach: lambda state, a: f"{say.stand(state, a.stand)}: join {say.unit(state, a.unit)}",
    act.Detach: _detach,
    act.Done: lambda state, _: _DONE.get(state.step, "nothing more"),
    act.Manoeuvre: words_plans.plan,
    act.Retreat: _retreat,
    act.Reman: lambda state, action: f"{say.unit(state, action.battery)}: man the guns again",
    act.Pass: _pass,
    act.OpportunityCharge: _meet,
    act.GoOn: _go_on,
    act.NameDefender: lambda state, a: f"{say.unit(state, a.unit)}: defend the bridge",
    act.Stay: _stay,
    act.FallBack: _escape("fall back"),
    act.LimberAndFlee: lambda state, _: f"{_about(state)}: try to limber up and flee",
    act.Flee: _escape("flee"),
    act.FleeToSquare: lambda state, a: f"{_about(state)}: the crew runs to the square of {say.unit(state, a.square)}",
    act.EmergencySquare: lambda state, a: f"{_about(state)}: try to form square on the {a.anchor} stand",
    act.NearbySquares: _nearby,
    act.Feint: lambda state, _: f"{_about(state, True)}: try to feint and ride back",
    act.FeintBack: lambda state, a: (
        f"{_about(state, True)}: ride back {say.cm(a.travel)}, then face {say.bearing(a.facing)}"
    ),
    act.EvadeStand: _evade,
    act.Fire: _fire,
    act.FireStructure: lambda state, a: f"{say.unit(state, a.unit)}: fire at {say.feature(state, a.structure)}",
    act.Suppress: _suppress,
    act.ReturnFire: _return_fire,
    act.Join: _join,
    act.BreakSquare: _join,
    act.ChooseGroup: _choose_group,
    act.Allot: _allot,
    act.RallyBack: lambda state, a: f"{say.unit(state, a.unit)}: rally back {say.cm(a.travel)}",
    act.StopAndRally: lambda state, a: f"{say.unit(state, a.unit)}: stop and rally, facing {say.bearing(a.facing)}",
    act.RallyForward: lambda state, a: f"{say.unit(state, a.unit)}: rally forward {say.cm(a.travel)}",
    act.BreakCharge: _break_charge,
}
"""What each kind of action is called, without a capital."""
