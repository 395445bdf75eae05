"""Cards and labels to cut out, read back: every unit, true sizes, nothing over the cut, backs behind their fronts."""

import io
from functools import cache
from itertools import pairwise

import pdfplumber
import pytest
from msgspec.structs import replace

from armies.paper.cutouts import cuts
from armies.paper.section import Section, TooLong, bind
from armies.paper.sheet import PAPERS
from armies.paper.typography import MM, Fits
from armies.sheets.cards import commander_cards, unit_cards
from armies.sheets.cards.base_labels import FLAT, Style, base_labels, label, round_label
from armies.sheets.cards.commander_cards import Post
from armies.sheets.cards.commander_cards import commander_cards as cards_of_commanders
from armies.sheets.cards.unit_cards import SAFE, SIZES
from armies.sheets.cards.unit_cards import unit_cards as cards_of_units
from battles.engine.armies.systems import list_groups, roll_of, titles
from battles.engine.sheets.muster_roll import Roll, RollCommander, RollGroup, RollUnit, Track, roll_of_list
from tests.sheets.builders import BATTLES, sides
from tests.sheets.pdf_text import BY, letters, misplaced, pages, paths, pdf, text, within, without_spaces

ARMIES = [(battle, side) for battle in BATTLES for side in (0, 1)]
EDGE = 4.8
"""Millimetres of paper that printers leave out."""


@cache
def roll(battle: str, side: int, system: str = "mini_nap") -> Roll:
    return roll_of(sides(battle)[side], system)


def troubles(section: Section, paper: str = "a4") -> tuple[str, ...]:
    return bind([section], BY, title="t", subject="s", paper=paper).troubles


def outside(data: bytes, wide: float, high: float, paper: str, bleed: float = 0.0) -> list[str]:
    """Letters, not blanks, that stand outside the safe edges of a card and its foot, or nearer to the paper's edge."""
    grid = cuts(PAPERS[paper], wide, high, bleed)
    places = [place(index) for index in range(grid.per_page) for place in (grid.place, grid.behind)]
    found = []
    for page, boxes in enumerate(letters(data)):
        for box in boxes:
            if not _well(grid, places, [point / MM for point in box]):
                found.append(f"page {page + 1}: {within(data, page, box)} at {box[0] / MM:.1f}, {box[1] / MM:.1f}")
    return found


def _well(grid, places, box) -> bool:
    x, y, right, foot = box
    inside = x > EDGE and right < grid.form.wide - EDGE and y > EDGE and foot < grid.form.high - EDGE
    return inside and (_in_card(grid, places, box) or _beside(grid, box))


def _in_card(grid, places, box) -> bool:
    x, y, right, foot = box
    near = SAFE - 0.6
    return any(
        left + near <= x and right <= left + grid.wide - near and top + near <= y and foot <= top + grid.high - 3.0
        for left, top in places
    )


def _beside(grid, box) -> bool:
    return box[1] > grid.y + grid.down * grid.high or box[2] < grid.x


SYSTEMS = tuple(titles())
OF_SYSTEMS = [(*army, SYSTEMS[place % len(SYSTEMS)]) for place, army in enumerate(ARMIES[:-1])]
OF_SYSTEMS += [(*ARMIES[-1], system) for system in SYSTEMS]
"""Every army under one system, and the last, which is the largest and of two nations, under all."""


