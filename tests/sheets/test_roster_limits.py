"""Rosters of armies without units, of a thousand units, misbuilt, and with any characters in their names."""

import io
import unicodedata

import pdfplumber
import pytest
from msgspec import structs

from armies.exchange.limits import MAX_NAME, MAX_NOTE
from armies.paper.marks import BOX
from armies.paper.sheet import LEGEND, THICK
from armies.paper.typography import MM, Printable
from battles.engine.armies.facts import Army, Corps, Division, Throw
from battles.engine.armies.roster_words import moment
from battles.engine.armies.tree import number
from battles.rules.mini_nap import army as mini_nap
from battles.rules.mini_nap.army.roster import roster as mini_roster
from tests.sheets.pdf_text import PAPERS, SYSTEMS, misplaced, pages, roster_pdf, text, without_spaces
from tests.sheets.small_armies import NAMES, ODD, army, battalion, brigade, loose_army

every_system = pytest.mark.parametrize("system", SYSTEMS)


@every_system
@pytest.mark.parametrize(
    "bare",
    [
        Army(name=""),
        Army(name="Empty corps", children=(Corps(name=""),)),
        Army(name="Empty division", children=(Corps(name="I", children=(Division(name=""),)),)),
        Army(name="Empty brigade", children=(Corps(name="I", children=(Division(name="1", children=(brigade(),)),)),)),
    ],
)
def test_an_army_without_units_prints_and_says_so(bare: Army, system: str) -> None:
    data = roster_pdf(bare, system)
    first = pages(data)[0]
    assert "page 1 of" in first
    assert "no units" in first or "no Brigades" in first or "no brigades" in first
    assert misplaced(data) == []


@every_system
def test_one_unit_prints(system: str) -> None:
    assert "1st Foot" in pages(roster_pdf(army(battalion()), system))[0]


@every_system
def test_a_thousand_units_in_brigades_of_any_size_print(system: str) -> None:
    many = tuple(battalion(f"Battalion {number}") for number in range(1000))
    parts = (many[:3], many[3:400], many[400:])
    brigades = tuple(brigade(*units, name=f"Brigade {index}") for index, units in enumerate(parts))
    big = Army(name="Host", children=(Corps(name="I", children=(Division(name="1", children=brigades),)),))
    data = roster_pdf(big, system)
    words = text(data)
    assert [unit.name for unit in many if f"{unit.name} " not in words] == []
    assert "continued" in words
    assert misplaced(data) == []


@every_system
@pytest.mark.rule("MN-ORG-14", "what is left under no brigade, division or corps is on the roster with its fault")
def test_units_and_brigades_that_stand_too_high_are_printed(system: str) -> None:
    words = text(roster_pdf(loose_army(), system))
    for name in ("Under the army", "Under the corps", "Corps brigade", "Under the division", "In an army brigade"):
        assert name in words
    assert "Units under no Brigade" in words
    assert "Under no Corps" in words
    if system == "mini_nap":
        assert "MN-ORG-14" in words
        assert "Under the corps" in words.split("Faults")[1]


@every_system
@pytest.mark.parametrize("name", NAMES)
def test_names_in_any_script_of_the_fonts_can_be_read_back(name: str, system: str) -> None:
    named = army(battalion(name), name=name, commander=name, battle=name)
    data = roster_pdf(named, system)
    assert without_spaces(text(data)).count(without_spaces(name)) >= 3
    assert "□" not in text(data)


@every_system
def test_a_script_that_the_fonts_lack_is_put_into_latin_letters_with_a_mark_and_a_legend(system: str) -> None:
    words = text(roster_pdf(army(battalion("Guard 近衛 مرحبا"), name="Army 北京"), system))
    assert "Guard JinWei◊ mrhb◊" in words
    assert "Army BeiJing◊" in words
    assert LEGEND in words
    assert "□" not in words


def test_the_fonts_have_greek_and_cyrillic() -> None:
    for name in ("Ἱερολοχίτες, Άγιος Γεώργιος", "Лейб-гвардии Семёновский полк, Ґонта"):
        assert Printable()(name) == unicodedata.normalize("NFC", name)


def test_what_is_printed_in_latin_letters_is_named() -> None:
    printable = Printable()
    assert [printable(name) for name in ("Army 北京", "⚔ Guard", "\ufffe")] == [
        "Army BeiJing◊",
        "crossed swords◊ Guard",
        "sign◊",
    ]
    assert "北京 as BeiJing◊" in printable.trouble
    assert Printable().trouble == Printable().note == ""


@every_system
@pytest.mark.parametrize("name", ODD)
def test_nothing_in_a_name_stops_the_printing(name: str, system: str) -> None:
    odd = army(battalion(name, commander=name, note=name), name=name, commander=name, battle=name, notes=(name,))
    data = roster_pdf(odd, system)
    assert pages(data)
    assert misplaced(data) == []


@every_system
def test_markup_is_printed_as_it_stands(system: str) -> None:
    assert "<img src=x>" in text(roster_pdf(army(battalion("<img src=x>")), system))


@every_system
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("words", ["Regiment of the very long name ", "W", "ab ", "W" * 59 + " "])
def test_the_longest_names_and_notes_wrap_and_nothing_of_them_is_lost(words: str, system: str, paper: str) -> None:
    long = (words * MAX_NAME)[:MAX_NAME].strip()
    note = (words * MAX_NOTE)[:MAX_NOTE].strip()
    units = (battalion(long, commander=long, note=note), battalion(note[:MAX_NAME]))
    division = Division(name=long, commander=long, children=(brigade(*units, name=long),))
    corps = Corps(name=long, commander=long, children=(division,))
    data = roster_pdf(Army(name=long, commander=long, battle=long, notes=(note,), children=(corps,)), system, paper)
    assert without_spaces(text(data)).count(without_spaces(long)) >= 6
    assert misplaced(data) == []


