"""The builder in a real browser: in place, by keyboard, by drag, on a phone, in two tabs, without script."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.visitors import PHONE, sign_in

pytestmark = pytest.mark.browser


@pytest.fixture
def mine(live: str, alice: Any) -> Any:
    from armies.services.storage import create
    from tests.armies.builders import army

    return create(army(), alice)


@pytest.fixture
def builder(page: Any, live: str, client: Any, alice: Any, mine: Any) -> Any:
    """Alice's army open in the builder."""
    sign_in(page.context, live, client, alice)
    page.goto(f"/a/{mine.slug}/build")
    return page


def link(page: Any, army: Any, name: str) -> Any:
    """The row of the unit or formation of that name."""
    return page.locator(f"#e-{army.elements.get(name=name).pk} > .node .nm")


def said(page: Any, words: str) -> None:
    """Wait until the page says so."""
    page.locator(".toast p", has_text=words).wait_for()


def names(page: Any) -> list[str]:
    return page.evaluate("[...document.querySelectorAll('#tree .nm')].map(e => e.firstChild.textContent)")  # type: ignore[no-any-return]


def held(page: Any) -> str:
    """The name of the row that has the focus."""
    return str(page.evaluate("document.activeElement.firstChild?.textContent ?? ''"))


def test_a_unit_is_edited_in_place_and_taken_back(builder: Any, mine: Any) -> None:
    link(builder, mine, "I/2e Léger").click()
    builder.fill("form.inline input[name=men]", "11o7")
    builder.keyboard.press("Enter")
    builder.locator("form.inline .err", has_text="whole number").wait_for()
    builder.fill("form.inline input[name=men]", "1107")
    builder.keyboard.press("Enter")
    said(builder, "Changed men of I/2e Léger.")
    assert held(builder) == "I/2e Léger"
    assert "1,107 men" in builder.locator("#tree").inner_text()
    builder.locator(".toast button").click()
    said(builder, "Undid")
    assert mine.elements.get(name="I/2e Léger").men == 430


def test_everything_goes_by_keyboard(builder: Any, mine: Any) -> None:
    press = builder.keyboard.press
    link(builder, mine, "I/2e Léger").focus()
    press("ArrowDown")
    assert held(builder) == "II/2e Léger"
    press("Alt+ArrowUp")
    said(builder, "Moved II/2e Léger within 1st Brigade.")
    assert held(builder) == "II/2e Léger"
    press("Alt+ArrowDown")
    said(builder, "Moved II/2e Léger within")
    builder.locator("#steps [name=version][value='3']").wait_for(state="attached")
    press("Alt+ArrowDown")
    said(builder, "Moved II/2e Léger from 1st Brigade to 2nd Brigade.")
    press("d")
    said(builder, "Duplicated II/2e Léger.")
    press("Delete")
    said(builder, "Deleted II/2e Léger from 2nd Brigade.")
    press("Control+z")
    said(builder, "Undid: Deleted II/2e Léger")
    press("Control+y")
    said(builder, "Redid: Deleted II/2e Léger")
    link(builder, mine, "I/72e Ligne").focus()
    press("n")
    builder.keyboard.type("III/72e Ligne")
    press("Enter")
    said(builder, "Added III/72e Ligne to 2nd Brigade.")
    press("Escape")
    assert "III/72e Ligne" in names(builder)
    assert mine.elements.get(name="III/72e Ligne").men == 430


def test_the_men_of_one_unit_after_the_other_are_changed_by_arrow(builder: Any, mine: Any) -> None:
    link(builder, mine, "I/2e Léger").focus()
    builder.keyboard.press("Enter")
    builder.locator("form.inline [name=men]").focus()
    for name, men in (("I/2e Léger", "701"), ("II/2e Léger", "702"), ("I/72e Ligne", "703")):
        builder.locator(f"#e-{mine.elements.get(name=name).pk} form.inline [name=men]:focus").wait_for()
        builder.keyboard.press("Control+a")
        builder.keyboard.type(men)
        builder.keyboard.press("ArrowDown")
        said(builder, f"Changed men of {name}.") if name != "I/72e Ligne" else builder.keyboard.press("Enter")
    said(builder, "Changed men of I/72e Ligne.")
    assert [u.men for u in mine.elements.filter(men__gt=700).order_by("men")] == [701, 702, 703]


