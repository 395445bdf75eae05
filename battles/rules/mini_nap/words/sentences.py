"""Events and actions as sentences with dice and rules. Sentences are made when read and never stored."""

from collections.abc import Callable
from itertools import groupby
from typing import Any, Final

from battles.engine.core import SideId
from battles.engine.words import edge_of, with_verb
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import joiners
from battles.rules.mini_nap.combat.combatants import waiting_groups
from battles.rules.mini_nap.decisions import (
    Combat,
    Contact,
    Frame,
    Group,
    MoveContinuation,
    MoveInProgress,
    Shot,
    StandEvasion,
)
from battles.rules.mini_nap.setup.places import deployment_zone
from battles.rules.mini_nap.state import State, Step
from battles.rules.mini_nap.words import combat, turn
from battles.rules.mini_nap.words import names as say

_DONE: Final[dict[Step, str]] = {
    "arrival": "bring on no more troops this Turn",
    "command": "finish moving commanders",
    "manoeuvre": "finish the manoeuvres",
    "fire": "finish firing",
    "break_active": "finish the break-throughs",
    "end": "end the initiative",
}


def _frame(state: State) -> Frame | None:
    return state.stack[-1] if state.stack else None


def _deploy(state: State, action: act.Deploy) -> str:
    where = f"{say.spot((action.x, action.y))}, {say.in_formation(action.formation)}"
    return f"{say.unit(state, action.unit)}: at {where}, facing {say.bearing(action.facing)}"


def _move_stand(state: State, action: act.MoveStand) -> str:
    *by, end = map(say.spot, action.points)
    return f"{say.stand(state, action.stand)}: ride to {end}{f' by way of {say.joined(by)}' if by else ''}"


def _detach(state: State, action: act.Detach) -> str:
    return f"{say.stand(state, action.stand)}: detach to {say.spot((action.x, action.y))}"


def _retreat(state: State, action: act.Retreat) -> str:
    alone = " without its command stand" if action.leave_stand else ""
    return f"{say.unit(state, action.unit)}: retreat from the table{alone}"


def _pass(state: State, _: act.Pass) -> str:
    frame = _frame(state)
    if isinstance(frame, MoveInProgress):
        return f"let {say.unit(state, frame.unit)} continue"
    if isinstance(frame, Shot):
        return "do not suppress" if frame.stage == "suppress" else "finish return fire"
    if frame is None:
        return "pass"
    if not joiners.JOINING.deciders(state):
        return "go on to hand-to-hand combat"
    return "let nobody else join in"


def _opportunity_charge(state: State, action: act.OpportunityCharge) -> str:
    frame = _frame(state)
    mover = say.unit(state, frame.unit) if isinstance(frame, MoveInProgress) else "the enemy"
    counter = isinstance(frame, MoveInProgress) and frame.target == action.unit
    verb = "counter-charge" if counter else "charge"
    when = f"after it has moved {say.cm(action.at)}" if action.at else "as it starts"
    over = f" over {say.feature(state, action.bridge)}" if action.bridge else ""
    return f"{say.unit(state, action.unit)}: {verb} {mover}{over} {when}, facing {say.bearing(action.facing)}"


def _go_on(state: State, action: act.GoOn) -> str:
    frame = _frame(state)
    who = say.unit(state, frame.unit) if isinstance(frame, MoveContinuation) else "the unit"
    return f"{who}: continue {say.cm(action.travel)}" if action.travel else f"{who}: stop here"


def _contact_unit(state: State, charger: bool = False) -> str:
    """The charged unit of the current contact, or the charger."""
    frame = _frame(state)
    if not isinstance(frame, Contact):
        return "the unit"
    return say.unit(state, frame.charger if charger else frame.target)


def _stay(state: State, _: act.Stay) -> str:
    frame = _frame(state)
    riding = isinstance(frame, Contact) and frame.stage == "feint"
    return f"{_contact_unit(state, riding)}: {'fight the square' if riding else 'stand and fight'}"


def _escape(verb: str) -> Callable[[State, Any], str]:
    def words(state: State, action: act.FallBack | act.Flee) -> str:
        about = "face about and " if action.turn else ""
        return f"{_contact_unit(state)}: {about}{verb} {say.cm(action.travel)}"

    return words


def _nearby(state: State, action: act.NearbySquares) -> str:
    if not action.tries:
        return "form no squares nearby"
    each = [f"{say.unit(state, one.unit)} on its {one.anchor} stand" for one in action.tries]
    return f"try to form square: {', then '.join(each)}"


def _evade(state: State, action: act.EvadeStand) -> str:
    frame = _frame(state)
    who = say.stand(state, frame.stand) if isinstance(frame, StandEvasion) else "the command stand"
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


def group(state: State, combat: Group) -> str:
    """The two sides of a combat: ``92nd and 95th against 4th Line``."""
    sides = [dict.fromkeys(pair[each] for pair in combat.pairs) for each in (0, 1)]
    return " against ".join(say.units(state, side) for side in sides)


def _allot(state: State, action: act.Allot) -> str:
    words = []
    for unit, shares in groupby(action.shares, key=lambda share: share.unit):
        allotted = [f"{say.points(share.points)} to {say.unit(state, share.enemy)}" for share in shares]
        words.append(f"{with_verb(say.unit(state, unit), 'allots')} {say.joined(allotted)}")
    return "; ".join(words) or "allot no strength points"


def _break_charge(state: State, action: act.BreakCharge) -> str:
    facing = say.bearing(action.facing)
    over = f" over {say.feature(state, action.bridge)}" if action.bridge else ""
    return f"{say.unit(state, action.unit)}: charge on at {say.unit(state, action.target)}{over}, facing {facing}"


