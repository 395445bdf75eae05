"""Organisation charts of armies and muster rolls: on every paper, nothing clipped or left out."""

import io
import re
from functools import cache
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from armies.paper.typography import MM, SLACK, width
from armies.sheets.charts.boxes import LEAST_PRINTED, lines
from armies.sheets.charts.chart_content import PAPERS, ChartNode, roll_chart
from armies.sheets.charts.organisation_chart import Chart, chart, chart_of_words
from armies.sheets.charts.picture import Frame, Sign, Stripe, Text
from armies.sheets.comparison import compared_titles
from battles.engine import registry
from battles.engine.armies.facts import Army, Brigade, Corps, Division, Throw, Unit
from battles.engine.armies.tree import units
from tests.sheets.builders import BATTLES, sides
from tests.sheets.pdf_text import BY, misplaced, pages, pdf, smaller, text, without_spaces
from tests.sheets.rolls import roll
from tests.sheets.small_armies import NAMES, ODD, army, battalion, brigade, loose_army

DATE = "21 November 2026"
ADDRESS = "https://muster.example.org/a/quatre-bras"
every_system = pytest.mark.parametrize("system", list(compared_titles()))
SVG = "{http://www.w3.org/2000/svg}"


def made(of: Army, system: str = "mini_nap", paper: str = "a4", **more: object) -> Chart:
    return chart(of, system=system, paper=paper, version="0.1", date=DATE, **more)  # type: ignore[arg-type]


@cache
def historical(battle: str, side: int, paper: str) -> Chart:
    return made(sides(battle)[side], paper=paper, address=ADDRESS)


def words(drawn: Chart) -> str:
    """All text of the PDF without spaces, since where a line was broken is no matter."""
    return without_spaces(text(pdf(drawn.section)))


def set_words(drawn: Chart) -> str:
    """All text that is set, in the order of drawing, without spaces."""
    return without_spaces("".join(mark.words for page in drawn.pages for mark in page.marks if isinstance(mark, Text)))


def outside(drawn: Chart) -> list[str]:
    """Letters that a reader of the PDF finds within 6 mm of the edge, and words smaller than the least size."""
    data = pdf(drawn.section)
    return misplaced(data) + smaller(data, LEAST_PRINTED)


def over_the_edge(drawn: Chart) -> list[str]:
    """Words in a box that reach over its right edge or its foot."""
    out = []
    for page in drawn.pages:
        frames = [mark for mark in page.marks if isinstance(mark, Frame)]
        for line in (mark for mark in page.marks if isinstance(mark, Text)):
            for frame in frames:
                beside = frame.x < line.x < frame.x + frame.wide and frame.y < line.y < frame.y + frame.high
                if beside and (line.x + line.wide > frame.x + frame.wide + 0.01):
                    out.append(line.words)
    return out


LARGEST = ("austerlitz-1805", 1)
ON_PAPER = [(battle, side, "a4") for battle in BATTLES for side in (0, 1)]
ON_PAPER += [(*LARGEST, paper) for paper in ("a3", "a1", "tabloid")]
"""Every army on the smallest paper, and the largest on larger ones too."""


@pytest.mark.parametrize(("battle", "side", "paper"), ON_PAPER)
def test_every_historical_army_stands_whole_on_paper(battle: str, side: int, paper: str) -> None:
    drawn, given = historical(battle, side, paper), sides(battle)[side]
    assert outside(drawn) == []
    assert over_the_edge(drawn) == []
    shown = set_words(drawn)
    for unit in units(given):
        assert without_spaces(unit.name) in shown
    signs = sum(isinstance(mark, Sign) and not mark.name.startswith("leader") for p in drawn.pages for mark in p.marks)
    legend = len(drawn.pages) * len(
        {"lancers" if u.lancer and u.type == "light_cavalry" else u.type for u in units(given)}
    )
    assert signs == len(list(units(given))) + legend


@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("orientation", ["landscape", "portrait"])
def test_pages_have_the_size_of_the_paper(paper: str, orientation: str) -> None:
    drawn = made(army(battalion()), paper=paper, orientation=orientation)
    short, tall = PAPERS[paper]
    size = (tall, short) if orientation == "landscape" else (short, tall)
    box = PdfReader(io.BytesIO(pdf(drawn.section))).pages[0].mediabox
    assert (round(float(box.width) / MM, 1), round(float(box.height) / MM, 1)) == size
    root = ElementTree.fromstring(drawn.svg())
    assert root.get("viewBox") == f"0 0 {size[0]:g} {size[1]:g}"


