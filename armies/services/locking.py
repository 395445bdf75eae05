"""One writer at a time for each army, and a clear no to whoever writes on old knowledge."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, transaction
from django.http import Http404

from armies.building.refusing import Refused
from armies.models import Army, HouseRules

__all__ = ["Gone", "Refused", "Stale", "hold_house_rules", "writing"]


class Stale(Exception):
    """The army has moved on since the writer read it; ``army`` is how it stands now."""

    def __init__(self, army: Army) -> None:
        super().__init__(f"{army.name} was changed by somebody else in the meantime.")
        self.army = army


class Gone(Http404):
    """What was to be changed was deleted meanwhile; pages answer 404."""


@contextmanager
def writing(army: Army, expect: int | None = None) -> Iterator[Army]:
    """The army's row, locked until the block ends; all of the block is written or none.

    SQLite has no row lock: there the transaction itself is the lock (``transaction_mode`` IMMEDIATE).

    Raises:
        Stale: ``expect`` is given and is not the army's version.
        Gone: the army was deleted meanwhile.
    """
    with transaction.atomic():
        row = Army.objects.select_for_update(of=("self",)).filter(pk=army.pk).first()
        if row is None:
            raise Gone(f"{army.name} was deleted meanwhile.")
        if expect is not None and row.version != expect:
            raise Stale(row)
        yield row


def hold_house_rules(rules: int) -> None:
    """Keep house rules as they are until the transaction ends, so that what is counted under them is right.

    Whoever changes house rules holds them first and then each army under them. So one who holds an army already
    does not wait for them.

    Raises:
        Refused: they are being changed.
    """
    try:
        HouseRules.objects.select_for_update(no_key=True, nowait=True).filter(pk=rules).first()
    except OperationalError as error:
        raise Refused("house_rules", "The house rules are being changed at this moment. Try again.") from error
