"""Mail: its settings, a test, notices at once or once a day, and the link that stops a kind without signing in."""

import smtplib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final

import structlog
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage, send_mail
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from msgspec import Struct

from armies.services.people import display_name
from battles.models import Seat
from campaign.models import MailTime, Notice, NoticeKind, Profile
from campaign.models.notices import USUAL_MAIL
from campaign.notices.notices import choose_mail, mail_choices

AWAY: Final = timedelta(minutes=10)
"""Mail about a turn is sent to who is away for so long, if the last line of their feed is as old."""
PAUSE: Final = timedelta(minutes=2)
"""Mail about something else is sent after so long, so that what is read or done at once needs none."""
AT_ONCE: Final = 20
"""Mails sent in one round."""
LOOKED_AT: Final = 400
"""Notices of which a round makes mails, at most."""
DAILY_FROM: Final = 6
"""The hour from which daily mail is sent, with the notices until then."""
DAY: Final = timedelta(hours=20)
"""The shortest time between two daily mails to one person."""
DAILY: Final = "daily"
"""What the link of a daily mail stops: every kind that is sent daily."""

log = structlog.get_logger("muster.mail")


class Section(Struct, frozen=True):
    """The notices of one kind in a mail, with the link that stops the kind."""

    title: str
    notices: tuple[tuple[str, str], ...]
    stop: str


def send_due(now: datetime | None = None) -> int:
    """Send the mails that are due, each of several workers other ones; return how many were sent."""
    moment, sent = now or timezone.now(), 0
    for user, kind, notices in _at_once(moment):
        done = _send(user, notices, kind)
        if done is None:
            return sent
        sent += done
        if sent >= AT_ONCE:
            return sent
    for user, notices in _daily(moment):
        done = _send_daily(user, notices, moment)
        if done is None:
            return sent
        sent += done
        if sent >= AT_ONCE:
            return sent
    return sent


def _at_once(now: datetime) -> Iterator[tuple[User, str, list[Notice]]]:
    """Who gets a mail at once, about which kind, and the notices in it."""
    rows = _to_mail(MailTime.ONCE, now).filter(Q(seat__isnull=False) | Q(at__lte=now - PAUSE))
    ordered = rows.order_by("user", "kind", "at", "pk")[:LOOKED_AT]
    for (user, kind), group in groupby(ordered, key=lambda row: (row.user, row.kind)):
        yield user, kind, list(group)


def _daily(now: datetime) -> Iterator[tuple[User, list[Notice]]]:
    """Who gets the daily mail now, and the notices in it."""
    local = timezone.localtime(now)
    morning = local.replace(hour=DAILY_FROM, minute=0, second=0, microsecond=0)
    if local < morning:
        return
    rows = _to_mail(MailTime.DAILY, now).filter(at__lte=morning)
    rows = rows.filter(Q(user__profile__digest_at=None) | Q(user__profile__digest_at__lte=now - DAY))
    for user, group in groupby(rows.order_by("user", "kind", "at", "pk")[:LOOKED_AT], key=lambda row: row.user):
        yield user, list(group)


def _to_mail(when: str, now: datetime) -> QuerySet[Notice]:
    """Notices that were not mailed, whose reader chose mail at this time and has a confirmed address.

    A turn is mailed once for each time that its player is away; other notices until they are read.
    """
    confirmed = EmailAddress.objects.filter(user=OuterRef("user"), verified=True).order_by()
    chosen = Q()
    for kind in NoticeKind.values:
        key = f"user__profile__mail_times__{kind}"
        time = Q(**{key: when})
        if USUAL_MAIL[kind] == when:
            time |= Q(**{f"{key}__isnull": True})
        chosen |= Q(kind=kind) & time
    before = now - AWAY
    away = Q(seat__seen_at__lt=before) | Q(seat__seen_at=None, seat__battle__created__lt=before)
    away &= Q(seat__mailed_at=None) | Q(seat__seen_at__gt=F("seat__mailed_at"))
    turns = away & Q(at__lte=before, line__gt=F("seat__mailed"))
    rest = Q(seat=None, read=None, mailed=None)
    rows = Notice.objects.in_force().filter(chosen, turns | rest, Exists(confirmed), user__is_active=True)
    return rows.select_related("user__profile", "seat", "orders__campaign")


