"""What belongs to a club: who sees it by every door, who puts it in and takes it out, and what becomes of it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armies.building.edits import Add
from armies.models import Army, Visibility
from armies.services.apply_edit import amend
from armies.services.army_changes import set_visibility
from armies.services.locks import Gone, Refused
from armies.services.storage import create
from battles.models import Battle, Scenario, TableGame
from battles.services import drawn_scenarios
from battles.services.create import sources
from battles.services.play.lock import Refused as BattleRefused
from battles.services.tracker import games
from campaign.accounts import deletion, profile
from campaign.club.services import clubs, membership, ownership
from campaign.models import Club, Membership
from tests.armies.builders import army
from tests.battles.pages.texts import form_of
from tests.club.builders import DOORS, LISTS, ROLES, TITLE, browser, club_of_roles, made, person, seen

pytestmark = pytest.mark.django_db
WHO = ("nobody", "stranger", "ex-member", "organiser elsewhere", "administrator", *ROLES, "owner")
MEMBERS = {*ROLES, "owner"}


@pytest.fixture
def people() -> dict[str, Any]:
    """A club with a member in each role and the owner, and everybody else by what they are; ``nobody`` is left out."""
    club, found = club_of_roles()
    found |= {name: person(name.replace(" ", "-")) for name in WHO if name not in (*ROLES, "nobody")}
    found["administrator"].is_superuser = found["administrator"].is_staff = True
    found["administrator"].save()
    clubs.found(found["organiser elsewhere"], name="Another club")
    for name in ("ex-member", "owner"):
        Membership.objects.create(club=club, user=found[name])
    membership.remove(club, found["ex-member"].pk, by=found["ex-member"])
    return found | {"club": club}


@pytest.mark.parametrize("kind", DOORS)
def test_every_door_opens_to_members_alone(people: dict[str, Any], kind: str) -> None:
    row = ownership.put(made(kind, people["owner"]), people["club"], by=people["owner"])
    assert row.visibility == Visibility.CLUB
    wrong = []
    for who in WHO:
        client = browser(people, who)
        for address in seen(kind, row.slug):
            status = client.get(address).status_code
            if (status in (200, 204)) != (who in MEMBERS) or (who not in MEMBERS and status not in (401, 404)):
                wrong.append(f"{who}: {address} {status}")
        for address in LISTS[kind]:
            shows = TITLE in client.get(address).content.decode()
            if shows != (who in MEMBERS):
                wrong.append(f"{who}: {address} {'shows' if shows else 'hides'} it")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", DOORS)
def test_what_is_private_stays_hidden_from_the_club_it_belongs_to(people: dict[str, Any], kind: str) -> None:
    row = ownership.put(made(kind, people["owner"]), people["club"], by=people["owner"])
    type(row).objects.filter(pk=row.pk).update(visibility=Visibility.PRIVATE)
    for who in ("organiser", "player", "owner"):
        client = browser(people, who)
        statuses = {client.get(address).status_code for address in seen(kind, row.slug)}
        assert statuses <= ({200, 204} if who == "owner" else {404}), who
        page = client.get(reverse("clubs:library", args=[people["club"].slug]), {"kind": kind}).content.decode()
        assert (f"<b>{TITLE}</b>" in page) == (who == "owner")


@pytest.mark.parametrize("kind", DOORS)
def test_who_leaves_sees_it_no_longer(people: dict[str, Any], kind: str) -> None:
    row = ownership.put(made(kind, people["owner"]), people["club"], by=people["owner"])
    client = browser(people, "player")
    assert client.get(seen(kind, row.slug)[0]).status_code == 200
    membership.remove(people["club"], people["player"].pk, by=people["organiser"])
    assert client.get(seen(kind, row.slug)[0]).status_code == 404


def test_the_page_and_the_library_show_what_belongs_to_the_club(
    people: dict[str, Any], django_assert_num_queries: Any
) -> None:
    club, owner = people["club"], people["owner"]
    for kind in DOORS:
        ownership.put(made(kind, owner), club, by=owner)
    client = browser(people, "player")
    page = client.get(reverse("clubs:club", args=[club.slug])).content.decode()
    assert page.count(f">{TITLE}</a>") == 4
    library = reverse("clubs:library", args=[club.slug])
    with django_assert_num_queries(6):
        assert "1 army" in client.get(library).content.decode()
    for number in range(40):
        ownership.put(create(army(name=f"Number {number}"), owner), club, by=owner)
    with django_assert_num_queries(6):
        assert "Page 2 of 2" in client.get(f"{library}?kind=army&page=2").content.decode()
    assert "1 army with “marker”" in client.get(f"{library}?q=marker").content.decode()
    key = profile.make_token(people["guest"], name="t", may_write=True, days=0)[1]
    headers = {"Authorization": f"Bearer {key}"}
    answer = Client().get(f"/api/v1/clubs/{club.slug}/library?kind=battle", headers=headers).json()
    assert [item["title"] for item in answer["items"]] == [TITLE]


def test_who_may_put_things_in_and_take_them_out(people: dict[str, Any]) -> None:
    club, owner = people["club"], people["owner"]
    row = made("army", owner)
    with pytest.raises(Refused, match="Only its owner"):
        ownership.put(row, club, by=people["player"])
    with pytest.raises(Refused, match="Your role"):
        ownership.put(made("army", people["guest"]), club, by=people["guest"])
    other = clubs.found(owner, name="The other")
    row = ownership.put(row, club, by=owner)
    assert ownership.put(row, club, by=owner).club == club
    with pytest.raises(Refused, match="belongs to Sound the Charge"):
        ownership.put(row, other, by=owner)
    with pytest.raises(Refused, match="Your role"):
        ownership.take_out(row, by=people["umpire"])
    taken = ownership.take_out(row, by=people["organiser"])
    assert (taken.club, taken.visibility) == (None, Visibility.PRIVATE)
    with pytest.raises(Gone):
        ownership.take_out(row, by=owner)
    sentences = [
        each.sentence for each in clubs.record_entries(Membership.objects.get(club=club, user=people["organiser"]))
    ]
    assert sentences[:2] == [
        f"organiser took the army {TITLE} out of the club.",
        f"owner put the army {TITLE} into the club.",
    ]


def test_a_hidden_event_changes_no_order_of_a_clubs_battles(people: dict[str, Any]) -> None:
    club, owner = people["club"], people["owner"]
    first, second = (ownership.put(made("battle", owner), club, by=owner) for _ in range(2))
    Battle.objects.filter(pk=first.pk).update(updated=timezone.now())
    assert [row.pk for row in ownership.things(club, "battle", people["player"])] == [second.pk, first.pk]
    Battle.objects.filter(pk=first.pk).update(delay=30)
    shown = ownership.things(club, "battle", people["player"]).get(pk=first.pk)
    assert ownership.changed(shown) == shown.created


def test_an_address_that_was_given_out_goes_on_working(people: dict[str, Any]) -> None:
    row = create(army(name=TITLE), people["owner"])
    assert ownership.put(row, people["club"], by=people["owner"]).visibility == Visibility.UNLISTED
    assert browser(people, "stranger").get(f"/a/{row.slug}").status_code == 200
    assert TITLE in browser(people, "guest").get("/armies/").content.decode()
    assert TITLE not in browser(people, "stranger").get("/armies/").content.decode()


def test_the_club_is_a_visibility_only_of_what_belongs_to_one(people: dict[str, Any]) -> None:
    owner = people["owner"]
    with pytest.raises(Refused, match="belongs to no club"):
        set_visibility(made("army", owner), Visibility.CLUB)
    with pytest.raises(BattleRefused, match="belongs to no club"):
        drawn_scenarios.share(made("drawn", owner), owner, Visibility.CLUB)
    client = browser(people, "owner")
    row = made("army", owner)
    page = client.get(f"/a/{row.slug}/share").content.decode()
    assert ('value="club"' in page, "Put it into the club" in page) == (False, True)
    client.post(reverse("clubs:belongs", args=["army", row.slug]), {"club": people["club"].slug})
    page = client.get(f"/a/{row.slug}/share").content.decode()
    assert ('value="club" checked' in page, "Take it out of the club" in page) == (True, True)
    client.post(reverse("clubs:belongs", args=["army", row.slug]), {"club": ""})
    row.refresh_from_db()
    assert (row.club, row.visibility) == (None, Visibility.PRIVATE)


def test_the_club_is_chosen_when_a_thing_is_made(people: dict[str, Any]) -> None:
    client, club = browser(people, "owner"), people["club"]
    asked = f"?club={club.slug}"
    page = client.get("/armies/new" + asked).content.decode()
    assert f'<option value="{club.slug}" selected>' in page
    client.post("/armies/new" + asked, {"way": "nothing", "name": "New one", "nation": "FR"})
    board = {"system": "easy_napoleonics", "title": "New one", "option.board_columns": 9, "option.board_rows": 7}
    client.post("/scenarios/new" + asked, board)
    client.post("/table/new" + asked, {"from": sources.sample(games.tracked_systems()[0]).key})
    source = sources.sample(sources.playable()[0]).key
    setup = form_of(client, source) | {"visibility": "club", "seat_b": "open"}
    client.post(f"/battles/new/setup?from={source}&club={club.slug}", setup)
    for model in (Army, Scenario, TableGame, Battle):
        assert list(model.objects.values_list("club__slug", "visibility")) == [(club.slug, "club")], model
    refused = client.post("/armies/new?club=another-club", {"way": "nothing", "name": "Foreign", "nation": "FR"})
    assert (refused.status_code, Army.objects.count()) == (422, 1)


def test_a_program_puts_things_in_and_takes_them_out(people: dict[str, Any]) -> None:
    owner, club = people["owner"], people["club"]
    row = made("drawn", owner)
    address = f"/api/v1/clubs/{club.slug}/library/drawn:{row.slug}"
    keys = {who: profile.make_token(people[who], name="t", may_write=True, days=0)[1] for who in ("owner", "player")}
    mine, theirs = ({"Authorization": f"Bearer {keys[who]}"} for who in ("owner", "player"))
    assert Client().put(address, headers=theirs).status_code == 404
    assert Client().put(address, headers=mine).json()["visibility"] == "club"
    assert Client().delete(address, headers=theirs).status_code == 403
    assert Client().delete(address, headers=mine).status_code == 204
    assert Client().delete(address, headers=mine).status_code == 404


def test_when_the_club_is_deleted_its_things_are_their_owners_alone(people: dict[str, Any]) -> None:
    row = ownership.put(made("battle", people["owner"]), people["club"], by=people["owner"])
    page = browser(people, "organiser").get(reverse("clubs:delete", args=[people["club"].slug])).content.decode()
    assert "What belongs to it belongs to no club then: 1 battle" in page
    clubs.delete(Club.objects.get(pk=people["club"].pk))
    row.refresh_from_db()
    assert (row.club, row.visibility) == (None, Visibility.PRIVATE)


def test_what_belongs_to_a_club_stays_when_its_owner_goes(people: dict[str, Any]) -> None:
    owner, club = people["owner"], people["club"]
    rows = [ownership.put(made(kind, owner), club, by=owner) for kind in DOORS]
    hidden = ownership.put(made("army", owner), club, by=owner)
    set_visibility(hidden, Visibility.PRIVATE)
    done = deletion.delete_account(owner, "The old guard")
    assert done.goes == ((1, "army"),)
    assert sum(count for count, _ in done.counts) == len(rows)
    client = browser(people, "guest")
    for kind, row in zip(DOORS, rows, strict=True):
        assert client.get(seen(kind, row.slug)[0]).status_code == 200, kind
    ownership.take_out(ownership.find("army", rows[0].slug, people["organiser"]), by=people["organiser"])


def test_a_club_of_one_keeps_nothing(people: dict[str, Any]) -> None:
    alone = person("alone")
    club = clubs.found(alone, name="Alone")
    ownership.put(made("army", alone), club, by=alone)
    assert deletion.delete_account(alone).goes == ((1, "army"),)


EDITS = {"": set(), "organiser": {"organiser"}, "umpire": {"organiser", "umpire"}, "player": set(ROLES) - {"guest"}}
"""Who may change an army of the club besides its owner, by what the club says."""


@pytest.mark.parametrize("editors", EDITS)
def test_the_club_says_who_may_change_its_armies(people: dict[str, Any], editors: str) -> None:
    club = clubs.change(people["club"], by=people["organiser"], army_editors=editors)
    row = ownership.put(made("army", people["owner"]), club, by=people["owner"])
    for who in (*ROLES, "stranger", "ex-member", "organiser elsewhere", "administrator"):
        may_change = who in EDITS[editors]
        page = browser(people, who).get(f"/a/{row.slug}/build")
        assert (page.status_code == 200) == may_change, who
        key = profile.make_token(people[who], name="t", may_write=True, days=0)[1]
        headers = {"Authorization": f"Bearer {key}", "If-Match": "*"}
        sent = {"content_type": "application/json", "headers": headers}
        changed = Client().patch(f"/api/v1/armies/{row.slug}", {"commander": who}, **sent)
        assert changed.status_code == (200 if may_change else 403 if who in ROLES else 404), who
        deleted = Client().delete(f"/api/v1/armies/{row.slug}", headers=headers)
        assert deleted.status_code == (403 if who in ROLES else 404), who
    set_visibility(row, Visibility.PRIVATE)
    assert browser(people, "organiser").get(f"/a/{row.slug}/build").status_code == 404
    permissions = browser(people, "guest").get(reverse("clubs:permissions", args=[club.slug])).content.decode()
    shown = permissions[permissions.index("Change armies of others") :].partition("</tr>")[0]
    assert shown.count(">Yes<") == len(EDITS[editors])


def test_two_members_change_one_army_and_the_history_names_both(people: dict[str, Any]) -> None:
    client = browser(people, "organiser")
    address = reverse("clubs:edit", args=[people["club"].slug])
    values = {"name": "Sound the Charge", "colour": "blue", "army_editors": "player", "version": people["club"].version}
    assert client.post(address, values).status_code == 302
    assert client.post(address, values | {"army_editors": "everybody"}).status_code == 422
    club = Club.objects.get(pk=people["club"].pk)
    row = ownership.put(made("army", people["owner"]), club, by=people["owner"])
    for who in ("player", "umpire"):
        amend(row, Add("unit", values={"name": f"Unit of {who}"}), by=people[who])
    assert list(row.changes.order_by("number").values_list("by", flat=True))[-2:] == ["player", "umpire"]
    membership.remove(club, people["player"].pk, by=people["organiser"])
    assert browser(people, "player").get(f"/a/{row.slug}/build").status_code == 404
