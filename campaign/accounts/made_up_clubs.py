"""Made-up clubs with members, armies and battles in any number, to try how Muster does with many."""

from collections.abc import Iterator
from typing import Any, Final

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import models, transaction
from msgspec import Struct

from armies.models import Army, Element
from armies.models.army import new_slug
from armies.models.visibility import Visibility
from armies.services import army_creation
from battles.models import Battle, Seat
from battles.services.create import battle_start, sources
from campaign.models import Club, Membership, Profile, Role

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
