"""Features of a table, at each end of what their kind allows."""

from typing import Any

import pytest

from battles.engine.settings import overlay
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.scenario.check import number_faults, warnings
from battles.rules.mini_nap.setup.features import crossing_faults, feature_faults
from battles.rules.mini_nap.state import Feature, Setup, Table
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.builders.full_battle import box, ground
from tests.rules.mini_nap.builders.table_positions import force, recruit

STREAM = ground("brook", "stream", (0, 60), (180, 60))
SIDE = "is 5 cm to 10 cm"


def told(feature: Feature, *others: Feature) -> list[tuple[str, str]]:
    """The faults of a feature alone: the part of it, and the sentence."""
    table = Table(6_000, 8_000, (feature, *others))
    faults = feature_faults(PRINTED, table, feature, "f")
    return [(fault.path, str(fault).removeprefix(f"{fault.path}: ")) for fault in faults]


def square(kind: Any, side: float, left: float = 10, bottom: float = 10, **facts: Any) -> Feature:
    return ground(facts.pop("key", "it"), kind, *box(left, bottom, left + side, bottom + side), **facts)


@pytest.mark.rule("MNT-PLACE-01", "a wood from 5 cm to 10 cm across, both included")
@pytest.mark.rule("MNT-PLACE-05", "a landmark of 5 cm, and no more")
@pytest.mark.rule("MNT-PLACE-09", "a stream of 2 cm, a river of more")
@pytest.mark.rule("MNT-PLACE-10", "levels from the least to the most of the kind")
@pytest.mark.parametrize(
    ("feature", "wanted"),
    [
        (square("wood", 5), []),
        (
            square("wood", 4.99),
            [("f.points", f"The wood it is 4.99 cm to 7.06 cm across; a wood {SIDE} (MNT-PLACE-01).")],
        ),
        (square("wood", 7.07), []),
        (
            square("wood", 7.08),
            [("f.points", f"The wood it is 7.08 cm to 10.02 cm across; a wood {SIDE} (MNT-PLACE-01).")],
        ),
        (
            square("village", 8, name="Ligny"),
            [("f.points", f"Ligny is 8 cm to 11.32 cm across; a village {SIDE} (MNT-PLACE-03).")],
        ),
        (square("landmark", 3.53), []),
        (square("landmark", 0.02), []),
        (
            square("landmark", 3.6),
            [("f.points", "The landmark it is 3.6 cm to 5.1 cm across; a landmark is at most 5 cm (MNT-PLACE-05).")],
        ),
        (ground("it", "stream", (0, 9), (9, 9), width=200), []),
        (
            ground("it", "stream", (0, 9), (9, 9), width=202),
            [("f.width", "The stream it is 2.02 cm wide; a stream is at most 2 cm, a river is wider (MNT-PLACE-09).")],
        ),
        (ground("it", "river", (0, 9), (9, 9), width=202), []),
        (
            ground("it", "river", (0, 9), (9, 9), width=200),
            [("f.width", "The river it is 2 cm wide; a stream is at most 2 cm, a river is wider (MNT-PLACE-09).")],
        ),
        (ground("it", "ditch", (0, 9), (9, 9), width=900), []),
        (ground("it", "road", (0, 9), (9, 9), width=900), []),
        *((square("hill", 9, levels=levels), []) for levels in (None, 2, 9)),
        (
            square("hill", 9, levels=10),
            [("f.levels", "The hill it has 10 levels; it can have 2 to 9 (MNT-PLACE-10).")],
        ),
        (square("contour", 9, levels=1), []),
        (
            square("contour", 9, levels=2),
            [("f.levels", "The contour it has 2 levels; it can have 1 (MNT-PLACE-10).")],
        ),
        (square("landmark", 3, strength=1), []),
        (square("village", 6, strength=9), []),
        (square("bog", 6, strength=0), []),
        (
            square("bog", 6, strength=1),
            [("f.strength", "The boggy ground it cannot have a strength of 1 (MNT-STRUCT-04).")],
        ),
        (
            square("landmark", 3, strength=-1),
            [("f.strength", "The landmark it cannot have a strength of -1 (MNT-STRUCT-04).")],
        ),
        (square("landmark", 3, church=True), []),
        (
            square("village", 6, church=True),
            [("f.church", "The village it is not a landmark; only a landmark can be a church (MNT-LANDMARK-07).")],
        ),
        *((square("bog", 9, left, bottom), []) for left, bottom in ((-9, 10), (60, 10), (10, -9), (10, 80))),
        *(
            (square("bog", 9, left, bottom), [("f.points", "The boggy ground it is wholly off the table.")])
            for left, bottom in ((-9.01, 10), (60.01, 10), (10, -9.01), (10, 80.01))
        ),
    ],
)
def test_the_ends_of_a_feature(feature: Feature, wanted: list[tuple[str, str]]) -> None:
    assert told(feature) == wanted


