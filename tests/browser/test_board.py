"""A board in Chromium: moved about in, pointed at, dragged on and led through by keys."""

from typing import Any

import pytest

from battles.engine.picture import Ground, Scene
from battles.pages.board.scene import Marked
from battles.pages.board.svg import moved
from tests.battles.board.boards import block, plain_ground, plain_scene, scenario
from tests.browser.boards import heard, middle, show, view_box

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def village(page: Any) -> tuple[Ground, Scene]:
    """The village, where every unit stands from the start."""
    found = scenario("village")
    show(page, *found)
    return found


def test_the_whole_board_is_seen_at_first_on_a_wide_screen(page: Any, village: tuple[Ground, Scene]) -> None:
    x, y, wide, high = view_box(page)
    assert x <= 0
    assert y <= 0
    assert wide >= village[0].width
    assert high >= village[0].height


def test_a_wheel_keeps_the_ground_under_the_pointer(page: Any, village: tuple[Ground, Scene]) -> None:
    before = middle(page, "unit 3")
    page.mouse.move(*before)
    page.mouse.wheel(0, -600)
    page.wait_for_function("() => window.board.view.scale > 2")
    assert middle(page, "unit 3") == pytest.approx(before, abs=2)
    page.mouse.wheel(0, -9000)
    page.wait_for_function("() => window.board.view.scale === 3.2")
    page.mouse.wheel(0, 9000)
    page.wait_for_function("() => window.board.view.scale === window.board.view.least")


def test_a_drag_moves_the_ground_and_chooses_nothing(page: Any, village: tuple[Ground, Scene]) -> None:
    page.evaluate("() => window.board.look('in')")
    page.evaluate("() => window.board.look('in')")
    from_x, from_y = middle(page, "unit 3")
    page.mouse.move(from_x, from_y)
    page.mouse.down()
    page.mouse.move(from_x - 60, from_y - 30, steps=4)
    page.mouse.up()
    assert middle(page, "unit 3") == pytest.approx((from_x - 60, from_y - 30), abs=1)
    assert heard(page) == []


def test_buttons_change_the_view(page: Any, village: tuple[Ground, Scene]) -> None:
    first = view_box(page)
    page.get_by_role("button", name="Zoom in").click()
    assert view_box(page)[2] < first[2]
    page.get_by_role("button", name="Zoom out").click()
    page.get_by_role("button", name="Whole board").click()
    assert view_box(page) == pytest.approx(first, abs=0.1)


def test_hex_numbers_are_shown_on_demand_and_the_browser_keeps_the_choice(
    page: Any, village: tuple[Ground, Scene]
) -> None:
    button, numbers = page.get_by_role("button", name="Show hex numbers"), page.locator(".board-map .numbers text")
    assert numbers.count() == 0
    button.click()
    assert sorted(numbers.all_text_contents()) == sorted(area.key for area in village[0].areas)
    show(page, *village)
    assert button.get_attribute("aria-pressed") == "true"
    assert numbers.count() == len(village[0].areas)
    button.click()
    assert numbers.count() == 0
    show(page, *village)
    assert numbers.count() == 0


def test_a_click_on_a_unit_selects_it_unless_somebody_takes_it_in_hand(
    page: Any, village: tuple[Ground, Scene]
) -> None:
    page.mouse.click(*middle(page, "unit 3"))
    assert heard(page) == [["unit", {"key": "unit 3", "area": "0910"}]]
    assert page.locator(".block.on").get_attribute("data-key") == "unit 3"
    assert page.locator("#marks .on").count() == 1
    page.evaluate("() => document.addEventListener('board:unit', (event) => event.preventDefault())")
    page.mouse.click(*middle(page, "unit 4"))
    assert heard(page) == [["unit", {"key": "unit 4", "area": "1210"}]]
    assert page.locator(".block.on").get_attribute("data-key") == "unit 3"


def test_a_click_on_the_ground_says_where(page: Any, village: tuple[Ground, Scene]) -> None:
    page.mouse.click(*middle(page, "0101"))
    assert heard(page) == [["area", {"area": "0101"}]]


