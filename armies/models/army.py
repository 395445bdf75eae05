"""An army with its co-editors and share links; its formations and units, the ratings of commanders, and its history."""

import secrets
from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.urls import reverse

from armies.models.visibility import HiddenWords, Visibility, edited_by_club, judged_by, listed_to, open_to
from battles.engine.armies import facts

SLUG_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No 0, o, 1, i or l: a slug is read aloud across a table."""


def new_slug() -> str:
    """Ten random letters and digits (49 bits), so that an unlisted army is found only by its link."""
    return "".join(secrets.choice(SLUG_ALPHABET) for _ in range(10))


class ArmyQuerySet(models.QuerySet["Army"]):
    """Query set of armies, filtered by user."""

    def readable_by(self, user: Any, links: Iterable[int] = ()) -> "ArmyQuerySet":
        """Armies that ``user`` may open by address: shared ones (`open_to`), their own, those they co-edit or have a
        link to.

        ``links`` are the ids of the view links that the user has opened; a deleted link opens nothing, and none opens
        what is hidden.
        Each army gets ``co_edited``, as in ``with_co_edited``.
        """
        readable = open_to(user) | models.Q(historical=True) | judged_by(user, "army")
        if link_ids := list(links):
            readable |= models.Q(models.Exists(_of_army("ShareLink").filter(pk__in=link_ids, kind="view")), hidden="")
        return self.with_co_edited(user).filter(readable | _own_or_co_edited(user))

    def opened(self, slug: str, user: Any, links: Iterable[int] = ()) -> "Army | None":
        """The army at an address, with its owner and house rules; None if ``user`` may not read it (`readable_by`).

        The owner's own army is found first: the query for everybody else takes several times as long to put together.
        """
        rows = self.select_related("owner", "house_rules").filter(slug=slug)
        own = rows.filter(owner=user.pk).first() if user.pk is not None else None
        return own or rows.readable_by(user, links).first()

    def co_edited_by(self, user: Any) -> "ArmyQuerySet":
        """The armies of which ``user`` is a co-editor."""
        return self.none() if isinstance(user, AnonymousUser) else self.filter(co_editors__user=user)

    def listed_for(self, user: Any) -> "ArmyQuerySet":
        """Armies in the list of ``user``: public and historical ones, those of their clubs, their own, and those they
        co-edit.

        Each army gets ``co_edited``: True if ``user`` is one of its co-editors. The ids of co-edited armies are queried
        first: there are few, and a list then takes a third less time than with a subquery for each army.
        """
        shown = listed_to(user)
        if isinstance(user, AnonymousUser):
            return self.with_co_edited(user).filter(shown)
        co_edited = apps.get_model("armies", "CoEditor").objects.filter(user=user).order_by()
        co_edited_ids = list(co_edited.values_list("army_id", flat=True))
        if not co_edited_ids:
            return self.annotate(co_edited=models.Value(False)).filter(shown | models.Q(owner=user))
        is_co_edited = models.Q(pk__in=co_edited_ids)
        marked = self.annotate(co_edited=models.ExpressionWrapper(is_co_edited, output_field=models.BooleanField()))
        return marked.filter(shown | models.Q(owner=user) | is_co_edited)

    def with_co_edited(self, user: Any) -> "ArmyQuerySet":
        """The same armies, each with ``co_edited``: True if ``user`` may change it as a co-editor or for its club."""
        if isinstance(user, AnonymousUser):
            return self.annotate(co_edited=models.Value(False))
        edits = models.Q(models.Exists(_of_army("CoEditor").filter(user=user))) | edited_by_club(user)
        return self.annotate(co_edited=models.ExpressionWrapper(edits, output_field=models.BooleanField()))


def _of_army(model: str) -> models.QuerySet[Any]:
    """The rows of one of the models of sharing that belong to the army of an outer query."""
    rows: models.QuerySet[Any] = apps.get_model("armies", model).objects.filter(army=models.OuterRef("pk"))
    return rows


def _own_or_co_edited(user: Any) -> models.Q:
    """Filter for armies that ``user`` owns or co-edits; none if the user is not signed in."""
    if isinstance(user, AnonymousUser):
        return models.Q(pk__in=())
    return models.Q(owner=user) | models.Q(co_edited=True)


class Army(HiddenWords, models.Model):
    """One side's army.

    The columns from ``units`` to ``warnings`` are counted from the elements and written whenever these
    change, so that a list of armies needs no other table. It may belong to a ``club``, whose members see it unless it
    is private. ``hidden`` is why organisers or administrators hide it; it is private then. ``origin`` is a sentence
    about the army's origin; ``copied_from`` links to the original while it exists, ``copied_version`` is the version of
    it that the copy has, None for a copy made before 0.9, and ``copied_ids`` the ids of its elements by the original's.
    """

    slug = models.CharField(max_length=80, unique=True, default=new_slug)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="armies"
    )
    historical = models.BooleanField(default=False)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.UNLISTED)

    club = models.ForeignKey("campaign.Club", null=True, blank=True, on_delete=models.SET_NULL, related_name="armies")
    hidden = models.CharField(max_length=300, blank=True, default="", editable=False)

    name = models.CharField(max_length=120)
    nation = models.CharField(max_length=8, blank=True)
    commander = models.CharField(max_length=120, blank=True)
    battle = models.CharField(max_length=120, blank=True)
    date = models.CharField(max_length=10, blank=True)
    place = models.TextField(blank=True)
    scope = models.TextField(blank=True)
    sources = models.JSONField(default=list, blank=True)
    notes = models.JSONField(default=list, blank=True)
    confidence = models.JSONField(default=dict, blank=True)
    options = models.JSONField(default=dict, blank=True)
    draws = models.JSONField(default=list, blank=True)
    house_rules = models.ForeignKey(
        "armies.HouseRules", null=True, blank=True, on_delete=models.SET_NULL, related_name="armies"
    )
    origin = models.CharField(max_length=300, blank=True)
    copied_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies")
    copied_version = models.PositiveIntegerField(null=True, blank=True, editable=False)
    copied_ids = models.JSONField(default=dict, blank=True, editable=False)

    units = models.PositiveIntegerField(default=0)
    foot = models.PositiveIntegerField(default=0)
    horse = models.PositiveIntegerField(default=0)
    guns = models.PositiveIntegerField(default=0)
    strength_points = models.PositiveIntegerField(default=0)
    cost = models.PositiveIntegerField(default=0)
    errors = models.PositiveIntegerField(default=0)
    warnings = models.PositiveIntegerField(default=0)
    search = models.TextField(blank=True, default="", editable=False)

    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    objects = ArmyQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "armies"
        ordering = ["-updated", "-id"]
        indexes = [
            models.Index(fields=["visibility", "-updated", "-id"], name="army_visibility_updated"),
            models.Index(fields=["owner", "-updated", "-id"], name="army_owner_updated"),
            models.Index(fields=["-updated", "-id"], name="army_updated"),
            models.Index(fields=["name", "id"], name="army_name"),
            models.Index(fields=["historical", "date", "id"], name="army_historical"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("armies:army", args=[self.slug])

    @property
    def choice_words(self) -> str:
        """The army in a list to choose from, with what tells it from others of its name."""
        year = self.date[:4] if self.date[:4] not in self.battle else ""
        where = " ".join(part for part in (self.battle, year) if part)
        guns = f"{self.guns:,} gun{'' if self.guns == 1 else 's'}" if self.guns else ""
        size = ", ".join(part for part in (f"{self.men:,} men", guns) if part)
        return "; ".join(part for part in (self.name, self.commander, where, size) if part)

    @property
    def men(self) -> int:
        """Foot and horse; gunners are not counted."""
        return self.foot + self.horse


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
