"""The printed map of a board, read back."""

import io
import re
from typing import Any

import pdfplumber
import pytest
from pypdf import PdfReader

from armies.paper.section import Imprint, alone
from armies.paper.typography import MM
from battles.engine.picture import Ground, Name, Scene, Way, Zone
from battles.rules.mini_nap.system import SYSTEM
from battles.sheets.board_map import MOST_SHEETS, OVERLAP, board_map, tiles
from battles.sheets.map_pen import ground_operators
from tests.battles.board.boards import (
    base,
    battlefield,
    block,
    open_ground,
    plain_ground,
    plain_scene,
    scenario,
    square,
)
from tests.sheets.pdf_text import paths, read_pages

TITLE = "The village under the ridge"
IMPRINT = Imprint("0.3", "22 November 2026")


def printed(ground: Ground, scene: Scene, **choices: Any) -> bytes:
    """A map as a file of its own."""
    return alone(board_map(ground, scene, TITLE, IMPRINT, **choices), IMPRINT)


def read(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def millimetres(page: Any) -> tuple[float, float]:
    return round(float(page.mediabox.width) / MM, 1), round(float(page.mediabox.height) / MM, 1)


def words_on(pdf: bytes, page: int) -> list[dict[str, Any]]:
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        return list(opened.pages[page].extract_words())


def at(words: list[dict[str, Any]], text: str) -> tuple[float, float]:
    """The middle of a word in millimetres from the top left corner."""
    (found,) = [word for word in words if word["text"] == text]
    return (found["x0"] + found["x1"]) / 2 / MM, (found["top"] + found["bottom"]) / 2 / MM


def test_one_page_shows_the_whole_board() -> None:
    pdf = printed(*scenario("village"))
    (page,) = read(pdf).pages
    text = page.extract_text()
    assert millimetres(page) == (297.0, 210.0)
    for said in ("The village under the ridge", "Board of 16 by 12 hexes", "Rothau church", "woods", "stream", "1612"):
        assert said in text
    assert "water" not in text
    assert "dashed line: deployment zone; heavy line: objective" in text
    assert re.search("Muster 0.3 · 22 November 2026 · [0-9a-f]{7} ", text)
    assert "page 1 of 1" in text


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (297.0, 210.0)), ("letter", (279.4, 215.9)), ("a3", (420.0, 297.0))]
)
def test_a_board_wider_than_high_lies_across_its_paper(paper: str, size: tuple[float, float]) -> None:
    (page,) = read(printed(*scenario("meeting"), paper=paper)).pages
    assert millimetres(page) == size


def test_a_board_higher_than_wide_stands_upright() -> None:
    (page,) = read(printed(plain_ground(columns=2, rows=5), plain_scene())).pages
    assert millimetres(page) == (210.0, 297.0)


def test_every_page_has_a_line_of_100_millimetres() -> None:
    pdf = printed(*scenario("village"), step=60)
    assert len(read_pages(pdf)) > 4
    for page, drawn in zip(read_pages(pdf), paths(pdf), strict=True):
        foot = page.high - 25 * MM
        level = [line for line in drawn if line.points == 2 and line.top > foot and line.x1 - line.x0 > 50 * MM]
        assert [round((line.x1 - line.x0) / MM, 2) for line in level] == [100.0]


@pytest.mark.parametrize("step", [14.0, 25.4, 100.0])
def test_a_map_to_scale_has_its_hexes_so_far_apart(step: float) -> None:
    pdf = printed(*scenario("village"), step=step, paper="a3")
    words = words_on(pdf, 0 if len(read(pdf).pages) == 1 else 1)
    first, second = at(words, "0101"), at(words, "0201")
    assert second[0] - first[0] == pytest.approx(step, abs=0.05)
    assert second[1] == pytest.approx(first[1], abs=0.05)


def test_a_map_over_sheets_begins_with_the_whole_and_says_where_each_sheet_lies() -> None:
    pdf = printed(*scenario("village"), step=50)
    pages = read(pdf).pages
    across, down = tiles("a4", 906 * 50 / 52, 603 * 50 / 52)[2:][::-1]
    assert len(pages) == 1 + across * down
    whole = pages[0].extract_text()
    assert all(str(number) in whole.split() for number in range(1, across * down + 1))
    assert f"row 1 of {down}, sheet 2 of {across}" in pages[2].extract_text()
    assert "Sheet 2" in pages[2].extract_text()


