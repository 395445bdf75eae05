"""Notices over the API: read them, mark them as read, choose mail."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from campaign.accounts.profile import profile_of
from campaign.models import Notice, Profile
from campaign.notices import calendar, notices, sources

TAG: Final[dict[str, Any]] = {"tag": "Account"}
When = Literal["once", "daily", "never"]


class NoticesQuery(Struct, frozen=True):
    """Which notices."""

    unread: Annotated[bool, Meta(description="True for unread ones only.")] = False


class NoticeNow(Struct, frozen=True):
    """Something that waits for you, or that you should know. `due` is when orders are due, if they have a deadline."""

    id: int
    kind: str
    text: str
    address: str
    at: datetime
    unread: bool
    due: datetime | None


class NoticesNow(Struct, frozen=True):
    """Your notices, the latest first, and how many of all are unread."""

    unread: int
    notices: list[NoticeNow]


class NoticesToRead(Struct, frozen=True):
    """Notices to mark as read, by their `id`; all if you leave them out."""

    ids: Annotated[list[int], Meta(max_length=300)] | None = None


class NoticesMarked(Struct, frozen=True):
    """How many notices were unread before."""

    marked: int


class MailChoices(Struct, frozen=True):
    """When you get mail about each kind of notice: `once` is at once, `daily` once a day."""

    turn: When
    orders: When
    resolved: When
    invitation: When
    request: When
    umpire: When
    club: When


class CalendarNow(Struct, frozen=True):
    """The secret address of your calendar, as an iCalendar feed; empty if you have none."""

    address: str


class MailChange(Struct, frozen=True):
    """New choices; what you leave out stays."""

    turn: When | UnsetType = UNSET
    orders: When | UnsetType = UNSET
    resolved: When | UnsetType = UNSET
    invitation: When | UnsetType = UNSET
    request: When | UnsetType = UNSET
    umpire: When | UnsetType = UNSET
    club: When | UnsetType = UNSET


def _notice(row: Notice) -> NoticeNow:
    return NoticeNow(row.pk, row.kind, row.text, row.address, row.at, row.is_unread, row.due)


class Notices(Endpoint):
    """``/account/notices``"""

    @operation(name="notice_list", query=NoticesQuery, answer=NoticesNow, **TAG)
    def get(self, request: Request, query: NoticesQuery) -> HttpResponse:
        """Read your notices

        At most 100, the latest first: your turns, orders that are due, invitations, requests, comments.
        """
        user: Any = request.user
        sources.refresh_turns(user)
        sources.refresh_orders(user)
        rows = notices.notices_of(user, unread=query.unread)[: notices.MOST_SHOWN]
        count = notices.notices_of(user, unread=True).count()
        return self.respond(NoticesNow(count, [_notice(row) for row in rows]))

    @operation(name="notice_read", body=NoticesToRead, example={"ids": [12]}, answer=NoticesMarked, **TAG)
    def post(self, request: Request, body: NoticesToRead) -> HttpResponse:
        """Mark notices as read

        A turn that you have read is unread again when the battle has gone on.
        """
        return self.respond(NoticesMarked(notices.mark_read(request.user, body.ids)))


class Mail(Endpoint):
    """``/account/mail``"""

    @operation(name="mail_choices", answer=MailChoices, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """Read when you get mail"""
        user: Any = request.user
        return self.respond(MailChoices(**notices.mail_choices(profile_of(user))))  # type: ignore[arg-type]

    @operation(name="mail_choose", body=MailChange, example={"resolved": "never"}, answer=MailChoices, **TAG)
    def patch(self, request: Request, body: MailChange) -> HttpResponse:
        """Choose when you get mail"""
        user: Any = request.user
        wanted = {kind: time for kind, time in asdict(body).items() if time is not UNSET}
        return self.respond(MailChoices(**notices.choose_mail(user, wanted)))  # type: ignore[arg-type]


class Calendar(Endpoint):
    """``/account/calendar``"""

    @operation(name="calendar_address", answer=CalendarNow, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """Read the address of your calendar

        Everybody who has it can read the calendar: deadlines of your campaigns, absences, and those for which you stand
        in.
        """
        user: Any = request.user
        return self.respond(_calendar(request, profile_of(user)))

    @operation(name="calendar_renew", answer=CalendarNow, **TAG)
    def post(self, request: Request) -> HttpResponse:
        """Make a new address of your calendar

        The one before no longer works.
        """
        user: Any = request.user
        return self.respond(_calendar(request, calendar.renew(user)))

    @operation(name="calendar_close", status=204, **TAG)
    def delete(self, request: Request) -> HttpResponse:
        """Close your calendar"""
        calendar.close(request.user)
        return self.done()


def _calendar(request: Request, profile: Profile) -> CalendarNow:
    address = calendar.address(profile)
    return CalendarNow(request.build_absolute_uri(address) if address else "")
