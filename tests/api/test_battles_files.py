"""A battle's lines, dice and file over the API; a battle brought in."""

from typing import Any

import pytest

from battles.models import Battle, Told
from battles.services.play.verification import verify
from tests.api.battle_requests import act, deed, fought, options, view
from tests.api.conftest import Api, problem
from tests.battles.services.steps import play


@pytest.fixture
def row(alice: Any, bob: Any) -> Battle:
    return play(fought(alice, bob), 12)


def over(row: Battle, api: Api) -> None:
    assert deed(api, row, "resign").status_code == 200


def test_the_feed_is_read_from_a_line_on(row: Battle, alices: Api) -> None:
    whole = alices.get(f"battles/{row.slug}/entries").json()
    assert [line["n"] for line in whole["items"]] == list(range(whole["n"] + 1))
    assert whole["viewer"] == "a"
    assert any(sentence["heading"] for line in whole["items"] for sentence in line["lines"])
    part = alices.get(f"battles/{row.slug}/entries?since=3&limit=2").json()
    assert part == {**whole, "items": whole["items"][4:6]}
    assert alices.get(f"battles/{row.slug}/entries?since=999").json()["items"] == []
    for junk in ("x", "-2", "1.5", "99999999999999", ""):
        problem(alices.get(f"battles/{row.slug}/entries?since={junk}"), 400, "parameters")


def test_at_the_end_everything_is_told(row: Battle, alices: Api, stranger: Api) -> None:
    commitment = view(stranger, row)["commitment"]
    over(row, alices)
    shown = view(stranger, row)
    assert (shown["viewer"], shown["secret"]) == ("umpire", bytes(row.secret).hex())
    dice = stranger.get(f"battles/{row.slug}/dice").json()
    assert (dice["commitment"], dice["secret"]) == (commitment, shown["secret"])
    assert dice["throws"]
    assert stranger.get(f"battles/{row.slug}/verify").json() == {"sound": True, "problems": []}
    Told.objects.filter(battle=row, viewer="b").update(lines=[["Nothing.", False]])
    assert stranger.get(f"battles/{row.slug}/verify").json()["problems"]


def test_a_battle_goes_out_as_a_file_and_comes_in_again(row: Battle, alices: Api, bob: Any, bobs: Api) -> None:
    over(row, alices)
    file = bobs.get(f"battles/{row.slug}/export")
    assert file["Content-Disposition"] == 'attachment; filename="on-the-heights.battle"'
    answer = bobs.post("battles/import", {"text": file.content.decode(), "title": "Once more", "seats": {"a": "me"}})
    assert answer.status_code == 201, answer.content
    made = answer.json()
    assert (made["title"], made["seats"]) == ("Once more", [])
    kept = Battle.objects.get(slug=made["slug"])
    assert (kept.owner, kept.is_over, kept.head) == (bob, True, Battle.objects.get(pk=row.pk).head)
    assert verify(kept) == []


def test_a_battle_that_was_broken_off_is_played_on(
    row: Battle, alice: Any, bob: Any, organiser: Any, key_of: Any
) -> None:
    from battles.services.access import access_of
    from battles.services.create.battle_start import Sitting
    from battles.services.play.invitations import accept_invitation, invite

    row = play(fought(alice, bob, Sitting(place="umpire")), 8)
    accept_invitation(invite(access_of(row, alice), "umpire").token, organiser)
    umpires = Api(key_of(organiser))
    text = umpires.get(f"battles/{row.slug}/export").content.decode()
    made = umpires.post("battles/import", {"text": text, "seats": {"a": "me", "b": "computer:recruit"}}).json()
    assert [seat["place"] for seat in made["seats"]] == ["a"]
    kept = Battle.objects.get(slug=made["slug"])
    assert (kept.status, kept.awaited) == ("playing", Battle.objects.get(pk=row.pk).awaited)
    if options(umpires, kept):
        assert act(umpires, kept).status_code == 200
    assert verify(kept) == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"text": ""}, "text"),
        ({"text": "{}"}, "text"),
        ({"text": "\ud800"}, ""),
        ({"text": '{"what": "muster.battle", "v": 99}'}, "text"),
        ({}, "text"),
        ({"text": "x", "seats": {"a": "nobody"}}, "text"),
        ({"text": "x", "extra": 1}, "extra"),
    ],
)
def test_a_file_that_is_none_is_refused(alices: Api, body: dict[str, Any], field: str) -> None:
    answer = alices.post("battles/import", body)
    if field:
        assert problem(answer, 422, "refused")["errors"][0]["field"] == field
    else:
        assert answer.status_code in (400, 422)
    assert not Battle.objects.exists()


def test_a_file_that_was_tampered_with_is_refused(row: Battle, alices: Api) -> None:
    over(row, alices)
    lines = alices.get(f"battles/{row.slug}/export").content.decode().splitlines()
    said = problem(alices.post("battles/import", {"text": "\n".join(lines[:3] + lines[4:])}), 422, "refused")
    assert said["errors"][0]["field"] == "text"
    assert Battle.objects.count() == 1