def test_battalions_follow_each_other_by_enter_alone(builder: Any, mine: Any) -> None:
    link(builder, mine, "1st Brigade").focus()
    builder.keyboard.press("Shift+N")
    for name in ("III/2e Léger", "IV/2e Léger"):
        builder.locator("form.inline [name=name]:focus").wait_for()
        assert builder.input_value("form.inline [name=name]") == name
        builder.keyboard.press("Enter")
        said(builder, f"Added {name} to 1st Brigade.")
    builder.keyboard.press("Escape")
    assert held(builder) == "IV/2e Léger"


def test_an_army_begins_by_enter_and_goes_on_below(page: Any, live: str, client: Any, alice: Any) -> None:
    from armies.services.storage import create
    from battles.engine.armies import facts

    sign_in(page.context, live, client, alice)
    page.goto(f"/a/{create(facts.Army(name='Small'), alice).slug}/build")
    for name in ("I Corps", "1st Division", "1st Brigade", "1/5th"):
        page.locator("[data-add]:focus").wait_for()
        page.keyboard.press("Enter")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        said(page, f"Added {name} to")
    assert names(page) == ["I Corps", "1st Division", "1st Brigade", "1/5th"]


def test_the_button_back_shows_the_army_as_it_is(builder: Any, mine: Any) -> None:
    link(builder, mine, "I/2e Léger").focus()
    builder.keyboard.press("d")
    said(builder, "Duplicated")
    builder.goto("/armies/")
    builder.go_back()
    assert "I/2e Léger 2" in names(builder)


def test_who_signs_in_again_elsewhere_goes_on_here(builder: Any, live: str, client: Any, alice: Any, mine: Any) -> None:
    link(builder, mine, "I/2e Léger").click()
    builder.fill("form.inline [name=men]", "777")
    builder.context.clear_cookies()
    builder.keyboard.press("Enter")
    builder.locator("form.inline .err", has_text="sign in again").wait_for()
    other = builder.context.new_page()
    other.goto("/accounts/login/")
    sign_in(builder.context, live, client, alice)
    builder.bring_to_front()
    builder.keyboard.press("Enter")
    said(builder, "Changed men of I/2e Léger.")


def test_dragging_moves_across_formations(builder: Any, mine: Any) -> None:
    grip = builder.locator("li[data-level=unit] .grip").first.bounding_box()
    goal = builder.locator("li[data-level=unit] .grip").nth(2).bounding_box()
    x = grip["x"] + grip["width"] / 2
    builder.mouse.move(x, grip["y"] + 20)
    builder.mouse.down()
    there = f"#e-{mine.elements.get(name='2nd Brigade').pk} #e-{mine.elements.get(name='I/2e Léger').pk}"
    for step in range(1, 131):  # a person waits until the row lies where he wants it
        builder.mouse.move(x, grip["y"] + 20 + (goal["y"] + 30 - grip["y"] - 20) * min(step, 30) / 30 + step % 2)
        if builder.locator(there).count():
            break
        builder.wait_for_timeout(20)
    builder.mouse.up()
    said(builder, "Moved I/2e Léger from 1st Brigade to 2nd Brigade.")
    assert mine.elements.get(name="I/2e Léger").parent.name == "2nd Brigade"


def test_escape_lets_go_of_what_is_dragged(builder: Any, mine: Any) -> None:
    before = names(builder)
    grip = builder.locator("li[data-level=unit] .grip").first.bounding_box()
    x, y = grip["x"] + 20, grip["y"] + 20
    builder.mouse.move(x, y)
    builder.mouse.down()
    for step in range(1, 21):
        builder.mouse.move(x, y + 4 * step)
    builder.keyboard.press("Escape")
    builder.mouse.up()
    said(builder, "I/2e Léger stays where it was.")
    assert names(builder) == before
    assert mine.changes.count() == 0


