"""Proposals: any nation, year, target and seed gives a sound force that meets its target."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armies.building.element_tree import Refused
from armies.building.proposal import propose, tolerance, years_of
from armies.building.recruits import Chance
from armies.exchange.limits import army_faults, element_faults
from battles.engine.armies.facts import QUALITIES, Army, HouseRules, Unit
from battles.engine.armies.nations import establishments, nations, ordinal, unit_names
from battles.engine.armies.systems import proposals
from battles.engine.armies.tree import Place, units, walk
from battles.rules.easy_napoleonics import army as easy_napoleonics
from battles.rules.mini_nap import army as mini_nap

SMALL = {"EN-COST-04", "EN-VP-02"}

BOUNDS = {measure: (proposal.least, proposal.most) for measure, (_, proposal) in proposals().items()}


def _points(army: Army) -> int:
    return sum(mini_nap.strength(unit).value for unit in units(army))


def _cheapest(nation: str, year: int) -> int:
    """Points of the cheapest unit that the nation had in that year."""
    costs = []
    for troop in establishments()[nation].troops:
        period = troop.at(year)
        for quality in period.quality if period else ():
            unit = Unit(name="", type=troop.type, quality=quality, irregular=troop.irregular)
            costs.append(easy_napoleonics.map_unit(Place(unit, (), nation)).cost.value)
    return min(costs)


def _sound(army: Army) -> None:
    assert [fault.sentence for fault in mini_nap.faults(army) if fault.severity != "info"] == []
    wrong = [fault for fault in easy_napoleonics.faults(army) if fault.severity != "info"]
    assert {fault.rule for fault in wrong} <= SMALL
    assert list(army_faults(army)) == []
    assert [text for place in walk(army) for text in element_faults(place.element)] == []


@st.composite
def _asked(draw: st.DrawFn, measure: str) -> tuple[str, int, int, str, int]:
    nation = draw(st.sampled_from(sorted(nations())))
    first, last = draw(st.sampled_from(years_of(nation)))
    target = draw(st.integers(*BOUNDS[measure]))
    return nation, draw(st.integers(first, last)), target, measure, draw(st.integers(0, 10**6))


@pytest.mark.rule("MN-ORG-04", "a proposal keeps to MN-ORG whatever is asked for")
@pytest.mark.rule("MN-SP-01", "and comes to its strength points, by 2 or by 2 in a hundred")
@settings(max_examples=120, deadline=None)
@given(_asked("strength_points"))
def test_strength_points(asked: tuple[str, int, int, str, int]) -> None:
    army = propose(*asked)
    _sound(army)
    assert abs(_points(army) - asked[2]) <= tolerance(asked[2])


@pytest.mark.rule("EN-COST-01", "points never pass the target, and fall short by less than the cheapest unit")
@settings(max_examples=120, deadline=None)
@given(_asked("points"))
def test_points(asked: tuple[str, int, int, str, int]) -> None:
    army = propose(*asked)
    _sound(army)
    left = asked[2] - easy_napoleonics.army_cost(army).value
    assert 0 <= left < _cheapest(asked[0], asked[1])


@pytest.mark.parametrize("measure", BOUNDS)
@pytest.mark.parametrize("nation", nations())
def test_every_nation_from_the_least_to_the_most(nation: str, measure: str) -> None:
    for target in BOUNDS[measure]:
        for first, last in years_of(nation):
            _sound(propose(nation, first, target, measure, "x"))
            _sound(propose(nation, last, target, measure, "x"))


def test_the_same_arguments_give_the_same_army_and_others_another() -> None:
    army = propose("FR", 1809, 150, "strength_points", "birch")
    assert propose("FR", 1809, 150, "strength_points", "birch") == army
    others = [propose("FR", 1809, 150, "strength_points", seed).children for seed in range(20)]
    assert len({str(children) for children in others}) == 20
    assert propose("FR", 1809, 150, "strength_points", 7) == propose("FR", 1809, 150, "strength_points", "7")


def _share(nation: str, year: int, quality: str) -> Fraction:
    """The share of units of that quality or better in forces of one year."""
    forces = [propose(nation, year, 200, "strength_points", seed) for seed in range(8)]
    found = [unit for army in forces for unit in units(army)]
    better = QUALITIES[: QUALITIES.index(quality) + 1]  # type: ignore[arg-type]
    return Fraction(sum(unit.quality in better for unit in found), len(found))


def test_the_french_of_1806_are_better_than_those_of_1813() -> None:
    assert _share("FR", 1806, "veteran") > Fraction(9, 10)
    assert _share("FR", 1813, "veteran") < Fraction(1, 2)


@pytest.mark.parametrize(
    ("nation", "word", "before", "after"),
    [
        ("PR", "Landwehr", 1812, 1813),
        ("PR", "Reserve IR", 1815, 1813),
        ("FR", "lanciers", 1810, 1812),
        ("FR", "Demi-brigade", 1803, 1802),
        ("GB", "Rifles", 1799, 1810),
        ("RU", "Opolchenie", 1811, 1812),
        ("AT", "Jäger", 1805, 1809),
        ("PT", "Caçadores", 1807, 1811),
    ],
)
def test_troops_take_the_field_only_when_they_existed(nation: str, word: str, before: int, after: int) -> None:
    def named(year: int) -> bool:
        forces = [propose(nation, year, 300, "strength_points", seed) for seed in range(8)]
        return any(word in unit.name for army in forces for unit in units(army))

    assert not named(before)
    assert named(after)


@pytest.mark.rule("MN-TYPE-10", "irregular horse is Russian or Ottoman, and lancers are light cavalry")
def test_flags() -> None:
    for nation, establishment in establishments().items():
        for troop in establishment.troops:
            assert not troop.irregular or nation in ("RU", "OT")
            assert not troop.lancer or (troop.type == "light_cavalry" and not troop.irregular)
            assert not troop.armoured or troop.type == "heavy_cavalry"


def test_the_data_are_complete() -> None:
    assert list(establishments()) == list(nations())
    for establishment in establishments().values():
        for first, last in establishment.years:
            for year in range(first, last + 1):
                foot = [t for t in establishment.troops if t.at(year) and t.type.endswith("infantry")]
                assert any(not troop.apart for troop in foot)
        for troop in establishment.troops:
            assert [p.since for p in troop.periods] == sorted({p.since for p in troop.periods})
            battery = troop.type.endswith("artillery")
            assert all((p.guns is not None) == battery and (p.men is None) == battery for p in troop.periods)
            assert (troop.gun_weight is not None) == battery
            assert all(p.men is None or p.men[0] < p.men[1] for p in troop.periods)
            assert len(set(unit_names(troop, 40))) == 40


def test_every_unit_says_that_it_is_derived() -> None:
    army = propose("PR", 1813, 100, "strength_points", 1)
    assert {unit.basis for unit in units(army)} == {"derived"}
    assert army.notes == ("A proposal for 1813 from the seed “1”: plausible, but no order of battle.",)
    assert (army.name, propose("PR", 1813, 100, "points", 1, name="Mine").name) == ("Prussian force, 1813", "Mine")


def test_more_than_a_nation_had_is_said() -> None:
    assert propose("FF", 1809, 300, "strength_points", 1).notes[1:] == (
        "The Frankfurt army was smaller than this force, so some names appear more than once.",
    )


@pytest.mark.rule("EN-OPT-11", "leaders are paid for first, and the army keeps the options that it was made with")
def test_options() -> None:
    army = propose("FR", 1809, 150, "points", 1, options={"leaders_per_side": 3})
    assert army.options == {"easy_napoleonics": {"leaders_per_side": 3}}
    rules = easy_napoleonics.options({"leaders_per_side": 3})
    assert 145 < easy_napoleonics.army_cost(army, rules).value <= 150


@pytest.mark.rule("EN-COST-02", "a club's own costs are those that the force is measured by")
def test_house_rules() -> None:
    dear = {f"cost.infantry.{grade}": 9 for grade in ("conscript", "seasoned", "veteran", "elite", "guard")}
    house = HouseRules(name="Birch", overlays={"easy_napoleonics": dear})
    army = propose("FR", 1809, 200, "points", 1, house=house)
    assert army.house == house
    assert 182 < easy_napoleonics.army_cost(army, easy_napoleonics.options({}, house)).value <= 200
    assert len(list(units(army))) < len(list(units(propose("FR", 1809, 200, "points", 1))))


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"nation": "XX"}, "nation", "There is no nation XX; the codes are FR, GB"),
        ({"nation": ""}, "nation", "There is no nation without a code"),
        ({"year": 1791}, "year", "The year must be between 1792 and 1865, not 1791."),
        ({"year": 1866}, "year", "not 1866"),
        (
            {"nation": "NL", "year": 1811},
            "year",
            "Netherlands had no army of its own in 1811, only from 1795 to 1810 and from 1813 to 1815.",
        ),
        ({"target": 19}, "target", "The size must be 20 to 400 strength points, not 19."),
        ({"target": 39, "measure": "points"}, "target", "The size must be 40 to 400 points, not 39."),
        ({"target": 401}, "target", "not 401"),
        ({"measure": "men"}, "measure", "The measure must be one of strength_points, points, not men."),
        ({"seed": "x" * 101}, "seed", "A seed has at most 100 characters, all of them printable."),
        ({"seed": "\ud800"}, "seed", "A seed has at most 100 characters"),
        ({"seed": "a\nb"}, "seed", "A seed has at most 100 characters"),
        ({"year": 10**5000}, "year", "not a number of more than 100 digits."),
        ({"target": -(10**5000)}, "target", "not a number of more than 100 digits."),
        ({"options": {"luck": 1}}, "options", "Mini-Nap has no army option luck"),
        (
            {"measure": "points", "target": 40, "options": {"leaders_per_side": 4}},
            "target",
            "No force of 40 is possible with these options",
        ),
    ],
)
def test_what_cannot_be_proposed_is_refused(changes: dict[str, object], field: str, sentence: str) -> None:
    asked = {"nation": "FR", "year": 1809, "target": 100, "measure": "strength_points", "seed": 1, **changes}
    with pytest.raises(Refused) as refused:
        propose(**asked)  # type: ignore[arg-type]
    assert refused.value.field == field
    assert sentence in str(refused.value)


def test_a_seed_may_be_a_long_number() -> None:
    assert propose("FR", 1809, 60, "points", 10**99) != propose("FR", 1809, 60, "points", 10**98)
    with pytest.raises(Refused, match="A seed has at most"):
        propose("FR", 1809, 60, "points", 10**5000)


def test_units_that_count_too_little_are_refused() -> None:
    free = {f"cost.{kind}.{grade}": 0 for kind in ("infantry",) for grade in ("conscript", "seasoned", "veteran")}
    house = HouseRules(name="Birch", overlays={"easy_napoleonics": {**free, "cost.infantry.elite": 0}})
    with pytest.raises(Refused, match="The target needs more than 200 units, the most of a proposed force"):
        propose("NS", 1814, 400, "points", 1, house=house)


def test_chance_is_even_and_can_be_had_again() -> None:
    first, again = Chance("a", 1), Chance("a", 1)
    assert [first.below(6) for _ in range(50)] == [again.below(6) for _ in range(50)]
    dice = Chance("even")
    faces = [dice.below(4) for _ in range(4000)]
    assert all(900 < faces.count(face) < 1100 for face in range(4))
    weighted = [dice.weighted({"a": 3, "b": 1, "c": 0}) for _ in range(4000)]
    assert 2880 < weighted.count("a") < 3120
    assert "c" not in weighted
    assert {dice.between(300, 350, 10) for _ in range(400)} == {300, 310, 320, 330, 340, 350}
    assert sorted(dice.shuffled([3, 1, 2])) == [1, 2, 3]


def test_ordinals() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th")
    ]


@pytest.mark.rule("MN-ORG-04", "no brigade has more than ten battalions, also where a brigade apart left many over")
def test_what_a_brigade_apart_leaves_over_makes_a_further_brigade() -> None:
    _sound(propose("ES", 1793, 140, "strength_points", 16))
