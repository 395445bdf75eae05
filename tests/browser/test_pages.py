"""What every page does: names that break, a missing page, themes, paper, symbols, large armies."""

from typing import Any

import pytest

from tests.armies.builders import big
from tests.browser.conftest import ARMY_SLUG

pytestmark = pytest.mark.browser

LONG = "W" * 120


def test_names_without_a_space_break_before_they_widen_a_page(page: Any, live: str, alice: Any, client: Any) -> None:
    from armies.models import Army
    from armies.services.storage import create
    from battles.engine.armies import facts

    alice.first_name = LONG[:60]
    alice.save()
    unit = facts.Unit(name=LONG, commander=LONG, note=LONG, type="line_infantry", quality="veteran", men=430)
    brigade = facts.Brigade(name=LONG, kind="infantry", commander=LONG, note=LONG, children=(unit,))
    division = facts.Division(name=LONG, kind="infantry", commander=LONG, note=LONG, children=(brigade,))
    corps = facts.Corps(name=LONG, commander=LONG, note=LONG, children=(division,))
    long = facts.Army(name=LONG, nation="FR", commander=LONG, battle=LONG, place=LONG, children=(corps,))
    create(long, alice)
    row = Army.objects.get()
    client.force_login(alice)
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}])
    army, first = f"/a/{row.slug}", row.elements.get(level="corps").pk
    pages = ["", "?system=easy_napoleonics", "?system=recorded", "/share", "/figures", "/edit", "/delete"]
    pages.append("/house-rules")
    addresses = [f"{army}{end}" for end in (*pages, "/options/mini_nap", f"/element/{first}", f"/rate/{first}")]
    others = ["/profile/", f"/armies/?whose=mine&q={LONG}", f"/print/army/{row.slug}/", "/print/setups/"]
    for address in ["/", *others, *addresses]:
        page.goto(address)
        for width in (390, 640, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)


def test_a_missing_page_is_sound(page: Any, axe: Any) -> None:
    page.goto("/no/such/page")
    assert page.get_by_role("heading", level=1).inner_text() == "Page not found"
    assert axe() == []


def test_the_theme_of_the_device_is_followed(page: Any, live: str) -> None:
    def ground(theme: str) -> str:
        page.emulate_media(color_scheme=theme)
        page.goto("/")
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    assert ground("light") == "rgb(243, 236, 220)"
    assert ground("dark") == "rgb(23, 20, 18)"


def test_a_chosen_theme_is_remembered_on_the_device(page: Any, live: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/style")
    page.get_by_role("button", name="Lamplight").click()
    page.goto("/")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 20, 18)"
    page.goto("/style")
    assert page.get_by_role("button", name="Lamplight").get_attribute("aria-pressed") == "true"


def test_paper_is_white_whatever_the_theme(page: Any, army: Any) -> None:
    page.emulate_media(color_scheme="dark", media="print")
    page.goto(f"/a/{ARMY_SLUG}")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert not page.locator(".mast").is_visible()


def test_symbols_are_drawn_in_the_nations_colours(page: Any, live: str) -> None:
    page.goto("/style")
    fill = page.locator(".sym.n-fr.side-a").first.evaluate("e => getComputedStyle(e).getPropertyValue('--sf').trim()")
    assert fill == "#24498f"


def test_a_division_of_a_large_army_opens_in_place(page: Any, live: str, settings: Any) -> None:
    from armies.services.storage import create

    settings.MUSTER_WHOLE_ARMY = 10
    row = create(big(60))
    page.goto(f"/a/{row.slug}")
    assert page.locator("tr.u").count() == 0
    before, division = page.url, page.locator("details.div").first
    with page.expect_response(lambda answer: "part=branch" in answer.url):
        division.locator("summary").first.click()
    division.locator("tr.u").first.wait_for()
    assert division.locator("tr.u").count() == page.locator("tr.u").count() > 0
    assert division.locator("a[data-branch]").count() == 0
    assert page.url == before