def test_marks_show_where_and_whom(page: Any, village: tuple[Ground, Scene]) -> None:
    page.evaluate("() => window.board.mark({ areas: ['0101', '0201', '9999'], targets: ['unit 20', 'unit 99'] })")
    assert page.locator("#marks .go").count() == 2
    assert page.locator("#marks .aim").count() == 1
    assert page.locator(".block.aim").get_attribute("data-key") == "unit 20"
    page.evaluate("() => window.board.mark()")
    assert page.locator("#marks path").count() == 0


def test_a_loose_unit_is_dragged_to_a_patch_of_ground(page: Any, village: tuple[Ground, Scene]) -> None:
    page.evaluate("() => window.board.mayDrag(['unit 3'])")
    before = view_box(page)
    page.mouse.move(*middle(page, "unit 3"))
    page.mouse.down()
    page.mouse.move(*middle(page, "0908"), steps=5)
    assert page.locator(".block.ghost").count() == 1
    assert page.locator("#marks .over").count() == 1
    page.mouse.up()
    assert heard(page) == [["drop", {"key": "unit 3", "area": "0908", "block": ""}]]
    assert page.locator(".block.ghost, #marks .over").count() == 0
    assert view_box(page) == before


def test_a_unit_dropped_on_another_names_it(page: Any, village: tuple[Ground, Scene]) -> None:
    page.evaluate("() => window.board.mayDrag(['unit 3'])")
    page.mouse.move(*middle(page, "unit 3"))
    page.mouse.down()
    page.mouse.move(*middle(page, "unit 17"), steps=5)
    page.mouse.up()
    area = page.locator(".block[data-key='unit 17']").get_attribute("data-area")
    assert heard(page) == [["drop", {"key": "unit 3", "area": area, "block": "unit 17"}]]


def test_escape_puts_a_dragged_unit_back(page: Any, village: tuple[Ground, Scene]) -> None:
    page.evaluate("() => window.board.mayDrag(['unit 3'])")
    page.mouse.move(*middle(page, "unit 3"))
    page.mouse.down()
    page.mouse.move(*middle(page, "0908"), steps=5)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert [name for name, _ in heard(page)] == []
    assert page.locator(".block.ghost").count() == 0


def test_a_unit_beside_the_board_is_dragged_onto_it(page: Any) -> None:
    ground, scene = scenario("quatre_bras")
    show(page, ground, scene)
    page.evaluate("() => window.board.mayDrag(['unit 0'])")
    page.locator("[data-board-off] [data-key='unit 0']").hover()
    page.mouse.down()
    page.mouse.move(*middle(page, "0912"), steps=5)
    page.mouse.up()
    assert heard(page) == [["drop", {"key": "unit 0", "area": "0912", "block": ""}]]
    page.locator("[data-board-off] [data-key='unit 1']").click()
    assert heard(page) == [["unit", {"key": "unit 1", "area": ""}]]
    assert page.locator("[data-board-off] .on").get_attribute("data-key") == "unit 1"


def test_keys_lead_over_the_board(page: Any, village: tuple[Ground, Scene]) -> None:
    page.evaluate("() => window.board.focus('unit 3')")
    focused = "() => document.activeElement.dataset.key"
    assert page.evaluate(focused) == "unit 3"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused) == "unit 2"
    keys = []
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
        keys.append(page.evaluate(focused))
    assert keys[-1] == "unit 2"
    page.keyboard.press("Enter")
    assert heard(page)[-1] == ["unit", {"key": "unit 2", "area": "0810"}]
    page.keyboard.press("Shift+Enter")
    assert heard(page)[-1] == ["area", {"area": "0810"}]
    page.evaluate("() => window.board.focus('0101')")
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "0101, open ground"
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    assert heard(page)[-1] == ["area", {"area": "0201"}]
    page.keyboard.press("Escape")
    assert heard(page)[-1] == ["clear", {}]
    assert page.locator(".block.on").count() == 0


