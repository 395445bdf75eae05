"""The worker processes that decide for computer players, and when each was heard from."""

from django.db import models
from django.utils import timezone


class Worker(models.Model):
    """A worker process. It writes ``beat`` every few seconds and deletes its row when it ends as it should."""

    name = models.CharField(max_length=80, unique=True)
    beat = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
