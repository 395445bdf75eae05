"""Which army of the army manager the force of a side in a drawn scenario was taken from."""

from django.db import models

from armies.models import Army
from battles.models.scenario import Scenario


class Taken(models.Model):
    """A side of a scenario and the army whose force it took.

    ``units`` and ``commanders`` are pairs: the key in the army's muster roll, and the name that it had in the force; of
    a commander what he commands. Drawing may change the force afterwards; who keeps his name is still known by it.
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
