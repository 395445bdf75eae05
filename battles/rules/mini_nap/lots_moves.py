"""Manoeuvres drawn by lot: a kind of movement first, then which way and how far (MN-MAN)."""

from collections.abc import Callable
from typing import Literal

from battles.engine.chance import Chances
from battles.engine.table.bearings import FULL
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, charging, ground, landmarks, measuring, sampling, sampling_ground, steps
from battles.rules.mini_nap.board import enemies, footprint, near
from battles.rules.mini_nap.kinds import in_square, unit_class
from battles.rules.mini_nap.state import NONE, State, Unit

Way = Callable[[State, int, Unit, Chances], act.Manoeuvre | None]

_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")


def manoeuvre(state: State, number: int, chances: Chances) -> act.Manoeuvre | None:
    """Something that a unit might do, legal or not; None where nothing comes of what was drawn."""
    unit = state.units[number]
    if landmarks.defends(state, number):
        return _any(tuple(sampling_ground.candidates(state, number)), chances)
    return chances.choice(_ways(state, unit))(state, number, unit, chances)


def _ways(state: State, unit: Unit) -> tuple[Way, ...]:
    """The kinds of manoeuvre of a unit where it stands."""
    alone = state.division == NONE
    if unit_class(unit) == "artillery":
        return (_turned, _changed, _on_ground, _redeployed, *((_prolonged,) if alone else ()))
    if in_square(unit):
        return (_turned, _changed, _on_ground, *((_inched,) if alone else ()))
    if not alone:
        return (_turned, _changed, _on_ground, _advanced, _straight_on)
    on_foot = unit_class(unit) == "infantry" and unit.formation in ("line", "skirmish_line")
    return (_turned, _changed, _on_ground, _advanced, _straight_on, _charged, *((_aside,) if on_foot else ()))


def _any(actions: tuple[act.Manoeuvre, ...], chances: Chances) -> act.Manoeuvre | None:
    return chances.choice(actions) if actions else None


def _length(most: int, chances: Chances) -> int:
    return 1 + chances.below(most) if most else 0


def _most(state: State, unit: Unit) -> int:
    return state.allowance if state.division != NONE else allowances.move(state.setup.rules.tables, unit)


def _turned(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    if not in_square(unit) and chances.below(2):
        return act.Manoeuvre(number, act.Pre(about_face=True))
    return act.Manoeuvre(number, act.Pre(pivot=chances.below(FULL)))


def _changed(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre | None:
    return _any(tuple(act.Manoeuvre(number, act.Pre(change=each)) for each in steps.changes_of(unit, FULL)), chances)


def _on_ground(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre | None:
    """Something that a feature is good for."""
    features = tuple({each.feature.key: each for each in ground.lying(state)}.values())
    if not features:
        return None
    return _any(tuple(sampling_ground.at(state, number, chances.choice(features))), chances)


def _straight_on(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    return act.Manoeuvre(number, move=act.Advance(_length(_most(state, unit), chances)))


def _advanced(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    """An advance after a turn."""
    travel = _length(_most(state, unit), chances)
    return act.Manoeuvre(number, act.Pre(pivot=chances.below(FULL)), act.Advance(travel))


def _aside(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    """A side step, a step back or an oblique movement."""
    kind, side = chances.below(3), chances.choice(_SIDES)
    if kind == 0:
        return act.Manoeuvre(number, move=act.SideStep(side, _length(allowances.reach(state, "side_step")[1], chances)))
    if kind == 1:
        return act.Manoeuvre(number, move=act.StepBack(_length(allowances.reach(state, "step_back")[1], chances)))
    most = allowances.reach(state, "oblique")[1]
    return act.Manoeuvre(number, move=act.Oblique(side, _length(most, chances), _length(most, chances)))


def _inched(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    return act.Manoeuvre(number, move=act.Inch(chances.below(FULL), _length(allowances.inch(state, number), chances)))


def _prolonged(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    travel = _length(allowances.prolong(state.setup.rules.tables), chances)
    return act.Manoeuvre(number, move=act.Prolong(travel, chances.below(2) == 1))


def _redeployed(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    travel = _length(_most(state, unit), chances)
    return act.Manoeuvre(number, move=act.Redeploy(chances.below(FULL), travel, chances.below(FULL)))


def _charged(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre | None:
    """A charge, with the least turn, at an enemy that is not too far away."""
    if charging.refuse_charger(state, unit) is not None:
        return None
    targets = near(state, footprint(state, number), measuring.charge_reach(state, unit), enemies(state, number))
    if not targets:
        return None
    target = chances.choice(targets)
    if charging.refuse_target(state, unit, target) is not None:
        return None
    return sampling.charge_at(state, number, unit, target)
