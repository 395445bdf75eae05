"""The calendar of a user: what is in it, that it is sound iCalendar, and that only its secret address opens it."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from battles.services.create import sources
from battles.services.tracker import games
from campaign.club.services import membership, ownership
from campaign.models import Campaign, Deputy, Profile
from campaign.notices import calendar
from tests.battles.services.steps import begun, deployed
from tests.club.builders import club_of_roles
from tests.war.stored.campaigns import played

pytestmark = pytest.mark.django_db


def parsed(content: bytes) -> list[dict[str, str]]:
    """The events of a feed: name and parameters of each line, with its value, read as RFC 5545 says."""
    assert content.endswith(b"\r\n")
    assert b"\n" not in content.replace(b"\r\n", b"")
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    for line in content.split(b"\r\n"):
        line.decode()  # no letter is cut
    lines = content.decode().replace("\r\n ", "").split("\r\n")[:-1]
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    assert {"VERSION:2.0", "CALSCALE:GREGORIAN"} <= set(lines)
    events: list[dict[str, str]] = []
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            events.append({})
        elif events:
            events[-1][name] = re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], value)
    assert all({"UID", "DTSTAMP", "SUMMARY"} <= set(event) for event in events)
    assert len({event["UID"] for event in events}) == len(events)
    return events


def dated(alice: User, title: str = "The evening") -> Campaign:
    campaign = played(alice, french=alice, title=title)
    campaign.deadline = timezone.now().replace(microsecond=0) + timedelta(hours=30)
    campaign.save()
    return campaign


def test_a_deadline_has_the_same_name_when_it_moves(alice: User, bob: User, settings: Any) -> None:
    settings.MUSTER_URL = "https://muster.example.org"
    campaign = dated(alice)
    (first,) = parsed(calendar.feed(alice))
    assert first["SUMMARY"] == "Orders for turn 1 of The evening are due"
    assert first["DTSTART"] == f"{campaign.deadline:%Y%m%dT%H%M%SZ}"
    assert first["URL"] == f"https://muster.example.org/campaigns/{campaign.slug}"
    assert parsed(calendar.feed(bob)) == []
    campaign.deadline += timedelta(hours=5)
    campaign.version += 1
    campaign.save()
    (second,) = parsed(calendar.feed(alice))
    assert (second["UID"], int(second["SEQUENCE"])) == (first["UID"], int(first["SEQUENCE"]) + 1)
    assert second["DTSTART"] != first["DTSTART"]
    Campaign.objects.update(status="over")
    assert parsed(calendar.feed(alice)) == []


def test_absences_are_whole_days_for_both(alice: User) -> None:
    club, people = club_of_roles()
    start = timezone.localdate() + timedelta(days=3)
    membership.name_deputy(club, people["umpire"].pk, start, start + timedelta(days=1), by=people["player"])
    (mine,) = parsed(calendar.feed(people["player"]))
    (theirs,) = parsed(calendar.feed(people["umpire"]))
    assert mine["SUMMARY"] == "You are away; umpire stands in for you"
    assert theirs["SUMMARY"] == "You stand in for player"
    assert mine["DTSTART;VALUE=DATE"] == f"{start:%Y%m%d}"
    assert mine["DTEND;VALUE=DATE"] == f"{start + timedelta(days=2):%Y%m%d}"
    assert parsed(calendar.feed(people["organiser"])) == []
    Deputy.objects.update(start=date(2020, 1, 1), end=date(2020, 1, 2))
    assert parsed(calendar.feed(people["player"])) == []


@pytest.mark.parametrize(
    "title", ["A; B, C\\D", "Der Übergang über die Beresina " * 3, "滑铁卢" * 30, "a" * 120, "x\u2028y"]
)
def test_any_title_survives_escaping_and_folding(alice: User, title: str) -> None:
    dated(alice, title)
    (event,) = parsed(calendar.feed(alice))
    wanted = " ".join(title.replace("\u2028", "").split()) if "\u2028" not in title else None
    assert wanted is None or event["SUMMARY"] == f"Orders for turn 1 of {wanted} are due"


def test_only_the_present_secret_address_opens_it(alice: User, django_assert_num_queries: Any) -> None:
    dated(alice)
    client, stranger = Client(), Client()
    client.force_login(alice)
    client.post("/notices/calendar", {"act": "renew"})
    first = calendar.address(Profile.objects.get(user=alice))
    assert f'value="http://testserver{first}"' in client.get("/notices/").content.decode()
    with django_assert_num_queries(5):
        answer = stranger.get(first)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert len(parsed(answer.content)) == 1
    client.post("/notices/calendar", {"act": "renew"})
    second = calendar.address(Profile.objects.get(user=alice))
    assert (stranger.get(first).status_code, stranger.get(second).status_code) == (404, 200)
    for wrong in (second.replace(".ics", "x.ics"), "/notices/calendar/1:.ics", "/notices/calendar/x.ics"):
        assert stranger.get(wrong).status_code == 404
    client.post("/notices/calendar", {"act": "close"})
    assert stranger.get(second).status_code == 404
    assert stranger.post("/notices/calendar", {"act": "renew"})["Location"].startswith("/accounts/login/")


def test_the_calendar_over_the_api(alice: User, client: Client) -> None:
    client.force_login(alice)
    assert client.get("/api/v1/account/calendar").json() == {"address": ""}
    made = client.post("/api/v1/account/calendar").json()["address"]
    assert client.get("/api/v1/account/calendar").json() == {"address": made}
    assert client.get(made.removeprefix("http://testserver")).status_code == 200
    assert client.delete("/api/v1/account/calendar").status_code == 204
    assert client.get(made.removeprefix("http://testserver")).status_code == 404


def test_planned_games_are_there_for_players_and_members(alice: User, bob: User, charlie: User) -> None:
    club, people = club_of_roles()
    battle = begun(alice, bob, setup=deployed(), title="The bridge", visibility="private")
    game = games.start(sources.sample(games.tracked_systems()[0]), people["player"], title="Club evening")
    ownership.put(game, club, by=people["player"])
    client = Client()
    client.force_login(alice)
    form = {"title": "The bridge", "visibility": "private", "delay": "0", "planned": "2027-05-14T19:30"}
    assert client.post(f"/b/{battle.slug}/visibility", form).status_code == 302
    client.force_login(people["player"])
    form = {"title": "Club evening", "visibility": "club", "planned": "2027-06-01T10:00"}
    assert client.post(reverse("battles:table_change", args=[game.slug, "share"]), form).status_code == 302
    for user in (alice, bob):
        (event,) = parsed(calendar.feed(user))
        assert (event["SUMMARY"], event["DTSTART"]) == ("The bridge", "20270514T193000Z")
    (event,) = parsed(calendar.feed(people["guest"]))
    assert (event["SUMMARY"], event["DTSTART"]) == ("Club evening (Sound the Charge)", "20270601T100000Z")
    assert parsed(calendar.feed(charlie)) == []
    page = client.get(f"/club/{club.slug}/").content.decode()
    assert "Tuesday 1 June 2027, 10:00" in page
    client.force_login(alice)
    form |= {"visibility": "private", "delay": "0", "planned": ""}
    client.post(f"/b/{battle.slug}/visibility", form)
    assert parsed(calendar.feed(bob)) == []


@pytest.mark.parametrize("planned", ["tomorrow", "2027-02-30T10:00", "9999-01-01T00:00"])
def test_a_date_that_is_none_is_refused(alice: User, bob: User, planned: str) -> None:
    battle = begun(alice, bob, setup=deployed())
    client = Client()
    client.force_login(alice)
    page = client.post(f"/b/{battle.slug}/visibility", {"visibility": "public", "delay": "0", "planned": planned})
    assert page.status_code == 422
    assert "Enter the planned date" in page.content.decode() or "within 10 years" in page.content.decode()
    battle.refresh_from_db()
    assert battle.planned is None
