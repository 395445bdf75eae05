"""What a person has chosen for himself: the paper he prints on, the theme of his screen, mail."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.signals import post_save
from django.dispatch import receiver


class Paper(models.TextChoices):
    """Sizes of paper that every sheet can be printed on."""

    A4 = "a4", "A4"
    LETTER = "letter", "Letter"


class Theme(models.TextChoices):
    """Themes of the pages; empty follows the device."""

    DEVICE = "", "As the device"
    LIGHT = "light", "Light"
    DARK = "dark", "Dark"


class Profile(models.Model):
    """The choices of one user. It is made together with the user."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="profile")
    paper = models.CharField(max_length=6, choices=Paper.choices, default=Paper.A4)
    theme = models.CharField(max_length=5, choices=Theme.choices, default=Theme.DEVICE, blank=True)
    mail = models.BooleanField(default=True)
    """Whether he is told by mail that a battle waits for him."""

    def __str__(self) -> str:
        return f"Profile of {self.user.get_username()}"


@receiver(post_save, sender=settings.AUTH_USER_MODEL, dispatch_uid="campaign.profile")
def make_profile(instance: Any, created: bool, raw: bool, **kwargs: Any) -> None:
    """Give every new user a profile; a fixture brings its own."""
    if created and not raw:
        Profile.objects.get_or_create(user=instance)
