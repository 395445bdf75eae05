"""Which army of the army manager a side of a battle, or of a game on a table, was made from."""

from django.db import models

from armies.models import Army
from battles.models.battle import Battle
from battles.models.table_game import TableGame


class Fielded(models.Model):
    """A side and the army that it was.

    ``units`` and ``commanders`` are the keys of the army's muster roll, in the order of the side's own; "" for what is
    not of the army.
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