@pytest.mark.rule("MN-CMD-45", "the loss number follows the option of the army")
@pytest.mark.parametrize(("rule", "lost_at"), [("exceed_exact_half", 3), ("reach_rounded_half", 2)])
def test_options_of_the_army_are_honoured(rule: str, lost_at: int) -> None:
    four = number(army(*(battalion(f"{ordinal}th") for ordinal in range(4))))
    section = mini_roster(four, mini_nap.Options(command_loss_rule=rule)).sections[0]
    assert section.heads[0].lost_at == section.blocks[0].head.lost_at == lost_at
    printed = roster_pdf(structs.replace(four, options={"mini_nap": {"command_loss_rule": rule}}))
    assert in_frames(printed) == [str(lost_at)] * 2
    assert f"of 4 units: {lost_at} (MN-CMD-45" in text(printed)


@pytest.mark.rule("MN-RULING-04", "the roster says whether retreated units count")
@pytest.mark.parametrize(("counts", "words"), [(True, "counts as lost"), (False, "does not count as lost")])
def test_whether_retreated_units_are_losses_is_printed(counts: bool, words: str) -> None:
    options = {"mini_nap": {"retreated_units_count_as_losses": counts}}
    assert f"a unit that retreated: {words} (MN-RULING-04)" in text(roster_pdf(army(battalion(), options=options)))


def in_frames(data: bytes) -> list[str]:
    """What is printed inside the thickly framed boxes of the first page."""
    with pdfplumber.open(io.BytesIO(data)) as document:
        page = document.pages[0]
        frames = [rect for rect in page.rects if rect["linewidth"] == THICK and rect["width"] < 2 * BOX * MM]
        return [page.crop((box["x0"], box["top"], box["x1"], box["bottom"])).extract_text() for box in frames]


@every_system
def test_options_that_are_not_understood_do_not_stop_the_printing(system: str) -> None:
    words = text(roster_pdf(army(battalion(), options={system: {"nonsense": 1}}), system))
    assert "nonsense" in words
    assert "The default options are used." in words


def test_easy_napoleonics_budget_option_is_honoured() -> None:
    words = text(roster_pdf(army(battalion(), options={"easy_napoleonics": {"points_budget": 77}}), "easy_napoleonics"))
    assert " of 77, " in words


THROWS = (
    Throw(rating="poor", source="seed", faces=(1, 2), modifier=1, rule="MN-CMD-60", by="alice"),
    Throw(rating="average", source="manual", faces=(4, 6), modifier=1, rule="MN-CMD-60", at="2026-05-02T11:05+02:00"),
)


def test_the_last_throw_is_crossed_and_all_are_listed() -> None:
    rated = Division(name="1st Division", commander="General One", throws=THROWS, children=(brigade(battalion()),))
    corps = Corps(name="I Corps", nation="FR", throws=(Throw(rating="good", source="fixed"),), children=(rated,))
    words = text(roster_pdf(Army(name="Rated", nation="FR", children=(corps,))))
    assert "typed in 4+6+1 = 11" in words
    assert "Dreadful 10 fixed" in words
    assert "General One, roll 1, replaced" in words
    assert "General One, roll 2" in words
    assert "By alice." in words
    assert "2 May 2026, 09:05 UTC." in words


@pytest.mark.parametrize(
    ("kept", "read"),
    [
        ("2026-01-02T03:04:05+00:00", "2 January 2026, 03:04 UTC"),
        ("2026-11-21T12:00", "21 November 2026, 12:00"),
        ("noon, or so", "noon, or so"),
        ("", ""),
    ],
)
def test_moments_are_read_as_people_read_them(kept: str, read: str) -> None:
    assert moment(kept) == read


@pytest.mark.parametrize("men", [None, 0, -5, 150, 1249, 5000, 10**9])
def test_absurd_strengths_print(men: int | None) -> None:
    data = roster_pdf(army(battalion("Odd", men=men)))
    assert "Odd" in text(data)
    assert misplaced(data) == []


@every_system
def test_an_address_is_a_square_of_ink_on_the_first_page_only(system: str) -> None:
    plain = roster_pdf(army(battalion()), system)
    coded = roster_pdf(army(battalion()), system, address="https://muster.example/a/an-army")
    assert coded != plain
    assert len(pages(coded)) == len(pages(plain))
    assert misplaced(coded) == []


def test_unknown_paper_and_system_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"There is no paper 'a5'\. Choose one of a4, letter"):
        roster_pdf(army(), paper="a5")
    with pytest.raises(ValueError, match="There is no roster for 'chess'"):
        roster_pdf(army(), "chess")


@every_system
def test_a_commander_below_a_long_title_stands_clear_of_the_line_that_follows(system: str) -> None:
    title, chief = "Русская императорская армия под Аустерлицем", "Михаил Илларионович Кутузов"
    army = Army(name=title, commander=chief, children=(Corps(name=title, commander=chief, children=(battalion(),)),))
    with pdfplumber.open(io.BytesIO(roster_pdf(army, system, address="https://muster.example/x"))) as document:
        words = document.pages[0].extract_words()
    ends = [(word["top"], word["bottom"]) for word in words if word["text"].startswith(("Кутузов", "Army:"))]
    (_, foot), (top, _) = sorted(ends)[:2]
    assert foot < top + 2.0
