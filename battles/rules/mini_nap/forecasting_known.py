"""Who asks for odds, the dice that an action comes to first, and how a charge goes on while nobody interferes."""

from typing import Any, NamedTuple

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.dice import Dice, DiceNeeded, RecordedDice, nothing
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import deciding, flow, reacting
from battles.rules.mini_nap.frames import Contact, Course, Naming, StandCourse
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tables import DIE_SIDES

Conditions = tuple[str, ...]
"""What odds hang on that somebody has still to choose, in words: ``it stands``."""


class Asker(NamedTuple):
    """The side for which something is good or bad."""

    side: SideId

    def good(self, state: State, number: int) -> bool:
        """Whether what is good for a unit is good for this side."""
        return state.units[number].side == self.side


class Stopped(NamedTuple):
    """A battle as the first dice of an action are asked for: by which rule; for a test by whom, with what bonus."""

    rule: str
    state: State
    unit: int = NONE
    bonus: int = 0


class _Tested(Exception):
    """A unit has to test."""


class _Watched(Play):
    """A hand that stops before a test and notes whose it is."""

    __slots__ = ("asked",)

    def test(self, unit: int, rule: str, bonus: int = 0) -> bool:
        self.asked = Stopped(rule, self.state, unit, bonus)
        raise _Tested


def up_to_dice(state: State, side: SideId, action: Any) -> Stopped:
    """What happens before the first dice of a legal action; its rule is ``""`` where none are thrown."""
    play = _Watched(state, RecordedDice(()))
    try:
        deciding.perform(play, side, action)
        flow.advance(play, deciding.real)
    except _Tested:
        return play.asked
    except DiceNeeded as needed:
        return Stopped(needed.why, play.state)
    return Stopped("", play.state)


class Same(Dice):
    """Dice that always show the same face, but for those of one rule, whose sum may be given."""

    __slots__ = ("_face", "_rule", "_sum")

    def __init__(self, face: int, rule: str = "", sum_of: int = 0) -> None:
        super().__init__()
        self._face, self._rule, self._sum = face, rule, sum_of

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        return (self._face,) * count if count > 0 else nothing(count, sides, why)

    def total(self, count: int, sides: int, why: str) -> int:
        return self._sum if why == self._rule else super().total(count, sides, why)


class Met(NamedTuple):
    """How a charge comes out while nobody interferes.

    ``contact`` is who is asked for what, None where nobody is. ``counter`` is the battle as the target is asked for a
    counter-charge and the least turn that it could make, None where it cannot.
    """

    state: State
    contact: Contact | None
    counter: tuple[State, act.OpportunityCharge] | None = None


def to_contact(play: Play, number: int) -> Met:
    """Go on with the way of a unit: windows are passed, stands evade, until it is there or its target is asked."""
    counter = None
    while play.state.outcome is None and _under_way(play.state, number):
        frame = play.state.stack[-1]
        if isinstance(frame, Contact):
            return Met(play.state, frame, counter)
        if isinstance(frame, Course) and frame.legs and frame.asked_to < 0:
            counter = counter or _counter(play.state, frame)
            play.go_on(replace(frame, window=False, asked_to=frame.legs[0].travel))
        asked = flow.deciders(play.state)
        if isinstance(frame, Naming):
            play.close()
        elif not asked:
            flow.handler(play.state).proceed(play)
        elif isinstance(frame, StandCourse):
            deciding.perform(play, asked[0], flow.handler(play.state).options(play.state, asked[0])[0].actions[0])
        else:
            break
    return Met(play.state, None, counter)


def _under_way(state: State, number: int) -> bool:
    return any(
        (isinstance(frame, Course) and frame.unit == number) or (isinstance(frame, Contact) and frame.charger == number)
        for frame in state.stack
    )


def _counter(state: State, course: Course) -> tuple[State, act.OpportunityCharge] | None:
    """The counter-charge that the target of a charge could make now."""
    may = state.units[course.unit].side == state.active and course.legs[0].travel
    if not may or course.target == NONE or not reacting.is_counter(course, course.target):
        return None
    found = next(reacting.charges_of(state, course.target, course), None)
    return None if found is None else (state, found)


def countered(state: State, charge: act.OpportunityCharge) -> State:
    """The battle once a counter-charge has come into contact, its tests passed."""
    side = state.units[charge.unit].side
    play = Play(state, Same(DIE_SIDES))
    deciding.perform(play, side, charge)
    return to_contact(play, charge.unit).state


def done(state: State, side: SideId, action: Any, dice: Dice | None = None) -> Play:
    """The battle after an action alone, every test passed unless ``dice`` are given."""
    play = Play(state, dice or Same(DIE_SIDES))
    deciding.perform(play, side, action)
    return play
