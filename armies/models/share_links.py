"""Co-editors and share links of an army."""

import secrets

from django.conf import settings
from django.db import models

from armies.models.army import Army


def new_token() -> str:
    """A random token of 22 characters (128 bits)."""
    return secrets.token_urlsafe(16)


class CoEditor(models.Model):
    """A user who may change another user's army."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="co_editors")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="co_edited")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["since", "id"]
        constraints = [models.UniqueConstraint(fields=["army", "user"], name="co_editor_once")]

    def __str__(self) -> str:
        return f"{self.user.get_username()} on {self.army}"


class ShareLink(models.Model):
    """A link to see a private army or to become its co-editor. Deleting the row ends the link."""

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
