"""Templates: every one is sound under both systems and says what it holds."""

from collections import defaultdict
from importlib import resources

import pytest

from armies.building.templates import NATIONS, Template, army_of, commander_lists, template, templates, years_words
from armies.exchange.clean_text import words
from armies.exchange.limits import army_faults, element_faults
from battles.engine.armies.facts import CAVALRY, Army, Brigade, Unit
from battles.engine.armies.tree import totals, units, walk
from battles.rules.easy_napoleonics import army as easy_napoleonics
from battles.rules.mini_nap import army as mini_nap

NOTES = {"MN-ORG-15", "MN-VAL-27"}
"""Notes that history itself gives: a body under 35 units, batteries of 8 horse guns or 12 foot guns."""
SMALL = {"EN-COST-04", "EN-VP-02"}
"""What follows from a body being dearer than a basic army, or too small for one."""


def _of(key: str) -> Army:
    return army_of(template(key))


@pytest.mark.rule("MN-ORG-04", "every template keeps to the sizes of Brigades")
@pytest.mark.rule("MN-ORG-11", "and of division artillery, and stands where it should")
@pytest.mark.rule("MN-VAL-02", "and every unit has what its strength needs")
@pytest.mark.parametrize("chosen", templates(), ids=lambda chosen: chosen.key)
def test_every_template_is_sound(chosen: Template) -> None:
    army = army_of(chosen)
    assert {fault.rule for fault in mini_nap.faults(army)} <= NOTES
    assert all(fault.severity == "info" for fault in mini_nap.faults(army))
    assert {fault.rule for fault in easy_napoleonics.faults(army) if fault.severity != "info"} <= SMALL
    assert list(army_faults(army)) == []
    assert [sentence for place in walk(army) for sentence in element_faults(place.element)] == []


@pytest.mark.rule("MN-ORG-15", "a template of a corps is a side of about 35 to 50 units")
@pytest.mark.rule("EN-VP-02", "and worth enough to lose a game of Easy Napoleonics")
@pytest.mark.parametrize("chosen", [t for t in templates() if t.kind == "corps"], ids=lambda chosen: chosen.key)
def test_a_corps_is_a_side(chosen: Template) -> None:
    army = army_of(chosen)
    assert 34 <= totals(army).units <= 50
    assert "EN-VP-02" not in {fault.rule for fault in easy_napoleonics.faults(army)}


def test_each_nation_has_every_kind() -> None:
    kinds = defaultdict(set)
    for each in templates():
        kinds[each.nation].add(each.kind)
    assert dict(kinds) == {
        nation: {"corps", "division", "brigade", "cavalry_division", "cavalry_brigade"} for nation in NATIONS
    }


def test_a_template_holds_what_its_kind_says() -> None:
    for each in templates():
        army = army_of(each)
        horse = sum(unit.type in CAVALRY for unit in units(army))
        if each.kind in ("cavalry_division", "cavalry_brigade"):
            assert horse >= totals(army).units - 2
        if each.kind in ("brigade", "cavalry_brigade"):
            assert sum(len(part.brigades) for part in each.divisions) == 1
        if each.kind in ("division", "cavalry_division"):
            assert len(each.divisions) == 1


@pytest.mark.rule("MN-ORG-13", "a Prussian brigade of 1813 is a Division: foot of three kinds, cavalry and a battery")
def test_the_prussian_brigade_of_1813() -> None:
    army = _of("pr-brigade-1813")
    names = [unit.name for unit in units(army)]
    assert names[:3] == ["1/IR 4", "2/IR 4", "F/IR 4"]
    assert "1/Reserve IR 8" in names
    assert "3/3rd East Prussian Landwehr" in names
    assert "6-pdr Foot Battery No. 5" in names
    assert any(unit.type in CAVALRY for unit in units(army))
    assert [fault.rule for fault in mini_nap.faults(army)] == ["MN-ORG-15"]
    assert years_words(template("pr-brigade-1813")) == "1813–1814"


def test_units_are_derived_and_named_once() -> None:
    army = _of("gb-corps-1809")
    found = list(units(army))
    assert len({unit.name for unit in found}) == len(found)
    assert {(unit.basis, unit.sources) for unit in found} == {("derived", ("GK",))}
    portuguese = [place for place in walk(army) if isinstance(place.element, Unit) and place.nation == "PT"]
    assert len(portuguese) == 15


def test_names_and_years() -> None:
    assert army_of(template("fr-corps-1805"), " Ney's corps ").name == "Ney's corps"
    assert _of("fr-corps-1805").name == "French corps, 1805–1807"
    assert years_words(template("pr-corps-1815")) == "1815"
    keys = [each.key for each in templates()]
    assert len(set(keys)) == len(keys)
    assert all(1792 <= each.years[0] <= each.years[1] <= 1815 for each in templates())
    with pytest.raises(ValueError, match="There is no template xx: choose one from the list"):
        template("xx")


def test_each_name_of_a_commander_is_in_a_shipped_army_or_marked_as_unconfirmed() -> None:
    folder = resources.files("armies").joinpath("data/oob")
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".json")]
    shipped = set(words(" ".join(texts).replace("'", "").replace("’", "")))
    for one in commander_lists():
        kinds = (one.corps, one.infantry_divisions, one.cavalry_divisions, one.infantry_brigades, one.cavalry_brigades)
        for name in (name for names in (*kinds, *one.others.values()) for name in names):
            last = [word for word in words(name.replace("'", "")) if set(word) != {"i"}][-1]
            assert (last in shipped) != (name in one.unconfirmed), name


def test_an_army_says_which_of_its_commanders_are_unconfirmed() -> None:
    (found,) = [one for one in commander_lists() if one.nation == "FR" and one.years == (1805, 1807)]
    assert "Gudin" in found.unconfirmed
    armies = [army_of(one) for one in templates()]
    notes = [note for army in armies if army.nation == "FR" for note in army.notes if "general knowledge" in note]
    assert any("Gudin" in note for note in notes)


def test_templates_propose_commanders_by_name() -> None:
    for each in templates():
        formations = [place.element for place in walk(army_of(each)) if not isinstance(place.element, Unit)]
        names = [one.commander for one in formations if one.commander]
        assert names, each.key
        assert len(set(names)) == len(names), each.key
    corps = _of("fr-corps-1815").children[0]
    assert (corps.commander, [one.commander for one in corps.children][:2]) == ("Reille", ["Bachelu", "Foy"])
    portuguese = [place.element for place in walk(_of("gb-corps-1809")) if getattr(place.element, "nation", "") == "PT"]
    assert [one.commander for one in portuguese if isinstance(one, Brigade)] == ["Ashworth", "Stubbs", "Power"]
