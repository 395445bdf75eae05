"""Seats and invitations over the API."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from battles.models import Battle, ComputerTurn, Invitation, Seat
from battles.services.create.battle_start import Sitting
from battles.services.play.verification import verify
from tests.api.battle_requests import Guest, act, deed, fought, view
from tests.api.conftest import Api, problem


@pytest.fixture
def row(alice: Any, bob: Any) -> Battle:
    """A battle of Alice's that waits for a player of side b."""
    return fought(alice, bob, Sitting(place="b"))


def seat(api: Api, row: Battle, place: str) -> dict[str, Any]:
    (found,) = [one for one in api.get(f"battles/{row.slug}/seats").json()["items"] if one["place"] == place]
    return dict(found)


def test_an_invitation_seats_the_first_who_takes_it_up_and_the_battle_begins(
    row: Battle, alices: Api, bobs: Api, stranger: Api
) -> None:
    answer = alices.post(f"battles/{row.slug}/seats/b/invitations")
    assert answer.status_code == 201
    token = answer.json()["token"]
    assert answer.json()["address"].endswith(f"/b/join/{token}")
    assert [one["token"] for one in seat(alices, row, "b")["invitations"]] == [token]
    assert seat(bobs, row, "b")["invitations"] == seat(stranger, row, "b")["invitations"] == []
    where = stranger.get(f"battles/invitations/{token}").json()
    assert (where["battle"], where["place"]) == (row.slug, "b")
    problem(alices.post(f"battles/invitations/{token}", {}), 422, "refused")
    taken = bobs.post(f"battles/invitations/{token}", {"salt": "my own words"})
    assert taken.status_code == 201
    assert taken.json() == {"battle": row.slug, "place": "b", "token": None}
    assert view(bobs, row)["status"] == "playing"
    problem(stranger.post(f"battles/invitations/{token}", {}), 422, "refused")
    problem(stranger.get(f"battles/invitations/{token}"), 422, "refused")
    problem(stranger.get("battles/invitations/nonesuch"), 404, "not-found")
    assert verify(row) == []


def test_a_guest_takes_an_invitation_up_and_plays(row: Battle, alices: Api, stranger: Api) -> None:
    token = alices.post(f"battles/{row.slug}/seats/b/invitations").json()["token"]
    taken = stranger.post(f"battles/invitations/{token}", {"name": "A friend"}).json()
    guest = Guest(taken["token"])
    shown = view(guest, row)
    assert (shown["viewer"], shown["sides"][1]["who"], shown["sides"][1]["kind"]) == ("b", "A friend", "guest")
    assert seat(guest, row, "b")["token"] == taken["token"]
    assert seat(alices, row, "b")["token"] is None
    assert act(guest if shown["may_act"] else alices, row).status_code == 200
    assert guest.delete(f"battles/{row.slug}/seats/b").status_code == 204
    problem(guest.get(f"battles/{row.slug}"), 401, "not-signed-in")


def test_an_invitation_is_taken_back_or_ends(row: Battle, alices: Api, bobs: Api, stranger: Api) -> None:
    address = f"battles/{row.slug}/seats/b/invitations"
    token = alices.post(address).json()["token"]
    problem(stranger.delete(f"{address}/{token}"), 403, "forbidden")
    problem(alices.delete(f"{address}/nonesuch"), 404, "not-found")
    assert alices.delete(f"{address}/{token}").status_code == 204
    problem(bobs.post(f"battles/invitations/{token}", {}), 404, "not-found")
    token = alices.post(address).json()["token"]
    Invitation.objects.update(ends=timezone.now() - timedelta(seconds=1))
    problem(bobs.post(f"battles/invitations/{token}", {}), 422, "refused")
    for _ in range(5):
        assert alices.post(address).status_code == 201
    problem(alices.post(address), 422, "refused")
    problem(bobs.post(address), 403, "forbidden")
    problem(alices.post(f"battles/{row.slug}/seats/z/invitations"), 404, "not-found")
    assert Seat.objects.get(battle=row, place="b").is_open


def test_an_open_seat_is_taken_by_whoever_sees_it(row: Battle, alices: Api, bobs: Api, stranger: Api) -> None:
    address = f"battles/{row.slug}/seats/b"
    problem(bobs.post(f"{address}/take", {}), 403, "forbidden")
    problem(bobs.patch(address, {"anyone": True}), 403, "forbidden")
    assert alices.patch(address, {"anyone": True}).status_code == 200
    assert seat(stranger, row, "b")["may_sit"]
    problem(bobs.post(f"{address}/take", {"name": "x" * 81}), 422, "refused")
    assert bobs.post(f"{address}/take", {}).status_code == 201
    problem(stranger.post(f"{address}/take", {}), 403, "forbidden")
    assert bobs.delete(address).status_code == 204
    problem(bobs.delete(address), 403, "forbidden")


def test_the_computer_sits_in_until_one_comes_back(alice: Any, bob: Any, alices: Api, bobs: Api) -> None:
    row = fought(alice, bob)
    side = Battle.objects.get(pk=row.pk).awaited
    api, other = (alices, bobs) if side == "a" else (bobs, alices)
    address = f"battles/{row.slug}/seats/{side}/computer"
    problem(other.put(address, {"level": "captain"}), 403, "forbidden")
    problem(api.put(address, {"level": "nonesuch"}), 422, "refused")
    assert api.put(address, {"level": "captain"}).json()["items"]
    assert seat(other, row, side)["kind"] == "computer"
    assert ComputerTurn.objects.filter(battle=row, side=side).count() == 1
    problem(act(api, row, action={"kind": "done"}), 403, "forbidden")
    problem(other.delete(address), 403, "forbidden")
    assert api.delete(address).status_code == 200
    problem(api.delete(address), 422, "refused")
    assert not ComputerTurn.objects.filter(battle=row).exists()
    assert act(api, row).status_code == 200
    assert verify(row) == []


def test_after_the_end_nobody_changes_seats(alice: Any, bob: Any, alices: Api) -> None:
    row = fought(alice, bob)
    assert deed(alices, row, "resign").status_code == 200
    address = f"battles/{row.slug}/seats/a"
    problem(alices.post(f"{address}/invitations"), 409, "over")
    problem(alices.put(f"{address}/computer", {"level": "captain"}), 409, "over")
    problem(alices.delete(address), 409, "over")
    problem(alices.patch(address, {"anyone": True}), 409, "over")
    problem(alices.post(f"{address}/take", {}), 409, "over")


def test_who_is_no_member_of_the_battles_club_cannot_be_asked(row: Battle, alices: Api, bobs: Api) -> None:
    answer = alices.post(f"battles/{row.slug}/seats/b/invitations?whom=member:bob")
    assert "no member or guest" in problem(answer, 422, "refused")["detail"]
