"""Stands and figures that a player owns."""

from django.conf import settings
from django.db import models

from battles.engine.armies import facts


class Holding(models.Model):
    """One player's stands and figures of one type of unit of one nation; an empty nation fits every nation."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="holdings")
    nation = models.CharField(max_length=8, blank=True)
    type = models.CharField(max_length=16, choices=[(value, value.replace("_", " ")) for value in facts.UNIT_TYPES])
    stands = models.PositiveIntegerField(default=0)
    figures = models.PositiveIntegerField(default=0)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["nation", "type", "id"]
        constraints = [models.UniqueConstraint(fields=["owner", "nation", "type"], name="holding_once")]

    def __str__(self) -> str:
        return f"{self.nation} {self.type}"
