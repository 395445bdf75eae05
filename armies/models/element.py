"""Elements of an army: formations, units, ratings of commanders; and the history of its changes."""

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models

from armies.models.army import Army
from battles.engine.armies import facts


def _choices(values: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(value, value.replace("_", " ")) for value in values]


class Element(models.Model):
    """A corps, division, brigade or unit. The columns after ``note`` are a unit's facts, empty on formations."""

    class Level(models.TextChoices):
        CORPS = "corps"
        DIVISION = "division"
        BRIGADE = "brigade"
        UNIT = "unit"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="elements")
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="children")
    position = models.PositiveIntegerField()
    level = models.CharField(max_length=8, choices=Level.choices)
    name = models.CharField(max_length=120)
    commander = models.CharField(max_length=120, blank=True)
    nation = models.CharField(max_length=8, blank=True)
    command_nation = models.CharField(max_length=8, blank=True)
    kind = models.CharField(max_length=10, blank=True)
    reserve = models.BooleanField(default=False)
    note = models.TextField(blank=True)

    type = models.CharField(max_length=16, blank=True, choices=_choices(facts.UNIT_TYPES))
    quality = models.CharField(max_length=10, blank=True, choices=_choices(facts.QUALITIES))
    men = models.PositiveIntegerField(null=True, blank=True)
    guns = models.PositiveIntegerField(null=True, blank=True)
    gun_weight = models.CharField(max_length=6, blank=True, choices=_choices(facts.GUN_WEIGHTS))
    lancer = models.BooleanField(default=False)
    irregular = models.BooleanField(default=False)
    kgl = models.BooleanField(default=False)
    armoured = models.BooleanField(default=False)
    sub_units = models.PositiveSmallIntegerField(null=True, blank=True)
    sub_unit = models.CharField(max_length=10, blank=True)
    basis = models.CharField(max_length=8, default="unknown", choices=_choices(facts.BASES))
    sources = models.JSONField(default=list, blank=True)
    overrides = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["position"]
        indexes = [models.Index(fields=["army", "position"], name="element_army_position")]

    def __str__(self) -> str:
        return self.name


class RatingThrow(models.Model):
    """One rating of a commander. Rows are added, never changed; the highest ``number`` counts."""

    element = models.ForeignKey(Element, on_delete=models.CASCADE, related_name="throws")
    number = models.PositiveIntegerField()
    rating = models.CharField(max_length=10, choices=_choices(facts.COMMANDER_RATINGS))
    source = models.CharField(max_length=6)
    faces = models.JSONField(default=list)
    modifier = models.SmallIntegerField(default=0)
    rule = models.CharField(max_length=16, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    by = models.CharField(max_length=150, blank=True)
    at = models.CharField(max_length=32, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["element", "number"], name="throw_number")]

    def __str__(self) -> str:
        return f"{self.rating} ({self.source})"


class Change(models.Model):
    """One change. Rows are added, never altered; ``number`` is the army's version after it.

    ``difference`` maps the id of each changed element (the army itself: the empty id) to a pair of records, before
    and after. One of them is null if the element was added or removed; otherwise both hold only the facts that
    differ. ``undoes`` is the number of the change that this one undoes.

    The first row of an army is written together with its first change. Its kind is ``base``, and its difference
    holds the army as it was created.
    """

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    words = models.CharField(max_length=400)
    difference = models.JSONField(default=dict)
    undoes = models.PositiveIntegerField(null=True, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    by = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    effect: Any = None
    """The army before and after the change, for the request that made it; not stored."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["army", "number"], name="change_number")]

    def __str__(self) -> str:
        return f"{self.number}: {self.words}"
