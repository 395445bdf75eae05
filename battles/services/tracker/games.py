"""Tracked games: create, share, join, delete; read and write the stored tracker under a lock."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from msgspec import Struct

from armies.services.people import display_name
from battles.engine.codec import Unreadable, decode, encode
from battles.engine.core import Outcome
from battles.engine.dice import Roll, SeededDice, commitment, key
from battles.engine.tracker import Note
from battles.models import TableEntry, TableGame
from battles.models.battle import new_secret
from battles.models.table_game import new_key
from battles.services.create import from_armies, sources
from battles.services.create.battle_start import MOST_TITLE, check_visibility, checked_plan, checked_title
from battles.services.create.request import armies_of
from battles.services.create.sources import DRAWN, Source, configured_setup
from battles.services.live import broadcast
from battles.services.play.lock import Gone, NotYours, Refused
from battles.services.play.position import system_of

CACHE_KEY: Final = "kept books"


class StoredEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A stored entry: the note and its rolls, for audits, and the events as JSON. It undoes entry ``back``."""

    note: Note
    rolls: tuple[Roll, ...] = ()
    events: tuple[dict[str, Any], ...] = ()
    back: int | None = None


class Pending(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry that waits for dice, with the rolls typed so far."""

    note: Note
    token: str
    rolls: tuple[Roll, ...] = ()


class Editor(Struct, frozen=True):
    """A person who may add entries: their name, and their account if they have one."""

    name: str
    user: Any = None


@contextmanager
def locked_game(game: TableGame) -> Iterator[TableGame]:
    """Lock the game's row until the block ends; all of the block is written or nothing.

    Raises:
        Gone: the game was deleted in the meantime.
    """
    with transaction.atomic():
        row = TableGame.objects.select_for_update(of=("self",)).filter(pk=game.pk).first()
        if row is None:
            raise Gone("This game was deleted in the meantime.")
        yield row


def tracker_state(game: TableGame) -> Any:
    """The present tracker state, decoded once for each row read."""
    cached = game.__dict__.get(CACHE_KEY)
    if cached is not None and cached[0] == game.version:
        return cached[1]
    try:
        state = decode(bytes(game.books), system_of(game.system).tracker.state_type)
    except Unreadable:
        state = fold_entries(game)
    cache_state(game, state)
    return state


def cache_state(game: TableGame, books: Any) -> None:
    """Keep the decoded state with the row."""
    game.__dict__[CACHE_KEY] = (game.version, books)


def setup_of(game: TableGame) -> Any:
    """The game's set-up, of its system's type."""
    return decode(bytes(game.setup), system_of(game.system).setup_type)


def fold_entries(game: TableGame) -> Any:
    """The tracker state after all entries that were not undone; one query."""
    system = system_of(game.system)
    books = system.tracker.start(setup_of(game))
    rows = TableEntry.objects.filter(game=game, undone=False, back=None).order_by("n")
    for line in rows.values_list("line", flat=True):
        for event in decode(bytes(line), StoredEntry).events:
            books = system.tracker.evolve(books, decode(encode(event), system.tracker.event_type))
    return books


def dice_of(game: TableGame) -> SeededDice:
    """The computer's dice for the next entry."""
    return SeededDice(key(bytes(game.secret), []), game.head + 1)


def pending_of(game: TableGame) -> Pending | None:
    """The entry that waits for dice; None for none."""
    return None if game.pending is None else decode(encode(game.pending), Pending)


def write(
    game: TableGame, editor: Editor, line: StoredEntry, sentences: list[str], books: Any, *, token: UUID | None = None
) -> TableEntry:
    """Write the next entry of a game whose row is locked; ``books`` is the tracker state after it."""
    system = system_of(game.system)
    turn = int(system.tracker.page(books).turn)
    entry = TableEntry.objects.create(
        game=game,
        n=game.head + 1,
        token=token,
        by=editor.user,
        by_name=editor.name[:80],
        line=encode(line),
        said=sentences,
        turn=turn,
        back=line.back,
    )
    game.head = entry.n
    game.turn = turn
    outcome = system.tracker.outcome(books)
    game.ended = ended_words(system, books, outcome)[:300]
    game.books = encode(books)
    save(game, None)
    cache_state(game, books)
    return entry


def save(game: TableGame, pending: Pending | None) -> None:
    """Save a locked row with this pending entry, or none."""
    game.pending = None if pending is None else decode(encode(pending), Any)
    game.version += 1
    game.save()
    transaction.on_commit(lambda: broadcast.wake_table(game.pk))


def ended_words(system: Any, books: Any, outcome: Outcome | None) -> str:
    """The outcome of a game in a line; ``""`` until it is over."""
    if outcome is None:
        return ""
    page = system.tracker.page(books)
    return f"{page.heading}: {page.words}"


MOST_OPEN: Final = 200
"""The most unfinished games of one owner."""

MOST_GUESTS: Final = 10_000
"""The most unfinished games without an owner."""


def tracked_systems() -> list[Any]:
    """The systems that have a tracker."""
    return [system for system in sources.playable() if system.tracker is not None]


def start(
    source: Source, user: Any, *, title: str = "", armies: Mapping[str, str] | None = None, token: UUID | None = None
) -> TableGame:
    """Create a tracked game. The same request sent twice with one ``token`` creates one game.

    Args:
        armies: slugs by side, for a source that needs them.

    Raises:
        Refused: a value is wrong, or there are too many games.
        SetupError: it cannot be played.
    """
    earlier = _made(token, user)
    if earlier is not None:
        return earlier
    chosen = armies_of(source, armies or {}, user)
    setup, _ = configured_setup(source, {}, None, chosen)
    called = title or (" against ".join(army.name for army in chosen) if chosen else source.title)

    def record(game: TableGame) -> None:
        if chosen:
            from_armies.record(source.system, chosen, game=game)
        elif source.kind == DRAWN:
            from_armies.record_scenario_armies(source.name, setup, user, game=game)

    return start_from_setup(source.system, setup, user, title=called, token=token, record=record)


def start_from_setup(
    system: Any,
    setup: Any,
    user: Any,
    *,
    title: str,
    token: UUID | None = None,
    record: Callable[[TableGame], None] = lambda game: None,
) -> TableGame:
    """Create a tracked game of a set-up; ``record`` stores more about it in the same transaction.

    The same request sent twice with one ``token`` creates one game.

    Raises:
        Refused: the system has no tracker, or there are too many games.
    """
    if system not in tracked_systems():
        raise Refused(f"There is no tracker for {system.meta.title}.", "from")
    earlier = _made(token, user)
    if earlier is not None:
        return earlier
    owner = user if user.is_authenticated else None
    _room_for(owner)
    try:
        with transaction.atomic():
            game = _stored(system, setup, checked_title(title[:MOST_TITLE]), owner, token)
            record(game)
            return game
    except IntegrityError:
        earlier = _made(token, user)
        if earlier is None:
            raise
        return earlier


def _stored(system: Any, setup: Any, title: str, owner: Any, token: UUID | None) -> TableGame:
    secret = new_secret()
    return TableGame.objects.create(
        owner=owner,
        title=title,
        system=system.key,
        rules_version=system.version,
        setup=encode(setup),
        books=encode(system.tracker.start(setup)),
        secret=secret,
        commitment=commitment(secret),
        asked=token,
    )


def _made(token: UUID | None, user: Any) -> TableGame | None:
    """The game that ``user`` created with a token."""
    if token is None:
        return None
    owner = user if user.is_authenticated else None
    return TableGame.objects.filter(asked=token, owner=owner).first()


def _room_for(owner: Any) -> None:
    going = TableGame.objects.filter(ended="", owner=owner)
    if owner is not None and going.count() >= MOST_OPEN:
        raise Refused(f"You have {MOST_OPEN} unfinished games, the maximum. End or delete one first.", "from")
    if owner is None and going.count() >= MOST_GUESTS:
        raise Refused("Guests have too many unfinished games at the moment. Sign in, or try again later.", "from")


def tracker_editor(game: TableGame, user: Any, game_ids: Collection[int]) -> Editor | None:
    """The editor that ``user`` is; None if they may only read. ``game_ids`` are the games that their browser holds."""
    account = user if user.is_authenticated else None
    name = display_name(account) if account else "A guest"
    if game.pk in game_ids or (account is not None and game.owner_id == account.pk):
        return Editor(name, account)
    if account is not None and game.keepers.filter(pk=account.pk).exists():
        return Editor(name, account)
    return None


def join(game: TableGame, user: Any) -> None:
    """Let ``user`` edit the tracker too. Guests need no row: their browser holds the game."""
    if user.is_authenticated and game.owner_id != user.pk:
        with locked_game(game) as row:
            row.keepers.add(user)


def share(game: TableGame, user: Any, *, visibility: str, title: str, planned: str = "") -> None:
    """Set the title of the game, who may read it, and when the players want to meet, as ``checked_plan``.

    Raises:
        NotYours: the user is not the owner.
        Refused: a value is wrong.
    """
    _must_own(game, user)
    check_visibility(visibility, game.club_id)
    title, at = checked_title(title), checked_plan(planned)
    with locked_game(game) as row:
        row.visibility, row.title, row.planned = visibility, title, at
        row.save(update_fields=["visibility", "title", "planned"])


def change_key(game: TableGame, user: Any) -> None:
    """Replace the link for editors; the old one stops working. Raises `NotYours`."""
    with locked_game(game) as row:
        _must_own(row, user)
        row.key = new_key()
        row.save(update_fields=["key"])


def delete(game: TableGame, user: Any) -> None:
    """Delete a game. Raises `NotYours`."""
    with locked_game(game) as row:
        _must_own(row, user)
        row.delete()


def _must_own(game: TableGame, user: Any) -> None:
    if game.owner_id is None or game.owner_id != user.pk:
        raise NotYours("Only the owner of the game may do this.")
