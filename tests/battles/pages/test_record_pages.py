"""What a battle's pages keep: lines with their board, notes, files out and in, the list, what is seen late."""

import re
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from battles.models import Battle, Note, Seat, Status, Told
from battles.services.create.battle_start import Sitting
from battles.services.play.verification import verify
from tests.battles.pages.browser_steps import JSON, address, browser_of, line_of, play_from, post, sent
from tests.battles.services.steps import act, awaited, before_terrain, begun, deployed, fresh, play, seen_by

pytestmark = pytest.mark.django_db

BRING = "/battles/bring"
STEP_QUERIES = 15
"""Queries of one step of the replay, however long the battle is."""


def text(client: Client, where: str, **query: str) -> str:
    answer = client.get(where, query, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def sentences(battle: Battle, viewer: str) -> list[str]:
    rows = Told.objects.filter(battle=battle, viewer=viewer).order_by("n")
    return [words for row in rows for words, is_heading in row.lines if not is_heading]


def test_every_line_is_shown_with_its_board(battle: Battle, browsers: dict[str, Client]) -> None:
    play(battle, 8)
    for n in range(9):
        page = text(browsers["a"], address(battle, f"/e/{n}"))
        assert (f'data-n="{n}"' in page, 'id="scene"' in page) == (True, True)
        parts = browsers["a"].get(address(battle, f"/e/{n}"), headers={"Accept": JSON}).json()
        assert (parts["n"], parts["last"]) == (n, 8)
        assert parts["parts"]["scene"] in page
    assert browsers["a"].get(address(battle, "/e/9")).status_code == 404
    first, last = (text(browsers["a"], address(battle, f"/e/{n}")) for n in (0, 8))
    assert first.count('class="block') < last.count('class="block')
    assert (first.count('class="now '), last.count('class="now ')) == (0, 1)


def test_a_step_sends_its_phase_and_the_ground_if_it_is_another_one(
    alice: Any, bob: Any, browsers: dict[str, Client], django_assert_max_num_queries: Any
) -> None:
    battle = play(before_terrain(alice, bob), 3)

    def step(n: int, ground: str = "") -> dict[str, Any]:
        with django_assert_max_num_queries(STEP_QUERIES):
            answer = browsers["a"].get(address(battle, f"/e/{n}"), {"ground": ground}, headers={"Accept": JSON})
        return dict(answer.json())

    last = step(0)["last"]
    steps = [step(n) for n in range(last + 1)]
    assert len({each["ground"]["tag"] for each in steps}) > 1
    for n, each in enumerate(steps):
        page = text(browsers["a"], address(battle, f"/e/{n}"))
        assert each["ground"]["drawn"] in page
        assert f'data-ground="{each["ground"]["tag"]}"' in page
        assert f'<option value="{each["phase"]["n"]}" selected>{each["phase"]["words"]}</option>' in page
        assert step(n, each["ground"]["tag"])["ground"]["drawn"] == ""


def test_a_step_chooses_the_phase_in_which_its_line_was_told(battle: Battle, browsers: dict[str, Client]) -> None:
    play(battle, 12)
    lines = list(Told.objects.filter(battle=battle, viewer="a").order_by("n").values_list("n", "turn", "phase"))
    first = {(turn, phase): n for n, turn, phase in reversed(lines)}
    assert len(first) > 2
    for n, turn, phase in lines:
        step = browsers["a"].get(address(battle, f"/e/{n}"), headers={"Accept": JSON}).json()
        assert step["phase"]["n"] == first[turn, phase]


def test_the_map_has_the_units_unless_they_are_left_out(battle: Battle, browsers: dict[str, Client]) -> None:
    play(battle, 8)

    def words(**query: str) -> str:
        answer = browsers["a"].get(address(battle, ".pdf"), query)
        return str(PdfReader(BytesIO(answer.content)).pages[0].extract_text())

    unit = next(block.label for block in seen_by(battle, battle.owner).scene.blocks)
    assert [unit in words(), unit in words(units="1"), unit in words(units="0")] == [True, True, False]


def test_the_log_is_read_page_by_page(battle: Battle, browsers: dict[str, Client]) -> None:
    play(battle, 6)
    whole = text(browsers["a"], address(battle, "/log"))
    early = text(browsers["a"], address(battle, "/log"), until="2")
    assert "Turn 1: Turn 1" not in whole
    assert '<option value="0">' in whole
    for n in range(7):
        here = line_of(battle, "a", n)
        assert f'{here}"' in whole
        assert (f'class="n" href="{here}"' in early) == (n <= 2)


def test_a_note_is_written_read_by_whom_it_is_for_and_deleted(battle: Battle, browsers: dict[str, Client]) -> None:
    here = line_of(battle, "a", 0)
    assert browsers["a"].post(f"{here}/note", {"text": "Well fought <b>"}).url == here
    browsers["a"].post(f"{here}/note", {"text": "Our plan", "own": "on"})
    assert "Well fought &lt;b&gt;" in text(browsers["nobody"], here)
    assert ("Our plan" in text(browsers["a"], here), "Our plan" in text(browsers["b"], here)) == (True, False)
    assert "Our plan" not in text(browsers["nobody"], here)
    for words in ("", "x" * 1_001):
        answer = browsers["a"].post(f"{here}/note", {"text": words})
        assert (answer.status_code, 'class="err"' in answer.content.decode()) == (422, True)
    assert browsers["nobody"].post(f"{here}/note", {"text": "Boo"}).status_code == 403
    assert browsers["a"].post(address(battle, "/e/99/note"), {"text": "x"}).status_code == 404
    key = re.findall(r"/note/(\d+)/delete", text(browsers["a"], here))[-1]
    assert browsers["b"].post(f"{here}/note/{key}/delete").status_code == 404
    assert browsers["a"].post(f"{here}/note/{key}/delete").status_code == 302
    assert Note.objects.count() == 1


def test_spectators_are_behind_by_the_delay_on_every_page(battle: Battle, browsers: dict[str, Client]) -> None:
    play(battle, 9)
    Battle.objects.update(delay=10)
    Told.objects.filter(seq__lte=4).update(created=timezone.now() - timedelta(minutes=11))
    shown = Told.objects.filter(viewer="public", seq__lte=4).latest("n").n
    late = sentences(battle, "public")[-1]
    for page in ("", "/log", ".txt", "/seats", "/share", "/dice", "/now"):
        assert late not in text(browsers["nobody"], address(battle, page)), page
    assert late in text(browsers["a"], address(battle, ".txt"))
    assert f'data-n="{shown}"' in text(browsers["nobody"], address(battle))
    for here in (line_of(battle, "public", shown + 1), address(battle, f"/e/{shown + 1}")):
        assert browsers["nobody"].get(here).status_code == 404
    assert browsers["nobody"].get(line_of(battle, "public", shown)).status_code == 200


def test_a_battle_that_is_over_comes_back_from_its_file(battle: Battle, browsers: dict[str, Client]) -> None:
    play(battle, 20)
    post(browsers["a"], battle, "resign", **sent(battle, "a"))
    content = browsers["nobody"].get(address(battle, ".battle")).content
    answer = browsers["nobody"].post(BRING, {"file": SimpleUploadedFile("x.battle", content)})
    row = Battle.objects.latest("id")
    assert (answer.url, row.status, row.head) == (address(row), Status.OVER, fresh(battle).head)
    assert verify(row) == []


@pytest.mark.parametrize("who", ["a", "nobody"])
def test_a_battle_broken_off_is_played_on(
    browsers: dict[str, Client], alice: Any, bob: Any, charlie: Any, who: str
) -> None:
    battle = play(begun(alice, bob, Sitting(place="umpire", user=charlie), setup=deployed()), 20)
    assert browsers["a"].get(address(battle, ".battle")).status_code == 403
    content = browsers["member"].get(address(battle, ".battle")).content
    assert bytes(battle.secret).hex().encode() not in content
    browser = browsers[who]
    answer = browser.post(BRING, {"file": SimpleUploadedFile("x.battle", content), "play_on": "on"})
    row = Battle.objects.latest("id")
    side = awaited(row)
    assert answer.url == address(row)
    assert Seat.objects.get(battle=row, place=side).guest is (who == "nobody")
    assert play_from(browser, row, side).status_code == 200
    assert verify(row) == []


@pytest.mark.parametrize("content", [b"", b"x", b"{}", b"\x00\xff" * 50, b'{"system": "chess"}\n', b"[" * 100_000])
def test_a_file_that_is_no_battle_is_refused_beside_its_field(client: Any, db: None, content: bytes) -> None:
    answer = client.post(BRING, {"file": SimpleUploadedFile("x.battle", content)})
    assert (answer.status_code, 'class="err"' in answer.content.decode()) == (422, True)
    assert client.post(BRING, {}).status_code == 422
    assert not Battle.objects.exists()


def test_a_file_of_another_battle_of_dice_is_refused(battle: Battle, browsers: dict[str, Client]) -> None:
    play(battle, 20)
    post(browsers["a"], battle, "resign", **sent(battle, "a"))
    content = browsers["a"].get(address(battle, ".battle")).content.replace(b'"faces":[', b'"faces":[1,', 1)
    answer = browsers["a"].post(BRING, {"file": SimpleUploadedFile("x.battle", content)})
    assert answer.status_code == 422
    assert "Entry" in answer.content.decode()


def test_the_list_says_what_is_mine_awaits_me_is_public_or_over(
    alice: Any, bob: Any, browsers: dict[str, Client]
) -> None:
    names = ("open", "closed", "elsewhere", "ended")
    setup = deployed(deployment_order="a_first")
    battles = {name: begun(alice, bob, title=name.title(), setup=setup) for name in names}
    Battle.objects.filter(title="Open").update(visibility="public")
    Seat.objects.filter(battle=battles["elsewhere"]).update(user=bob)
    post(browsers["a"], battles["ended"], "resign", **sent(battles["ended"], "a"))
    side, other = "a", "b"

    def listed(who: str, whose: str) -> set[str]:
        page = text(browsers[who], "/battles/", whose=whose)
        return {name for name in names if f">{name.title()}</a>" in page}

    assert listed("a", "mine") == set(names)
    assert listed("b", "mine") == set(names)
    assert listed("member", "mine") == listed("nobody", "mine") == set()
    assert listed("nobody", "public") == listed("a", "public") == {"open"}
    assert listed("a", "over") == {"ended"}
    assert listed(side, "awaited") == {"open", "closed"}
    assert listed(other, "awaited") == {"elsewhere"}
    act(battles["closed"], side)
    while awaited(battles["closed"]) == side:
        act(battles["closed"], side)
    assert "closed" in listed(other, "awaited")
    assert "closed" not in listed(side, "awaited")
    Seat.objects.filter(battle=battles["closed"], place=other).update(computer="greedy")
    assert "closed" not in listed(other, "awaited")


def test_a_guest_is_awaited_in_the_browser_that_holds_his_seat(alice: Any, client: Any) -> None:
    client.post("/battles/quick")
    battle = Battle.objects.get()
    while awaited(battle) != "a":
        act(battle, "b", by="b")
    title = f">{battle.title}</a>"
    assert title in text(client, "/battles/", whose="awaited")
    assert title not in text(browser_of(), "/battles/", whose="awaited")
    assert title not in text(browser_of(alice), "/battles/", whose="awaited")


def test_a_member_finds_the_battles_that_await_him_on_his_first_page(
    battle: Battle, browsers: dict[str, Client]
) -> None:
    side = awaited(battle)
    link = f'href="{address(battle)}"'
    assert [link in text(browsers[who], "/") for who in (side, "b" if side == "a" else "a")] == [True, False]
    for who in ("a", "nobody"):
        assert 'action="/battles/quick"' in text(browsers[who], "/")
