"""The lock of a battle, for one writer at a time, and the refusals of an action."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from django.db import transaction
from django.http import Http404

from battles.engine.core import Refusal
from battles.models import Battle, Status


class CannotAct(Exception):
    """A request that is refused; the text is a sentence, ``code`` one word for the reason."""

    code: ClassVar[str]


class Stale(CannotAct):
    """The user's feed has new lines since they read it; ``n`` is its last line now."""

    code = "stale"

    def __init__(self, n: int) -> None:
        super().__init__("Something has happened since you last looked. Check the log, then try again.")
        self.n = n


class Refused(CannotAct):
    """The request is not allowed.

    ``refusal`` comes from the rules; it is None if no rule forbids the request, and then ``field`` names the wrong
    field.
    """

    code = "refused"

    def __init__(self, refusal: Refusal | str, field: str = "") -> None:
        self.refusal = refusal if isinstance(refusal, Refusal) else None
        self.field = field
        if isinstance(refusal, Refusal):
            names_rule = refusal.rule in refusal.sentence
            super().__init__(refusal.sentence if names_rule else f"{refusal.sentence} ({refusal.rule})")
        else:
            super().__init__(refusal)


class NotYours(CannotAct):
    """The user may not do this: they have no such seat, or are not the owner."""

    code = "not_yours"


class Over(CannotAct):
    """The battle is over."""

    code = "over"

    def __init__(self) -> None:
        super().__init__("The battle is over.")


class Paused(CannotAct):
    """The battle is paused or has not begun."""

    code = "paused"


class Gone(Http404):
    """The battle, or a part of it, does not exist (any more)."""


@contextmanager
def locked(battle: Battle) -> Iterator[Battle]:
    """Lock the battle's row until the block ends; all of the block is written or nothing.

    SQLite has no row locks: there the transaction itself is the lock (``transaction_mode`` IMMEDIATE).

    Raises:
        Gone: the battle was deleted in the meantime.
    """
    with transaction.atomic():
        row = Battle.objects.select_for_update(of=("self",)).filter(pk=battle.pk).first()
        if row is None:
            raise Gone("This battle was deleted in the meantime.")
        yield row


def must_be_playing(battle: Battle) -> None:
    """Raise `Over`, or `Paused` while the battle is paused or waits for players."""
    if battle.status == Status.OVER:
        raise Over
    if battle.status == Status.PAUSED:
        raise Paused("The battle is paused. A player can resume it.")
    if battle.status == Status.GATHERING:
        raise Paused("The battle has not begun: it begins when every side has a player.")
