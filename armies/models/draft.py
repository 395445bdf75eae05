"""What somebody pasted or sent in, kept until he confirms it or two days have passed."""

import secrets

from django.conf import settings
from django.db import models


def new_key() -> str:
    return secrets.token_urlsafe(18)


class ImportDraft(models.Model):
    """An import that waits for decisions. ``decisions`` maps a line number to new text, or null to leave it out."""

    key = models.CharField(max_length=40, unique=True, default=new_key)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    filename = models.CharField(max_length=200, blank=True)
    data = models.BinaryField()
    decisions = models.JSONField(default=dict)
    made = models.JSONField(default=list)
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.filename or self.key
