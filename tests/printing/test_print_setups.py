"""Set-ups by name: one's own, a club's, limits, two windows at once, and what was printed last by one."""

from typing import Any

import pytest
from django.test import Client

from armies.models import Visibility
from armies.services.storage import create
from campaign.models import Club, LastPrint, Membership, PrintSetup, Role
from campaign.printing.services import setups
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.packet import BadWanted, Wanted, checked
from tests.armies.builders import army
from tests.printing.conftest import EASY, MINI, asker

pytestmark = pytest.mark.django_db
WANTED = checked(Wanted({"map": {"units": "yes"}}, "letter", True))
AT = "/print/scenario/mini_nap/quatre_bras/"
SENT = {"chosen": "1", "for": "umpire", "paper": "letter", "duplex": "1", "kind": ["map"], "map.units": "yes"}


def names(user: Any, home: str | None = None) -> list[str]:
    return [row.name for row in setups.offered_to(user, home)]


def test_one_is_offered_where_it_belongs_and_to_whom(alice: Any, bob: Any) -> None:
    setups.save(alice, "Everywhere", WANTED)
    setups.save(alice, "Quatre Bras", WANTED, source=source_of(MINI, asker(alice)))
    assert names(alice, MINI) == ["Everywhere", "Quatre Bras"]
    assert names(alice, EASY) == ["Everywhere"]
    assert names(bob) == []


def test_a_clubs_is_for_its_members_and_changed_by_its_organisers(
    alice: Any, bob: Any, charlie: Any, organiser: Any
) -> None:
    club = Club.objects.create(name="The Club", slug="the-club")
    for user, role in ((alice, Role.PLAYER), (bob, Role.PLAYER), (organiser, Role.ORGANISER)):
        Membership.objects.create(club=club, user=user, role=role)
    setup = setups.save(alice, "Club night", WANTED, club="the-club")
    assert names(bob) == names(organiser) == names(alice) == ["Club night"]
    assert names(charlie) == []
    with pytest.raises(BadWanted, match="not a member of this club"):
        setups.save(charlie, "Mine", WANTED, club="the-club")
    with pytest.raises(setups.Unknown):
        setups.change(bob, setup.pk, name="His")
    assert setups.change(organiser, setup.pk, name="Sunday").name == "Sunday"
    Membership.objects.filter(user=alice).delete()
    assert names(alice) == []
    with pytest.raises(setups.Unknown):
        setups.delete(alice, setup.pk)


