"""Reading and changing a user's profile."""

from django.contrib.auth.models import User
from django.db import transaction

from campaign.models import Profile


def of(user: User) -> Profile:
    """The profile of ``user``; one is made where an import or a script has left it out."""
    profile, _ = Profile.objects.get_or_create(user=user)
    return profile


def save(user: User, *, name: str, paper: str, theme: str, mail: bool) -> Profile:
    """Write the name that others see and the choices, all or none.

    Args:
        name: empty means that the sign-in name is shown.
        paper: a value of ``Paper``.
        theme: a value of ``Theme``.
        mail: whether he is told by mail that a battle waits for him.

    Raises:
        ValidationError: ``paper`` or ``theme`` is none of the values; nothing is written.
    """
    with transaction.atomic():
        profile = of(user)
        profile.paper, profile.theme, profile.mail = paper, theme, mail
        profile.full_clean()
        profile.save()
        user.first_name, user.last_name = name, ""
        user.save(update_fields=["first_name", "last_name"])
    return profile
