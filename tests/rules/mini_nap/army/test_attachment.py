"""Reserves of the Corps: where they may go, and what each choice breaks."""

import pytest
from msgspec import structs

from battles.engine.armies.facts import Army, Corps, Unit
from battles.engine.armies.group import NEW_BRIGADE, Attachment
from battles.engine.armies.tree import units
from battles.rules.mini_nap.army import attachable, attached, attachments, faults, kinds, options
from tests.calls import calls
from tests.rules.mini_nap.builders.armies import brigade, corps, division, find, many, sound, swap, unit


def _with(*reserves: object) -> Army:
    army = sound()
    first = army.children[0]
    assert isinstance(first, Corps)
    return swap(army, "I Corps", structs.replace(first, children=(*first.children, *reserves)))


def _by(army: Army, element: str, **values: bool | int | str) -> dict[str, Attachment]:
    return {choice.parent: choice for choice in attachments(army, element, options(values))}


def _rules(choice: Attachment) -> list[tuple[str, str]]:
    return [(fault.severity, fault.rule) for fault in choice.breaks]


FOOT = brigade("Reserve Foot", "infantry", *many(4, "Grenadiers"))
HORSE = brigade("Reserve Horse", "cavalry", *many(2, "Carabiniers", "heavy_cavalry"))
HEAVY = unit("Heavy Battery", "foot_artillery", gun_weight="heavy")


@pytest.mark.rule("MN-ORG-13", "reserve infantry joins infantry Divisions without a fault, a cavalry Division with one")
@pytest.mark.rule("MN-ORG-14", "once attached nothing is left under the Corps")
def test_a_reserve_brigade() -> None:
    choices = _by(_with(FOOT), "Reserve Foot")
    assert list(choices) == ["1st Division", "2nd Division", "Cavalry"], "those that break least come first"
    assert _rules(choices["1st Division"]) == []
    assert _rules(choices["Cavalry"]) == [("warning", "MN-ORG-13")]
    assert [fault.rule for fault in choices["1st Division"].mends] == ["MN-ORG-14"]
    assert choices["Cavalry"].above == ("I Corps",)


@pytest.mark.rule("MN-ORG-13", "reserve cavalry joins cavalry, and is a fault beside infantry")
def test_a_reserve_cavalry_brigade() -> None:
    choices = _by(_with(HORSE), "Reserve Horse")
    assert next(iter(choices)) == "Cavalry"
    assert _rules(choices["Cavalry"]) == []
    assert _rules(choices["2nd Division"]) == [("warning", "MN-ORG-13")]


@pytest.mark.rule("MN-ORG-13", "a third reserve Brigade of a Corps is a fault wherever it goes")
def test_too_many_reserves() -> None:
    army = _with(FOOT, HORSE, brigade("Third", "infantry", *many(3, "Fusiliers")))
    army = attached(attached(army, "Reserve Foot", "1st Division"), "Reserve Horse", "Cavalry")
    assert {("warning", "MN-ORG-13")} == {rule for choice in attachments(army, "Third") for rule in _rules(choice)[:1]}


@pytest.mark.rule("MN-ORG-12", "a heavy reserve battery goes to division artillery, and is a fault with foot")
@pytest.mark.rule("MN-ORG-11", "a third battery of division artillery is a fault")
@pytest.mark.rule("MN-ORG-08", "heavy guns with cavalry are an error")
def test_a_reserve_battery() -> None:
    choices = _by(_with(HEAVY), "Heavy Battery")
    assert _rules(choices["1st Foot 1"]) == [("warning", "MN-ORG-12")]
    assert _rules(choices["1st Guns"]) == [("warning", "MN-ORG-11")]
    assert ("error", "MN-ORG-07") in _rules(choices["Heavy Brigade"])
    assert ("error", "MN-ORG-08") in _rules(choices["Advance"])
    assert "1st Division" not in choices, "it has division artillery already"
    assert choices["Cavalry"].new_brigade
    assert ("warning", "MN-ORG-12") in _rules(choices["Cavalry"])
    assert list(choices)[-1] in ("Heavy Brigade", "Light Brigade"), "errors come last"


@pytest.mark.rule("MN-ORG-12", "the battery becomes the division artillery of an infantry Division that has none")
def test_new_division_artillery() -> None:
    army = swap(_with(HEAVY), "2nd Guns")
    choice = attachments(army, "Heavy Battery")[0]
    assert (choice.parent, choice.new_brigade, choice.breaks) == ("2nd Division", True, ())
    after = attached(army, "Heavy Battery", "2nd Division")
    assert find(after, "Heavy Battery").above[-1].id == NEW_BRIGADE
    assert [fault for fault in faults(after) if fault.severity != "info"] == []


