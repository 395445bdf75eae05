"""`follow` in a browser: news by stream, by asking where no stream comes through, and after a time without network."""

from typing import Any

import pytest
from django.conf import settings as configured
from django.test import Client

from battles.services.live.hub import hub
from tests.battles.live.listener import battle_of, tell

pytestmark = pytest.mark.browser

FOLLOW = """async ([script, address, viewer]) => {
  const { follow } = await import(script);
  window.said = { n: -1, news: 0, modes: [], reloads: 0 };
  window.stop = follow({
    stream: `${address}/live`,
    poll: `${address}/since`,
    viewer,
    after: () => said.n,
    onNews: () => (said.news += 1),
    onReload: () => (said.reloads += 1),
    onMode: (mode) => said.modes.push(mode),
  });
}"""

TURN = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def followed(page: Any, alice: Any) -> Any:
    """A battle whose side a Alice's browser follows from the first line on."""
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(alice)
    page.goto("/")
    page.context.add_cookies(
        [{"name": "sessionid", "value": browser.cookies["sessionid"].value, "url": page.url, "httpOnly": True}]
    )
    return battle_of(alice)


def follow(page: Any, battle: Any, viewer: str = "a") -> None:
    script = f"{configured.STATIC_URL}campaign/js/live.js"
    page.evaluate(FOLLOW, [script, f"/b/{battle.slug}", viewer])


def comes(page: Any, condition: str) -> None:
    page.wait_for_function(f"() => {condition}", timeout=60_000)


def test_news_come_by_the_stream_and_those_of_others_do_not(page: Any, followed: Any) -> None:
    tell(followed, "a")
    follow(page, followed)
    comes(page, "said.news === 1")
    page.evaluate("said.n = 0")
    tell(followed, "b")
    tell(followed, "a")
    comes(page, "said.news === 2")
    assert page.evaluate("said.modes") == ["live"]


def test_what_the_page_shows_already_is_no_news(page: Any, followed: Any) -> None:
    follow(page, followed)
    comes(page, "said.modes.at(-1) === 'live'")
    page.evaluate("said.n = 0")
    tell(followed, "a")
    tell(followed, "a")
    comes(page, "said.news === 1")


def test_where_no_stream_comes_through_it_asks_and_takes_up_the_stream_when_it_can(page: Any, followed: Any) -> None:
    page.route("**/live?*", lambda route: route.abort())
    follow(page, followed)
    comes(page, "said.modes.at(-1) === 'polling'")
    tell(followed, "a")
    comes(page, "said.news > 0")
    page.evaluate("said.n = said.news = 0")
    page.unroute("**/live?*")
    comes(page, "said.modes.at(-1) === 'live'")
    tell(followed, "a")
    comes(page, "said.news > 0")


def test_a_lost_network_is_said_and_what_was_missed_comes_on_return(page: Any, followed: Any) -> None:
    page.route("**/b/**", lambda route: route.abort())
    follow(page, followed)
    comes(page, "said.modes.at(-1) === 'offline'")
    tell(followed, "a")
    tell(followed, "a")
    page.unroute("**/b/**")
    page.evaluate("dispatchEvent(new Event('online'))")
    comes(page, "said.modes.at(-1) === 'live' && said.news > 0")


def test_out_of_sight_it_keeps_no_stream_and_catches_up_on_return(page: Any, followed: Any) -> None:
    follow(page, followed)
    comes(page, "said.modes.at(-1) === 'live'")
    page.evaluate(TURN, True)
    for _ in range(1200):
        if len(hub) == 0:
            break
        page.wait_for_timeout(50)
    assert len(hub) == 0
    tell(followed, "a")
    page.evaluate(TURN, False)
    comes(page, "said.news > 0")


def test_one_who_is_another_viewer_now_loads_the_page_again(page: Any, followed: Any) -> None:
    follow(page, followed, viewer="public")
    comes(page, "said.reloads === 1")
    comes(page, "said.modes.length === 1")
    assert page.evaluate("said.news") == 0


def test_one_who_may_not_read_it_is_told_so_and_asks_no_more(page: Any, followed: Any) -> None:
    followed.delete()
    follow(page, followed)
    comes(page, "said.modes.at(-1) === 'gone'")


def test_a_page_that_is_refused_a_stream_asks_now_and_then_and_does_not_hammer(
    page: Any, followed: Any, settings: Any
) -> None:
    settings.MUSTER_STREAMS_PER_USER = 0
    streams, questions = [], []
    page.on("request", lambda request: streams.append(1) if "/live?" in request.url else None)
    page.on("request", lambda request: questions.append(1) if "/since/" in request.url else None)
    follow(page, followed)
    comes(page, "said.modes.at(-1) === 'polling'")
    tell(followed, "a")
    comes(page, "said.news > 0")
    page.wait_for_timeout(4000)
    assert len(streams) == 1
    assert len(questions) <= 5
