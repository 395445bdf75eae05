"""The pages of armies: each works, refuses others, and names the fault beside the field."""

import re
from typing import Any

import pytest
from django.test import Client

from armies.models import Army, RatingThrow
from armies.services.storage import create, facts_of
from tests.armies.builders import army, big, unit

pytestmark = pytest.mark.django_db

EVIL = "<script>alert(1)</script>"


def element_of(row: Army, **where: Any) -> str:
    return str(row.elements.filter(**where)[0].pk)


def addresses(row: Army) -> list[str]:
    """Every address that only the owner may use."""
    unit_id, corps_id = element_of(row, level="unit"), element_of(row, level="corps")
    base = f"/a/{row.slug}"
    return [
        *(f"{base}/edit", f"{base}/delete", f"{base}/options/mini_nap", f"{base}/options/easy_napoleonics"),
        *(f"{base}/element/{unit_id}", f"{base}/element/{corps_id}", f"{base}/rate/{corps_id}"),
    ]


def readings(row: Army) -> list[str]:
    """Every address that shows or hands out the army."""
    base = f"/a/{row.slug}"
    tabs = [f"{base}?system={system}" for system in ("mini_nap", "easy_napoleonics", "recorded", "nonsense")]
    files = [f"{base}.{suffix}" for suffix in ("pdf", "csv", "json", "txt")]
    return [
        base,
        *tabs,
        *files,
        f"{base}/qr.svg",
        f"{base}/share",
        f"/print/army/{row.slug}/",
        f"{base}.txt?style=forum",
    ]


def test_a_stranger_reads_an_unlisted_army_by_its_link(client: Client, mine: Army) -> None:
    for address in readings(mine):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer["X-Robots-Tag"] == "noindex", address


def test_a_private_army_is_not_there_for_others(client: Client, mine: Army, charlie: Any) -> None:
    Army.objects.update(visibility="private")
    client.force_login(charlie)
    for address in [*readings(mine), *addresses(mine)]:
        answer = client.get(address)
        assert answer.status_code == 404, address
        assert b"French left wing" not in answer.content, address


def test_others_cannot_change_an_army_they_can_read(client: Client, mine: Army, charlie: Any) -> None:
    client.force_login(charlie)
    for address in [*addresses(mine), f"/a/{mine.slug}/rate"]:
        assert client.post(address, {"name": "Stolen", "source": "seed"}).status_code == 404, address
    mine.refresh_from_db()
    assert mine.name == "French left wing"
    assert not RatingThrow.objects.exists()


def test_who_is_not_signed_in_is_asked_to(client: Client, mine: Army) -> None:
    for address in addresses(mine):
        answer = client.get(address)
        assert answer.status_code == 302, address
        assert "/accounts/login/" in answer["Location"], address


def test_the_owner_sees_every_form(as_alice: Client, mine: Army) -> None:
    for address in addresses(mine):
        assert as_alice.get(address).status_code == 200, address


def test_the_army_page_says_strengths_with_their_arithmetic(client: Client, mine: Army) -> None:
    text = client.get(f"/a/{mine.slug}").content.decode()
    assert "Unit losses that remove the commander" in text
    assert "General Bachelu" in text
    links = re.findall(r'<details class="why" id="([^"]+)".*?<a href="([^"]+)" data-sum>([^<]+)</a></details>', text)
    assert {id_.split("-")[0] for id_, _, _ in links} == {"army", "l", "s"}
    for id_, address, title in links:
        page, part = client.get(address), client.get(f"{address}?part=sum")
        assert title in page.content.decode(), id_
        assert part.content.decode() in page.content.decode(), id_
    unit = f"/a/{mine.slug}/why/s-{element_of(mine, name='I/2e Léger')}?part=sum"
    assert "430 men / 100" in client.get(unit).content.decode()
    assert "MN-SP-01" in client.get(unit).content.decode()
    division = f"/a/{mine.slug}/why/l-{element_of(mine, level='division')}?part=sum"
    assert "MN-CMD-45" in client.get(division).content.decode()


@pytest.mark.parametrize(
    "number", ["army-xx", "s-00000000-0000-0000-0000-000000000000", "s-{corps}", "l-{unit}", "x-{unit}"]
)
def test_a_number_that_an_army_has_not_is_404(client: Client, mine: Army, number: str) -> None:
    named = number.format(corps=element_of(mine, level="corps"), unit=element_of(mine, level="unit"))
    assert client.get(f"/a/{mine.slug}/why/{named}").status_code == 404


def test_queries_do_not_grow_with_the_army(as_alice: Client, alice: Any, django_assert_max_num_queries: Any) -> None:
    for size in (5, 150):
        row = create(big(size), alice)
        with django_assert_max_num_queries(8):
            assert as_alice.get(f"/a/{row.slug}").status_code == 200


