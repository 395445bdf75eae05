"""A regiment of two or more battalions is split, its men shared with nothing lost; the historical files too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armies.exchange import read
from armies.exchange.splitting import shares, split
from armies.rules.facts import Unit

from .texts import one_army, read_text, refused, sentences, units_of

LIGNE = Unit(name="24e Ligne", type="line_infantry", quality="veteran", men=1100, basis="sourced", sources=("S1",))


@given(total=st.integers(1, 20_000), parts=st.integers(1, 12))
def test_shares_add_up_and_differ_by_one_at_most(total: int, parts: int) -> None:
    each = shares(total, parts)
    assert (len(each), sum(each)) == (parts, total)
    assert max(each) - min(each) <= 1
    assert each == sorted(each, reverse=True)


def test_the_first_battalions_get_the_odd_men() -> None:
    assert shares(11, 4) == [3, 3, 3, 2]


def test_a_regiment_becomes_its_battalions() -> None:
    first, second = split(LIGNE, 2)
    assert (first.name, second.name, first.men, second.men) == ("I/24e Ligne", "II/24e Ligne", 550, 550)
    for battalion in (first, second):
        assert (battalion.quality, battalion.sources, battalion.basis) == ("veteran", ("S1",), "derived")
        assert (battalion.sub_units, battalion.sub_unit) == (1, "battalions")
        assert battalion.note == "the regiment has 1,100 men (sourced) in 2 battalions, shared evenly"


def test_one_battalion_is_left_as_it_is() -> None:
    (only,) = split(LIGNE, 1)
    assert (only.name, only.men, only.basis, only.sub_units) == ("24e Ligne", 1100, "sourced", 1)


def test_a_regiment_without_a_figure_is_split_without_one() -> None:
    units = units_of("24e Ligne 3 bns")
    assert [(unit.name, unit.men) for unit in units] == [
        ("I/24e Ligne", None),
        ("II/24e Ligne", None),
        ("III/24e Ligne", None),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "3e Ligne (2 bns) 1,151",
        "3e Ligne: 2 battalions, 1151 men",
        "3e Ligne 2 bataillons 1151 hommes",
        "3e Ligne (2 bat., 1151 h.)",
        "3e Ligne 2 Btl. 1.151 Mann",
        "3e Ligne, 2 Baone, 1151 Mann",
        "3e Ligne; 1151 men; 2 battalions",
        "3e Ligne 2 x bns 1151",
    ],
)
def test_battalions_as_people_write_them(line: str) -> None:
    assert [(unit.name, unit.men) for unit in units_of(line)] == [("I/3e Ligne", 576), ("II/3e Ligne", 575)]


def test_a_split_is_said() -> None:
    assert sentences(read_text("3e Ligne 2 bns 1150 veteran")) == [
        (1, "Split into 2 battalions, the men shared evenly.")
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("24e Ligne 13 bns 9000", "The battalions of a regiment must be between 1 and 12; this says 13."),
        ("24e Ligne 3 bns 2 men", "2 men cannot be shared over 3 battalions."),
        ("7e Hussards 2 bns 400", "Battalions are given for a unit that is not infantry."),
        ("Foot battery 2 bns 6x6pdr", "Battalions are given for a unit that is not infantry."),
    ],
)
def test_battalions_that_cannot_be(line: str, sentence: str) -> None:
    assert [p.sentence for p in refused(read_text("1/1er Ligne 500", line))] == [sentence]


def test_a_name_without_room_for_the_number_waits_for_a_decision() -> None:
    name = "Ligne " + "x" * 110
    (problem,) = refused(read_text("1/1er Ligne 500", f"{name} 2 bns 900"))
    assert problem.sentence == "The regiment's name is too long to put a number before it: at most 115 letters."


@pytest.mark.parametrize("line", ["2nd Dragoons 4 sqns 400", "Light company 2 coys 200"])
def test_squadrons_and_companies_are_no_battalions(line: str) -> None:
    (unit,) = units_of(line)
    assert unit.sub_units == int(line.split()[2])


def test_a_regiment_of_a_table_is_split_too() -> None:
    units = one_army(read(b"unit,bns,men\n24e Ligne,3,1000\n")).children
    assert [(unit.name, unit.men) for unit in units if isinstance(unit, Unit)] == [
        ("I/24e Ligne", 334), ("II/24e Ligne", 333), ("III/24e Ligne", 333),
    ]  # fmt: skip
    assert [p.sentence for p in refused(read(b"unit,bns,men\n24e Ligne,0,1000\n"))] == [
        "Column battalions: 0 battalions are no regiment."
    ]
