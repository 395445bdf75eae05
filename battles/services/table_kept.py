"""The books of a game on a real table as they are stored: read, folded, written; one writer at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from msgspec import Struct

from battles.engine.codec import Unreadable, decode, encode
from battles.engine.core import Outcome
from battles.engine.dice import Roll, SeededDice, key
from battles.engine.tabling import Note
from battles.models import TableEntry, TableGame
from battles.services import live
from battles.services.locking import Gone
from battles.services.position import system_of

KEPT: Final = "kept books"


class Line(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry: the note and its rolls, to audit, and the events as JSON, to fold; ``back`` is taken back by it."""

    note: Note
    rolls: tuple[Roll, ...] = ()
    events: tuple[dict[str, Any], ...] = ()
    back: int | None = None


class Pending(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A note that waits for dice, and those typed in so far."""

    note: Note
    token: str
    rolls: tuple[Roll, ...] = ()


class Keeper(Struct, frozen=True):
    """Somebody who writes in the books: his name, and his account where he has one."""

    name: str
    user: Any = None


@contextmanager
def writing(game: TableGame) -> Iterator[TableGame]:
    """The game's row, locked until the block ends; all of the block is written or none.

    Raises:
        Gone: the game was deleted meanwhile.
    """
    with transaction.atomic():
        row = TableGame.objects.select_for_update(of=("self",)).filter(pk=game.pk).first()
        if row is None:
            raise Gone("This game was deleted meanwhile.")
        yield row


def books_of(game: TableGame) -> Any:
    """The books as they stand; decoded once for each row that was read."""
    known = game.__dict__.get(KEPT)
    if known is not None and known[0] == game.version:
        return known[1]
    try:
        found = decode(bytes(game.books), system_of(game.system).books_type)
    except Unreadable:
        found = folded(game)
    remember(game, found)
    return found


def remember(game: TableGame, books: Any) -> None:
    """Keep the decoded books with the row."""
    game.__dict__[KEPT] = (game.version, books)


def setup_of(game: TableGame) -> Any:
    """The set-up, as its system knows it."""
    return decode(bytes(game.setup), system_of(game.system).setup_type)


def folded(game: TableGame) -> Any:
    """The books that the entries lead to, those taken back left out; one query."""
    system = system_of(game.system)
    books = system.open_books(setup_of(game))
    rows = TableEntry.objects.filter(game=game, undone=False, back=None).order_by("n")
    for line in rows.values_list("line", flat=True):
        for event in decode(bytes(line), Line).events:
            books = system.noted(books, decode(encode(event), system.noted_type))
    return books


def dice_of(game: TableGame) -> SeededDice:
    """The dice of the computer for the next entry."""
    return SeededDice(key(bytes(game.secret), []), game.head + 1)


def pending_of(game: TableGame) -> Pending | None:
    """The note that waits for dice; None where none does."""
    return None if game.pending is None else decode(encode(game.pending), Pending)


def write(
    game: TableGame, keeper: Keeper, line: Line, said: list[str], books: Any, *, token: UUID | None = None
) -> TableEntry:
    """The next entry of a game whose row is held; ``books`` are as it leaves them."""
    system = system_of(game.system)
    turn = int(system.books(books).turn)
    entry = TableEntry.objects.create(
        game=game,
        n=game.head + 1,
        token=token,
        by=keeper.user,
        by_name=keeper.name[:80],
        line=encode(line),
        said=said,
        turn=turn,
        back=line.back,
    )
    game.head = entry.n
    game.turn = turn
    outcome = system.books_outcome(books)
    game.ended = ended_words(system, books, outcome)[:300]
    game.books = encode(books)
    save(game, None)
    remember(game, books)
    return entry


def save(game: TableGame, pending: Pending | None) -> None:
    """Save a row that is held, with another note that waits for dice, or none."""
    game.pending = None if pending is None else decode(encode(pending), Any)
    game.version += 1
    game.save()
    transaction.on_commit(lambda: live.wake_table(game.pk))


def ended_words(system: Any, books: Any, outcome: Outcome | None) -> str:
    """How a game ended, in a line; ``""`` while it goes on."""
    if outcome is None:
        return ""
    page = system.books(books)
    return f"{page.heading}: {page.words}"
