"""Forms: every line, row and box there, nothing cut, two dispatches to a page."""

import pytest

from armies.paper.section import bind
from battles.engine import registry
from battles.engine.kit import Form, Grid, Kit
from battles.sheets.dispatch import ORDERS, dispatches
from battles.sheets.form_page import form_section
from battles.sheets.forms import orders_form, result_form
from tests.sheets.kit_rolls import ODD, side
from tests.sheets.reading import BY, PAPERS, misplaced, pages, pdf, solid, text


def kit(system: str) -> Kit:
    return registry.kit(system, registry.printed(system))


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
        found = solid(text(bound.data))
        assert [word for word in words_of(form) if solid(word) not in found] == []


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", registry.keys())
def test_the_result_is_one_page(system: str, paper: str) -> None:
    assert len(pages(pdf(form_section(result_form(kit(system)), "Quatre Bras"), paper))) == 1


@pytest.mark.rule("MN-RULING-60", "a side loses when more than half of its starting units are lost")
def test_the_result_of_mini_nap_reckons_losses_by_the_share_in_force() -> None:
    words = text(pdf(form_section(result_form(kit("mini_nap")), "Quatre Bras")))
    assert "More than 50 per cent: broken" in words
    rules = registry.printed("mini_nap")
    other = registry.kit("mini_nap", type(rules)(type(rules.options)(army_break_share=40), rules.tables))
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
