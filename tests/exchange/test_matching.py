"""A file that brings an army up to date: which of its elements are those that stand."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec import structs

from armies.exchange import with_matched_ids
from armies.exchange.files.oob_json import without_ids
from battles.engine.armies.facts import Army, Brigade, Corps, Division, Draw, Override, Throw, Unit
from battles.engine.armies.tree import number, walk
from tests.exchange.builders import armies

GENERATED = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def unit(name: str, **facts: object) -> Unit:
    return Unit(**{"name": name, "type": "line_infantry", "quality": "veteran", "men": 500} | facts)  # type: ignore[arg-type]


def wing(*units: Unit, brigade: str = "1st Brigade", division: str = "5th Division") -> Army:
    other = Brigade(name="2nd Brigade", kind="infantry", commander="Campi", children=(unit("I/72e"), unit("II/72e")))
    first = Brigade(name=brigade, kind="infantry", commander="Husson", children=units)
    return Army(
        name="French",
        children=(Corps(name="II", children=(Division(name=division, children=(first, other)),)),),
    )


def ids(army: Army) -> dict[str, str]:
    """Every element's name to its id."""
    return {place.element.name: place.element.id for place in walk(army)}


OLD = number(wing(unit("I/2e"), unit("II/2e"), unit("I/61e")))


@given(army=armies)
@GENERATED
def test_an_army_matched_with_itself_keeps_every_id(army: Army) -> None:
    old = number(army)
    assert with_matched_ids(old, without_ids(old)) == old
    assert with_matched_ids(old, old) == old


def flat(army: Army) -> list[str]:
    return [place.element.id for place in walk(army)]


def without(army: Army, gone: str) -> Army:
    def kept(elements: tuple) -> tuple:  # type: ignore[type-arg]
        return tuple(
            e if isinstance(e, Unit) else structs.replace(e, children=kept(e.children))
            for e in elements
            if e.id != gone
        )

    return structs.replace(army, children=kept(army.children))


def changed(army: Army, at: str, **facts: object) -> Army:
    def turned(elements: tuple) -> tuple:  # type: ignore[type-arg]
        out = []
        for e in elements:
            e = structs.replace(e, **facts) if e.id == at else e
            out.append(e if isinstance(e, Unit) else structs.replace(e, children=turned(e.children)))
        return tuple(out)

    return structs.replace(army, children=turned(army.children))


def told_apart(army: Army) -> Army:
    """The army with its place in the tree before each name, so that no two elements are alike."""

    def named(elements: tuple) -> tuple:  # type: ignore[type-arg]
        out = []
        for e in elements:
            e = structs.replace(
                e, name=f"{e.id} {e.name}"[:100], commander=e.commander and f"{e.id} {e.commander}"[:99]
            )
            out.append(e if isinstance(e, Unit) else structs.replace(e, children=named(e.children)))
        return tuple(out)

    return structs.replace(army, children=named(army.children))


@given(army=armies, data=st.data())
@GENERATED
def test_one_element_renamed_removed_or_moved_leaves_all_others_their_ids(army: Army, data: st.DataObject) -> None:
    old = told_apart(number(army))
    units = [place.element.id for place in walk(old) if isinstance(place.element, Unit)]
    assume(units)
    which = data.draw(st.sampled_from(units))
    renamed = with_matched_ids(old, without_ids(changed(old, which, name="quite another")))
    assert flat(renamed) == flat(old)
    left = without(old, which)
    assert with_matched_ids(old, without_ids(left)) == left
    moved = next(place.element for place in walk(old) if place.element.id == which)
    on_top = structs.replace(left, children=(*left.children, moved))
    assert with_matched_ids(old, without_ids(on_top)) == on_top


def test_a_renamed_unit_and_a_renamed_brigade_keep_their_ids() -> None:
    new = wing(unit("I/2nd Light"), unit("II/2e"), unit("I/61e"), brigade="Brigade Husson")
    got = with_matched_ids(OLD, new)
    assert [place.element.id for place in walk(got)] == [place.element.id for place in walk(OLD)]