@pytest.mark.parametrize(("battle", "side", "system"), OF_SYSTEMS)
def test_every_unit_has_its_card_with_its_numbers(battle: str, side: int, system: str) -> None:
    of = roll(battle, side, system)
    data = pdf(cards_of_units(of, BY))
    words = without_spaces(text(data))
    for unit in of.units:
        assert without_spaces(unit.name) in words
        for fact in unit.facts:
            assert without_spaces(fact.text) in words, (unit.name, fact)
    assert len(pages(data)) == -(-len(of.units) // 9)
    assert outside(data, 63.0, 88.0, "a4") == []


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bleed", [False, True])
def test_cards_of_every_size_keep_within_their_cuts(size: str, paper: str, bleed: bool) -> None:
    wide, high = SIZES[size]
    of = roll("quatre-bras-1815", 1)
    of = replace(of, groups=of.groups[:4])
    for make, style in (
        (cards_of_units, unit_cards.Style(size, bleed, True)),
        (cards_of_commanders, commander_cards.Style(size, bleed)),
    ):
        data = pdf(make(of, BY, style), paper)
        assert outside(data, wide, high, paper, 3.0 if bleed else 0.0) == []


@pytest.mark.parametrize("size", SIZES)
def test_cut_marks_stand_a_card_apart_measured_in_the_file(size: str) -> None:
    wide, high = SIZES[size]
    data = pdf(cards_of_units(roll("quatre-bras-1815", 0), BY, unit_cards.Style(size)))
    lines = [path for path in paths(data)[0] if path.points == 2]
    upright = {round(line.x0 / MM, 1) for line in lines if abs(line.x0 - line.x1) < 0.1}
    lying = {round(line.top / MM, 1) for line in lines if abs(line.top - line.bottom) < 0.1}
    assert any(round(x + wide, 1) in upright for x in upright)
    assert any(round(y + high, 1) in lying for y in lying)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_backs_lie_behind_their_fronts_when_the_sheet_is_turned_on_its_long_edge(size, paper, bleed) -> None:
    grid = cuts(PAPERS[paper], *SIZES[size], bleed)
    for index in range(grid.per_page):
        (x, y), (left, top) = grid.place(index), grid.behind(index)
        if grid.lies:
            assert (left, round(top + y + grid.high, 3)) == (x, round(grid.form.high, 3))
        else:
            assert (round(left + x + grid.wide, 3), top) == (round(grid.form.wide, 3), y)


@pytest.mark.parametrize("bleed", [False, True])
def test_a_card_turned_about_its_side_has_its_back_upright(bleed: bool) -> None:
    """On lying paper, which is turned over its head, backs are printed with half a turn."""
    of = roll("quatre-bras-1815", 0)
    data = pdf(cards_of_units(of, BY, unit_cards.Style(backs=True, bleed=bleed)))
    lies = cuts(PAPERS["a4"], *SIZES["poker"], 3.0 if bleed else 0.0).lies
    assert lies == bleed
    with pdfplumber.open(io.BytesIO(data)) as document:
        front, behind = (list(page.chars) for page in document.pages[:2])
    ours = [char for char in behind if "Display" in char["fontname"]]
    assert {char["matrix"][0] < 0 for char in front if "Display" in char["fontname"]} == {False}
    assert {char["matrix"][0] < 0 for char in ours} == {lies}


def test_a_long_name_stays_clear_of_the_symbol_below_it() -> None:
    of = roll("quatre-bras-1815", 0)
    group, fits = of.groups[0], Fits("Unit cards")
    for name, lines in (("Campi’s Brigade", 1), ("Bauduin’s Brigade: 1er Léger", 2)):
        found = unit_cards.face(replace(group.units[0], name=name), group, unit_cards.Piece(63.0, 88.0, 0.0), fits).name
        foot = 1.0 + found.size * 0.33 + (lines - 1) * found.lead + found.size * 0.09
        assert len(found.lines) == lines
        assert foot < 13.0
    assert not fits.troubles


def test_backs_tell_the_side_and_the_name_and_no_more() -> None:
    of = roll("quatre-bras-1815", 0)
    sheets = pages(pdf(cards_of_units(of, BY, unit_cards.Style(backs=True))))
    assert len(sheets) == 12
    behind = " ".join(sheets[1].split())
    for unit in of.units[:9]:
        assert unit.name in behind
    assert behind.count("French left wing") >= 9
    for word in ("Veteran", "infantry", "Strength", "6/6", "II Corps"):
        assert word not in behind


def test_one_brigade_alone() -> None:
    of = roll("quatre-bras-1815", 0)
    words = text(pdf(cards_of_units(of, BY, unit_cards.Style(brigade=2))))
    assert "II/72e Ligne" in words
    assert "I/2e Léger" not in words


def test_a_unit_that_is_lost_is_struck_and_said_to_be() -> None:
    of = roll("quatre-bras-1815", 0)
    group = of.groups[0]
    gone = replace(group.units[0], gone=True, notes=("destroyed",), track=Track("Strength", ("",) * 6, 6))
    after = replace(of, groups=(replace(group, units=(gone,)),))
    assert "destroyed" in text(pdf(cards_of_units(after, BY)))
    assert group.units[0].name not in text(pdf(base_labels(after)))


@pytest.mark.parametrize("system", ["mini_nap", "easy_napoleonics", "snappy_nappy"])
@pytest.mark.parametrize(("battle", "side"), ARMIES)
def test_every_commander_has_his_card(battle: str, side: int, system: str) -> None:
    of = roll(battle, side, system)
    data = pdf(cards_of_commanders(of, BY))
    words = without_spaces(text(data))
    men = [*of.commanders, *(group.commander for group in of.groups if group.commander)]
    for man in men:
        assert without_spaces(man.name or man.of) in words
    assert words.count("Orders") == len(men)
    assert outside(data, 70.0, 120.0, "a4") == []


@pytest.mark.parametrize("wide", [0.0, 15.0, 25.0, 60.0, 120.0])
@pytest.mark.parametrize("paper", PAPERS)
def test_labels_are_as_wide_as_their_bases(wide: float, paper: str) -> None:
    data = pdf(base_labels(roll("quatre-bras-1815", 0), Style(wide)), paper)
    assert misplaced(data) == []
    lines = [line for page in paths(data) for line in page if line.points == 2 and line.bottom - line.top > FLAT * MM]
    edges = sorted({round(line.x0 / MM, 2) for line in lines})
    steps = {round(b - a, 1) for a, b in pairwise(edges)}
    assert (wide or 25.0) in steps or (edges and round(edges[-1] - edges[0], 1) == wide)


def test_each_stand_has_its_label_and_each_unit_one_where_that_is_asked() -> None:
    of = roll("quatre-bras-1815", 0)
    twice = text(pdf(base_labels(of, Style(40.0))))
    once = text(pdf(base_labels(of, Style(40.0, stands=False))))
    assert twice.count("I/61e Ligne ") == 2 * once.count("I/61e Ligne ")
    for unit in of.units:
        assert without_spaces(unit.name.split(" (")[0].split(", ")[0]) in without_spaces(once)


@pytest.mark.rule("MN-BASE-04", "a Brigade's command stand has a round label of 2.5 cm")
@pytest.mark.parametrize("paper", PAPERS)
def test_commanders_have_round_labels_as_broad_as_their_stands(paper: str) -> None:
    of = roll("quatre-bras-1815", 0)
    men = [one for one in (*of.commanders, *(group.commander for group in of.groups)) if one and one.base]
    assert len(men) > 10
    data = pdf(base_labels(of), paper)
    assert misplaced(data) == []
    assert circles(data) == [25.0] * len(men)
    words = without_spaces(text(data))
    assert all((man.name or man.of).replace("-", " ").split()[-1] in words for man in men)
    assert circles(pdf(base_labels(of, Style(round=None)))) == []
    fewer = replace(of, commanders=tuple(replace(one, gone=True) for one in of.commanders))
    assert len(circles(pdf(base_labels(fewer)))) == sum(1 for group in of.groups if group.commander)


def circles(data: bytes) -> list[float]:
    """The breadths in mm of what is drawn with curves and as high as it is wide."""
    drawn = [(path.x1 - path.x0, path.bottom - path.top) for page in paths(data) for path in page if path.points > 5]
    wide = [round(across / MM, 1) for across, high in drawn if abs(across - high) < 0.1]
    return [one for one in wide if one >= 15.0]


def test_commanders_whose_stand_has_no_size_get_a_label_where_one_is_chosen() -> None:
    of = roll("quatre-bras-1815", 0, "easy_napoleonics")
    assert circles(pdf(base_labels(of))) == []
    assert circles(pdf(base_labels(of, Style(round=40.0)))) == [40.0]


def test_a_commander_without_a_rating_has_a_line_for_it() -> None:
    rated = Post(of_army().commander, ("II Corps",), (), "FR")
    bare = rated._replace(commander=replace(rated.commander, rating="", choices=("Good 16 cm",)))
    fits = Fits("Base labels")
    assert round_label(rated, 25.0, fits).foot.lines == ("Good",)
    assert round_label(bare, 25.0, fits).foot.lines == ("",)
    assert not fits.troubles


def of_army() -> RollGroup:
    man = RollCommander(key="1", name="A", of="1st Division", level="division", symbol="leader_division", rating="Good")
    return RollGroup(key="1", title="1st Brigade", commander=man)


def test_what_a_fight_changes_of_a_commander_changes_no_label() -> None:
    of = roll("quatre-bras-1815", 0)
    man = next(one for one in of.commanders if one.level == "division")
    assert man.losses is not None
    lost = replace(man, losses=replace(man.losses, struck=1))
    after = replace(of, commanders=tuple(lost if one is man else one for one in of.commanders))
    other = replace(of, commanders=tuple(replace(one, rating="Good") for one in of.commanders))
    assert base_labels(after).digest == base_labels(of).digest != base_labels(other).digest


@pytest.mark.rule("SN-GEO-01", "a stand's label is an inch wide")
def test_labels_of_snappy_nappy_are_an_inch_wide_one_for_each_stand() -> None:
    words = text(pdf(base_labels(roll("quatre-bras-1815", 0, "snappy_nappy"))))
    assert "25.4 mm" in words
    assert "30 mm" not in words
    unit = next(one for one in roll("quatre-bras-1815", 0, "snappy_nappy").units if one.stands == 2)
    assert without_spaces(words).count(without_spaces(unit.name)) >= 2


@pytest.mark.parametrize(("system", "rule"), [("easy_napoleonics", "EN-SETUP-02"), ("snaphance", "SH-STAND-06")])
def test_labels_without_a_width_in_the_rules_say_why(system: str, rule: str) -> None:
    lists = list_groups()[system].sample_lists() if system in list_groups() else {}
    of = roll_of_list(next(iter(lists.values()))) if lists else roll("quatre-bras-1815", 0, system)
    assert rule in text(pdf(base_labels(of)))
    assert "These labels are 30 mm wide" in text(pdf(base_labels(of)))
    assert rule not in text(pdf(base_labels(of, Style(40.0))))


@pytest.mark.parametrize("system", list_groups())
def test_sample_armies_of_drafts_have_cards_and_labels(system: str) -> None:
    for listed in list_groups()[system].sample_lists().values():
        of = roll_of_list(listed)
        for section in (cards_of_units(of, BY), cards_of_commanders(of, BY), base_labels(of)):
            assert pages(pdf(section))


ODD = (
    "<b>&amp;</b> =1+1 %(name)s ) Tj ET (",
    "שָׁלוֹם עולם",
    "Guard ⚔ 近衛 😀",
    "Regiment of the very long name " * 10,
    "W" * 300,
    " ",
    "\ud83d\x00\u202e",
)


def odd(name: str) -> Roll:
    unit = RollUnit(
        key="1",
        name=name,
        kind=name,
        symbol="line_infantry",
        nation="FR",
        quality=name,
        facts=roll("quatre-bras-1815", 0).units[0].facts,
        track=Track("Strength", ("",) * 30, 1, 29),
        notes=(name,) * 9,
    )
    group = RollGroup(key="1", title=name, above=(name, name), units=(unit,))
    return Roll(side=name, title=name, system="mini_nap", nation="XX", groups=(group,))


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_in_a_name_stops_the_printing_or_leaves_its_card(name: str, size: str) -> None:
    wide, high = SIZES[size]
    section = cards_of_units(odd(name), BY, unit_cards.Style(size, backs=True))
    assert outside(pdf(section), wide, high, "a4") == []
    assert misplaced(pdf(base_labels(odd(name), Style(15.0)))) == []
    if len(name.strip()) > 200:
        said = troubles(section)
        assert said
        assert all(sentence.startswith("Unit cards: “") and sentence.endswith("is shortened.") for sentence in said)


def test_five_thousand_units_are_told_to_be_too_many_pages() -> None:
    unit = roll("quatre-bras-1815", 0).units[0]
    many = tuple(replace(unit, key=str(number)) for number in range(5_000))
    of = replace(roll("quatre-bras-1815", 0), groups=(RollGroup(key="1", title="Host", units=many),))
    with pytest.raises(TooLong, match="one file has 2,000 at most"):
        pdf(cards_of_units(of, BY, unit_cards.Style("large", backs=True)))
    assert len(pages(pdf(base_labels(of, Style(25.0, stands=False))))) > 20


def test_the_same_roll_gives_the_same_bytes_and_another_another_digest() -> None:
    of = roll("salamanca-1812", 0)
    assert pdf(cards_of_units(of, BY)) == pdf(cards_of_units(of, BY))
    assert cards_of_units(of, BY).digest != cards_of_units(of, BY, unit_cards.Style("tarot")).digest
    assert base_labels(of).digest != base_labels(of, Style(30.0)).digest


RUSSIAN = ("Новоингерманландский мушкетёрский полк", "Мариупольский гусарский полк")


def test_labels_hold_words_that_are_wider_than_they_are() -> None:
    of = roll("quatre-bras-1815", 0)
    group = of.groups[0]
    units = tuple(replace(unit, name=name) for unit, name in zip(group.units, RUSSIAN, strict=False))
    section = base_labels(replace(of, groups=(replace(group, units=units),)))
    words = without_spaces(text(pdf(section)))
    assert troubles(section) == ()
    assert all(without_spaces(name) in words for name in RUSSIAN)
    assert "I/2e Léger" in text(pdf(base_labels(of)))
    assert label(group.units[0], group, 25.0, Fits("")).high == FLAT


def test_a_round_label_gives_a_command_the_room_that_its_commanders_name_leaves() -> None:
    man = replace(of_army().commander, name="Дохтуров", of="Дивизия генерал-лейтенанта Эссена", rating="")
    fits = Fits("Base labels")
    found = round_label(Post(man, (), (), "RU"), 25.0, fits)
    assert not fits.troubles
    assert "".join(found.under.lines).endswith("Эссена"), "the last words, if no more fits"
    assert found.under.size >= 6.5
    short = round_label(Post(replace(man, of="II Corps"), (), (), "RU"), 25.0, fits)
    assert found.ends[0] < short.ends[0]


def test_the_foot_of_cards_has_a_long_title_only_where_it_has_room() -> None:
    of = replace(roll("quatre-bras-1815", 0), title="Русская императорская армия под Аустерлицем")
    for title, shown in ((of.title, False), ("The host", True)):
        data = pdf(cards_of_commanders(replace(of, title=title), BY))
        with pdfplumber.open(io.BytesIO(data)) as document:
            page = document.pages[0]
            foot = [char for char in page.chars if char["size"] == 7 and char["top"] > page.height - 60]
        overlaps = [b["x0"] < a["x1"] - 0.5 for a, b in pairwise(sorted(foot, key=lambda char: char["x0"]))]
        assert not any(overlaps)
        assert (title in text(data).split("Orders")[-1]) == shown
