"""One writer at a time for each battle, and a clear no to whoever may not act."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from django.db import transaction
from django.http import Http404

from battles.engine.core import Refusal
from battles.models import Battle, Status


class CannotAct(Exception):
    """Something asked of a battle that is not done; the text is a sentence, ``code`` one word for it."""

    code: ClassVar[str]


class Stale(CannotAct):
    """His feed has moved on since he looked; ``n`` is its last line now."""

    code = "stale"

    def __init__(self, n: int) -> None:
        super().__init__("The battle has moved on since this page was shown. Look again before you act.")
        self.n = n


class Refused(CannotAct):
    """What was asked may not be done.

    ``refusal`` is that of the rules; it is None for what no rule is asked about, and then ``field`` names what is at
    fault.
    """

    code = "refused"

    def __init__(self, refusal: Refusal | str, field: str = "") -> None:
        self.refusal = refusal if isinstance(refusal, Refusal) else None
        self.field = field
        if isinstance(refusal, Refusal):
            known = refusal.rule in refusal.sentence
            super().__init__(refusal.sentence if known else f"{refusal.sentence} ({refusal.rule})")
        else:
            super().__init__(refusal)


class NotYours(CannotAct):
    """He may not act for this side."""

    code = "not_yours"


class Over(CannotAct):
    """The battle has ended."""

    code = "over"

    def __init__(self) -> None:
        super().__init__("The battle is over.")


class Paused(CannotAct):
    """The battle is paused, or still waits for players."""

    code = "paused"


class Gone(Http404):
    """The battle, or what was asked of it, is not there (any more)."""


@contextmanager
def playing(battle: Battle) -> Iterator[Battle]:
    """The battle's row, locked until the block ends; all of the block is written or none.

    SQLite has no row lock: there the transaction itself is the lock (``transaction_mode`` IMMEDIATE).

    Raises:
        Gone: the battle was deleted meanwhile.
    """
    with transaction.atomic():
        row = Battle.objects.select_for_update(of=("self",)).filter(pk=battle.pk).first()
        if row is None:
            raise Gone("This battle was deleted meanwhile.")
        yield row


def must_go_on(battle: Battle) -> None:
    """Raise where nobody may act: `Over`, or `Paused` while it is paused or waits for players."""
    if battle.status == Status.OVER:
        raise Over
    if battle.status == Status.PAUSED:
        raise Paused("The battle is paused. Somebody who plays it can let it go on.")
    if battle.status == Status.GATHERING:
        raise Paused("The battle has not begun: it waits until every side is taken.")
