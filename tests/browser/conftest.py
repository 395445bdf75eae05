"""What the browser tests share: an army to look at, axe, and an ear for complaints of the browser."""

from importlib import resources
from pathlib import Path
from typing import Any

import pytest

AXE = (Path(__file__).parent / "vendor/axe.min.js").read_text(encoding="utf-8")
"""axe-core 4.14.1, MPL 2.0."""
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ARMY_SLUG = "quatre-bras-ney"


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
