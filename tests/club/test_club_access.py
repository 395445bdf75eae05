"""Access to a club: every address under ``/club/<slug>/`` and ``/api/v1/clubs/<club>`` for everybody.

``PAGES`` and ``API`` have a row for each address. An address without a row fails a test here, so a new one is thought
about before it is served. A row names the permission, and what each method answers to who has it.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse

from campaign.accounts import profile
from campaign.api.description import document
from campaign.club.services import clubs, membership
from campaign.club.services.permissions import PERMISSIONS
from campaign.models import Club, Membership, Role
from tests.club.builders import ROLES, club_of_roles, person
from tests.club.exempt_addresses import exempt_pairs

pytestmark = pytest.mark.django_db

STRANGERS = ("nobody", "stranger", "ex-member", "organiser elsewhere", "administrator")


class Row(NamedTuple):
    """The permission that an address asks for, and the status of each method for who has it.

    ``listed``: whoever is signed in may see it too, if the club is listed.
    """

    permission: str
    answers: dict[str, int]
    listed: bool = False


PAGES = {
    "club": Row("see", {"GET": 200}, listed=True),
    "people": Row("see", {"GET": 200}),
    "library": Row("see", {"GET": 200}),
    "permissions": Row("see", {"GET": 200}),
    "record": Row("see", {"GET": 200}),
    "reports": Row("moderate", {"GET": 200}),
    "house_rules": Row("see", {"GET": 200, "POST": 302}),
    "edit": Row("club", {"GET": 200, "POST": 422}),
    "delete": Row("delete", {"GET": 200, "POST": 422}),
    "import_members": Row("invite", {"GET": 200, "POST": 422}),
    "change_role": Row("roles", {"POST": 422}),
    "remove": Row("remove", {"GET": 200, "POST": 302}),
    "add_guest": Row("guests", {"POST": 422}),
    "remove_guest": Row("guests", {"POST": 302}),
    "name_deputy": Row("deputy", {"POST": 422}),
    "end_deputy": Row("see", {"POST": 404}),
    "offer": Row("hand_over", {"POST": 422}),
    "answer_offer": Row("see", {"POST": 404}),
    "decide": Row("requests", {"POST": 404}),
    "invitations": Row("invite", {"GET": 200, "POST": 422}),
    "revoke": Row("invite", {"POST": 404}),
    "figures": Row("see", {"GET": 200}),
    "show_figures": Row("see", {"POST": 302}),
    "webhooks": Row("webhooks", {"GET": 200, "POST": 422}),
    "webhook_change": Row("webhooks", {"POST": 404}),
    "webhook_remove": Row("webhooks", {"POST": 404}),
    "webhook_test": Row("webhooks", {"POST": 404}),
}
POSTS = {"house_rules": "house_rules"}
"""Pages whose POST needs another permission than the row says."""
API = {
    "/clubs/{club}": Row("see", {"get": 200, "patch": 422, "delete": 204}),
    "/clubs/{club}/members": Row("see", {"get": 200}),
    "/clubs/{club}/members/{member}": Row("remove", {"patch": 422, "delete": 204}),
    "/clubs/{club}/guests": Row("see", {"get": 200, "post": 422}),
    "/clubs/{club}/guests/{guest}": Row("guests", {"delete": 204}),
    "/clubs/{club}/invitations": Row("invite", {"get": 200, "post": 201}),
    "/clubs/{club}/invitations/{invitation}": Row("invite", {"delete": 404}),
    "/clubs/{club}/requests": Row("requests", {"get": 200}),
    "/clubs/{club}/requests/{member}": Row("requests", {"post": 422}),
    "/clubs/{club}/library": Row("see", {"get": 200}),
    "/clubs/{club}/library/{thing}": Row("see", {"put": 404, "delete": 404}),
    "/clubs/{club}/deputies": Row("see", {"get": 200, "post": 422}),
    "/clubs/{club}/deputies/{deputy}": Row("see", {"delete": 404}),
    "/clubs/{club}/figures": Row("see", {"get": 200, "put": 422}),
    "/clubs/{club}/figures/needed": Row("see", {"get": 200}),
    "/clubs/{club}/webhooks": Row("webhooks", {"get": 200, "post": 422}),
    "/clubs/{club}/webhooks/{webhook}": Row("webhooks", {"patch": 404, "delete": 404}),
    "/clubs/{club}/webhooks/{webhook}/test": Row("webhooks", {"post": 404}),
    "/clubs/{club}/offer": Row("hand_over", {"put": 422, "post": 422}),
    "/clubs/{club}/record": Row("see", {"get": 200}),
}
NEEDS = {
    ("/clubs/{club}", "patch"): "club",
    ("/clubs/{club}", "delete"): "delete",
    ("/clubs/{club}/guests", "post"): "guests",
    ("/clubs/{club}/offer", "post"): "see",
    ("/clubs/{club}/library/{thing}", "put"): "share",
}
"""Methods that need another permission than the row says."""
OPEN_API = {
    ("/clubs", "get"): "one's own clubs; test_membership.py",
    ("/clubs", "post"): "everybody with an account may found one; test_membership.py",
    ("/club-invitations/{invite}", "get"): "who has the link of an invitation; test_invitations.py",
    ("/club-invitations/{invite}", "post"): "who has the link of an invitation; test_invitations.py",
    ("/clubs/{club}/requests", "post"): "who is no member asks; test_join_requests.py",
    ("/clubs/{club}/requests/{member}", "delete"): "who asked withdraws; test_join_requests.py",
}
"""Operations without a row, with the reason and the tests. Pages without one are in `exempt_addresses`."""


class Place(NamedTuple):
    """A club, its people by role and the others by what they are, and its guest."""

    club: Club
    people: dict[str, Any]
    guest: int


@pytest.fixture
def place() -> Place:
    club, people = club_of_roles()
    people |= {name: person(name.replace(" ", "-")) for name in STRANGERS[1:]}
    clubs.found(people["organiser elsewhere"], name="Another club")
    people["administrator"].is_superuser = people["administrator"].is_staff = True
    people["administrator"].save()
    Membership.objects.create(club=club, user=people["ex-member"])
    membership.remove(club, people["ex-member"].pk, by=people["ex-member"])
    people["target"] = person("target")
    Membership.objects.create(club=club, user=people["target"])
    return Place(club, people, membership.add_guest(club, "Marie", by=people["organiser"]).pk)


def patterns() -> dict[str, Any]:
    """The names of the addresses of clubs, with their arguments."""
    found = next(each for each in get_resolver().url_patterns if getattr(each, "app_name", "") == "clubs")
    return {pattern.name: pattern.pattern.converters for pattern in found.url_patterns}


def described() -> dict[str, dict[str, Any]]:
    """The operations of clubs in the API's schema, by address."""
    paths = document()["paths"]
    return {at.removeprefix("/api/v1"): each for at, each in paths.items() if at.startswith("/api/v1/club")}