def test_rows_are_pasted_and_a_fault_names_its_line(builder: Any) -> None:
    builder.locator("[data-paste]").first.click()
    builder.fill("#paste textarea", "III/2e Léger\t600\tveteran\nwhat is this")
    builder.locator("#paste button[type=submit]").click()
    builder.locator("#paste .err", has_text="Line 2").wait_for()
    builder.fill("#paste textarea", "III/2e Léger\t600\tveteran")
    builder.locator("#paste button[type=submit]").click()
    said(builder, "Pasted III/2e Léger into 1st Brigade.")


def test_many_units_are_changed_at_once(builder: Any, mine: Any) -> None:
    builder.get_by_label("Actions for 1st Brigade").click()
    builder.locator("[data-do=bulk]").click()
    builder.select_option("#bulk [name=quality]", "guard")
    builder.fill("#bulk [name=scale]", "90")
    builder.locator("#bulk button[type=submit]").click()
    said(builder, "for 2 units of 1st Brigade")
    assert {(u.quality, u.men) for u in mine.elements.get(name="1st Brigade").children.all()} == {("guard", 387)}


def test_the_later_of_two_tabs_sees_the_difference_and_loses_nothing(builder: Any, mine: Any) -> None:
    other = builder.context.new_page()
    other.goto(f"/a/{mine.slug}/build")
    for page in (other, builder):
        link(page, mine, "I/2e Léger").click()
    for page, men in ((other, "111"), (builder, "222")):
        page.fill("form.inline input[name=men]", men)
        page.keyboard.press("Enter")
        if page is other:
            said(page, "Changed men")
    builder.locator("#conflict li", has_text="I/2e Léger: men is 222 by you, 111 by alice.").wait_for()
    builder.get_by_role("button", name="Save my change now").click()
    said(builder, "Changed men of I/2e Léger.")
    other.locator("#tree", has_text="222").wait_for()
    assert mine.elements.get(name="I/2e Léger").men == 222


def test_the_builder_is_sound(builder: Any, faults: Any, mine: Any) -> None:
    unit, division = mine.elements.get(name="I/2e Léger").pk, mine.elements.get(level="division").pk
    brigade = mine.elements.get(name="1st Brigade").pk
    pages = ["build", "build?system=easy_napoleonics", "build/add?level=unit", "build/paste", "build/bulk", "history"]
    pages += [f"element/{unit}", f"element/{division}", f"element/{brigade}/attach", "points"]
    pages += [f"element/{unit}/override/{system}" for system in ("mini_nap", "easy_napoleonics")]
    addresses = ["/armies/new", *(f"/a/{mine.slug}/{page}" for page in pages)]
    # So high that the dock covers nothing.
    assert [fault for address in addresses for fault in faults(address, folds="", height=4000)] == []


def test_open_forms_and_dialogs_are_sound(builder: Any, axe: Any, mine: Any) -> None:
    link(builder, mine, "I/2e Léger").click()
    assert axe() == []
    builder.keyboard.press("Escape")
    builder.get_by_label("Actions for 1st Brigade").click()
    assert axe() == []
    builder.locator("[data-do=move]").click()
    assert axe() == []


@pytest.fixture
def plain(chromium: Any, live: str, client: Any, alice: Any) -> Iterator[Any]:
    """Alice in a browser that runs no scripts."""
    context = chromium.new_context(base_url=live, java_script_enabled=False)
    sign_in(context, live, client, alice)
    yield context.new_page()
    context.close()


