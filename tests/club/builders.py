"""A club with one member in each role, things that can belong to it, and what its tests ask of them."""

from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from armies.models import Visibility
from armies.services.storage import create
from battles.models import TableGame
from battles.services import drawn_scenarios
from battles.services.create import sources
from battles.services.tracker import games
from campaign.club.services import clubs, invitations
from campaign.models import Club, Membership, Role
from tests.armies.builders import army
from tests.battles.services.steps import begun, deployed

ROLES = tuple(Role.values)
TITLE = "Marker of the club"
NOTHING = "?chosen=1&paper=a4"
"""With no sheet chosen the page for printing draws none."""
DOORS = {
    "army": ("/a/{slug}", "/a/{slug}.json", "/a/{slug}.pdf", "/api/v1/armies/{slug}", "/print/army/{slug}/" + NOTHING),
    "drawn": ("/s/{slug}", "/s/{slug}.json", "/s/{slug}.svg", "/print/drawn/{slug}/" + NOTHING),
    "battle": (
        "/b/{slug}",
        "/b/{slug}/since/-1",
        "/b/{slug}/log",
        "/api/v1/battles/{slug}",
        "/print/battle/{slug}/" + NOTHING,
    ),
    "table": ("/table/{slug}", "/table/{slug}/record", "/api/v1/tables/{slug}", "/print/table/{slug}/" + NOTHING),
}
"""The addresses of each kind that open it."""
LISTS = {
    "army": (
        "/armies/",
        "/armies/?q=marker",
        "/armies/?whose=club",
        "/api/v1/armies",
        "/battles/new/setup?from=armies:mini_nap",
    ),
    "drawn": ("/scenarios/", "/scenarios/?whose=club", "/battles/new", "/api/v1/battles/sources"),
    "battle": ("/api/v1/battles?whose=all", "/battles/?whose=club"),
    "table": (),
}
"""Lists and choices that show it."""


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


def made(kind: str, owner: Any) -> Any:
    """A private thing of ``owner``."""
    if kind == "army":
        return create(army(name=TITLE), owner, visibility=Visibility.PRIVATE)
    if kind == "drawn":
        row = drawn_scenarios.copy_shipped(owner, "easy_napoleonics", "quatre_bras")
        return drawn_scenarios.fill(row, owner, row.version, "head", [{"title": TITLE}])
    if kind == "battle":
        return begun(owner, owner, setup=deployed(), title=TITLE, visibility=Visibility.PRIVATE)
    row = games.start(sources.sample(games.tracked_systems()[0]), owner, title=TITLE)
    TableGame.objects.filter(pk=row.pk).update(visibility=Visibility.PRIVATE)
    return row


def seen(kind: str, slug: str) -> tuple[str, ...]:
    return tuple(each.format(slug=slug) for each in DOORS[kind])


def browser(people: dict[str, Any], who: str) -> Client:
    client = Client()
    if who != "nobody":
        client.force_login(people[who])
    return client
