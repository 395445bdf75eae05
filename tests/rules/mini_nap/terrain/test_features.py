"""What each kind of ground does to those who go, fire and fight there, one after the other (terrain volume)."""

from typing import Any

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.command import evasion
from battles.rules.mini_nap.decisions import Change
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.movement import paths
from battles.rules.mini_nap.positions import stand_disc
from battles.rules.mini_nap.state import Feature, ForceUnit, unit_class
from battles.rules.mini_nap.tables import PRINTED, FeatureKind
from battles.rules.mini_nap.terrain import cost
from battles.rules.mini_nap.terrain_tables import EFFECTS, GOING
from tests.rules.mini_nap.builders.grounds import both, ground, meeting
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, light, plan, strip, why
from tests.rules.mini_nap.builders.shots import aimed, shooting, verdict
from tests.rules.mini_nap.builders.table_positions import mm

UNITS: dict[str, ForceUnit] = {
    "foot": foot(),
    "light": light(),
    "horse": horse(),
    "guns": guns(),
}


def across(kind: FeatureKind) -> Feature:
    """Such ground right across the way of a unit that faces up the table, from 3 cm before its middle."""
    return strip(kind, 3, 5 if EFFECTS[kind].shape == "line" else 40, -15, 15)


def goes(who: str, kind: FeatureKind) -> str:
    """How a unit gets into such ground: freely, at half rate, or by which rule not."""
    state = field(UNITS[who], features=(across(kind),))
    unit = state.units[0]
    most = paths.move_allowance(PRINTED, unit)
    battery = unit_class(unit) == "artillery"
    found = [why(state, plan(move=act.Redeploy(0, far, 0) if battery else act.Advance(far))) for far in (most, mm(4))]
    return "free" if not found[0] else found[1] or "half"


MOVES: list[tuple[FeatureKind, dict[str, str]]] = [
    ("contour", {"foot": "free", "light": "free", "horse": "free", "guns": "free"}),
    ("hill", {"foot": "half", "light": "half", "horse": "half", "guns": "half"}),
    ("rough_x", dict.fromkeys(UNITS, "MNT-ROUGH-02")),
    ("fence", {"foot": "half", "light": "half", "horse": "half"}),
    ("ditch", {"foot": "half", "light": "half", "horse": "half", "guns": "half"}),
    ("forest", {"light": "half", "foot": "MNT-FOREST-01", "horse": "MNT-FOREST-01", "guns": "MNT-FOREST-01"}),
]


@pytest.mark.rule("MNT-CONTOUR-01", "a contour does nothing to movement")
@pytest.mark.rule("MNT-HILL-01", "every unit goes on a hill at half rate")
@pytest.mark.rule("MNT-ROUGH-01", "rough ground is passable or not by its kind")
@pytest.mark.rule("MNT-ROUGH-02", "no unit enters impassable rough ground")
@pytest.mark.rule("MNT-FENCE-02", "cavalry goes over a hedge at half rate")
@pytest.mark.rule("MNT-DITCH-02", "every unit goes through a ditch at half rate")
@pytest.mark.rule("MNT-FOREST-02", "no unit but skirmishing infantry enters a forest without a road")
@pytest.mark.rule("MNT-RULING-07", "skirmishers go through a forest at half rate")
@pytest.mark.parametrize(("kind", "ways"), MOVES)
def test_who_goes_how(kind: FeatureKind, ways: dict[str, str]) -> None:
    assert {who: goes(who, kind) for who in ways} == ways


def charge(who: str, kind: FeatureKind) -> str:
    """The rule that bars a charge over such ground at a unit close behind it; ``""`` where it is made."""
    enemy = foot("enemy", 0, 5.2, 180) if who != "light" else light("enemy", 0, 5.2, 180)
    state = field(UNITS[who], against=(enemy,), features=(strip(kind, 2.2, 2.4, -15, 15),))
    return why(state, plan(move=act.Charge(1)))


