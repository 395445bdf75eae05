"""Read and change a user's profile."""

from django.contrib.auth.models import User
from django.db import transaction

from campaign.models import Profile


def profile_of(user: User) -> Profile:
    """The profile of ``user``, created if it is missing."""
    profile, _ = Profile.objects.get_or_create(user=user)
    return profile


def save_profile(user: User, *, name: str, paper: str, theme: str, mail: bool) -> Profile:
    """Save the name that others see and the choices, all or none.

    Args:
        name: if empty, the sign-in name is shown.
        paper: a value of ``Paper``.
        theme: a value of ``Theme``.
        mail: True to get mail when it is the user's turn.

    Raises:
        ValidationError: ``paper`` or ``theme`` is not one of the values; nothing is saved.
    """
    with transaction.atomic():
        profile = profile_of(user)
        profile.paper, profile.theme, profile.mail = paper, theme, mail
        profile.full_clean()
        profile.save()
        user.first_name, user.last_name = name, ""
        user.save(update_fields=["first_name", "last_name"])
    return profile
