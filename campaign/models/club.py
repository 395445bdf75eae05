"""Clubs and their members."""

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models


class Role(models.TextChoices):
    """Roles of club members."""

    ORGANISER = "organiser", "Organiser"
    PLAYER = "player", "Player"


class Club(models.Model):
    """A club. ``demo`` marks the demo club, at most one.

    ``house_rules`` are the club's own numbers for points and mapping, if it has any.
    """

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=80, unique=True)
    demo = models.BooleanField(default=False, editable=False)
    house_rules = models.OneToOneField("armies.HouseRules", null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["demo"], condition=models.Q(demo=True), name="club_one_demo"),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """The membership of one user in one club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.PLAYER)

    class Meta:
        ordering = ["role", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="membership_once")]

    def __str__(self) -> str:
        return f"{self.user.get_username()}, {self.get_role_display().lower()} of {self.club}"


def demo_members() -> models.QuerySet[Membership]:
    """Members of the demo club whose accounts any visitor may use, the organiser first.

    Accounts with a password or with administrator rights are left out: a real account in the demo club stays closed.
    """
    return Membership.objects.filter(
        club__demo=True,
        user__password__startswith=UNUSABLE_PASSWORD_PREFIX,
        user__is_active=True,
        user__is_staff=False,
        user__is_superuser=False,
    ).select_related("club", "user")


def is_demo_member(user: AbstractBaseUser | AnonymousUser) -> bool:
    """True if ``user`` is a shared account of the demo club."""
    return user.is_authenticated and demo_members().filter(user_id=user.pk).exists()
