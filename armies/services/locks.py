"""Locks that allow one writer at a time for each army, and the errors for outdated writers."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, transaction
from django.http import Http404

from armies.building.element_tree import Refused
from armies.models import Army, HouseRules

__all__ = ["Gone", "Refused", "Stale", "lock_house_rules", "writing"]


class Stale(Exception):
    """The army was changed since the writer read it; ``army`` is its present state."""

    def __init__(self, army: Army) -> None:
        super().__init__(f"{army.name} was changed by someone else in the meantime.")
        self.army = army


class Gone(Http404):
    """The object to change was deleted in the meantime; pages answer 404."""


@contextmanager
def writing(army: Army, expect: int | None = None) -> Iterator[Army]:
    """The army's row, locked until the block ends; either all of the block is written or nothing.

    SQLite has no row lock: there the transaction itself is the lock (``transaction_mode`` IMMEDIATE).

    Raises:
        Stale: ``expect`` is not None and not the army's version.
        Gone: the army was deleted in the meantime.
    """
    with transaction.atomic():
        row = Army.objects.select_for_update(of=("self",)).filter(pk=army.pk).first()
        if row is None:
            raise Gone(f"{army.name} was deleted in the meantime.")
        if expect is not None and row.version != expect:
            raise Stale(row)
        yield row


def lock_house_rules(rules: int) -> None:
    """Lock house rules until the transaction ends, so that counts made under them are right.

    A change of house rules locks them first and then each of their armies. So a caller who already holds an army does
    not wait here, which avoids a deadlock.

    Raises:
        Refused: they are being changed.
    """
    try:
        HouseRules.objects.select_for_update(no_key=True, nowait=True).filter(pk=rules).first()
    except OperationalError as error:
        raise Refused("house_rules", "The house rules are being changed right now. Try again.") from error
