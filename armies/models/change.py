"""The ledger of an army: every change to it, who made it, and what it was before and after."""

from django.conf import settings
from django.db import models

from armies.models.army import Army


class Change(models.Model):
    """One change. Rows are added, never altered; ``number`` is the army's version after it.

    ``difference`` maps the id of an element (the army's own facts: the empty id) to what it was before and what
    it is after: two records, of which one is null where the element was added or removed, and which hold only
    what differs where it stayed. ``undoes`` is the number of the change that this one takes back.

    The first row of an army is written with its first change: its kind is ``base``, and its difference holds
    everything as it was made.
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

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["army", "number"], name="change_number")]

    def __str__(self) -> str:
        return f"{self.number}: {self.words}"