def test_queries_of_the_list_do_not_grow(as_alice: Client, alice: Any, django_assert_max_num_queries: Any) -> None:
    for _ in range(12):
        create(army(), alice)
    with django_assert_max_num_queries(6):
        assert as_alice.get("/armies/?whose=mine").status_code == 200


def test_script_in_names_stays_text_on_every_page(as_alice: Client, alice: Any) -> None:
    evil = army(unit(EVIL, note=EVIL, commander=EVIL), name=EVIL, battle=EVIL, scope=EVIL, notes=(EVIL,))
    row = create(evil, alice, visibility="public")
    unit_id = element_of(row, level="unit")
    pages = [
        f"/a/{row.slug}",
        f"/a/{row.slug}?system=recorded",
        f"/a/{row.slug}/share",
        f"/a/{row.slug}/edit",
        "/armies/",
    ]
    for address in [*pages, f"/a/{row.slug}/element/{unit_id}", f"/a/{row.slug}/delete", f"/print/army/{row.slug}/"]:
        assert EVIL not in as_alice.get(address).content.decode(), address


def test_the_list_shows_public_armies_and_ones_own(client: Client, alice: Any, bob: Any) -> None:
    for name, owner, visibility in (("Open", bob, "public"), ("Linked", bob, "unlisted"), ("Own", alice, "private")):
        create(army(name=f"{name} army"), owner, visibility=visibility)
    client.force_login(alice)
    text = client.get("/armies/").content.decode()
    assert "Open army" in text
    assert "Own army" in text
    assert "Linked army" not in text


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=bachelu", True),
        ("q=french+left", True),
        ("q=blücher", False),
        ("nation=FR", True),
        ("nation=PR", False),
        ("whose=historical", False),
        ("whose=mine", True),
        ("sort=cost", True),
        ("sort=nonsense&page=99999999", True),
        ("page=0", True),
        ("page=-1", True),
        ("page=2", True),
        ("nation=%00", True),
        ("q=%25_", False),
    ],
)
def test_find_narrow_and_sort(as_alice: Client, mine: Army, query: str, found: bool) -> None:
    answer = as_alice.get(f"/armies/?{query}")
    assert answer.status_code == 200
    assert ("French left wing" in answer.content.decode()) is found


def test_the_list_counts_the_nations_of_what_was_found_and_marks_what_is_in_order(as_alice: Client, alice: Any) -> None:
    for nation, errors, warnings in (("FR", 0, 0), ("FR", 2, 1), ("PR", 0, 1)):
        row = create(army(name=f"{nation} {errors}"), alice)
        Army.objects.filter(pk=row.pk).update(nation=nation, errors=errors, warnings=warnings)
    answer = as_alice.get("/armies/?nation=PR")
    assert [(code, count, chosen) for code, _, count, chosen in answer.context["facets"]] == [
        ("FR", 2, False), ("PR", 1, True),
    ]  # fmt: skip
    assert answer.context["count"] == 1
    text = as_alice.get("/armies/").content.decode()
    assert re.findall(r'class="badge ([a-z]+)">([^<]+)<', text) == [
        ("warn", "1 warning"), ("bad", "2 errors"), ("ok", "in order"),
    ]  # fmt: skip


def test_a_choice_of_armies_tells_two_of_one_name_apart(mine: Army) -> None:
    assert mine.choice_words == "French left wing; Marshal Ney; 1,720 men, 8 guns"
    mine.battle, mine.date, mine.guns = "Quatre Bras", "1815-06-16", 0
    assert mine.choice_words == "French left wing; Marshal Ney; Quatre Bras 1815; 1,720 men"


def test_a_long_list_has_pages(as_alice: Client, alice: Any) -> None:
    Army.objects.bulk_create([Army(name=f"Army {n:03}", owner=alice) for n in range(120)])
    text = as_alice.get("/armies/?sort=name&page=2").content.decode()
    assert "Army 050" in text
    assert "Army 049" not in text
    assert "Page 2 of 3" in text
    assert 'href="?sort=name&amp;page=3"' in text


def test_each_filter_that_acts_can_be_taken_away(as_alice: Client, mine: Army) -> None:
    answer = as_alice.get("/armies/?q=left&whose=mine&nation=FR&nation=PR&nation=XX&page=2&sort=name")
    assert answer.context["chips"] == [
        ("“left”", "?whose=mine&nation=FR&nation=PR&nation=XX&sort=name&"),
        ("Mine", "?q=left&nation=FR&nation=PR&nation=XX&sort=name&"),
        ("French", "?q=left&whose=mine&nation=PR&nation=XX&sort=name&"),
        ("Prussian", "?q=left&whose=mine&nation=FR&nation=XX&sort=name&"),
    ]
    assert as_alice.get("/armies/").context["chips"] == []