def test_a_unit_of_another_type_is_another_unit_unless_it_has_the_same_name() -> None:
    got = ids(
        with_matched_ids(
            OLD, wing(unit("I/2e", type="light_infantry"), unit("II/2e"), unit("Jägers", type="light_infantry"))
        )
    )
    assert got["I/2e"] == ids(OLD)["I/2e"]
    assert got["Jägers"] == ""


def test_a_moved_brigade_is_found_by_its_name_and_takes_its_units_along() -> None:
    (corps,) = OLD.children
    (division,) = corps.children
    first, second = division.children
    new = without_ids(
        structs.replace(
            OLD,
            children=(
                structs.replace(
                    corps,
                    children=(structs.replace(division, children=(first,)), Division(name="6th", children=(second,))),
                ),
            ),
        )
    )
    got = ids(with_matched_ids(OLD, new))
    assert {name: got[name] for name in ids(OLD)} == ids(OLD)
    assert got["6th"] == ""


def test_a_brigade_with_another_name_is_found_by_its_commander_not_by_its_place() -> None:
    (corps,) = OLD.children
    (division,) = corps.children
    first, second = division.children
    swapped = (structs.replace(second, name="A"), structs.replace(first, name="B"))
    turned = structs.replace(division, children=swapped)
    got = ids(
        with_matched_ids(OLD, without_ids(structs.replace(OLD, children=(structs.replace(corps, children=(turned,)),))))
    )
    assert (got["A"], got["B"]) == (second.id, first.id)


def test_of_two_alike_the_one_that_is_equal_is_the_same() -> None:
    old = number(wing(unit("Landwehr", men=400), unit("Landwehr", men=500)))
    got = with_matched_ids(old, wing(unit("Landwehr", men=500)))
    assert [p.element.id for p in walk(got) if p.element.name == "Landwehr"] == ["0.0.0.1"]


def test_dice_and_overrides_stay_where_the_file_has_none() -> None:
    throw = Throw(rating="good", source="manual", faces=(4, 5))
    override = Override(system="mini_nap", what="quality", value="guard", reason="they held")
    draw = Draw(faces=(3,), cards=("Scouts",))
    old = wing(unit("I/2e", overrides=(override,)))
    (corps,) = old.children
    old = number(
        structs.replace(old, children=(structs.replace(corps, throws=(throw,)),), draws=(draw,), battle="Ligny")
    )
    got = with_matched_ids(old, wing(unit("I/2e", men=300)))
    assert (got.draws, got.battle) == ((draw,), "")
    assert with_matched_ids(old, wing(), full=False).battle == "Ligny"
    assert got.children[0].throws == (throw,)  # type: ignore[union-attr]
    assert next(p.element for p in walk(got) if p.element.name == "I/2e").overrides == (override,)  # type: ignore[union-attr]
    later = Throw(rating="poor", source="fixed")
    for told in ((later,), (throw, later)):
        new = structs.replace(wing(unit("I/2e")), children=(Corps(name="II", throws=told),))
        assert with_matched_ids(old, new).children[0].throws == (throw, later)  # type: ignore[union-attr]


def test_a_list_that_leaves_facts_open_keeps_them_and_a_full_file_does_not() -> None:
    held = {"commander": "Maigrot", "note": "few", "basis": "sourced", "sources": ("S1",), "sub_units": 6, "men": 400}
    old = number(wing(unit("I/2e", **held)))
    bare = unit("I/2e", men=None)
    for full, want in ((False, unit("I/2e", **held)), (True, bare)):
        got = next(p.element for p in walk(with_matched_ids(old, wing(bare), full=full)) if p.element.name == "I/2e")
        assert structs.replace(got, id="") == want
    told = unit("I/2e", basis="recalled", men=500)
    got = next(p.element for p in walk(with_matched_ids(old, wing(told), full=False)) if p.element.name == "I/2e")
    assert (got.basis, got.sources, got.men) == ("recalled", (), 500)  # type: ignore[union-attr]


@pytest.mark.parametrize("new", [Army(name="empty"), wing()])
def test_what_is_gone_is_gone(new: Army) -> None:
    assert "I/2e" not in ids(with_matched_ids(OLD, new))
