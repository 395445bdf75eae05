"""The report as page, text, PDF and in the API: the same figures, and nothing before the end."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.test import Client

from battles.models import Battle
from battles.services.access import access_of
from battles.services.battle_report import report_of
from battles.services.create.from_file import import_battle, read_file
from battles.sheets.report_content import Report
from tests.battles.pages.browser_steps import address, browser_of
from tests.battles.services.conftest import same_secrets
from tests.battles.services.steps import begun, fresh, hidden, play
from tests.sheets.pdf_text import pages
from tests.sheets.pdf_text import text as pdf_text

__all__ = ["same_secrets"]

pytestmark = pytest.mark.django_db

KEPT = Path(__file__).parents[2] / "playthroughs"
PAGES = ("/report", "/report.pdf", "/report.txt")
PAGE = 4
"""Queries of the page of a report that is made for the first time; later two fewer."""


@pytest.fixture(autouse=True)
def no_cached_reports() -> None:
    """Battles of tests that are rolled back share their numbers."""
    caches["pictures"].clear()


def imported(name: str) -> Battle:
    return import_battle(read_file((KEPT / f"{name}.battle").read_bytes()), None)


def squeezed(words: str) -> str:
    return re.sub(r"\s+", "", words)


def plain(page: str) -> str:
    """The words of a page."""
    words = re.sub(r"<[^>]+>", " ", page)
    return words.replace("&#x27;", "'").replace("&quot;", '"').replace("&amp;", "&")


def figures(content: Report) -> list[str]:
    """What every form of a report says in the same words."""
    words = [content.result, content.ended]
    for side in content.sides:
        words += [side.heading, side.words]
        words += [f"{line.expected_words} {line.result_words} {line.deviation_words}" for line in side.dice]
    words += [point.words for point in content.turning_points]
    words += [sentence for point in content.turning_points for sentence in point.sentences]
    words += [roll.words for roll in (*content.lucky, *content.unlucky)]
    return words + [line for turn in content.story for line in turn.lines]


@pytest.mark.parametrize("name", ["easy_napoleonics/points", "mini_nap/near", "mini_nap/no_units"])
def test_page_text_and_pdf_say_the_same(name: str) -> None:
    battle, client = imported(name), Client()
    content = report_of(access_of(fresh(battle), AnonymousUser()))
    page = plain(client.get(address(battle, "/report")).content.decode())
    text = client.get(address(battle, "/report.txt")).content.decode()
    for paper in ("a4", "letter"):
        answer = client.get(address(battle, "/report.pdf"), {"paper": paper})
        assert answer["Content-Type"] == "application/pdf"
        sheet = squeezed(paper_words(answer.content, content))
        for words in figures(content):
            assert squeezed(words) in squeezed(page), words
            assert squeezed(words) in squeezed(text), words
            assert squeezed(words) in sheet, words


def paper_words(data: bytes, content: Report) -> str:
    """The text of a PDF without heads and footers, so that a paragraph may go on over the end of a page."""
    head = ("Report", f"{content.title}, {content.system_title}", "continued")
    lines = [line.strip() for page in pages(data) for line in page.splitlines()]
    return "\n".join(line for line in lines if line not in head and not re.search(r"^Muster \d|page \d+ of \d+$", line))


def test_the_pdf_has_a_map_of_each_moment(alice: Any) -> None:
    battle = imported("easy_napoleonics/points")
    content = report_of(access_of(battle, alice))
    text = squeezed(pdf_text(browser_of(alice).get(address(battle, "/report.pdf")).content))
    for words in ("Start", *(point.words for point in content.turning_points), "End"):
        assert squeezed(f"{words} · {content.title}") in text


def test_the_api_gives_the_same_report(alice: Any) -> None:
    battle = imported("mini_nap/army_break")
    content = report_of(access_of(battle, alice))
    answer = browser_of(alice).get(f"/api/v1/battles/{battle.slug}/report")
    given = json.loads(answer.content)
    assert (answer.status_code, given["result"], given["turns"]) == (200, content.result, content.turns)
    assert [side["dice"][0]["expected"] for side in given["sides"]] == [side.dice[0].expected for side in content.sides]


def test_a_report_is_refused_before_the_end_and_holds_nothing(alice: Any, bob: Any, charlie: Any) -> None:
    battle = play(begun(alice, bob, setup=hidden()), 20)
    for user in (alice, bob, charlie, None):
        client = browser_of(user)
        for page in PAGES:
            answer = client.get(address(battle, page))
            assert answer.status_code == 422
            assert "when the battle is over" in answer.content.decode()
            assert "Turning points" not in answer.content.decode()
        assert client.get(f"/api/v1/battles/{battle.slug}/report").status_code == 422
        assert address(battle, "/report") not in client.get(address(battle, "/share")).content.decode()


def test_a_private_report_does_not_exist_for_others(alice: Any, bob: Any, charlie: Any) -> None:
    battle = play(begun(alice, bob, setup=hidden(), visibility="private"), 1_000)
    assert browser_of(alice).get(address(battle, "/report")).status_code == 200
    for page in (*PAGES, "/e/0.svg"):
        assert browser_of(charlie).get(address(battle, page)).status_code == 404


def test_a_report_costs_as_many_queries_for_a_long_battle_as_for_a_short_one(
    django_assert_num_queries: Any,
) -> None:
    for name in ("easy_napoleonics/draw", "mini_nap/both_break"):
        battle, client = imported(name), Client()
        with django_assert_num_queries(PAGE):
            assert client.get(address(battle, "/report")).status_code == 200
        with django_assert_num_queries(PAGE - 2):
            assert client.get(address(battle, "/report")).status_code == 200


def test_the_board_of_a_line_is_a_picture(alice: Any, bob: Any) -> None:
    battle = play(begun(alice, bob, setup=hidden()), 30)
    client = browser_of(alice)
    first, last = (client.get(address(battle, f"/e/{n}.svg")) for n in (0, 10))
    assert first["Content-Type"] == "image/svg+xml"
    assert first.content != last.content
    assert client.get(address(battle, "/e/9999.svg")).status_code == 404


def test_the_end_page_and_the_files_lead_to_the_report(alice: Any, bob: Any) -> None:
    battle = play(begun(alice, bob, setup=hidden()), 1_000)
    page = browser_of(alice).get(address(battle)).content.decode()
    assert all(words in page for words in ("Read the report", "Play again", "Watch the battle"))
    files = browser_of(alice).get(address(battle, "/share")).content.decode()
    assert all(f'href="{address(battle, each)}"' in files for each in PAGES)
