"""Forecasts: exact odds of an action before it is played, with every modifier and its rule."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.dice import Dice, ScriptedDice
from battles.engine.forecast import Forecast
from battles.engine.odds import distribution
from battles.engine.words import with_verb
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics import names as say
from battles.rules.easy_napoleonics.evolve import evolve, with_unit
from battles.rules.easy_napoleonics.hidden import View, state_from_view
from battles.rules.easy_napoleonics.morale import raised
from battles.rules.easy_napoleonics.movement.activation import run_over_leaders
from battles.rules.easy_napoleonics.movement.moves import still_meets
from battles.rules.easy_napoleonics.odds import procedures
from battles.rules.easy_napoleonics.odds.procedures import Asker, meeting, melee, up_to_dice
from battles.rules.easy_napoleonics.reactions import answer_dice, may_try_square
from battles.rules.easy_napoleonics.resolution import Resolution
from battles.rules.easy_napoleonics.state import NOWHERE, State, other
from battles.rules.easy_napoleonics.tables import DIE
from battles.rules.easy_napoleonics.terrain import field_of
from battles.rules.easy_napoleonics.turn.legality import explain
from battles.rules.easy_napoleonics.turn.sequence import perform


def forecast(seen: View, side: SideId, action: Any) -> tuple[Forecast, ...]:
    """Odds of a legal action of ``side``, from what the view ``seen`` shows; empty if it needs no dice.

    If the level of a unit is hidden (EN-MORALE-13), there is one forecast for each level that it may have.
    """
    state = state_from_view(seen)
    if explain(field_of(state), state, side, action) is not None:
        return ()
    asker = Asker(side, frozenset(seen.unknown))
    own = _ACTS.get(type(action))
    forecasts = tuple(own(asker, state, action)) if own else ()
    return forecasts or tuple(_following_dice(asker, *up_to_dice(state, side, action)))


def _following_dice(asker: Asker, why: str, play: Resolution) -> Iterator[Forecast]:
    """Odds of the first dice that follow an action by themselves, such as the only melee or the next turn."""
    state = play.state
    if why == "EN-MELEE-13":
        pair = next(pair for pair in state.pairs if still_meets(play.field, state, *pair))
        yield from melee(asker, state, *pair)
    elif why == "EN-INIT-01":
        yield procedures.initiative(asker, state)
    elif why == "EN-SETUP-07":
        yield procedures.low_roll(state)
    elif why == "EN-SETUP-06":
        yield from procedures.random_terrain()


def _rally(asker: Asker, state: State, action: act.Rally) -> Iterator[Forecast]:
    before = state.units[action.unit].level
    passed, failed = f"rises to {say.LEVEL_WORDS[raised(before)]}", f"still {say.LEVEL_WORDS[before]}"
    yield from procedures.check(asker, state, action.unit, "rally", "EN-RALLY-01", passed, failed)


def _activate(asker: Asker, state: State, action: act.Activate) -> Iterator[Forecast]:
    """Odds of lone leaders run over (EN-LEADER-09), and of every charge, before any fire (EN-MELEE-04)."""
    yield from _leaders_run_over(asker, state, action.over)
    after = _after(state, state.units[action.unit].side, action, len(action.over))
    if after.outcome is not None:
        return
    may_form_square = {decision.unit for decision in after.pending if decision.kind == "hasty_square"}
    for foe in after.units[action.unit].charged:
        if foe in may_form_square:
            yield from _square(asker, after, foe, action.unit, ", before any fire")
        else:
            yield from meeting(asker, after, action.unit, foe, ", before any fire")


def _leaders_run_over(asker: Asker, state: State, men: tuple[int, ...]) -> Iterator[Forecast]:
    """Odds of each leader who is run over, unless an option needs no die (EN-RULING-10)."""
    if state.setup.rules.options.lone_leader_contact != "displace":
        return
    for man in men:
        killed = distribution(lambda dice, man=man: _is_killed(state, man, dice))  # type: ignore[misc]
        yield from procedures.leaders(asker, state, (man,), killed.get(True, Fraction(0)), "run over", "EN-LEADER-09")


def _is_killed(state: State, man: int, dice: Dice) -> bool:
    play = Resolution(state, dice)
    run_over_leaders(play, [man])
    return not play.state.leaders[man].alive


def _after(state: State, side: SideId, action: Any, dice: int) -> State:
    """State after an action if every leader who is run over survives."""
    play = Resolution(state, ScriptedDice((DIE,) * dice))
    perform(play, side, action)
    return play.state


def _square(asker: Asker, state: State, unit: int, charger: int, words: str = "") -> Iterator[Forecast]:
    """Odds of a try to form hasty square (EN-SQUARE-05), and of the melee with and without it."""
    stays = say.in_formation(state.units[unit].formation)
    always = state.setup.rules.options.hasty_square_fire == "lost_always"
    passed = "forms square, and may not fire" if always else "forms square"
    failed = f"stays {stays}, and may not fire"
    yield from procedures.check(asker, state, unit, "form square", "EN-SQUARE-05", passed, failed)
    formed, not_formed = (
        evolve(state, happened.SquareTried(unit=unit, passed=fate, mute=not fate, needed=0)) for fate in (True, False)
    )
    yield from meeting(asker, formed, charger, unit, f"{words}, if square is formed")
    yield from meeting(asker, not_formed, charger, unit, f"{words}, if not")


def _hasty_square(asker: Asker, state: State, action: act.HastySquare) -> Iterator[Forecast]:
    decision = state.pending[-1]
    if action.attempt:
        yield from _square(asker, state, decision.unit, decision.other, ", before any fire")
    else:
        yield from meeting(asker, state, decision.other, decision.unit, ", before any fire")


def _fire(asker: Asker, state: State, action: act.Fire) -> Iterator[Forecast]:
    yield from procedures.volley(asker, state, action.target, action.dice)


def _accept(asker: Asker, state: State, action: act.Accept) -> Iterator[Forecast]:
    if action.fight:
        yield from melee(asker, state, state.pending[-1].unit, state.pending[-1].other)


def _fight(asker: Asker, state: State, action: act.Fight) -> Iterator[Forecast]:
    yield from melee(asker, state, action.attacker, action.defender)


def _advance(asker: Asker, state: State, action: act.Advance) -> Iterator[Forecast]:
    """Odds of a breakthrough: lone leaders run over, the enemy's answers, and the melee.

    Source: EN-OPT-02, EN-OPT-03.
    """
    if action.how == "stay":
        return
    decision = state.pending[-1]
    occupancy = field_of(state).occupancy(state)
    men = occupancy.men[decision.cell] if occupancy.lone[other(decision.side)] >> decision.cell & 1 else ()
    yield from _leaders_run_over(asker, state, tuple(sorted(men)))
    after = _after(state, decision.side, action, len(men))
    if action.target == NOWHERE or after.outcome is not None:
        return
    unit, enemy = after.units[decision.unit], after.units[action.target]
    dice = answer_dice(field_of(after), enemy, unit)
    if dice:
        yield from procedures.volley(asker, after, decision.unit, ((action.target, dice),), ", if it answers")
    if may_try_square(enemy, unit):
        yield from _square_then_melee(asker, after, action.target, decision.unit)
    else:
        yield from melee(asker, after, decision.unit, action.target, ", before any fire")


def _square_then_melee(asker: Asker, state: State, unit: int, winner: int) -> Iterator[Forecast]:
    """Odds of infantry that a breakthrough attacks and that may try hasty square (EN-OPT-03)."""
    stays = say.in_formation(state.units[unit].formation)
    failed = f"stays {stays}, and may not fire"
    yield from procedures.check(asker, state, unit, "form square", "EN-SQUARE-05", "forms square", failed)
    formed = evolve(state, happened.SquareTried(unit=unit, passed=True, mute=False, needed=0))
    yield from melee(asker, formed, winner, unit, ", before any fire, if square is formed")
    yield from melee(asker, state, winner, unit, ", before any fire, if not")


def _answer(asker: Asker, state: State, action: act.Answer) -> Iterator[Forecast]:
    """Odds of an answer to a breakthrough, and of the melee after it (EN-OPT-03)."""
    decision = state.pending[-1]
    if action.how == "square":
        yield from _square_then_melee(asker, state, decision.unit, decision.other)
    elif action.how == "fire":
        yield from _answered(asker, state, decision.unit, decision.other)
    else:
        yield from melee(asker, state, decision.other, decision.unit)


def _answered(asker: Asker, state: State, unit: int, winner: int) -> Iterator[Forecast]:
    """Odds of the fire at the winner, and of the melee for each level after the fire."""
    field = field_of(state)
    shots = ((unit, answer_dice(field, state.units[unit], state.units[winner])),)
    yield from procedures.volley(asker, state, winner, shots)
    led = " and has its leader" if field.occupancy(state).attached(winner) else ""
    if winner in asker.unknown:
        yield from melee(asker, state, winner, unit, ", after the fire")
        return
    for level, share in procedures.shares(procedures.volley_odds(state, winner, shots).levels):
        if share and level != "broken":
            shaken = replace(state, units=with_unit(state, winner, replace(state.units[winner], level=level)))
            words = f", if {with_verb(say.unit(state, winner), 'is')} {say.LEVEL_WORDS[level]} after the fire{led}"
            yield from melee(asker, shaken, winner, unit, words)


_ACTS: Final[dict[type, Callable[[Asker, State, Any], Iterator[Forecast]]]] = {
    act.Rally: _rally,
    act.Activate: _activate,
    act.HastySquare: _hasty_square,
    act.Fire: _fire,
    act.Accept: _accept,
    act.Fight: _fight,
    act.Advance: _advance,
    act.Answer: _answer,
}
"""Kinds of action that need dice, each with the function of its odds."""
