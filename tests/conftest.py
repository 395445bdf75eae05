"""What every test may ask for: the cast, a live server and a browser."""

import asyncio
import gc
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from ctypes.util import find_library
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from campaign.project.bootstrap import GARBAGE

pytest_plugins = ["tests.cast", "tests.databases", "tests.memory"]

# Python looks for garbage after every 700 new objects, which takes the longer the more tests there are to look through.
gc.set_threshold(*GARBAGE)

# How long an example takes says how busy the machine is, and nothing of the code.
hypothesis.settings.register_profile("muster", deadline=None)
hypothesis.settings.load_profile("muster")

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
"""Whichever is there first: the shell is the same browser without windows, and takes half the time for a page."""
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CHROMIUM_MISSING = "Chromium is missing, or libatomic1 that its driver needs"


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--database-only`` leaves out what no database has a part in."""
    parser.addoption("--database-only", action="store_true", help="run only tests that touch the database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what is long; skip what needs a browser that is not there; heed ``--database-only``."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if config.getoption("--database-only"):
        chosen = [item for item in items if touches_database(item)]
        config.hook.pytest_deselected(items=[item for item in items if not touches_database(item)])
        items[:] = chosen
    if CHROMIUM and (sys.platform != "linux" or find_library("atomic")):
        return
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=CHROMIUM_MISSING))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Hide the loop that Playwright keeps running in this thread from tests that use no browser.

    Django refuses to answer synchronously where a loop runs, and whatever is asynchronous makes its own.
    """
    kept = None if item.get_closest_marker("browser") else asyncio._get_running_loop()
    if kept is None:
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(kept if kept.is_running() else None)


def touches_database(item: pytest.Item) -> bool:
    """Whether a test reads or writes the database."""
    wanted = {"db", "transactional_db", "live"} & set(getattr(item, "fixturenames", ()))
    return bool(wanted) or item.get_closest_marker("django_db") is not None


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say in one line how many browser tests were skipped and what would run them."""
    skipped = [
        report for report in terminalreporter.stats.get("skipped", []) if CHROMIUM_MISSING in report.longreprtext
    ]
    if skipped:
        terminalreporter.write_line(
            f"{len(skipped)} browser tests skipped: {CHROMIUM_MISSING} (apt install chromium libatomic1)."
        )


@pytest.fixture(scope="session", autouse=True)
def garbage_seldom_looked_for() -> None:
    """Never look for garbage among what was there when the tests were found: it all stays to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def assets() -> Path:
    """The static files, collected and compressed as `serve` does it; the folder that holds them."""
    from campaign.project.assets import prepare_assets

    return prepare_assets()


@pytest.fixture(scope="session", autouse=True)
def _assets_listed_once() -> Iterator[None]:
    """Every client of a test has middleware of its own, which lists the static files: here once in a process.

    A folder of them is named for its content and never changes.
    """
    from whitenoise.base import WhiteNoise

    look = WhiteNoise.update_files_dictionary
    listed: dict[tuple[str, str], dict[str, Any]] = {}

    def update(self: Any, root: str, prefix: str) -> None:
        if (root, prefix) not in listed:
            look(self, root, prefix)
            listed[root, prefix] = dict(self.files)
        self.files.update(listed[root, prefix])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoise, "update_files_dictionary", update)
        yield


@pytest.fixture(autouse=True)
def _counted_anew() -> None:
    """No test is refused for what others asked before: requests and tries are counted in the cache."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture
def many_requests(settings: Any) -> None:
    """For a test that asks more than a person would: nobody is refused for the number of their requests."""
    settings.MUSTER_RATES = dict.fromkeys(settings.MUSTER_RATES, 1_000_000)


@pytest.fixture
def live(transactional_db: None, settings: Any, assets: Path) -> Iterator[str]:
    """The address of a real server (uvicorn in a thread) on the test database, without a slash at the end."""
    import uvicorn
    from django.core.asgi import get_asgi_application

    from campaign.project.admission import Lane, admitted
    from campaign.project.server import Crew, Server

    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
    lane = Lane("live", threads=6, room=1000, patience=60)  # of its own, as the loop is
    application: Any = admitted(get_asgi_application(), lambda _: lane)
    config = uvicorn.Config(application, host="127.0.0.1", port=0, log_level="warning", timeout_graceful_shutdown=1)
    server = Server(config, Crew(0))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started:
        assert thread.is_alive(), "the live server did not start"
        assert time.monotonic() < deadline, "the live server did not start in time"
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One Chromium for the whole run; mark the test `browser`, so that it is skipped where there is none."""
    from playwright.sync_api import sync_playwright

    # Playwright's synchronous interface keeps an event loop in this thread, where Django would refuse queries.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
            yield browser
            browser.close()
    finally:
        if before is None:
            del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def page(chromium: Any, live: str) -> Iterator[Any]:
    """A fresh browser page of 1280 x 800, whose relative addresses lead to the live server."""
    context = chromium.new_context(base_url=live, viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()
