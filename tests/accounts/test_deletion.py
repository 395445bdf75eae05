"""Deleting an account: what goes, what stays and under which name; service, page, API and command."""

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import models
from django.db.models import ProtectedError
from django.test import Client

from armies.building.edits import Add
from armies.models import Army, Change, CoEditor, Holding
from armies.services.apply_edit import amend
from armies.services.army_creation import copied
from armies.services.locks import Refused
from armies.services.storage import create
from battles.models import Battle, Entry, Fielded, Note, Scenario, Seat, TableEntry, TableGame, Told
from battles.services import drawn_scenarios
from battles.services.create import sources
from battles.services.play.invitations import give_to_computer
from battles.services.play.verification import verify
from battles.services.tracker import games
from campaign.accounts import deletion, profile
from campaign.club.services import clubs, invitations
from campaign.models import (
    Campaign,
    CampaignAct,
    CampaignSeat,
    Club,
    InvitationUse,
    Membership,
    PrintSetup,
    Profile,
)
from campaign.war.services import turns
from campaign.war.services.access import operator_access
from tests.armies.builders import army
from tests.battles.services.steps import at, begun, deployed, play
from tests.cast import PASSWORD
from tests.club.builders import invited
from tests.war.stored.campaigns import evening

pytestmark = pytest.mark.django_db
NAME = "The old guard"
PAGE = "/profile/delete"

RELATIONS = {
    models.PROTECT: {"Army", "Scenario", "Battle", "TableGame", "PrintSetup", "Campaign"},
    models.SET_NULL: {
        *("Change", "RatingThrow", "Seat", "Entry", "Note", "TableEntry", "Webhook"),
        *("ClubRecord", "Invitation", "InvitationUse", "Report", "Hiding"),
        *("CampaignSeat", "CampaignOrders", "CampaignAct", "CampaignMessage"),
    },
    models.CASCADE: {
        *("CoEditor", "ColumnMapping", "Holding", "ImportDraft", "ReadingChoice", "TableGame_keepers"),
        *("Hiding_opened_by", "Invitation"),
        *(
            "Profile",
            "ApiToken",
            "IdempotencyKey",
            "Membership",
            "Deputy",
            "JoinRequest",
            "HandOver",
            "LastPrint",
            "PrintJob",
            "Notice",
        ),
        *("EmailAddress", "Authenticator", "User_groups", "User_user_permissions"),
    },
}
"""What becomes of the rows of each model when the account to which they refer is deleted."""


def club_of(organiser: Any, *others: Any) -> Club:
    club = clubs.found(organiser, name="Sound the Charge")
    for user in others:
        invitations.join(invited(club, organiser), user)
    return club


def test_every_relation_to_an_account_says_what_becomes_of_it() -> None:
    found: dict[Any, set[str]] = {rule: set() for rule in RELATIONS}
    for relation in User._meta.get_fields(include_hidden=True):
        if rule := getattr(relation, "on_delete", None):
            found[rule].add(relation.related_model.__name__)
    assert found == RELATIONS


def test_a_campaign_stays_with_the_others_who_play_it(alice: Any, bob: Any) -> None:
    alone, shared = evening(alice), evening(alice)
    for side, user in (("french", alice), ("anglo-allied", bob)):
        CampaignSeat.objects.filter(campaign=shared, side=side).update(user=user, name=user.username)
    turns.resolve(operator_access(shared), 1)
    CampaignAct.objects.update(by=alice, by_name="alice")
    done = deletion.delete_account(alice, NAME)
    assert (done.goes, done.counts) == (((1, "campaign"),), ((1, "campaign"),))
    assert not Campaign.objects.filter(pk=alone.pk).exists()
    assert CampaignSeat.objects.get(campaign=shared, side="french").user is None
    assert {act.by_name for act in CampaignAct.objects.all()} == {NAME}


