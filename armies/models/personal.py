"""What belongs to one user: imports not yet confirmed, habits of reading, figures, house rules."""

import secrets

from django.conf import settings
from django.db import models

from battles.engine.armies import facts


def new_key() -> str:
    return secrets.token_urlsafe(18)


class ImportDraft(models.Model):
    """An import that waits for decisions. ``decisions`` maps a line number to new text, or to null to leave it out.

    ``columns`` maps the digest of a table's header row to the meanings of its columns that the user has chosen: a
    column's index from 0, as text, to the name of a known column. A missing column is left out. ``target`` is the
    army that the file will update; without a target the import creates new armies.

    ``answers`` maps a line number to the answer of its owner: ``key`` of ``armies.exchange.answers``, and ``text``, the
    line as it was. ``habits`` are the ways in which its owner wants the list's style to be read.
    """

    key = models.CharField(max_length=40, unique=True, default=new_key)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    filename = models.CharField(max_length=200, blank=True)
    data = models.BinaryField()
    decisions = models.JSONField(default=dict)
    columns = models.JSONField(default=dict)
    answers = models.JSONField(default=dict)
    habits = models.JSONField(default=dict)
    target = models.ForeignKey("armies.Army", null=True, blank=True, on_delete=models.CASCADE)
    made = models.JSONField(default=list)
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.filename or self.key


class ColumnMapping(models.Model):
    """Meanings of columns that a user has chosen, remembered for the next table with the same header row.

    ``head`` is the digest of the header row; ``columns`` is as in ``ImportDraft.columns`` for one header row.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="column_mappings")
    head = models.CharField(max_length=64)
    columns = models.JSONField(default=dict)
    used = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "head"], name="mapping_of_head")]

    def __str__(self) -> str:
        return self.head


class ReadingChoice(models.Model):
    """A habit or an answer that a user keeps for the next lists.

    For a habit ``key`` and ``value`` are those of ``armies.exchange.lists.style``. For an answer ``key`` is the line's
    words without numbers, and ``value`` the key of the answer. For a correction ``key`` is the whole line, and
    ``value`` the text to read instead. ``words`` is what pages call it.
    """

    class Kind(models.TextChoices):
        HABIT = "habit"
        ANSWER = "answer"
        TEXT = "text"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reading_choices")
    kind = models.CharField(max_length=8, choices=Kind)
    key = models.CharField(max_length=200)
    value = models.TextField()
    words = models.CharField(max_length=300)
    used = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "kind", "key"], name="choice_of_reading")]

    def __str__(self) -> str:
        return self.words


class Holding(models.Model):
    """One player's stands and figures of one type of unit of one nation; an empty nation fits every nation."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="holdings")
    nation = models.CharField(max_length=8, blank=True)
    type = models.CharField(max_length=16, choices=[(value, value.replace("_", " ")) for value in facts.UNIT_TYPES])
    stands = models.PositiveIntegerField(default=0)
    figures = models.PositiveIntegerField(default=0)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["nation", "type", "id"]
        constraints = [models.UniqueConstraint(fields=["owner", "nation", "type"], name="holding_once")]

    def __str__(self) -> str:
        return f"{self.nation} {self.type}"


class HouseRules(models.Model):
    """House rules; ``overlays`` holds the values that differ from the printed rules, by rule system."""

    name = models.CharField(max_length=80)
    overlays = models.JSONField(default=dict, blank=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "house rules"

    def __str__(self) -> str:
        return self.name
