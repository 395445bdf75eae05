"""Replay of a stored battle: its states, its log in sentences, and the audit of its entries."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

from msgspec import Struct

from battles.engine.codec import Unreadable, state_hash
from battles.engine.core import UMPIRE, Step, Viewer
from battles.engine.dice import (
    SCHEME,
    DiceDiffer,
    DiceNeeded,
    RecordedDice,
    key,
    matches_commitment,
    roll_words,
    seeded_faces,
)
from battles.engine.record import Battle, Entry, RulesChanged
from battles.engine.system import RuleSystem
from battles.engine.words import agrees, at_start, capitalized

T = TypeVar("T")

SHOWN: Final = 200
"""Characters of an exception's text that a problem shows."""


class Problem(Struct, frozen=True):
    """What is wrong with a battle. ``n`` is the entry, None for the header or the battle as a whole."""

    n: int | None
    sentence: str


class Broken(Exception):
    """The rules raised an exception on something in the battle."""


class Audit:
    """Checks the entries in order, each from the state after the entries before it."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._system = battle.system
        self._version = battle.header.rules_version
        self._decides_from = battle.changed if battle.version == battle.system.version else len(battle.entries)
        """The entry from which actions are decided again."""
        self._comparable = True
        """True if states of the version that an entry was played with have today's fields."""
        self._problems: list[Problem] = []
        self._states: dict[int, Any] = dict.fromkeys(entry.back for entry in battle.entries if entry.back is not None)
        """The states that later entries return to, each once it is known."""
        self._changed = 0
        """The last entry that corrected the rules."""
        self._agreed = False
        """True if the battle has ended by agreement."""

    def problems(self) -> list[Problem]:
        entries = self._battle.entries
        if not entries:
            self._note(None, "The battle has no entry 0.")
            return self._problems
        try:
            state = guarded(self._system.start, self._battle.header.setup)
            for place, entry in enumerate(entries):
                if entry.n != place:
                    self._note(entry.n, f"This should be entry {place}, but it is entry {entry.n}.")
                    return self._stopped(place)
                state = self._next(state, entry)
                if state is None:
                    return self._stopped(place + 1)
                if place in self._states:
                    self._states[place] = state
            self._of_end(state)
        except Broken as wrong:
            self._note(None, str(wrong))
        return self._problems

    def _next(self, state: Any, entry: Entry[Any, Any]) -> Any | None:
        """The state after an entry; None if it cannot be computed or no entry may follow."""
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
            self._note(entry.n, "Its events do not lead to the state that its hash names.")
        if step is None:
            return None
        whole = self._hash(entry, step.state)
        return step.state if whole == entry.hash or step.events == entry.events else None

    def _agreement(self, state: Any, entry: Entry[Any, Any]) -> Any | None:
        """The state after an entry that undoes entries or ends the battle; None if it cannot be computed."""
        both = entry.back is not None and entry.ended is not None
        if both or entry.action is not None or entry.events or entry.rolls or entry.side is None or entry.n == 0:
            self._note(
                entry.n, "It undoes entries or ends the battle by agreement, so it may have a side and nothing else."
            )
        if entry.back is not None:
            state = self._states.get(entry.back)
            if state is None:
                self._note(entry.n, f"It returns to entry {entry.back}, which is not before it.")
                return None
            if entry.back < self._changed:
                self._note(
                    entry.n,
                    f"It returns to entry {entry.back}, before the rules were corrected in entry {self._changed}.",
                )
        if entry.ended is not None:
            self._agreed = True
            if entry.ended.winner not in (None, *self._system.sides):
                self._note(entry.n, f"It names the winner “{entry.ended.winner}”, but there is no such side.")
        if not self._holds(entry, state):
            self._note(entry.n, "Its hash does not match the state after it.")
        return state

    def _corrected(self, state: Any, entry: Entry[Any, Any], rules: RulesChanged) -> Any:
        """The state after an entry that corrected the rules: the state before it, as today's rules compute it."""
        more = entry.back is not None or entry.ended is not None or entry.action is not None or entry.side is not None
        if more or entry.events or entry.rolls or entry.n == 0:
            self._note(entry.n, "An entry that corrects the rules may hold nothing else.")
        if not self._version == rules.before < rules.after:
            versions = f"from version {rules.before} to {rules.after}"
            self._note(
                entry.n, f"It corrects the rules {versions}, but the battle was played with version {self._version}."
            )
        self._version, self._changed = rules.after, entry.n
        if not self._holds(entry, state, opens=entry.n < self._decides_from):
            self._note(entry.n, "Its hash does not match the state after the entries before it.")
        return state

    def _holds(self, entry: Entry[Any, Any], state: Any, *, opens: bool = False) -> bool:
        """True if the hash of an entry matches ``state``, or cannot be compared.

        ``opens`` marks the first entry of an older version. If its hash differs, states had other fields then: hashes
        of that version are not checked, and their final state is checked where the rules were corrected.
        """
        holds = self._hash(entry, state) == entry.hash
        if opens or entry.n == self._decides_from:
            self._comparable = holds or not opens
        return holds or not self._comparable

    def _decided(self, state: Any, entry: Entry[Any, Any]) -> Step[Any] | None:
        """What the rules give for the action and its dice; differences are noted as problems."""
        dice = RecordedDice(entry.rolls)
        step = self._step(state, entry, dice)
        if step is None:
            return None
        if dice.left:
            left = dice.left[0]
            what = roll_words(left.why, len(left.faces), left.sides)
            self._note(entry.n, f"No rule asks for its roll {len(dice.rolls)} ({what}).")
        differs = _difference(step.events, entry.events)
        if differs:
            self._note(entry.n, differs)
        return step

    def _step(self, state: Any, entry: Entry[Any, Any], dice: RecordedDice) -> Step[Any] | None:
        system, side, action = self._system, entry.side, entry.action
        try:
            if entry.n == 0:
                if side is not None or action is not None:
                    self._note(0, "Entry 0 comes before the first decision, so it may have no side and no action.")
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
            self._note(entry.n, f"The rules ask for a roll that is missing: {needed}.")
        except DiceDiffer as differs:
            self._note(entry.n, str(differs))
        return None

    def _of_end(self, state: Any) -> None:
        published = self._battle.header.secret is not None
        ended = self._agreed or guarded(self._system.outcome, state) is not None
        if self._decides_from < len(self._battle.entries) and published and not ended:
            self._note(None, "The secret is published, but the battle has not ended.")

    def _stopped(self, place: int) -> list[Problem]:
        """The problems so far, and a note that the entries from ``place`` on were not checked."""
        left = len(self._battle.entries) - place
        if left:
            self._note(self._battle.entries[place].n, f"The entries from here to the end were not checked ({left}).")
        return self._problems

    def _hash(self, entry: Entry[Any, Any], state: Any) -> str | None:
        return self._tried(entry, lambda: state_hash(state))

    def _tried(self, entry: Entry[Any, Any], act: Callable[[], T]) -> T | None:
        try:
            return guarded(act)
        except Broken as wrong:
            self._note(entry.n, str(wrong))
            return None

    def _note(self, n: int | None, sentence: str) -> None:
        self._problems.append(Problem(n, sentence))