@pytest.mark.rule("MNT-PLACE-08", "a bridge or a ford lies over a watercourse, and nothing else does")
@pytest.mark.parametrize("kind", ["bridge", "ford", "road", "wood"])
@pytest.mark.parametrize("under", ["stream", "river", "ditch", "road", "fence"])
def test_what_lies_over_what(kind: Any, under: Any) -> None:
    lying = ground("x", under, (0, 9), (90, 9), width=202 if under == "river" else 0)
    made = ground("it", kind, (0, 9), (9, 9), over="x") if kind == "road" else square(kind, 6, over="x")
    fits = kind in ("bridge", "ford") and under in ("stream", "river", "ditch")
    why = "lies over 'x'; only a bridge or a ford over a stream, river or ditch is possible (MNT-PLACE-08)."
    assert told(made, lying) == ([] if fits else [("f.over", f"The {kind} it {why}")])


@pytest.mark.rule("MNT-PLACE-07", "what lies across the middle of water is told with where it is written")
@pytest.mark.parametrize(
    ("features", "wanted"),
    [
        ([STREAM], []),
        ([STREAM, square("forest", 9, 10, 60.01)], []),
        ([STREAM, square("forest", 9, 10, 59.99)], ["table.features[1].points: The forest it lies across"]),
        ([square("forest", 9, 10, 55), STREAM], ["table.features[0].points: The forest it lies across"]),
        ([STREAM, square("hill", 9, 10, 55), square("contour", 9, 30, 55, key="c")], []),
        ([STREAM, square("bridge", 9, 10, 55, over="brook")], []),
        ([STREAM, square("bridge", 9, 10, 55, over="other")], ["table.features[1].points: The bridge it lies across"]),
        ([STREAM, ground("x", "ditch", (10, 50), (10, 70))], []),
        ([STREAM, ground("x", "fence", (10, 50), (10, 70))], ["table.features[1].points: The fence x lies across"]),
        (
            [STREAM, ground("x", "road", (10, 50), (10, 70), (20, 50))],
            [
                "table.features[1].points: The road x crosses The stream brook at 10 cm, 60 cm without",
                "table.features[1].points: The road x crosses The stream brook at 15 cm, 60 cm without",
            ],
        ),
        (
            [STREAM, ground("x", "road", (10, 50), (10, 70), (20, 50)), square("ford", 2, 9, 59, over="brook")],
            ["table.features[1].points: The road x crosses The stream brook at 15 cm, 60 cm without"],
        ),
        (
            [STREAM, ground("x", "road", (10, 50), (10, 70)), square("ford", 2, 9, 59, over="another")],
            [
                "table.features[1].points: The road x crosses The stream brook at 10 cm, 60 cm without",
                "table.features[2].points: The ford it lies across",
            ],
        ),
    ],
)
def test_crossings(features: list[Feature], wanted: list[str]) -> None:
    found = [str(fault) for fault in crossing_faults(PRINTED, Table(features=tuple(features)))]
    assert [any(each.startswith(start) for start in wanted) for each in found] == [True] * len(wanted), found


