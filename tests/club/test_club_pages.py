"""The page of a club and its place in the navigation."""

from typing import Any

import pytest
from django.test import Client

from campaign.models import Club, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(organiser: Any, alice: Any) -> Club:
    """A club that the organiser runs and Alice plays in."""
    made = Club.objects.create(name="Sound the Charge", slug="charge")
    Membership.objects.create(club=made, user=organiser, role="organiser")
    Membership.objects.create(club=made, user=alice)
    return made


def test_members_see_each_other_and_their_roles(client: Client, club: Club, alice: Any) -> None:
    alice.first_name = "<b>Alice</b>"
    alice.save()
    client.force_login(alice)
    page = client.get("/club/charge/").content.decode()
    assert "Organiser" in page
    assert "&lt;b&gt;Alice&lt;/b&gt; " in page
    assert "See the house rules" in page
    assert "organiser@example.org" not in page


def test_a_club_is_not_there_for_others(client: Client, club: Club, bob: Any) -> None:
    for address in ("/club/", "/club/charge/", "/club/charge/house-rules"):
        assert client.get(address)["Location"] == f"/accounts/login/?next={address}"
    client.force_login(bob)
    for address in ("/club/charge/", "/club/charge/house-rules", "/club/nonesuch/"):
        assert client.get(address).status_code == 404, address
    assert client.post("/club/charge/house-rules").status_code == 404
    assert "You are in no club yet" in client.get("/club/").content.decode()


def test_a_member_finds_his_club_in_the_navigation(
    client: Client, club: Club, alice: Any, bob: Any, django_assert_max_num_queries: Any
) -> None:
    assert ">Club<" not in client.get("/rules/").content.decode()
    client.force_login(bob)
    assert 'href="/club/">Club<' in client.get("/rules/").content.decode()
    client.force_login(alice)
    assert 'href="/club/charge/">Club<' in client.get("/rules/").content.decode()
    assert "Sound the Charge" in client.get("/club/").content.decode()
    Membership.objects.create(club=Club.objects.create(name="Other", slug="other"), user=alice)
    assert 'href="/club/">Club<' in client.get("/rules/").content.decode()
    assert "Sound the Charge" in client.get("/club/").content.decode()
    with django_assert_max_num_queries(4):
        client.get("/rules/")
