"""The demo club: an organiser and two players whose accounts every visitor may use."""

import secrets
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify
from msgspec.structs import replace

from armies.models import Army, Visibility
from armies.services.army_creation import load_historical
from armies.services.storage import create, facts_of
from battles.engine.armies import facts
from campaign.models import Club, Membership, Role, demo_members

CLUB: Final = "Sound the Charge"


@dataclass(frozen=True)
class Person:
    """A member to create. Their army is ``division`` of the historical battle; empty for none."""

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
"""First part of the slugs of the historical armies from which the players' armies are copied."""


def seed() -> list[str]:
    """Create the demo club, its members and their armies where they are missing.

    Returns:
        One sentence for each thing created.
    """
    sentences = [f"Historical army: {army.name}." for army in load_historical()]
    with transaction.atomic():
        club = _club(sentences)
        for person in PEOPLE:
            user = _member(club, person, sentences)
            if person.division and not Army.objects.filter(owner=user).exists():
                sentences += _army(user, person)
    return sentences


def _club(sentences: list[str]) -> Club:
    club = Club.objects.filter(demo=True).first()
    if club is None:
        slug = slugify(CLUB)
        if Club.objects.filter(slug=slug).exists():
            slug = f"{slug}-{secrets.token_hex(3)}"
        club = Club.objects.create(name=CLUB, slug=slug, demo=True)
        sentences.append(f"Club: {club.name}.")
    return club


def _member(club: Club, person: Person, sentences: list[str]) -> User:
    there = demo_members().filter(user__first_name=person.name, role=person.role).first()
    if there is not None:
        return there.user
    username = person.username
    if User.objects.filter(username__iexact=username).exists():
        username = f"{username}-{secrets.token_hex(3)}"
    user = User.objects.create_user(username, first_name=person.name)
    Membership.objects.create(club=club, user=user, role=person.role)
    sentences.append(f"{person.role.label}: {person.name} ({username}).")
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