def test_an_account_that_nobody_needs_goes_wholly(alice: Any) -> None:
    mine = create(army(), alice)
    drawn_scenarios.copy_shipped(alice, "easy_napoleonics", "quatre_bras")
    battle = begun(alice, alice, setup=deployed())
    Holding.objects.create(owner=alice, type="line_infantry", stands=3)
    PrintSetup.objects.create(owner=alice, name="Mine")
    profile.make_token(alice, name="t", may_write=True, days=0)
    done = deletion.delete_account(alice)
    assert done.goes == ((1, "battle"), (1, "scenario"), (1, "army"), (1, "print set-up"), (1, "row of figures"))
    assert (done.counts, done.stays) == ((), ())
    assert not User.objects.filter(pk=alice.pk).exists()
    assert not Army.objects.filter(pk=mine.pk).exists()
    assert not Battle.objects.filter(pk=battle.pk).exists()
    assert not Scenario.objects.exists()


def test_no_other_way_deletes_what_others_may_use(alice: Any) -> None:
    create(army(), alice)
    with pytest.raises(ProtectedError):
        alice.delete()


def test_what_others_use_stays_under_the_chosen_name(alice: Any, bob: Any, client: Client) -> None:
    edited, original, lonely = (create(army(name=name), alice) for name in ("Edited", "Original", "Lonely"))
    CoEditor.objects.create(army=edited, user=bob)
    CoEditor.objects.create(army=create(army(name="Bob’s"), bob), user=alice)
    copy = copied(original, bob)
    assert copy.origin == "Copied from Original of alice."
    scenario = drawn_scenarios.copy_shipped(alice, "easy_napoleonics", "quatre_bras")
    drawn_scenarios.copy(scenario, bob)
    done = deletion.delete_account(alice, f"  {NAME}\t")
    assert done.goes == ((1, "army"),)
    assert done.counts == ((1, "scenario"), (2, "armies"))
    assert {each.title: each.why for each in done.stays if each.kind == "army"} == dict.fromkeys(
        ("Edited", "Original"), f"another person edits it or has a copy, or {deletion.IN_CLUB}"
    )
    left = User.objects.get(pk=alice.pk)
    assert (left.get_full_name(), left.email, left.is_active) == (NAME, "", False)
    assert left.username.startswith("former-")
    assert not left.has_usable_password()
    assert Profile.objects.get(user=left).former
    assert set(Army.objects.filter(owner=left)) == {edited, original}
    assert not CoEditor.objects.filter(user=left).exists()
    copy.refresh_from_db()
    assert copy.origin == f"Copied from Original of {NAME}."
    assert client.get(f"/api/v1/armies/{edited.slug}").json()["owner"] == NAME
    assert "alice" not in client.get(edited.get_absolute_url()).content.decode()
    assert lonely.name not in [each.title for each in done.stays]


def test_a_change_keeps_its_author_by_the_new_name(alice: Any, bob: Any) -> None:
    theirs = create(army(), bob)
    CoEditor.objects.create(army=theirs, user=alice)
    amend(theirs, Add("unit", values={"name": "Foot Guards"}), by=alice)
    deletion.delete_account(alice, NAME)
    assert not User.objects.filter(pk=alice.pk).exists()
    assert list(Change.objects.filter(army=theirs, number=2).values_list("by", flat=True)) == [NAME]


def test_a_battle_goes_on_with_an_open_seat_and_no_trace_of_the_old_name(alice: Any, bob: Any) -> None:
    ours = create(army(), alice)
    battle = play(begun(alice, bob, setup=deployed()), 6)
    Fielded.objects.create(battle=battle, side="a", army=ours)
    Note.objects.create(battle=battle, seq=1, by=alice, by_name="alice", text="Well shot")
    done = deletion.delete_account(alice, NAME)
    assert done.counts == ((1, "battle"), (1, "army"))
    assert "stays" in done.stays[-1].why
    seat = Seat.objects.get(battle=battle, place="a")
    assert seat.is_open
    assert not Entry.objects.filter(battle=battle, by_name__contains="alice").exists()
    assert Note.objects.get().by_name == NAME
    told = Told.objects.filter(battle=battle)
    assert not told.filter(by_name__contains="alice").exists()
    notices = [text for row in told.filter(viewer="public", entry=None) for text, _ in row.lines]
    assert notices[-1].startswith(f"{NAME} leaves ")
    battle.refresh_from_db()
    assert battle.owner.get_full_name() == NAME
    assert verify(battle) == []


