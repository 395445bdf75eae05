"""The army that a side of a battle, a tracked game or a drawn scenario was made from."""

from django.db import models

from armies.models import Army
from battles.models.battle import Battle
from battles.models.scenario import Scenario
from battles.models.table_game import TableGame


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