def test_neighbouring_sheets_show_the_same_strip() -> None:
    ground, scene = scenario("village")
    spread = tiles("a4", 906 * 50 / 52, 603 * 50 / 52)
    first, second = list(spread.leaves())[:2]
    assert second.x - first.x == spread.field[0] - OVERLAP
    pdf = printed(ground, scene, step=50)
    left, right = (set(page.text.split()) for page in read_pages(pdf)[1:3])
    keys = {area.key for area in ground.areas}
    assert keys & left
    assert keys & right
    assert keys & left != keys & right


def test_all_of_a_board_is_on_its_sheets() -> None:
    ground, scene = scenario("village")
    pdf = printed(ground, scene, step=50)
    found = {word for page in read_pages(pdf)[1:] for word in page.text.split()}
    assert {area.key for area in ground.areas} <= found


def test_a_scale_that_fits_a_page_needs_no_sheets() -> None:
    pdf = printed(*scenario("village"), step=10)
    assert len(read(pdf).pages) == 1
    assert "10.0 mm from centre to centre" in read(pdf).pages[0].extract_text()


def test_units_stand_on_the_map_where_they_are_asked_for() -> None:
    ground, scene = scenario("village")
    with_units = read(printed(ground, scene, units=True)).pages[0].extract_text()
    without = read(printed(ground, scene)).pages[0].extract_text()
    assert "8th Foot" in with_units
    assert "8th Foot" not in without
    shaken = plain_scene(block(level="bad"), block("unit 1", "21", (75, 25), label="9th", unsure=True))
    text = read(printed(plain_ground(), shaken, units=True)).pages[0].extract_text()
    assert "4th (bad)" in text
    assert "9th ?" in text


def test_the_same_board_gives_the_same_bytes() -> None:
    assert printed(*scenario("village"), step=60) == printed(*scenario("village"), step=60)


