"""The seats of a battle, and the invitations to take them."""

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone

from battles.models.battle import Battle

INVITED_FOR: Final = timedelta(days=14)
"""How long an invitation can be used."""


def new_token() -> str:
    """22 characters with 128 random bits."""
    return secrets.token_urlsafe(16)


def invitation_ends() -> datetime:
    """The end of an invitation made now."""
    return timezone.now() + INVITED_FOR


class Seat(models.Model):
    """A seat at a battle: ``place`` is a side of the system or ``umpire``.

    A seat belongs to a user, a guest (``guest`` set: the link with ``token`` plays it), or a computer player
    (``computer`` is its name, ``seconds`` its time for a decision), or is open. A computer player may sit in for a user
    or guest, who can come back. With ``anyone``, every user who sees the battle may take the open seat. ``name`` is the
    player's name for the others. ``makers`` marks the seat that a guest took when they created the battle. ``salt`` is
    the player's contribution to the random dice, in hexadecimal digits. ``orders`` are the standing orders by name,
    without those that ask. ``seen`` is the last feed line that its page has shown, ``mailed`` the last that an email
    reported.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="seats")
    place = models.CharField(max_length=8)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    guest = models.BooleanField(default=False)
    computer = models.CharField(max_length=20, blank=True)
    seconds = models.FloatField(default=0.3)
    anyone = models.BooleanField(default=False)
    name = models.CharField(max_length=80, blank=True)
    salt = models.CharField(max_length=128, blank=True)
    orders = models.JSONField(default=dict, blank=True)
    makers = models.BooleanField(default=False)
    token = models.CharField(max_length=40, unique=True, default=new_token)
    seen = models.IntegerField(default=-1)
    seen_at = models.DateTimeField(null=True, blank=True)
    mailed = models.IntegerField(default=-1)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["place", "id"]
        constraints = [models.UniqueConstraint(fields=["battle", "place"], name="seat_once")]

    def __str__(self) -> str:
        return f"{self.place} of {self.battle}: {self.name or 'open'}"

    @property
    def sits_in(self) -> bool:
        """True if a computer player sits in for a player who can come back."""
        return bool(self.computer) and (self.user_id is not None or self.guest)

    @property
    def is_open(self) -> bool:
        """True if the seat has no player."""
        return self.user_id is None and not self.guest and not self.computer


class Invitation(models.Model):
    """A link that seats the first person who uses it. Deleting the row withdraws it.

    ``asked`` is the member of the battle's club whom it is for, and nobody else can use it; ``asked_name`` is their
    name, or that of a guest of the club. ``by`` is who asks them.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=40, unique=True, default=new_token)
    ends = models.DateTimeField(default=invitation_ends)
    used = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    asked = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    asked_name = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["created", "id"]

    def __str__(self) -> str:
        return f"to {self.seat}"
