"""What nobody sends who uses the pages: forged actions, endless bodies, junk to the live channel. Nothing is kept."""

import http.client
import json
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from battles.models import Battle, ComputerTurn, Entry, Note, Offer, Seat, Snapshot, Told
from battles.services.play.action_menu import MOST_BYTES, json_of
from battles.services.play.position import current_position
from tests.battles.live.listener import as_user, listening
from tests.battles.services.steps import awaited, begun, deployed, fresh, play_until
from tests.battles.under_load.click_cost import Player

pytestmark = pytest.mark.django_db

KEPT = (Battle, Entry, Told, Snapshot, Offer, Note, ComputerTurn, Seat)
TIMES = ("seen_at", "seen", "updated")
"""What is written of somebody who only looks."""

WRONG: tuple[Any, ...] = (None, True, -1, 10**30, 1.5, "", "x" * 100, "\x00", [], {}, [[1]], {"kind": "volley"}, 9999)

FOREIGN = (
    '{"kind":"march","brigade":1,"to":[3,4]}',
    '{"kind":"order","corps":"I","order":"attack"}',
    '{"type":"move","from":"e2","to":"e4"}',
    '{"kind":"deploy"}',
    '{"kind":"end_turn","side":"a"}',
    '["activate",7]',
    '"activate"',
    "7",
    "null",
    "",
    "{" * 4_000,
    "[" * 9_999,
    '{"kind":"activate","kind":"done"}',
    '{"kind":"done","secret":"0"}',
    "NaN",
    '{"kind":"activate","unit":NaN}',
    "Ω",
)


def kept() -> list[list[dict[str, Any]]]:
    """All that is kept of battles, but for who looked when."""
    return [
        [
            {name: value for name, value in row.items() if name not in TIMES}
            for row in model.objects.order_by("pk").values()
        ]
        for model in KEPT
    ]


@pytest.fixture
def player(alice: Any, bob: Any) -> Player:
    """Both players of a battle whose units stand within reach of each other, before an activation."""
    player = Player(begun(alice, bob, setup=deployed()))
    play_until(player.battle, "activate")
    return player


def refused(player: Player, side: str, form: dict[str, Any], status: int = 422) -> str:
    """What is said to a form that is refused; nothing else is done."""
    before = kept()
    answer = player.post(side, form)
    assert answer.status_code == status, (form, answer.content[:200])
    assert kept() == before
    said = str(answer.json()["said"])
    assert said.endswith((".", ")"))
    assert "Traceback" not in said
    assert len(said) < 1_000
    return said


def test_what_is_no_action_of_these_rules_is_refused(player: Player) -> None:
    side, form = player.form()
    for text in FOREIGN:
        said = refused(player, side, {**form, "action": text, "token": str(uuid4())})
        assert said.startswith("This is not an action of the battle's rules.") or "(EN-" in said, text


def test_a_legal_action_with_one_part_forged_is_refused(player: Player) -> None:
    """Whatever stands in a field, the rules say why it is not done, or it is no action at all."""
    side, form = player.form()
    stands = current_position(fresh(player.battle))
    options = stands.system.options(stands.state, side)
    legal = {json_of(action) for option in options for action in option.actions}
    tried, before = 0, kept()
    for action in {option.kind: option.actions[0] for option in options}.values():
        plain = json.loads(json_of(action))
        forged = [{**plain, name: wrong} for name in plain for wrong in WRONG] + [{**plain, "more": 1}]
        for one in forged + [{key: plain[key] for key in plain if key != name} for name in plain]:
            text = json.dumps(one, separators=(",", ":"))
            if json.dumps(plain) == json.dumps(one) or text in legal:
                continue
            answer = player.post(side, {**form, "action": text, "token": str(uuid4())})
            tried += 1
            assert answer.status_code == 422, (text, answer.content[:200])
    assert tried > 20
    assert kept() == before


def test_a_field_without_end_is_refused_in_few_words(player: Player) -> None:
    side, form = player.form()
    for field, said in (
        ("action", f"at most {MOST_BYTES:,} bytes"),
        ("notation", ""),
        ("token", "This form is broken"),
        ("side", "cannot act for side"),
    ):
        sent = {**form, "token": str(uuid4()), field: "7" * 1_000_000}
        assert said in refused(player, side, sent, 403 if field == "side" else 422), field


def test_a_line_that_is_none_is_refused(player: Player) -> None:
    side, form = player.form()
    for line in ("7" * 1_000_000, "seven", "٧", "--1"):
        said = refused(player, side, {**form, "token": str(uuid4()), "expect": line})
        assert "This form is broken" in said, line[:10]


def test_a_body_larger_than_any_form_is_not_read(player: Player) -> None:
    side, form = player.form()
    before = kept()
    answer = player.post(side, {**form, "action": "7" * (settings.MUSTER_BODY_LIMIT + 1)})
    assert answer.status_code == 413
    assert b"too large" in answer.content
    answer = player.post(side, {**form, **{f"field{n}": "1" for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS)}})
    assert answer.status_code == 400
    assert kept() == before


def test_a_body_that_is_no_form_does_nothing(player: Player) -> None:
    side, form = player.form()
    before = kept()
    path = f"/b/{player.battle.slug}/act"
    for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x", "image/png"):
        for body in (json.dumps(form).encode(), b"--x--", b"\xff\xfe\x00", b""):
            answer = player.browsers[side].post(path, body, content_type=kind, headers={"accept": "application/json"})
            assert answer.status_code in (400, 422), (kind, body, answer.content[:200])
    assert kept() == before


def test_a_form_from_another_site_is_refused(player: Player) -> None:
    """Whoever is signed in is not made to act by a page of somebody else's."""
    side, form = player.form()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(Seat.objects.get(place=side).user)
    before = kept()
    assert strict.post(f"/b/{player.battle.slug}/act", form).status_code == 403
    assert kept() == before


@pytest.mark.parametrize("path", ["live?after=0&as=%00", "live?as=" + "x" * 5000, "live?after=0&after=1&as=umpire"])
@pytest.mark.django_db(transaction=True)
def test_who_says_to_be_another_viewer_is_told_to_load_again_and_hears_nothing(
    live: str, alice: Any, bob: Any, path: str
) -> None:
    battle = begun(alice, bob, setup=deployed())
    before = kept()
    with listening(live, f"/b/{battle.slug}/{path}", as_user(alice)) as ear:
        assert ear.begun().next() == {"event": "reload", "data": "{}"}
        assert ear.next() is None
    assert kept() == before


@pytest.mark.django_db(transaction=True)
def test_the_live_channel_takes_no_words(live: str, alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    before = kept()
    cookie = f"sessionid={as_user(alice).cookies['sessionid'].value}"
    for method, path, body, headers, status in (
        ("POST", "live", "n=1", {}, 403),
        ("PUT", "live", '{"n": 1}', {}, 403),
        ("DELETE", "since/0", "", {}, 403),
        ("GET", "live?after=0", "", {"Last-Event-ID": "1; drop table"}, 400),
        ("GET", "live?after=0", "", {"Last-Event-ID": "\xff\xfe"}, 400),
        ("GET", "since/99999999999", "", {}, 400),
        ("GET", "since/x", "", {}, 400),
    ):
        connection = http.client.HTTPConnection(urlsplit(live).netloc, timeout=60)
        connection.request(method, f"/b/{battle.slug}/{path}", body, {"Cookie": cookie, **headers})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        assert answer.status == status, (method, path, answer.status, text[:200])
        assert b"Traceback" not in text
    assert kept() == before
    assert awaited(battle)
