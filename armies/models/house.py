"""House rules: a club's own numbers for points and mapping."""

from django.db import models


class HouseRules(models.Model):
    """House rules; ``overlays`` holds the values that differ from the printed rules, by rule system."""

    name = models.CharField(max_length=80)
    overlays = models.JSONField(default=dict, blank=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "house rules"

    def __str__(self) -> str:
        return self.name