def test_a_unit_is_edited(as_alice: Client, mine: Army) -> None:
    unit_id = element_of(mine, level="unit", name="I/2e Léger")
    form = {
        "name": "I/2e Léger",
        "type": "light_infantry",
        "quality": "elite",
        "men": "777",
        "basis": "sourced",
        "version": "1",
    }
    answer = as_alice.post(f"/a/{mine.slug}/element/{unit_id}", form)
    assert answer.status_code == 302
    changed = mine.elements.get(pk=unit_id)
    assert (changed.men, changed.quality, changed.type) == (777, "elite", "light_infantry")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"men": "-5"}, "greater than or equal to 1"),
        ({"men": "99999999"}, "less than or equal to"),
        ({"quality": "heroic"}, "heroic"),
        ({"name": ""}, "required"),
        ({"name": "x" * 121}, "at most 120"),
        ({"men": "many"}, "whole number"),
        ({"nation": "XX"}, "XX"),
    ],
)
def test_a_bad_unit_is_refused_beside_the_field(
    as_alice: Client, mine: Army, change: dict[str, str], sentence: str
) -> None:
    unit_id = element_of(mine, level="unit", name="I/2e Léger")
    form = {
        "name": "I/2e Léger",
        "type": "line_infantry",
        "quality": "elite",
        "men": "500",
        "basis": "sourced",
        **change,
    }
    answer = as_alice.post(f"/a/{mine.slug}/element/{unit_id}", form)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert mine.elements.get(pk=unit_id).quality == "veteran"


@pytest.mark.parametrize(("change", "rule"), [({"men": ""}, "MN-VAL-02"), ({"gun_weight": "heavy"}, "MN-VAL-03")])
def test_a_unit_with_a_fault_is_saved_and_says_so(
    as_alice: Client, mine: Army, change: dict[str, str], rule: str
) -> None:
    unit_id = element_of(mine, level="unit", name="I/2e Léger")
    form = {"name": "Renamed", "type": "line_infantry", "quality": "elite", "men": "500", "basis": "sourced"}
    answer = as_alice.post(f"/a/{mine.slug}/element/{unit_id}", {**form, **change})
    assert answer["Location"] == f"/a/{mine.slug}/build#e-{unit_id}"
    page = as_alice.get(f"/a/{mine.slug}").content.decode()
    assert mine.elements.get(pk=unit_id).name == "Renamed"
    row = page[page.index(f'id="e-{unit_id}"') :]
    assert rule in row[: row.index("</tr>")]


def test_a_form_from_before_somebody_elses_change_loses_nothing(as_alice: Client, mine: Army) -> None:
    unit_id = element_of(mine, level="unit", name="I/2e Léger")
    form = {"name": "A", "type": "line_infantry", "quality": "elite", "men": "500", "basis": "sourced", "version": "1"}
    assert as_alice.post(f"/a/{mine.slug}/element/{unit_id}", form).status_code == 302
    answer = as_alice.post(f"/a/{mine.slug}/element/{unit_id}", {**form, "name": "Another tab"})
    assert answer.status_code == 409
    assert "Another tab" in answer.content.decode()
    assert mine.elements.get(pk=unit_id).name == "A"


def test_the_head_is_edited_and_kept_private(as_alice: Client, mine: Army) -> None:
    form = {"name": "Renamed", "nation": "FR", "visibility": "private", "date": "1815-06-16", "version": "1"}
    assert as_alice.post(f"/a/{mine.slug}/edit", form).status_code == 302
    mine.refresh_from_db()
    assert (mine.name, mine.visibility, mine.version) == ("Renamed", "private", 2)
    assert as_alice.post(f"/a/{mine.slug}/edit", {**form, "date": "yesterday", "version": "2"}).status_code == 422


def test_options_change_what_the_page_says(as_alice: Client, alice: Any) -> None:
    plain = army()
    row = create(army(*plain.children, *plain.children), alice)
    assert "MN-VAL-09" in as_alice.get(f"/a/{row.slug}").content.decode()
    form = {
        "russian_corps_overlap": "dreadful_wins",
        "command_loss_rule": "exceed_exact_half",
        "max_corps_per_side": "2",
        "commander_ratings": "roll",
        "retreated_units_count_as_losses": "on",
        "version": "1",
    }
    assert as_alice.post(f"/a/{row.slug}/options/mini_nap", form).status_code == 302
    assert "MN-VAL-09" not in as_alice.get(f"/a/{row.slug}").content.decode()
    assert as_alice.post(f"/a/{row.slug}/options/mini_nap", {**form, "max_corps_per_side": "0"}).status_code == 422


