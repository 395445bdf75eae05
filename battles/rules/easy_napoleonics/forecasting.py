"""Exact odds before an action: what its dice may bring, each modifier with its rule (``forecast``).

Every chance is that of the procedures which play the battle (``chances``); an action is performed up to its first
dice to see what they are for. The odds stop where somebody has a choice, and what hangs on that choice is told as a
condition: ``if it forms square``.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.dice import Dice, ScriptedDice
from battles.engine.odds import distribution
from battles.engine.pointing import Forecast
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics import forecasting_parts as parts
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.activating import run_over
from battles.rules.easy_napoleonics.advancing import answer_dice, may_try_square
from battles.rules.easy_napoleonics.changes import with_unit
from battles.rules.easy_napoleonics.contacts import still_meets
from battles.rules.easy_napoleonics.deciding import perform
from battles.rules.easy_napoleonics.evolve import evolve
from battles.rules.easy_napoleonics.field import field_of
from battles.rules.easy_napoleonics.forecasting_known import Asker, up_to_dice
from battles.rules.easy_napoleonics.forecasting_melee import meeting, melee
from battles.rules.easy_napoleonics.known import known
from battles.rules.easy_napoleonics.morale import raised
from battles.rules.easy_napoleonics.play import Play
from battles.rules.easy_napoleonics.refusing import explain
from battles.rules.easy_napoleonics.state import NOWHERE, State, other
from battles.rules.easy_napoleonics.tables import DIE
from battles.rules.easy_napoleonics.view import View


def forecast(seen: View, side: SideId, action: Any) -> tuple[Forecast, ...]:
    """The odds of a legal action of ``side``, as far as ``seen`` tells them; empty where no dice hang on it.

    Where the level of a unit is hidden (EN-MORALE-13) there is one forecast for each level that it may have.
    """
    state = known(seen)
    if explain(field_of(state), state, side, action) is not None:
        return ()
    asker = Asker(side, frozenset(seen.unknown))
    own = _ACTS.get(type(action))
    told = tuple(own(asker, state, action)) if own else ()
    return told or tuple(_follows(asker, *up_to_dice(state, side, action)))


def _follows(asker: Asker, why: str, play: Play) -> Iterator[Forecast]:
    """The first dice that fall by themselves once an action is done: a melee that nobody chooses, the next turn."""
    state = play.state
    if why == "EN-MELEE-13":
        pair = next(pair for pair in state.pairs if still_meets(play.field, state, *pair))
        yield from melee(asker, state, *pair)
    elif why == "EN-INIT-01":
        yield parts.initiative(asker, state)
    elif why == "EN-SETUP-07":
        yield parts.low_roll(state)
    elif why == "EN-SETUP-06":
        yield from parts.scattered()


def _rally(asker: Asker, state: State, action: act.Rally) -> Iterator[Forecast]:
    before = state.units[action.unit].level
    passed, failed = f"rises to {say.LEVEL_WORDS[raised(before)]}", f"still {say.LEVEL_WORDS[before]}"
    yield from parts.check(asker, state, action.unit, "rally", "EN-RALLY-01", passed, failed)


def _activate(asker: Asker, state: State, action: act.Activate) -> Iterator[Forecast]:
    """Lone leaders run over (EN-LEADER-09); then every charge, as both stand before any fire (EN-MELEE-04)."""
    yield from _crushed(asker, state, action.over)
    after = _after(state, state.units[action.unit].side, action, len(action.over))
    if after.outcome is not None:
        return
    asked = {owed.unit for owed in after.pending if owed.kind == "hasty_square"}
    for foe in after.units[action.unit].charged:
        if foe in asked:
            yield from _square(asker, after, foe, action.unit, ", before any fire")
        else:
            yield from meeting(asker, after, action.unit, foe, ", before any fire")


def _crushed(asker: Asker, state: State, men: tuple[int, ...]) -> Iterator[Forecast]:
    """Each leader who is run over throws a die, unless an option settles it without (EN-RULING-10)."""
    if state.setup.rules.options.lone_leader_contact != "displace":
        return
    for man in men:
        falls = distribution(lambda dice, man=man: _falls(state, man, dice))  # type: ignore[misc]
        yield from parts.leaders(asker, state, (man,), falls.get(True, Fraction(0)), "run over", "EN-LEADER-09")


def _falls(state: State, man: int, dice: Dice) -> bool:
    play = Play(state, dice)
    run_over(play, [man])
    return not play.state.leaders[man].alive


def _after(state: State, side: SideId, action: Any, dice: int) -> State:
    """The state after an action where every leader who is run over comes away."""
    play = Play(state, ScriptedDice((DIE,) * dice))
    perform(play, side, action)
    return play.state


def _square(asker: Asker, state: State, unit: int, charger: int, words: str = "") -> Iterator[Forecast]:
    """A try to form hasty square (EN-SQUARE-05), and the melee with it and without."""
    stays = say.in_formation(state.units[unit].formation)
    always = state.setup.rules.options.hasty_square_fire == "lost_always"
    passed = "forms square, and may not fire" if always else "forms square"
    failed = f"stays {stays}, and may not fire"
    yield from parts.check(asker, state, unit, "form square", "EN-SQUARE-05", passed, failed)
    formed, not_formed = (
        evolve(state, happened.SquareTried(unit=unit, passed=fate, mute=not fate, needed=0)) for fate in (True, False)
    )
    yield from meeting(asker, formed, charger, unit, f"{words}, if square is formed")
    yield from meeting(asker, not_formed, charger, unit, f"{words}, if not")


def _hasty_square(asker: Asker, state: State, action: act.HastySquare) -> Iterator[Forecast]:
    owed = state.pending[-1]
    if action.attempt:
        yield from _square(asker, state, owed.unit, owed.other, ", before any fire")
    else:
        yield from meeting(asker, state, owed.other, owed.unit, ", before any fire")


def _fire(asker: Asker, state: State, action: act.Fire) -> Iterator[Forecast]:
    yield from parts.volley(asker, state, action.target, action.dice)


def _accept(asker: Asker, state: State, action: act.Accept) -> Iterator[Forecast]:
    if action.fight:
        yield from melee(asker, state, state.pending[-1].unit, state.pending[-1].other)


def _fight(asker: Asker, state: State, action: act.Fight) -> Iterator[Forecast]:
    yield from melee(asker, state, action.attacker, action.defender)


def _advance(asker: Asker, state: State, action: act.Advance) -> Iterator[Forecast]:
    """A breakthrough: lone leaders run over; what the enemy may answer and the melee that follows (EN-OPT-02, 03)."""
    if action.how == "stay":
        return
    owed = state.pending[-1]
    lay = field_of(state).lay(state)
    men = lay.men[owed.cell] if lay.lone[other(owed.side)] >> owed.cell & 1 else ()
    yield from _crushed(asker, state, tuple(sorted(men)))
    after = _after(state, owed.side, action, len(men))
    if action.target == NOWHERE or after.outcome is not None:
        return
    unit, enemy = after.units[owed.unit], after.units[action.target]
    dice = answer_dice(field_of(after), enemy, unit)
    if dice:
        yield from parts.volley(asker, after, owed.unit, ((action.target, dice),), ", if it answers")
    if may_try_square(enemy, unit):
        yield from _stand(asker, after, action.target, owed.unit)
    else:
        yield from melee(asker, after, owed.unit, action.target, ", before any fire")


def _stand(asker: Asker, state: State, unit: int, winner: int) -> Iterator[Forecast]:
    """Infantry that a breakthrough attacks and that may try hasty square (EN-OPT-03)."""
    stays = say.in_formation(state.units[unit].formation)
    failed = f"stays {stays}, and may not fire"
    yield from parts.check(asker, state, unit, "form square", "EN-SQUARE-05", "forms square", failed)
    formed = evolve(state, happened.SquareTried(unit=unit, passed=True, mute=False, needed=0))
    yield from melee(asker, formed, winner, unit, ", before any fire, if square is formed")
    yield from melee(asker, state, winner, unit, ", before any fire, if not")


def _answer(asker: Asker, state: State, action: act.Answer) -> Iterator[Forecast]:
    """What meets a breakthrough: fire, square or nothing, and the melee after it (EN-OPT-03)."""
    owed = state.pending[-1]
    if action.how == "square":
        yield from _stand(asker, state, owed.unit, owed.other)
    elif action.how == "fire":
        yield from _answered(asker, state, owed.unit, owed.other)
    else:
        yield from melee(asker, state, owed.other, owed.unit)


def _answered(asker: Asker, state: State, unit: int, winner: int) -> Iterator[Forecast]:
    """The fire at the winner, and the melee by what it did to it."""
    field = field_of(state)
    shots = ((unit, answer_dice(field, state.units[unit], state.units[winner])),)
    yield from parts.volley(asker, state, winner, shots)
    led = " and has its leader" if field.lay(state).attached(winner) else ""
    if winner in asker.unknown:
        yield from melee(asker, state, winner, unit, ", after the fire")
        return
    for level, share in parts.shares(parts.volley_odds(state, winner, shots).levels):
        if share and level != "broken":
            shaken = replace(state, units=with_unit(state, winner, replace(state.units[winner], level=level)))
            words = f", if {say.unit(state, winner)} is {say.LEVEL_WORDS[level]} after the fire{led}"
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
"""The actions that dice hang on, each with its odds."""