def _claimed(notices: Sequence[Notice]) -> list[Notice]:
    """Those of the notices that no other worker mails; they count as mailed from now on."""
    now, mine = timezone.now(), []
    for notice in notices:
        with transaction.atomic():
            seat = notice.seat
            if seat is not None:
                free = Seat.objects.filter(pk=seat.pk, mailed=seat.mailed, mailed_at=seat.mailed_at)
                is_mine = free.update(mailed=notice.line, mailed_at=now)
            else:
                is_mine = Notice.objects.filter(pk=notice.pk, mailed=None).update(mailed=now)
            if is_mine:
                Notice.objects.filter(pk=notice.pk).update(mailed=now)
                mine.append(notice)
    return mine


def _give_back(notices: Sequence[Notice]) -> None:
    """Let the notices of a mail that was not sent be mailed later."""
    for notice in notices:
        Notice.objects.filter(pk=notice.pk).update(mailed=notice.mailed)
        if notice.seat is not None:
            Seat.objects.filter(pk=notice.seat.pk).update(mailed=notice.seat.mailed, mailed_at=notice.seat.mailed_at)


def _send(user: User, notices: Sequence[Notice], kind: str) -> int | None:
    """Send one mail about notices of a kind; how many were sent, None if it failed."""
    mine = _claimed(notices)
    if not mine:
        return 0
    subject = mine[0].text.rstrip(".") if len(mine) == 1 else f"{len(mine)} notices: {NoticeKind(kind).label.lower()}"
    return 1 if _deliver(user, subject, [_section(user, kind, mine)], kind, mine) else None


def _send_daily(user: User, notices: Sequence[Notice], now: datetime) -> int | None:
    """Send the daily mail of a user; how many were sent, None if it failed."""
    before = user.profile.digest_at
    mine = _claimed(notices)
    if not mine or not Profile.objects.filter(user=user, digest_at=before).update(digest_at=now):
        _give_back(mine)
        return 0
    sections = [_section(user, kind, list(group)) for kind, group in groupby(mine, key=lambda row: row.kind)]
    subject = f"{len(mine)} notice{'' if len(mine) == 1 else 's'} of today"
    if _deliver(user, subject, sections, DAILY, mine):
        return 1
    Profile.objects.filter(user=user).update(digest_at=before)
    return None


def _section(user: User, kind: str, notices: Sequence[Notice]) -> Section:
    lines = tuple((_line(notice), f"{settings.MUSTER_URL}{notice.address}") for notice in notices)
    return Section(NoticeKind(kind).label, lines, f"{settings.MUSTER_URL}{stop_address(user, kind)}")


def _line(notice: Notice) -> str:
    due = notice.due
    return f"{notice.text} They are due on {due:%-d %B, %H:%M} UTC." if due else notice.text


