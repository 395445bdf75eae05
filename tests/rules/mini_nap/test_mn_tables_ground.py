"""Tables T1, T2 and T3 of terrain against those printed in the rulebook's terrain volume, cell by cell."""

import re
from importlib import resources

import pytest

from battles.rules.mini_nap import tables
from battles.rules.mini_nap import tables_ground as ground
from battles.rules.mini_nap.tables import PRINTED as PRINTED_TABLES
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.tables_ground import EFFECTS, GOING

BOOK = resources.files("battles.rules.mini_nap").joinpath("rulebook_terrain.md").read_text(encoding="utf-8")


def rows(heading: str, until: str) -> dict[str, list[str]]:
    """The cells of a printed table by the key in its first column, rulings and notes left out."""
    part = BOOK.split(heading)[1].split(until)[0]
    found = re.findall(r"^\| `(\w+)` \| (.*) \|$", part, re.MULTILINE)
    return {key: [re.sub(r" R\d\d", "", cell.strip()) for cell in cells.split("|")] for key, cells in found}


T1 = rows("### 1.1 ", "### 1.2")
T2 = rows("### 1.2 ", "### 1.3")
PRINTED: list[FeatureKind] = [kind for kind in EFFECTS if kind not in ("ford", "road", "bridge")]


def ways(cell: str) -> list[str]:
    return [word.strip() for word in cell.split("/")]


@pytest.mark.rule("MNT-MOVE-01", "T1: who goes how on what")
@pytest.mark.rule("MNT-GEN-04", "T1: who may not")
@pytest.mark.rule("MNT-WOOD-02", "no artillery in a wood")
@pytest.mark.rule("MNT-FOREST-01", "skirmishers and stands alone in a forest")
@pytest.mark.parametrize("kind", PRINTED)
def test_going_is_as_printed(kind: FeatureKind) -> None:
    _, foot, light_foot, horse, light_horse, guns, stand = T1[kind]
    table = GOING[kind]
    formed = {"formed_infantry": foot, "formed_cavalry": horse}
    for user, cell in formed.items():
        row = table[user]  # type: ignore[index]
        assert [row.move, row.charge, row.intercept] == ways(cell)
    for user, cell in {"unformed_infantry": light_foot, "unformed_cavalry": light_horse}.items():
        row = table[user]  # type: ignore[index]
        assert [row.move, row.charge] == ways(cell)
    row = table["artillery"]
    assert [row.prolong, row.redeploy] == ways(guns)
    assert table["stand"].move == stand


def test_every_kind_is_printed() -> None:
    assert set(T1) == {*EFFECTS, "open"} - {"ford"}
    assert set(T2) == set(EFFECTS) - {"ford"}
    assert GOING["ford"] == GOING["stream"]


@pytest.mark.rule("MNT-BRIDGE-01", "any unit crosses, but no battery by prolonging")
def test_bridges_are_as_printed() -> None:
    _, foot, light_foot, horse, light_horse, guns, stand = T1["bridge"]
    assert ways(foot) == ways(horse) == ["cross", "over", "over"]
    assert ways(light_foot) == ways(light_horse) == ["cross", "over"]
    assert (ways(guns), stand) == (["no", "cross"], "cross")
    for row in GOING["bridge"].values():
        assert (row.move, row.charge, row.intercept, row.prolong, row.redeploy) == (
            "over",
            "over",
            "over",
            "no",
            "over",
        )


@pytest.mark.rule("MNT-LOS-01", "T2: levels")
@pytest.mark.rule("MNT-COVER-01", "T2: what gives cover")
@pytest.mark.rule("MNT-FENCE-05", "T2: a wall stops bounces, a hedge does not")
@pytest.mark.rule("MNT-STREAM-06", "T2: nothing bounces into or beyond a stream")
@pytest.mark.rule("MNT-BOUNCE-01", "T2: the bounces are kept as data")
@pytest.mark.rule("MNT-HTH-01", "T2: what gives an advantage")
@pytest.mark.parametrize("kind", [kind for kind in EFFECTS if kind != "ford"])
def test_effects_are_as_printed(kind: FeatureKind) -> None:
    height, cover, advantage, onto, beyond, occupant, small, guns = T2[kind]
    row = EFFECTS[kind]
    levels = {"2 or more": tuple(range(2, 10)), "1 or 2": (1, 2)}
    assert row.levels == (levels[height] if height in levels else (int(height),))
    assert row.cover is (cover == "yes") is small.startswith("cover") is guns.startswith("cover")
    words = {"yes": "defender", "against units in it": "over_those_in"}
    assert row.advantage == words.get(advantage, "none")
    assert (row.bounces_onto, row.bounces_beyond) == (onto == "yes", beyond == "yes")
    bars = {"no": (False, True), "infantry yes; artillery no": (True, False)}
    assert (row.bars_guns, row.bars_all) == bars.get(occupant, (False, False))


