"""Which of several blocks of an open table is meant, in Chromium: a commander's disc over a part of his unit."""

from typing import Any

import pytest

from tests.battles.board.boards import base, open_ground, plain_scene
from tests.browser.boards import heard, pixel, show, view_box

pytestmark = pytest.mark.browser


@pytest.fixture
def attached(page: Any) -> Any:
    """A battalion with its commander's disc at its rear, seen on a phone with all of the table."""
    page.set_viewport_size({"width": 390, "height": 700})
    disc = base("stand 0", (600, 410), (25, 25), shape="leader", sign="leader_brigade", label="Morand")
    show(page, open_ground(), plain_scene(base("unit 0", (600, 400), (50, 20)), disc))
    page.evaluate("() => window.board.look('whole')")
    view_box(page)
    return page


def chosen(page: Any) -> list[dict[str, str]]:
    return [said for name, said in heard(page) if name == "unit"]


def test_the_unit_under_a_disc_and_the_disc_are_each_meant_by_their_own_middle(attached: Any) -> None:
    attached.mouse.click(*pixel(attached, 590, 399))
    assert [said["key"] for said in chosen(attached)] == ["unit 0"]
    attached.wait_for_timeout(50)
    attached.mouse.click(*pixel(attached, 300, 300))
    attached.mouse.click(*pixel(attached, 600, 412))
    assert [said["key"] for said in chosen(attached)] == ["stand 0"]


def test_the_same_place_again_means_the_next_and_says_so_before(attached: Any) -> None:
    for _ in range(2):
        attached.mouse.click(*pixel(attached, 600, 407))
    first, second = chosen(attached)
    assert {first["key"], second["key"]} == {"unit 0", "stand 0"}
    assert (first.get("next"), second.get("next")) == (second["key"], None)


def test_whom_one_may_act_against_is_meant_before_his_commander(attached: Any) -> None:
    attached.evaluate("() => window.board.mark({ targets: ['unit 0'] })")
    attached.mouse.click(*pixel(attached, 600, 412))
    assert [said["key"] for said in chosen(attached)] == ["unit 0"]


def test_keys_choose_what_stands_where_they_have_led(attached: Any) -> None:
    attached.evaluate("() => window.board.focus('at 600 396')")
    attached.keyboard.press("Enter")
    assert [said["key"] for said in chosen(attached)] == ["unit 0"]
    attached.evaluate("() => window.board.focus('at 600 396')")
    attached.keyboard.press("Enter")
    assert heard(attached)[-1] == ["area", {"area": "at 600 396"}], "A unit that is chosen is led to the ground there."
