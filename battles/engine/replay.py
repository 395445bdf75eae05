"""A stored battle played back, and checked.

To show a battle its events are folded; the rules of play are not asked, so a corrected rule never breaks a stored
battle. To check one, every action is decided again with its recorded dice and every seeded die is thrown again.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

from msgspec import Struct

from battles.engine.codec import Unreadable, state_hash
from battles.engine.core import RuleSystem, Step
from battles.engine.dice import SCHEME, DiceDiffer, DiceNeeded, RecordedDice, asked, key, prove, throw
from battles.engine.record import Battle, Entry

T = TypeVar("T")

SHOWN: Final = 200
"""Characters of a foreign error text that a problem shows."""


class Problem(Struct, frozen=True):
    """What is wrong with a battle. ``n`` is the entry, None for the header or the battle as a whole."""

    n: int | None
    sentence: str


class _Broken(Exception):
    """The rules themselves failed on what the battle has there."""


def states(battle: Battle, to: int | None = None) -> Iterator[Any]:
    """The state after each entry, up to and with the one at place ``to``; by its events alone.

    Raises:
        Unreadable: an event that cannot be folded.
    """
    try:
        state = _guarded(battle.system.start, battle.header.setup)
        kept = dict.fromkeys(entry.back for entry in battle.entries if entry.back is not None)
        for place, entry in enumerate(battle.entries):
            if to is not None and place > to:
                return
            if entry.back is not None:
                if kept.get(entry.back) is None:
                    raise _Broken(f"Entry {place} goes back to entry {entry.back}, which is not before it.")
                state = kept[entry.back]
            state = _folded(battle.system, state, entry)
            if place in kept:
                kept[place] = state
            yield state
    except _Broken as wrong:
        raise Unreadable(str(wrong)) from None


def state(battle: Battle, to: int | None = None) -> Any:
    """The state after the entry at place ``to``, the last one without. Before any entry, that of the set-up.

    Raises:
        Unreadable: an event that cannot be folded.
    """
    last = deque(states(battle, to), maxlen=1)
    return last[0] if last else battle.system.start(battle.header.setup)


def notes(battle: Battle) -> list[str]:
    """What ``verify`` cannot hold of this battle, a sentence each; empty where it holds everything."""
    header, found = battle.header, []
    if header.rules_version != battle.system.version:
        versions = f"version {header.rules_version} of {battle.system.key}, and {battle.system.version} is here"
        found.append(f"It was played by {versions}: its events were folded, its actions were not decided again.")
    if header.secret is None:
        found.append("The secret is not published: seeded dice were not thrown again.")
    given = sum(roll.source != "seed" for entry in battle.entries for roll in entry.rolls)
    if given:
        found.append(f"{given} rolls were typed in or imported and are taken as they are.")
    return found


def verify(battle: Battle) -> list[Problem]:
    """What is wrong with a battle, in the order of its entries; empty where nothing is.

    A battle that goes on, whose secret is not published, may stop anywhere. What follows an entry whose state cannot
    be told is not checked.
    """
    header = battle.header
    found = list(_of_header(battle))
    if header.secret is not None and not found:
        dice_key = key(bytes.fromhex(header.secret), [bytes.fromhex(salt) for salt in header.salts])
        for entry in battle.entries:
            found += _of_dice(entry, dice_key)
    found += _Audit(battle).problems()
    return sorted(found, key=lambda problem: -1 if problem.n is None else problem.n)


def _of_header(battle: Battle) -> Iterator[Problem]:
    header = battle.header
    if header.scheme != SCHEME:
        yield Problem(None, f"The dice scheme “{header.scheme}” is not known; {SCHEME} is.")
    if header.secret is not None and not prove(bytes.fromhex(header.secret), header.commitment):
        yield Problem(None, "The published secret is not the one of the commitment shown before the battle.")


def _of_dice(entry: Entry[Any, Any], dice_key: bytes) -> Iterator[Problem]:
    """Seeded faces that the key does not give."""
    for number, roll in enumerate(entry.rolls):
        if roll.source != "seed":
            continue
        faces = throw(dice_key, entry.n, number, len(roll.faces), roll.sides)
        if faces != roll.faces:
            shown, seeded = ", ".join(map(str, roll.faces)), ", ".join(map(str, faces))
            what = asked(roll.why, len(roll.faces), roll.sides)
            yield Problem(entry.n, f"Throw {number} ({what}) is recorded as {shown}; the seed gives {seeded}.")


class _Audit:
    """The entries in order, each from the state that the ones before it lead to."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._system = battle.system
        self._decides = battle.header.rules_version == battle.system.version
        self._found: list[Problem] = []
        self._kept: dict[int, Any] = dict.fromkeys(entry.back for entry in battle.entries if entry.back is not None)
        """The states that entries go back to, each once it is known."""
        self._agreed = False
        """Whether the battle has ended by agreement."""

    def problems(self) -> list[Problem]:
        entries = self._battle.entries
        if not entries:
            self._note(None, "The battle has no entry 0.")
            return self._found
        try:
            state = _guarded(self._system.start, self._battle.header.setup)
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
        except _Broken as wrong:
            self._note(None, str(wrong))
        return self._found

    def _next(self, state: Any, entry: Entry[Any, Any]) -> Any | None:
        """The state after an entry; None where it cannot be told, or nothing may follow."""
        try:
            if self._agreed or (self._decides and entry.n and _guarded(self._system.outcome, state) is not None):
                self._note(entry.n, "The battle had ended before this entry.")
                return None
        except _Broken as wrong:
            self._note(entry.n, str(wrong))
        if not entry.is_action:
            return self._agreement(state, entry)
        folded = self._tried(entry, lambda: _folded(self._system, state, entry))
        step = self._tried(entry, lambda: self._decided(state, entry)) if self._decides else None
        if folded is not None and self._hash(entry, folded) == entry.hash:
            return folded
        if folded is not None:
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
        if entry.ended is not None:
            self._agreed = True
            if entry.ended.winner not in (None, *self._system.sides):
                self._note(entry.n, f"It names a winner, “{entry.ended.winner}”, and there is no such side.")
        if self._hash(entry, state) != entry.hash:
            self._note(entry.n, "Its hash is not that of the state that it leaves.")
        return state

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
            refusal = _guarded(system.refuse, state, side, action)
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
        ended = self._agreed or _guarded(self._system.outcome, state) is not None
        if self._decides and published and not ended:
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
            return _guarded(act)
        except _Broken as wrong:
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


def _folded(system: RuleSystem[Any], state: Any, entry: Entry[Any, Any]) -> Any:
    for event in entry.events:
        state = _guarded(system.evolve, state, event)
    return state


def _guarded(act: Callable[..., T], *given: Any) -> T:
    """What ``act`` gives; whatever it raises as ``_Broken``, since junk may break any rule."""
    try:
        return act(*given)
    except _Broken:
        raise
    except Exception as wrong:
        text = str(wrong)[:SHOWN]
        raise _Broken(f"The rules broke on it: {type(wrong).__name__}: {text}") from wrong
