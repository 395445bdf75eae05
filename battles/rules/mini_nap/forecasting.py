"""Exact odds before an action: what its dice may bring, each modifier with its rule (``forecast``).

Every chance is that of the procedures which play the battle: an action is performed up to its first dice to see what
they are for. The odds stop where somebody has a choice, and what hangs on that choice is told as a condition: ``if it
stands``. A combat that a charge leads to is that of those who touch then, before anybody joins in.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from battles.engine.core import SideId
from battles.engine.pointing import Forecast
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import answering, combat, deciding, ground, turning
from battles.rules.mini_nap import forecasting_charge as charging
from battles.rules.mini_nap import forecasting_parts as parts
from battles.rules.mini_nap.command import command_of
from battles.rules.mini_nap.forecasting_fight import fight, fight_of
from battles.rules.mini_nap.forecasting_known import Asker, Conditions, Stopped, done, to_contact, up_to_dice
from battles.rules.mini_nap.frames import Combat, Shot
from battles.rules.mini_nap.sets import WHY
from battles.rules.mini_nap.shooting import shot_of
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.view import View, known


def forecast(seen: View, side: SideId, action: Any) -> tuple[Forecast, ...]:
    """The odds of a legal action of ``side``, as far as ``seen`` tells them; empty where no dice hang on it."""
    state = known(seen)
    if deciding.refuse(state, side, action) is not None:
        return ()
    asker = Asker(side)
    own = _ACTS.get(type(action))
    told = tuple(own(asker, state, action)) if own else ()
    return told or tuple(_follows(asker, up_to_dice(state, side, action)))


def _follows(asker: Asker, stopped: Stopped) -> Iterator[Forecast]:
    """The first dice that fall by themselves once an action is done."""
    state, rule = stopped.state, stopped.rule
    frame = state.stack[-1] if state.stack else None
    if stopped.unit != NONE:
        passed, failed = "passes", "fails"
        yield parts.trial(asker, state, stopped.unit, rule, passed, failed, bonus=stopped.bonus)
    elif rule in (turning.FIRST, turning.NEXT):
        yield parts.initiative(asker, state, rule)
    elif rule == WHY and isinstance(frame, Combat):
        yield from fight(asker, state, frame)
    elif rule and isinstance(frame, Shot):
        yield from parts.volley(asker, state, frame.unit, frame.target, frame.aim, frame.face)


def _manoeuvre(asker: Asker, state: State, action: act.Manoeuvre) -> Iterator[Forecast]:
    if isinstance(action.move, act.Charge | act.ExtendedCharge):
        yield from charging.charge(asker, state, action)


def _fire(asker: Asker, state: State, action: act.Fire) -> Iterator[Forecast]:
    """The test of a unit without command, then the shot, if nobody suppresses it."""
    conditions = []
    if command_of(state, action.unit) == "out":
        yield parts.trial(asker, state, action.unit, "MN-FIRE-06", "may fire", "does not fire in this phase")
        conditions.append("it may fire")
    shot = Shot(unit=action.unit, target=action.target, aim=action.aim, face=action.face)
    if answering.options(state, shot):
        conditions.append("it is not suppressed")
    yield from parts.volley(asker, state, action.unit, action.target, action.aim, action.face, tuple(conditions))


def _fire_structure(asker: Asker, state: State, action: act.FireStructure) -> Iterator[Forecast]:
    conditions: Conditions = ()
    if command_of(state, action.unit) == "out":
        yield parts.trial(asker, state, action.unit, "MN-FIRE-06", "may fire", "does not fire in this phase")
        conditions = ("it may fire",)
    found = ground.named(state, action.structure)
    if found is not None:
        yield parts.blast(asker, state, action.unit, found, conditions)


def _return_fire(asker: Asker, state: State, action: act.ReturnFire) -> Iterator[Forecast]:
    yield from parts.volley(asker, state, action.unit, shot_of(state).unit, action.aim, action.face)


def _join(asker: Asker, state: State, action: act.Join) -> Iterator[Forecast]:
    after = to_contact(done(state, asker.side, action), action.unit).state
    yield from fight_of(asker, after, action.unit, ("nobody else joins in",))


def _break_square(asker: Asker, state: State, action: act.BreakSquare) -> Iterator[Forecast]:
    yield parts.trial(asker, state, action.unit, "MN-HTH-05", "forms column and joins in", "stays in square")
    after = to_contact(done(state, asker.side, action), action.unit).state
    yield from fight_of(asker, after, action.unit, ("it breaks out", "nobody else joins in"))


def _choose_group(asker: Asker, state: State, action: act.ChooseGroup) -> Iterator[Forecast]:
    after = done(state, asker.side, action).state
    yield from fight(asker, after, combat.combat(after))


def _allot(asker: Asker, state: State, action: act.Allot) -> Iterator[Forecast]:
    """The combat with what this side puts on whom; the other side's points as far as they are known."""
    after = done(state, asker.side, action).state
    yield from fight(asker, after, combat.combat(after))


_ACTS: Final[dict[type, Callable[[Asker, State, Any], Iterator[Forecast]]]] = {
    act.Manoeuvre: _manoeuvre,
    act.OpportunityCharge: charging.opportunity,
    act.Stay: charging.stay,
    act.LimberAndFlee: charging.flight,
    act.EmergencySquare: charging.emergency_square,
    act.NearbySquares: charging.nearby,
    act.Feint: charging.feint,
    act.Fire: _fire,
    act.FireStructure: _fire_structure,
    act.ReturnFire: _return_fire,
    act.Join: _join,
    act.BreakSquare: _break_square,
    act.ChooseGroup: _choose_group,
    act.Allot: _allot,
    act.BreakCharge: charging.break_charge,
}
"""The actions that dice hang on, each with its odds."""