def test_one_tab_leads_to_the_board_and_one_beyond(page: Any, village: tuple[Ground, Scene]) -> None:
    assert page.locator(".block[tabindex='0']").count() == 1
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.matches('.block')")
    first = page.evaluate("() => document.activeElement.dataset.key")
    page.keyboard.press("PageDown")
    assert page.evaluate("() => document.activeElement.matches('.block')")
    assert page.evaluate("() => document.activeElement.dataset.key") != first
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.textContent") == "Show hex numbers"


def test_keys_change_the_view(page: Any, village: tuple[Ground, Scene]) -> None:
    page.evaluate("() => window.board.focus('unit 3')")
    first = view_box(page)
    page.keyboard.press("+")
    assert view_box(page)[2] < first[2]
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("0")
    assert view_box(page) == pytest.approx(first, abs=0.1)
    page.keyboard.press("-")
    assert view_box(page) == pytest.approx(first, abs=0.1)


def test_a_new_scene_leaves_view_and_focus(page: Any, village: tuple[Ground, Scene]) -> None:
    ground, scene = village
    page.evaluate("() => { window.board.look('in'); window.board.mayDrag(['unit 3']); window.board.focus('unit 3'); }")
    before = view_box(page)
    to = next(area for area in ground.areas if area.key == "0908")
    stand = tuple(
        type(each)(
            **{**{name: getattr(each, name) for name in each.__struct_fields__}, "area": "0908", "at": to.middle}
        )
        if each.key == "unit 3"
        else each
        for each in scene.blocks
    )
    fresh = moved(ground, Scene(sides=scene.sides, blocks=stand), Marked(recent=(("unit 3", "0910", "0908"),)))
    page.evaluate("(markup) => window.board.swap(markup)", fresh)
    assert view_box(page) == before
    assert page.evaluate("() => document.activeElement.dataset.area") == "0908"
    assert page.locator("#scene").count() == 1
    assert page.locator(".track").count() == 1
    assert page.locator(".block.loose").get_attribute("data-key") == "unit 3"
    page.mouse.click(*middle(page, "unit 3"))
    assert heard(page)[-1] == ["unit", {"key": "unit 3", "area": "0908"}]


def test_a_new_scene_shows_what_moved(page: Any) -> None:
    ground = plain_ground()
    show(page, ground, plain_scene(block(), block("unit 1", "12", (25, 75)), block("unit 2", "22", (75, 75))))
    after = (block(area="21", at=(75, 25)), block("unit 1", "12", (25, 75), turn=600), block("unit 2", "22", (75, 75)))
    page.evaluate("(markup) => window.board.swap(markup)", moved(ground, plain_scene(*after)))
    assert page.locator(".track").evaluate_all("(all) => all.map((one) => one.getAttribute('d'))") == ["M25 25L75 25"]
    rings = page.locator(".now").evaluate_all("(all) => all.map((one) => one.getAttribute('cx'))")
    assert sorted(rings) == ["25", "75"]
    page.evaluate("(markup) => window.board.swap(markup)", moved(ground, plain_scene(*after)))
    assert page.locator(".track, .now").count() == 0


def test_a_block_can_be_brought_to_the_middle(page: Any, village: tuple[Ground, Scene]) -> None:
    page.evaluate("() => { for (let i = 0; i < 4; i++) window.board.look('in'); window.board.centre('unit 17'); }")
    box = page.locator("[data-board-frame]").bounding_box()
    assert middle(page, "unit 17") == pytest.approx((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), abs=2)


def test_with_script_a_link_of_a_unit_is_followed_unless_somebody_takes_it_in_hand(page: Any) -> None:
    show(page, *scenario("village"), Marked(address="/rules/?actor="))
    page.evaluate("() => document.addEventListener('board:unit', (event) => event.preventDefault(), { once: true })")
    page.mouse.click(*middle(page, "unit 3"))
    assert heard(page) == [["unit", {"key": "unit 3", "area": "0910"}]]
    assert page.url.endswith("/board-alone")
    page.mouse.click(*middle(page, "unit 3"))
    page.wait_for_url("**/rules/?actor=unit%203")


