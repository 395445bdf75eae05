"""What somebody pasted or sent in, kept until he confirms it or two days have passed."""

import secrets

from django.conf import settings
from django.db import models


def new_key() -> str:
    return secrets.token_urlsafe(18)


class ImportDraft(models.Model):
    """An import that waits for decisions. ``decisions`` maps a line number to new text, or null to leave it out.

    ``columns`` maps the digest of a table's head to what its columns mean, where the user has said so: a column's
    place, counted from 0 and written as text, to the name of a known column. A column that is not there is left out.
    ``target`` is the army that the file shall bring up to date; without one, new armies come of it.
    """

    key = models.CharField(max_length=40, unique=True, default=new_key)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    filename = models.CharField(max_length=200, blank=True)
    data = models.BinaryField()
    decisions = models.JSONField(default=dict)
    columns = models.JSONField(default=dict)
    target = models.ForeignKey("armies.Army", null=True, blank=True, on_delete=models.CASCADE)
    made = models.JSONField(default=list)
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.filename or self.key


class ColumnMapping(models.Model):
    """What the columns of one user's tables mean, remembered for the next table with the same head.

    ``head`` is the digest of the table's head row; ``columns`` is what one head has in ``ImportDraft.columns``:
    the place of a column to its meaning.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="column_mappings")
    head = models.CharField(max_length=64)
    columns = models.JSONField(default=dict)
    used = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "head"], name="mapping_of_head")]

    def __str__(self) -> str:
        return self.head
