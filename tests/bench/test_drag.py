"""Dragging in Chromium with its processor slowed four times: frames keep the pace of a page at rest."""

from typing import Any

import pytest

from tests.bench.drag import START, STOP
from tests.browser.visitors import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.bench]

STEPS = 60


def test_a_drag_among_150_units_keeps_its_frames(page: Any, live: str, client: Any, alice: Any) -> None:
    """Nine frames in ten take at most twice what they take while the pointer only moves: 33 ms against 16.7."""
    from armies.services.storage import create
    from tests.armies.builders import big

    row = create(big(150), alice)
    sign_in(page.context, live, client, alice)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/a/{row.slug}/build")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    grip = page.locator("li[data-level=unit] .grip").nth(1).bounding_box()
    x, y = grip["x"] + 15, grip["y"] + 15

    def frames() -> float:
        page.evaluate(START)
        for step in range(STEPS):
            page.mouse.move(x, y + 12 * min(step, STEPS - step))
            page.wait_for_timeout(8)
        found = page.evaluate(STOP)
        return float(found[len(found) * 9 // 10])

    page.mouse.move(x, y)
    rest, drag = [], []
    for _ in range(3):
        rest.append(frames())
        page.mouse.move(x, y)
        page.mouse.down()
        drag.append(frames())
        page.mouse.up()
        if met := min(drag) <= 2 * max(min(rest), 1000 / 60):
            break
        page.wait_for_timeout(500)
    assert met, (rest, drag)
