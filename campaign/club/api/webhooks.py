"""Webhooks of a club over the API."""

from datetime import datetime
from typing import Annotated, Final, Literal

from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from armies.api.operation import operation
from campaign.club.api.clubs import TAG, ClubEndpoint
from campaign.models import Delivery, Webhook
from campaign.notices import webhooks
from campaign.notices.outbound import MOST_URL

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

    @operation(name="club_webhook_list", answer=WebhooksNow, **TAG)
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
        **TAG,
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

    @operation(name="club_webhook_change", body=WebhookToChange, example={"active": True}, answer=WebhookNow, **TAG)
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

    @operation(name="club_webhook_remove", status=204, **TAG)
    def delete(self, request: Request, club: str, webhook: int) -> HttpResponse:
        """Remove a webhook"""
        webhooks.remove(self.place(request, club, "webhooks").club, webhook, by=request.user)
        return self.done()


class WebhookTest(ClubEndpoint):
    """``/clubs/<club>/webhooks/<webhook>/test``"""

    @operation(name="club_webhook_test", answer=WebhookDelivery, status=202, **TAG)
    def post(self, request: Request, club: str, webhook: int) -> HttpResponse:
        """Send a test

        A worker sends it within seconds; the list of webhooks then has its result.
        """
        place = self.place(request, club, "webhooks")
        return self.respond(_delivery(webhooks.test(place.club, webhook, by=request.user)), 202)
