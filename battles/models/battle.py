"""A battle: its rules and set-up, its state, who may see it, and the start of deleting abandoned battles."""

import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.urls import reverse
from django.utils import timezone

from armies.models.army import new_slug
from armies.models.visibility import HiddenWords, Visibility, judged_by, listed_to, open_to


def deputised_by(user: Any) -> models.QuerySet[Any, Any]:
    """The ids of the users for whom ``user`` stands in today."""
    today = timezone.localdate()
    deputies: models.QuerySet[Any, Any] = apps.get_model("campaign", "Deputy").objects.order_by()
    return deputies.filter(deputy=user.pk, start__lte=today, end__gte=today).values("user")


def deputy_of(seat: Any) -> Any:
    """The account that stands in today for the player of ``seat``, and has no seat of its own there; None if none."""
    today = timezone.localdate()
    deputies = apps.get_model("campaign", "Deputy").objects.filter(user=seat.user_id, start__lte=today, end__gte=today)
    others = seat.battle.seats.filter(user__isnull=False).values("user")
    row = deputies.exclude(deputy__in=others).select_related("deputy__profile").first()
    return row.deputy if row is not None else None


def new_secret() -> bytes:
    """32 random bytes for the dice of a battle."""
    return secrets.token_bytes(32)


class Status(models.TextChoices):
    """The stage of a battle, from waiting for players to its end."""

    GATHERING = "gathering", "Waiting for players"
    PLAYING = "playing", "Being fought"
    PAUSED = "paused", "Paused"
    OVER = "over", "Over"


class BattleQuerySet(models.QuerySet["Battle"]):
    """Battles filtered by user."""

    def readable_by(self, user: Any, seats: Iterable[int] = ()) -> "BattleQuerySet":
        """Battles that ``user`` may open by address: shared ones, and those where the user is the owner, has a seat, or
        stands in for who has one.

        ``seats`` are the ids of the seats whose own link was opened in the user's browser.
        """
        readable = open_to(user) | self._own(user, seats) | self._stood_in(user) | judged_by(user, "battle")
        return self.filter(readable)

    def listed_for(self, user: Any, seats: Iterable[int] = ()) -> "BattleQuerySet":
        """Battles in the list for ``user``: public ones, those of the user's clubs, and the user's own."""
        return self.filter(listed_to(user) | self._own(user, seats))

    def fought_by(self, user: Any, seats: Iterable[int] = ()) -> "BattleQuerySet":
        """The user's own battles: as owner or with a seat."""
        return self.filter(self._own(user, seats))

    def played_by(self, user: Any, seats: Iterable[int] = ()) -> "BattleQuerySet":
        """The user's own battles, and those in which they stand in for somebody today."""
        return self.filter(self._own(user, seats) | self._stood_in(user))

    def awaiting(self, user: Any, seats: Iterable[int] = ()) -> "BattleQuerySet":
        """Battles in progress that wait for a decision of ``user``, with no computer player sitting in.

        As a deputy they decide only where they have no seat of their own.
        """
        places = apps.get_model("battles", "Seat").objects.filter(battle=models.OuterRef("pk"))
        awaited = models.ExpressionWrapper(models.OuterRef("awaited"), output_field=models.CharField())
        owing = places.filter(computer="").annotate(owing=awaited).filter(owing__contains=models.F("place"))
        mine = models.Q(models.Exists(owing.filter(_seated(user, seats))))
        candidates = _seated(user, seats)
        if not isinstance(user, AnonymousUser):
            deputised = models.Exists(owing.filter(user__in=deputised_by(user)))
            candidates |= models.Q(user__in=deputised_by(user))
            mine |= models.Q(deputised) & ~models.Q(models.Exists(places.filter(_seated(user, seats))))
        return self.filter(mine, pk__in=_battles_of_seats(candidates), status=Status.PLAYING)

    def _stood_in(self, user: Any) -> models.Q:
        if isinstance(user, AnonymousUser):
            return models.Q(pk__in=())
        return models.Q(pk__in=_battles_of_seats(models.Q(user__in=deputised_by(user))))

    def _own(self, user: Any, seats: Iterable[int]) -> models.Q:
        mine = models.Q(pk__in=_battles_of_seats(_seated(user, seats)))
        return mine if isinstance(user, AnonymousUser) else mine | models.Q(owner=user)


