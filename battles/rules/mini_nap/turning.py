"""The course of a Turn between the initiatives: who gains the next, and when the Turn is over (MN-SEQ)."""

from typing import Final

from battles.engine.core import SideId
from battles.engine.dice import Dice
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import victory
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import DIE_SIDES, Tables

FIRST: Final = "MN-SEQ-01"
"""The rule of the first initiative of a Turn."""

NEXT: Final = "MN-SEQ-06"
"""The rule of every other one."""


def thrown(dice: Dice, numbers: tuple[int, int], rule: str) -> tuple[SideId, tuple[tuple[int, int], ...]]:
    """Both sides' dice, ties thrown again with the same: who is higher, and the totals throw by throw."""
    throws: list[tuple[int, int]] = []
    while True:
        a, b = throw(dice, numbers, rule)
        throws.append((a, b))
        if a != b:
            return ("a" if a > b else "b"), tuple(throws)


def throw(dice: Dice, numbers: tuple[int, int], rule: str) -> tuple[int, int]:
    """The totals of both sides' dice, thrown once."""
    a, b = (dice.total(number, DIE_SIDES, rule) for number in numbers)
    return a, b


def dice_of(tables: Tables, rule: str, held: SideId) -> tuple[int, int]:
    """The dice of both sides for an initiative: at the start of a Turn (MN-SEQ-01), or after that of ``held``."""
    if rule == FIRST:
        return tables.first_initiative_dice, tables.first_initiative_dice
    dice = (tables.holder_dice, tables.other_side_dice)
    return dice if held == "a" else (dice[1], dice[0])


def may_choose(state: State, brigade: int) -> bool:
    """Whether a Brigade can still be given the initiative this Turn (MN-SEQ-07, 10)."""
    if state.brigades[brigade].chosen:
        return False
    return any(unit.brigade == brigade and unit.where == "table" for unit in state.units)


def has_choice(state: State, side: SideId) -> bool:
    """Whether a side has a Brigade left to choose."""
    return any(each.side == side and may_choose(state, number) for number, each in enumerate(state.brigades))


def begin_turn(play: Play) -> None:
    """A new Turn: what arrives comes on, then both throw for the first initiative (`arrivals`, ST-02)."""
    play.tell(happened.TurnBegan(turn=play.state.turn + 1))


def first_initiative(play: Play) -> None:
    """MN-SEQ-01."""
    _gain(play, FIRST)


def next_initiative(play: Play) -> None:
    """ST-03: the side that held the initiative throws three dice, the other two (MN-SEQ-06)."""
    _gain(play, NEXT)


def able(state: State) -> list[SideId]:
    """The sides that have a Brigade left to choose."""
    return [side for side in ("a", "b") if has_choice(state, side)]


def _gain(play: Play, rule: str) -> None:
    """MN-SEQ-08, 09: no throw where only one side has a Brigade left, and the end of the Turn where neither has."""
    sides = able(play.state)
    if not sides:
        end_turn(play)
    elif len(sides) == 2 or play.options.exhausted_side_still_dices:
        _throw(play, sides, rule)
    else:
        play.tell(happened.InitiativeGained(side=sides[0], rule="MN-SEQ-08"))


def _throw(play: Play, sides: list[SideId], rule: str) -> None:
    """Throw until a side that has a Brigade left wins; one that has none clears its markers (MN-RULING-20)."""
    dice = dice_of(play.tables, rule, play.state.active)
    while True:
        winner, throws = thrown(play.dice, dice, rule)
        if winner in sides:
            play.tell(happened.InitiativeGained(side=winner, rule=rule, throws=throws, rolls=play.thrown()))
            return
        play.tell(happened.MarkersCleared(side=winner, throws=throws, rolls=play.thrown()))


def end_initiative(play: Play) -> None:
    """ST-16: the battle is over where a side has no unit left."""
    outcome = victory.at_initiative_end(play.state)
    if outcome is None:
        next_initiative(play)
    else:
        play.tell(happened.Ended(outcome=outcome))


def end_turn(play: Play) -> None:
    """ST-17: markers go, and somebody may have won (MN-SEQ-09, MN-RULING-60)."""
    play.tell(happened.TurnEnded())
    outcome = victory.at_turn_end(play.state)
    if outcome is None:
        begin_turn(play)
    else:
        play.tell(happened.Ended(outcome=outcome))