def test_names_numbers_and_sizes_have_limits(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, sentence in (
        ("", "Give the set-up a name"),
        (" \t", "Give the set-up a name"),
        ("x" * 61, "up to 60 characters; this one has 61"),
    ):
        with pytest.raises(BadWanted, match=sentence):
            setups.save(alice, name, WANTED)
    setups.save(alice, "One", WANTED)
    with pytest.raises(BadWanted, match="called One exists already"):
        setups.save(alice, " One ", WANTED)
    monkeypatch.setattr(setups, "MOST", 1)
    with pytest.raises(BadWanted, match="You have 1 set-ups, which is the limit"):
        setups.save(alice, "Two", WANTED)
    monkeypatch.setattr(setups, "MOST_BYTES", 10)
    with pytest.raises(BadWanted, match="take more than 10 bytes"):
        setups.change(alice, PrintSetup.objects.get().pk, wanted=WANTED)


def test_two_windows_do_not_overwrite_each_other(alice: Any) -> None:
    setup = setups.save(alice, "One", WANTED)
    setups.change(alice, setup.pk, name="Two", expect=1)
    with pytest.raises(setups.Stale, match="Two was changed in the meantime"):
        setups.change(alice, setup.pk, name="Three", expect=1)
    with pytest.raises(setups.Stale):
        setups.delete(alice, setup.pk, expect=1)


def test_last_prints_are_kept_by_reader_and_not_without_end(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setups.save(alice, "One", WANTED)
    setups.remember(setup, alice, MINI, {"a": {"x": "1"}})
    setups.remember(setup, alice, MINI, {"b": {"x": "2"}})
    assert LastPrint.objects.get().digests == {"a": {"x": "1"}, "b": {"x": "2"}}
    monkeypatch.setattr(setups, "MOST_PRINTS", 1)
    setups.remember(setup, alice, EASY, {"a": {"x": "1"}})
    assert [row.subject for row in LastPrint.objects.all()] == [EASY]


def test_on_the_page_one_is_saved_opened_printed_by_renamed_and_deleted(client: Client, alice: Any) -> None:
    client.force_login(alice)
    saved = client.post(f"{AT}keep", {**SENT, "anew": "1", "name": "Game day", "what": "this"})
    setup = PrintSetup.objects.get()
    assert (saved.status_code, saved["Location"]) == (302, f"{AT}?for=umpire&setup={setup.pk}")
    page = client.get(saved["Location"]).content.decode()
    assert 'value="map" checked' in page
    assert '<option value="letter" selected>' in page
    assert "Only what has changed" not in page
    by_it = {**SENT, "setup": setup.pk, "version": setup.version}
    assert client.post(f"{AT}packet", by_it).status_code == 200
    assert "Only sheets changed since" in client.get(saved["Location"]).content.decode()
    unchanged = client.post(f"{AT}packet", {**by_it, "changed": "1"})
    assert unchanged.status_code == 422
    assert "Nothing has changed since the last print on" in unchanged.content.decode()
    assert client.post(f"{AT}keep", {**by_it, "paper": "a4"}).status_code == 302
    stale = client.post(f"{AT}keep", {**by_it, "paper": "letter"})
    assert stale.status_code == 409
    assert "was changed in the meantime" in stale.content.decode()
    setup.refresh_from_db()
    assert (setup.version, setup.choices["paper"]) == (2, "a4")
    at = f"/print/setups/{setup.pk}"
    assert client.post(f"{at}/rename", {"name": "", "version": "2"}).status_code == 422
    assert client.post(f"{at}/rename", {"name": "Sunday", "version": "1"}).status_code == 409
    assert client.post(f"{at}/rename", {"name": "Sunday", "version": "2"}).status_code == 302
    assert "Sunday" in client.get("/print/setups/").content.decode()
    assert client.post(f"{at}/delete", {"version": "3"}).status_code == 302
    assert not PrintSetup.objects.exists()


def test_who_is_not_signed_in_keeps_none_and_others_are_not_found(client: Client, alice: Any, bob: Any) -> None:
    refused = client.post(f"{AT}keep", {**SENT, "name": "Mine"})
    assert refused.status_code == 422
    assert not PrintSetup.objects.exists()
    assert client.get("/print/setups/").status_code == 302
    setup = setups.save(alice, "Hers", WANTED)
    client.force_login(bob)
    assert "not yours" in client.get(f"{AT}?setup={setup.pk}").content.decode()
    for what in ("rename", "delete"):
        assert client.post(f"/print/setups/{setup.pk}/{what}", {"name": "x"}).status_code == 404
    assert client.get(f"{AT}?setup={'9' * 30}").status_code == 200


def test_a_set_up_of_an_army_serves_it_under_every_system(alice: Any) -> None:
    row = create(army(), alice)
    for key in source_of(f"army:{row.slug}", asker(alice)).systems:
        assert source_of(key, asker(alice)).home == f"army:{row.slug}"


def test_a_club_gets_no_set_up_for_what_its_members_may_not_see(alice: Any) -> None:
    club = Club.objects.create(name="The Club", slug="the-club")
    Membership.objects.create(club=club, user=alice, role=Role.PLAYER)
    hidden, shown = create(army(), alice), create(army(), alice)
    for row, visibility in ((hidden, Visibility.PRIVATE), (shown, Visibility.PUBLIC)):
        row.visibility = visibility
        row.save()
    with pytest.raises(BadWanted, match="Not every member may see this"):
        setups.save(alice, "Club night", WANTED, source=source_of(f"army:{hidden.slug}", asker(alice)), club="the-club")
    kept = setups.save(
        alice, "Club night", WANTED, source=source_of(f"army:{shown.slug}", asker(alice)), club="the-club"
    )
    assert kept.subject == f"army:{shown.slug}"
