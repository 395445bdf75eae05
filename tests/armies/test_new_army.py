"""New armies and copies, random cards, overrides, reserves attached."""

from typing import Any

import pytest
from django.test import Client

from armies.building.templates import templates
from armies.models import Army
from armies.services.storage import create
from tests.armies.builders import army, battery, corps, unit


def made(client: Client, **fields: Any) -> Army:
    answer = client.post("/armies/new", fields)
    assert answer.status_code == 302, answer.content.decode()
    return Army.objects.get(slug=answer["Location"].split("/")[2])


def test_from_nothing(as_alice: Client, alice: Any) -> None:
    row = made(as_alice, way="nothing", name="Mine", nation="PR")
    assert (row.name, row.nation, row.units, row.owner) == ("Mine", "PR", 0, alice)


@pytest.mark.parametrize("key", [template.key for template in templates()][::5])
def test_from_a_template(as_alice: Client, key: str) -> None:
    row = made(as_alice, way="template", template=key)
    assert row.units
    assert (row.errors, row.warnings) == (0, 0)
    assert row.origin.startswith("From the template")


def test_a_prussian_brigade_of_1813_is_faultless(as_alice: Client) -> None:
    key = next(t.key for t in templates() if t.nation == "PR" and "1813" in t.title and t.kind == "division")
    row = made(as_alice, way="template", template=key, name="Steinmetz")
    page = as_alice.get(f"/a/{row.slug}").content.decode()
    assert (row.errors, row.warnings) == (0, 0)
    assert "Steinmetz" in page


def test_a_proposal_notes_its_seed_and_can_be_had_again(as_alice: Client) -> None:
    asked = {"way": "proposal", "nation": "AT", "year": "1809", "target": "100", "measure": "strength_points"}
    first = made(as_alice, **asked)
    seed = first.origin.rpartition("seed ")[2].rstrip(".")
    second = made(as_alice, **asked, seed=seed)
    pages = [as_alice.get(f"/a/{row.slug}.csv").content for row in (first, second)]
    assert pages[0] == pages[1]
    assert abs(first.strength_points - 100) <= 2


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [("year", "1700", "1792"), ("target", "5", "from 20"), ("nation", "XX", "not one of"), ("target", "9" * 30, "400")],
)
def test_a_proposal_that_cannot_be_made_says_why(as_alice: Client, field: str, value: str, words: str) -> None:
    asked = {"way": "proposal", "nation": "FR", "year": "1809", "target": "100", "measure": "strength_points"}
    answer = as_alice.post("/armies/new", {**asked, field: value})
    assert answer.status_code == 422
    assert words in answer.content.decode()


@pytest.mark.rule("EN-COST-03", "the sample basic army costs 104 points")
def test_the_sample_army(as_alice: Client) -> None:
    row = made(as_alice, way="sample", nation="RU")
    assert (row.units, row.cost, row.errors) == (13, 104, 0)


def test_a_copy_notes_its_origin_and_leaves_ratings_behind(as_alice: Client, bob: Any) -> None:
    from armies.services.commander_ratings import rate_all

    source = create(army(name="Bob’s"), bob)
    rate_all(source, by=bob)
    answer = as_alice.post(f"/a/{source.slug}/copy")
    copy = Army.objects.exclude(pk=source.pk).get()
    assert answer["Location"] == f"/a/{copy.slug}/build"
    assert (copy.origin, copy.copied_from) == ("Copied from Bob’s of bob.", source)
    assert "not rolled" in as_alice.get(f"/a/{copy.slug}").content.decode()
    assert f'href="/a/{source.slug}"' in as_alice.get(f"/a/{copy.slug}").content.decode()
    source.visibility = "private"
    source.save()
    assert f'href="/a/{source.slug}"' not in as_alice.get(f"/a/{copy.slug}").content.decode()
    assert as_alice.post(f"/a/{source.slug}/copy").status_code == 404