@pytest.mark.rule("MNT-ROUGH-04", "cavalry charges over no rough ground, infantry does")
@pytest.mark.rule("MNT-WOOD-03", "cavalry charges through no wood, infantry does")
@pytest.mark.rule("MNT-FENCE-02", "cavalry charges over no hedge")
@pytest.mark.rule("MNT-STREAM-03", "no unit charges across a stream")
@pytest.mark.rule("MNT-DITCH-02", "every unit charges across a ditch")
@pytest.mark.rule("MNT-RULING-27", "the path of a charge may touch ground of half rate, and none that is barred")
@pytest.mark.parametrize(
    ("kind", "on_foot", "on_horse"),
    [
        ("rough", "", "MNT-ROUGH-04"),
        ("wood", "", "MNT-WOOD-03"),
        ("fence", "", "MNT-FENCE-02"),
        ("stream", "MNT-STREAM-03", "MNT-STREAM-03"),
        ("ditch", "", ""),
        ("hill", "", ""),
    ],
)
def test_who_charges_over_what(kind: FeatureKind, on_foot: str, on_horse: str) -> None:
    assert (charge("foot", kind), charge("horse", kind)) == (on_foot, on_horse)


@pytest.mark.rule("MNT-RULING-07", "skirmishers charge in a forest")
def test_skirmishers_charge_in_a_forest() -> None:
    assert charge("light", "forest") == ""


@pytest.mark.rule("MNT-RULING-06", "infantry intercepts where it charges")
@pytest.mark.parametrize("kind", ["rough", "wood", "village", "fence", "wall"])
def test_infantry_intercepts_as_it_charges(kind: FeatureKind) -> None:
    for user in ("formed_infantry", "unformed_infantry"):
        row = GOING[kind][user]  # type: ignore[index]
        assert row.way("intercept") == row.way("charge")


def shot(kind: FeatureKind, low: float = 2, high: float = 2.5, shooter: Any = None) -> int | str:
    """The dice of a line at a line 5 cm before it, with such ground between; or the rule that bars the shot."""
    state = shooting(
        shooter or foot(), against=(foot("enemy", 0, 6, 180),), features=(strip(kind, low, high, -15, 15),)
    )
    return verdict(aimed(state, 1, 0, 5))


@pytest.mark.rule("MNT-CONTOUR-01", "a contour does nothing to small arms")
@pytest.mark.rule("MNT-ROUGH-05", "rough ground does nothing to fire")
@pytest.mark.rule("MNT-RIVER-02", "a river does nothing to fire")
@pytest.mark.rule("MNT-BRIDGE-07", "a bridge does nothing to fire")
@pytest.mark.parametrize("kind", ["contour", "rough", "rough_x", "river"])
def test_fire_over_open_ground(kind: FeatureKind) -> None:
    assert shot(kind) == 2


@pytest.mark.rule("MNT-WOOD-04", "a wood covers who is in it")
@pytest.mark.rule("MNT-VILLAGE-03", "a village covers who is in it")
@pytest.mark.rule("MNT-FOREST-03", "a forest covers who is in it")
@pytest.mark.rule("MNT-RULING-18", "a forest is like a wood")
@pytest.mark.rule("MNT-RULING-08", "a target wholly inside has its cover at the very edge")
@pytest.mark.parametrize("kind", ["wood", "village", "forest"])
def test_who_is_inside_is_covered(kind: FeatureKind) -> None:
    assert shot(kind, 4.9, 12) == 1


@pytest.mark.rule("MNT-RULING-10", "two features that overlap count each")
def test_two_features_stop_a_shot() -> None:
    both_over = (strip("wood", 2, 3, -15, 15), strip("wall", 2.4, 2.8, -15, 15))
    state = shooting(foot(), against=(foot("enemy", 0, 6, 180),), features=both_over)
    assert verdict(aimed(state, 1, 0, 5)) == "MNT-COVER-04"


@pytest.mark.rule("MNT-HILL-03", "a unit wholly on a hill has the advantage")
@pytest.mark.rule("MNT-ROUGH-05", "a unit wholly on rough ground has the advantage")
@pytest.mark.rule("MNT-WOOD-04", "a unit wholly in a wood has the advantage")
@pytest.mark.rule("MNT-VILLAGE-03", "a unit wholly in a village has the advantage")
@pytest.mark.rule("MNT-FOREST-03", "a unit wholly in a forest has the advantage")
@pytest.mark.parametrize("kind", ["hill", "rough", "wood", "village", "forest"])
def test_who_is_wholly_there_has_the_advantage(kind: FeatureKind) -> None:
    assert both(meeting(ground(kind, -3, -2, 3, 1.02))) == (1, 0)
    assert both(meeting(ground(kind, -1, -2, 3, 1.02))) == (0, 0)