def _battles_of_seats(which: models.Q) -> models.QuerySet[Any, Any]:
    """The ids of the battles with such a seat. Databases look them up at once, not for each battle of a list."""
    seats: models.QuerySet[Any, Any] = apps.get_model("battles", "Seat").objects.order_by()
    return seats.filter(which).values("battle")


def _seated(user: Any, seats: Iterable[int]) -> models.Q:
    """The seats of ``user``, and those with these ids, whose own link was opened in the user's browser."""
    linked = models.Q(pk__in=list(seats))
    return linked if isinstance(user, AnonymousUser) else linked | models.Q(user=user)


class Battle(HiddenWords, models.Model):
    """One battle.

    ``rules_version`` is the version of the system that it is played with now, or was at its end. ``setup`` is the
    system's set-up and ``state`` the state after entry ``head``, both as the engine's JSON; ``state`` is a cache
    that the entries can rebuild. ``stands`` is the entry whose state it is: ``head``, or the entry to which the
    battle was undone. ``lines`` holds by viewer the number of feed lines and the last heading, to save counting.
    ``secret`` stays secret until the battle is over. ``turn`` and ``awaited`` (the sides that must decide, as
    ``ab``) are copies for the lists. ``delay`` is how many minutes spectators are behind. ``asked`` is a digest of
    the form's token and content, so that a form sent twice makes one battle. ``wording`` is the version of the
    words of its log, 0 before 0.9. ``news`` is when spectators last got a log line, which hidden events do not change;
    ``listed`` is the same for the lists of others, but the creation while spectators are behind. ``planned`` is when
    the players want to meet.
    """

    slug = models.CharField(max_length=80, unique=True, default=new_slug)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="battles"
    )
    title = models.CharField(max_length=120)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.UNLISTED)
    club = models.ForeignKey("campaign.Club", null=True, blank=True, on_delete=models.SET_NULL, related_name="battles")
    hidden = models.CharField(max_length=300, blank=True, default="", editable=False)
    delay = models.PositiveSmallIntegerField(default=0)
    planned = models.DateTimeField(null=True, blank=True)

    system = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    setup = models.BinaryField()
    scheme = models.CharField(max_length=20)
    secret = models.BinaryField(default=new_secret)
    commitment = models.CharField(max_length=64)
    salts = models.JSONField(default=list, blank=True)

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.GATHERING)
    head = models.IntegerField(default=-1)
    stands = models.IntegerField(default=-1)
    state = models.BinaryField(null=True)
    state_hash = models.CharField(max_length=32, blank=True)
    turn = models.PositiveIntegerField(default=0)
    lines = models.JSONField(default=dict, blank=True)
    wording = models.PositiveIntegerField(default=0)
    awaited = models.CharField(max_length=8, blank=True)
    winner = models.CharField(max_length=8, blank=True)
    ended = models.CharField(max_length=300, blank=True)

    asked = models.CharField(max_length=32, unique=True, null=True, blank=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    begun = models.DateTimeField(null=True, blank=True)
    updated = models.DateTimeField(auto_now=True)
    news = models.DateTimeField(default=timezone.now, editable=False)
    listed = models.DateTimeField(default=timezone.now, editable=False)

    objects = BattleQuerySet.as_manager()

    class Meta:
        ordering = ["-updated", "-id"]
        indexes = [
            models.Index(fields=["visibility", "-updated", "-id"], name="battle_visibility_updated"),
            models.Index(fields=["owner", "-updated", "-id"], name="battle_owner_updated"),
            models.Index(fields=["visibility", "-listed", "-id"], name="battle_visibility_listed"),
            models.Index(fields=["club", "-listed", "-id"], name="battle_club_listed"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("battles:battle", args=[self.slug])

    @property
    def is_over(self) -> bool:
        """True if it has ended, by the rules or by agreement."""
        return self.status == Status.OVER

    def set_news(self, at: datetime | None = None) -> None:
        """Set ``news`` to the time of a new line for spectators, if there is one, and ``listed`` to what follows."""
        self.news = max(self.news, at) if at else self.news
        self.listed = self.created if self.delay and not self.is_over else self.news


class Retention(models.Model):
    """The single row: abandoned battles are deleted after ``days``, in force ``since`` then; 0 for never.

    Nothing is deleted before that many days from ``since``, so that deletions are announced when Muster is upgraded or
    the setting changes.
    """

    days = models.PositiveIntegerField()
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.days} days since {self.since:%Y-%m-%d}"
