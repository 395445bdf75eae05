"""Access to an army: every address under ``/a/<slug>`` for every kind of user and every visibility.

``TABLE`` has a row for each address, by its name in the URLconf. An address without a row fails a test here, so a
new one is thought about before it is served. A row says which right the address asks for, and what each method
answers to who has it.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, get_resolver

from armies.models import Army, ShareLink
from tests.armies.access_matrix import NOT_TAKEN, PEOPLE, TABLE, Row, Scene

pytestmark = pytest.mark.django_db

VISIBILITIES = ("private", "unlisted", "public")
METHODS = ("GET", "POST")
STREAMS = {"battles:army_live"}
"""Event streams, whose readers tests/battles/live tries."""


def patterns(found: Any = None, names: str = "", route: str = "") -> Iterator[tuple[str, str]]:
    """Every address of the project: its name and its pattern."""
    for one in found or get_resolver().url_patterns:
        here = route + str(one.pattern).removeprefix("^")
        if isinstance(one, URLPattern):
            yield f"{names}{one.name}", here
        else:
            yield from patterns(one.url_patterns, f"{names}{one.namespace}:" if one.namespace else names, here)


def test_every_address_of_an_army_has_a_row() -> None:
    found = [name for name, route in patterns() if route.startswith("a/")]
    assert len(found) >= len(TABLE) > 15
    assert sorted(found) == sorted([*TABLE, *STREAMS])


def rights(person: str, visibility: str) -> frozenset[str]:
    """What a person may do with an army of this visibility."""
    if person == "owner":
        return frozenset({"read", "edit", "own"})
    if person == "co-editor":
        return frozenset({"read", "edit", "join"})
    holds = person.endswith("link holder")
    return frozenset({"read"} if visibility != "private" or holds else ())


def wanted(row: Row, person: str, visibility: str, method: str) -> int:
    """The status that the table asks for."""
    status = row.get if method == "GET" else row.post
    signed_in = person not in ("nobody", "link holder")
    asked = row.post_right if method == "POST" and row.post_right else row.right
    if (
        row.sign_in
        and not signed_in
        and (row.get, method) != (NOT_TAKEN, "GET")
        and (method == "POST" or not row.post_right)
    ):
        return 302
    if status == NOT_TAKEN:
        return NOT_TAKEN
    return status if asked in rights(person, visibility) else 404


@pytest.fixture
def scene(alice: Any, bob: Any, charlie: Any, organiser: Any) -> Scene:
    return Scene(alice, bob, charlie, organiser)


def cases(row: Row) -> Iterator[tuple[str, str, str]]:
    """The visibility, person and method of each request for an address.

    What may only be edited is asked for under two visibilities, since "unlisted" and "public" open the same, and by
    those who may edit it under one, since no visibility takes anything from them.
    """
    for visibility in VISIBILITIES if row.right == "read" else VISIBILITIES[:2]:
        for person in PEOPLE:
            if visibility == "private" or row.right == "read" or "edit" not in rights(person, visibility):
                yield from ((visibility, person, method) for method in METHODS)


def test_each_person_gets_what_the_table_says(scene: Scene, many_requests: None) -> None:
    wrong = []
    for name, row in TABLE.items():
        address = scene.address(name, row)
        for visibility, person, method in cases(row):
            Army.objects.update(visibility=visibility)
            got, want = scene.status(person, method, address), wanted(row, person, visibility, method)
            if got != want:
                wrong.append(f"{name} for {person}, {visibility}: {method} gives {got}, not {want}")
    assert not wrong, "\n".join(wrong)


def test_nobody_changes_a_historical_army(scene: Scene) -> None:
    Army.objects.update(historical=True, owner=None, visibility="public")
    scene.army.co_editors.all().delete()
    for name in [name for name, row in TABLE.items() if row.right != "read"]:
        address = scene.address(name, TABLE[name])
        for person in ("stranger", "owner", "ex-co-editor"):
            for method in METHODS:
                assert scene.status(person, method, address) in (404, NOT_TAKEN), (name, person, method)


def test_who_holds_a_link_that_was_taken_back_is_a_stranger_again(scene: Scene) -> None:
    Army.objects.update(visibility="private")
    assert scene.status("link holder", "GET", f"/a/{scene.army.slug}") == 200
    ShareLink.objects.filter(pk=scene.link.pk).delete()
    for person in ("link holder", "signed-in link holder"):
        for name, row in TABLE.items():
            if row.get == 200 and row.right == "read":
                assert scene.status(person, "GET", scene.address(name, row)) == 404, name