@pytest.mark.rule("MN-ORG-14", "what a choice breaks is exactly what the changed army's faults have more")
@pytest.mark.parametrize("element", ["Reserve Foot", "Reserve Horse", "Heavy Battery", "1st Foot 1", "Troop"])
@pytest.mark.parametrize("strict", [False, True])
def test_one_truth(element: str, strict: bool) -> None:
    army, rules = _with(FOOT, HORSE, HEAVY), options({"org_strict": strict})
    before = {(fault.severity, fault.rule, fault.element) for fault in faults(army, rules)}
    choices = attachments(army, element, rules)
    assert choices
    for choice in choices:
        moved = attached(army, element, choice.parent)
        assert sorted(u.name for u in units(moved)) == sorted(u.name for u in units(army))
        after = {(fault.severity, fault.rule, fault.element) for fault in faults(moved, rules)}
        assert {(f.severity, f.rule, f.element) for f in choice.breaks} == after - before
        assert {(f.severity, f.rule, f.element) for f in choice.mends} == before - after


@pytest.mark.rule("MN-RULING-66", "where organisation is strict the warnings of a choice are errors")
def test_strict() -> None:
    assert _rules(_by(_with(FOOT), "Reserve Foot", org_strict=True)["Cavalry"]) == [("error", "MN-ORG-13")]


@pytest.mark.rule("MN-ORG-14", "what stands outside a Division or a Brigade waits to be attached")
def test_what_waits() -> None:
    assert attachable(sound()) == ()
    assert [place.element.name for place in attachable(_with(FOOT, HEAVY))] == ["Reserve Foot", "Heavy Battery"]


@pytest.mark.rule("MN-ORG-13", "a Division's kind is declared by its owner, and each kind says what it breaks")
def test_kinds_of_a_division() -> None:
    army = attached(_with(FOOT), "Reserve Foot", "1st Division")
    found = {choice.kind: choice for choice in kinds(army, "1st Division")}
    assert [kind for kind, choice in found.items() if choice.chosen] == ["infantry"]
    assert {kind: [fault.rule for fault in choice.breaks] for kind, choice in found.items()} == {
        "": [],
        "infantry": [],
        "cavalry": ["MN-ORG-11", "MN-ORG-13"],
        "mixed": ["MN-ORG-11"],
    }


@pytest.mark.parametrize(
    ("element", "sentence"),
    [
        ("1st Ligne 1 1", "1st Ligne 1 1 cannot be attached: only Brigades and batteries can"),
        ("I Corps", "I Corps cannot be attached"),
        ("nowhere", "This army has no element nowhere"),
    ],
)
def test_what_cannot_be_attached_is_refused(element: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        attachments(sound(), element)


def test_what_cannot_be_joined_is_refused() -> None:
    with pytest.raises(ValueError, match="Reserve Foot cannot join Advance"):
        attached(_with(FOOT), "Reserve Foot", "Advance")
    with pytest.raises(ValueError, match="1st Foot 1 is not a Division: only a Division has a kind to choose"):
        kinds(sound(), "1st Foot 1")


def test_elements_without_an_id_are_named_by_their_place() -> None:
    bare = Army(
        name="Army",
        nation="FR",
        children=(
            corps("I", division("D", "infantry", brigade("B", "infantry", *many(3, "L"), id=""), id=""), FOOT, id=""),
        ),
    )
    assert [choice.parent for choice in attachments(bare, "Reserve Foot")] == ["0.0"]


def test_twenty_divisions_of_150_units_are_judged_by_as_many_checks() -> None:
    """Each choice costs about one check of the army: no more than half as many calls again."""
    divisions = [
        division(f"D{n}", "infantry", *(brigade(f"B{n}.{b}", "infantry", *many(4, f"U{n}.{b}")) for b in (1, 2)))
        for n in range(20)
    ]
    army = Army(name="Army", nation="FR", children=(corps("I", *divisions, FOOT),))
    assert sum(isinstance(u, Unit) for u in units(army)) == 164
    assert len(attachments(army, "Reserve Foot")) == 20
    assert calls(lambda: attachments(army, "Reserve Foot")) <= 1.5 * 21 * calls(lambda: faults(army))
