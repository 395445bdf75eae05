"""An army: whose it is, who may see it, and counts of it made at every write for the lists."""

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.urls import reverse

SLUG_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No 0, o, 1, i or l: a slug is read aloud across a table."""


def new_slug() -> str:
    """Ten letters and digits, 49 bits of chance: an unlisted army is found by its link only."""
    return "".join(secrets.choice(SLUG_ALPHABET) for _ in range(10))


class Visibility(models.TextChoices):
    """Who may read an army without being its owner."""

    PRIVATE = "private", "Private: only I see it"
    UNLISTED = "unlisted", "Unlisted: whoever has the link sees it"
    PUBLIC = "public", "Public: it stands in everybody's list"


class ArmyQuerySet(models.QuerySet["Army"]):
    """Armies by who asks."""

    def readable_by(self, user: Any) -> "ArmyQuerySet":
        """What ``user`` may open by its link."""
        shared = models.Q(visibility__in=(Visibility.UNLISTED, Visibility.PUBLIC)) | models.Q(historical=True)
        return self.filter(shared if isinstance(user, AnonymousUser) else shared | models.Q(owner=user))

    def listed_for(self, user: Any) -> "ArmyQuerySet":
        """What stands in the list that ``user`` sees: public and historical armies, and his own."""
        open_to_all = models.Q(visibility=Visibility.PUBLIC)
        return self.filter(open_to_all if isinstance(user, AnonymousUser) else open_to_all | models.Q(owner=user))


class Army(models.Model):
    """One side's army.

    The columns from ``units`` to ``warnings`` are a recount of the elements, written whenever they
    change, so that a list of armies needs no other table.
    """

    slug = models.CharField(max_length=80, unique=True, default=new_slug)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="armies"
    )
    historical = models.BooleanField(default=False)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.UNLISTED)

    name = models.CharField(max_length=120)
    nation = models.CharField(max_length=8, blank=True)
    commander = models.CharField(max_length=120, blank=True)
    battle = models.CharField(max_length=120, blank=True)
    date = models.CharField(max_length=10, blank=True)
    place = models.TextField(blank=True)
    scope = models.TextField(blank=True)
    sources = models.JSONField(default=list, blank=True)
    notes = models.JSONField(default=list, blank=True)
    confidence = models.JSONField(default=dict, blank=True)
    options = models.JSONField(default=dict, blank=True)

    units = models.PositiveIntegerField(default=0)
    foot = models.PositiveIntegerField(default=0)
    horse = models.PositiveIntegerField(default=0)
    guns = models.PositiveIntegerField(default=0)
    strength_points = models.PositiveIntegerField(default=0)
    cost = models.PositiveIntegerField(default=0)
    errors = models.PositiveIntegerField(default=0)
    warnings = models.PositiveIntegerField(default=0)
    search = models.TextField(blank=True, default="", editable=False)

    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    objects = ArmyQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "armies"
        ordering = ["-updated", "-id"]
        indexes = [
            models.Index(fields=["visibility", "-updated", "-id"], name="army_visibility_updated"),
            models.Index(fields=["owner", "-updated", "-id"], name="army_owner_updated"),
            models.Index(fields=["-updated", "-id"], name="army_updated"),
            models.Index(fields=["name", "id"], name="army_name"),
            models.Index(fields=["historical", "date", "id"], name="army_historical"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("armies:army", args=[self.slug])

    @property
    def men(self) -> int:
        """Foot and horse; gunners are not counted."""
        return self.foot + self.horse
