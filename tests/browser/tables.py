"""Blocks of an open table: where they stand and how they are pointed at."""

from typing import Any

from tests.browser.boards import pixel


def touch(page: Any, what: Any) -> None:
    what.tap() if page.viewport_size["width"] < 500 else what.click()


def shown(page: Any) -> bool:
    """Points for the first unit that may act at a place that is marked for it; whether there was one."""
    links = page.locator("#panel .choices a[href*='unit=unit']:visible")
    if not links.count():
        return False
    touch(page, links.first)
    page.locator("[data-marks]:not([data-unit=''])").wait_for(state="attached")
    spots = [spot for spot in page.locator("[data-marks]").get_attribute("data-areas").split("|") if spot]
    x, y = (int(part) for part in spots[len(spots) // 2].split()[1:])
    page.evaluate("([x, y]) => window.board.view.centre(x, y)", [x, y])
    page.locator("[data-board]").evaluate("board => board.scrollIntoView({ block: 'start', behavior: 'instant' })")
    spot = pixel(page, x, y)
    page.touchscreen.tap(*spot) if page.viewport_size["width"] < 500 else page.mouse.click(*spot)
    page.locator("[data-placing]").wait_for()
    return True


def pointed(page: Any) -> bool:
    """Leads the first unit that may act to a place that is marked for it, by pointing; whether there was one."""
    if not shown(page):
        return False
    touch(page, page.locator("[data-place=do]"))
    return True


def left(page: Any) -> None:
    """Leaves the step to the computer."""
    fold = page.locator("#panel details", has_text="Help from the computer")
    if fold.get_attribute("open") is None:
        touch(page, fold.locator("summary"))
    touch(page, page.get_by_role("button", name="Let the computer do “"))
