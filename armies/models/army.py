"""An army: whose it is, who may see it, and counts of it made at every write for the lists."""

import secrets
from collections.abc import Iterable
from typing import Any

from django.apps import apps
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

    def readable_by(self, user: Any, links: Iterable[int] = ()) -> "ArmyQuerySet":
        """What ``user`` may open by its address: what is shared, his own, what he co-edits, what he has a link to.

        ``links`` are the ids of the view links whose address he has opened; one that was taken back opens nothing.
        Each army carries ``co_edited``: whether ``user`` is one of its co-editors.
        """
        open_to_him = models.Q(visibility__in=(Visibility.UNLISTED, Visibility.PUBLIC)) | models.Q(historical=True)
        if held := list(links):
            open_to_him |= models.Q(models.Exists(_of_army("ShareLink").filter(pk__in=held, kind="view")))
        return self.with_co_edited(user).filter(open_to_him | _his(user))

    def co_edited_by(self, user: Any) -> "ArmyQuerySet":
        """The armies of which ``user`` is a co-editor."""
        return self.none() if isinstance(user, AnonymousUser) else self.filter(co_editors__user=user)

    def listed_for(self, user: Any) -> "ArmyQuerySet":
        """What stands in the list that ``user`` sees: public and historical armies, his own and those he co-edits.

        Each army carries ``co_edited``, as in ``readable_by``.
        """
        return self.with_co_edited(user).filter(models.Q(visibility=Visibility.PUBLIC) | _his(user))

    def with_co_edited(self, user: Any) -> "ArmyQuerySet":
        """The same armies, each with ``co_edited``: whether ``user`` is one of its co-editors."""
        if isinstance(user, AnonymousUser):
            return self.annotate(co_edited=models.Value(False))
        return self.annotate(co_edited=models.Exists(_of_army("CoEditor").filter(user=user)))


def _of_army(model: str) -> models.QuerySet[Any]:
    """The rows of one of the models of sharing that belong to the army of an outer query."""
    rows: models.QuerySet[Any] = apps.get_model("armies", model).objects.filter(army=models.OuterRef("pk"))
    return rows


def _his(user: Any) -> models.Q:
    """Armies that ``user`` owns or co-edits; none for who is not signed in."""
    if isinstance(user, AnonymousUser):
        return models.Q(pk__in=())
    return models.Q(owner=user) | models.Q(co_edited=True)


class Army(models.Model):
    """One side's army.

    The columns from ``units`` to ``warnings`` are a recount of the elements, written whenever they
    change, so that a list of armies needs no other table. ``origin`` says in words what the army was made
    from, ``copied_from`` links to it while it is there.
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
    draws = models.JSONField(default=list, blank=True)
    house_rules = models.ForeignKey(
        "armies.HouseRules", null=True, blank=True, on_delete=models.SET_NULL, related_name="armies"
    )
    origin = models.CharField(max_length=300, blank=True)
    copied_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies")

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
