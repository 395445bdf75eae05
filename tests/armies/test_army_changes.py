"""Store, rate and change armies."""

import json
from typing import Any

import pytest
from msgspec import structs

from armies.models import Army, Element, RatingThrow
from armies.services.army_changes import change_element, change_head, change_options
from armies.services.army_creation import load_historical
from armies.services.commander_ratings import commanders, rate, rate_all, seed_of
from armies.services.exports import export
from armies.services.locks import Refused, Stale
from armies.services.storage import create, facts_of
from battles.engine.armies import facts
from battles.engine.armies.tree import number, walk
from battles.engine.dice import seeded_faces
from tests.armies.builders import army, big, corps, unit

pytestmark = pytest.mark.django_db


def without_ids(plain: facts.Army) -> facts.Army:
    """The same army with its elements numbered by place, so that two can be compared."""

    def bare(elements: Any) -> Any:
        return tuple(
            structs.replace(e, id="", **({} if isinstance(e, facts.Unit) else {"children": bare(e.children)}))
            for e in elements
        )

    return number(structs.replace(plain, children=bare(plain.children)))


def test_what_is_written_is_read_back_whole(alice: Any) -> None:
    thrown = facts.Throw(
        rating="good", source="seed", faces=(4, 3), rule="MN-CMD-50", by="alice", at="2026-11-21T12:00"
    )
    plain = army(
        corps(throws=(thrown,)), battle="Quatre Bras", date="1815-06-16", options={"mini_nap": {"org_strict": True}}
    )
    assert without_ids(facts_of(create(plain, alice))) == without_ids(plain)


def test_an_army_with_missing_levels_is_kept_as_it_is(alice: Any) -> None:
    loose = army(unit("Loose"), facts.Corps(name="I Corps", children=(unit("Under the corps"),)))
    assert without_ids(facts_of(create(loose, alice))) == without_ids(loose)


def test_reading_takes_two_queries_whatever_the_size(alice: Any, django_assert_num_queries: Any) -> None:
    for size in (10, 150):
        row = create(big(size), alice)
        with django_assert_num_queries(2):
            facts_of(row)


def test_counts_are_a_recount_of_the_elements(alice: Any) -> None:
    row = create(army(), alice)
    assert (row.units, row.foot, row.horse, row.guns) == (5, 1720, 0, 8)
    assert row.strength_points == 4 * 4 + 4


def test_changing_men_changes_the_counts_and_the_version(alice: Any) -> None:
    row = create(army(), alice)
    target = row.elements.get(name="I/2e Léger")
    change_element(row, str(target.pk), {"men": 830}, expect=1)
    changed = Army.objects.get(pk=row.pk)
    assert (changed.foot, changed.strength_points, changed.version) == (2120, 24, 2)


def test_writing_on_old_knowledge_is_refused_and_nothing_is_written(alice: Any) -> None:
    row = create(army(), alice)
    change_head(row, {"name": "First"}, expect=1)
    with pytest.raises(Stale):
        change_head(row, {"name": "Second"}, expect=1)
    assert Army.objects.get(pk=row.pk).name == "First"


def test_an_element_of_another_army_cannot_be_changed(alice: Any, bob: Any) -> None:
    mine, his = create(army(), alice), create(army(), bob)
    with pytest.raises(Refused):
        change_element(mine, str(his.elements.first().pk), {"name": "Stolen"})  # type: ignore[union-attr]


def test_options_that_equal_the_default_are_not_kept(alice: Any) -> None:
    row = create(army(), alice)
    change_options(row, "mini_nap", {"org_strict": True, "max_corps_per_side": 1})
    assert Army.objects.get(pk=row.pk).options == {"mini_nap": {"org_strict": True}}
    change_options(row, "mini_nap", {"org_strict": False})
    assert Army.objects.get(pk=row.pk).options == {}


def test_an_unknown_option_is_refused_by_its_name(alice: Any) -> None:
    with pytest.raises(Refused) as refused:
        change_options(create(army(), alice), "mini_nap", {"max_corps_per_side": 0})
    assert refused.value.field == "max_corps_per_side"


@pytest.mark.rule("MN-RULING-67", "corps commanders are thrown for first, then those of divisions")
def test_commanders_in_the_order_of_the_ruling(alice: Any) -> None:
    plain = army(corps(), corps())
    levels = [type(place.element).__name__ for place in commanders(plain)]
    assert levels == ["Corps", "Corps", "Division", "Division"]


