"""The course of a battle: the entries that count with their states, its turning points and its story."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from battles.engine.core import UMPIRE, SideId
from battles.engine.record import Entry
from battles.engine.sheets.muster_roll import Roll, RollCommander, RollUnit, Track
from battles.services.view.feed_lines import CITED
from battles.sheets.report_content import Moment, TurningPoint, TurnStory

Strength = Mapping[SideId, int]
"""Strength left, by side."""
ARITHMETIC: Final = re.compile(r" \([^()]*[+−;=][^()]*\)")
"""The modifiers of a roll in a sentence of the log."""


def strength_of(unit: RollUnit) -> int:
    """The boxes of a unit that are not crossed off; 0 for a unit out of play or without boxes.

    If they are levels, with words in them, the grey one is the level at which the unit is out of play.
    """
    if unit.gone or unit.track is None:
        return 0
    track = unit.track
    return len(track.boxes) - track.struck - is_level(track)


def is_level(track: Track) -> bool:
    """True if the boxes are levels of morale, False if they are points."""
    return track.last >= 0 and bool(track.boxes[track.last])


def commanders_of(roll: Roll) -> Iterator[RollCommander]:
    """All commanders on a roll, those of more than one group first."""
    yield from roll.commanders
    yield from (group.commander for group in roll.groups if group.commander)


class Facts(NamedTuple):
    """What a report tells of: strength, points and commanders out of play by side, and the end."""

    strength: Strength
    points: Mapping[SideId, int]
    gone: Mapping[SideId, int]
    outcome: Any


class Step:
    """An entry that was not undone, with the states before and after it; ``prior`` is the step before it."""

    __slots__ = ("after", "before", "entry", "prior", "system")

    def __init__(self, system: Any, entry: Entry[Any, Any], before: Any, after: Any, prior: "Step | None") -> None:
        self.system = system
        self.entry = entry
        self.before = before
        self.after = after
        self.prior = prior

    @property
    def turn(self) -> int:
        return int(self.system.ui.tally(self.after).turns)


class Course:
    """The steps of a battle in order. Undone entries are left out, and their rolls counted in ``undone``.

    Args:
        entries: all entries, read in order.
    """

    def __init__(self, system: Any, setup: Any, entries: Iterator[Entry[Any, Any]]) -> None:
        self.system = system
        state, last, rolls = system.start(setup), None, 0
        ends: list[Step | None] = []
        for entry in entries:
            rolls += len(entry.rolls)
            if entry.back is not None:
                last = ends[entry.back]
                state = last.after if last else state
            else:
                before = state
                for event in entry.events:
                    state = system.evolve(state, event)
                last = Step(system, entry, before, state, last)
            ends.append(last)
        self.steps = list(_chain(last))[::-1]
        self.undone = rolls - sum(len(step.entry.rolls) for step in self.steps)
        self._facts: dict[int, Facts] = {}

    def roll(self, state: Any, side: SideId) -> Roll:
        """The muster roll of a side."""
        roll: Roll = self.system.sheets.roll(state, side)
        return roll

    def facts(self, state: Any) -> Facts:
        """The facts of a state; what its tally does not count is counted on the muster rolls."""
        tally, outcome = self.system.ui.tally(state), self.system.outcome(state)
        strength, gone = dict(tally.strength), dict(tally.commanders)
        if not (strength and gone):
            rolls = {side: self.roll(state, side) for side in self.system.sides}
            strength = {side: sum(map(strength_of, roll.units)) for side, roll in rolls.items()}
            gone = {side: sum(each.gone for each in commanders_of(roll)) for side, roll in rolls.items()}
        return Facts(strength, dict(tally.points), gone, outcome)

    def facts_after(self, step: Step) -> Facts:
        """The facts after a step, found once."""
        if step.entry.n not in self._facts:
            self._facts[step.entry.n] = self.facts(step.after)
        return self._facts[step.entry.n]

    def strength(self, step: Step) -> Strength:
        """Strength left after a step, by side."""
        return self.facts_after(step).strength

    def facts_before(self, step: Step) -> Facts:
        """The facts before a step."""
        return self.facts_after(step.prior) if step.prior else self.facts(step.before)

    def change(self, step: Step) -> int:
        """How much strength a step changed, of all sides together."""
        before, after = self.facts_before(step).strength, self.strength(step)
        return sum(abs(after[side] - before[side]) for side in after)

    @cached_property
    def first(self) -> int:
        """The index of the step that begins the first turn; the last step if none began."""
        return next((place for place, step in enumerate(self.steps) if step.turn), len(self.steps) - 1)

    @property
    def start(self) -> Step:
        """The step after which both sides are ready for the first turn."""
        return self.steps[self.first]

    @property
    def end(self) -> Step:
        return self.steps[-1]

    @property
    def played(self) -> list[Step]:
        """The steps after the start."""
        return self.steps[self.first + 1 :]

    @cached_property
    def whole(self) -> Strength:
        """Strength at the start, by side."""
        return self.strength(self.start)

    def story(self, state: Any, event: Any) -> str:
        """What came of an event in a plain sentence; without one, ``sentence`` without the arithmetic in brackets."""
        seen = self.system.secrets.shadow(state, event, UMPIRE)
        plain = "" if seen is None else self.system.text.story(state, seen)
        return plain or ARITHMETIC.sub("", self.sentence(state, event))

    def balance(self, strength: Strength) -> dict[SideId, float]:
        """For each side the share of its strength that is left, less the average of the others, in per cent."""
        shares = {side: 100 * strength[side] / self.whole[side] if self.whole[side] else 0.0 for side in strength}
        total, others = sum(shares.values()), len(shares) - 1
        return {side: share - (total - share) / max(1, others) for side, share in shares.items()}

    def sentence(self, state: Any, event: Any) -> str:
        """What the log says of an event, without rule IDs; "" for nothing. ``state`` is the one before it."""
        seen = self.system.secrets.shadow(state, event, UMPIRE)
        text = None if seen is None else self.system.text.sentence(state, seen)
        return CITED.sub("", text) if text else ""

    def events_of(self, step: Step) -> Iterator[tuple[Any, Any, Any]]:
        """Each event of a step, with the states before and after it."""
        state = step.before
        for event in step.entry.events:
            after = self.system.evolve(state, event)
            yield state, event, after
            state = after


def _chain(last: Step | None) -> Iterator[Step]:
    """A step and all those before it."""
    while last is not None:
        yield last
        last = last.prior


POINTS: Final = 3
"""Turning points of a report."""
MOST_SENTENCES: Final = 8
"""Sentences about a turn; the largest changes are told."""
MOST_OF_POINT: Final = 4
"""Sentences about a turning point."""


class Told(NamedTuple):
    """A sentence of the log, and how much strength its event changed."""

    sentence: str
    change: int


def turning_points(course: Course, names: dict[str, str], key_of: Callable[[int], str]) -> tuple[TurningPoint, ...]:
    """The log lines after which the balance of strength had moved most, in the order of the battle.

    The balance of a side is the share of its strength that is left less that of its enemies (`Course.balance`).
    """
    swings = []
    before = course.balance(course.whole)
    for step in course.played:
        after = course.balance(course.strength(step))
        side = max(after, key=lambda each: after[each] - before[each])
        gain = round(after[side] - before[side], 1)
        if gain > 0:
            swings.append((gain, side, step))
        before = after
    largest = sorted(swings, key=lambda swing: -swing[0])[:POINTS]
    return tuple(
        TurningPoint(
            moment=moment(f"Turn {step.turn}", step, key_of),
            side=side,
            name=names[side],
            gain=gain,
            sentences=tuple(told.sentence for told in list(changes(course, step))[:MOST_OF_POINT]),
        )
        for gain, side, step in sorted(largest, key=lambda swing: swing[2].entry.n)
    )


def moment(title: str, step: Step, key_of: Callable[[int], str]) -> Moment:
    """The moment after a step."""
    return Moment(title=title, seq=step.entry.n, key=key_of(step.entry.n), turn=step.turn)


def story(course: Course, key_of: Callable[[int], str]) -> tuple[TurnStory, ...]:
    """Each turn in sentences about what changed strength, score or commanders."""
    turns: dict[int, list[Step]] = {}
    for step in course.played:
        turns.setdefault(step.turn, []).append(step)
    return tuple(
        _turn(turn, key_of(steps[0].entry.n), [told for step in steps for told in changes(course, step)])
        for turn, steps in turns.items()
    )


def _turn(turn: int, key: str, told: list[Told]) -> TurnStory:
    """The largest changes of a turn, in the order in which they happened."""
    places = sorted(range(len(told)), key=lambda place: -told[place].change)[:MOST_SENTENCES]
    return TurnStory(
        turn=turn,
        key=key,
        sentences=tuple(told[place].sentence for place in sorted(places)),
        more=max(0, len(told) - MOST_SENTENCES),
    )


def changes(course: Course, step: Step) -> Iterator[Told]:
    """The sentences of a step whose events changed strength, score, commanders, or ended the battle."""
    facts = course.facts_before(step)
    if facts == course.facts_after(step):
        return
    for state, event, after in course.events_of(step):
        now = course.facts(after)
        if now == facts:
            continue
        change = sum(abs(now.strength[side] - facts.strength[side]) for side in now.strength)
        facts = now
        if sentence := course.story(state, event):
            yield Told(sentence, change)
