"""House rules: the organiser's form, what is refused, and the armies that are counted again."""

from typing import Any

import pytest
from django.test import Client

from armies.models import Army, HouseRules
from armies.services import house_rules
from armies.services.locks import Refused, Stale
from armies.services.storage import create
from battles.engine.armies.systems import house_specs
from campaign.club.services.ownership import change_house_rules
from campaign.models import Club, Membership
from tests.armies.builders import army

pytestmark = pytest.mark.django_db

ADDRESS = "/club/charge/house-rules"


@pytest.fixture
def club(organiser: Any, alice: Any) -> Club:
    """A club that the organiser runs and Alice plays in."""
    made = Club.objects.create(name="Sound the Charge", slug="charge")
    Membership.objects.create(club=made, user=organiser, role="organiser")
    Membership.objects.create(club=made, user=alice)
    return made


@pytest.fixture
def rules(club: Club) -> HouseRules:
    """Its house rules: 50 men a strength point, where 100 are printed."""
    change_house_rules(club, {"mini_nap": {"men_per_point": 50, "men_rounded_up": 25}})
    club.refresh_from_db()
    assert club.house_rules is not None
    return club.house_rules


@pytest.fixture
def ours(alice: Any) -> Army:
    """Alice's army."""
    return create(army(), alice)


@pytest.fixture
def as_organiser(client: Client, club: Club, organiser: Any) -> Client:
    client.force_login(organiser)
    return client


def test_every_value_stands_in_the_form_with_what_is_printed_and_its_rule(as_organiser: Client) -> None:
    page = as_organiser.get(ADDRESS).content.decode()
    for system, specs in house_specs().items():
        for key, spec in specs.items():
            assert f'name="{system}.{key}"' in page
            assert f">{spec.rule}</a>" in page


