"""Rulers: true to scale, with every mark of the system and its words, on the papers that there are."""

import io

import pdfplumber
import pytest

from armies.paper.faces import MM
from armies.paper.section import bind
from battles.engine import registry
from battles.engine.kit import CENTIMETRE, INCH, Notch, Ruler, notches
from battles.sheets.ruler_strips import LONGEST, strips
from battles.sheets.rulers import rulers
from tests.sheets.reading import BY, PAPERS, misplaced, pdf, solid, text

MEASURED = ("mini_nap", "snappy_nappy")


def of(system: str) -> tuple[Ruler, ...]:
    return registry.kit(system, registry.printed(system)).rulers


def one(*marks: int, unit: str = "cm", bands: bool = False) -> Ruler:
    step = CENTIMETRE if unit == "cm" else INCH
    found = notches([(at, f"mark {at}", "R-1") for at in marks], step)
    return Ruler(key="one", title="One", unit=unit, notches=found, bands=bands)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", MEASURED)
def test_every_mark_of_a_system_is_printed_with_its_words(system: str, paper: str) -> None:
    bound = bind([rulers(of(system), "The club")], BY, title="t", subject="s", paper=paper)
    assert bound.troubles == ()
    assert misplaced(bound.data) == []
    words = solid(text(bound.data))
    for ruler in of(system):
        for notch in ruler.notches:
            assert solid(notch.word) in words, (ruler.title, notch)
    assert pdf(rulers(of(system), "The club"), paper) == pdf(rulers(of(system), "The club"), paper)


@pytest.mark.parametrize(("unit", "millimetres"), [("cm", 10.0), ("in", 25.4)])
@pytest.mark.parametrize("paper", PAPERS)
def test_a_ruler_is_true_to_scale(unit: str, millimetres: float, paper: str) -> None:
    data = pdf(rulers([one(2, 5, 9, unit=unit)], "The club", arcs=False), paper)
    with pdfplumber.open(io.BytesIO(data)) as opened:
        (page,) = opened.pages
        heavy = [line for line in page.lines if line["x0"] == line["x1"] and line["linewidth"] == 1.0]
        (outline,) = [rect for rect in page.rects if rect["height"] > 20 * MM]
    places = sorted({round((line["x0"] - outline["x0"]) / MM, 2) for line in heavy})
    assert places == pytest.approx([2 * millimetres, 5 * millimetres, 9 * millimetres], abs=0.02)
    assert outline["width"] / MM == pytest.approx(9 * millimetres, abs=0.02)


@pytest.mark.rule("MN-CMD-06", "an excellent commander reaches 18 cm")
@pytest.mark.rule("MN-CMD-10", "a dreadful commander reaches 10 cm")
@pytest.mark.rule("MN-CMD-13", "up to 24 cm a unit is in command but cautious")
def test_the_command_ruler_of_mini_nap_measures_its_radii() -> None:
    (command,) = [ruler for ruler in of("mini_nap") if ruler.key == "command"]
    radii = {notch.word: notch.at for notch in command.notches}
    assert radii == {"Dreadful": 1000, "Poor": 1200, "Average": 1400, "Good": 1600, "Excellent": 1800, "cautious": 2400}
    with pdfplumber.open(io.BytesIO(pdf(rulers([command], "The club")))) as opened:
        strip, arcs = opened.pages
        marks = [line for line in strip.lines if line["x0"] == line["x1"] and line["linewidth"] == 1.0]
        left = min(rect["x0"] for rect in strip.rects)
        ends = sorted(round(curve["x1"] / MM, 1) for curve in arcs.curves)
    assert sorted({round((line["x0"] - left) / MM) for line in marks}) == [100, 120, 140, 160, 180, 240]
    assert [round(end - ends[0]) for end in ends] == [0, 100, 120, 140, 160, 180, 240]


@pytest.mark.rule("MN-FIRE-13", "guns reach 20, 40 and 80 cm, small arms 4 cm")
def test_the_fire_ruler_of_mini_nap_is_in_four_strips_with_joints() -> None:
    (fire,) = [ruler for ruler in of("mini_nap") if ruler.key == "fire"]
    assert [notch.at for notch in fire.notches] == [400, 2000, 4000, 8000]
    found = strips(fire)
    assert [(strip.begin, strip.end) for strip in found] == [(0, 2400), (2400, 4800), (4800, 7200), (7200, 8000)]
    words = text(pdf(rulers([fire], "The club")))
    assert [words.count(f" {letter} ") for letter in "ABC"] >= [2, 2, 2]


@pytest.mark.rule("SN-HIDE-06", "a marker is revealed for certain up to 3 inches and never beyond 24")
def test_rulers_of_snappy_nappy_are_in_inches() -> None:
    (reveal,) = [ruler for ruler in of("snappy_nappy") if ruler.key == "reveal"]
    assert (reveal.unit, [notch.at for notch in reveal.notches]) == ("in", [762, 1524, 3048, 4572, 6096])
    assert reveal.notches[0].word == "certain"


@pytest.mark.rule("EN-SETUP-02", "all movement and ranges are counted in hexes; nothing is measured")
def test_a_system_that_counts_hexes_has_no_rulers() -> None:
    assert of("easy_napoleonics") == of("snaphance") == ()


def test_strips_are_no_longer_than_the_paper_and_join_up() -> None:
    for ruler in (*of("mini_nap"), *of("snappy_nappy"), one(1, 24, 25, 49, 200), one(3, 100, unit="in", bands=True)):
        found = strips(ruler)
        assert all(0 < strip.long <= LONGEST for strip in found)
        assert [strip.begin for strip in found] == [0, *(strip.end for strip in found[:-1])]
        assert found[-1].end >= ruler.reach
        assert sum(len(strip.marks) for strip in found) == len(ruler.notches)


def test_a_strip_does_not_end_shortly_before_a_mark() -> None:
    first, second = strips(one(20, 25))
    assert (first.end, second.end) == (2200, 2500)


def test_words_without_room_are_told() -> None:
    tight = Ruler(key="t", title="Tight", unit="cm", notches=(Notch(100, "incomprehensibility itself " * 9, "R-1"),))
    bound = bind([rulers([tight], "The club")], BY, title="t", subject="s")
    (trouble,) = bound.troubles
    assert trouble.startswith("Rulers: “incomprehensibility")
    assert misplaced(bound.data) == []
