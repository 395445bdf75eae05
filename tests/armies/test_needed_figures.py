"""Owned figures against needed figures: sums, and the text that they are read from."""

import pytest

from armies.exchange.table.holdings import (
    ANY,
    MAX_FIGURES,
    MAX_ROWS,
    MAX_STANDS,
    MAX_TEXT,
    Holding,
    read_holdings,
    write_holdings,
)
from armies.services.assessment import Assessment
from armies.services.collection import Need, compare, needs
from battles.engine.armies import facts
from battles.engine.armies.nations import nations
from battles.engine.armies.tree import walk
from battles.rules.mini_nap import army as mini_nap
from tests.armies.builders import army, battery, corps, unit

LINE = "line_infantry"


def needed(nation: str, stands: int, kind: str = LINE) -> Need:
    return Need(nation, kind, stands // 2, stands)


@pytest.mark.rule("MN-BASE-01", "a battalion is two stands, whatever its strength")
@pytest.mark.rule("MN-BASE-03", "a battery is one stand")
def test_needs_are_added_up_by_nation_and_type() -> None:
    prussians = facts.Brigade(name="Prussians", kind="infantry", nation="PR", children=(unit(), unit(men=900)))
    places = [place for place in walk(army(corps(), prussians)) if isinstance(place.element, facts.Unit)]
    assert needs((place, mini_nap.map_unit(place).stands) for place in places) == (
        Need("FR", LINE, 4, 8),
        Need("FR", "foot_artillery", 1, 1),
        Need("PR", LINE, 2, 4),
    )


def test_own_stands_are_used_before_those_of_any_nation() -> None:
    rows = compare(
        [needed("FR", 8), needed("PR", 4)],
        [Holding("FR", LINE, 6), Holding(ANY, LINE, 3), Holding("PR", "light_infantry", 40)],
    )
    assert [(row.owned, row.own, row.of_any, row.missing) for row in rows] == [(6, 6, 2, 0), (0, 0, 1, 3)]


def test_stands_that_fit_any_nation_are_used_once_only() -> None:
    rows = compare([needed("FR", 4), needed("PR", 4), needed("RU", 4)], [Holding(ANY, LINE, 10)])
    assert [row.of_any for row in rows] == [4, 4, 2]


def test_units_of_no_nation_take_stands_of_any_only() -> None:
    (row,) = compare([needed(ANY, 4)], [Holding("FR", LINE, 40), Holding(ANY, LINE, 3)])
    assert (row.owned, row.of_any, row.missing) == (0, 3, 1)


@pytest.mark.parametrize(
    ("owned", "figures", "missing"),
    [
        ([Holding("FR", LINE, 24, 144)], 48, 0),
        ([Holding("FR", LINE, 3, 10)], 27, 17),
        ([Holding("FR", LINE, 3), Holding(ANY, LINE, 1, 4)], 32, 16),
        ([Holding("FR", LINE, 0, 50)], None, None),
        ([], None, None),
    ],
)
def test_figures_follow_the_players_own_ratio(owned: list[Holding], figures: int | None, missing: int | None) -> None:
    (row,) = compare([needed("FR", 8)], owned)
    assert (row.figures, row.missing_figures) == (figures, missing)


@pytest.mark.rule("MN-ORG-16", "one command stand each for corps, divisions and brigades, none for division artillery")
def test_command_stands() -> None:
    mapped = Assessment(army()).mapped("mini_nap")
    assert [(one.kind, one.stands, one.figures) for one in mapped.command_stands()] == [
        ("corps", 1, 3),
        ("division", 1, 2),
        ("brigade", 2, 1),
    ]
    assert Assessment(army(unit(), battery())).mapped("mini_nap").command_stands() == ()


@pytest.mark.parametrize(
    ("line", "want"),
    [
        ("French line infantry 24 stands 144 figures", Holding("FR", LINE, 24, 144)),
        (
            "24 stands of Prussian light cavalry, 72 figures [painted]",
            Holding("PR", "light_cavalry", 24, 72, "painted"),
        ),
        ("Duchy of Warsaw uhlans: 4 bases", Holding("DW", "light_cavalry", 4)),
        ("any line infantry 1,200 stands", Holding(ANY, LINE, 1200)),
        ("line infantry 8 figures", Holding(ANY, LINE, 0, 8)),
        ("French\tline infantry\t10\t60", Holding("FR", LINE, 10, 60)),
        ("Russian;foot artillery;6;;old", Holding("RU", "foot_artillery", 6, 0, "old")),
        ("FR,light_infantry,4,24,'=cmd", Holding("FR", "light_infantry", 4, 24, "=cmd")),
    ],
)
def test_a_line_is_understood(line: str, want: Holding) -> None:
    reading = read_holdings(line)
    assert (reading.holdings, reading.problems) == ((want,), ())


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Klingon line infantry 4 stands", "“Klingon” is not a known nation"),
        ("French cavalry 3 stands", "“cavalry” is not a known type"),
        ("French line infantry 24", "no number of stands or figures"),
        ("French line infantry 4 stands 24", "It is not clear what 24 counts"),
        ("French line infantry -4 stands", "“-4” is not a number of stands"),
        ("French line infantry 0 stands", "Write how many"),
        ("French;line infantry;x;4", "“x” is not a number of stands"),
        (f"French;line infantry;{MAX_STANDS + 1};4", "between 0 and 10,000"),
        (f"French;line infantry;1;{MAX_FIGURES + 1}", "between 0 and 100,000"),
        ("Klingon;line infantry;1;4", "“Klingon” is not a known nation"),
        ("French;;1;4", "The type is missing"),
        (f"French;line infantry;1;4;{'n' * 201}", "200 characters"),
        ("French;line infantry;" + "9" * 4000 + ";4", "between 0 and 10,000"),
    ],
)
def test_a_line_that_is_not_understood_says_why(line: str, sentence: str) -> None:
    reading = read_holdings(f"French light infantry 2 stands\n{line}")
    assert len(reading.holdings) == 1
    assert [problem.line for problem in reading.problems] == [2]
    assert sentence in reading.problems[0].sentence


def test_a_head_row_may_order_the_columns_otherwise() -> None:
    reading = read_holdings("Figures\tType\tColour\tNation\n60\tline infantry\tblue\tFrench\n")
    assert reading.holdings == (Holding("FR", LINE, 0, 60),)


def test_lines_of_one_nation_and_type_are_added_together() -> None:
    reading = read_holdings("# mine\nFrench line infantry 2 stands 8 figures [old]\nFrench line 3 stands [new]\n")
    assert reading.holdings == (Holding("FR", LINE, 5, 8, "old, new"),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("", "Paste a list"), ("x" * (MAX_TEXT + 1), "characters"), ("x\n" * (MAX_ROWS + 1), "lines")],
)
def test_what_is_empty_or_too_long_is_refused_whole(text: str, sentence: str) -> None:
    reading = read_holdings(text)
    assert reading.holdings == ()
    assert sentence in reading.problems[0].sentence


def test_everything_survives_the_way_through_a_spreadsheet() -> None:
    kept = tuple(
        Holding(code, kind, number, number * 6, note)
        for number, (code, note) in enumerate([*((code, "") for code in nations()), (ANY, "=1+1;\"a\", 'b'")], 1)
        for kind in facts.UNIT_TYPES
    )
    reading = read_holdings(write_holdings(kept))
    assert reading.problems == ()
    assert reading.holdings == kept
    assert "'=1+1" in write_holdings(kept)
