"""A club with one member in each role, and what its tests ask of it."""

from typing import Any

from django.contrib.auth.models import User

from campaign.club.services import clubs, invitations
from campaign.models import Club, Membership, Role

ROLES = tuple(Role.values)


def person(name: str) -> User:
    """An account without a password that works."""
    return User.objects.create(username=name, password="x")


def club_of_roles() -> tuple[Club, dict[str, User]]:
    """A club with a member in each role; the members by role."""
    people = {role: person(role) for role in ROLES}
    club = clubs.found(people["organiser"], name="Sound the Charge", listed=True)
    for role in ROLES[1:]:
        Membership.objects.create(club=club, user=people[role], role=role)
    return club, people


def invited(club: Club, by: Any, **chosen: Any) -> str:
    """The token of a new invitation."""
    return invitations.invite(club, by=by, **chosen)[1]


def role_of(club: Club, user: Any) -> str:
    """The role of a user as it is stored; "" for who is no member."""
    return str(Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first() or "")
