"""The page for printing in a browser: what is chosen is shown at once, by mouse and by keys, and made by one button."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Complaints

pytestmark = pytest.mark.browser
WAIT = 20_000
AT = "/print/scenario/easy_napoleonics/quatre_bras/"


def test_what_is_chosen_is_shown_at_once_and_made_by_one_button(page: Any, complaints: Complaints) -> None:
    page.goto(AT)
    shown = page.locator(".print-sheets > li")
    before = shown.count()
    assert before > 2
    assert page.get_by_role("button", name="Show preview").count() == 0, "only without script"
    page.get_by_role("checkbox", name="Cheat sheet").uncheck()
    expect(shown).to_have_count(before - 1, timeout=WAIT)
    assert "kind=cheat_sheet" not in page.url
    assert "csrf" not in page.url
    assert not complaints.heard
    with page.expect_download() as made:
        page.get_by_role("button", name="Make the packet").click()
    assert made.value.suggested_filename.endswith(".zip")


def test_a_wrong_choice_has_its_sentence_beside_it_and_right_again_loses_it(page: Any) -> None:
    page.goto(AT)
    page.locator("summary", has_text="Choices of Map").click()
    page.fill("#map-step", "4")
    wrong = page.locator("#live-map-step .err")
    wrong.wait_for()
    assert "whole number from 5 to 200" in wrong.inner_text()
    page.fill("#map-step", "40")
    wrong.wait_for(state="detached")


def test_pages_are_turned_by_the_keyboard_and_the_focus_stays(page: Any) -> None:
    page.goto(f"{AT}?chosen=1&for=umpire&paper=a4&kind=map&map.size=poster&map.step=60")
    turn = page.locator("a[data-turn]").first
    held = turn.get_attribute("id")
    turn.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".print-turn .num").first).to_contain_text("2 of", timeout=WAIT)
    assert page.evaluate("document.activeElement.id") == held
    expect(page.locator(".print-sheets img").first).to_have_js_property("complete", True, timeout=WAIT)


def test_a_picture_that_fails_has_a_sentence_and_is_loaded_by_try_again(page: Any) -> None:
    page.route("**/page.png*", lambda route: route.abort())
    page.goto(f"{AT}?chosen=1&for=umpire&paper=a4&kind=result")
    fault = page.locator(".print-fault")
    expect(fault).to_contain_text("This picture could not be loaded.", timeout=WAIT)
    expect(page.locator(".print-sheets img")).to_be_hidden()
    page.unroute("**/page.png*")
    fault.get_by_role("button", name="Try again").click()
    expect(page.locator(".print-sheets img")).to_be_visible(timeout=WAIT)
    expect(fault).to_have_count(0)
    assert page.evaluate("document.querySelector('.print-sheets img').naturalWidth") > 100
    page.route("**/print/**", lambda route: route.abort(), times=1)
    page.get_by_role("checkbox", name="Briefing").check()
    expect(fault).to_contain_text("The preview could not be loaded.")
    fault.get_by_role("button", name="Try again").click()
    expect(page.locator(".print-sheets > li")).to_have_count(2, timeout=WAIT)
    expect(fault).to_have_count(0)


def test_each_box_stands_beside_the_name_of_its_sheet_with_room_below(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(AT)
    kinds = page.locator(".print-kind")
    assert kinds.count() > 10
    for index in range(kinds.count()):
        kind = kinds.nth(index)
        whole, box, hint = (kind.locator(what).first.bounding_box() for what in ("xpath=.", "input", ".hint"))
        name = kind.locator(".check span").first.bounding_box()
        assert box["y"] < name["y"] + 8
        assert whole["y"] + whole["height"] - hint["y"] - hint["height"] >= 6