def test_every_kind_of_ground_can_be_printed_and_is_in_the_legend() -> None:
    kinds = ("wood", "hill", "town", "water", "stream", "marsh", "rough", "field")
    areas = [square(f"{n % 4 + 1}{n // 4 + 1}", n % 4, n // 4, kind, "") for n, kind in enumerate(kinds)]
    zone = Zone("Blue", "deployment", ("11",), "Blue deploys here.", side="a")
    pdf = printed(plain_ground(*areas, columns=4, rows=2), plain_scene(zones=(zone,)))
    text = read(pdf).pages[0].extract_text()
    for said in ("woods", "hill", "settlement", "water", "stream", "marsh", "rough ground", "field", "dashed line"):
        assert said in text


def test_the_legend_says_what_the_rules_call_the_ground() -> None:
    """The words stand after a name in the descriptions; the usual word counts wherever it stands."""
    ground = plain_ground(
        square("11", 0, 0, "wood", "Long wood, forest, 2 levels high"),
        square("21", 1, 0, "marsh", "boggy ground"),
        square("31", 2, 0, "town", "La Belle Alliance, inn, settlement"),
        names=(Name("Long wood", (25, 25)),),
        ways=(Way("hedge", ((0, 60), (150, 60)), 4, "fence", "fence"),),
    )
    text = read(printed(ground, plain_scene())).pages[0].extract_text()
    assert all(word in text for word in ("forest", "boggy ground", "settlement", "fence"))
    assert not any(word in text for word in ("woods", "marsh", "inn", "hedge"))


def test_every_kind_of_line_is_in_the_legend_once() -> None:
    kinds = ("road", "track", "stream", "river", "wall", "hedge", "ditch", "bank")
    ways = tuple(Way(kind, ((0, 10 * n), (300, 10 * n)), 20) for n, kind in enumerate(kinds, 1))
    text = (
        read(printed(plain_ground(square("11", 0, 0, "stream", ""), ways=ways), plain_scene())).pages[0].extract_text()
    )
    words = text.split()
    assert [words.count(kind) for kind in kinds] == [1] * len(kinds)


def test_the_legend_of_a_battlefield_with_everything_on_it_keeps_clear_of_the_scale() -> None:
    ground, scene = battlefield()
    text = read(printed(ground, scene)).pages[0].extract_text()
    for said in (
        "hill",
        "wood",
        "village",
        "bog",
        "standing corn",
        "rough ground",
        "bridge",
        "river",
        "road",
        "10 cm of",
    ):
        assert said in text


def test_a_name_in_a_script_that_the_fonts_lack_is_put_into_latin_letters() -> None:
    ground = plain_ground(names=(Name("Чёрный лес 森", (75, 25)),))
    text = read(printed(ground, plain_scene())).pages[0].extract_text()
    assert "Чёрный лес Sen◊" in text
    assert "In Latin letters: the fonts lack the script" in text


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"paper": "a5"}, "There is no paper 'a5': choose one of a4, letter, a3."),
        ({"step": 4.0}, "Choose 5 to 200 mm from centre to centre, not 4."),
        ({"step": 200.5}, "Choose 5 to 200 mm from centre to centre, not 200.5."),
        ({"step": float("nan")}, "Choose 5 to 200 mm from centre to centre, not nan."),
    ],
)
def test_what_cannot_be_printed_is_refused(facts: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        printed(*scenario("village"), **facts)


def test_more_sheets_than_anybody_glues_are_refused() -> None:
    with pytest.raises(ValueError, match=f"needs 1.. sheets of A4; the limit is {MOST_SHEETS}"):
        printed(*scenario("village"), step=200)


def test_a_name_across_two_sheets_stands_on_both() -> None:
    ground = plain_ground(names=(Name("The long wood of Hougoumont", (85, 25)),), columns=6)
    pdf = printed(ground, plain_scene(), step=100)
    assert len(read(pdf).pages) == 5
    assert ["Hougoumont" in page.extract_text() for page in read(pdf).pages] == [True, True, True, False, False]


def test_leaders_have_their_names() -> None:
    led = plain_scene(block(), block("leader 0", shape="leader", sign="leader_army", label="Ney"))
    text = read(printed(plain_ground(), led, units=True)).pages[0].extract_text()
    assert "4th" in text
    assert "Ney" in text


def test_an_open_table_is_printed_to_scale() -> None:
    ground, scene = battlefield()
    whole = read(printed(ground, scene, units=True)).pages[0].extract_text()
    assert re.search(r"1 : [\d.]+; 10 cm of the table are \d\d\.\d mm", whole)
    for said in ("Rothenau", "Long ridge", "7th", "wood", "bog"):
        assert said in whole
    assert "stream" not in whole, "Only what is on the map is in its legend."
    half = printed(ground, scene, step=25)
    assert "1 : 2; 10 cm of the table are" not in read(half).pages[0].extract_text()
    assert any("Rothenau" in page.text.split() for page in read_pages(half)[1:])


def test_units_of_an_open_table_are_printed_as_large_as_they_stand() -> None:
    plain = plain_scene(base(at=(300, 300), size=(200, 100)))
    pdf = printed(open_ground(), plain, units=True, step=10)
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        sizes = {
            (round((one["x1"] - one["x0"]) / MM, 1), round((one["bottom"] - one["top"]) / MM, 1))
            for page in opened.pages
            for one in (*page.rects, *page.curves)
        }
    assert (40.0, 20.0) in sizes


def test_the_edges_of_a_road_on_a_wide_table_are_lines_that_print() -> None:
    """Half a point of the page on either side of the road, as far as a table of 150 cm is made smaller on it."""
    page = ground_operators(
        SYSTEM.ui.ground(SYSTEM.secrets.view(SYSTEM.start(SYSTEM.scenarios.load("village_and_bridge")), "a"))
    )
    weights = [float(weight) for weight in re.findall(r"([\d.]+) w 0.2 G [^S]*c S", page)]
    assert weights == [44.0, 44.0, 34.0, 34.0]
    assert 2 * MM / 7.36 > 0.5