def _difference(expected: Iterable[Any], stored: Iterable[Any]) -> str:
    """The first difference between two sequences of events, as a sentence; empty if there is none."""
    expected, stored = tuple(expected), tuple(stored)
    for index, (expected_event, stored_event) in enumerate(zip(expected, stored, strict=False)):
        if expected_event != stored_event:
            return f"Its event {index} is {stored_event}; the rules give {expected_event}."
    if len(expected) != len(stored):
        return f"It has {len(stored)} events; the rules give {len(expected)}."
    return ""


def folded(system: RuleSystem[Any], state: Any, entry: Entry[Any, Any]) -> Any:
    """The state after the events of ``entry``; raises `Broken`."""
    for event in entry.events:
        state = guarded(system.evolve, state, event)
    return state


def guarded(act: Callable[..., T], *arguments: Any) -> T:
    """The result of ``act``. Any exception becomes ``Broken``, since bad data may break any rule."""
    try:
        return act(*arguments)
    except Broken:
        raise
    except Exception as wrong:
        text = str(wrong)[:SHOWN]
        raise Broken(f"The rules raised an error on it: {type(wrong).__name__}: {text}") from wrong


def states(battle: Battle, to: int | None = None) -> Iterator[Any]:
    """The state after each entry, up to and including the one at index ``to``; uses only its events.

    Raises:
        Unreadable: an event that cannot be applied.
    """
    try:
        state = guarded(battle.system.start, battle.header.setup)
        states_by_entry = dict.fromkeys(entry.back for entry in battle.entries if entry.back is not None)
        for place, entry in enumerate(battle.entries):
            if to is not None and place > to:
                return
            if entry.back is not None:
                if states_by_entry.get(entry.back) is None:
                    raise Broken(f"Entry {place} returns to entry {entry.back}, which is not before it.")
                state = states_by_entry[entry.back]
            state = folded(battle.system, state, entry)
            if place in states_by_entry:
                states_by_entry[place] = state
            yield state
    except Broken as wrong:
        raise Unreadable(str(wrong)) from None


def state(battle: Battle, to: int | None = None) -> Any:
    """The state after the entry at index ``to``, by default the last. Without entries, the state of the set-up.

    Raises:
        Unreadable: an event that cannot be applied.
    """
    last = deque(states(battle, to), maxlen=1)
    return last[0] if last else battle.system.start(battle.header.setup)


