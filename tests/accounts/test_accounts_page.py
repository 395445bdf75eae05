"""The administrators' page of accounts: who sees it, what it finds, what it changes."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaign.accounts import profile
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db
ADDRESS = "/operator/accounts"


@pytest.fixture
def root(client: Client, organiser: Any) -> Client:
    """An administrator's browser."""
    organiser.is_superuser = organiser.is_staff = True
    organiser.save()
    client.force_login(organiser)
    return client


def test_only_administrators_see_and_change_accounts(client: Client, alice: Any, bob: Any) -> None:
    addresses = (ADDRESS, f"{ADDRESS}/{bob.pk}/lock", f"{ADDRESS}/{bob.pk}/password")
    assert all(client.post(each).status_code in (302, 405) for each in addresses)
    client.force_login(alice)
    assert client.get(ADDRESS).status_code == 404
    assert [client.post(each).status_code for each in addresses[1:]] == [404, 404]
    bob.refresh_from_db()
    assert bob.is_active


def test_a_search_finds_names_and_addresses_and_asks_the_same_for_many(
    root: Client, alice: Any, bob: Any, django_assert_max_num_queries: Any
) -> None:
    for number in range(120):
        User.objects.create(username=f"p{number}")
    with django_assert_max_num_queries(8):
        page = root.get(f"{ADDRESS}?page=2").content.decode()
    assert "Page 2 of 3" in page
    page = root.get(f"{ADDRESS}?q=ALICE@example").content.decode()
    assert ("alice" in page, ">bob<" in page) == (True, False)
    assert root.get(f"{ADDRESS}?page=99999999&q=%00").status_code == 200


def test_who_is_locked_is_out_everywhere_and_comes_back(root: Client, alice: Any) -> None:
    theirs = Client()
    theirs.force_login(alice)
    key = profile.make_token(alice, name="t", may_write=False, days=0)[1]
    root.post(f"{ADDRESS}/{alice.pk}/lock", {"act": "lock"})
    assert theirs.get("/profile/").status_code == 302
    assert Client().get("/api/v1/print-setups", headers={"Authorization": f"Bearer {key}"}).status_code == 401
    root.post(f"{ADDRESS}/{alice.pk}/lock", {"act": "unlock"})
    assert theirs.get("/profile/").status_code == 200


def test_a_link_lets_its_user_choose_a_new_password(root: Client, alice: Any) -> None:
    answer = root.post(f"{ADDRESS}/{alice.pk}/password")
    link = answer.content.decode().partition('id="password-link" value="')[2].partition('"')[0]
    theirs = Client()
    form = theirs.get(link.removeprefix("http://testserver"), follow=True)
    new = f"{PASSWORD}-new"
    theirs.post(form.redirect_chain[-1][0], {"password1": new, "password2": new})
    alice.refresh_from_db()
    assert alice.check_password(new)


def test_administrators_are_not_changed_here(root: Client, organiser: Any) -> None:
    for part in ("lock", "password"):
        assert root.post(f"{ADDRESS}/{organiser.pk}/{part}", {"act": "lock"}).status_code == 404