@pytest.mark.rule("MN-HTH-35", "each number of a club from its least to its most")
@pytest.mark.parametrize(
    ("patch", "wanted"),
    [
        ({"sum_per_hit": 1}, []),
        ({"sum_per_hit": 0}, ["house.sum_per_hit: The number must be at least 1, not 0."]),
        ({"holder_dice": 50}, []),
        ({"holder_dice": 51}, ["house.holder_dice: The number must be 1 to 50, not 51."]),
        ({"holder_dice": 0}, ["house.holder_dice: The number must be 1 to 50, not 0."]),
        ({"first_initiative_dice": 50, "other_side_dice": 1}, []),
        ({"other_side_dice": 0}, ["house.other_side_dice: The number must be 1 to 50, not 0."]),
        ({"extension_dice": {"line_infantry": 50, "heavy_cavalry": 0}}, []),
        (
            {"extension_dice": {"line_infantry": 51}},
            ["house.extension_dice.line_infantry: The number must be 0 to 50, not 51."],
        ),
        ({"sets": {"melee": {"sets": 10}}}, []),
        ({"sets": {"melee": {"sets": 11}}}, ["house.sets.melee.sets: The number must be 1 to 10, not 11."]),
        ({"sets": {"melee": {"sets": 0}}}, ["house.sets.melee.sets: The number must be 1 to 10, not 0."]),
        ({"sets": {"melee_square_v_cavalry": {"sets": 0}}}, []),
        ({"bases": {"infantry": {"stands": 1, "width": 1}}}, []),
        ({"bases": {"infantry": {"stands": 3}}}, ["house.bases.infantry.stands: The number must be 1 to 2, not 3."]),
        ({"qualities": {"guard": {"needed": 6}}}, []),
        ({"qualities": {"guard": {"needed": 7}}}, ["house.qualities.guard.needed: The number must be 0 to 6, not 7."]),
        ({"square_test_bonus": {"british": -100}}, []),
        (
            {"division_modifiers": {"ottoman": -101}},
            ["house.division_modifiers.ottoman: The number must be at least -100, not -101."],
        ),
        ({"linear_widths": {"road": 2}}, []),
        ({"linear_widths": {"road": 1}}, ["house.linear_widths.road: The number must be at least 2, not 1."]),
        ({"cautious_radius": 0}, []),
        ({"cautious_radius": 1_000}, []),
        ({"reaches": {"feint": {"least": 12}}}, []),
        (
            {"reaches": {"feint": {"least": 13}}},
            ["house.reaches.feint.least: The least distance cannot be greater than the most."],
        ),
    ],
)
def test_the_ends_of_a_clubs_numbers(patch: dict[str, Any], wanted: list[str]) -> None:
    assert list(map(str, number_faults(Rules(tables=overlay(PRINTED, patch))))) == wanted


def customs(*features: Feature) -> tuple[str, ...]:
    forces = (force(recruit(at=None)), force(recruit(at=None)))
    return warnings(Setup(title="t", table=Table(features=features), forces=forces))


VILLAGE = ground("town", "village", *box(50, 50, 56, 56))
NOT_BY = "is a village church; it should be within 5 cm of a village, not in it (MNT-PLACE-06)."


@pytest.mark.rule("MNT-PLACE-02", "woods of the same table 15 cm apart or more")
@pytest.mark.rule("MNT-PLACE-04", "villages 40 cm apart or more")
@pytest.mark.rule("MNT-PLACE-06", "a village church stands beside its village, up to 5 cm away")
@pytest.mark.rule("MNT-RULING-19", "woods within 3 cm of a river do not count")
@pytest.mark.parametrize(
    ("features", "wanted"),
    [
        ([square("wood", 6), square("wood", 6, 31, 10, key="x")], []),
        (
            [square("wood", 6), square("wood", 6, 30.99, 10, key="x")],
            ["The wood it and The wood x are 14.99 cm apart; 15 cm is usual (MNT-PLACE-02)."],
        ),
        ([VILLAGE, square("village", 6, 96, 50)], []),
        (
            [VILLAGE, square("village", 6, 95.99, 50, name="Wavre")],
            ["The village town and Wavre are 39.99 cm apart; 40 cm is usual (MNT-PLACE-04)."],
        ),
        ([VILLAGE, square("landmark", 3, 61, 50, church=True)], []),
        ([VILLAGE, square("landmark", 3, 56.01, 50, church=True)], []),
        ([VILLAGE, square("landmark", 3, 61.01, 50, church=True)], [f"The landmark it {NOT_BY}"]),
        ([VILLAGE, square("landmark", 3, 52, 52, church=True)], [f"The landmark it {NOT_BY}"]),
        ([VILLAGE, square("landmark", 3, 56, 50, church=True)], [f"The landmark it {NOT_BY}"]),
        ([square("landmark", 3, church=True, name="St Mary")], [f"St Mary {NOT_BY}"]),
        ([square("landmark", 3)], []),
        (
            [
                ground("r", "river", (0, 24), (90, 24), width=400),
                square("wood", 6, 10, 13),
                square("wood", 6, 20, 13, key="x"),
            ],
            [],
        ),
        (
            [
                ground("r", "river", (0, 24), (90, 24), width=400),
                square("wood", 6, 10, 12.99),
                square("wood", 6, 20, 12.99, key="x"),
            ],
            ["The wood it and The wood x are 4 cm apart; 15 cm is usual (MNT-PLACE-02)."],
        ),
        (
            [ground("r", "stream", (0, 24), (90, 24)), square("wood", 6, 10, 16), square("wood", 6, 20, 16, key="x")],
            ["The wood it and The wood x are 4 cm apart; 15 cm is usual (MNT-PLACE-02)."],
        ),
    ],
)
def test_customs(features: list[Feature], wanted: list[str]) -> None:
    assert list(customs(*features)) == wanted
