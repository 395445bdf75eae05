"""Noting what happens on a real table: by the dice of the computer or by dice typed in, and taking back."""

from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.codec import Unreadable, decode, encode
from battles.engine.core import Step
from battles.engine.dice import Dice, DiceNeeded, RecordedDice, Roll
from battles.engine.tabling import Inquiry, Note
from battles.models import TableEntry, TableGame
from battles.services.locking import Over, Refused, Stale
from battles.services.position import system_of
from battles.services.table_kept import (
    Keeper,
    Line,
    Pending,
    books_of,
    dice_of,
    folded,
    pending_of,
    save,
    setup_of,
    write,
    writing,
)

MOST_ENTRIES: Final = 3_000
MOST_FACTS: Final = 40
MOST_FACT: Final = 60
"""Characters of a fact."""
DIGIT_DICE: Final = 9
"""Sides up to which faces are typed as digits without anything between them."""


class Throw(Struct, frozen=True):
    """A throw that the table owes: who and what for, how many dice of how many sides, and the rule that asks.

    ``number`` is its place among the throws of the note.
    """

    words: str
    rule: str
    count: int
    sides: int
    number: int


def note_of(key: str, facts: dict[str, str]) -> Note:
    """A note as a form sends it. Raises `Refused` for one that is too long to be any."""
    if len(key) > MOST_FACT or len(facts) > MOST_FACTS or any(len(each) > MOST_FACT for each in facts.values()):
        raise Refused("The books know no such note.")
    return Note(key, facts)


def inquiry(game: TableGame, note: Note) -> tuple[Inquiry, Note]:
    """A question as far as it has been put, and its note without facts that are no longer asked for."""
    system, books = system_of(game.system), books_of(game)
    note = known(system, books, note)
    return system.inquire(books, note), note


def answers(game: TableGame, last: TableEntry | None) -> list[tuple[Note, str]]:
    """The questions that the ``last`` entry leads to; none where it was taken back, or took one back."""
    line = decode(bytes(last.line), Line) if last else None
    if last is None or line is None or last.undone or line.back is not None or not line.events:
        return []
    return list(system_of(game.system).answers(books_of(game), line.note))


def known(system: Any, books: Any, note: Note) -> Note:
    """A note with only those facts that its question asks for."""
    found = {fact.key for fact in system.inquire(books, note).facts}
    return Note(note.key, {key: value for key, value in note.facts.items() if key in found}) if found else note


def make_note(
    game: TableGame, keeper: Keeper, note: Note, *, expect: int | None, token: UUID, typed: bool = False
) -> TableEntry | None:
    """Note something in the books. None where it waits for dice that are ``typed`` in.

    Args:
        expect: the version of the books that the keeper had seen; None to write whatever happened meanwhile.
        token: the form's; the same note twice with it is made once.

    Raises:
        Over: the game has ended.
        Stale: the books have moved on, or the token was used for something else.
        Refused: the rules or the books forbid it.
        Gone: the game was deleted.
    """
    with writing(game) as row:
        earlier = TableEntry.objects.filter(game=row, token=token).first()
        if earlier is not None:
            if decode(bytes(earlier.line), Line).note != note:
                raise Stale(row.version)
            return earlier
        waiting = pending_of(row)
        if waiting is not None and waiting.token == str(token):
            return None
        system, books = _open(row, expect)
        if waiting is not None:
            raise Refused("A throw is awaited. Type its dice, or break it off, before anything else is noted.")
        refusal = system.refuse_note(books, note)
        if refusal is not None:
            raise Refused(refusal)
        if not typed:
            return _play(row, keeper, note, dice_of(row), token)
        return _try(row, keeper, Pending(note, str(token)))


def _open(row: TableGame, expect: int | None) -> tuple[Any, Any]:
    """The system and the books of a game that goes on. Raises `Over`, `Stale`, `Refused`."""
    if row.is_over:
        raise Over
    if expect is not None and expect != row.version:
        raise Stale(row.version)
    if row.head >= MOST_ENTRIES:
        raise Refused(f"The books of a game have at most {MOST_ENTRIES:,} entries.")
    return system_of(row.system), books_of(row)


def _play(row: TableGame, keeper: Keeper, note: Note, dice: Dice, token: UUID) -> TableEntry:
    """Make a note that may be made."""
    system, books = system_of(row.system), books_of(row)
    step: Step[Any] = system.make_note(books, note, dice)
    said = []
    for event in step.events:
        words = system.noted_words(books, event)
        said += [words] if words else []
        books = system.noted(books, event)
    said = said or [f"{system.books(books).heading}."]
    events = tuple(decode(encode(event), dict) for event in step.events)
    return write(row, keeper, Line(note, tuple(dice.rolls), events), said, step.state, token=token)


def _try(row: TableGame, keeper: Keeper, pending: Pending) -> TableEntry | None:
    """Make the note with the dice typed so far, or go on waiting."""
    try:
        return _play(row, keeper, pending.note, RecordedDice(pending.rolls), UUID(pending.token))
    except DiceNeeded:
        save(row, pending)
        return None


def awaited(game: TableGame) -> Throw | None:
    """The throw that the table owes; None where it owes none."""
    pending = pending_of(game)
    return None if pending is None else owed(game, pending)


