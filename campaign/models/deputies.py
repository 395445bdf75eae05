"""Deputies: who stands in for a member of a club who is away."""

from django.conf import settings
from django.db import models

from campaign.models.club import Club


class Deputy(models.Model):
    """A member who stands in for another, ``user``, from ``start`` to ``end``, both days included."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="deputies")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deputies")
    deputy = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stands_in")
    start = models.DateField()
    end = models.DateField()

    class Meta:
        ordering = ["start", "id"]
        indexes = [models.Index(fields=["deputy", "end", "start"], name="deputy_today")]
        constraints = [
            models.CheckConstraint(condition=models.Q(end__gte=models.F("start")), name="deputy_ends_after_start"),
            models.CheckConstraint(condition=~models.Q(user=models.F("deputy")), name="deputy_is_another"),
        ]

    def __str__(self) -> str:
        return f"{self.deputy.get_username()} for {self.user.get_username()}, {self.start} to {self.end}"
