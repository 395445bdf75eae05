"""MN-SP: from men and guns to strength points."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from armies.rules.facts import Unit
from armies.rules.mini_nap import strength
from tests.rules.mini_nap.mn_armies import unit

MEN = dict(
    zip(
        (1, 200, 249, 250, 349, 350, 449, 450, 549, 550, 649, 650, 1000, 1249),
        (2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 10, 12),
        strict=True,
    )
)
GUNS = dict(zip((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14), (2, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6), strict=True))


def of_men(men: int) -> Unit:
    return unit("1/24e Ligne", men=men)


def of_guns(guns: int) -> Unit:
    return unit("Battery", "foot_artillery", guns=guns)


@pytest.mark.rule("MN-SP-01", "a rest under 50 men is dropped, 50 to 99 counts as one, and 2 points are the least")
@pytest.mark.parametrize(("men", "points"), MEN.items())
def test_printed_table_of_men(men: int, points: int) -> None:
    assert strength(of_men(men)).value == points
    assert strength(unit("Hussars", "light_cavalry", men=men)).value == points


@pytest.mark.rule("MN-SP-03", "two guns a point, from 2 to 6")
@pytest.mark.parametrize(("guns", "points"), GUNS.items())
def test_printed_table_of_guns(guns: int, points: int) -> None:
    assert strength(of_guns(guns)).value == points
    assert strength(unit("Troop", "horse_artillery", guns=guns)).value == points


@pytest.mark.rule("MN-SP-01", "X01, X02, X03: 350 to 449 men are 4, 450 to 549 are 5, fewer than 250 are 2")
@pytest.mark.parametrize(("men", "points"), [(range(350, 450), 4), (range(450, 550), 5), (range(1, 250), 2)])
def test_examples_of_men(men: range, points: int) -> None:
    assert {strength(of_men(number)).value for number in men} == {points}


@pytest.mark.rule("MN-SP-03", "X04, X05: 6 guns and a howitzer are 3, fewer than 4 guns are 2")
def test_examples_of_guns() -> None:
    assert strength(of_guns(6 + 1)).value == 3
    assert {strength(of_guns(guns)).value for guns in (1, 2, 3)} == {2}


@pytest.mark.rule("MN-SP-02", "foot and horse have no upper limit and a further hundred men is a further point")
@settings(deadline=None)
@given(st.integers(min_value=150, max_value=100_000))
def test_a_hundred_men_more_is_a_point_more(men: int) -> None:
    assert strength(of_men(men + 100)).value == strength(of_men(men)).value + 1


@pytest.mark.rule(
    "MN-SP-01", "the points are never further than 50 men from the true number, and never fall as men rise"
)
@settings(deadline=None)
@given(st.integers(min_value=150, max_value=100_000))
def test_points_are_the_nearest_hundred(men: int) -> None:
    points = strength(of_men(men)).value
    assert -50 <= men - 100 * points < 50
    assert strength(of_men(men + 1)).value >= points


@pytest.mark.rule("MN-VAL-07", "the points of a battery lie in 2 to 6")
@pytest.mark.rule("MN-SP-05", "a large Russian battery gets its higher points")
@pytest.mark.rule(
    "MN-SP-04", "MN-VAL-07: a battery has 2 to 6 points whatever it is given, Russian ones too (MN-SP-05)"
)
@settings(deadline=None)
@given(st.integers(min_value=1, max_value=500))
def test_a_battery_has_two_to_six(guns: int) -> None:
    assert 2 <= strength(of_guns(guns)).value <= 6
    assert strength(unit("Position battery", "foot_artillery", guns=12, nation="RU")).value == 6


@pytest.mark.rule("MN-SP-01", "the arithmetic ends in the value, and names limits only where they act")
@settings(deadline=None)
@given(st.integers(min_value=1, max_value=5_000), st.integers(min_value=1, max_value=40))
def test_limits_are_named_only_when_they_act(men: int, guns: int) -> None:
    foot, battery = strength(of_men(men)), strength(of_guns(guns))
    for reckoning in (foot, battery):
        assert int(reckoning.lines[-1].value) == reckoning.value
    assert ("never under 2" in foot.sentence) == (men < 150)
    assert ("never under 2" in battery.sentence) == (guns < 4)
    assert ("never over 6" in battery.sentence) == (guns >= 14)
    assert "MN-SP-04" not in strength(of_guns(12)).sentence


@pytest.mark.rule("MN-SP-01", "517 men: 567, of which 5 full hundreds")
def test_the_arithmetic_in_words() -> None:
    reckoning = strength(of_men(517))
    assert reckoning.title == "Why 5 strength points?"
    assert reckoning.sentence == "517 men / 100: 5.17 (MN-SP-01); rounded: 5 (MN-SP-01)"
    assert strength(of_guns(14)).sentence == "14 guns, full pairs: 7 (MN-SP-03); never over 6: 6 (MN-SP-03, MN-SP-04)"


@pytest.mark.rule("MN-VAL-02", "without men or guns there are no points")
@pytest.mark.parametrize(
    "bare",
    [
        unit("Battalion", men=None),
        unit("Battalion", men=0),
        unit("Battalion", men=-5, guns=8),
        unit("Battery", "foot_artillery", guns=None, men=120),
    ],
)
def test_nothing_given_is_no_points(bare: Unit) -> None:
    noun = "guns" if bare.type == "foot_artillery" else "men"
    assert strength(bare).value == 0
    assert strength(bare).title == "Why no strength points?"
    assert strength(bare).sentence == f"number of {noun}: not given (MN-VAL-02)"


@pytest.mark.rule("MN-SP-03", "the least is named where it acts, not where 4 guns come to 2 by themselves")
def test_weak_units_in_words() -> None:
    assert strength(of_guns(1)).sentence == "1 gun, full pairs: 0 (MN-SP-03); never under 2: 2 (MN-SP-03)"
    assert strength(of_guns(4)).sentence == "4 guns, full pairs: 2 (MN-SP-03)"
    assert strength(of_men(1)).sentence == (
        "1 man / 100: 0.01 (MN-SP-01); rounded: 0 (MN-SP-01); never under 2: 2 (MN-SP-01)"
    )


@pytest.mark.rule("MN-SP-06", "neither gunners nor guns with foot nor the weight of guns change the points")
@pytest.mark.rule("MN-VAL-07", "no points are stored, so none can differ from those worked out")
def test_nothing_else_counts() -> None:
    assert not any("points" in name or name == "sp" for name in Unit.__struct_fields__)
    for guns in (3, 8, 12):
        battery = of_guns(guns)
        for changes in ({"men": 900}, {"gun_weight": "heavy"}, {"quality": "guard"}, {"sub_units": 2}):
            assert strength(structs.replace(battery, **changes)) == strength(battery)
    for changes in ({"guns": 8}, {"quality": "untrained"}, {"sub_units": 6}, {"irregular": True}):
        assert strength(structs.replace(of_men(517), **changes)) == strength(of_men(517))
