"""A scenario drawn by a user: a file of its system, and who may see it."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.urls import reverse

from armies.models.army import Visibility, new_slug


class ScenarioQuerySet(models.QuerySet["Scenario"]):
    """Scenarios filtered by user."""

    def readable_by(self, user: Any) -> "ScenarioQuerySet":
        """Scenarios that ``user`` may open by their address."""
        return self.filter(models.Q(visibility__in=(Visibility.UNLISTED, Visibility.PUBLIC)) | _own(user))

    def listed_for(self, user: Any) -> "ScenarioQuerySet":
        """Scenarios in the list for ``user``."""
        return self.filter(models.Q(visibility=Visibility.PUBLIC) | _own(user))


def _own(user: Any) -> models.Q:
    return models.Q(pk__in=()) if isinstance(user, AnonymousUser) else models.Q(owner=user)


class Scenario(models.Model):
    """A drawn scenario. ``content`` is the system's scenario file; it may have faults while it is being drawn."""

    slug = models.CharField(max_length=80, unique=True, default=new_slug)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="scenarios")
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.UNLISTED)
    system = models.CharField(max_length=40)
    title = models.CharField(max_length=120)
    content = models.TextField()
    copied_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies")
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
