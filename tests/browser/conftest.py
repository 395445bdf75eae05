"""What the browser tests share: an army to look at, axe, and an ear for complaints of the browser."""

import threading
from collections.abc import Callable, Iterator
from importlib import resources
from itertools import count
from pathlib import Path
from typing import Any

import pytest

RERUN = ["TimeoutError"]
"""A browser on a full machine now and then loses an event; what only waited in vain is tried once more, and told."""
AXE = (Path(__file__).parent / "vendor/axe.min.js").read_text(encoding="utf-8")
"""axe-core 4.14.1, MPL 2.0."""
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ARMY_SLUG = "quatre-bras-ney"
LOOKS = ((390, "light"), (1280, "dark"))
"""Widths and themes in which axe reads a page, in one of them for everything and in the other for its colours."""
WIDTHS = (390, 704, 992, 1280, 1600)
"""Widths in pixels at which no page may scroll sideways."""
ALIKE = 6
"""Elements of one kind side by side that are opened, and that axe reads: it takes a minute for a whole rulebook."""
OPEN = """([folds, most]) => {
  const count = new Map();
  for (const one of document.querySelectorAll(folds)) {
    count.set(one.parentNode, (count.get(one.parentNode) ?? 0) + 1);
    one.open = count.get(one.parentNode) <= most;
  }
}"""
THIN = """most => {
  for (const parent of document.querySelectorAll("main, main *")) {
    if (parent.closest("svg")) continue;
    const count = {};
    for (const child of [...parent.children]) {
      const kind = `${child.tagName} ${child.className}`;
      count[kind] = (count[kind] ?? 0) + 1;
      if (count[kind] > most && !/^H[1-6]$/.test(child.tagName)) child.remove();
    }
  }
}"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a test of this folder that waited in vain be run once more."""
    for item in items:
        if item.get_closest_marker("browser") and item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=RERUN))


class Complaints:
    """What the browser says on the console, throws, or fails to load."""

    def __init__(self, page: Any) -> None:
        self.heard: list[str] = []
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self.heard.append(f"error: {error}"))
        page.on("requestfailed", self._not_loaded)

    def _not_loaded(self, request: Any) -> None:
        """What ends because its page is left is no complaint."""
        if request.failure != "net::ERR_ABORTED":
            self.heard.append(f"not loaded: {request.url}")

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.heard.append(f"{kind}: {text}")


@pytest.fixture
def complaints(page: Any) -> Complaints:
    """The complaints of the browser since the test began."""
    return Complaints(page)


@pytest.fixture
def axe(page: Any) -> Any:
    """Runs axe on the page as it is, all of it or its colours only; one line for each violation."""

    def run(colours_only: bool = False) -> list[str]:
        page.evaluate(AXE)
        what = {"type": "rule", "values": ["color-contrast"]} if colours_only else {"type": "tag", "values": AXE_TAGS}
        options = {"runOnly": what, "preload": False, "resultTypes": ["violations"]}
        found = page.evaluate("options => axe.run(options)", options)
        return [
            f"{violation['id']}: {violation['help']}: {node['html'][:160]}: {node['failureSummary'][:300]}"
            for violation in found["violations"]
            for node in violation["nodes"]
        ]

    return run


@pytest.fixture
def army(live: str) -> Any:
    """The French left wing at Quatre Bras, with its faults, open to everybody."""
    from armies.exchange import read
    from armies.models import Visibility
    from armies.services.storage import create

    data = resources.files("armies").joinpath("data/oob/quatre-bras-1815.json").read_bytes()
    french = read(data, "quatre-bras-1815.json").armies[0]
    return create(french, slug=ARMY_SLUG, historical=True, visibility=Visibility.PUBLIC)


@pytest.fixture
def enter(chromium: Any, live: str) -> Iterator[Any]:
    """Opens a page in a browser of its own in which somebody is signed in; at the end none may have complained."""
    from django.test import Client

    opened = []

    def open_page(user: Any, **facts: Any) -> Any:
        context = chromium.new_context(base_url=live, **{"viewport": {"width": 1280, "height": 800}, **facts})
        client = Client()
        client.force_login(user)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}])
        page = context.new_page()
        opened.append((context, Complaints(page)))
        return page

    yield open_page
    heard = [complaints.heard for _, complaints in opened]
    for context, _ in opened:
        context.close()
    assert not any(heard), heard


@pytest.fixture
def worker(live: str) -> Iterator[None]:
    """Decides for computer players beside the live server."""
    from django.db import connection

    from battles.services.jobs.computer_turns import claim, decide_one

    ended = threading.Event()

    def work() -> None:
        while not ended.is_set():
            turn = claim("thread")
            if turn is None:
                ended.wait(0.02)
            else:
                decide_one(turn)
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    ended.set()
    thread.join(20)


@pytest.fixture
def faults(page: Any, complaints: Complaints, axe: Any) -> Callable[..., list[str]]:
    """List what is wrong with a page, which is loaded once and looked at in each width and in both themes.

    What ``folds`` selects is opened first, of many side by side the first few.
    """
    turns = count()

    def run(address: str, *, folds: str = "main details", height: int = 800) -> list[str]:
        page.set_viewport_size({"width": WIDTHS[0], "height": height})
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        status = page.goto(address, wait_until="load").status
        if folds:
            page.evaluate(OPEN, [folds, ALIKE])
        wrong = [f"status {status}"] if status != 200 else []
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("document.documentElement.scrollWidth")
            wrong += [f"{wide} px wide at {width} px"] if wide > width else []
        page.evaluate(THIN, ALIKE)
        whole = next(turns) % len(LOOKS)
        for number, (width, theme) in enumerate(LOOKS):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            wrong += axe(colours_only=number != whole)
        wrong += complaints.heard
        complaints.heard.clear()
        return [f"{address}: {fault}" for fault in wrong]

    return run