def _deliver(user: User, subject: str, sections: Sequence[Section], kind: str, notices: Sequence[Notice]) -> bool:
    address = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk").first()
    words = {
        "name": display_name(user),
        "sections": sections,
        "stop": f"{settings.MUSTER_URL}{stop_address(user, kind)}",
        "daily": kind == DAILY,
        "choices": f"{settings.MUSTER_URL}{reverse('notices:list')}",
    }
    headers = {}
    if settings.MUSTER_URL:
        headers = {"List-Unsubscribe": f"<{words['stop']}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    body = render_to_string("notices/mail.txt", words)
    if address is None:
        return True
    try:
        EmailMessage(f"Muster: {' '.join(subject.split())}", body, None, [address.email], headers=headers).send()
    except (OSError, smtplib.SMTPException) as fault:
        _give_back(notices)
        log.warning("mail was not sent", fault=type(fault).__name__)
        return False
    return True


def _signer() -> Signer:
    return Signer(salt="campaign.notices.stop")


def stop_address(user: User, kind: str) -> str:
    """The path of the page that stops mail of a kind to ``user``, for who has the link; `DAILY` for all daily mail."""
    return reverse("notices:stop", args=[_signer().sign(f"{user.pk}:{kind}")])


def read_stop(token: str) -> tuple[User, tuple[str, ...]] | None:
    """The user and the kinds of mail that a link stops; None if it is not one of ours or the account is gone."""
    try:
        pk, kind = _signer().unsign(token).split(":")
    except (BadSignature, ValueError):
        return None
    user = User.objects.filter(pk=pk, is_active=True).select_related("profile").first()
    if user is None or (kind != DAILY and kind not in NoticeKind.values):
        return None
    if kind != DAILY:
        return user, (kind,)
    profile, _ = Profile.objects.get_or_create(user=user)
    return user, tuple(each for each, time in mail_choices(profile).items() if time == MailTime.DAILY)


def stop(user: Any, kinds: Sequence[str]) -> None:
    """Send no more mail of these kinds to ``user``."""
    choose_mail(user, dict.fromkeys(kinds, MailTime.NEVER))


SUBJECT = "Test mail of Muster"
FAULTS = (smtplib.SMTPException, OSError, ValueError)
"""What a mail that cannot be sent raises; ValueError where an address has line breaks."""
TEXT = "Muster can send mail: turns, invitations and new passwords reach their readers.\n"


class MailFailed(Exception):
    """The mail was not sent. The message says why."""


class MailSettings(Struct, frozen=True):
    """How mail is sent. ``server`` is "" where it is written to the console; the password is not among it."""

    server: str
    security: str
    user: str
    sender: str
    address: str


def mail_settings() -> MailSettings:
    """The present settings."""
    if not is_sent():
        return MailSettings("", "", "", settings.DEFAULT_FROM_EMAIL, settings.MUSTER_URL)
    security = "TLS from the start" if settings.EMAIL_USE_SSL else "STARTTLS" if settings.EMAIL_USE_TLS else "none"
    server = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    return MailSettings(
        server, security, settings.EMAIL_HOST_USER, settings.DEFAULT_FROM_EMAIL, settings.MUSTER_URL or ""
    )


def troubles() -> list[str]:
    """What is wrong with the settings, each in a sentence that says what to change."""
    found = []
    if not is_sent():
        found.append("Nobody gets mail: it is written to the console. Set EMAIL_URL to your mail server.")
    elif settings.EMAIL_HOST_USER and not (settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL):
        found.append("The password of the mail server is sent without encryption. Use smtp+tls:// or smtps://.")
    if settings.DEFAULT_FROM_EMAIL.endswith("@localhost"):
        found.append("Many servers refuse mail from muster@localhost. Set EMAIL_FROM to an address of yours.")
    if not settings.MUSTER_URL:
        found.append("Muster does not know its own address, so mail that workers send has no links. Set MUSTER_URL.")
    return found


def send_test(user: User) -> None:
    """Send a test mail to ``user``.

    Raises:
        MailFailed: the account has no e-mail address, no mail is sent, or the server refused it.
    """
    if not user.email:
        raise MailFailed("Your account has no e-mail address. Add one in your profile first.")
    if not is_sent():
        raise MailFailed("Mail is written to the console. Set EMAIL_URL and start Muster again.")
    try:
        send_mail(SUBJECT, TEXT, None, [user.email])
    except FAULTS as fault:
        words = str(fault).strip() or type(fault).__name__
        raise MailFailed(f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT} did not take it: {words[:300]}") from fault


def is_sent() -> bool:
    """True if mail leaves this machine."""
    return not settings.EMAIL_BACKEND.endswith((".console.EmailBackend", ".dummy.EmailBackend"))
