"""A calendar of what has a date for a user, as an iCalendar feed (RFC 5545) under a secret address."""

import secrets
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.core.signing import BadSignature, Signer
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from msgspec import Struct

from armies.exchange.clean_text import one_line
from armies.models.visibility import shared_with
from armies.services.locks import Refused
from armies.services.people import display_name
from battles.models import Battle, TableGame
from campaign.models import Campaign, CampaignSeat, CampaignStatus, Deputy, Profile, is_demo_member
from campaign.notices.sources import address_of

MOST_EVENTS: Final = 500
NOTHING: Final = (
    *("BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000"),
    *("TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE"),
)
"""What a calendar without events contains, because it must have a component (RFC 5545, 3.4)."""
PAST: Final = timedelta(days=90)
"""How long an absence that is over stays in the calendar."""
LINE: Final = 75
"""Bytes of a line; a longer one is folded (RFC 5545, 3.1)."""


class Event(Struct, frozen=True):
    """Something with a date. ``start`` is a moment, or the first of whole days of which ``end`` is the day after.

    ``key`` names it for ever; ``revision`` grows when it changes at ``revised``.
    """

    key: str
    title: str
    start: datetime | date
    revised: datetime
    end: date | None = None
    address: str = ""
    revision: int = 0


def events_of(user: User) -> list[Event]:
    """The dates of a user, at most 500: orders that are due, planned games of the user and of their clubs, absences.

    Absences of those for whom the user stands in are among them.
    """
    return [*_deadlines(user), *_games(user), *_absences(user)][:MOST_EVENTS]


def _games(user: User) -> Iterator[Event]:
    """Battles and table games that are planned, the next first: their own, and what their clubs share."""
    battles = Battle.objects.filter(Q(pk__in=Battle.objects.played_by(user).values("pk")) | shared_with(user))
    tables = TableGame.objects.filter(Q(pk__in=TableGame.objects.kept_by(user).values("pk")) | shared_with(user))
    fields = ("slug", "title", "planned", "created", "club")
    for name, rows in (("battle", battles), ("table", tables)):
        planned = rows.filter(planned__gte=timezone.now() - PAST).order_by("planned", "pk")
        for row in planned.select_related("club").only(*fields, "club__name")[:MOST_EVENTS]:
            at: Any = row.planned
            title = f"{one_line(row.title)} ({one_line(row.club.name)})" if row.club else one_line(row.title)
            yield Event(f"{name}-{row.slug}", title, at, timezone.now(), None, row.get_absolute_url())


def _deadlines(user: User) -> Iterator[Event]:
    seats = CampaignSeat.objects.filter(Q(user=user) | Q(deputy=user)).order_by()
    campaigns = Campaign.objects.filter(pk__in=seats.values("campaign"), deadline__isnull=False)
    fields = ("slug", "title", "turn", "again", "deadline", "updated", "version")
    for row in campaigns.filter(status=CampaignStatus.ORDERS).order_by("deadline", "pk").only(*fields)[:MOST_EVENTS]:
        assert row.deadline is not None  # noqa: S101  # filtered above
        title = f"Orders for turn {row.turn} of {one_line(row.title)} are due"
        key = f"campaign-{row.slug}-{row.turn}-{row.again}"
        yield Event(key, title, row.deadline, row.updated, None, address_of(row), row.version)


def _absences(user: User) -> Iterator[Event]:
    rows = Deputy.objects.filter(Q(user=user) | Q(deputy=user), end__gte=timezone.localdate() - PAST)
    for row in rows.select_related("user", "deputy", "club")[:MOST_EVENTS]:
        title = f"You stand in for {display_name(row.user)}"
        if row.user_id == user.pk:
            title = f"You are away; {display_name(row.deputy)} stands in for you"
        address = reverse("clubs:people", args=[row.club.slug])
        day_after = row.end + timedelta(days=1)
        yield Event(f"absence-{row.pk}", title, row.start, timezone.now(), day_after, address)


def feed(user: User) -> bytes:
    """The user's calendar, as text/calendar."""
    host = settings.MUSTER_URL.partition("://")[2] or "muster"
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//Muster//Muster {settings.MUSTER_VERSION}//EN"]
    lines += ["CALSCALE:GREGORIAN", "NAME:Muster", "X-WR-CALNAME:Muster", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    events = events_of(user)
    lines += NOTHING if not events else ()
    for event in events:
        lines += ["BEGIN:VEVENT", f"UID:{event.key}@{host}", f"DTSTAMP:{_moment(event.revised)}"]
        lines += [f"SEQUENCE:{event.revision}", _date("DTSTART", event.start)]
        lines += [_date("DTEND", event.end)] if event.end is not None else []
        lines += [f"SUMMARY:{escape(event.title)}"]
        lines += [f"URL:{settings.MUSTER_URL}{event.address}"] if settings.MUSTER_URL and event.address else []
        lines += ["TRANSP:TRANSPARENT", "END:VEVENT"]
    return b"".join(fold(line) for line in [*lines, "END:VCALENDAR"])


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _date(name: str, at: datetime | date) -> str:
    return f"{name}:{_moment(at)}" if isinstance(at, datetime) else f"{name};VALUE=DATE:{at:%Y%m%d}"


def escape(text: str) -> str:
    """A text as a value (RFC 5545, 3.3.11)."""
    for letter in "\\;,":
        text = text.replace(letter, f"\\{letter}")
    return "".join(letter for letter in text.replace("\n", "\\n") if letter.isprintable())


def fold(line: str) -> bytes:
    """A content line with its end, folded so that no part has more than 75 bytes and no letter is cut."""
    parts, size = [b""], LINE
    for letter in line:
        code = letter.encode()
        if len(parts[-1]) + len(code) > size:
            parts.append(b"")
            size = LINE - 1
        parts[-1] += code
    return b"\r\n ".join(parts) + b"\r\n"


def _signer() -> Signer:
    return Signer(salt="campaign.notices.calendar")


def address(profile: Profile) -> str:
    """The path of the user's calendar; "" if there is none. Who has it reads the calendar."""
    if not profile.calendar:
        return ""
    token = _signer().sign(f"{profile.user_id}:{profile.calendar}")
    return reverse("notices:calendar", args=[token])


def renew(user: User) -> Profile:
    """Make a new secret address; the one before no longer works.

    Raises:
        Refused: all visitors share the account.
    """
    if is_demo_member(user):
        raise Refused(
            "calendar", "All visitors share this demo account, so it has no calendar. Create your own account."
        )
    profile, _ = Profile.objects.update_or_create(user=user, defaults={"calendar": secrets.token_urlsafe(9)})
    return profile


def close(user: Any) -> None:
    """Close the calendar; its address no longer works."""
    Profile.objects.filter(user=user).update(calendar="")


def reader_of(token: str) -> User | None:
    """The user whose calendar is at this address; None if there is none, or no longer."""
    try:
        pk, _, nonce = _signer().unsign(token).partition(":")
    except BadSignature:
        return None
    known = User.objects.filter(is_active=True, profile__calendar=nonce)
    return known.filter(pk=pk).first() if nonce and pk.isdecimal() else None
