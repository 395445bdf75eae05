"""A tracked game on a real table: its owner and editors, its state, its entries."""

import secrets
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.urls import reverse

from armies.models.army import new_slug
from armies.models.visibility import Visibility, open_to
from battles.models.battle import new_secret


def new_key() -> str:
    """22 characters with 128 random bits."""
    return secrets.token_urlsafe(16)


class TableGameQuerySet(models.QuerySet["TableGame"]):
    """Games filtered by user; ``linked`` are the ids of games whose edit link was opened in the user's browser."""

    def readable_by(self, user: Any, linked: Iterable[int] = ()) -> "TableGameQuerySet":
        """Games that ``user`` may open by their address."""
        return self.filter(open_to(user) | _own(user, linked))

    def kept_by(self, user: Any, linked: Iterable[int] = ()) -> "TableGameQuerySet":
        """Games that ``user`` may edit."""
        return self.filter(_own(user, linked))


def _own(user: Any, linked: Iterable[int]) -> models.Q:
    keeps = TableGame.keepers.through.objects.filter(tablegame=models.OuterRef("pk"), user=user.pk)
    mine = models.Q(pk__in=list(linked))
    return mine if isinstance(user, AnonymousUser) else mine | models.Q(owner=user) | models.Q(models.Exists(keeps))


class TableGame(models.Model):
    """One game. ``setup`` and ``books`` are its system's, as the engine's JSON; ``books`` caches the tracker's state.

    ``head`` is the number of the last entry, -1 before the first. ``version`` grows with every change of the page.
    ``pending`` is an entry that waits for typed dice, with the rolls so far; it blocks other entries. ``key`` opens the
    link by which another user may edit the game too. ``secret`` is the seed of the computer's dice, and stays secret
    until the game is over. ``asked`` is the token of the form that created it. ``planned`` is when the players want to
    meet.
    """

    slug = models.CharField(max_length=80, unique=True, default=new_slug)
    key = models.CharField(max_length=40, unique=True, default=new_key)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="table_games"
    )
    keepers = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="kept_games")
    title = models.CharField(max_length=120)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.UNLISTED)
    club = models.ForeignKey(
        "campaign.Club", null=True, blank=True, on_delete=models.SET_NULL, related_name="table_games"
    )
    planned = models.DateTimeField(null=True, blank=True)

    system = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    setup = models.BinaryField()
    books = models.BinaryField()
    secret = models.BinaryField(default=new_secret)
    commitment = models.CharField(max_length=64)

    head = models.IntegerField(default=-1)
    version = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    ended = models.CharField(max_length=300, blank=True)
    pending = models.JSONField(null=True, blank=True)

    asked = models.UUIDField(null=True, blank=True, unique=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    objects = TableGameQuerySet.as_manager()

    class Meta:
        ordering = ["-updated", "-id"]
        indexes = [models.Index(fields=["owner", "-updated", "-id"], name="table_owner_updated")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("battles:table", args=[self.slug])

    @property
    def is_over(self) -> bool:
        """True if it has ended."""
        return bool(self.ended)


class TableEntry(models.Model):
    """A tracker entry, never deleted, and never changed except ``undone``.

    ``line`` has the entry, the rolls and the events as JSON; ``said`` are the log lines made from them.
    ``back`` is the entry that this one undoes. ``token`` comes from the form.
    """

    game = models.ForeignKey(TableGame, on_delete=models.CASCADE, related_name="entries")
    n = models.PositiveIntegerField()
    token = models.UUIDField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80, blank=True)
    line = models.BinaryField()
    said = models.JSONField(default=list)
    turn = models.PositiveIntegerField(default=0)
    undone = models.BooleanField(default=False)
    back = models.PositiveIntegerField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["game", "n"]
        constraints = [
            models.UniqueConstraint(fields=["game", "n"], name="table_entry_once"),
            models.UniqueConstraint(fields=["game", "token"], name="table_token_once"),
        ]

    def __str__(self) -> str:
        return f"entry {self.n} of table game {self.game_id}"