def test_a_computer_that_sits_in_plays_on(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    give_to_computer(at(battle, "a"), "a", "greedy", 0.1)
    deletion.delete_account(alice, NAME)
    seat = Seat.objects.get(battle=battle, place="a")
    assert (seat.user, seat.computer, seat.is_open) == (None, "greedy", False)
    assert seat.name != "alice"
    assert verify(Battle.objects.get(pk=battle.pk)) == []


def test_when_the_last_player_goes_the_battle_goes(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    Battle.objects.filter(pk=battle.pk).update(status="over", ended="agreed")
    assert deletion.delete_account(alice, NAME).counts == ((1, "battle"),)
    assert Seat.objects.get(battle=battle, place="a").name == NAME
    assert deletion.delete_account(bob, "Another").goes == ((1, "battle"),)
    assert not Battle.objects.exists()


def test_a_game_that_another_phone_edits_stays(alice: Any, bob: Any) -> None:
    source = sources.sample(games.tracked_systems()[0])
    shared, alone = games.start(source, alice), games.start(source, alice)
    games.join(shared, bob)
    TableEntry.objects.create(game=shared, n=900, by=alice, by_name="alice", line=b"")
    done = deletion.delete_account(alice, NAME)
    assert (done.goes, done.counts) == (((1, "table game"),), ((1, "table game"),))
    assert TableGame.objects.get().pk == shared.pk != alone.pk
    assert TableEntry.objects.get(n=900).by_name == NAME


def test_clubs_are_left_and_what_belongs_to_them_stays(alice: Any, bob: Any, charlie: Any) -> None:
    club = club_of(bob, alice)
    token = invited(club, bob, uses=5)
    invitations.join(token, charlie)
    mine = PrintSetup.objects.create(owner=alice, name="For the club", club=club)
    own = clubs.found(alice, name="Alone")
    done = deletion.delete_account(alice, NAME)
    assert (done.left, done.ended, done.counts) == (("Sound the Charge",), ("Alone",), ((1, "print set-up"),))
    assert not Club.objects.filter(pk=own.pk).exists()
    assert not Membership.objects.filter(user=alice).exists()
    assert PrintSetup.objects.get(pk=mine.pk).owner.get_full_name() == NAME
    sentences = [each.sentence for each in clubs.record_entries(Membership.objects.get(user=bob, club=club))]
    assert sentences[0] == f"{NAME} left the club."
    assert not [each for each in sentences if "alice" in each]
    deletion.delete_account(charlie, "C")
    assert InvitationUse.objects.filter(invitation__club=club, user=None).count() == 1


def test_an_invitation_that_was_used_stays_used(alice: Any, bob: Any) -> None:
    club = clubs.found(bob, name="Sound the Charge")
    token = invited(club, bob)
    invitations.join(token, alice)
    deletion.delete_account(alice)
    assert not invitations.lets_in(token)


def test_who_is_needed_cannot_go(alice: Any, bob: Any) -> None:
    club = club_of(alice, bob)
    with pytest.raises(Refused, match="Sound the Charge has no other organiser"):
        deletion.delete_account(alice, NAME)
    Membership.objects.filter(club=club, user=bob).update(role="organiser")
    User.objects.filter(pk=alice.pk).update(is_superuser=True)
    with pytest.raises(Refused, match="only administrator"):
        deletion.delete_account(alice, NAME)
    User.objects.filter(pk=bob.pk).update(is_superuser=True)
    deletion.delete_account(alice, NAME)
    assert not User.objects.filter(pk=alice.pk).exists()


@pytest.mark.parametrize("name", ["", " \t", "x" * 61])
def test_a_name_that_nobody_can_read_is_refused(alice: Any, name: str) -> None:
    with pytest.raises(Refused, match="at most 60 visible"):
        deletion.delete_account(alice, name)


def test_the_page_says_what_goes_and_wants_name_and_password(client: Client, alice: Any, bob: Any) -> None:
    mine = create(army(name="Edited"), alice)
    CoEditor.objects.create(army=mine, user=bob)
    client.force_login(alice)
    page = client.get(PAGE).content.decode()
    assert "Edited</a>: another person edits it" in page
    sent = {"name": NAME, "username": "alice", "password": PASSWORD}
    for wrong in ({"password": "guess"}, {"username": "Alice"}, {"name": ""}):
        assert client.post(PAGE, sent | wrong).status_code == 422
    assert client.post(PAGE, sent).status_code == 302
    assert client.get(PAGE).status_code == 302
    mine.refresh_from_db()
    assert mine.owner.get_full_name() == NAME


def test_the_page_asks_the_same_for_many_things(client: Client, alice: Any, django_assert_max_num_queries: Any) -> None:
    for number in range(30):
        create(army(name=f"Army {number}"), alice)
    client.force_login(alice)
    with django_assert_max_num_queries(40):
        assert "30 armies" in client.get(PAGE).content.decode()


def test_wrong_passwords_are_counted(client: Client, alice: Any, settings: Any) -> None:
    client.force_login(alice)
    answers = [
        client.post(PAGE, {"name": NAME, "username": "alice", "password": f"guess {n}"}).content.decode()
        for n in range(12)
    ]
    assert "Too many wrong passwords" in answers[-1]
    assert User.objects.filter(pk=alice.pk).exists()


def test_a_program_deletes_its_account_once(client: Client, alice: Any, bob: Any) -> None:
    mine = create(army(), alice)
    CoEditor.objects.create(army=mine, user=bob)
    key = profile.make_token(alice, name="t", may_write=True, days=0)[1]
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": "once"}
    address = "/api/v1/account/deletion"
    assert client.get(address, headers=headers).json()["counts"] == [{"kind": "army", "count": 1}]
    sent: dict[str, Any] = {"content_type": "application/json", "headers": headers}
    reader = profile.make_token(alice, name="r", may_write=False, days=0)[1]
    reads = sent | {"headers": {"Authorization": f"Bearer {reader}"}}
    assert client.post(address, {"password": PASSWORD, "name": NAME}, **reads).status_code == 403
    other = sent | {"headers": headers | {"Idempotency-Key": "another"}}
    assert client.post(address, {"password": "guess", "name": NAME}, **other).status_code == 422
    assert client.post(address, {"password": PASSWORD, "name": NAME}, **sent).status_code == 200
    assert client.post(address, {"password": PASSWORD, "name": NAME}, **sent).status_code == 401
    mine.refresh_from_db()
    assert mine.owner.get_full_name() == NAME


def test_an_administrator_deletes_an_account(client: Client, alice: Any, bob: Any, organiser: Any) -> None:
    address = f"/operator/accounts/{alice.pk}/delete"
    client.force_login(bob)
    assert client.post(address, {"name": NAME, "username": "alice"}).status_code == 404
    organiser.is_superuser = True
    organiser.save()
    CoEditor.objects.create(army=create(army(name="Secret plan"), alice, visibility="private"), user=bob)
    client.force_login(organiser)
    page = client.get(address).content.decode()
    assert ("Others use 1 army" in page, "Secret plan" in page) == (True, False)
    assert client.post(address, {"name": NAME, "username": "bob"}).status_code == 422
    assert client.post(address, {"name": NAME, "username": "alice"}).status_code == 302
    assert client.get(address).status_code == 404
    assert NAME not in client.get("/operator/accounts").content.decode()


def test_the_command_says_first_what_it_would_do(alice: Any, bob: Any) -> None:
    CoEditor.objects.create(army=create(army(name="Edited"), alice), user=bob)
    out = StringIO()
    call_command("delete_account", "alice", stdout=out)
    assert "Would stay: 1 army." in out.getvalue()
    call_command("delete_account", "alice", "--yes", "--stays-as", NAME, stdout=out)
    assert Army.objects.get().owner.get_full_name() == NAME
    with pytest.raises(CommandError, match="no account 'alice'"):
        call_command("delete_account", "alice")