def test_every_address_has_a_row() -> None:
    exempt = {name.removeprefix("clubs:") for _, name in exempt_pairs() if name.startswith("clubs:")}
    assert set(patterns()) == set(PAGES) | exempt
    operations = {(at, method) for at, each in described().items() for method in each}
    rows = {(at, method) for at, row in API.items() for method in row.answers}
    assert operations == rows | set(OPEN_API)


@pytest.mark.parametrize("who", [*STRANGERS, *ROLES])
def test_pages_answer_who_may_and_nobody_else(place: Place, who: str) -> None:
    client = Client()
    if who != "nobody":
        client.force_login(place.people[who])
    wrong = [
        f"{name} {method}: {status}, not {wanted}"
        for name, row in PAGES.items()
        for method in ("GET", "POST")
        for status, wanted in asked_of_page(client, place, who, name, row, method)
        if status != wanted
    ]
    assert not wrong, "\n".join(wrong)


def asked_of_page(
    client: Client, place: Place, who: str, name: str, row: Row, method: str
) -> Iterator[tuple[int, int]]:
    """The status of the answer, and the one that is right; whatever is done is taken back."""
    arguments = {"slug": place.club.slug, "user": place.people["target"].pk, "guest": place.guest, "invitation": 1}
    arguments |= {"deputy": 1, "webhook": 1}
    address = reverse(f"clubs:{name}", kwargs={key: arguments[key] for key in patterns()[name]})
    with transaction.atomic():
        answer = client.generic(method, address)
        transaction.set_rollback(True)
    if method not in row.answers:
        wanted = 302 if who == "nobody" and answer.status_code == 302 else 405
    elif who == "nobody":
        wanted = 302
        assert answer["Location"].startswith("/accounts/login/"), name
    elif who in STRANGERS:
        wanted = 200 if row.listed and method == "GET" else 404
    else:
        permission = POSTS.get(name, row.permission) if method == "POST" else row.permission
        wanted = row.answers[method] if Role(who) in PERMISSIONS[permission].roles else 404
    yield answer.status_code, wanted


@pytest.mark.parametrize("who", [*STRANGERS, *ROLES])
def test_the_api_answers_who_may_and_nobody_else(place: Place, who: str) -> None:
    key = profile.make_token(place.people[who], name="t", may_write=True, days=0)[1] if who != "nobody" else ""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    values = {"club": place.club.slug, "member": "target", "guest": str(place.guest), "invitation": "1"}
    values |= {"thing": "army:none", "deputy": "1", "webhook": "1"}
    wrong = []
    for address, row in API.items():
        for method, granted in row.answers.items():
            with transaction.atomic():
                answer = Client().generic(
                    method.upper(),
                    "/api/v1" + address.format(**values),
                    data=json.dumps({} if method in ("post", "put", "patch") else None),
                    content_type="application/json",
                    headers=headers,
                )
                transaction.set_rollback(True)
            wanted = right_status(who, NEEDS.get((address, method), row.permission), method, granted)
            if answer.status_code != wanted:
                wrong.append(f"{method} {address}: {answer.status_code}, not {wanted}")
    assert not wrong, "\n".join(wrong)


def right_status(who: str, permission: str, method: str, granted: int) -> int:
    """The status that somebody must get: a body that lacks what it needs is refused before anything is looked up."""
    if who == "nobody":
        return 401
    if granted == 422:
        return 422
    if who in STRANGERS:
        return 404
    return granted if Role(who) in PERMISSIONS[permission].roles else 403


def test_the_page_of_permissions_says_what_the_table_says(place: Place) -> None:
    client = Client()
    client.force_login(place.people["guest"])
    page = client.get(reverse("clubs:permissions", args=[place.club.slug])).content.decode()
    for each in PERMISSIONS.values():
        row = page[page.index(each.words) :].partition("</tr>")[0]
        assert row.count(">Yes<") == len(each.roles), each.words