def test_an_army_is_built_without_script(plain: Any, mine: Any) -> None:
    plain.goto(f"/a/{mine.slug}/build")
    plain.locator(".adds a", has_text="Unit").first.click()
    plain.fill("[name=name]", "III/2e Léger")
    plain.fill("[name=men]", "500")
    plain.get_by_role("button", name="Add", exact=True).click()
    assert "Added III/2e Léger to 1st Brigade." in plain.inner_text("main")
    plain.get_by_label("Actions for III/2e Léger").click()
    plain.get_by_role("button", name="Up", exact=True).click()
    assert "Moved III/2e Léger within 1st Brigade." in plain.inner_text("main")
    plain.get_by_role("button", name="Undo").click()
    assert "Undid" in plain.inner_text("main")
    assert [u.name for u in mine.elements.get(name="1st Brigade").children.all()][-1] == "III/2e Léger"


@pytest.fixture
def phone(chromium: Any, live: str, client: Any, alice: Any) -> Iterator[Any]:
    """Alice on a phone."""
    context = chromium.new_context(base_url=live, **PHONE)
    sign_in(context, live, client, alice)
    yield context.new_page()
    context.close()


def test_on_a_phone_nothing_lies_over_the_form_or_the_totals(phone: Any, mine: Any) -> None:
    def box(what: str) -> Any:
        return phone.locator(what).bounding_box()

    phone.goto(f"/a/{mine.slug}/build?system=easy_napoleonics")
    phone.locator(".adds a", has_text="Unit").last.tap()
    phone.get_by_role("button", name="Cancel").tap()
    phone.locator(".adds a", has_text="Unit").first.tap()
    phone.fill("form.inline [name=name]", "1/5th")
    phone.get_by_role("button", name="Save", exact=True).tap()
    said(phone, "Added 1/5th")
    phone.get_by_role("button", name="Stop adding").wait_for()
    form, toast, dock = box("form.inline"), box(".toast"), box(".dock")
    assert form["y"] + form["height"] <= toast["y"]
    assert toast["y"] + toast["height"] <= dock["y"]
    phone.locator("#dock-points summary").tap()
    sums = box("#dock-points .reckoning")
    assert sums["x"] >= 0
    assert sums["y"] >= 0
    assert sums["x"] + sums["width"] <= 390
    assert sums["width"] > 300


def test_on_a_phone_a_prussian_brigade_of_1813_is_built_rated_and_printed(phone: Any, live: str) -> None:
    from armies.models import Army

    phone.goto("/armies/new")
    phone.fill("#nothing-name", "Steinmetz")
    phone.select_option("#nothing-nation", "PR")
    phone.get_by_role("button", name="Create the army").tap()
    phone.wait_for_url("**/build")
    phone.wait_for_load_state("load")
    phone.locator(".adds a", has_text="Paste rows").first.tap()
    rows = (
        "I Corps - General Yorck\n  1st Brigade, a division - Colonel Steinmetz\n"
        "    1st Infantry brigade - Major Losthin\n      1/1st East Prussian 700 veteran\n"
        "      2/1st East Prussian 690 veteran\n      3/5th Silesian Landwehr 600 untrained\n"
    )
    phone.fill("#paste textarea", rows)
    phone.locator("#paste button[type=submit]").tap()
    said(phone, "Pasted")
    army = Army.objects.get(name="Steinmetz")
    assert army.units == 3
    phone.locator(".adds a", has_text="Unit").first.tap()
    phone.fill("form.inline [name=name]", "Fusiliers/1st East Prussian")
    phone.fill("form.inline [name=men]", "650")
    phone.get_by_role("button", name="Save").tap()
    said(phone, "Added Fusiliers")
    phone.get_by_role("link", name="Done").tap()
    phone.get_by_role("button", name="Roll ratings").tap()
    phone.get_by_text("Rolled ratings for 2 commanders.").wait_for()
    army.refresh_from_db()
    assert (army.units, army.errors) == (4, 0)
    assert phone.request.get(f"/a/{army.slug}.pdf").body()[:5] == b"%PDF-"


