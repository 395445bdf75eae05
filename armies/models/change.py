"""The history of an army: every change, its author, and the state before and after."""

from typing import Any

from django.conf import settings
from django.db import models

from armies.models.army import Army


class Change(models.Model):
    """One change. Rows are added, never altered; ``number`` is the army's version after it.

    ``difference`` maps the id of each changed element (the army itself: the empty id) to a pair of records, before
    and after. One of them is null if the element was added or removed; otherwise both hold only the facts that
    differ. ``undoes`` is the number of the change that this one undoes.

    The first row of an army is written together with its first change. Its kind is ``base``, and its difference
    holds the army as it was created.
    """

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    words = models.CharField(max_length=400)
    difference = models.JSONField(default=dict)
    undoes = models.PositiveIntegerField(null=True, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    by = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    effect: Any = None
    """The army before and after the change, for the request that made it; not stored."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["army", "number"], name="change_number")]

    def __str__(self) -> str:
        return f"{self.number}: {self.words}"
