"""The link for the first administrator: who it makes, how often, and how it is printed."""

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from campaign.accounts import administrators
from tests.cast import PASSWORD

SENT = {"username": "berthier", "email": "", "password1": PASSWORD, "password2": PASSWORD}


@pytest.mark.django_db
def test_a_link_makes_one_administrator_who_is_sent_to_found_a_club(client: Client) -> None:
    printed = StringIO()
    call_command("administrator_link", "--origin", "http://muster.local:8000/", stdout=printed)
    address = printed.getvalue().strip().removeprefix("http://muster.local:8000")
    assert client.get(address).status_code == 200
    assert client.post(address, {**SENT, "password2": "another"}).status_code == 422
    assert client.post(address, SENT)["Location"] == "/club/new"
    made = User.objects.get()
    assert (made.is_superuser, made.is_staff) == (True, True)
    assert client.get("/operator/").status_code == 200
    assert client.get(address).status_code == 404
    with pytest.raises(SystemExit):
        call_command("administrator_link", stderr=StringIO())


@pytest.mark.django_db
def test_a_late_or_foreign_link_makes_nobody(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address = administrators.first_account_link()
    for other in (address[:-1], f"{address}x", "/first/administrator"):
        assert client.post(other, SENT).status_code == 404
    monkeypatch.setattr(administrators, "HOURS", -1)
    assert client.post(address, SENT).status_code == 404
    assert not User.objects.exists()


@pytest.mark.django_db
def test_behind_https_it_names_the_host_that_the_world_uses(settings: Any) -> None:
    settings.MUSTER_HTTPS, settings.ALLOWED_HOSTS = True, ["muster.example.org"]
    assert administrators.first_account_link("http://127.0.0.1:8000").startswith("https://muster.example.org/first/")
