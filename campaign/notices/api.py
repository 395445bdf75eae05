"""Notices, mail, calendar and webhooks of clubs over the API."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from campaign.accounts.profile import profile_of
from campaign.club.api.clubs import TAG as CLUB_TAG
from campaign.club.api.clubs import ClubEndpoint
from campaign.models import Delivery, Notice, Profile, Webhook
from campaign.notices import calendar, notices, sources, webhooks
from campaign.notices.outbound import MOST_URL

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
    result: When
    message: When
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
    result: When | UnsetType = UNSET
    message: When | UnsetType = UNSET
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


NewsKey = Literal["members", "shared", "battles", "campaigns"]
Name = Annotated[str, Meta(max_length=webhooks.MOST_NAME)]
Url = Annotated[str, Meta(max_length=MOST_URL)]
NewsChosen = Annotated[list[NewsKey], Meta(max_length=4)]
LATEST: Final = 20


class WebhookDelivery(Struct, frozen=True):
    """News that a webhook posted or posts. `due` is the next attempt, `status` the HTTP status of the last answer."""

    id: int
    text: str
    news: str
    created: datetime
    sent: bool
    due: datetime | None
    attempts: int
    status: int | None
    result: str


class WebhookNow(Struct, frozen=True):
    """A webhook. Its address is secret; `host` is the part that is shown. `stopped` says why it was switched off.

    `key` signs plain JSON; it is only in the answer that sets the webhook up.
    """

    id: int
    name: str
    form: str
    host: str
    news: list[str]
    active: bool
    failures: int
    stopped: str
    latest: list[WebhookDelivery]
    key: str | UnsetType = UNSET


class WebhooksNow(Struct, frozen=True):
    """The webhooks of a club."""

    webhooks: list[WebhookNow]


class WebhookToMake(Struct, frozen=True):
    """A webhook to set up. `form` is what the address understands; plain JSON is signed."""

    name: Name
    form: Literal["discord", "slack", "json"]
    url: Url
    news: NewsChosen


class WebhookToChange(Struct, frozen=True):
    """New values for a webhook; what you leave out stays."""

    name: Name | UnsetType = UNSET
    url: Url | UnsetType = UNSET
    news: NewsChosen | UnsetType = UNSET
    active: bool | UnsetType = UNSET


def _delivery(row: Delivery) -> WebhookDelivery:
    return WebhookDelivery(
        row.pk, row.text, row.news, row.created, row.sent, row.due, row.attempts, row.status, row.result
    )


def _webhook(row: Webhook, key: str | UnsetType = UNSET) -> WebhookNow:
    latest = [_delivery(each) for each in row.deliveries.all()[:LATEST]]
    return WebhookNow(
        row.pk, row.name, row.form, row.host, list(row.news), row.active, row.failures, row.stopped, latest, key
    )


class Webhooks(ClubEndpoint):
    """``/clubs/<club>/webhooks``"""

    @operation(name="club_webhook_list", answer=WebhooksNow, **CLUB_TAG)
    def get(self, request: Request, club: str) -> HttpResponse:
        """List the webhooks with what they posted last"""
        rows = self.place(request, club, "webhooks").club.webhooks.prefetch_related("deliveries")
        return self.respond(WebhooksNow([_webhook(row) for row in rows]))

    @operation(
        name="club_webhook_make",
        body=WebhookToMake,
        example={"name": "Our Discord", "form": "json", "url": "https://example.org/hook", "news": ["battles"]},
        answer=WebhookNow,
        status=201,
        **CLUB_TAG,
    )
    def post(self, request: Request, club: str, body: WebhookToMake) -> HttpResponse:
        """Set up a webhook

        The header `X-Muster-Signature` of plain JSON is `sha256=` and the HMAC-SHA256, with `key`, of
        `X-Muster-Timestamp`, a dot and the body.
        """
        place = self.place(request, club, "webhooks")
        hook, key = webhooks.make(
            place.club, by=request.user, name=body.name, form=body.form, url=body.url, news=body.news
        )
        return self.respond(_webhook(hook, key), 201)


class OneWebhook(ClubEndpoint):
    """``/clubs/<club>/webhooks/<webhook>``"""

    @operation(
        name="club_webhook_change", body=WebhookToChange, example={"active": True}, answer=WebhookNow, **CLUB_TAG
    )
    def patch(self, request: Request, club: str, webhook: int, body: WebhookToChange) -> HttpResponse:
        """Change a webhook, or switch it on or off"""
        place = self.place(request, club, "webhooks")
        hook = webhooks.change(
            place.club,
            webhook,
            by=request.user,
            name=None if body.name is UNSET else body.name,
            url=None if body.url is UNSET else body.url,
            news=None if body.news is UNSET else body.news,
            active=None if body.active is UNSET else body.active,
        )
        return self.respond(_webhook(hook))

    @operation(name="club_webhook_remove", status=204, **CLUB_TAG)
    def delete(self, request: Request, club: str, webhook: int) -> HttpResponse:
        """Remove a webhook"""
        webhooks.remove(self.place(request, club, "webhooks").club, webhook, by=request.user)
        return self.done()


class WebhookTest(ClubEndpoint):
    """``/clubs/<club>/webhooks/<webhook>/test``"""

    @operation(name="club_webhook_test", answer=WebhookDelivery, status=202, **CLUB_TAG)
    def post(self, request: Request, club: str, webhook: int) -> HttpResponse:
        """Send a test

        A worker sends it within seconds; the list of webhooks then has its result.
        """
        place = self.place(request, club, "webhooks")
        return self.respond(_delivery(webhooks.test(place.club, webhook, by=request.user)), 202)