def owed(game: TableGame, pending: Pending) -> Throw | None:
    """The throw that a note which waits owes next; None where it has them all."""
    system, books = system_of(game.system), books_of(game)
    try:
        system.make_note(books, pending.note, RecordedDice(pending.rolls))
    except DiceNeeded as need:
        words = system.throwing(books, pending.note, pending.rolls)
        return Throw(words, need.why, need.count, need.sides, len(pending.rolls))
    return None


def type_dice(
    game: TableGame, keeper: Keeper, text: str, *, number: int | None, rest: bool = False
) -> TableEntry | None:
    """Take the faces of the awaited throw; with ``rest`` the computer throws it and all after it.

    More faces than it has are those of the throws that follow from it.

    Args:
        number: the place of the throw that the keeper saw; None for whichever is awaited.

    Raises:
        Stale: another throw is awaited, or none.
        Refused: the faces are not those of that throw, or some are left over; nothing is kept of them.
        Gone: the game was deleted.
    """
    with writing(game) as row:
        pending, throw = pending_of(row), awaited(row)
        if pending is None or throw is None or number not in (None, throw.number):
            raise Stale(row.version)
        if rest:
            dice = RecordedDice(pending.rolls, dice_of(row))
            return _play(row, keeper, pending.note, dice, UUID(pending.token))
        return _try(row, keeper, _typed(row, pending, throw, faces_of(text, throw)))


def _typed(row: TableGame, pending: Pending, throw: Throw, faces: tuple[int, ...]) -> Pending:
    """The note with the throws that ``faces`` are of. Raises `Refused` where they do not come out even."""
    left, owes = faces, throw
    while True:
        here, left = left[: owes.count], left[owes.count :]
        if len(here) < owes.count:
            raise Refused(f"{owes.count} dice are thrown; {len(here)} were typed.", "faces")
        if any(not 1 <= face <= owes.sides for face in here):
            raise Refused(f"A D{owes.sides} shows 1 to {owes.sides}.", "faces")
        pending = replace(pending, rolls=(*pending.rolls, Roll(owes.rule, owes.sides, here, "manual")))
        if not left:
            return pending
        following = owed(row, pending)
        if following is None:
            raise Refused(f"{len(faces)} dice were typed, {len(left)} more than are thrown.", "faces")
        owes = following


def faces_of(text: str, throw: Throw) -> tuple[int, ...]:
    """The faces that somebody typed, those of ``throw`` first. Raises `Refused` for what is no number."""
    parts = text.replace(",", " ").split()
    if throw.sides <= DIGIT_DICE:
        parts = [digit for part in parts for digit in part]
    if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        raise Refused(f"Type the faces of {throw.count}D{throw.sides} as numbers.", "faces")
    return tuple(int(part) for part in parts)


def drop(game: TableGame, keeper: Keeper) -> None:
    """Break off the note that waits for dice; the record says so, with what was thrown.

    Raises:
        Stale: none waits.
        Gone: the game was deleted.
    """
    with writing(game) as row:
        pending = pending_of(row)
        if pending is None:
            raise Stale(row.version)
        title = system_of(row.system).inquire(books_of(row), pending.note).title or "A throw"
        thrown = ", ".join(str(face) for roll in pending.rolls for face in roll.faces)
        said = f"{title} is broken off" + (f" after {thrown}." if thrown else ".")
        write(row, keeper, Line(pending.note, pending.rolls), [said], books_of(row))


def undo(game: TableGame, keeper: Keeper, *, expect: int | None, token: UUID) -> TableEntry:
    """Take back the last entry that stands; it stays in the record, struck through.

    Both sides sit at the table and see it, so that nobody is asked, and dice that fell may be taken back too.

    Raises:
        Stale: the books have moved on.
        Refused: there is nothing to take back, or a throw is awaited.
        Gone: the game was deleted.
    """
    with writing(game) as row:
        earlier = TableEntry.objects.filter(game=row, token=token).first()
        if earlier is not None:
            return earlier
        if expect is not None and expect != row.version:
            raise Stale(row.version)
        if row.pending is not None:
            raise Refused("A throw is awaited. Break it off before you take anything back.")
        last = TableEntry.objects.filter(game=row, undone=False, back=None).order_by("-n").first()
        if last is None:
            raise Refused("Nothing has been noted yet.")
        TableEntry.objects.filter(pk=last.pk).update(undone=True)
        books = folded(row)
        line = Line(decode(bytes(last.line), Line).note, back=last.n)
        return write(row, keeper, line, [f"Entry {last.n + 1} is taken back."], books, token=token)


def verify(game: TableGame) -> list[str]:
    """What is wrong with the stored books: entries that do not come out again by their rolls, or do not fold."""
    system, problems = system_of(game.system), []
    books = folded(game)
    if encode(books) != bytes(game.books):
        problems.append("The entries do not fold to the stored books.")
    rows = list(TableEntry.objects.filter(game=game).order_by("n"))
    if [row.n for row in rows] != list(range(game.head + 1)):
        problems.append("Entries are missing.")
    try:
        lines = [decode(bytes(row.line), Line) for row in rows if not row.undone and row.back is None]
    except Unreadable as wrong:
        return [*problems, str(wrong)]
    kept = system.open_books(setup_of(game))
    for line in lines:
        if not line.events:
            continue
        step = system.make_note(kept, line.note, RecordedDice(line.rolls))
        if tuple(decode(encode(event), dict) for event in step.events) != line.events:
            problems.append(f"The note {line.note.key} now comes out otherwise.")
        kept = step.state
    return problems