@pytest.mark.rule("EN-COST-08", "three cards from eleven, without replacement, by recorded dice")
def test_cards_by_real_dice(as_alice: Client, mine: Army) -> None:
    address = f"/a/{mine.slug}/points"
    assert as_alice.post(address, {"act": "manual", "faces": "11 1 1", "version": 1}).status_code == 302
    page = as_alice.get(address).content.decode()
    assert "Choice" in page
    assert Army.objects.get(pk=mine.pk).draws[0]["faces"] == [11, 1, 1]
    wrong = as_alice.post(address, {"act": "manual", "faces": "12 1 1", "version": 2})
    assert wrong.status_code == 422
    taken = as_alice.post(address, {"act": "choose", "choice": "elite_infantry", "version": 2})
    assert taken.status_code == 302
    assert Army.objects.get(pk=mine.pk).draws[0]["choice"] == "elite_infantry"
    assert as_alice.post(address, {"act": "choose", "choice": "old_guard", "version": 3}).status_code == 422
    assert as_alice.post(address, {"act": "seed", "version": 3}).status_code == 302
    assert len(Army.objects.get(pk=mine.pk).draws) == 2


@pytest.mark.rule("EN-COST-05", "cards are outside the cost of the basic army")
def test_cards_leave_the_cost_alone(as_alice: Client, mine: Army) -> None:
    before = mine.cost
    as_alice.post(f"/a/{mine.slug}/points", {"act": "seed", "version": 1})
    assert Army.objects.get(pk=mine.pk).cost == before


@pytest.mark.rule("EN-RULING-100", "the owner may override what the mapping gives, with a reason")
def test_an_override_needs_a_reason_and_is_marked(as_alice: Client, mine: Army) -> None:
    pk = mine.elements.get(name="I/2e Léger").pk
    address = f"/a/{mine.slug}/element/{pk}/override/easy_napoleonics"
    bare = as_alice.post(address, {"grade": "guard", "version": 1})
    assert bare.status_code == 422
    assert "Write a reason" in bare.content.decode()
    assert as_alice.post(address, {"grade": "guard", "reason": "Held Gemioncourt", "version": 1}).status_code == 302
    assert Army.objects.get(pk=mine.pk).cost > mine.cost
    page = as_alice.get(f"/a/{mine.slug}?system=easy_napoleonics").content.decode()
    assert "Held Gemioncourt" in page
    assert as_alice.post(address, {"grade": "", "version": 2}).status_code == 302
    assert Army.objects.get(pk=mine.pk).cost == mine.cost


@pytest.mark.rule("MN-ORG-12", "a battery of the reserve becomes the division artillery of a division without")
def test_a_reserve_battery_is_attached(as_alice: Client, alice: Any) -> None:
    whole = corps()
    division = whole.children[0]
    from msgspec.structs import replace

    bare = replace(division, children=division.children[:2])  # type: ignore[union-attr]
    row = create(army(replace(whole, children=(bare, battery("Reserve battery")))), alice)
    pk = row.elements.get(name="Reserve battery").pk
    address = f"/a/{row.slug}/element/{pk}/attach"
    assert "as its division artillery" in as_alice.get(address).content.decode()
    parent = row.elements.get(level="division").pk
    assert as_alice.post(address, {"parent": str(parent), "version": 1}).status_code == 302
    joined = row.elements.get(pk=pk).parent
    assert joined is not None
    assert (joined.kind, joined.reserve, joined.parent_id) == ("artillery", True, parent)
    assert as_alice.post(address, {"parent": str(pk), "version": 2}).status_code == 422


@pytest.mark.rule("MN-ORG-13", "a division's kind is declared, and what each would break is shown")
def test_the_kinds_of_a_division_are_weighed(as_alice: Client, mine: Army) -> None:
    pk = mine.elements.get(level="division").pk
    page = as_alice.get(f"/a/{mine.slug}/element/{pk}").content.decode()
    assert "Problems with each kind" in page
    assert "division artillery belongs to infantry Divisions" in page


def test_strangers_are_asked_to_sign_in(client: Client, mine: Army) -> None:
    assert client.get("/armies/new").status_code == 302
    assert client.post(f"/a/{mine.slug}/copy").status_code == 302
    assert client.post(f"/a/{mine.slug}/points", {"act": "seed"}).status_code == 302
    assert client.get(f"/a/{mine.slug}/points").status_code == 200


def test_a_unit_keeps_its_name_in_the_copy_of_an_odd_army(as_alice: Client, bob: Any) -> None:
    source = create(army(unit("Alone")), bob)
    as_alice.post(f"/a/{source.slug}/copy")
    assert Army.objects.exclude(pk=source.pk).get().elements.get().name == "Alone"
