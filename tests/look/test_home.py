"""The first page: for a stranger, for a member, and with the demonstration on."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armies.models import Army
from campaign.models import Club, Membership, Role

EVIL = "<script>alert(1)</script>"


@pytest.fixture
def historical(db: None) -> list[Army]:
    """The two armies of one battle, and one of an earlier one."""
    return [
        Army.objects.create(
            slug=f"{battle}-{nation}".lower().replace(" ", "-"),
            historical=True,
            visibility="public",
            name=name,
            nation=nation,
            battle=battle,
            date=date,
            strength_points=246,
        )
        for battle, date, name, nation in (
            ("Quatre Bras", "1815-06-16", "French left wing", "FR"),
            ("Quatre Bras", "1815-06-16", "Anglo-allied army", "GB"),
            ("Austerlitz", "1805-12-02", "Russian column", "RU"),
        )
    ]


@pytest.fixture
def guide(db: None) -> Any:
    """A member of the demo club."""
    user = get_user_model().objects.create(username="birch", first_name="Jane", last_name="Birch")
    user.set_unusable_password()
    user.save()
    club = Club.objects.create(name="Sound the Charge", slug="sound-the-charge", demo=True)
    Membership.objects.create(club=club, user=user, role=Role.PLAYER)
    return user


def test_a_stranger_sees_what_it_is_the_historical_armies_and_a_way_in(client: Any, historical: list[Army]) -> None:
    page = client.get("/").content.decode()
    assert "Orders of battle for horse-and-musket games" in page
    assert 'href="/armies/import/"' in page
    assert 'href="/accounts/signup/"' in page
    for army in historical:
        assert f'href="/a/{army.slug}"' in page
    heads = re.findall(r'<span class="ital muted">([^<]+)</span>', page)
    assert heads == ["16 June 1815", "2 December 1805"], "the armies of a battle together, the latest battle first"


@pytest.mark.parametrize("on", [True, False])
def test_one_may_look_round_only_where_the_demonstration_is_on(
    client: Any, settings: Any, guide: Any, on: bool
) -> None:
    settings.MUSTER_DEMO = on
    page = client.get("/").content.decode()
    assert ('action="/demo/birch/"' in page) is on
    assert ("Jane Birch" in page) is on


def test_a_member_sees_his_armies_and_not_those_of_others(client: Any, alice: Any, bob: Any) -> None:
    Army.objects.create(owner=alice, name="Alice’s column", slug="alices")
    Army.objects.create(owner=bob, name="Bob’s column", slug="bobs", visibility="public")
    client.force_login(alice)
    page = client.get("/").content.decode()
    assert "Alice’s column" in page
    assert "Bob’s column" not in page


def test_a_member_without_an_army_is_shown_the_way_to_one(client: Any, alice: Any) -> None:
    client.force_login(alice)
    assert "No army yet" in client.get("/").content.decode()


@pytest.mark.parametrize("signed_in", [True, False])
def test_the_number_of_queries_does_not_grow(client: Any, alice: Any, connection: Any, signed_in: bool) -> None:
    if signed_in:
        client.force_login(alice)

    def queries() -> int:
        with CaptureQueriesContext(connection) as context:
            client.get("/")
        return len(context)

    few = queries()
    for number in range(30):
        Army.objects.create(owner=alice, name=f"Army {number}")
        Army.objects.create(historical=True, name=f"Old army {number}", battle=f"Battle {number}", date="1813-10-16")
    assert queries() == few <= 7


@pytest.fixture
def connection(db: None) -> Any:
    from django.db import connection

    return connection


def test_names_are_escaped(client: Any, db: None) -> None:
    Army.objects.create(historical=True, name=EVIL, battle=EVIL, commander=EVIL, date="1813-10-16")
    page = client.get("/").content.decode()
    assert EVIL not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_of_the_profile_comes_with_the_page(client: Any, alice: Any, theme: str) -> None:
    alice.profile.theme = theme
    alice.profile.save()
    client.force_login(alice)
    assert f'<html lang="en" data-theme="{theme}">' in client.get("/").content.decode()


def test_a_user_without_a_profile_sees_the_page_all_the_same(client: Any, alice: Any) -> None:
    alice.profile.delete()
    client.force_login(alice)
    assert '<html lang="en">' in client.get("/").content.decode()


def test_the_pattern_book_shows_the_parts_and_asks_the_database_nothing(
    client: Any, db: None, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        page = client.get(reverse("style")).content.decode()
    for part in (
        'class="why"',
        'class="fault w"',
        'class="tabs"',
        "<dialog",
        "<progress",
        'class="drop"',
        'class="pages"',
    ):
        assert part in page, part
    assert "n-ff" in page
