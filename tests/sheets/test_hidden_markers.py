"""Hidden markers: numbers that tell nothing, and a key that lies on no leaf of theirs."""

import io

import pytest
from pypdf import PdfReader

from armies.paper.pages import Folio, Page
from armies.paper.section import Planned, Section, bind
from armies.paper.sheet import Sheet
from battles.engine import registry
from battles.engine.kit import Hidden
from battles.sheets.hidden_key import KIND, hidden_key
from battles.sheets.hidden_markers import hidden_markers, type_markers
from battles.sheets.hidden_numbers import Thing, numbered
from tests.sheets.kit_rolls import ODD, side
from tests.sheets.reading import BY, PAPERS, misplaced, pages, pdf, solid, text


def hidden(system: str = "snappy_nappy") -> Hidden:
    found = registry.kit(system, registry.printed(system)).hidden
    assert found is not None
    return found


def things(under: str = "a secret", **more: bool) -> tuple[Thing, ...]:
    return numbered(side(20), hidden(), under, **more)


@pytest.mark.rule("SN-HIDE-01", "at the start every unit is a marker that shows only an identity number")
@pytest.mark.parametrize("paper", PAPERS)
def test_a_marker_shows_its_number_and_nothing_of_its_unit(paper: str) -> None:
    data = pdf(hidden_markers(things(), hidden(), "The French", "FR", 30), paper)
    words = text(data)
    assert misplaced(data) == []
    assert all(str(thing.number) in words.split() for thing in things())
    assert not [thing.name for thing in things() if thing.name and thing.name in words]


@pytest.mark.rule("SN-HIDE-03", "the second marker of a unit shows its type: infantry, cavalry or artillery")
def test_the_second_step_shows_number_and_type_of_every_unit() -> None:
    steps = hidden().steps
    assert [step.word for step in steps] == ["infantry", "cavalry", "artillery"]
    words = text(pdf(type_markers(things(), steps, "The French", "FR", 25)))
    assert [words.count(step.word) for step in steps] == [8, 8, 4]


@pytest.mark.rule("SN-HIDE-08", "a side has so many dummy markers, which hide nothing")
def test_dummies_are_among_the_numbers_and_the_key_says_so() -> None:
    rules = registry.printed("snappy_nappy")
    options = type(rules.options)(dummy_markers=5)
    some = registry.kit("snappy_nappy", type(rules)(options, rules.tables)).hidden
    assert some is not None
    found = numbered(side(20), some, "a secret")
    assert len([thing for thing in found if thing.what == "dummy"]) == 5
    assert text(pdf(hidden_key(found, "The French", "FR"))).count("dummy: nothing there") == 5


@pytest.mark.parametrize("paper", PAPERS)
def test_the_key_says_what_every_number_is(paper: str) -> None:
    data = pdf(hidden_key(things(), "The French", "FR"), paper)
    assert misplaced(data) == []
    lines = [solid(line) for line in "\n".join(pages(data)).split("\n")]
    for thing in things():
        if thing.what == "units":
            assert any(line.startswith(f"{thing.number}{solid(thing.name)}") for line in lines), thing


def test_numbers_are_the_same_again_and_others_under_another_secret() -> None:
    names = [thing.name for thing in things()]
    assert names == [thing.name for thing in things()]
    assert names != [thing.name for thing in things("another")]
    assert [thing.number for thing in things()] == list(range(1, len(names) + 1))
    by_unit = sorted(thing.name for thing in things() if thing.name)
    assert by_unit == sorted(unit.name for unit in side(20).units)


def test_there_are_more_numbers_than_units_and_in_tens() -> None:
    assert len(things()) == 30
    assert len(things(by_group=True)) == 10


def test_numbers_do_not_follow_the_order_of_battle() -> None:
    order = [
        thing.number for name in (unit.name for unit in side(20).units) for thing in things() if thing.name == name
    ]
    assert order != sorted(order)
    assert order != sorted(order, reverse=True)


def test_there_are_no_numbers_without_a_secret() -> None:
    with pytest.raises(ValueError, match="numbered by a secret"):
        things("")


def _plain(sheet: Sheet) -> Planned:
    def draw(here: Sheet, folio: Folio) -> None:
        here.text(40, 40, "on the back?")

    return Planned([Page(draw)])


@pytest.mark.parametrize("duplex", [False, True])
def test_the_key_has_leaves_of_its_own_in_every_file(duplex: bool) -> None:
    before = hidden_markers(things(), hidden(), "The French", "FR", 30)
    key = hidden_key(things(), "The French", "FR")
    plain = Section("Plain", "x", "0", _plain)
    data = bind([plain, before, plain, key, plain], BY, title="t", subject="s", duplex=duplex).data
    found = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
    leaves = [found[at : at + 2] for at in range(0, len(found), 2)]
    for leaf in leaves:
        kinds = {kind for page in leaf for kind in (KIND, "Hidden markers", "on the back?") if kind in page}
        assert len(kinds) <= 1, leaf
    assert sum(KIND in page for page in found) == 1


def test_odd_names_in_the_key_are_set_or_told() -> None:
    found = numbered(side(30, names=ODD), hidden(), "a secret")
    data = bind([hidden_key(found, "The French", "FR")], BY, title="t", subject="s")
    assert misplaced(data.data) == []
    assert [trouble for trouble in data.troubles if "W" * 40 in trouble]
    assert not [trouble for trouble in data.troubles if "Bold" in trouble]