TREE = """() => {
  const copy = document.getElementById('tree').cloneNode(true);
  for (const at of copy.querySelectorAll('[class=""]')) at.removeAttribute('class');
  for (const at of copy.querySelectorAll('.touched')) at.classList.remove('touched');
  return copy.innerHTML + document.getElementById('faults').innerHTML + document.getElementById('dock').innerHTML;
}"""
EDIT = """async (fields) => {
  const form = document.createElement('form');
  const { send } = await import(document.querySelector('script[src*="builder.js"]').src);
  return (await send(fields)).map((fault) => fault.sentence);
}"""


@pytest.mark.parametrize(("system", "seed"), [("mini_nap", 1), ("easy_napoleonics", 2)])
def test_after_thirty_edits_the_page_is_what_loading_it_again_shows(
    page: Any, live: str, client: Any, alice: Any, system: str, seed: int
) -> None:
    """Every kind of edit, on chance rows: each answer holds only what changed, and the page is whole all the same."""
    from armies.services.storage import create
    from tests.armies.builders import big

    row = create(big(45), alice)
    sign_in(page.context, live, client, alice)
    address = f"/a/{row.slug}/build?system={system}"
    page.goto(address)
    chance = random.Random(seed)  # noqa: S311
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer.json()) if answer.request.method == "POST" else None)
    made = 0
    while made < 30:
        refused = page.evaluate(EDIT, chance_edit(row, chance))
        made += not refused
        if made % 10 == 0 and not refused:
            shown = page.evaluate(TREE)
            page.reload()
            assert shown == page.evaluate(TREE), f"after {made} edits"
    parts = [answer for answer in answers if "changes" in answer]
    assert len(parts) >= 25
    assert all("tree" not in answer for answer in parts)


def chance_edit(row: Any, chance: random.Random) -> dict[str, str]:
    """The fields of an edit that may be refused."""
    elements = list(row.elements.order_by("position", "id").values_list("pk", "level", "name"))
    pk, level, name = chance.choice(elements)
    formations = [str(other) for other, kind, _ in elements if kind != "unit"]
    below = {"corps": "division", "division": "brigade", "brigade": "unit"}.get(level, "unit")
    unit = {"type": "line_infantry", "quality": "trained", "men": str(chance.randrange(300, 900))}
    edits: list[dict[str, str]] = [
        {"act": "change", "level": level, "name": f"{name[:40]} {chance.randrange(9)}"},
        {"act": "change", "level": "unit", **({"men": str(chance.randrange(1, 2_000))} if level == "unit" else {})},
        {"act": "change", "level": level, "nation": chance.choice(("PR", "GB", ""))},
        {"act": "add", "level": below, "parent": str(pk), "name": "New one", **(unit if below == "unit" else {})},
        {"act": "move", "parent": chance.choice(formations), "position": str(chance.randrange(3))},
        {"act": "step", "way": chance.choice(("up", "down", "in", "out"))},
        {"act": "duplicate"},
        {"act": "paste", "parent": str(pk), "text": "1/95th 600 elite\n2/95th 500 veteran"},
        {"act": "bulk", "quality": chance.choice(("elite", "trained"))},
        {"act": "undo"},
        {"act": "redo"},
        *([{"act": "delete"}] if level != "corps" else []),
    ]
    return {"element": str(pk), **chance.choice(edits)}


def test_what_another_person_changes_appears_by_the_stream(
    builder: Any, chromium: Any, live: str, bob: Any, mine: Any
) -> None:
    from django.test import Client

    mine.co_editors.create(user=bob)
    builder.locator("#builder[data-live=live]").wait_for()
    other = chromium.new_context(base_url=live)
    try:
        sign_in(other, live, Client(), bob)
        page = other.new_page()
        page.goto(f"/a/{mine.slug}/build")
        link(page, mine, "I/2e Léger").click()
        page.fill("form.inline input[name=men]", "333")
        page.keyboard.press("Enter")
        said(builder, "Brought up to date")
        assert "333 men" in builder.locator("#tree").inner_text()
    finally:
        other.close()
