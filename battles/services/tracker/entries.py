"""Entries of a tracked game, with dice rolled by the computer or typed in; undo and verification."""

from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.codec import Unreadable, decode, encode
from battles.engine.core import Step
from battles.engine.dice import Dice, DiceNeeded, RecordedDice, Roll
from battles.engine.tracker import Inquiry, Note
from battles.models import TableEntry, TableGame
from battles.services.play.lock import Over, Refused, Stale
from battles.services.play.position import system_of
from battles.services.tracker.games import (
    Editor,
    Pending,
    StoredEntry,
    dice_of,
    fold_entries,
    locked_game,
    pending_of,
    save,
    setup_of,
    tracker_state,
    write,
)

MOST_ENTRIES: Final = 3_000
MOST_FACTS: Final = 40
MOST_FACT: Final = 60
"""Characters of a fact."""
DIGIT_DICE: Final = 9
"""Faces of dice with up to so many sides may be typed as digits without spaces."""


class AwaitedRoll(Struct, frozen=True):
    """A roll that must be typed in: its purpose in words, its dice, and its rule.

    ``number`` is its place among the rolls of the entry.
    """

    words: str
    rule: str
    count: int
    sides: int
    number: int


def read_note(key: str, facts: dict[str, str]) -> Note:
    """The key and facts of an entry, from a form. Raises `Refused` if they are too long."""
    if len(key) > MOST_FACT or len(facts) > MOST_FACTS or any(len(each) > MOST_FACT for each in facts.values()):
        raise Refused("The tracker knows no such entry.")
    return Note(key, facts)


def inquiry(game: TableGame, note: Note) -> tuple[Inquiry, Note]:
    """The question for a note, with the facts still needed, and the note without facts that it no longer asks for."""
    system, books = system_of(game.system), tracker_state(game)
    note = without_unasked_facts(system, books, note)
    return system.tracker.inquire(books, note), note


def follow_up_questions(game: TableGame, last: TableEntry | None) -> list[tuple[Note, str]]:
    """The questions that follow from the ``last`` entry; none if it was undone or is an undo."""
    line = decode(bytes(last.line), StoredEntry) if last else None
    if last is None or line is None or last.undone or line.back is not None or not line.events:
        return []
    return list(system_of(game.system).tracker.answers(tracker_state(game), line.note))


def without_unasked_facts(system: Any, books: Any, note: Note) -> Note:
    """A note with only the facts that its question asks for."""
    asked_keys = {fact.key for fact in system.tracker.inquire(books, note).facts}
    return (
        Note(note.key, {key: value for key, value in note.facts.items() if key in asked_keys}) if asked_keys else note
    )


def add_entry(
    game: TableGame, editor: Editor, note: Note, *, expect: int | None, token: UUID, typed: bool = False
) -> TableEntry | None:
    """Add an entry to the tracker; None if it waits for dice to be ``typed`` in.

    Args:
        expect: the version of the tracker that the editor has seen; None to skip the check.
        token: comes from the form; the same entry sent twice with it is added once.

    Raises:
        Over: the game is over.
        Stale: the tracker has new entries, or the token was used for another entry.
        Refused: the rules or the tracker forbid it.
        Gone: the game was deleted.
    """
    with locked_game(game) as row:
        earlier = TableEntry.objects.filter(game=row, token=token).first()
        if earlier is not None:
            if decode(bytes(earlier.line), StoredEntry).note != note:
                raise Stale(row.version)
            return earlier
        waiting = pending_of(row)
        if waiting is not None and waiting.token == str(token):
            return None
        system, books = _open(row, expect)
        if waiting is not None:
            raise Refused("A roll is waiting for its dice. Type them in or cancel the roll first.")
        refusal = system.tracker.refuse(books, note)
        if refusal is not None:
            raise Refused(refusal)
        if not typed:
            return _play(row, editor, note, dice_of(row), token)
        return _try(row, editor, Pending(note, str(token)))


def _open(row: TableGame, expect: int | None) -> tuple[Any, Any]:
    """The system and the tracker state of an unfinished game. Raises `Over`, `Stale`, `Refused`."""
    if row.is_over:
        raise Over
    if expect is not None and expect != row.version:
        raise Stale(row.version)
    if row.head >= MOST_ENTRIES:
        raise Refused(f"A tracked game has at most {MOST_ENTRIES:,} entries.")
    return system_of(row.system), tracker_state(row)


def _play(row: TableGame, editor: Editor, note: Note, dice: Dice, token: UUID) -> TableEntry:
    """Add an entry that is allowed."""
    system, books = system_of(row.system), tracker_state(row)
    step: Step[Any] = system.tracker.decide(books, note, dice)
    sentences = []
    for event in step.events:
        words = system.tracker.sentence(books, event)
        sentences += [words] if words else []
        books = system.tracker.evolve(books, event)
    sentences = sentences or [f"{system.tracker.page(books).heading}."]
    events = tuple(decode(encode(event), dict) for event in step.events)
    return write(row, editor, StoredEntry(note, tuple(dice.rolls), events), sentences, step.state, token=token)


def _try(row: TableGame, editor: Editor, pending: Pending) -> TableEntry | None:
    """Add the entry with the dice typed so far; None if more are needed."""
    try:
        return _play(row, editor, pending.note, RecordedDice(pending.rolls), UUID(pending.token))
    except DiceNeeded:
        save(row, pending)
        return None


def awaited_roll(game: TableGame) -> AwaitedRoll | None:
    """The roll that the tracker waits for; None for none."""
    pending = pending_of(game)
    return None if pending is None else next_roll(game, pending)


