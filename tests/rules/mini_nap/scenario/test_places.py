"""Zones of deployment and places from the start, at each end of what they may be."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.scenario.check import faults, misplacements
from battles.rules.mini_nap.scenario.files import arrivals
from battles.rules.mini_nap.state import Force, Setup, Table
from tests.rules.mini_nap.builders.table_positions import brigade, corps, division, force, recruit, spot

Zone = tuple[int, int, int, int]
LOW, HIGH = (0, 0, 18_000, 3_000), (0, 9_000, 18_000, 12_000)


def told(setup: Setup) -> list[tuple[str, str]]:
    return [(fault.path, str(fault).removeprefix(f"{fault.path}: ")) for fault in faults(setup)]


def side(*units: Any, name: str = "one", **facts: Any) -> Force:
    """A force of one Brigade whose stands are deployed later."""
    own = brigade(
        *(units or (recruit(f"unit of {name}", at=None),)), name=f"Brigade {name}", **{"place": None, **facts}
    )
    return force(corps(division(own, place=None), place=None), name=name)


def zoned(first: Zone | None, second: Zone | None) -> list[tuple[str, str]]:
    a, b = replace(side(), zone=first), replace(side(name="other"), zone=second)
    return told(Setup(title="zones", table=Table(), forces=(a, b)))


WITHIN = "A zone must be on the table: left, bottom, right and top."
WIDE = "A zone must be at least 10 cm wide and high."
MEET = ("forces.b.zone", "The deployment zones of the two sides overlap.")


@pytest.mark.rule("MN-RULING-60", "a zone lies on the table, is 10 cm wide and high at least, and clear of the enemy's")
@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        (None, None, []),
        (LOW, HIGH, []),
        (LOW, None, [("forces.b.zone", "Give a deployment zone to both sides or to neither.")]),
        (None, HIGH, [("forces.a.zone", "Give a deployment zone to both sides or to neither.")]),
        ((-1, 0, 18_000, 3_000), HIGH, [("forces.a.zone", WITHIN)]),
        ((0, -1, 18_000, 3_000), HIGH, [("forces.a.zone", WITHIN)]),
        ((0, 0, 18_001, 3_000), HIGH, [("forces.a.zone", WITHIN)]),
        (LOW, (0, 9_000, 18_000, 12_001), [("forces.b.zone", WITHIN)]),
        ((0, 0, 1_000, 1_000), HIGH, []),
        ((0, 0, 999, 1_000), HIGH, [("forces.a.zone", WIDE)]),
        ((0, 0, 1_000, 999), HIGH, [("forces.a.zone", WIDE)]),
        ((500, 700, 1_500, 1_699), HIGH, [("forces.a.zone", WIDE)]),
        ((500, 700, 1_499, 1_700), HIGH, [("forces.a.zone", WIDE)]),
        # Beside each other, and with a little ground in common.
        ((0, 0, 5_000, 5_000), (5_000, 0, 9_000, 5_000), []),
        ((0, 0, 5_001, 5_000), (5_000, 0, 9_000, 5_000), [MEET]),
        ((5_000, 0, 9_000, 5_000), (0, 0, 5_000, 5_000), []),
        ((5_000, 0, 9_000, 5_000), (0, 0, 5_001, 5_000), [MEET]),
        ((0, 0, 5_000, 5_000), (0, 5_000, 5_000, 9_000), []),
        ((0, 0, 5_000, 5_001), (0, 5_000, 5_000, 9_000), [MEET]),
        ((0, 5_000, 5_000, 9_000), (0, 0, 5_000, 5_000), []),
        ((0, 5_000, 5_000, 9_000), (0, 0, 5_000, 5_001), [MEET]),
        ((2_000, 2_000, 4_000, 4_000), (0, 0, 9_000, 9_000), [MEET]),
        ((7_000, 8_000, 9_000, 10_000), (1_000, 2_000, 8_000, 9_000), [MEET]),
        ((7_000, 8_000, 9_000, 10_000), (1_000, 2_000, 7_000, 9_000), []),
        ((7_000, 8_000, 9_000, 10_000), (1_000, 2_000, 8_000, 8_000), []),
    ],
)
def test_zones(first: Zone | None, second: Zone | None, wanted: list[tuple[str, str]]) -> None:
    assert zoned(first, second) == wanted


def chain(*placed: tuple[float, float] | None) -> Force:
    """Two Corps; Divisions of two Brigades and of one; in each Brigade two units, where ``placed`` says in turn."""
    places = iter([*placed, *[None] * 16])

    def one(number: int) -> Any:
        pair = (recruit(f"unit {number}{letter}", at=next(places)) for letter in "xy")
        return brigade(*pair, name=f"Brigade {number}", place=None)

    first = corps(division(one(1), one(2), name="D", place=None), division(one(3), name="E", place=None), place=None)
    return force(first, corps(division(one(4), name="F", place=None), name="second", place=None), name="a side")


OVER = (-1.0, 60.0)


@pytest.mark.rule("MN-GEO-15", "whoever stands over the edge is named with where he is written")
@pytest.mark.parametrize("which", ["a", "b"])
@pytest.mark.parametrize(
    ("number", "path"),
    [
        (0, "corps[0].divisions[0].brigades[0].units[0].at"),
        (1, "corps[0].divisions[0].brigades[0].units[1].at"),
        (2, "corps[0].divisions[0].brigades[1].units[0].at"),
        (4, "corps[0].divisions[1].brigades[0].units[0].at"),
        (7, "corps[1].divisions[0].brigades[0].units[1].at"),
    ],
)
def test_where_a_place_is_written(which: str, number: int, path: str) -> None:
    wrong, plain = chain(*[None] * number, OVER), chain()
    found = list(
        misplacements(Setup(title="t", table=Table(), forces=(wrong, plain) if which == "a" else (plain, wrong)))
    )
    assert [(fault.path, str(fault).endswith("is not wholly on the table (MN-GEO-15).")) for fault in found] == [
        (f"forces.{which}.{path}", True)
    ]


def test_an_entry_is_a_zone_too() -> None:
    one = side(arrives=2, entry=(0, 0, 999, 3_000))
    two = side(name="other", arrives=2, entry=(0, 0, 18_001, 3_000))
    at = "corps[0].divisions[0].brigades[0].entry"
    assert told(Setup(title="t", table=Table(), forces=(one, two))) == [
        (f"forces.a.{at}", WIDE),
        (f"forces.b.{at}", WITHIN),
    ]
    later = brigade(recruit("late", at=None), name="Late", place=None, arrives=2, entry=(0, 0, 1, 1))
    here = brigade(recruit("here", at=None), name="Here", place=None)
    forces = (force(corps(division(here, later, place=None), place=None), name="x"), side(name="other"))
    assert [path for path, _ in told(Setup(title="t", table=Table(), forces=forces))] == [
        "forces.a.corps[0].divisions[0].brigades[1].entry"
    ]


@pytest.mark.rule("MN-RULING-97", "an entry is named by the edge at its middle, and by what part of it")
@pytest.mark.parametrize(
    ("entry", "where"),
    [
        ((17_000, 8_000, 18_000, 10_000), "eastern edge, 80 to 100 cm from the south"),
        ((10_000, 11_000, 16_000, 12_000), "northern edge, 100 to 160 cm from the west"),
        ((0, 0, 18_000, 3_000), "southern edge"),
        ((1, 0, 18_000, 3_000), "southern edge, 0.01 to 180 cm from the west"),
        (None, "its own deployment zone"),
    ],
)
def test_where_a_brigade_arrives_in_words(entry: Zone | None, where: str) -> None:
    setup = Setup(title="t", table=Table(), forces=(side(arrives=2, entry=entry), side(name="other")))
    assert [each.where for each in arrivals(setup)] == [where]


@pytest.mark.rule("MN-RULING-59", "whoever is placed stands in a formation of his own, on the table, clear of others")
@pytest.mark.parametrize(
    ("units", "wanted"),
    [
        ([recruit("x", at=(2.5, 20))], []),
        ([recruit("x", at=(2.49, 20))], ["x is not wholly on the table (MN-GEO-15)."]),
        ([recruit("x", at=(20, 1))], []),
        ([recruit("x", at=(20, 0.99))], ["x is not wholly on the table (MN-GEO-15)."]),
        ([recruit("x", at=(177.51, 20))], ["x is not wholly on the table (MN-GEO-15)."]),
        ([recruit("x", at=(20, 119.01))], ["x is not wholly on the table (MN-GEO-15)."]),
        (
            [recruit("x", at=(0, 0), formation="battery")],
            ["x cannot be in battery at the start (MN-FORM-07)."],
        ),
        ([recruit("x", at=(20, 20)), recruit("y", at=(25, 20))], []),
        (
            [recruit("x", at=(20, 20)), recruit("y", at=(24.9, 20)), recruit("z", at=(22, 21))],
            [
                "y and x are in the same place.",
                "z and x are in the same place.",
                "z and y are in the same place.",
            ],
        ),
    ],
)
def test_places_of_units(units: list[Any], wanted: list[str]) -> None:
    made = Setup(title="t", table=Table(), forces=(side(*units), side(name="other")))
    assert [sentence for _, sentence in told(made)] == wanted


@pytest.mark.rule("MN-RULING-60", "a table is 60 cm to 600 cm along each side, both included")
@pytest.mark.parametrize(
    ("width", "height", "parts"),
    [
        (6_000, 6_000, []),
        (60_000, 60_000, []),
        (5_999, 6_000, ["table.width"]),
        (6_000, 5_999, ["table.height"]),
        (60_001, 60_000, ["table.width"]),
        (60_000, 60_001, ["table.height"]),
    ],
)
def test_the_size_of_a_table(width: int, height: int, parts: list[str]) -> None:
    rules = Rules(Options(table_w=width, table_h=height))
    made = Setup(title="t", table=Table(width, height), forces=(side(), side(name="other")), rules=rules)
    assert [path for path, _ in told(made)] == parts
    other = replace(made, rules=Rules(Options(table_w=width, table_h=height + 1)))
    assert [path for path, _ in told(other)] == [*parts, "options"]


@pytest.mark.rule("MN-RULING-95", "a unit has from 1 to 200 strength points")
@pytest.mark.parametrize(("points", "fits"), [(0, False), (1, True), (200, True), (201, False)])
def test_strength_points(points: int, fits: bool) -> None:
    forces = (side(recruit("x", at=None, points=points)), side(name="other"))
    said = (
        "forces.a.corps[0].divisions[0].brigades[0].units[0].points",
        f"x has {points} strength points; a unit has 1 to 200.",
    )
    assert told(Setup(title="t", table=Table(), forces=forces)) == ([] if fits else [said])


def test_places_are_looked_at_on_a_sound_table_with_sound_forces_only() -> None:
    over = side(recruit("x", at=(-1, 60)))
    made = Setup(title="t", table=Table(), forces=(over, side(name="other")))
    assert [sentence for _, sentence in told(made)] == ["x is not wholly on the table (MN-GEO-15)."]
    small = replace(made, table=Table(5_999, 12_000))
    assert [path for path, _ in told(small)] == ["table.width", "options"]
    empty = replace(
        made, forces=(over, force(corps(division(brigade(name="none", place=None), place=None), place=None)))
    )
    assert [path for path, _ in told(empty)] == ["forces.b.corps[0].divisions[0].brigades[0].units"]


@pytest.mark.rule("MN-CMD-01", "a command stand is on the table, and on nobody")
@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        ((1.25, 20), []),
        ((1.24, 20), [("forces.a", "Adam is not wholly on the table (MN-GEO-15).")]),
        ((60, 118.76), [("forces.a", "Adam is not wholly on the table (MN-GEO-15).")]),
        ((40, 40), [("forces.a", "Adam has no free ground for its stand there (MN-CMD-01).")]),
    ],
)
def test_places_of_stands(place: tuple[float, float], wanted: list[tuple[str, str]]) -> None:
    own = side(recruit("x", at=(40, 40)), place=spot(*place), commander="Adam")
    assert told(Setup(title="t", table=Table(), forces=(own, side(name="other")))) == wanted
