"""A scenario drawn by a user, and the army that a side of a battle, game or scenario was made from."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.urls import reverse

from armies.models import Army
from armies.models.army import new_slug
from armies.models.visibility import HiddenWords, Visibility, judged_by, listed_to, open_to
from battles.models.battle import Battle
from battles.models.table_game import TableGame


class ScenarioQuerySet(models.QuerySet["Scenario"]):
    """Scenarios filtered by user."""

    def readable_by(self, user: Any) -> "ScenarioQuerySet":
        """Scenarios that ``user`` may open by their address."""
        return self.filter(open_to(user) | _own(user) | judged_by(user, "drawn"))

    def listed_for(self, user: Any) -> "ScenarioQuerySet":
        """Scenarios in the list for ``user``."""
        return self.filter(listed_to(user) | _own(user))


def _own(user: Any) -> models.Q:
    return models.Q(pk__in=()) if isinstance(user, AnonymousUser) else models.Q(owner=user)


class Scenario(HiddenWords, models.Model):
    """A drawn scenario. ``content`` is the system's scenario file; it may have faults while it is being drawn.

    ``hidden`` is why organisers or administrators hide it; it is private then.
    ``copied_content`` is the file of the original as the copy has it; empty for a copy made before 0.9. ``taken_over``
    has the copy's ``content`` and ``copied`` content from before it last took changes of the original over, and the
    ``version`` that it got by that; None if there is nothing to undo.
    """

    slug = models.CharField(max_length=80, unique=True, default=new_slug)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="scenarios")
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.UNLISTED)
    club = models.ForeignKey(
        "campaign.Club", null=True, blank=True, on_delete=models.SET_NULL, related_name="scenarios"
    )
    hidden = models.CharField(max_length=300, blank=True, default="", editable=False)
    system = models.CharField(max_length=40)
    title = models.CharField(max_length=120)
    content = models.TextField()
    copied_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies")
    copied_content = models.TextField(blank=True, editable=False)
    taken_over = models.JSONField(null=True, editable=False)
    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    objects = ScenarioQuerySet.as_manager()

    class Meta:
        ordering = ["-updated", "-id"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("battles:scenario", args=[self.slug])

    @property
    def can_undo(self) -> bool:
        """True if taking changes of the original over was the last change of the copy."""
        return self.taken_over is not None and self.taken_over["version"] == self.version


class Fielded(models.Model):
    """A side and the army that it was made from.

    ``units`` and ``commanders`` are keys of the army's muster roll, in the order of the side's own units and
    commanders; "" for those that are not from the army.
    """

    battle = models.ForeignKey(Battle, null=True, blank=True, on_delete=models.CASCADE, related_name="fielded")
    game = models.ForeignKey(TableGame, null=True, blank=True, on_delete=models.CASCADE, related_name="fielded")
    side = models.CharField(max_length=8)
    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="fielded")
    units = models.JSONField(default=list)
    commanders = models.JSONField(default=list)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "side"], name="fielded_once"),
            models.UniqueConstraint(fields=["game", "side"], name="fielded_once_table"),
            models.CheckConstraint(
                condition=models.Q(battle__isnull=True) ^ models.Q(game__isnull=True), name="fielded_in_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.army} as side {self.side}"


class Taken(models.Model):
    """A side of a scenario and the army whose force it was given.

    ``units`` and ``commanders`` are pairs: the key in the army's muster roll, and the name in the force (for a
    commander, the name of the command). The force may be edited afterwards; units that keep their name are still
    recognised.
    """

    scenario = models.ForeignKey(Scenario, on_delete=models.CASCADE, related_name="taken")
    side = models.CharField(max_length=8)
    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="taken")
    units = models.JSONField(default=list)
    commanders = models.JSONField(default=list)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["scenario", "side"], name="taken_once")]

    def __str__(self) -> str:
        return f"{self.army} as side {self.side} of {self.scenario}"