@pytest.mark.rule("MNT-RULING-12", "foes on one hill both halve")
def test_both_may_be_on_a_hill() -> None:
    assert both(meeting(ground("hill", -20, -20, 20, 20))) == (1, 1)


HEDGE = ((mm(92.7), mm(59)), (mm(92.7), mm(90)))
"""Along the right end of a line at the middle of the table."""


@pytest.mark.rule("MNT-RULING-04", "a general feature counts from its touch, a line from where it is overlapped")
def test_touching_counts_for_areas_alone() -> None:
    beside_hill = field(foot(), features=(strip("hill", -1, 60, 2.5, 9),))
    beside_hedge = field(foot(), features=(Feature(key="hedge", kind="fence", points=HEDGE, width=40),))
    most = paths.move_allowance(PRINTED, beside_hill.units[0])
    assert why(beside_hill, plan(move=act.Advance(most))) == "MN-MOVE-14"
    assert why(beside_hill, plan(move=act.Advance(most // 2))) == ""
    assert why(beside_hedge, plan(move=act.Advance(most))) == ""


@pytest.mark.rule("MNT-FORM-01", "any formation is formed in a feature that does not forbid it")
@pytest.mark.parametrize("kind", ["hill", "wood", "rough", "village"])
def test_formations_change_on_ground(kind: FeatureKind) -> None:
    state = field(foot(), features=(strip(kind, -20, 20, -20, 20),))
    for change in (
        Change(to="column", anchor="left", side="front"),
        Change(to="solid_square", anchor="left", side="rear"),
    ):
        assert why(state, plan(change=change)) == ""


@pytest.mark.rule("MNT-RULING-28", "a command stand enters no landmark")
def test_stands_stay_out_of_landmarks() -> None:
    state = field(foot("foot", 30), features=(strip("landmark", -2, 2, -2, 2),))
    spot = stand_disc(mm(90), mm(60))
    assert cost.bars_stand(state, spot)
    assert not evasion.is_free_for_stand(state, 0, mm(90), mm(60))
    assert evasion.is_free_for_stand(state, 0, mm(100), mm(60))


@pytest.mark.rule("MNT-ROAD-04", "who stands on a road in a wood is in the wood")
def test_a_road_takes_no_unit_out_of_the_wood() -> None:
    road = Feature(key="road", kind="road", points=((mm(90), mm(40)), (mm(90), mm(80))))
    covered = (strip("wood", 4.9, 12, -15, 15), road)
    state = shooting(foot(), against=(foot("enemy", 0, 6, 180),), features=covered)
    made = aimed(state, 1, 0, 5)
    assert isinstance(made, targets.AimedShot)
    assert made.covers == ("wood",)


@pytest.mark.rule("MNT-ROUGH-03", "infantry moves freely over rough ground, all others at half rate")
@pytest.mark.parametrize(("unit", "most"), [(foot(), 6), (light(), 18), (horse(), 7.5)])
def test_moves_over_rough_ground(unit: ForceUnit, most: float) -> None:
    state = field(unit, features=(strip("rough", -9, 40),))
    assert why(state, plan(move=act.Advance(mm(most)))) == ""
    assert why(state, plan(move=act.Advance(mm(most) + 2))) == "MN-MOVE-14"


@pytest.mark.rule("MNT-ROUGH-03", "infantry charges over rough ground at half rate: 3 cm of 6")
@pytest.mark.rule("MNT-FENCE-01", "infantry charges over a fence at half rate, and may stay in it")
@pytest.mark.parametrize("feature", [strip("rough", -9, 9), strip("fence", 0, 9)])
def test_charges_of_infantry_at_half_rate(feature: Feature) -> None:
    for far, rule in ((5, ""), (6, "MN-CHARGE-03")):
        target = (foot("target", y=far, facing=180),)
        assert why(field(foot(), against=target, features=(feature,)), plan(move=act.Charge(1))) == rule
        assert why(field(foot(), against=target), plan(move=act.Charge(1))) == ""


@pytest.mark.rule("MNT-FENCE-01", "2 cm to a fence, and 2 of 4 over it")
def test_moves_of_infantry_over_a_fence() -> None:
    state = field(foot(), features=(strip("fence", 3, 3.4),))
    assert why(state, plan(move=act.Advance(mm(4)))) == ""
    assert why(state, plan(move=act.Advance(mm(4) + 2))) == "MN-MOVE-14"
