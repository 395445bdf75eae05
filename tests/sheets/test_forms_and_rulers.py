"""Forms and rulers on paper: complete, true to scale, nothing cut."""

import io

import pdfplumber
import pytest

from armies.paper.section import bind
from armies.paper.typography import MM
from battles.engine import registry
from battles.engine.sheets.kit_list import CENTIMETRE, INCH, Form, Grid, Kit, Notch, Ruler, notches
from battles.sheets.forms import ORDERS, dispatches, form_section, orders_form, result_form
from battles.sheets.rulers import LONGEST, rulers, strips
from tests.sheets.builders import ODD, side
from tests.sheets.pdf_text import BY, PAPERS, misplaced, pages, pdf, text, without_spaces
from tests.sheets.pdf_text import words as words_on


def kit(system: str) -> Kit:
    return registry.sheets(system).kit(registry.settings(system).rules())


def words_of(form: Form) -> list[str]:
    grids = [word for grid in form.grids for word in (grid.title.upper(), *grid.columns, *grid.rows)]
    return [word for word in (form.title, form.text, *form.lines, *form.ticks, *grids) if word]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", registry.keys())
def test_every_form_of_a_system_is_printed_whole(system: str, paper: str) -> None:
    own = kit(system)
    assert own.forms
    for form in (*own.forms, result_form(own), result_form(own, [side()]), orders_form(own), orders_form(own, side())):
        bound = bind([form_section(form, "Quatre Bras")], BY, title="t", subject="s", paper=paper)
        assert bound.troubles == ()
        assert bound.pages <= 2
        assert misplaced(bound.data) == []
        found = without_spaces(text(bound.data))
        assert [word for word in words_of(form) if without_spaces(word) not in found] == []


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", registry.keys())
def test_the_result_is_one_page(system: str, paper: str) -> None:
    assert len(pages(pdf(form_section(result_form(kit(system)), "Quatre Bras"), paper))) == 1


@pytest.mark.parametrize("paper", PAPERS)
def test_the_rule_of_a_form_is_below_the_lines_of_its_head(paper: str) -> None:
    data = pdf(form_section(Form(key="x", title="Orders", text="Write them.", rule="SN-ORDER-05"), "Leipzig"), paper)
    words = {str(word["text"]): word for word in words_on(data)[0]}
    with pdfplumber.open(io.BytesIO(data)) as opened:
        lines = [float(line["top"]) for line in opened.pages[0].lines]
    capitals = float(words["SN-ORDER-05"]["bottom"]) - 0.9 * float(words["SN-ORDER-05"]["size"])
    foot = float(words["Write"]["bottom"]) - float(words["Write"]["size"])
    assert len([line for line in lines if line < capitals]) == 2
    assert capitals < foot


@pytest.mark.rule("MN-RULING-60", "a side loses when more than half of its starting units are lost")
def test_the_result_of_mini_nap_reckons_losses_by_the_share_in_force() -> None:
    words = text(pdf(form_section(result_form(kit("mini_nap")), "Quatre Bras")))
    assert "More than 50 per cent: broken" in words
    rules = registry.settings("mini_nap").rules()
    other = registry.sheets("mini_nap").kit(type(rules)(type(rules.options)(army_break_share=40), rules.tables))
    assert "More than 40 per cent: broken" in text(pdf(form_section(result_form(other), "Quatre Bras")))


@pytest.mark.rule("EN-VP-02", "a side wins as soon as it has 20 victory points")
def test_the_result_of_easy_napoleonics_counts_points() -> None:
    assert "20 or more, at once: wins" in text(pdf(form_section(result_form(kit("easy_napoleonics")), "Village")))


def test_formations_of_a_side_are_written_in_where_it_is_known() -> None:
    roll = side(200)
    found = pages(pdf(form_section(result_form(kit("mini_nap"), [roll]), "Quatre Bras")))
    assert "\n".join(found).count("Brigade 1") == 20
    assert "Division 2, Brigade 1" in found[0]
    assert len(found) == 2


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", ["snappy_nappy", "mini_nap"])
def test_dispatches_are_numbered_two_to_a_page_with_a_receipt(system: str, paper: str) -> None:
    orders = [order.word for order in kit(system).orders]
    section = dispatches(orders, "The French", "FR", 5)
    data = pdf(section, paper)
    found = pages(data)
    assert len(found) == 3
    assert misplaced(data) == []
    assert [page.count("No. ") for page in found] == [4, 4, 2]
    assert [page.count("Receipt") for page in found] == [2, 2, 1]
    assert all(word in found[0] for word in orders or ORDERS)
    assert data == pdf(section, paper)


def test_names_that_fit_nowhere_are_told() -> None:
    grid = Grid(title="T", columns=("Name", "A"), rows=ODD)
    bound = bind(
        [form_section(Form(key="f", title="Form", text="", grids=(grid,)), ODD[3])], BY, title="t", subject="s"
    )
    assert misplaced(bound.data) == []
    assert len(bound.troubles) >= 1
    assert all(trouble.startswith("Form of ") for trouble in bound.troubles)


MEASURED = ("mini_nap", "snappy_nappy")


def of(system: str) -> tuple[Ruler, ...]:
    return registry.sheets(system).kit(registry.settings(system).rules()).rulers


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
    words = without_spaces(text(bound.data))
    for ruler in of(system):
        for notch in ruler.notches:
            assert without_spaces(notch.word) in words, (ruler.title, notch)
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
