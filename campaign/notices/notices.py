"""Write, read and count notices, and choose mail for each kind."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from armies.services.locks import Gone, Refused
from campaign.models import MailTime, Notice, NoticeKind, Profile, is_demo_member
from campaign.models.notices import USUAL_MAIL

MOST_SHOWN: Final = 100
MOST_KEPT: Final = 300
"""Notices of one user that are kept; the oldest read ones go first."""
KEPT_FOR: Final = timedelta(days=60)
"""How long a notice that was read is kept."""


def tell(
    users: Iterable[int],
    kind: NoticeKind,
    key: str,
    text: str,
    address: str,
    *,
    by: Any = None,
    at: datetime | None = None,
    read_by: int | None = None,
    **about: Any,
) -> None:
    """Give users a notice, or renew the one that they have about the same thing: it is unread again.

    It is mailed again only if it had been read.

    Args:
        users: ids, of whom ``by``, who caused it, is left out.
        read_by: the id of a user who knows it already, so that it is there but does not count.
        about: ``seat`` and ``line`` of a turn, ``orders`` and ``line`` of orders.
    """
    wanted = sorted({user for user in users if user != getattr(by, "pk", None)})
    now = at or timezone.now()
    about |= {"kind": kind, "key": key, "text": text[:400], "address": address, "at": now}
    about["by"] = by if getattr(by, "is_authenticated", False) else None
    Notice.objects.filter(user__in=wanted, key=key, read__isnull=False).update(mailed=None)
    Notice.objects.bulk_create(
        [Notice(user_id=user, read=now if user == read_by else None, **about) for user in wanted],
        update_conflicts=True,
        unique_fields=["user", "key"],
        update_fields=["kind", "text", "address", "by", "at", "read", "seat", "orders", "line"],
    )


def forget(key: str, users: Iterable[int] | None = None) -> None:
    """Delete the notices about a thing that no longer waits, of all users or of these."""
    rows = Notice.objects.filter(key=key)
    (rows if users is None else rows.filter(user__in=list(users))).delete()


def notices_of(user: Any, *, unread: bool = False) -> QuerySet[Notice]:
    """The notices of ``user`` that still hold, the latest first."""
    rows = Notice.objects.filter(user=user)
    rows = rows.unread() if unread else rows.in_force()
    return rows.select_related("seat", "orders__campaign")


def unread_count() -> Subquery:
    """The number of unread notices of the user of an outer query, None for none."""
    rows = Notice.objects.filter(user=OuterRef("pk")).unread().order_by()
    return Subquery(rows.values("user").annotate(count=Count("pk")).values("count"))


def mark_read(user: Any, ids: Iterable[int] | None = None) -> int:
    """Mark these notices of ``user`` as read, or all; returns how many were unread.

    A turn that was read is not counted until the battle has gone on.
    """
    rows = Notice.objects.filter(user=user)
    if ids is not None:
        rows = rows.filter(pk__in=list(ids))
    return rows.filter(pk__in=rows.unread().values("pk")).update(read=timezone.now())


def find(user: Any, notice: int) -> Notice:
    """A notice of ``user``. Raises `Gone` if there is none."""
    row = Notice.objects.filter(user=user, pk=notice).first()
    if row is None:
        raise Gone("This notice is gone: what it told of is done.")
    return row


def mail_choices(profile: Profile) -> dict[str, str]:
    """When mail about each kind is sent to the user."""
    stored = profile.mail_times
    return {kind: stored.get(kind, USUAL_MAIL[kind]) for kind in NoticeKind.values}


def choose_mail(user: User, wanted: Mapping[str, str]) -> dict[str, str]:
    """Choose when mail is sent, for the kinds named; returns all choices.

    Raises:
        Refused: there is no such kind or time, or all visitors share the account.
    """
    if is_demo_member(user):
        raise Refused("mail", "All visitors share this demo account, so it gets no mail. Create your own account.")
    for kind, time in wanted.items():
        if kind not in NoticeKind.values:
            raise Refused(kind[:40], f"There is no kind “{kind[:40]}”. Kinds: {', '.join(NoticeKind.values)}.")
        if time not in MailTime.values:
            raise Refused(kind, f"Mail is sent once, daily or never, not “{str(time)[:40]}”.")
    with transaction.atomic():
        Profile.objects.get_or_create(user=user)
        profile = Profile.objects.select_for_update().get(user=user)
        profile.mail_times = profile.mail_times | {kind: str(time) for kind, time in wanted.items()}
        profile.save(update_fields=["mail_times"])
    return mail_choices(profile)


def delete_old() -> int:
    """Delete notices that were read long ago, what is no longer true, and what is too much for one user."""
    before = timezone.now() - KEPT_FOR
    count, _ = Notice.objects.filter(Q(read__lt=before) | Q(at__lt=before - KEPT_FOR)).delete()
    stale = Notice.objects.exclude(pk__in=Notice.objects.in_force().values("pk"))
    count += stale.filter(at__lt=timezone.now() - timedelta(days=1)).delete()[0]
    crowded = Notice.objects.values("user").annotate(count=Count("pk")).filter(count__gt=MOST_KEPT).order_by()
    for user in list(crowded.values_list("user", flat=True)[:50]):
        rows = Notice.objects.filter(user=user).order_by(F("read").desc(nulls_first=True), "-at", "-pk")
        kept = list(rows.values_list("pk", flat=True)[:MOST_KEPT])
        count += Notice.objects.filter(user=user).exclude(pk__in=kept).delete()[0]
    return count
