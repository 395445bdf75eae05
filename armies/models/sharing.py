"""Who besides the owner may see or change an army."""

import secrets

from django.conf import settings
from django.db import models

from armies.models.army import Army


def new_token() -> str:
    """22 characters, 128 bits of chance."""
    return secrets.token_urlsafe(16)


class CoEditor(models.Model):
    """A user who may change an army that is not his."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="co_editors")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="co_edited")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["since", "id"]
        constraints = [models.UniqueConstraint(fields=["army", "user"], name="co_editor_once")]

    def __str__(self) -> str:
        return f"{self.user.get_username()} on {self.army}"


class ShareLink(models.Model):
    """A link that lets whoever has it see a private army, or become its co-editor. Deleting the row takes it back."""

    class Kind(models.TextChoices):
        VIEW = "view", "see it"
        EDIT = "edit", "become a co-editor"

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="links")
    kind = models.CharField(max_length=4, choices=Kind.choices)
    token = models.CharField(max_length=40, unique=True, default=new_token)
    label = models.CharField(max_length=80, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created", "id"]

    def __str__(self) -> str:
        return self.label or self.get_kind_display()
