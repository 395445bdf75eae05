"""Games on a real table: made from a scenario or two armies, shared, joined by a link, deleted."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from battles.engine.codec import encode
from battles.engine.dice import commitment
from battles.engine.tabling import keepers
from battles.models import TableGame
from battles.models.battle import new_secret
from battles.models.table_game import new_key
from battles.services import fielded, sources
from battles.services.locking import NotYours, Refused
from battles.services.making import armies_of
from battles.services.sources import DRAWN, Source, configured
from battles.services.starting import MOST_TITLE, check_visibility, title_of
from battles.services.table_kept import Keeper, writing

MOST_OPEN: Final = 200
"""Games of one owner that are not over."""
MOST_GUESTS: Final = 1_000
"""Games that are not over and have no owner."""
LEFT: Final = timedelta(days=14)
"""How long a guest's game is kept untouched, once there are too many."""


def systems() -> list[Any]:
    """The systems whose books can be kept."""
    return keepers(sources.playable())


def start(
    source: Source, user: Any, *, title: str = "", armies: Mapping[str, str] | None = None, token: UUID | None = None
) -> TableGame:
    """A game with empty books. The same asked for twice with one ``token`` is made once.

    Args:
        armies: slugs by side, for a source that asks for them.

    Raises:
        Refused: something of it cannot be kept, or there are too many games.
        SetupError: it cannot be played.
    """
    if source.system not in systems():
        raise Refused(f"The books of {source.system.meta.title} are not kept here.", "from")
    earlier = _made(token, user)
    if earlier is not None:
        return earlier
    chosen = armies_of(source, armies or {}, user)
    setup, _ = configured(source, {}, None, chosen)
    called = title or (" against ".join(army.name for army in chosen) if chosen else source.title)
    owner = user if user.is_authenticated else None
    _room_for(owner)
    try:
        with transaction.atomic():
            game = _stored(source.system, setup, title_of(called[:MOST_TITLE]), owner, token)
            if chosen:
                fielded.record(source.system, chosen, game=game)
            elif source.kind == DRAWN:
                fielded.record_taken(source.name, setup, user, game=game)
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
        books=encode(system.open_books(setup)),
        secret=secret,
        commitment=commitment(secret),
        asked=token,
    )


def _made(token: UUID | None, user: Any) -> TableGame | None:
    """The game that ``user`` made with a token."""
    if token is None:
        return None
    owner = user if user.is_authenticated else None
    return TableGame.objects.filter(asked=token, owner=owner).first()


def _room_for(owner: Any) -> None:
    going = TableGame.objects.filter(ended="", owner=owner)
    if owner is not None and going.count() >= MOST_OPEN:
        raise Refused(f"You have {MOST_OPEN} games that are not over; end or delete one first.", "from")
    if owner is None and going.count() >= MOST_GUESTS:
        left = TableGame.objects.filter(owner=None, keepers=None, updated__lt=timezone.now() - LEFT)
        if not left.delete()[0]:
            raise Refused("Guests keep too many games at the moment. Sign in, or try again later.", "from")


def keeper_of(game: TableGame, user: Any, held: Collection[int]) -> Keeper | None:
    """Who writes in the books where ``user`` asks; None for one who only reads. ``held`` as in the models."""
    known = user if user.is_authenticated else None
    name = (known.get_full_name() or known.get_username()) if known else "A guest"
    if game.pk in held or (known is not None and game.owner_id == known.pk):
        return Keeper(name, known)
    if known is not None and game.keepers.filter(pk=known.pk).exists():
        return Keeper(name, known)
    return None


def join(game: TableGame, user: Any) -> None:
    """Let ``user`` keep the books too; a guest's browser holds the game instead."""
    if user.is_authenticated and game.owner_id != user.pk:
        game.keepers.add(user)


def share(game: TableGame, user: Any, *, visibility: str, title: str) -> None:
    """Say who may read the books, and what the game is called.

    Raises:
        NotYours: he did not make the game.
        Refused: a value that cannot be kept.
    """
    _must_own(game, user)
    check_visibility(visibility)
    title = title_of(title)
    with writing(game) as row:
        row.visibility, row.title = visibility, title
        row.save(update_fields=["visibility", "title"])


def change_key(game: TableGame, user: Any) -> None:
    """Make the link to the books anew, so that the old one opens nothing. Raises `NotYours`."""
    with writing(game) as row:
        _must_own(row, user)
        row.key = new_key()
        row.save(update_fields=["key"])


def delete(game: TableGame, user: Any) -> None:
    """Delete a game. Raises `NotYours`."""
    with writing(game) as row:
        _must_own(row, user)
        row.delete()


def _must_own(game: TableGame, user: Any) -> None:
    if game.owner_id is None or game.owner_id != user.pk:
        raise NotYours("Only who made the game may do this.")
