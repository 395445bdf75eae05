"""Abandoned battles and tracked games of people without an account: when they are deleted, and deleting them.

They are deleted ``MUSTER_KEEP_STRANGERS_DAYS`` days after their last action, unless an account owns them or takes part.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from msgspec import Struct

from battles.models import Battle, Retention, Seat, TableGame

MOST: Final = 50
"""Battles and games deleted in one go, so that other work does not wait long."""
ROW: Final = 1
"""The id of the one row of `Retention`."""


class Abandoned(Struct, frozen=True):
    """An abandoned battle or game. ``key`` is ``battle:<slug>`` or ``table:<slug>``, ``last`` its last action."""

    key: str
    title: str
    last: datetime


def battle_deletion_time(battle: Battle, seats: Iterable[Seat]) -> datetime | None:
    """When ``battle`` will be deleted if nobody acts; None if it is kept."""
    if battle.owner_id is not None or any(seat.user_id is not None for seat in seats):
        return None
    return _ends(battle.updated)


def game_deletion_time(game: TableGame) -> datetime | None:
    """When a tracked game will be deleted if nobody acts; None if it is kept."""
    if game.owner_id is not None or game.keepers.exists():
        return None
    return _ends(game.updated)


def _ends(last: datetime) -> datetime | None:
    days = settings.MUSTER_KEEP_STRANGERS_DAYS
    return max(last, _since() or timezone.now()) + timedelta(days=days) if days else None


def record_setting() -> None:
    """Store since when the setting applies; a new setting applies from now."""
    days = settings.MUSTER_KEEP_STRANGERS_DAYS
    if _since() is not None:
        return
    with transaction.atomic():
        row, _ = Retention.objects.select_for_update().get_or_create(pk=ROW, defaults={"days": days})
        if row.days != days:
            row.days, row.since = days, timezone.now()
            row.save()


def abandoned() -> list[Abandoned]:
    """Everything that would be deleted now, the oldest first."""
    rows = [
        *(Abandoned(f"battle:{slug}", title, last) for slug, title, last in _listed(_battles())),
        *(Abandoned(f"table:{slug}", title, last) for slug, title, last in _listed(_games())),
    ]
    return sorted(rows, key=lambda each: each.last)


def delete_abandoned(most: int = MOST) -> list[str]:
    """Delete at most ``most`` abandoned battles and games; return their keys."""
    battles = list(_battles().order_by("updated").values_list("pk", flat=True)[:most])
    games = list(_games().order_by("updated").values_list("pk", flat=True)[: most - len(battles)])
    keys = [_delete(Battle.objects.all(), pk) for pk in battles] + [
        _delete(TableGame.objects.all(), pk) for pk in games
    ]
    return [key for key in keys if key]


def _delete(rows: "QuerySet[Battle] | QuerySet[TableGame]", pk: int) -> str:
    """Lock a row, and delete it if it is still abandoned; its key, "" if it is kept.

    An action in a battle, taking a seat and joining a game lock the row too, so the check after the lock sees them.
    """
    with transaction.atomic():
        row = rows.select_for_update(of=("self",)).filter(pk=pk).first()
        if row is None:
            return ""
        battle = isinstance(row, Battle)
        still = _battles() if battle else _games()
        if not still.filter(pk=pk).exists():
            return ""
        row.delete()
        return f"{'battle' if battle else 'table'}:{row.slug}"


def _battles() -> "QuerySet[Battle]":
    return Battle.objects.filter(owner=None, updated__lt=abandoned_before()).exclude(seats__user__isnull=False)


def _games() -> "QuerySet[TableGame]":
    return TableGame.objects.filter(owner=None, keepers=None, updated__lt=abandoned_before())


def abandoned_before() -> datetime:
    """A last action before this time is abandoned; the earliest possible time if nothing may be deleted yet."""
    days, since = settings.MUSTER_KEEP_STRANGERS_DAYS, _since()
    before = timezone.now() - timedelta(days=days)
    return before if days and since is not None and since <= before else datetime.min.replace(tzinfo=before.tzinfo)


def _since() -> datetime | None:
    days = settings.MUSTER_KEEP_STRANGERS_DAYS
    return Retention.objects.filter(pk=ROW, days=days).values_list("since", flat=True).first()


def _listed(rows: "QuerySet[Battle] | QuerySet[TableGame]") -> Collection[tuple[str, str, datetime]]:
    return list(rows.values_list("slug", "title", "updated"))