def test_only_what_differs_is_kept(as_organiser: Client, club: Club) -> None:
    sent = {
        f"{system}.{key}": str(spec.default) for system, specs in house_specs().items() for key, spec in specs.items()
    }
    changed = {"mini_nap.men_per_point": " 120 ", "mini_nap.guns_per_point": "", "easy_napoleonics.leader_cost": "12"}
    assert as_organiser.post(ADDRESS, {**sent, **changed}).status_code == 302
    club.refresh_from_db()
    assert club.house_rules is not None
    assert club.house_rules.name == "Sound the Charge"
    assert club.house_rules.overlays == {"mini_nap": {"men_per_point": 120}, "easy_napoleonics": {"leader_cost": 12}}
    page = as_organiser.get(ADDRESS).content.decode()
    assert "printed 100" in page
    assert page.count("1 changed") == 2
    assert as_organiser.post(ADDRESS, {}).status_code == 302
    club.house_rules.refresh_from_db()
    assert club.house_rules.overlays == {}


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("mini_nap.men_per_point", "many", "MN-SP-01"),
        ("mini_nap.men_per_point", "0", "at least 1"),
        ("mini_nap.men_per_point", "9" * 400, "at most 1,000"),
        ("mini_nap.men_rounded_up", "150", "MN-SP-01"),
        ("easy_napoleonics.kind_of.medium_cavalry", "elephants", "EN-RULING-93"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_beside_its_field(
    as_organiser: Client, club: Club, field: str, value: str, sentence: str
) -> None:
    answer = as_organiser.post(ADDRESS, {field: value, "mini_nap.guns_per_point": "4"})
    assert answer.status_code == 422
    page = answer.content.decode()
    wrong = page[page.index(f'id="{field}-error"') :]
    assert sentence in wrong[: wrong.index("</p>")]
    assert 'value="4"' in page
    club.refresh_from_db()
    assert club.house_rules is None


def test_a_player_reads_what_differs_and_changes_nothing(client: Client, rules: HouseRules, alice: Any) -> None:
    client.force_login(alice)
    page = client.get(ADDRESS).content.decode()
    assert "men for a point" in page
    assert "<b>50</b>" in page
    assert "<form" not in page[page.index("<main") :]
    assert client.post(ADDRESS, {"mini_nap.men_per_point": "10"}).status_code == 404


@pytest.mark.rule("MN-SP-01", "a strength point for each hundred men, or as many as the club has")
def test_an_army_that_adopts_them_is_counted_by_them(client: Client, ours: Army, rules: HouseRules, alice: Any) -> None:
    printed = ours.strength_points
    client.force_login(alice)
    address = f"/a/{ours.slug}/house-rules"
    page = client.get(address).content.decode()
    assert "Sound the Charge" in page
    assert client.post(address, {"rules": rules.pk, "version": ours.version}).status_code == 302
    ours.refresh_from_db()
    assert (ours.house_rules, ours.strength_points > printed) == (rules, True)
    assert "House rules of this army" in client.get(f"/a/{ours.slug}/options/mini_nap").content.decode()
    assert client.post(address, {"rules": ""}).status_code == 302
    ours.refresh_from_db()
    assert (ours.house_rules, ours.strength_points) == (None, printed)
    assert "house rules of Sound the Charge" in ours.changes.order_by("number")[1].words


def test_a_change_counts_every_army_again_and_leaves_the_rest_alone(
    as_organiser: Client, ours: Army, rules: HouseRules, alice: Any, bob: Any
) -> None:
    theirs, free = create(army(), bob), create(army(), bob)
    for row in (ours, theirs):
        house_rules.adopt(row, rules, by=row.owner)
    before = {row.pk: row for row in Army.objects.all()}
    page = as_organiser.post(ADDRESS, {"mini_nap.men_per_point": "200"}, follow=True).content.decode()
    assert "The counts of 2 armies changed." in page
    for row in Army.objects.all():
        assert (row.version, row.updated) == (before[row.pk].version, before[row.pk].updated)
        assert (row.strength_points < before[row.pk].strength_points) is (row.pk != free.pk)
    assert (
        "No counts changed."
        in as_organiser.post(ADDRESS, {"mini_nap.men_per_point": "200"}, follow=True).content.decode()
    )


def test_two_organisers_do_not_undo_each_other(as_organiser: Client, rules: HouseRules) -> None:
    seen = rules.updated.isoformat()
    assert as_organiser.post(ADDRESS, {"updated": seen, "mini_nap.men_per_point": "60"}).status_code == 302
    answer = as_organiser.post(ADDRESS, {"updated": seen, "mini_nap.men_per_point": "70"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Someone else has changed" in page
    assert 'value="70"' in page
    rules.refresh_from_db()
    assert rules.overlays["mini_nap"]["men_per_point"] == 60
    again = {"updated": answer.context["updated"], "mini_nap.men_per_point": "70"}
    assert as_organiser.post(ADDRESS, again).status_code == 302
    for junk in ("", "yesterday", "2015-99-99T00:00", "\x00"):
        assert as_organiser.post(ADDRESS, {"updated": junk}).status_code == 302


def test_an_army_takes_the_rules_of_its_owners_clubs_only(client: Client, rules: HouseRules, bob: Any) -> None:
    row = create(army(), bob)
    client.force_login(bob)
    address = f"/a/{row.slug}/house-rules"
    assert "None of your clubs has house rules yet" in client.get(address).content.decode()
    for wanted in (rules.pk, "x", "-1"):
        assert client.post(address, {"rules": wanted}).status_code == 422
    row.refresh_from_db()
    assert row.house_rules is None


def test_an_army_that_moved_on_is_not_put_under_them(client: Client, ours: Army, rules: HouseRules, alice: Any) -> None:
    with pytest.raises(Stale):
        house_rules.adopt(ours, rules, by=alice, expect=ours.version + 1)
    client.force_login(alice)
    assert client.post(f"/a/{ours.slug}/house-rules", {"rules": rules.pk, "version": "99"}).status_code == 409


def test_no_more_armies_than_can_be_counted_again(
    monkeypatch: pytest.MonkeyPatch, ours: Army, rules: HouseRules, alice: Any
) -> None:
    monkeypatch.setattr(house_rules, "MOST_ARMIES", 1)
    house_rules.adopt(ours, rules, by=alice)
    house_rules.adopt(ours, rules, by=alice)
    with pytest.raises(Refused, match="1 armies have the house rules of"):
        house_rules.adopt(create(army(), alice), rules, by=alice)
    monkeypatch.setattr(house_rules, "MOST_ARMIES", 9)
    monkeypatch.setattr(house_rules, "MOST_UNITS", 9)
    with pytest.raises(Refused, match="would have 10 units; at most 9 are allowed"):
        house_rules.adopt(create(army(), alice), rules, by=alice)


def test_numbers_and_the_house_rules_go_together_or_not_at_all(rules: HouseRules, ours: Army, alice: Any) -> None:
    house_rules.adopt(ours, rules, by=alice)
    with pytest.raises(Refused) as refused:
        house_rules.change(rules, {"mini_nap": {"men_per_point": 0, "guns_per_point": "x"}, "chess": {}})
    assert [field for field, _ in refused.value.faults] == [
        "mini_nap.men_per_point",
        "mini_nap.guns_per_point",
        "chess.",
    ]
    rules.refresh_from_db()
    assert rules.overlays["mini_nap"]["men_per_point"] == 50
