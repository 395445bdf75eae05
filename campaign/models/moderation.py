"""Reports about things that others see, and what was hidden after them."""

from django.conf import settings
from django.db import models

from armies.models.visibility import Visibility
from campaign.models.club import Club


class ReportReason(models.TextChoices):
    """Why somebody reports a thing. ``review`` is for the owner of something hidden."""

    OFFENSIVE = "offensive", "Offensive or hateful words"
    PERSON = "person", "Private facts about a person"
    COPIED = "copied", "Copied without permission"
    SPAM = "spam", "Advertising"
    OTHER = "other", "Something else"
    REVIEW = "review", "Show it again"


class ReportState(models.TextChoices):
    """What became of a report."""

    OPEN = "open", "Waits for an answer"
    HIDDEN = "hidden", "It was hidden"
    LEFT = "left", "It stays as it is"
    RESTORED = "restored", "It is shown again"
    GONE = "gone", "It was deleted"


class Report(models.Model):
    """A report about an army, a scenario or a battle, named by its key such as ``army:k3m9x2``.

    ``club`` is the club to which it belonged then; the club's organisers see the report beside the administrators.
    ``title`` is the title of that day. ``answer`` is for the person who reported it.
    """

    thing = models.CharField(max_length=90)
    title = models.CharField(max_length=120)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=10, choices=ReportReason.choices)
    words = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=ReportState.choices, default=ReportState.OPEN)
    answer = models.CharField(max_length=300, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    answered = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [
            models.Index(fields=["state", "-at", "-id"], name="report_state_latest"),
            models.Index(fields=["thing"], name="report_thing"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["thing", "by"], condition=models.Q(state="open"), name="report_open_once")
        ]

    def __str__(self) -> str:
        return f"Report about {self.thing}"


class Hiding(models.Model):
    """That a thing is hidden, and the visibility that it gets back. The reason stands in its own ``hidden``."""

    thing = models.CharField(max_length=90, unique=True)
    visibility = models.CharField(max_length=10, choices=Visibility.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_administrator = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.thing} is hidden"