def notes(battle: Battle) -> list[str]:
    """What ``verify`` cannot check in this battle, a sentence each; empty if it checks everything."""
    header, sentences = battle.header, []
    if battle.version != battle.system.version:
        versions = f"version {battle.version} of {battle.system.key}; this Muster has {battle.system.version}"
        sentences.append(f"It was played with {versions}. Its events were applied; its actions were not decided again.")
    elif battle.changed:
        versions = f"version {battle.version} of {battle.system.key} from entry {battle.changed} on"
        sentences.append(
            f"It is played with {versions}; earlier events were applied, earlier actions not decided again."
        )
    if header.secret is None:
        sentences.append("The secret is not published yet, so the seeded rolls were not checked.")
    typed = sum(roll.source != "seed" for entry in battle.entries for roll in entry.rolls)
    if typed:
        sentences.append(
            f"{typed} {'roll was' if typed == 1 else 'rolls were'} typed in or imported and cannot be checked."
        )
    return sentences


def verify(battle: Battle) -> list[Problem]:
    """What is wrong with a battle, in the order of its entries; empty if nothing is.

    A battle whose secret is not published may stop anywhere. Entries after one whose state cannot be computed are not
    checked.
    """
    header = battle.header
    problems = list(_of_header(battle))
    if header.secret is not None and not problems:
        dice_key = key(bytes.fromhex(header.secret), [bytes.fromhex(salt) for salt in header.salts])
        for entry in battle.entries:
            problems += _of_dice(entry, dice_key)
    problems += Audit(battle).problems()
    return sorted(problems, key=lambda problem: -1 if problem.n is None else problem.n)


def _of_header(battle: Battle) -> Iterator[Problem]:
    header = battle.header
    if header.scheme != SCHEME:
        yield Problem(None, f"The dice scheme “{header.scheme}” is unknown; the known one is {SCHEME}.")
    if header.secret is not None and not matches_commitment(bytes.fromhex(header.secret), header.commitment):
        yield Problem(None, "The published secret does not match the commitment shown before the battle.")


def _of_dice(entry: Entry[Any, Any], dice_key: bytes) -> Iterator[Problem]:
    """Seeded faces that differ from those of the key."""
    for number, roll in enumerate(entry.rolls):
        if roll.source != "seed":
            continue
        faces = seeded_faces(dice_key, entry.n, number, len(roll.faces), roll.sides)
        if faces != roll.faces:
            shown, seeded = ", ".join(map(str, roll.faces)), ", ".join(map(str, faces))
            what = roll_words(roll.why, len(roll.faces), roll.sides)
            yield Problem(entry.n, f"Roll {number} ({what}) is recorded as {shown}; the seed gives {seeded}.")


class LogLine(Struct, frozen=True):
    """A line of the log: its entry, its text, and whether it is the heading of a turn or phase."""

    n: int
    text: str
    is_heading: bool = False


def log_lines(
    system: RuleSystem[Any], state: Any, entry: Entry[Any, Any], viewer: Viewer = UMPIRE
) -> tuple[list[LogLine], Any]:
    """The log lines of ``entry`` for ``viewer``, and the state after its events; ``state`` is the one before it."""
    lines = []
    if not entry.is_action:
        return [LogLine(entry.n, agreement(system, state, entry))], state
    for event in entry.events:
        seen = system.secrets.shadow(state, event, viewer)
        if seen is not None:
            for text, is_heading in (
                (system.text.heading(state, seen), True),
                (system.text.sentence(state, seen), False),
            ):
                if text:
                    lines.append(LogLine(entry.n, text, is_heading))
        state = system.evolve(state, event)
    return lines, state


def agreement(system: RuleSystem[Any], state: Any, entry: Entry[Any, Any]) -> str:
    """The sentence of an entry that is not an action; ``state`` is the one before it."""
    if entry.rules is not None:
        versions = f"version {entry.rules.before} to {entry.rules.after}"
        return f"The rules were corrected, {versions}. All earlier moves stay; the battle continues with the new rules."
    name = "" if entry.side in (None, UMPIRE) else system.text.side_name(state, str(entry.side))
    who = at_start(name) or "The umpire"
    if entry.ended is None:
        return f"{who} {agrees(name, 'undoes', 'undo')} everything after entry {entry.back}."
    why = entry.ended.reason.replace("_", " ")
    if entry.ended.winner is None:
        return f"{capitalized(why)}: nobody won."
    return f"{who} {why}. {at_start(system.text.side_name(state, entry.ended.winner))} won."


def battle_log(battle: Battle, to: int | None = None, viewer: Viewer = UMPIRE) -> Iterator[LogLine]:
    """Every log line of a battle, up to entry ``to``.

    Raises:
        Unreadable: an entry that cannot be worded, after the lines before it.
    """
    system = battle.system
    state = system.start(battle.header.setup)
    states_by_entry = dict.fromkeys(entry.back for entry in battle.entries if entry.back is not None)
    for entry in battle.entries:
        if to is not None and entry.n > to:
            return
        try:
            lines, state = log_lines(system, state, entry, viewer)
            state = state if entry.back is None else states_by_entry[entry.back]
            if entry.n in states_by_entry:
                states_by_entry[entry.n] = state
        except Exception as wrong:  # junk may break any rule
            sentence = f"Entry {entry.n} cannot be put into words: {type(wrong).__name__}: {str(wrong)[:SHOWN]}"
            raise Unreadable(f"{sentence.rstrip('.')}.") from wrong
        yield from lines
