"""The administrators' pages of clubs, storage and mail, and the commands that say and do the same."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from armies.models import Visibility
from armies.services.storage import create
from campaign.models import ClubRecord, Membership, Role
from tests.armies.builders import army
from tests.club.builders import club_of_roles, person

pytestmark = pytest.mark.django_db
PAGES = ("operator_clubs", "operator_storage", "operator_mail")


@pytest.fixture
def root(client: Client) -> Client:
    """An administrator's browser."""
    user = person("root")
    user.is_superuser = user.is_staff = True
    user.email = "root@example.org"
    user.save()
    client.force_login(user)
    return client


def said(*words: str, **options: Any) -> str:
    """What a command prints."""
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


def test_only_administrators_see_the_pages() -> None:
    stranger, operator = person("stranger"), person("operator")
    operator.is_staff = True
    operator.save()
    for user in (stranger, operator):
        client = Client()
        client.force_login(user)
        assert {client.get(reverse(name)).status_code for name in PAGES} == {404}
    assert {Client().get(reverse(name)).status_code for name in PAGES} == {302}


def test_an_organiser_is_appointed_where_none_can_sign_in(root: Client) -> None:
    club, people = club_of_roles()
    page = root.get(reverse("operator_clubs")).content.decode()
    assert ("4 members, 0 armies" in page, "Organiser: organiser." in page, "Appoint" in page) == (True, True, False)
    address = reverse("appoint", args=[club.pk])
    assert root.post(address, {"member": "player"}).status_code == 422
    root.post(reverse("account_lock", args=[people["organiser"].pk]), {"act": "lock"})
    page = root.get(reverse("operator_clubs")).content.decode()
    assert ("No organiser" in page, "organiser (locked)" in page, "Appoint" in page) == (True, True, True)
    assert root.post(address, {"member": "nobody"}).status_code == 422
    root.post(address, {"member": "player"})
    assert Membership.objects.get(club=club, user=people["player"]).role == Role.ORGANISER
    client = Client()
    client.force_login(people["player"])
    record = client.get(reverse("clubs:record", args=[club.slug])).content.decode()
    assert "root, an administrator, made player an organiser." in record
    assert "root locked the account of organiser." in root.get(reverse("installation_record")).content.decode()


def test_the_list_of_clubs_asks_the_same_for_many(root: Client, django_assert_num_queries: Any) -> None:
    _, people = club_of_roles()
    root.get(reverse("operator_clubs"))
    with django_assert_num_queries(6):
        root.get(reverse("operator_clubs"))
    from campaign.club.services import clubs

    for number in range(8):
        clubs.found(people["player"], name=f"Club {number}")
    with django_assert_num_queries(6):
        assert "9 clubs" in root.get(reverse("operator_clubs")).content.decode()


def test_the_storage_names_what_is_large_and_hides_what_is_not_public(root: Client) -> None:
    owner = person("owner")
    create(army(name="Shown army"), owner, visibility=Visibility.PUBLIC)
    create(army(name="Secret army"), owner, visibility=Visibility.PRIVATE)
    page = root.get(reverse("operator_storage")).content.decode()
    assert ("Shown army" in page, "Secret army" in page, "Not public" in page) == (True, False, True)
    assert "manage.py restore" in page


def test_a_test_mail_goes_to_the_administrator(root: Client, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    page = root.get(reverse("operator_mail")).content.decode()
    assert "Nobody gets mail" in page
    assert root.post(reverse("operator_mail")).status_code == 422
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert root.post(reverse("operator_mail")).status_code == 302
    assert [one.to for one in mail.outbox] == [["root@example.org"]]
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    answer = root.post(reverse("operator_mail"))
    assert (answer.status_code, "127.0.0.1:9 did not take it" in answer.content.decode()) == (422, True)


def test_commands_lock_unlock_and_make_links() -> None:
    person("alice")
    assert "alice" in said("accounts", "list", "ali")
    said("accounts", "lock", "alice")
    assert "locked" in said("accounts", "list")
    said("accounts", "unlock", "alice")
    assert said("accounts", "password-link", "alice").startswith("http://127.0.0.1:8000/accounts/password/reset/key/")
    for words in (("accounts", "lock", "bob"), ("clubs", "appoint", "none", "alice")):
        with pytest.raises(CommandError, match="There is no"):
            call_command(*words)
    assert list(ClubRecord.objects.order_by("pk").values_list("kind", "data__by")) == [
        (kind, "A command at the server") for kind in ("locked", "unlocked", "password_link")
    ]


def test_commands_list_clubs_and_appoint() -> None:
    club, people = club_of_roles()
    assert "4 members, 0 armies, 0 battles; organisers: organiser" in said("clubs", "list")
    with pytest.raises(CommandError, match="has an organiser"):
        call_command("clubs", "appoint", club.slug, "player")
    people["organiser"].is_active = False
    people["organiser"].save()
    assert "player runs Sound the Charge now." in said("clubs", "appoint", club.slug, "player")


def test_a_command_says_the_state_of_the_installation() -> None:
    state = json.loads(said("installation", "--json"))
    assert state["database"]["migrations_missing"] == 0
    assert "Backups: " in said("installation")