def test_easy_napoleonics_budget_and_nations(as_alice: Client, mine: Army) -> None:
    form = {
        "points_budget": "10",
        "points_tolerance": "0",
        "vp_model": "flat3",
        "choice_card_pool": "undrawn",
        "armored_surcharge_per_stand": "0",
        "leaders_per_side": "1",
        "victory_points_to_win": "20",
        "national_rules": ["france", "england"],
        "version": "1",
    }
    assert as_alice.post(f"/a/{mine.slug}/options/easy_napoleonics", form).status_code == 302
    assert Army.objects.get().options["easy_napoleonics"]["points_budget"] == 10
    text = as_alice.get(f"/a/{mine.slug}?system=easy_napoleonics").content.decode()
    assert "AB-02" in text or "EN-COST-04" in text
    assert as_alice.get(f"/a/{mine.slug}/options/easy_napoleonics").content.decode().count("checked") == 2


def test_rating_by_dice_by_hand_and_by_history(as_alice: Client, mine: Army) -> None:
    corps_id = element_of(mine, level="corps")
    address = f"/a/{mine.slug}/rate/{corps_id}"
    for form in ({"source": "seed"}, {"source": "manual", "faces": "3 5"}, {"source": "fixed", "rating": "dreadful"}):
        assert as_alice.post(address, form).status_code == 302
    throws = next(iter(facts_of(mine).children)).throws  # type: ignore[union-attr]
    assert [t.source for t in throws] == ["seed", "manual", "fixed"]
    assert throws[1].rating == "good"
    text = as_alice.get(address).content.decode()
    assert "typed in" in text
    assert "fixed" in text
    assert "replaced" in text


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"source": "manual", "faces": "9 9"},
        {"source": "manual", "faces": ""},
        {"source": "fixed", "rating": "superb"},
        {"source": "cheat"},
    ],
)
def test_a_bad_throw_is_refused(as_alice: Client, mine: Army, form: dict[str, str]) -> None:
    answer = as_alice.post(f"/a/{mine.slug}/rate/{element_of(mine, level='corps')}", form)
    assert answer.status_code == 422
    assert not RatingThrow.objects.exists()


def test_throwing_for_everybody(as_alice: Client, mine: Army) -> None:
    assert as_alice.get(f"/a/{mine.slug}/rate").status_code == 405
    as_alice.post(f"/a/{mine.slug}/rate")
    as_alice.post(f"/a/{mine.slug}/rate")
    assert RatingThrow.objects.count() == 2


@pytest.mark.rule("MN-RULING-67", "with fixed ratings nobody throws, and who has no rating is Average")
def test_ratings_that_are_fixed_are_shown_and_not_thrown(as_alice: Client, alice: Any) -> None:
    row = create(army(options={"mini_nap": {"commander_ratings": "fixed"}}), alice)
    text = as_alice.get(f"/a/{row.slug}").content.decode()
    assert "Roll ratings" not in text
    assert "not rolled" not in text
    assert "14 cm" in text
    why = f"/a/{row.slug}/why/r-{element_of(row, level='corps')}"
    assert "ratings are fixed and none is recorded" in as_alice.get(why).content.decode()
    rate_page = f"/a/{row.slug}/rate/{element_of(row, level='corps')}"
    assert "Roll 2D6" not in as_alice.get(rate_page).content.decode()
    assert as_alice.post(rate_page, {"source": "seed"}).status_code == 422
    assert "MN-RULING-67" in as_alice.post(f"/a/{row.slug}/rate", follow=True).content.decode()
    assert not RatingThrow.objects.exists()


def test_deleting_asks_first(as_alice: Client, mine: Army) -> None:
    assert "cannot undo this" in as_alice.get(f"/a/{mine.slug}/delete").content.decode()
    as_alice.post(f"/a/{mine.slug}/delete")
    assert not Army.objects.exists()


def test_an_army_of_nothing_is_shown(client: Client, alice: Any) -> None:
    row = create(army(unit()), alice)
    row.elements.all().delete()
    for address in readings(row):
        assert client.get(address).status_code == 200, address


def test_unknown_addresses_are_404(as_alice: Client, mine: Army) -> None:
    nobody = "00000000-0000-0000-0000-000000000000"
    for address in (
        "/a/nonesuch",
        "/a/nonesuch.pdf",
        f"/a/{mine.slug}.xls",
        f"/a/{mine.slug}/element/{nobody}",
        f"/a/{mine.slug}/rate/{nobody}",
        f"/a/{mine.slug}/options/chess",
        "/armies/import/nokey/",
    ):
        assert as_alice.get(address).status_code == 404, address
