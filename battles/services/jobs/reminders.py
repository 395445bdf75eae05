"""Reminder mails to players who are away when it is their turn."""

import smtplib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

import structlog
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.db.models import F, Q
from django.template.loader import render_to_string
from django.utils import timezone

from armies.services.display_name import display_name
from battles.models import Seat, Status, Told
from battles.models.standing_in import deputy_of

AWAY: Final = timedelta(minutes=10)
"""A player is reminded after being away for so long, if the last line of their feed is as old."""

AT_ONCE: Final = 20
"""Mails sent in one round."""

log = structlog.get_logger("muster.mail")


def remind() -> int:
    """Send the mails that are due; return how many were sent."""
    sent = 0
    for seat, n, person, address in _due():
        # The first worker to update the row sends the mail.
        if sent == AT_ONCE or not Seat.objects.filter(pk=seat.pk, mailed=seat.mailed).update(
            mailed=n, mailed_at=timezone.now()
        ):
            continue
        try:
            _send(seat, person, address)
        except (OSError, smtplib.SMTPException) as fault:
            Seat.objects.filter(pk=seat.pk, mailed=n).update(mailed=seat.mailed, mailed_at=seat.mailed_at)
            log.warning("mail was not sent", fault=type(fault).__name__)
            return sent
        sent += 1
    return sent


def _due() -> Iterator[tuple[Seat, int, Any, str]]:
    """The seats whose player gets a mail, the number of their feed's last line, the person and the mail address.

    While a deputy stands in, the mail is for the deputy.
    """
    before = timezone.now() - AWAY
    away = Seat.objects.filter(Q(seen_at__lt=before) | Q(seen_at__isnull=True, battle__created__lt=before))
    waited = away.filter(battle__status=Status.PLAYING, computer="", user__isnull=False)
    looked = waited.filter(Q(mailed_at__isnull=True) | Q(seen_at__gt=F("mailed_at")))
    for seat in looked.select_related("battle", "user"):
        if seat.place not in seat.battle.awaited:
            continue
        last = Told.objects.filter(battle=seat.battle, viewer=seat.place).order_by("-n").first()
        if last is None or last.n <= seat.mailed or last.created > before:
            continue
        person = deputy_of(seat) or seat.user
        mails = EmailAddress.objects.filter(user=person, verified=True, user__profile__mail=True)
        address = mails.order_by("-primary", "pk").first()
        if address is not None:
            yield seat, last.n, person, address.email


def _send(seat: Seat, person: Any, address: str) -> None:
    title = " ".join(seat.battle.title.split())
    words = {
        "title": title,
        "name": display_name(person),
        "player": "" if person == seat.user else seat.name,
        "address": settings.MUSTER_URL + seat.battle.get_absolute_url(),
        "profile": f"{settings.MUSTER_URL}/profile/",
    }
    send_mail(f"Muster: your turn in {title}", render_to_string("battles/awaited.txt", words), None, [address])
