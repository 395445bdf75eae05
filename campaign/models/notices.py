"""Notices to users, with the times of mail about them, and webhooks that post news of clubs."""

from datetime import datetime
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from campaign.models.club import Club


class NoticeKind(models.TextChoices):
    """Kinds of notices, in the words of the page on which a user chooses mail for each."""

    TURN = "turn", "Your turn in a battle"
    ORDERS = "orders", "Orders to send in a campaign"
    RESOLVED = "resolved", "A turn of a campaign is resolved"
    RESULT = "result", "A result of a campaign that waits for you to confirm it"
    MESSAGE = "message", "Letters, messages and news in a campaign"
    INVITATION = "invitation", "A seat, a club or an absence that you are asked to take over"
    REQUEST = "request", "A request to join a club that you organise"
    UMPIRE = "umpire", "Comments on your battles, and decisions of umpires"
    CLUB = "club", "Your role, your requests and your things in clubs"


class MailTime(models.TextChoices):
    """When mail about a kind of notice is sent."""

    ONCE = "once", "At once"
    DAILY = "daily", "Once a day"
    NEVER = "never", "Never"


USUAL_MAIL: dict[str, str] = {
    NoticeKind.TURN: MailTime.ONCE,
    NoticeKind.ORDERS: MailTime.ONCE,
    NoticeKind.RESOLVED: MailTime.DAILY,
    NoticeKind.RESULT: MailTime.ONCE,
    NoticeKind.MESSAGE: MailTime.DAILY,
    NoticeKind.INVITATION: MailTime.ONCE,
    NoticeKind.REQUEST: MailTime.ONCE,
    NoticeKind.UMPIRE: MailTime.DAILY,
    NoticeKind.CLUB: MailTime.DAILY,
}
"""When mail is sent to who has not chosen."""


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Query set of notices."""

    def in_force(self) -> Self:
        """Notices of which the reason still holds: a side is still to decide, orders are not sent yet."""
        waits = Q(seat__computer="", seat__battle__status="playing", seat__battle__awaited__contains=F("seat__place"))
        ordered = Q(orders__campaign__status="orders", orders__campaign__paused=None)
        ordered &= Q(orders__ready__lt=F("orders__campaign__turn"))
        return self.filter(Q(seat=None) | waits, Q(orders=None) | ordered)

    def unread(self) -> Self:
        """Notices in force that were neither read nor, for a turn, seen on the page of the battle."""
        return self.in_force().filter(Q(seat=None) | Q(seat__seen__lt=F("line")), read=None)


class Notice(models.Model):
    """Something that waits for ``user``, or that they should know. ``text`` is a sentence, ``address`` a path.

    ``key`` names what it is about: there is one notice of a thing, which is renewed. ``by`` is who caused it.
    A turn has the ``seat`` that is to decide and the last ``line`` of its feed; orders that are due have their seat in
    ``orders`` and the turn in ``line``. ``mailed`` is when a mail had it.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=NoticeKind.choices)
    key = models.CharField(max_length=80)
    text = models.CharField(max_length=400)
    address = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    seat = models.ForeignKey("battles.Seat", null=True, on_delete=models.CASCADE, related_name="notices")
    orders = models.ForeignKey("campaign.CampaignSeat", null=True, on_delete=models.CASCADE, related_name="notices")
    line = models.IntegerField(default=-1)
    at = models.DateTimeField()
    read = models.DateTimeField(null=True)
    mailed = models.DateTimeField(null=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="notice_once")]
        indexes = [
            models.Index(fields=["user", "read"], name="notice_unread"),
            models.Index(fields=["mailed", "kind", "at"], name="notice_to_mail"),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def due(self) -> datetime | None:
        """When the orders are due; None without a deadline."""
        campaign: Any = self.orders.campaign if self.orders else None
        return campaign.deadline if campaign else None

    @property
    def is_unread(self) -> bool:
        """True if it counts in the head of pages; see `NoticeQuerySet.unread`."""
        return self.read is None and (self.seat is None or self.seat.seen < self.line)


class WebhookForm(models.TextChoices):
    """The forms in which news is posted."""

    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    JSON = "json", "Plain JSON, signed"


class News(models.TextChoices):
    """The news of a club that a webhook can post."""

    MEMBERS = "members", "Who joins and leaves"
    SHARED = "shared", "What is put into the club"
    BATTLES = "battles", "Battles of the club that begin and end"
    CAMPAIGNS = "campaigns", "Turns of the club’s campaigns"


class Webhook(models.Model):
    """An address to which news of a club is posted.

    ``sealed`` has the address, which lets anybody post there, and the key that signs plain JSON; ``host`` is the part
    of the address that is shown. ``failures`` counts those in a row; after too many it is switched off, and ``stopped``
    says why.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    name = models.CharField(max_length=60)
    form = models.CharField(max_length=10, choices=WebhookForm.choices)
    host = models.CharField(max_length=255)
    sealed = models.BinaryField()
    news: Any = models.JSONField(default=list)
    active = models.BooleanField(default=True)
    failures = models.PositiveSmallIntegerField(default=0)
    stopped = models.CharField(max_length=200, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class Delivery(models.Model):
    """One piece of news for one webhook. ``key`` names the news, which is posted once.

    ``due`` is when it is tried next, None when it was posted or given up. ``status`` is the HTTP status of the answer,
    ``result`` a sentence about the last attempt.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    key = models.CharField(max_length=60)
    text = models.CharField(max_length=400)
    address = models.CharField(max_length=200, blank=True)
    news = models.CharField(max_length=10)
    created = models.DateTimeField(auto_now_add=True)
    due = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True)
    sent = models.BooleanField(default=False)
    result = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-created", "-id"]
        constraints = [models.UniqueConstraint(fields=["webhook", "key"], name="delivery_once")]
        indexes = [models.Index(fields=["due"], name="delivery_due")]

    def __str__(self) -> str:
        return self.text
