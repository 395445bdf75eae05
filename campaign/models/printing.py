"""Print set-ups with names, what was printed by them last, and packets that are made in the background."""

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

KEPT: Final = timedelta(hours=24)
"""How long a packet that was made in the background is kept."""


def new_key() -> str:
    """22 characters, 128 bits of chance."""
    return secrets.token_urlsafe(16)


def kept_until() -> datetime:
    """When a packet that is asked for now is done away with."""
    return timezone.now() + KEPT


class PrintSetup(models.Model):
    """Which sheets are printed and how, under a name: of one army, battle, scenario or game, or of anything.

    ``subject`` is the key of what it is for, without a system; "" for anything; ``title`` is what that was called. A
    ``club``'s is offered to its members. ``choices`` are a ``Wanted`` as JSON. ``version`` grows with every change.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="print_setups")
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
    """What a user printed last of a subject by a set-up: the mark of every sheet, by reader."""

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

    ``key`` is its address; who has it may see a job that is nobody's, else only its ``owner`` may. ``asked`` is what
    was asked for and by whom, as ``campaign.services.print_jobs`` writes it. ``tries`` counts the claims. ``done`` of
    ``pages`` are drawn. ``file`` is there once it is ``DONE``, until ``ends``.
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