CHOICES: Final[dict[type, Callable[[State, Any], str]]] = {
    act.ChooseEdge: lambda _, action: f"take the {action.edge} edge of the table",
    act.Deploy: _deploy,
    act.DeployStand: lambda state, a: f"{say.stand(state, a.stand)}: at {say.spot((a.x, a.y))}",
    act.Withhold: lambda state, action: f"{say.unit(state, action.unit)}: stay off the table for good",
    act.ChooseBrigade: lambda state, action: f"give {say.brigade(state, action.brigade)} the initiative",
    act.DivisionManoeuvre: lambda state, a: f"make a Division manoeuvre with {say.division(state, a.division)}",
    act.MoveStand: _move_stand,
    act.Attach: lambda state, a: f"{say.stand(state, a.stand)}: join {say.unit(state, a.unit)}",
    act.Detach: _detach,
    act.Done: lambda state, _: _DONE.get(state.step, "finish"),
    act.Manoeuvre: turn.plan,
    act.Retreat: _retreat,
    act.Reman: lambda state, action: f"{say.unit(state, action.battery)}: man the guns again",
    act.Pass: _pass,
    act.OpportunityCharge: _opportunity_charge,
    act.GoOn: _go_on,
    act.NameDefender: lambda state, a: f"{say.unit(state, a.unit)}: defend the bridge",
    act.Stay: _stay,
    act.FallBack: _escape("fall back"),
    act.LimberAndFlee: lambda state, _: f"{_contact_unit(state)}: try to limber up and flee",
    act.Flee: _escape("flee"),
    act.FleeToSquare: lambda state, a: (
        f"{_contact_unit(state)}: the crew runs to the square of {say.unit(state, a.square)}"
    ),
    act.EmergencySquare: lambda state, a: f"{_contact_unit(state)}: try to form square on the {a.anchor} stand",
    act.NearbySquares: _nearby,
    act.Feint: lambda state, _: f"{_contact_unit(state, True)}: try to feint and ride back",
    act.FeintBack: lambda state, a: (
        f"{_contact_unit(state, True)}: ride back {say.cm(a.travel)}, then face {say.bearing(a.facing)}"
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
"""Words for each kind of action, without a capital letter."""


STEP_WORDS: Final[dict[Step, str]] = {
    "deployment": "Deployment",
    "arrival": "Arrivals",
    "choose": "Choice of a Brigade",
    "command": "Command",
    "manoeuvre": "Manoeuvre",
    "fire": "Firing",
    "hand_to_hand": "Hand-to-hand combat",
    "break_active": "Break-through",
    "break_passive": "Break-through of the passive side",
    "end": "End of the initiative",
    "over": "The battle is over",
}
"""Headings of the steps (MN-SEQ-03)."""


def sentence(state: State, event: Any) -> str | None:
    """The log sentence of ``event``, or None if it has none; ``state`` is the state before the event."""
    sentence_for = _SENTENCES.get(type(event))
    return sentence_for(state, event) if sentence_for else None


def side_edge(state: State, side: SideId) -> str:
    """The edge that a side comes from: its zone, or the edge that dice gave it; "" before they did (MN-RULING-60)."""
    force, table = state.setup.forces[side == "b"], state.setup.table
    if force.zone is None and state.step == "edges":
        return ""
    left, bottom, right, top = deployment_zone(state, side)
    return edge_of([((left + right) / 2, table.height - (bottom + top) / 2)], table.width, table.height)


def heading(state: State, event: Any) -> str | None:
    """The heading that ``event`` starts, such as ``Turn 3``; None for most events."""
    if isinstance(event, happened.TurnBegan):
        return f"Turn {event.turn}"
    if isinstance(event, happened.InitiativeGained):
        return f"Turn {state.turn}: initiative to {say.side(state, event.side)}"
    if isinstance(event, happened.StepBegan):
        return STEP_WORDS[event.step]
    if isinstance(event, happened.SideDeploys):
        return f"{'Arrivals' if state.turn else 'Deployment'}: {say.side_label(state, event.side)}"
    if isinstance(event, happened.Ended):
        return STEP_WORDS["over"]
    return None


_SENTENCES: Final[dict[type, Callable[[State, Any], str | None]]] = {
    happened.RatingsThrown: turn.ratings_thrown,
    happened.TerrainLaid: turn.terrain_laid,
    happened.DeploymentThrown: turn.deployment_thrown,
    happened.DeploymentBegan: turn.deployment_began,
    happened.Placed: turn.placed,
    happened.InitiativeGained: turn.initiative_gained,
    happened.MarkersCleared: turn.markers_cleared,
    happened.BrigadeChosen: turn.brigade_chosen,
    happened.DivisionChosen: turn.division_chosen,
    happened.CommandChecked: turn.command_checked,
    happened.StandPlaced: turn.stand_placed,
    happened.StandAttached: turn.stand_attached,
    happened.StandRemoved: turn.stand_removed,
    happened.Marked: turn.marked,
    happened.Hit: turn.hit,
    happened.Gone: turn.gone,
    happened.Turned: turn.turned,
    happened.Reformed: turn.reformed,
    happened.Moved: turn.moved,
    happened.Defended: turn.defended,
    happened.Tested: turn.tested,
    happened.Fired: combat.fired,
    happened.StructureHit: combat.structure_hit,
    happened.Suppressed: combat.suppressed,
    happened.Allotted: combat.allotted,
    happened.AllottedHidden: combat.allotted_hidden,
    happened.Fought: combat.fought,
    happened.TurnEnded: turn.turn_ended,
    happened.Ended: turn.ended,
}
