"""What belongs to one user: profile, API tokens, print set-ups and print jobs."""

import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone

KEPT: Final = timedelta(hours=24)
"""How long a packet made in the background is kept."""


class Paper(models.TextChoices):
    """Paper sizes for sheets."""

    A4 = "a4", "A4"
    LETTER = "letter", "Letter"


class Theme(models.TextChoices):
    """Colour themes of the pages; empty follows the device."""

    DEVICE = "", "As the device"
    LIGHT = "light", "Light"
    DARK = "dark", "Dark"


class Profile(models.Model):
    """The choices of one user. It is created together with the user."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="profile")
    paper = models.CharField(max_length=6, choices=Paper.choices, default=Paper.A4)
    theme = models.CharField(max_length=5, choices=Theme.choices, default=Theme.DEVICE, blank=True)
    mail_times: Any = models.JSONField(default=dict, blank=True)
    """When mail is sent, by the kind of a notice, where the user has chosen."""
    digest_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the last daily mail was sent."""
    calendar = models.CharField(max_length=20, blank=True, editable=False)
    """The part of the address of the user's calendar that changes when it is renewed; empty for no calendar."""
    former = models.BooleanField(default=False, editable=False)
    """True if the account was deleted: its row only gives a name to what others still use."""

    def __str__(self) -> str:
        return f"Profile of {self.user.get_username()}"


@receiver(post_save, sender=settings.AUTH_USER_MODEL, dispatch_uid="campaign.profile")
def make_profile(instance: Any, created: bool, raw: bool, **kwargs: Any) -> None:
    """Create the profile of a new user. Fixtures contain their own."""
    if created and not raw:
        Profile.objects.get_or_create(user=instance)


class ApiToken(models.Model):
    """A user's key to the API. The key itself is shown once and not stored: ``digest`` is its SHA-256 in hex.

    ``start`` holds the first characters of the key, so that its owner can tell it from others.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    start = models.CharField(max_length=12)
    may_write = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)
    last_used = models.DateTimeField(null=True, blank=True)
    expires = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-id"]

    def __str__(self) -> str:
        return self.name


class IdempotencyKey(models.Model):
    """The answer to a request that came with an Idempotency-Key; the same request again gets the same answer.

    ``request`` is the SHA-256 in hex of method, address and body: a different request under the same key is refused.
    ``body`` is sealed (`campaign.api.idempotency`), because it may have a link or token that is shown only once.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    key = models.CharField(max_length=80)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=bytes)
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once")]

    def __str__(self) -> str:
        return self.key


def new_key() -> str:
    """A random key: 22 characters, 128 bits."""
    return secrets.token_urlsafe(16)


def kept_until() -> datetime:
    """The time at which a packet requested now is deleted."""
    return timezone.now() + KEPT


class PrintSetup(models.Model):
    """A named choice of sheets and paper, for one army, battle, scenario or game, or for anything.

    ``subject`` is the key of what it prints, without a system, or "" for anything; ``title`` is the subject's title.
    The members of ``club`` may use it. ``choices`` are a ``Wanted`` as JSON. ``version`` grows with every change.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="print_setups")
    club = models.ForeignKey(
        "campaign.Club", null=True, blank=True, on_delete=models.CASCADE, related_name="print_setups"
    )
    subject = models.CharField(max_length=120, blank=True)
    title = models.CharField(max_length=150, blank=True)
    name = models.CharField(max_length=60)
    choices = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["owner", "subject"], name="print_setup_owner")]

    def __str__(self) -> str:
        return self.name


class LastPrint(models.Model):
    """The last print of a subject by a user with a set-up: the digest of every sheet, by reader."""

    setup = models.ForeignKey(PrintSetup, on_delete=models.CASCADE, related_name="prints")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    subject = models.CharField(max_length=160)
    digests = models.JSONField(default=dict)
    printed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-printed", "-id"]
        constraints = [models.UniqueConstraint(fields=["setup", "user", "subject"], name="last_print_once")]

    def __str__(self) -> str:
        return f"{self.subject} by {self.setup_id}"


class PrintJob(models.Model):
    """A packet that a worker makes.

    ``key`` is the last part of its address. Only the ``owner`` may see it; a job without an owner is open to everyone
    who has the address. ``asked`` is the request and the user, as `campaign.printing.services.jobs` writes it.
    ``tries`` counts the claims. ``done`` of ``pages`` are drawn. ``file`` exists while it is ``DONE``, until ``ends``.
    """

    class State(models.TextChoices):
        DUE = "due", "waiting its turn"
        CLAIMED = "claimed", "being made"
        DONE = "done", "ready"
        FAILED = "failed", "failed"

    key = models.CharField(max_length=40, unique=True, default=new_key)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="print_jobs"
    )
    title = models.CharField(max_length=200)
    subject = models.CharField(max_length=160)
    setup = models.ForeignKey(PrintSetup, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    asked = models.JSONField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.DUE)
    claimed = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=80, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    pages = models.PositiveIntegerField(default=0)
    fault = models.CharField(max_length=500, blank=True)
    troubles = models.JSONField(default=list, blank=True)
    name = models.CharField(max_length=140, blank=True)
    media = models.CharField(max_length=40, blank=True)
    file = models.BinaryField(null=True)
    size = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    ends = models.DateTimeField(default=kept_until)

    class Meta:
        ordering = ["created", "id"]
        indexes = [models.Index(fields=["state", "created"], name="print_job_due")]

    def __str__(self) -> str:
        return f"{self.title}: {self.state}"

    def get_absolute_url(self) -> str:
        return reverse("printing:job", args=[self.key])