@pytest.mark.rule("MN-CMD-50", "the French corps table reads 2D6 without a modifier")
def test_the_server_throws_and_records_the_dice(alice: Any) -> None:
    row = create(army(), alice)
    made = [made for _, made in rate_all(row, by=alice, seed=seed_of(7))]
    assert [m.faces for m in made] == [seeded_faces(seed_of(7), n, 0, 2, 6) for n in range(2)]
    assert [m.by for m in made] == ["alice", "alice"]
    assert made[0].rule == "MN-CMD-50"
    assert made[0].modifier == 0
    assert made[1].modifier == 1


def test_the_same_seed_gives_the_same_ratings(alice: Any) -> None:
    first, second = (rate_all(create(army(), alice), seed=seed_of(3)) for _ in range(2))
    assert [m.rating for _, m in first] == [m.rating for _, m in second]


def test_throwing_again_keeps_the_earlier_throw(alice: Any) -> None:
    row = create(army(), alice)
    corps_id = str(row.elements.get(level="corps").pk)
    rate(row, corps_id, source="manual", faces=(6, 6), by=alice)
    rate(row, corps_id, source="fixed", rating="poor", by=alice)
    throws = next(walk(facts_of(row))).element.throws  # type: ignore[union-attr]
    assert [(t.rating, t.source, t.faces) for t in throws] == [("excellent", "manual", (6, 6)), ("poor", "fixed", ())]


@pytest.mark.parametrize("faces", [(), (3,), (0, 4), (7, 1), (1, 2, 3)])
def test_dice_that_2d6_cannot_show_are_refused(alice: Any, faces: tuple[int, ...]) -> None:
    row = create(army(), alice)
    with pytest.raises(Refused) as refused:
        rate(row, str(row.elements.get(level="corps").pk), source="manual", faces=faces)
    assert refused.value.field == "faces"
    assert not RatingThrow.objects.exists()


def test_a_brigade_commander_has_no_rating(alice: Any) -> None:
    row = create(army(), alice)
    with pytest.raises(Refused, match="MN-CMD-34"):
        rate(row, str(row.elements.filter(level="brigade")[0].pk), source="seed")


def test_an_unknown_source_is_refused(alice: Any) -> None:
    row = create(army(), alice)
    with pytest.raises(Refused):
        rate(row, str(row.elements.get(level="corps").pk), source="loaded", faces=(6, 6))


def test_a_failed_write_leaves_nothing(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("connection lost")

    monkeypatch.setattr(Element.objects, "bulk_create", fail)
    with pytest.raises(RuntimeError):
        create(army(), alice)
    assert not Army.objects.exists()


def test_the_export_explains_every_number(alice: Any) -> None:
    row = create(army(corps(throws=(facts.Throw(rating="good", source="fixed"),)), unit("Loose", men=517)), alice)
    numbers = json.loads(export(row, "json"))["numbers"]
    assert (numbers["foot"], numbers["guns"]) == (2237, 8)
    loose = numbers["units"][-1]
    assert loose["unit"] == ["Loose"]
    assert loose["strength_points_why"] == "517 men / 100: 5.17 (MN-SP-01); rounded: 5 (MN-SP-01)"
    first, second = numbers["commanders"]
    assert (first["of"], first["rating"], first["radius"]) == (["II Corps"], "good", 16)
    assert "MN-CMD-07" in first["radius_why"]
    assert [(stand["of"][-1], stand["lost_at"]) for stand in numbers["stands"]] == [
        ("5th Division", 3), ("1st Brigade", 2), ("2nd Brigade", 2),
    ]  # fmt: skip
    assert "MN-RULING-04" in numbers["stands"][0]["lost_at_why"]
    assert (second["rating"], second["radius"], second["radius_why"]) == (None, None, None)
    assert {"severity", "rule", "sentence", "at"} == set(numbers["faults"]["mini_nap"][0])
    assert ["Loose"] in [fault["at"] for fault in numbers["faults"]["mini_nap"] if fault["rule"] == "MN-ORG-14"]


@pytest.mark.rule("MN-VAL-09", "a historical army may have the Corps that history gave it")
def test_historical_armies_are_made_once_and_show_no_error_for_what_the_history_is() -> None:
    made = load_historical()
    assert len(made) == 13
    assert not Army.objects.filter(historical=True, errors__gt=0).exists()
    ney = Army.objects.get(slug__startswith="quatre-bras-1815-french")
    assert (ney.foot, ney.horse, ney.guns) == (16710, 4716, 56)
    whole = Army.objects.get(slug__startswith="1815-armee-du-nord")
    assert (whole.foot, whole.horse, whole.guns) == (88582, 22299, 366)
    Army.objects.filter(pk=whole.pk).update(options={}, errors=1)
    assert load_historical() == []
    whole.refresh_from_db()
    assert (whole.options, whole.errors) == ({"mini_nap": {"max_corps_per_side": 10}}, 0)