def test_larger_paper_needs_no_more_pages() -> None:
    austerlitz = [len(historical("austerlitz-1805", 1, paper).pages) for paper in ("a4", "a3", "a1")]
    assert austerlitz == sorted(austerlitz, reverse=True)
    assert austerlitz[0] > austerlitz[-1] == 1


def test_the_orientation_is_chosen_by_the_number_of_pages() -> None:
    given = sides("austerlitz-1805")[1]
    ways = {way: len(made(given, orientation=way).pages) for way in ("landscape", "portrait", "auto")}
    assert ways["auto"] == min(ways["landscape"], ways["portrait"])


@every_system
def test_the_figures_are_those_of_the_system(system: str) -> None:
    throws = (Throw(rating="good", source="manual", faces=(4, 4)),)
    division = Division(name="1st", commander="One", throws=throws, children=(brigade(battalion(men=517)),))
    given = Army(name="An army", commander="One", nation="FR", children=(Corps(name="I", children=(division,)),))
    shown = words(made(given, system))
    expected = {
        "recorded": ["517men,trained", "517foot", "good"],
        "mini_nap": ["5SP,QR4+", "1unit·5SP", "Good,16cm"],
        "easy_napoleonics": ["points,seasoned", "leader"],
    }
    for part in expected[system]:
        assert part in shown


def test_without_units_it_ends_at_brigades_and_keeps_their_totals() -> None:
    given = sides("quatre-bras-1815")[0]
    shown = words(made(given, units=False))
    assert "GeneralHusson" in shown
    assert "6units·32SP" in shown
    assert "I/2eLéger" not in shown


def test_nations_are_told_apart_in_greyscale_and_named_in_the_legend() -> None:
    drawn = historical("austerlitz-1805", 1, "a1")
    assert {mark.nation for mark in drawn.pages[0].marks if isinstance(mark, Stripe)} == {"AT", "RU"}
    assert {"Austrian", "Russian"} <= {mark.words for mark in drawn.pages[0].marks if isinstance(mark, Text)}


def test_the_foot_says_version_date_hash_and_page_and_the_code_is_there_for_an_address() -> None:
    drawn = historical("austerlitz-1805", 1, "a4")
    for number, page in enumerate(pages(pdf(drawn.section)), 1):
        assert re.search(rf"Muster 0\.1 · {DATE} · [0-9a-f]{{7}}", page)
        assert f"page {number} of {len(drawn.pages)}" in page
    assert drawn.svg(1).count("crispEdges") == 1
    assert "crispEdges" not in drawn.svg(2)
    assert "crispEdges" not in made(army(battalion())).svg()


def test_the_same_army_gives_the_same_bytes_and_another_a_mark_of_its_own() -> None:
    one, again, other = made(army(battalion())), made(army(battalion())), made(army(battalion(men=900)))
    assert (pdf(one.section), one.svg()) == (pdf(again.section), again.svg())
    marks = [re.search(r"· ([0-9a-f]{7})<", drawn.svg()) for drawn in (one, other)]
    assert len({mark[1] for mark in marks if mark}) == 2


def test_the_pdf_has_a_title_and_a_table_of_contents() -> None:
    reader = PdfReader(io.BytesIO(pdf(historical("austerlitz-1805", 1, "a4").section)))
    assert reader.metadata is not None
    assert reader.metadata.title == "Allied army (left and centre): organisation chart"
    assert next(entry.title for entry in reader.outline) == "Overview"  # type: ignore[union-attr]
    assert len(reader.outline) == len(reader.pages)


@pytest.mark.parametrize(
    "given",
    [
        Army(name=""),
        Army(name="Empty corps", children=(Corps(name=""),)),
        Army(name="Empty brigade", children=(Corps(name="I", children=(Division(name="1", children=(brigade(),)),)),)),
        army(battalion()),
    ],
)
@every_system
def test_an_empty_army_and_one_of_one_unit_have_one_page(given: Army, system: str) -> None:
    drawn = made(given, system)
    assert len(drawn.pages) == 1
    assert outside(drawn) == []
    ElementTree.fromstring(drawn.svg())


