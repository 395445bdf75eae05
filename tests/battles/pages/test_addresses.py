"""Every address of a battle: who may open it, by which method, and what junk brings."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from armies.models.visibility import Visibility
from battles.models import Battle
from tests.battles.pages.browser_steps import address, line_of, post, sent
from tests.battles.services.steps import awaited, play

pytestmark = pytest.mark.django_db

PAGES = (
    "",
    "/panel",
    "/now",
    "/share",
    "/log",
    "/e/0",
    "/dice",
    "/seats",
    "/qr.svg",
    ".txt",
    ".svg",
    ".pdf",
    "/cheat-sheet.pdf",
)
"""What is read."""
DEEDS = (
    *("/act", "/leave", "/undo", "/takeback", "/resign", "/draw", "/answer", "/pause", "/resume"),
    *("/e/0/note", "/visibility", "/delete", "/seats/b/invite", "/seats/b/computer", "/forget"),
)
"""What is done, by POST alone."""
PLAYERS_ONLY = DEEDS[:9]
JUNK = ("\x00", "9" * 5000, "-1", "{", "[[[[", '{"kind": 7}', "null", "Ω", "<script>alert(1)</script>", "' OR 1=1 --")


def test_everybody_who_may_watch_reads_every_page(battle: Battle, browsers: dict[str, Client]) -> None:
    wrong = []
    for page in PAGES:
        for who, browser in browsers.items():
            answer = browser.get(address(battle, page), follow=True)
            is_private = answer["X-Robots-Tag"] == "noindex" and "private" in answer["Cache-Control"]
            posted = browser.post(address(battle, page)).status_code
            if (answer.status_code, is_private, posted) != (200, True, 405):
                wrong.append((page, who, answer.status_code, is_private, posted))
    assert not wrong


def test_of_a_private_battle_there_is_nothing_for_a_stranger(battle: Battle, browsers: dict[str, Client]) -> None:
    Battle.objects.update(visibility=Visibility.PRIVATE)
    for rest in (*PAGES, "/live", "/since/0", ".battle", "/jump"):
        for who in ("member", "nobody"):
            assert browsers[who].get(address(battle, rest)).status_code == 404, rest
            assert browsers[who].get(f"/b/no-such{rest}").status_code == 404
    for rest in DEEDS:
        assert browsers["member"].post(address(battle, rest)).status_code == 404, rest
    for rest in PAGES:
        assert browsers["b"].get(address(battle, rest), follow=True).status_code == 200, rest


def test_what_changes_something_is_never_got(battle: Battle, browsers: dict[str, Client]) -> None:
    got = {
        (deed, who): browser.get(address(battle, deed)).status_code
        for deed in DEEDS
        for who, browser in browsers.items()
    }
    assert {case: status for case, status in got.items() if status != 405} == {}


def test_who_only_watches_does_nothing(battle: Battle, browsers: dict[str, Client]) -> None:
    data = sent(battle, awaited(battle), offer="draw:a", answer="accept")
    got = {
        (deed, who): post(browsers[who], battle, deed[1:], **data | {"token": uuid4()}).status_code
        for deed in PLAYERS_ONLY
        for who in ("member", "nobody")
    }
    assert {case: status for case, status in got.items() if status != 404} == {}
    assert Battle.objects.get().head == 0


def test_who_only_watches_is_shown_no_buttons(battle: Battle, browsers: dict[str, Client]) -> None:
    play(battle, 5)
    for who in ("member", "nobody"):
        page = browsers[who].get(address(battle)).content.decode()
        assert 'data-viewer="public"' in page
        assert "data-act" not in page
        assert "<textarea" not in browsers[who].get(line_of(battle, "public", 0)).content.decode()


def test_only_the_owner_says_who_may_see_it(battle: Battle, browsers: dict[str, Client]) -> None:
    assert post(browsers["b"], battle, "visibility", visibility="public", delay="0").status_code == 403
    assert post(browsers["b"], battle, "delete").status_code == 403
    answer = browsers["a"].post(
        address(battle, "/visibility"), {"visibility": "public", "delay": "7", "title": "Ligny"}
    )
    assert answer.status_code == 302
    row = Battle.objects.get()
    assert (row.visibility, row.delay, row.title) == ("public", 7, "Ligny")
    assert "X-Robots-Tag" not in browsers["nobody"].get(address(battle))
    for wrong in ({"visibility": "secret"}, {"delay": "-1"}, {"delay": "9" * 40}, {"delay": ""}):
        answer = browsers["a"].post(address(battle, "/visibility"), {"visibility": "public", "delay": "0", **wrong})
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()


READ = {
    "": ("unit", "at", "weigh", "advice", "kind"),
    "/panel": ("unit", "at", "weigh", "advice", "kind"),
    "/now": ("unit", "at", "n"),
    "/log": ("until",),
    "/jump": ("n",),
    ".pdf": ("scale", "paper", "units"),
}
"""The names that each page reads; others are asked for all at once."""


def test_junk_in_an_address_is_no_fault_of_the_server(battle: Battle, browsers: dict[str, Client]) -> None:
    browser = browsers[awaited(battle)]
    names = {name for read in READ.values() for name in read}
    wrong = []
    for junk in JUNK:
        for page, read in READ.items():
            for query in (*({"unit": "unit 1", name: junk} for name in read), dict.fromkeys(names, junk)):
                answer = browser.get(address(battle, page), query)
                if answer.status_code not in (200, 204, 302, 404, 422) or b"<script>alert" in answer.content:
                    wrong.append((page, query, answer.status_code))
        for page in ("/battles/", "/battles/new/setup"):
            if browser.get(page, {"from": junk, "whose": junk, "page": junk}).status_code not in (200, 404):
                wrong.append((page, junk))
    assert not wrong


def test_junk_in_a_form_is_refused_with_a_sentence(battle: Battle, browsers: dict[str, Client]) -> None:
    side = awaited(battle)
    wrong = []
    for junk in JUNK:
        for deed in ("act", "leave", "undo", "takeback", "draw", "answer", "resign"):
            data = sent(battle, side) | {"token": junk, "action": junk, "offer": junk, "answer": junk, "side": junk}
            answer = post(browsers[side], battle, deed, **data)
            if answer.status_code not in (403, 422) or not answer.json()["said"].endswith((".", ")")):
                wrong.append((deed, junk, answer.status_code))
        assert post(browsers[side], battle, "pause", side=junk).status_code == 200
        post(browsers[side], battle, "resume")
        for field in ("action", "notation"):
            answer = post(browsers[side], battle, "act", **sent(battle, side, **{field: junk}))
            if answer.status_code != 422:
                wrong.append((field, junk, answer.status_code))
        answer = post(browsers[side], battle, "act", **sent(battle, junk, action=junk))
        if answer.status_code not in (403, 422):
            wrong.append(("side", junk, answer.status_code))
    assert not wrong
    assert Battle.objects.get().head == 0


def test_a_line_that_is_not_there(battle: Battle, browsers: dict[str, Client]) -> None:
    for n in ("1", "99999999999999999999", "x", "-1"):
        assert browsers["a"].get(address(battle, f"/e/{n}")).status_code == 404
    for answer in (browsers["a"].get(address(battle, "/jump"), {"n": "0"}), browsers["a"].get(address(battle, "/e/0"))):
        assert (answer.status_code, answer.url) == (302, line_of(battle, "a", 0))


def test_a_slug_with_everything_in_it(client: Any, db: None) -> None:
    for slug in ("a" * 500, "%00", "..%2f..", "é", "."):
        assert client.get(f"/b/{slug}").status_code == 404
