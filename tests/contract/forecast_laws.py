"""The law of odds: a forecast says what the dice then do, with the same chances."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from battles.engine.codec import encode
from battles.engine.core import SideId
from battles.engine.dice import DiceNeeded, RecordedDice
from battles.engine.odds import BranchingDice, TooManyOutcomes
from tests.contract.suite import Moment, Walk, some

OUTCOMES = 400
"""Outcomes of the dice up to which an action is done with each of them."""

TRIED = 2
"""Actions of each option that are done with every outcome of the dice."""


def forecasts_say_what_the_dice_do(walk: Walk) -> None:
    """Every result of the first roll's forecast comes up, with exactly the share of the outcomes that lead to it.

    What leads to which result only the system knows. So each share must be the sum of the chances of some outcomes,
    where outcomes with equal events are one; and there are no more results than outcomes.
    """
    chances = walk.chances("outcomes")
    for moment in some(walk.played(), 20, chances):
        for side, options in moment.options.items():
            for option in options:
                for action in some(option.actions, TRIED, chances):
                    _agree(walk, moment, side, action)


def _agree(walk: Walk, moment: Moment, side: SideId, action: Any) -> None:
    rule = first_rolled(walk.system, moment.state, side, action)
    seen = walk.system.secrets.view(moment.state, side)
    told = [each for each in walk.system.odds.forecast(seen, side, action) if each.whole and rule and each.rule == rule]
    if not told:
        return
    try:
        outcomes = every_outcome(walk.system, moment.state, side, action)
    except TooManyOutcomes:
        return
    possible = sums(outcomes.values())
    results = told[0].chances
    assert len(results) <= len(outcomes), f"{action} has {len(outcomes)} outcomes, and {results} are forecast."
    for chance in results:
        assert chance.share in possible, f"{action}: no outcomes of the dice make {chance}."


def first_rolled(system: Any, state: Any, side: SideId, action: Any) -> str:
    """The rule of the first roll that an action leads to; ``""`` if no dice fall."""
    try:
        system.decide(state, side, action, RecordedDice(()))
    except DiceNeeded as needed:
        return needed.why
    return ""


def every_outcome(system: Any, state: Any, side: SideId, action: Any) -> dict[bytes, Fraction]:
    """The chance of each series of events that an action may lead to.

    Raises:
        TooManyOutcomes: there are more than ``OUTCOMES``, or rolls without an end.
    """
    dice, found, more = BranchingDice(OUTCOMES), Counter[bytes](), True
    while more:
        events = system.decide(state, side, action, dice).events
        ways, span = dice.leaf()
        found[encode(events)] += Fraction(ways, span)
        more = dice.turn()
    return dict(found)


def sums(parts: Iterable[Fraction]) -> set[Fraction]:
    """Every sum of some of the parts."""
    found = {Fraction(0)}
    for part in parts:
        found |= {part + each for each in found}
    return found


FORECASTS = (forecasts_say_what_the_dice_do,)
