"""A game on a real table kept on a phone: a small Division game from its first initiative to its end, dice tapped."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from battles.models import Scenario, TableGame
from battles.rules.mini_nap.scenario.files import open_setup, written
from battles.rules.mini_nap.state import BrigadeForce, CorpsForce, DivisionForce, Force, ForceUnit
from battles.services.tracker import entries

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


def force(name: str) -> Force:
    """Two Brigades of two battalions and a regiment."""
    foot = tuple(
        ForceUnit(name=f"{name} battalion {number}", type="line_infantry", rating="veteran", points=4)
        for number in (1, 2)
    )
    horse = (ForceUnit(name=f"{name} hussars", type="light_cavalry", rating="elite", points=4),)
    brigades = (
        BrigadeForce(name=f"{name} foot", kind="infantry", units=foot, commander=f"{name} brigadier"),
        BrigadeForce(name=f"{name} horse", kind="cavalry", units=horse, commander=f"{name} colonel"),
    )
    division = DivisionForce(name=f"{name} Division", kind="mixed", brigades=brigades, rating="good")
    return Force(
        name=name, corps=(CorpsForce(name=f"{name} Corps", nation="other", divisions=(division,), rating="good"),)
    )


@pytest.fixture
def phone(chromium: Browser, live: str) -> Any:
    """A phone upright, with a finger."""
    context = chromium.new_context(base_url=live, viewport=PHONE, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def second(chromium: Browser, live: str) -> Any:
    """The other player's."""
    context = chromium.new_context(base_url=live, viewport=PHONE, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


def scenario(owner: Any) -> Scenario:
    content = written(open_setup(force("Blue"), force("Red"), title="A brush at the ford")).decode()
    return Scenario.objects.create(
        owner=owner, visibility="public", system="mini_nap", title="A brush at the ford", content=content
    )


def button(within: Any, name: str) -> Any:
    """The first button whose name begins so; what is said to a reader alone may stand a space apart."""
    return within.get_by_role("button", name=re.compile("^" + name.replace(": ", r"\s*: "))).first


def throw(page: Page, *throws: str) -> None:
    """Tap the dice of each throw that is asked for; the last die sends them."""
    for faces in throws:
        pad = page.locator("[data-pad]")
        expect(page.locator(".slot.full")).to_have_count(0)
        with page.expect_response(re.compile("/dice")):
            for face in faces:
                pad.get_by_role("button", name=face, exact=True).tap()
        expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")


def tap(page: Page, name: str, where: str = "#hand") -> None:
    button(page.locator(where), name).tap()


def noted(page: Page, what: Any) -> None:
    """Tap what notes something, and wait until the page shows it."""
    with page.expect_response(re.compile("/note")):
        what.tap()
    expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")


def pick(page: Page, key: str, words: str) -> None:
    """Choose a fact by one tap; the page shows what follows from it."""
    with page.expect_response(re.compile("/now")):
        page.locator(f"#hand .t-chip:has([name='f.{key}'])", has_text=words).tap()
    page.wait_for_timeout(50)


def open_books(page: Page, what: str) -> None:
    """From the list of what a game of Mini-Nap may be made of."""
    page.goto("/table/new?system=mini_nap")
    button(page, f"Track this game: {what}").tap()
    expect(page.locator("#top")).to_be_visible()


def test_a_division_game_is_kept_to_its_end(phone: Page, second: Page, alice: Any) -> None:
    scenario(alice)
    open_books(phone, "A brush at the ford")
    expect(phone.locator("#top")).to_contain_text("A new Turn")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390

    tap(phone, "Type our roll")
    expect(phone.locator("#d-h")).to_have_text("Blue rolls for the initiative")
    throw(phone, "66", "11")
    expect(phone.locator("#top")).to_contain_text("Blue has the initiative")
    tap(phone, "Blue foot: Choose this Brigade")
    expect(phone.locator(".t-group.acting")).to_contain_text("Blue battalion 1")

    tap(phone, "Next phase: firing")
    phone.locator(".acting").get_by_role("link", name=re.compile("^Fire.*Blue battalion 1")).tap()
    pick(phone, "target", "Red battalion 1")
    expect(phone.locator("#hand")).to_contain_text("69 %")
    phone.reload()
    expect(phone.locator("#hand")).to_contain_text("69 %")
    tap(phone, "Type our roll")
    throw(phone, "66")
    expect(phone.locator("#hand .t-last")).to_contain_text("Red battalion 1 has 2 strength points left")
    phone.locator("#hand").get_by_role("link", name="Red battalion 1: return fire").tap()
    expect(phone.locator("#hand")).to_contain_text("Red battalion 1 at Blue battalion 1")
    phone.go_back()
    expect(phone.locator("#hand .t-last")).to_be_visible()

    phone.goto(phone.url.split("?")[0] + "/share")
    second.goto(phone.locator("#link").input_value())
    second.get_by_role("button", name="Track the game").tap()
    expect(second.locator("#log")).to_contain_text("Red battalion 1 has 2 strength points left")
    phone.go_back()

    tap(phone, "Next phase: hand to hand")
    phone.locator(".acting").get_by_role("link", name=re.compile("^Fight.*Blue battalion 2")).tap()
    pick(phone, "enemy", "Red battalion 1")
    expect(phone.locator("#hand")).to_contain_text("Blue battalion 2 destroys it")
    tap(phone, "Type our roll")
    tap(phone, "Type the faces")
    phone.locator("#faces").fill("6111 11 6")
    tap(phone, "Use these faces")
    expect(phone.locator("#hand .err")).to_contain_text("You typed 7 dice, 1 too many.")
    phone.locator("#faces").fill("6111 11")
    tap(phone, "Use these faces")
    expect(phone.locator("#log")).to_contain_text("Red battalion 1 is destroyed")
    expect(second.locator("#top")).to_contain_text(
        "1 of 3 units lost", timeout=1900
    )  # sooner than by asking now and then

    second.locator(".t-group summary", has_text="Red foot").tap()
    for left in (3, 2, 1):
        button(second, "Hit: Red battalion 2").tap()
        if left > 1:
            expect(second.locator("#rows")).to_contain_text(f"{left} of 4")
    expect(second.locator("#top")).to_contain_text("broken")
    expect(phone.locator("#top")).to_contain_text("broken", timeout=8000)

    for _ in range(9):
        if phone.locator("#top").get_by_text("won").count():
            break
        choice = phone.locator(".t-choose button")
        noted(phone, choice.first if choice.count() else button(phone.locator("#hand"), "End (it|this)"))
    expect(phone.locator("#top")).to_contain_text("Blue won")
    expect(second.locator("#top")).to_contain_text("Blue won", timeout=8000)
    phone.reload()
    expect(phone.locator("#hand")).to_contain_text("more units than allowed")
    assert entries.verify(TableGame.objects.get()) == []


def test_targets_are_large_and_nothing_is_wrong_for_a_reader(page: Page, axe: Any, complaints: Any, alice: Any) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/table/new?system=mini_nap")
    button(page, "Track this game: Two sample").click()
    button(page, "Rate the commanders").click()
    button(page, "Roll for the initiative").click()
    page.locator(".t-choose button").first.click()
    expect(page.locator(".t-group.acting")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 2600})  # nothing lies under what sticks to the foot
    assert axe() == []
    small = page.evaluate(
        "() => [...document.querySelectorAll('#table button, #table a.btn, #table a.nm, #table summary, .t-chip')]"
        ".filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)"
    )
    assert [each for each in small if "fold" not in each] == []
    page.locator("#rows .t-unit a.nm").nth(1).click()
    expect(page.locator("#u-h")).to_be_visible()
    assert axe() == []
    page.locator("#hand").get_by_role("link", name="Fire", exact=True).click()
    page.locator("#hand .t-fact[open] .t-chip").first.click()
    expect(page.locator("#hand .odds").first).to_be_visible()
    assert axe() == []
    page.go_back()
    expect(page.locator("#hand .t-last")).to_be_visible()
    assert complaints.heard == []
