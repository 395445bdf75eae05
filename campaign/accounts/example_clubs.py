"""The demo club, whose accounts every visitor may use; and made-up clubs in any number, to try Muster with many."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import models, transaction
from django.utils.text import slugify
from msgspec import Struct
from msgspec.structs import replace

from armies.models import Army, Element, Visibility
from armies.models.army import new_slug
from armies.services import army_creation
from armies.services.army_creation import load_historical
from armies.services.storage import create, facts_of
from battles.engine.armies import facts
from battles.models import Battle, Seat
from battles.services.create import battle_start, sources
from campaign.models import Club, Membership, Profile, Role, demo_members

BATCH: Final = 500
ROW: Final = 50
"""Battles that are written at once: each holds its whole state."""
SHARED: Final = (Visibility.CLUB, Visibility.CLUB, Visibility.PUBLIC, Visibility.PRIVATE)
"""The visibilities of a club's things, in turn."""
NAMES: Final = ("Anna", "Bert", "Cleo", "Dirk", "Emma", "Finn", "Greta", "Hugo")


class Sizes(Struct, frozen=True):
    """How much to make."""

    clubs: int = 50
    members: int = 2_000
    armies: int = 10_000
    battles: int = 5_000


def fill(sizes: Sizes) -> None:
    """Make clubs with members, and armies and battles that belong to them, all or none.

    The members sign in by no password; armies and battles are copies of one small army and one battle just begun.
    """
    with transaction.atomic():
        users = _members(sizes.members)
        clubs = _clubs(sizes.clubs)
        _memberships(users, clubs)
        if sizes.armies:
            _armies(sizes.armies, users, clubs)
        if sizes.battles:
            _battles(sizes.battles, users, clubs)


def _members(count: int) -> list[User]:
    start = User.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    closed = make_password(None)
    users = [
        User(
            username=f"member-{start + number}",
            first_name=f"{NAMES[number % len(NAMES)]} {number}",
            email=f"member-{start + number}@example.org",
            password=closed,
        )
        for number in range(1, count + 1)
    ]
    made = User.objects.bulk_create(users, BATCH)
    Profile.objects.bulk_create([Profile(user=user) for user in made], BATCH)
    return made


def _clubs(count: int) -> list[Club]:
    start = Club.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    return Club.objects.bulk_create(
        Club(name=f"Club {number}", slug=f"made-up-{number}", place=f"Town {number}", listed=number % 2 == 0)
        for number in range(start + 1, start + count + 1)
    )


def _memberships(users: list[User], clubs: list[Club]) -> None:
    """Spread the members over the clubs; the first of each club is its organiser, the second its umpire."""
    firsts = [Role.ORGANISER] * len(clubs) + [Role.UMPIRE] * len(clubs)
    roles = firsts + [Role.PLAYER] * max(0, len(users) - len(firsts))
    places = zip(users, roles, strict=False)
    Membership.objects.bulk_create(
        [
            Membership(user=user, club=clubs[number % len(clubs)], role=role)
            for number, (user, role) in enumerate(places)
        ],
        BATCH,
    )


def _shares(users: list[User], clubs: list[Club], count: int) -> Iterator[dict[str, Any]]:
    """Owner, club and visibility of each thing: three of four belong to a club of their owner."""
    for number in range(count):
        member = number % len(users)
        visibility = SHARED[number // len(users) % len(SHARED)]
        club = clubs[member % len(clubs)]
        yield {
            "owner": users[member],
            "club": None if visibility == Visibility.PRIVATE else club,
            "visibility": visibility,
        }


def _copy(row: models.Model, **changed: Any) -> Any:
    """A new row with the values of ``row`` but for its id and what is ``changed``."""
    kept = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key}
    copied = type(row)(**kept)
    for name, value in changed.items():
        setattr(copied, name, value)
    return copied


def _armies(count: int, users: list[User], clubs: list[Club]) -> None:
    first = army_creation.from_sample("FR", "Sample army", users[0])
    elements = list(Element.objects.filter(army=first).order_by("position"))
    shares = list(_shares(users, clubs, count))
    for start in range(0, count, BATCH):
        rows = [
            _copy(first, slug=new_slug(), name=f"{first.name} {start + number + 1}", **share)
            for number, share in enumerate(shares[start : start + BATCH])
        ]
        made = Army.objects.bulk_create(rows)
        Element.objects.bulk_create([element for army in made for element in _tree(army, elements)], 2 * BATCH)
    first.delete()


def _tree(army: Army, elements: list[Element]) -> Iterator[Element]:
    """The elements of an army copied for another, in the order of their positions, parents first."""
    ids: dict[Any, Any] = {}
    for element in elements:
        copied = _copy(element, army=army, parent_id=ids.get(element.parent_id))
        ids[element.pk] = copied.pk
        yield copied


def _battles(count: int, users: list[User], clubs: list[Club]) -> None:
    first = _first_battle(users[0], users[1 % len(users)])
    parts = [relation for relation in Battle._meta.related_objects if relation.one_to_many]
    of_first = {relation.related_model: list(_rows(relation.related_model, first)) for relation in parts}
    shares = list(_shares(users, clubs, count))
    for start in range(0, count, ROW):
        part = shares[start : start + ROW]
        titles = (f"{first.title} {start + number + 1}" for number in range(len(part)))
        rows = [_copy(first, slug=new_slug(), title=title, **share) for title, share in zip(titles, part, strict=True)]
        made = Battle.objects.bulk_create(rows)
        for model, originals in of_first.items():
            copies = [copy for battle in made for copy in _parts(model, originals, battle, users)]
            model._default_manager.bulk_create(copies, BATCH)
    first.delete()


def _rows(model: Any, battle: Battle) -> models.QuerySet[Any]:
    return model._default_manager.filter(battle=battle).order_by("pk")  # type: ignore[no-any-return]


def _parts(model: Any, originals: list[Any], battle: Battle, users: list[User]) -> Iterator[Any]:
    """The rows of one model copied for another battle; its seats are the owner's and another member's."""
    for number, original in enumerate(originals):
        copied = _copy(original, battle=battle)
        if model is Seat:
            copied.token = Seat._meta.get_field("token").get_default()
            user = battle.owner if number == 0 else users[(battle.pk * 7) % len(users)]
            copied.user, copied.name = user, user.get_full_name() if user else ""
        yield copied


def _first_battle(one: User, other: User) -> Battle:
    """A battle just begun between two users, by the first system that is played."""
    system = sources.playable()[0]
    source = sources.sample(system)
    sittings = tuple(
        battle_start.Sitting(place=place, user=user) for place, user in zip(system.sides, (one, other), strict=True)
    )
    return battle_start.start(
        battle_start.NewBattle(
            system=system, setup=system.scenarios.sample({}), title=source.title, owner=one, sittings=sittings
        )
    )


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