def next_roll(game: TableGame, pending: Pending) -> AwaitedRoll | None:
    """The next roll of a pending entry; None if it has all its rolls."""
    system, books = system_of(game.system), tracker_state(game)
    try:
        system.tracker.decide(books, pending.note, RecordedDice(pending.rolls))
    except DiceNeeded as need:
        words = system.tracker.throwing(books, pending.note, pending.rolls)
        return AwaitedRoll(words, need.why, need.count, need.sides, len(pending.rolls))
    return None


def enter_dice(
    game: TableGame, editor: Editor, text: str, *, number: int | None, rest: bool = False
) -> TableEntry | None:
    """Enter the faces of the awaited roll; with ``rest`` the computer rolls it and all rolls after it.

    Further faces belong to the rolls that follow.

    Args:
        number: the number of the roll that the editor saw; None for any.

    Raises:
        Stale: another roll is awaited, or none.
        Refused: the faces do not fit the roll, or some are left over; none of them is stored.
        Gone: the game was deleted.
    """
    with locked_game(game) as row:
        pending, roll = pending_of(row), awaited_roll(row)
        if pending is None or roll is None or number not in (None, roll.number):
            raise Stale(row.version)
        if rest:
            dice = RecordedDice(pending.rolls, dice_of(row))
            return _play(row, editor, pending.note, dice, UUID(pending.token))
        return _try(row, editor, _typed(row, pending, roll, faces_of(text, roll)))


def _typed(row: TableGame, pending: Pending, roll: AwaitedRoll, faces: tuple[int, ...]) -> Pending:
    """The pending entry with the rolls in ``faces``. Raises `Refused` if there are too few or too many faces."""
    left, owed = faces, roll
    while True:
        here, left = left[: owed.count], left[owed.count :]
        if len(here) < owed.count:
            raise Refused(f"Type {_dice(owed.count)} for this roll; you typed {len(here)}.", "faces")
        if any(not 1 <= face <= owed.sides for face in here):
            raise Refused(f"The faces of a D{owed.sides} are 1 to {owed.sides}.", "faces")
        pending = replace(pending, rolls=(*pending.rolls, Roll(owed.rule, owed.sides, here, "manual")))
        if not left:
            return pending
        following = next_roll(row, pending)
        if following is None:
            raise Refused(f"You typed {_dice(len(faces))}, {len(left)} too many.", "faces")
        owed = following


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def faces_of(text: str, roll: AwaitedRoll) -> tuple[int, ...]:
    """The faces typed for ``roll`` and the rolls after it. Raises `Refused` if one is no number."""
    parts = text.replace(",", " ").split()
    if roll.sides <= DIGIT_DICE:
        parts = [digit for part in parts for digit in part]
    if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        raise Refused(f"Type the faces of {roll.count}D{roll.sides} as numbers.", "faces")
    return tuple(int(part) for part in parts)


def cancel_pending(game: TableGame, editor: Editor) -> None:
    """Cancel the pending entry; an entry of the record says so, with the faces typed so far.

    Raises:
        Stale: no entry is pending.
        Gone: the game was deleted.
    """
    with locked_game(game) as row:
        pending = pending_of(row)
        if pending is None:
            raise Stale(row.version)
        title = system_of(row.system).tracker.inquire(tracker_state(row), pending.note).title or "Roll"
        faces = ", ".join(str(face) for roll in pending.rolls for face in roll.faces)
        sentence = f"{title}: cancelled" + (f" after {faces}." if faces else ".")
        write(row, editor, StoredEntry(pending.note, pending.rolls), [sentence], tracker_state(row))


def undo(game: TableGame, editor: Editor, *, expect: int | None, token: UUID) -> TableEntry:
    """Undo the last entry that was not undone; it stays in the record, crossed out.

    Both sides sit at the table and see it, so nobody has to agree, and rolls may be undone too.

    Raises:
        Stale: the tracker has new entries.
        Refused: there is nothing to undo, or a roll is awaited.
        Gone: the game was deleted.
    """
    with locked_game(game) as row:
        earlier = TableEntry.objects.filter(game=row, token=token).first()
        if earlier is not None:
            return earlier
        if expect is not None and expect != row.version:
            raise Stale(row.version)
        if row.pending is not None:
            raise Refused("A roll is waiting for its dice. Cancel it before you undo.")
        last = TableEntry.objects.filter(game=row, undone=False, back=None).order_by("-n").first()
        if last is None:
            raise Refused("There is no entry to undo.")
        TableEntry.objects.filter(pk=last.pk).update(undone=True)
        books = fold_entries(row)
        line = StoredEntry(decode(bytes(last.line), StoredEntry).note, back=last.n)
        return write(row, editor, line, [f"Entry {last.n + 1} was undone."], books, token=token)


def verify(game: TableGame) -> list[str]:
    """The problems of a stored game: entries that their rolls do not give again, or a state they do not lead to."""
    system, problems = system_of(game.system), []
    books = fold_entries(game)
    if encode(books) != bytes(game.books):
        problems.append("The entries do not lead to the stored state.")
    rows = list(TableEntry.objects.filter(game=game).order_by("n"))
    if [row.n for row in rows] != list(range(game.head + 1)):
        problems.append("Entries are missing.")
    try:
        lines = [decode(bytes(row.line), StoredEntry) for row in rows if not row.undone and row.back is None]
    except Unreadable as wrong:
        return [*problems, str(wrong)]
    state = system.tracker.start(setup_of(game))
    for line in lines:
        if not line.events:
            continue
        step = system.tracker.decide(state, line.note, RecordedDice(line.rolls))
        if tuple(decode(encode(event), dict) for event in step.events) != line.events:
            problems.append(f"The entry {line.note.key} now gives other events.")
        state = step.state
    return problems
