"""Replay of a stored battle: its states, its log in sentences, its verification."""

from collections import deque
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from battles.engine.audit import SHOWN, Audit, Broken, Problem, folded, guarded
from battles.engine.codec import Unreadable
from battles.engine.core import UMPIRE, Viewer
from battles.engine.dice import SCHEME, key, matches_commitment, roll_words, seeded_faces
from battles.engine.record import Battle, Entry
from battles.engine.system import RuleSystem


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
    who = "The umpire" if entry.side is None or entry.side == UMPIRE else system.text.side_name(state, entry.side)
    if entry.ended is None:
        return f"{who} undoes everything after entry {entry.back}."
    winner = "nobody" if entry.ended.winner is None else system.text.side_name(state, entry.ended.winner)
    why = entry.ended.reason.replace("_", " ")
    if entry.ended.winner is not None:
        why = f"{who} {why}"
    return f"Over by agreement, {why}: {winner} won."


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
