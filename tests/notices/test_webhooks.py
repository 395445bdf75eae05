"""Webhooks of a club: where they may post, what they post in which form, retries, and when they are switched off."""

import json
import socket
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from armies.models import Army
from armies.services.locks import Refused
from battles.models import Battle, Status
from campaign.club.services import invitations, membership, ownership
from campaign.club.services.permissions import NotAllowed
from campaign.models import Club, ClubRecord, Delivery, Notice, Webhook
from campaign.notices import outbound, webhooks
from campaign.notices.outbound import NotSent, check, check_literal, post
from tests.battles.live.listener import battle_of
from tests.club.builders import club_of_roles, person
from tests.notices.hook_server import HookServer, hook_server

SECRET = "Xyzzy hides in the wood"
ALL = ["members", "shared", "battles", "campaigns"]


@pytest.fixture(scope="module")
def running() -> Iterator[HookServer]:
    with hook_server() as running:
        yield running


@pytest.fixture
def server(running: HookServer, settings: Any) -> HookServer:
    """The server, whose address the settings list."""
    settings.MUSTER_WEBHOOK_NETWORKS = ["127.0.0.1"]
    running.got.clear()
    running.taken = 0
    return running


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/x",
        "https://127.0.0.1/x",
        "https://127.1/x",
        "https://0x7f000001/x",
        "https://2130706433/x",
        "https://0.0.0.0/x",
        "https://10.1.2.3/x",
        "https://172.16.0.1/x",
        "https://192.168.1.1/x",
        "https://100.64.0.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://224.0.0.1/x",
        "https://255.255.255.255/x",
        "https://[::1]/x",
        "https://[::]/x",
        "https://[fe80::1]/x",
        "https://[fd00:ec2::254]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://[64:ff9b::7f00:1]/x",
        "https://[2002:7f00:1::]/x",
        "https://localhost/x",
        "https://localhost./x",
        "https://no.such.host.invalid/x",
        "ftp://93.184.215.14/x",
        "https://user:word@93.184.215.14/x",
        "https:///x",
        "https://93.184.215.14:99999/x",
        "https://93.184.215.14/a b",
        "https://93.184.215.14/\r\nX-Evil: 1",
        f"https://93.184.215.14/{'x' * 600}",
        "gopher",
    ],
)
def test_no_request_goes_to_our_own_network_or_to_nonsense(url: str) -> None:
    with pytest.raises(NotSent):
        check(url)
    with pytest.raises(NotSent):
        post(url, b"{}", {})


def test_a_public_address_is_allowed() -> None:
    target = check("https://93.184.215.14/x?y=1")
    assert (target.ip, target.port, target.path) == ("93.184.215.14", 443, "/x?y=1")
    check_literal("https://hooks.example.org/x")


@pytest.mark.parametrize("url", ["https://localhost/x", "https://nas.local/x", "https://10.0.0.1/x", "https://nas/x"])
def test_a_private_address_is_refused_already_when_it_is_typed(url: str) -> None:
    with pytest.raises(NotSent, match="private network"):
        check_literal(url)


