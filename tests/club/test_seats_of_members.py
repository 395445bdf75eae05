"""Members and guests of a club who are asked to take a seat in one of its battles."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client

from battles.models import Battle, Invitation
from battles.services.access import access_of
from battles.services.create.battle_start import NewBattle, Sitting, start
from battles.services.play.invitations import accept_invitation, invite, people_to_ask, revoke_invitation
from battles.services.play.lock import Refused
from campaign.club.services import clubs, membership
from campaign.models import Club, ClubGuest, Notice
from tests.battles.services.steps import SYSTEM, begun, deployed
from tests.club.builders import browser, club_of_roles, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> dict[str, User]:
    """A member of the club in each role, by role."""
    return club_of_roles()[1]


@pytest.fixture
def battle(people: dict[str, User]) -> Battle:
    """A battle of the club that its player owns, with an open side b."""
    club = Club.objects.get()
    ClubGuest.objects.create(club=club, name="Uncle Toby")
    owner = people["player"]
    sittings = (Sitting(place="a", user=owner),)
    row = start(NewBattle(system=SYSTEM, setup=deployed(), title="Waiting", owner=owner, sittings=sittings))
    Battle.objects.filter(pk=row.pk).update(club=club)
    row.refresh_from_db()
    return row


def waiting_for(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user).values_list("text", flat=True))


def test_a_member_who_is_asked_has_a_notice_until_they_take_the_seat(battle: Battle, people: dict[str, User]) -> None:
    owner, umpire, organiser = people["player"], people["umpire"], people["organiser"]
    owners = browser(people, "player")
    page = owners.get(f"/b/{battle.slug}/seats").content.decode()
    assert f'<option value="member:{umpire.username}">' in page
    assert "Uncle Toby (guest)" in page
    assert f"member:{owner.username}" not in page
    owners.post(f"/b/{battle.slug}/seats/b/invite", {"whom": f"member:{umpire.username}"})
    assert waiting_for(umpire) == [f"{owner.username} asks you to take a seat in the battle Waiting."]
    link = Notice.objects.get(user=umpire).address
    assert f"This invitation is for {umpire.username}." in browser(people, "organiser").get(link).content.decode()
    token = Invitation.objects.get().token
    for other in (organiser, AnonymousUser()):
        with pytest.raises(Refused, match=f"This invitation is for {umpire.username}. Sign in as"):
            accept_invitation(token, other)
    assert "Take the seat" in browser(people, "umpire").get(link).content.decode()
    assert accept_invitation(token, umpire).user == umpire
    assert waiting_for(umpire) == []


def test_a_cancelled_invitation_takes_its_notice_back(battle: Battle, people: dict[str, User]) -> None:
    access = access_of(battle, people["player"])
    invitation = invite(access, "b", f"member:{people['umpire'].username}")
    with pytest.raises(Refused, match="is asked to take this seat already"):
        invite(access, "b", f"member:{people['umpire'].username}")
    revoke_invitation(access, "b", invitation.pk)
    assert waiting_for(people["umpire"]) == []


def test_a_guest_of_the_club_sits_under_their_name(battle: Battle, people: dict[str, User]) -> None:
    token = invite(access_of(battle, people["player"]), "b", "guest:Uncle Toby").token
    assert 'value="Uncle Toby"' in Client().get(f"/b/join/{token}").content.decode()
    seat = accept_invitation(token, AnonymousUser())
    assert (seat.guest, seat.name) == (True, "Uncle Toby")
    assert "Uncle Toby" not in [one.name for one in people_to_ask(access_of(battle, people["player"]))]


def test_only_members_see_and_ask_the_people_of_the_club(battle: Battle, people: dict[str, User], alice: Any) -> None:
    stranger = person("Stranger")
    accept_invitation(invite(access_of(battle, people["player"]), "b").token, stranger)
    assert people_to_ask(access_of(battle, stranger)) == []
    for whom in (f"member:{people['umpire'].username}", f"member:{alice.username}", "guest:Nobody", "nonsense"):
        with pytest.raises(Refused, match="no member or guest of the battle’s club"):
            invite(access_of(battle, stranger), "b", whom)
    assert people_to_ask(access_of(begun(alice, stranger, setup=deployed()), alice)) == []


def test_who_leaves_the_club_plays_a_running_battle_to_its_end(battle: Battle, people: dict[str, User]) -> None:
    club, guest, umpire = Club.objects.get(), people["guest"], people["umpire"]
    access = access_of(battle, people["player"])
    invite(access, "b", f"member:{guest.username}")
    membership.remove(club, guest.pk, by=guest)
    assert waiting_for(guest) == []
    assert not Invitation.objects.exists()
    accept_invitation(invite(access, "b", f"member:{umpire.username}").token, umpire)
    membership.remove(club, umpire.pk, by=umpire)
    battle.refresh_from_db()
    assert access_of(battle, umpire).own == ("b",)
    leaver = browser(people, "umpire")
    assert leaver.get(f"/b/{battle.slug}").status_code == 200
    assert leaver.get(f"/club/{club.slug}/people").status_code == 404


@pytest.mark.parametrize("name", ["Клуб драгун", "北京战棋社", "نادي الخيالة", "Ἱππεῖς", "🎲 Club", "Ø" * 60])
def test_a_club_and_its_people_have_names_in_any_script(people: dict[str, User], name: str) -> None:
    club = clubs.found(people["organiser"], name=name, place=name)
    membership.add_guest(club, name[:60], by=people["organiser"])
    User.objects.filter(pk=people["organiser"].pk).update(first_name=name[:30])
    organisers = browser(people, "organiser")
    assert club.slug.isascii()
    for address in ("", "people", "invitations", "record"):
        assert organisers.get(f"/club/{club.slug}/{address}").content.decode().count(name) >= 1
