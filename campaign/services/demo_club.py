"""The demo club: an organiser and two players whom anybody may look round as.

A demo member is never a real account. He has no password, so nobody can sign in as him by name, and
only ``seed`` makes him. Where his name is taken by somebody else, he gets another.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify
from msgspec.structs import replace

from armies.models import Army, Visibility
from armies.rules import facts
from armies.services.historical import load_historical
from armies.services.reading import facts_of
from armies.services.writing import create
from campaign.models import Club, Membership, Role, demo_members

CLUB: Final = "Sound the Charge"


@dataclass(frozen=True)
class Person:
    """One member to be made. ``division`` of the battle is the army that he gets; empty for none."""

    username: str
    name: str
    role: Role
    army: str = ""
    division: str = ""


PEOPLE: Final = (
    Person("alder", "Martin Alder", Role.ORGANISER),
    Person("birch", "Jane Birch", Role.PLAYER, "Birch’s division", "5th British Division"),
    Person("cedar", "Tom Cedar", Role.PLAYER, "Cedar’s division", "5th Infantry Division"),
)
BATTLE: Final = "quatre-bras-1815"
"""The historical battle that the players' armies are taken from, as the slug of its armies begins."""


def seed() -> list[str]:
    """Make what is missing of the demo club, its people and their armies.

    Returns:
        One sentence for each thing that was made; none when all was there.
    """
    made = [f"Historical army: {army.name}." for army in load_historical()]
    with transaction.atomic():
        club = _club(made)
        for person in PEOPLE:
            user = _member(club, person, made)
            if person.division and not Army.objects.filter(owner=user).exists():
                made += _army(user, person)
    return made


def _club(made: list[str]) -> Club:
    club = Club.objects.filter(demo=True).first()
    if club is None:
        slug = slugify(CLUB)
        if Club.objects.filter(slug=slug).exists():
            slug = f"{slug}-{secrets.token_hex(3)}"
        club = Club.objects.create(name=CLUB, slug=slug, demo=True)
        made.append(f"Club: {club.name}.")
    return club


def _member(club: Club, person: Person, made: list[str]) -> User:
    there = demo_members().filter(user__first_name=person.name, role=person.role).first()
    if there is not None:
        return there.user
    username = person.username
    if User.objects.filter(username__iexact=username).exists():
        username = f"{username}-{secrets.token_hex(3)}"
    user = User.objects.create_user(username, first_name=person.name)
    Membership.objects.create(club=club, user=user, role=person.role)
    made.append(f"{person.role.label}: {person.name} ({username}).")
    return user


def _army(user: User, person: Person) -> list[str]:
    for row in Army.objects.filter(historical=True, slug__startswith=BATTLE):
        army = facts_of(row)
        for corps in army.children:
            divisions = corps.children if isinstance(corps, facts.Corps) else ()
            for division in divisions:
                if division.name == person.division:
                    own = replace(army, name=person.army, scope="", children=(replace(corps, children=(division,)),))
                    create(own, user, visibility=Visibility.PUBLIC)
                    return [f"Army: {own.name}."]
    return []