def test_a_name_is_resolved_once_and_each_of_its_addresses_is_checked(
    server: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that answers with a public address first and with ours later does not lead to ours."""
    answers = iter([["127.0.0.1"], ["93.184.215.14", "10.0.0.1"]])
    real, asked = socket.getaddrinfo, []

    def look_up(host: str, port: int, *args: Any, **kwargs: Any) -> Any:
        if host != "x.test":
            return real(host, port, *args, **kwargs)
        asked.append(host)
        return [(2, 1, 6, "", (ip, port)) for ip in next(answers)]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    assert post(server.address("/ok", "x.test"), b"{}", {}).status == 204
    assert server.got[0][1]["Host"].startswith("x.test:")
    with pytest.raises(NotSent, match="private network"):
        post("https://x.test/ok", b"{}", {})
    assert asked == ["x.test", "x.test"]


def test_a_redirect_is_followed_only_where_a_request_may_go(server: HookServer) -> None:
    assert post(server.address(f"/to?{server.address('/ok')}"), b"{}", {}).status == 204
    assert [row[2] for row in server.got] == [b"{}", b"{}"]
    with pytest.raises(NotSent, match="private network"):
        post(server.address("/to?https://10.0.0.1/x"), b"{}", {})
    with pytest.raises(NotSent, match="private network"):
        post(server.address(f"/to?{server.address('/ok', '127.0.0.2')}"), b"{}", {})
    with pytest.raises(NotSent, match="more than 2 times"):
        post(server.address("/to?/to?/to?/to?/ok"), b"{}", {})
    with pytest.raises(NotSent, match="redirects"):
        post(server.address("/moved?/ok"), b"{}", {})


@pytest.mark.parametrize("path", ["/hang", "/drip"])
def test_who_does_not_answer_is_left_in_time(server: HookServer, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "TIME", 0.4)
    begun = time.monotonic()
    with pytest.raises(NotSent, match=r"did not answer within 0.4 seconds"):
        post(server.address(path), b"{}", {})
    assert time.monotonic() - begun < 5


def test_little_is_read_of_a_large_answer(server: HookServer) -> None:
    answer = post(server.address("/large"), b"{}", {})
    assert (answer.status, len(answer.body)) == (200, outbound.MOST_READ)
    time.sleep(0.1)
    assert server.taken < 8 * 1024**2


def test_what_is_not_http_is_a_failure(server: HookServer) -> None:
    with pytest.raises(NotSent, match="did not answer in HTTP"):
        post(server.address("/garbage"), b"{}", {})
    with pytest.raises(NotSent, match="could not be reached"):
        post("http://127.0.0.1:1/x", b"{}", {})


@pytest.fixture
def club(db: None) -> Club:
    return club_of_roles()[0]


def organiser() -> User:
    return User.objects.get(username="organiser")


def hook(club: Club, url: str, form: str = "json", **more: Any) -> tuple[Webhook, str]:
    values = {"name": "Ours", "news": ALL, **more}
    return webhooks.make(club, by=organiser(), form=form, url=url, **values)


def test_plain_json_is_signed_and_posted_once(club: Club, server: HookServer, settings: Any) -> None:
    settings.MUSTER_URL = "https://muster.example.org"
    _, key = hook(club, server.address("/ok"))
    invitations.ask_to_join(club, person("Dora"), SECRET)
    invitations.decide_request(club, User.objects.get(username="Dora").pk, by=organiser(), accept=True)
    assert [webhooks.deliver_due(), webhooks.deliver_due()] == [1, 0]
    ((_, headers, body),) = server.got
    content = json.loads(body)
    assert content["text"] == "organiser accepted the request of Dora, who joined as a player."
    assert content["address"] == "https://muster.example.org/club/sound-the-charge/"
    assert SECRET not in body.decode()
    signature = webhooks.sign(key, headers["X-Muster-Timestamp"], body)
    assert headers["X-Muster-Signature"] == f"sha256={signature}"
    row = Delivery.objects.get()
    assert (row.sent, row.status, row.result, row.due) == (True, 204, "Posted.", None)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("discord", {"content": r"@everyone <b\> \*x\*", "allowed_mentions": {"parse": []}}),
        ("slack", {"text": "@everyone &lt;b&gt; *x*"}),
    ],
)
def test_names_are_no_markup_there(club: Club, server: HookServer, form: str, text: Any) -> None:
    made, _ = hook(club, server.address("/ok"), form)
    Delivery.objects.create(webhook=made, key="x", text="@everyone <b> *x*", news="members", due=timezone.now())
    webhooks.deliver_due()
    assert json.loads(server.got[0][2]) == text
    assert "X-Muster-Signature" not in server.got[0][1]


def test_battles_campaigns_and_things_are_news_and_private_ones_are_not(
    club: Club, server: HookServer, alice: User
) -> None:
    hook(club, server.address("/ok"))
    membership.add(club, alice, "player")
    army = Army.objects.create(owner=alice, name="The reserve")
    ownership.put(army, club, by=alice)
    seen = battle_of(alice, club=club, title="The mill", visibility="club", begun=timezone.now())
    battle_of(alice, club=club, title=SECRET, visibility="private", begun=timezone.now())
    before = battle_of(alice, club=club, title="Old", visibility="club", begun=timezone.now() - timedelta(days=3))
    webhooks.collect_battles()
    Battle.objects.filter(pk__in=[seen.pk, before.pk]).update(status=Status.OVER, ended="Blue wins.")
    webhooks.collect_battles()
    webhooks.collect_battles()
    while webhooks.deliver_due():
        pass
    texts = [json.loads(body)["text"] for _, _, body in server.got]
    assert sorted(texts) == sorted(
        [
            "alice put the army The reserve into the club.",
            "The mill has begun.",
            "The mill is over. Blue wins.",
            "Old is over. Blue wins.",
        ]
    )


def test_what_fails_is_tried_three_times_more_and_then_given_up(club: Club, server: HookServer) -> None:
    hook(club, server.address("/status?500"))
    membership.remove(club, User.objects.get(username="player").pk, by=User.objects.get(username="player"))
    pauses = []
    for _ in range(6):
        webhooks.deliver_due()
        row = Delivery.objects.get()
        if row.due is not None:
            pauses.append(round((row.due - timezone.now()).total_seconds() / 60))
            Delivery.objects.update(due=timezone.now())
    assert (pauses, row.attempts, row.due) == ([1, 10, 60], 4, None)
    assert row.result == "127.0.0.1 answered with status 500."
    assert len(server.got) == 4


def test_after_eight_failures_it_is_switched_off_with_a_notice(club: Club, server: HookServer, client: Client) -> None:
    made, _ = hook(club, server.address("/status?404"))
    for number in range(webhooks.MOST_FAILURES + 2):
        Delivery.objects.create(webhook=made, key=f"x{number}", text="x", news="members", due=timezone.now())
    webhooks.deliver_due()
    made.refresh_from_db()
    assert (made.active, made.failures, made.stopped) == (False, 8, "127.0.0.1 answered with status 404.")
    assert len(server.got) == 8
    notice = Notice.objects.get()
    assert notice.user == organiser()
    assert notice.text.startswith("The webhook Ours of Sound the Charge was switched off after 8 failures.")
    client.force_login(organiser())
    assert "Switched off after 8 failures." in client.get(notice.address).content.decode()
    with pytest.raises(Refused, match="switched off"):
        webhooks.test(club, made.pk, by=organiser())
    webhooks.change(club, made.pk, by=organiser(), active=True, url=server.address("/ok"))
    webhooks.test(club, made.pk, by=organiser())
    with pytest.raises(Refused, match="being sent already"):
        webhooks.test(club, made.pk, by=organiser())
    assert webhooks.deliver_due() == 1
    made.refresh_from_db()
    assert (made.failures, json.loads(server.got[-1][2])["text"]) == (
        0,
        "A test of Sound the Charge, sent by organiser.",
    )


def test_organisers_alone_set_webhooks_and_five_are_the_most(club: Club, server: HookServer) -> None:
    url = server.address("/ok")
    for role in ("umpire", "player", "guest"):
        with pytest.raises(NotAllowed):
            webhooks.make(club, by=User.objects.get(username=role), name="x", form="json", url=url, news=ALL)
    for fault in ({"name": ""}, {"form": "fax"}, {"news": []}, {"news": ["weather"]}, {"url": "https://10.0.0.1/"}):
        with pytest.raises(Refused):
            hook(club, **{"url": url, **fault})
    for _ in range(webhooks.MOST_WEBHOOKS):
        hook(club, url)
    with pytest.raises(Refused, match="limit"):
        hook(club, url)
    assert ClubRecord.objects.filter(kind="webhook").count() == webhooks.MOST_WEBHOOKS


def test_the_address_is_neither_stored_open_nor_shown(club: Club, server: HookServer, client: Client) -> None:
    client.force_login(organiser())
    url = server.address("/ok?token=xyzzy")
    form = {"name": "Ours", "form": "json", "url": url, "news": ALL}
    page = client.post("/club/sound-the-charge/webhooks", form)
    assert (page.status_code, "Copy the key now" in page.content.decode()) == (201, True)
    made = Webhook.objects.get()
    assert (made.host, b"xyzzy" in bytes(made.sealed)) == ("127.0.0.1", False)
    assert "xyzzy" not in page.content.decode()
    address = f"/club/sound-the-charge/webhooks/{made.pk}"
    client.post(f"{address}/test")
    assert webhooks.deliver_due() == 1
    assert "Posted" in client.get("/club/sound-the-charge/webhooks").content.decode()
    client.post(f"{address}/change", {"news": ["battles"]})
    assert Webhook.objects.get().news == ["battles"]
    client.post(f"{address}/change", {"active": "off"})
    assert not Webhook.objects.get().active
    client.post(f"{address}/remove")
    assert not Webhook.objects.exists()


def test_webhooks_over_the_api(club: Club, server: HookServer, client: Client) -> None:
    client.force_login(organiser())
    base = "/api/v1/clubs/sound-the-charge/webhooks"
    body = {"name": "Ours", "form": "json", "url": server.address("/ok"), "news": ALL}
    made = client.post(base, body, content_type="application/json")
    assert (made.status_code, len(made.json()["key"])) == (201, 43)
    one = f"{base}/{made.json()['id']}"
    assert client.post(f"{one}/test").status_code == 202
    webhooks.deliver_due()
    (read,) = client.get(base).json()["webhooks"]
    assert (read["latest"][0]["result"], "key" in read, "ok" in json.dumps(read["host"])) == ("Posted.", False, False)
    changed = client.patch(one, {"active": False}, content_type="application/json").json()
    assert changed["active"] is False
    assert client.patch(one, {"url": "https://10.0.0.1/"}, content_type="application/json").status_code == 422
    assert client.delete(one).status_code == 204
    assert client.delete(one).status_code == 404


def test_with_another_key_of_the_server_the_address_is_asked_for_again(
    club: Club, server: HookServer, settings: Any
) -> None:
    made, _ = hook(club, server.address("/ok"))
    settings.SECRET_KEY = "another"
    Delivery.objects.create(webhook=made, key="x", text="x", news="members", due=timezone.now())
    webhooks.deliver_due()
    assert "Enter the address again" in Delivery.objects.get().result
    webhooks.change(club, made.pk, by=organiser(), url=server.address("/ok"))
    Delivery.objects.update(due=timezone.now())
    webhooks.deliver_due()
    assert Delivery.objects.get().sent
