"""The check of a battle's entries: what they say is what the rules make of it, and leads to the states they name.

Since the rules were last corrected every action is decided again. Before that its events are folded, and the state
that they lead to is held where the correction stands.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from msgspec import Struct

from battles.engine.codec import state_hash
from battles.engine.core import RuleSystem, Step
from battles.engine.dice import DiceDiffer, DiceNeeded, RecordedDice, asked
from battles.engine.record import Battle, Entry, RulesChanged

T = TypeVar("T")

SHOWN: Final = 200
"""Characters of a foreign error text that a problem shows."""


class Problem(Struct, frozen=True):
    """What is wrong with a battle. ``n`` is the entry, None for the header or the battle as a whole."""

    n: int | None
    sentence: str


class Broken(Exception):
    """The rules themselves failed on what a battle has there."""


class Audit:
    """The entries in order, each from the state that the ones before it lead to."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._system = battle.system
        self._version = battle.header.rules_version
        self._decides_from = battle.changed if battle.version == battle.system.version else len(battle.entries)
        """The entry from which on the rules are asked again."""
        self._comparable = True
        """Whether the states of the version that an entry was played by have the shape that they have today."""
        self._found: list[Problem] = []
        self._kept: dict[int, Any] = dict.fromkeys(entry.back for entry in battle.entries if entry.back is not None)
        """The states that entries go back to, each once it is known."""
        self._changed = 0
        """The entry by which the rules were corrected last."""
        self._agreed = False
        """Whether the battle has ended by agreement."""

    def problems(self) -> list[Problem]:
        entries = self._battle.entries
        if not entries:
            self._note(None, "The battle has no entry 0.")
            return self._found
        try:
            state = guarded(self._system.start, self._battle.header.setup)
            for place, entry in enumerate(entries):
                if entry.n != place:
                    self._note(entry.n, f"Entry {place} should stand here, and entry {entry.n} does.")
                    return self._stopped(place)
                state = self._next(state, entry)
                if state is None:
                    return self._stopped(place + 1)
                if place in self._kept:
                    self._kept[place] = state
            self._of_end(state)
        except Broken as wrong:
            self._note(None, str(wrong))
        return self._found

    def _next(self, state: Any, entry: Entry[Any, Any]) -> Any | None:
        """The state after an entry; None where it cannot be told, or nothing may follow."""
        try:
            decides = entry.n > self._decides_from
            if self._agreed or (decides and guarded(self._system.outcome, state) is not None):
                self._note(entry.n, "The battle had ended before this entry.")
                return None
        except Broken as wrong:
            self._note(entry.n, str(wrong))
        if entry.rules is not None:
            return self._corrected(state, entry, entry.rules)
        if not entry.is_action:
            return self._agreement(state, entry)
        led = self._tried(entry, lambda: folded(self._system, state, entry))
        decides = entry.n >= self._decides_from
        step = self._tried(entry, lambda: self._decided(state, entry)) if decides else None
        if led is not None and self._holds(entry, led, opens=entry.n == 0 and not decides):
            return led
        if led is not None:
            self._note(entry.n, "Its events do not lead to the state of its hash.")
        if step is None:
            return None
        whole = self._hash(entry, step.state)
        return step.state if whole == entry.hash or step.events == entry.events else None

    def _agreement(self, state: Any, entry: Entry[Any, Any]) -> Any | None:
        """The state after an entry that goes back or ends the battle; None where it cannot be told."""
        both = entry.back is not None and entry.ended is not None
        if both or entry.action is not None or entry.events or entry.rolls or entry.side is None or entry.n == 0:
            self._note(entry.n, "It takes the battle back or ends it by agreement, so it has a side and nothing else.")
        if entry.back is not None:
            state = self._kept.get(entry.back)
            if state is None:
                self._note(entry.n, f"It goes back to entry {entry.back}, which is not before it.")
                return None
            if entry.back < self._changed:
                self._note(entry.n, f"It goes back to entry {entry.back}; the rules were corrected in {self._changed}.")
        if entry.ended is not None:
            self._agreed = True
            if entry.ended.winner not in (None, *self._system.sides):
                self._note(entry.n, f"It names a winner, “{entry.ended.winner}”, and there is no such side.")
        if not self._holds(entry, state):
            self._note(entry.n, "Its hash is not that of the state that it leaves.")
        return state

    def _corrected(self, state: Any, entry: Entry[Any, Any], rules: RulesChanged) -> Any:
        """The state of an entry by which the rules were corrected: the one before it, as today's rules fold it."""
        more = entry.back is not None or entry.ended is not None or entry.action is not None or entry.side is not None
        if more or entry.events or entry.rolls or entry.n == 0:
            self._note(entry.n, "It says that the rules were corrected, and nothing else.")
        if not self._version == rules.before < rules.after:
            versions = f"from version {rules.before} to {rules.after}"
            self._note(entry.n, f"It corrects the rules {versions}; the battle was played by {self._version}.")
        self._version, self._changed = rules.after, entry.n
        if not self._holds(entry, state, opens=entry.n < self._decides_from):
            self._note(entry.n, "Its hash is not that of the state that the entries before it lead to.")
        return state

    def _holds(self, entry: Entry[Any, Any], state: Any, *, opens: bool = False) -> bool:
        """Whether the hash of an entry is that of ``state``, or cannot be.

        Where the entry that ``opens`` an earlier version leads to another hash, states had another shape then: the
        hashes of that version are not held, and what they led to is where the rules were corrected.
        """
        holds = self._hash(entry, state) == entry.hash
        if opens or entry.n == self._decides_from:
            self._comparable = holds or not opens
        return holds or not self._comparable

    def _decided(self, state: Any, entry: Entry[Any, Any]) -> Step[Any] | None:
        """What the rules make of the action and its dice; what differs is noted."""
        dice = RecordedDice(entry.rolls)
        step = self._step(state, entry, dice)
        if step is None:
            return None
        if dice.left:
            left = dice.left[0]
            what = asked(left.why, len(left.faces), left.sides)
            self._note(entry.n, f"No rule asks for its throw {len(dice.rolls)} ({what}).")
        differs = _difference(step.events, entry.events)
        if differs:
            self._note(entry.n, differs)
        return step

    def _step(self, state: Any, entry: Entry[Any, Any], dice: RecordedDice) -> Step[Any] | None:
        system, side, action = self._system, entry.side, entry.action
        try:
            if entry.n == 0:
                if side is not None or action is not None:
                    self._note(0, "Entry 0 is before the first decision, and this one has a side or an action.")
                return system.begin(state, dice)
            if side is None or action is None:
                self._note(entry.n, "It has no side or no action.")
                return None
            refusal = guarded(system.refuse, state, side, action)
            if refusal is not None:
                self._note(entry.n, f"Its action is refused: {refusal.sentence} ({refusal.rule})")
                return None
            return system.decide(state, side, action, dice)
        except DiceNeeded as needed:
            self._note(entry.n, f"The rules ask for a throw that it has not: {needed}.")
        except DiceDiffer as differs:
            self._note(entry.n, str(differs))
        return None

    def _of_end(self, state: Any) -> None:
        published = self._battle.header.secret is not None
        ended = self._agreed or guarded(self._system.outcome, state) is not None
        if self._decides_from < len(self._battle.entries) and published and not ended:
            self._note(None, "The secret is published, and the battle has no end.")

    def _stopped(self, place: int) -> list[Problem]:
        """What was found, and that the entries from ``place`` on were not checked."""
        left = len(self._battle.entries) - place
        if left:
            self._note(self._battle.entries[place].n, f"Entries from here to the end were not checked: {left}.")
        return self._found

    def _hash(self, entry: Entry[Any, Any], state: Any) -> str | None:
        return self._tried(entry, lambda: state_hash(state))

    def _tried(self, entry: Entry[Any, Any], act: Callable[[], T]) -> T | None:
        try:
            return guarded(act)
        except Broken as wrong:
            self._note(entry.n, str(wrong))
            return None

    def _note(self, n: int | None, sentence: str) -> None:
        self._found.append(Problem(n, sentence))


def _difference(made: Iterable[Any], stored: Iterable[Any]) -> str:
    """The first place where two rows of events differ, as a sentence; empty where they do not."""
    ours, theirs = tuple(made), tuple(stored)
    for place, (mine, his) in enumerate(zip(ours, theirs, strict=False)):
        if mine != his:
            return f"Its event {place} is {his}; the rules give {mine}."
    if len(ours) != len(theirs):
        return f"It has {len(theirs)} events; the rules give {len(ours)}."
    return ""


def folded(system: RuleSystem[Any], state: Any, entry: Entry[Any, Any]) -> Any:
    """The state that the events of ``entry`` lead to; raises `Broken`."""
    for event in entry.events:
        state = guarded(system.evolve, state, event)
    return state


def guarded(act: Callable[..., T], *given: Any) -> T:
    """What ``act`` gives; whatever it raises as ``Broken``, since junk may break any rule."""
    try:
        return act(*given)
    except Broken:
        raise
    except Exception as wrong:
        text = str(wrong)[:SHOWN]
        raise Broken(f"The rules broke on it: {type(wrong).__name__}: {text}") from wrong
