"""The choices of a user: paper size, colour theme, mail."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.signals import post_save
from django.dispatch import receiver


class Paper(models.TextChoices):
    """Paper sizes for sheets."""

    A4 = "a4", "A4"
    LETTER = "letter", "Letter"


class Theme(models.TextChoices):
    """Colour themes of the pages; empty follows the device."""

    DEVICE = "", "As the device"
    LIGHT = "light", "Light"
    DARK = "dark", "Dark"


class Profile(models.Model):
    """The choices of one user. It is created together with the user."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="profile")
    paper = models.CharField(max_length=6, choices=Paper.choices, default=Paper.A4)
    theme = models.CharField(max_length=5, choices=Theme.choices, default=Theme.DEVICE, blank=True)
    mail = models.BooleanField(default=True)
    """True if the user gets mail when it is their turn in a battle."""
    former = models.BooleanField(default=False, editable=False)
    """True if the account was deleted: its row only gives a name to what others still use."""

    def __str__(self) -> str:
        return f"Profile of {self.user.get_username()}"


@receiver(post_save, sender=settings.AUTH_USER_MODEL, dispatch_uid="campaign.profile")
def make_profile(instance: Any, created: bool, raw: bool, **kwargs: Any) -> None:
    """Create the profile of a new user. Fixtures contain their own."""
    if created and not raw:
        Profile.objects.get_or_create(user=instance)