def test_nothing_is_wrong_with_a_board_by_axe(page: Any, axe: Any, complaints: Any) -> None:
    ground, scene = scenario("quatre_bras")
    show(page, ground, Scene(sides=scene.sides, blocks=(block(at=(100, 100), area="0202"),), off=scene.off))
    page.evaluate("() => window.board.focus('0303')")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        assert axe() == [], theme
    assert complaints.heard == []


@pytest.fixture
def phone(chromium: Any, live: str) -> Any:
    """A phone that is touched."""
    context = chromium.new_context(base_url=live, viewport=PHONE, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


class Fingers:
    """Fingers on the screen of a page, by the devices that Chromium lets tests use."""

    def __init__(self, page: Any) -> None:
        self.devtools = page.context.new_cdp_session(page)

    def touch(self, kind: str, *spots: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def slide(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.touch("touchStart", start)
        for part in range(1, 6):
            share = part / 5
            self.touch("touchMove", (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
        self.touch("touchEnd")


def test_on_a_phone_the_board_opens_legible_and_the_page_keeps_its_width(phone: Any) -> None:
    show(phone, *scenario("village"), Marked(selected="unit 17"))
    assert view_box(phone)[2] < 400
    assert middle(phone, "unit 17")[0] == pytest.approx(195, abs=20)
    assert phone.evaluate("() => document.documentElement.scrollWidth") == 390


def test_a_finger_moves_the_ground_two_change_its_size_and_a_tap_chooses(phone: Any) -> None:
    show(phone, *scenario("village"), Marked(selected="unit 16"))
    fingers = Fingers(phone)
    phone.evaluate("() => { window.board.look('in'); window.board.centre('unit 16'); }")
    start = middle(phone, "unit 16")
    fingers.slide(start, (start[0] + 50, start[1] + 40))
    assert middle(phone, "unit 16") == pytest.approx((start[0] + 50, start[1] + 40), abs=2)
    assert heard(phone) == []
    scale = phone.evaluate("() => window.board.view.scale")
    x, y = middle(phone, "unit 16")
    fingers.touch("touchStart", (x - 30, y), (x + 30, y))
    for wide in (40, 50, 60):
        fingers.touch("touchMove", (x - wide, y), (x + wide, y))
    fingers.touch("touchEnd")
    phone.wait_for_function(f"() => window.board.view.scale > {scale * 1.8}")
    assert middle(phone, "unit 16") == pytest.approx((x, y), abs=3)
    assert heard(phone) == []
    phone.touchscreen.tap(*middle(phone, "unit 16"))
    phone.wait_for_function("() => window.heard.length === 1")
    assert heard(phone) == [["unit", {"key": "unit 16", "area": "0906"}]]


def test_where_a_finger_shall_hit_small_patches_they_are_shown_larger(phone: Any) -> None:
    show(phone, *scenario("village"))
    phone.evaluate("() => { window.board.look('whole'); window.board.mark({ areas: ['0612', '0812'] }); }")
    assert view_box(phone)[2] < 400
    across = [middle(phone, key)[0] for key in ("0612", "0812")]
    assert sum(across) / 2 == pytest.approx(195, abs=2)


def test_a_mouse_leaves_the_view_as_it_is_where_patches_are_marked(page: Any, village: tuple[Ground, Scene]) -> None:
    page.set_viewport_size({"width": 320, "height": 600})
    page.evaluate("() => window.board.look('whole')")
    before = view_box(page)
    page.evaluate("() => window.board.mark({ areas: ['0612', '0812'] })")
    assert view_box(page) == before


def test_a_finger_drags_a_unit_once_it_is_selected(phone: Any) -> None:
    show(phone, *scenario("village"), Marked(selected="unit 3"))
    phone.evaluate("() => window.board.mayDrag(['unit 3', 'unit 2'])")
    fingers = Fingers(phone)
    fingers.slide(middle(phone, "unit 2"), middle(phone, "0809"))
    assert heard(phone) == []
    fingers.slide(middle(phone, "unit 3"), middle(phone, "0909"))
    phone.wait_for_function("() => window.heard.length === 1")
    assert heard(phone) == [["drop", {"key": "unit 3", "area": "0909", "block": ""}]]