@every_system
@pytest.mark.rule("MN-ORG-14", "units under no brigade are on the chart, under what they stand under")
def test_units_and_brigades_that_stand_too_high_are_on_the_chart(system: str) -> None:
    given = loose_army()
    drawn = made(given, system)
    shown = words(drawn)
    for name in ("Under the army", "Under the corps", "Corps brigade", "Under the division", "In an army brigade"):
        assert without_spaces(name) in shown
    dashed = [mark for mark in drawn.pages[0].marks if isinstance(mark, Frame) and mark.dashed]
    assert len(dashed) == 2
    assert outside(drawn) == []


@pytest.mark.parametrize("paper", ["a4", "a1"])
def test_a_thousand_units_in_brigades_of_any_size(paper: str) -> None:
    many = tuple(battalion(f"Battalion {number}.") for number in range(1000))
    parts = (many[:3], many[3:400], many[400:])
    brigades = tuple(brigade(*some, name=f"Brigade {index}") for index, some in enumerate(parts))
    given = Army(name="Host", children=(Corps(name="I", children=(Division(name="1", children=brigades),)),))
    drawn = made(given, paper=paper)
    shown = set_words(drawn)
    assert [unit.name for unit in many if shown.count(without_spaces(unit.name)) != 1] == []
    assert outside(drawn) == []


@pytest.mark.parametrize("name", NAMES)
def test_names_in_any_script_of_the_fonts_can_be_read_back(name: str) -> None:
    drawn = made(army(battalion(name), name=name, commander=name))
    assert words(drawn).count(without_spaces(name)) >= 3
    assert outside(drawn) == []
    assert over_the_edge(drawn) == []


@pytest.mark.parametrize("long", ["Изюмский гусарский полк имени " * 4, "W" * 120, "x " * 60])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_longest_names_wrap_and_nothing_of_them_is_lost(long: str, paper: str) -> None:
    long = long.strip()[:120]
    units_ = (battalion(long), battalion("Short"), battalion(long))
    division = Division(name=long, commander=long, children=(Brigade(name=long, kind="infantry", children=units_),))
    given = Army(name=long, commander=long, children=(Corps(name=long, commander=long, children=(division,)),))
    drawn = made(given, paper=paper)
    assert set_words(drawn).count(without_spaces(long)) >= 8
    assert outside(drawn) == []
    assert over_the_edge(drawn) == []


@pytest.mark.parametrize("name", ODD)
@every_system
def test_nothing_in_a_name_stops_the_drawing(name: str, system: str) -> None:
    drawn = made(army(battalion(name, commander=name), name=name, commander=name, battle=name), system)
    assert outside(drawn) == []
    ElementTree.fromstring(drawn.svg().encode())


def test_characters_that_the_fonts_lack_are_marked_and_named() -> None:
    shown = words(made(army(battalion("Guard ⚔"), name="Army 😀")))
    assert "Guardcrossedswords◊" in shown
    assert "InLatinletters:thefontslackthescript" in shown


def test_the_svg_holds_text_as_text_with_a_title_and_a_description() -> None:
    root = ElementTree.fromstring(historical("quatre-bras-1815", 0, "a3").svg())
    ids = [root.find(f"{SVG}title").get("id"), root.find(f"{SVG}desc").get("id")]  # type: ignore[union-attr]
    assert root.get("aria-labelledby") == " ".join(map(str, ids))
    assert root.get("role") == "img"
    assert "French left wing" in str(root.findtext(f"{SVG}title"))
    assert "II Corps" in str(root.findtext(f"{SVG}desc"))
    texts = list(root.iter(f"{SVG}text"))
    assert "I/2e Léger" in [line.text for line in texts]
    assert all(float(line.get("textLength", 0)) > 0 for line in texts)


def test_the_svg_needs_nothing_that_the_security_policy_forbids() -> None:
    svg = historical("quatre-bras-1815", 0, "a3").svg()
    for forbidden in ("<style", " style=", "<script", "href", "onload", "url("):
        assert forbidden not in svg