@pytest.mark.rule("MNT-GEN-01", "T3: areas with an edge, lines with a width")
@pytest.mark.rule("MNT-RULING-05", "the usual widths of lines")
def test_shapes_and_widths_are_as_printed() -> None:
    part = BOOK.split("### 1.3 ")[1].split("## 2.")[0]
    areas = re.search(r"\| general \(area\) \| (.*?) \|", part)
    lines = re.search(r"\| linear \| (.*?) \|", part)
    assert areas
    assert lines
    assert {kind for kind, row in EFFECTS.items() if row.shape == "area"} == {*areas[1].split(", "), "ford"}
    assert {kind for kind, row in EFFECTS.items() if row.shape == "line"} == set(lines[1].split(", "))
    widths = part.split("Default widths")[1]
    for kind in lines[1].split(", "):
        printed = re.search(rf"{kind} (\d(?:\.\d)?)", widths)
        assert printed
        assert PRINTED_TABLES.linear_widths[kind] == round(float(printed[1]) * 100)  # type: ignore[index]


CONSTANTS = [
    (ground.STREAM_AT_MOST, 200, "stream at most 2 cm wide, river over 2 cm"),
    (ground.WOOD_ACROSS, (500, 1000), "wood: largest extent in any direction 10, smallest 5 cm"),
    (ground.VILLAGE_ACROSS, (500, 1000), "village: 5 to 10 cm across in every direction"),
    (ground.LANDMARK_ACROSS, 500, "landmark at most 5 cm in any direction"),
    (ground.WOODS_APART, 1500, "woods at least 15 cm apart"),
    (ground.VILLAGES_APART, 4000, "villages at least 40 cm apart"),
    (ground.CHURCH_WITHIN, 500, "village church within 5 cm of a village"),
    (ground.BANK_WITHIN, 300, "Bank woods (within 3 cm of a river) are exempt from spacing"),
    ((ground.STREAM_FROM, ground.SCATTER_DIE), (4, 6), "A stream from edge to edge on 4 or more of 1D6"),
    (ground.ROAD_FROM, 3, "a road up the table on 3 or more"),
    (ground.FORD_UP_TO, 2, "where it crosses the stream a ford on 1 or 2, else a bridge"),
    (ground.PART_OF_TABLE, 21_600, "for each full 180 by 120 cm of table and once at least"),
    ((ground.BEARING_DIE, ground.PLACE_DIE), (12, 100), "1D12 for how it lies, and D100 across and up the table"),
    (ground.SCATTER_RIM, 300, "3 cm inside its edges, for its middle"),
    (ground.SCATTER_TRIES, 20, "up to 20 places in all"),
    (ground.SCATTER_CLEAR, 200, "within 2 cm of another that is not high ground or within 2 cm of a unit"),
    (
        (tables.STRENGTH_LARGE, tables.STRENGTH_SMALL),
        (9, 5),
        "`structure_strength_large` = 9, `structure_strength_small`",
    ),
    (dict(ground.SPAN_WIDE), {"bridge": 500, "ford": 700}, ""),
    ((ground.SPAN_OVER, ground.SPAN_WITHIN), (100, 1000), ""),
]
"""A constant, its value in tenths of a millimetre, and where the rulebook prints it, if it does."""


@pytest.mark.rule("MNT-PLACE-01", "sizes and distances of terrain are as printed")
@pytest.mark.rule("MNT-RULING-33", "so are the numbers by which dice lay it")
@pytest.mark.rule("MNT-RULING-19", "and the woods that are exempt")
@pytest.mark.parametrize(("value", "wanted", "words"), CONSTANTS)
def test_numbers_of_the_ground_are_as_printed(value: object, wanted: object, words: str) -> None:
    assert value == wanted
    assert words in BOOK
