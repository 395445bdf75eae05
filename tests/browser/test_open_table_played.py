"""A battle on an open table, played in the browser: pointed at anywhere, dragged, led by keys, reaches and refusals."""

import re
from typing import Any

import pytest
from django.templatetags.static import static

from tests.browser.boards import middle, pixel, take_hold
from tests.browser.conftest import AXE, AXE_TAGS
from tests.browser.visitors import PHONE

pytestmark = pytest.mark.browser


@pytest.fixture
def manoeuvring(
    request: pytest.FixtureRequest, live: str, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> tuple[Any, str]:
    """A battle, always the same, in which a side moves units over an open table, and the side.

    A test may ask for another kind of action that is to be chosen. Only where they deploy do units begin beside it.
    """
    from battles.engine import registry
    from battles.services.create import battle_start
    from battles.services.create.battle_start import NewBattle, Sitting, start
    from tests.battles.services.steps import play_until

    monkeypatch.setattr(battle_start, "new_secret", lambda: bytes(32))
    system = registry.load("mini_nap")
    sittings = (Sitting(place="a", user=alice), Sitting(place="b", user=bob))
    kind = getattr(request, "param", "advance")
    setup = system.scenarios.load("division_meeting" if kind == "deploy" else "gemioncourt")
    battle = start(NewBattle(system=system, setup=setup, title="The field", owner=alice, sittings=sittings))
    return battle, play_until(battle, kind)


@pytest.fixture
def enter(enter: Any, manoeuvring: tuple[Any, str], alice: Any, bob: Any) -> Any:
    """Opens the battle as the player who moves."""
    battle, side = manoeuvring

    def open_page(**facts: Any) -> Any:
        page = enter({"a": alice, "b": bob}[side], **{"viewport": {"width": 1280, "height": 900}, **facts})
        page.goto(f"/b/{battle.slug}")
        page.get_by_text("Live", exact=True).wait_for()
        page.locator("[data-board]").evaluate("board => board.scrollIntoView({ block: 'start' })")
        take_hold(page)
        return page

    return open_page


def mover(page: Any, kind: str = "advance") -> str:
    """A unit that is picked on the board and may do an action of a kind."""
    keys = page.locator("[data-marks]").get_attribute("data-movable").split("|")
    for key in (key for key in keys if page.locator(f".block[data-key='{key}']").count()):
        pick(page, key)
        if page.locator(f"#panel a[href*='kind={kind}']").count():
            return key
    raise AssertionError(f"Nobody may {kind}.")


def pick(page: Any, key: str) -> None:
    page.evaluate("key => window.board.centre(key)", key)
    press(page, *middle(page, key))
    page.locator(f"[data-marks][data-unit='{key}']").wait_for(state="attached")


def press(page: Any, x: float, y: float) -> None:
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def stands(page: Any, key: str) -> tuple[float, float, float]:
    """Where a unit stands and how it is turned."""
    one = page.locator(f"#scene .block[data-key='{key}']")
    x, y = re.findall(r"-?[\d.]+", one.get_attribute("transform"))
    return float(x), float(y), float(one.get_attribute("data-turn"))


def ghost(page: Any) -> tuple[float, float, float]:
    one = page.locator(".ghosts .ghost").last
    x, y = re.findall(r"-?[\d.]+", one.get_attribute("transform"))
    turn = re.findall(r"[\d.]+", one.locator(".k").get_attribute("transform"))
    return float(x), float(y), float(turn[0]) * 10


def ahead(page: Any, key: str, by: float) -> tuple[float, float]:
    """A place so many millimetres before the middle of a unit."""
    place = page.evaluate(
        "([key, by]) => { const { x, y } = window.board.place(key);"
        " const turn = Number(window.board.block(key).dataset.turn) * Math.PI / 1800;"
        " return [x + by * Math.sin(turn), y - by * Math.cos(turn)]; }",
        [key, by],
    )
    return float(place[0]), float(place[1])


def done(page: Any, key: str) -> None:
    """Send what the bar says, and see the unit stand as its ghost did."""
    shown, line = ghost(page), int(page.locator("#play").get_attribute("data-n"))
    page.locator("[data-place=do]").press("Enter")
    page.wait_for_function("n => Number(document.getElementById('play').dataset.n) > n", arg=line)
    assert stands(page, key) == pytest.approx(shown, abs=1)


def test_a_tap_on_open_ground_gets_the_nearest_that_is_legal(enter: Any, manoeuvring: tuple[Any, str]) -> None:
    from battles.services.play.verification import verify
    from tests.battles.services.steps import fresh

    page = enter()
    key = mover(page)
    place = ahead(page, key, 37)
    press(page, *pixel(page, *place))
    page.locator("[data-placing]").wait_for()
    assert ghost(page)[:2] == pytest.approx(place, abs=14)
    assert page.locator("#panel button.choice").count() >= 1
    done(page, key)
    assert verify(fresh(manoeuvring[0])) == []


def test_a_unit_is_dragged_and_falls_where_it_is_let_go(enter: Any) -> None:
    page = enter()
    key = mover(page)
    place = ahead(page, key, 44)
    page.mouse.move(*middle(page, key))
    page.mouse.down()
    page.mouse.move(*pixel(page, *place), steps=6)
    assert page.locator(".ghost").count() >= 1
    page.mouse.up()
    page.locator("[data-placing]").wait_for()
    assert ghost(page)[:2] == pytest.approx(place, abs=14)
    assert page.locator(".block.ghost:not(.ghosts *)").count() == 0
    done(page, key)


def test_the_ring_turns_a_unit_where_it_stands(enter: Any) -> None:
    page = enter()
    key = mover(page, "turn")
    before = stands(page, key)
    page.locator("#panel a[href*='kind=turn']").click()
    page.locator("button.choice[data-pose]").first.wait_for()
    row = page.locator("button.choice[data-pose]").nth(1)
    row.hover()
    assert ghost(page)[:2] == pytest.approx(before[:2], abs=1)
    assert ghost(page)[2] != before[2]


def test_a_list_of_many_ways_is_grouped_by_kind(enter: Any) -> None:
    page = enter(**PHONE)
    mover(page)
    groups = page.locator("#panel .choices a[href*='kind=']")
    assert 1 <= groups.count() <= 12
    count = int(page.locator("#panel a[href*='kind=advance'] .count").inner_text().split()[0])
    page.locator("#panel a[href*='kind=advance']").tap()
    page.locator("#panel button.choice").first.wait_for()
    assert page.locator("#panel button.choice").count() == count
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_keys_lead_a_unit_to_a_spot(enter: Any) -> None:
    page = enter(reduced_motion="reduce")
    key = mover(page)
    x, y = ahead(page, key, 41)
    page.evaluate("spot => window.board.focus(spot)", f"at {round(x)} {round(y)}")
    page.keyboard.press("Enter")
    page.locator("[data-place=do]:focus").wait_for()
    assert ghost(page)[:2] == pytest.approx((x, y), abs=14)
    page.keyboard.press("Escape")
    page.locator("[data-placing]").wait_for(state="hidden")
    page.evaluate("spot => window.board.focus(spot)", f"at {round(x)} {round(y)}")
    page.keyboard.press("Enter")
    page.locator("[data-place=do]:focus").wait_for()
    done(page, key)


def test_reaches_are_shown_said_and_hidden_by_a_key(enter: Any) -> None:
    page = enter()
    key = mover(page)
    page.evaluate("key => window.board.focus(key)", key)
    page.keyboard.press("r")
    page.locator("#reaches .reach").first.wait_for(state="attached")
    named = page.locator("#reaches text").all_inner_texts()
    said = page.locator("#panel .reaches li").all_inner_texts()
    assert len(named) == len(said) == page.locator("#reaches .reach").count()
    assert page.evaluate("document.activeElement.dataset.key") == key
    assert page.locator("[data-board-says]").text_content().startswith(said[0].strip()[:20])
    page.keyboard.press("r")
    page.wait_for_function("() => !document.querySelector('#reaches .reach')")
    page.get_by_role("button", name="Show ranges").click()
    page.locator("#reaches .reach").first.wait_for(state="attached")


def test_without_script_reaches_are_had_too(enter: Any, manoeuvring: tuple[Any, str]) -> None:
    page = enter()
    key = mover(page)
    plain = page.request.get(
        f"/b/{manoeuvring[0].slug}?unit={key.replace(' ', '%20')}&reach=1", headers={"Accept": "text/html"}
    )
    text = plain.text()
    assert '<g id="reaches"><path class="reach' in text
    assert "Hide ranges" in text


def test_what_may_not_be_done_is_said_and_crossed_out_at_the_spot(enter: Any) -> None:
    page = enter()
    key = mover(page)
    press(page, *pixel(page, *ahead(page, key, 37)))
    page.locator("[data-placing]").wait_for()
    done(page, key)
    pick(page, key)
    press(page, *pixel(page, *ahead(page, key, 37)))
    page.locator("[data-marks][data-refused^='at ']").wait_for(state="attached")
    assert page.get_by_role("heading", name="Not allowed").is_visible()
    assert page.locator("#marks .no").count() == 1
    note, frame = page.locator(".board-note"), page.locator("[data-board-frame]").bounding_box()
    assert note.inner_text() == page.locator("#panel [data-why]").first.inner_text()
    assert note.locator("a.rule-id").count() >= 1
    box = note.bounding_box()
    assert frame["y"] <= box["y"]
    assert box["y"] + box["height"] <= frame["y"] + frame["height"]
    page.keyboard.press("Escape")
    assert not note.is_visible()
    assert re.search(r"MNT?-[A-Z]+-\d\d", page.locator("#panel .choices li").first.inner_text())


@pytest.mark.parametrize("manoeuvring", ["deploy"], indirect=True)
def test_a_unit_beside_the_table_is_dragged_on_to_it(enter: Any) -> None:
    page = enter()
    may = page.locator("[data-marks]").get_attribute("data-movable").split("|")
    key = next(key for key in may if page.locator(f"[data-board-off] [data-key='{key}']").count())
    page.locator(f"[data-board-off] [data-key='{key}']").click()
    page.locator(f"[data-marks][data-unit='{key}']").wait_for(state="attached")
    spot = page.locator("[data-marks]").get_attribute("data-areas").split("|")[0]
    x, y = (int(part) for part in spot.split()[1:])
    page.locator(f"[data-board-off] [data-key='{key}']").hover()
    page.mouse.down()
    page.mouse.move(*pixel(page, x + 35, y), steps=6)
    assert page.locator(".ghost").count() >= 1
    page.mouse.up()
    page.get_by_role("button", name="Deploy here").wait_for()
    assert ghost(page)[:2] == pytest.approx((x + 35, y), abs=60)
    done(page, key)


def test_nothing_is_wrong_with_the_table_by_axe(enter: Any) -> None:
    page = enter()
    key = mover(page)
    press(page, *pixel(page, *ahead(page, key, 37)))
    page.locator("[data-placing]").wait_for()
    page.get_by_role("button", name="Show ranges").click()
    page.locator("#reaches .reach").first.wait_for(state="attached")
    page.evaluate(AXE)
    options = {"runOnly": {"type": "tag", "values": AXE_TAGS}, "preload": False, "resultTypes": ["violations"]}
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found = page.evaluate("options => axe.run({ exclude: ['#scene', '#ground'] }, options)", options)
        assert [(one["id"], [node["html"][:300] for node in one["nodes"][:3]]) for one in found["violations"]] == []


def test_a_phone_is_shown_who_may_act_where_it_looks_elsewhere(enter: Any) -> None:
    page = enter(**PHONE)
    keys = page.locator("[data-marks]").get_attribute("data-targets").split("|")
    far = page.evaluate(
        "(keys) => { const { view } = window.board, mine = keys.map((key) => window.board.place(key)).filter(Boolean);"
        " view.scale = 2; const y = mine.some((one) => one.y < view.ground.height / 2) ? view.ground.height : 0;"
        " view.centre(0, y); return mine.length; }",
        keys,
    )
    assert far
    seen = (
        "(keys) => { const { x, y, size, scale } = window.board.view; return keys.filter((key) => {"
        " const one = window.board.place(key); return one && one.x > x && one.y > y && one.x < x + size.width / scale"
        " && one.y < y + size.height / scale; }).length; }"
    )
    assert page.evaluate(seen, keys) == 0
    page.evaluate(
        "async (module) => (await import(module)).showActors(window.board, document.getElementById('panel'), true)",
        static("battles/js/visibility.js"),
    )
    assert page.evaluate(seen, [key for key in keys if key.startswith("unit")]) > 0