def test_svg_and_pdf_show_the_same_words() -> None:
    drawn = historical("salamanca-1812", 1, "a4")
    for number, page in enumerate(pages(pdf(drawn.section)), 1):
        shown = "".join(str(line.text) for line in ElementTree.fromstring(drawn.svg(number)).iter(f"{SVG}text"))
        assert sorted(without_spaces(shown)) == sorted(without_spaces(page))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"system": "chess"}, "no chart for 'chess'. Choose one of recorded, mini_nap, easy_napoleonics"),
        ({"paper": "a9"}, "no paper 'a9'. Choose one of a4, a3, a2, a1, letter, tabloid"),
        ({"orientation": "upside"}, "no orientation 'upside'"),
    ],
)
def test_what_is_not_known_is_refused_with_a_sentence(wrong: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        made(army(battalion()), **wrong)  # type: ignore[arg-type]


def test_a_page_that_is_not_there_is_refused() -> None:
    with pytest.raises(IndexError, match="The chart has 1 pages: there is no page 2"):
        made(army(battalion())).svg(2)


def test_options_that_are_not_understood_are_named_in_the_key() -> None:
    given = army(battalion(), options={"mini_nap": {"command_loss_rule": "nonsense"}})
    assert "Thedefaultoptionsareused" in words(made(given))


def test_a_unit_of_another_nation_carries_its_own_stripe() -> None:
    drawn = made(army(battalion(), battalion("Lancers", type="light_cavalry", lancer=True, nation="DW")))
    stripes = [mark.nation for mark in drawn.pages[0].marks if isinstance(mark, Stripe)]
    assert stripes.count("DW") == 2
    assert any(isinstance(mark, Sign) and mark.name == "lancers" for mark in drawn.pages[0].marks)


def test_units_keep_their_order() -> None:
    given = sides("lutzen-1813")[0]
    shown = set_words(made(given, paper="a1"))
    first = next(place for place in units(given))
    assert isinstance(first, Unit)
    within = [shown.index(without_spaces(unit.name)) for unit in list(units(given))[:4]]
    assert within == sorted(within)


def nodes(root: ChartNode) -> list[ChartNode]:
    return [root, *(node for child in root.children for node in nodes(child))]


@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize("system", registry.playable())
def test_every_unit_and_commander_stands_in_its_place(system: str, side: str) -> None:
    force = roll(system, side)
    words = roll_chart(force, "The rules", "Quatre Bras")
    found = nodes(words.root)
    assert [unit.name for node in found for unit in node.units] == [unit.name for unit in force.units]
    assert len({node.key for node in found}) == len(found)
    read = without_spaces(" ".join(pages(pdf(chart_of_words(words, BY, paper="a3").section))))
    leaders = (*force.commanders, *(group.commander for group in force.groups if group.commander))
    assert all(
        without_spaces(name) in read for name in (*(unit.name for unit in force.units), *(one.name for one in leaders))
    )


def test_divisions_stand_under_their_corps_and_a_chart_may_end_at_brigades() -> None:
    words = roll_chart(roll("mini_nap"), "The rules", "Quatre Bras", units=False)
    assert [child.name for child in words.root.children] == ["II Corps", "III Cavalry Corps (part)"]
    assert [len(child.children) for child in words.root.children] == [4, 1]
    assert not any(node.units for node in nodes(words.root))


def test_what_is_left_of_a_unit_and_what_is_gone_is_said() -> None:
    force = roll("mini_nap")
    group = force.groups[0]
    first, second = group.units[:2]
    assert first.track
    hurt = replace(first, track=replace(first.track, struck=2))
    fallen = replace(force, groups=(replace(group, units=(hurt, replace(second, gone=True))),))
    units = [unit for node in nodes(roll_chart(fallen, "The rules", "").root) for unit in node.units]
    assert [unit.figures for unit in units] == ["Veteran 3+ · 4", "Veteran 3+ · 6 · gone"]


def test_units_of_a_side_without_commands_stand_under_the_side_itself() -> None:
    words = roll_chart(roll("easy_napoleonics"), "The rules", "Quatre Bras")
    assert words.root.children == ()
    assert len(words.root.units) == len(roll("easy_napoleonics").units)
    assert words.key == "Under a unit: quality; removed units are marked"
    assert roll_chart(roll("mini_nap"), "The rules", "").key.startswith("Under a unit: quality and remaining boxes")
    assert roll_chart(roll("easy_napoleonics"), "The rules", "", units=False).root.units == ()


def test_a_word_that_is_whole_when_it_is_condensed_is_not_broken() -> None:
    words = "Новоингерманландский мушкетёрский полк"
    natural = width("Новоингерманландский", "semi", 7.0)
    assert lines(words, "semi", 7.0, natural * 0.9).lines[0] == "Новоингерманландский"
    assert lines(words, "semi", 7.0, natural * 0.9).width <= natural * 0.9 + SLACK
    assert lines(words, "semi", 7.0, natural * 1.1).squeeze == 1.0
    assert lines(words, "semi", 7.0, natural * 0.5).lines[0] != "Новоингерманландский"
