"""Markers, chits and losses on paper; hidden markers that reveal nothing, and their key."""

import io
from collections import Counter
from itertools import pairwise

import pdfplumber
import pytest

from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, bind
from armies.paper.sheet import Sheet
from armies.paper.typography import MM
from battles.engine import registry
from battles.engine.sheets.kit_list import Hidden, Kit
from battles.sheets.hidden_markers import KEY_KIND, Thing, hidden_key, hidden_markers, numbered, type_markers
from battles.sheets.markers import (
    SIZES,
    faces_of_losses,
    loss_dials,
    loss_markers,
    loss_strips,
    needed,
    order_chits,
    status_markers,
)
from tests.sheets.builders import ODD, side, unit
from tests.sheets.pdf_text import BY, PAPERS, misplaced, pages, pdf, text, without_spaces


def hidden(system: str = "snappy_nappy") -> Hidden:
    found = registry.sheets(system).kit(registry.settings(system).rules()).hidden
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
    rules = registry.settings("snappy_nappy").rules()
    options = type(rules.options)(dummy_markers=5)
    some = registry.sheets("snappy_nappy").kit(type(rules)(options, rules.tables)).hidden
    assert some is not None
    found = numbered(side(20), some, "a secret")
    assert len([thing for thing in found if thing.what == "dummy"]) == 5
    assert text(pdf(hidden_key(found, "The French", "FR"))).count("dummy: nothing there") == 5


@pytest.mark.parametrize("paper", PAPERS)
def test_the_key_says_what_every_number_is(paper: str) -> None:
    data = pdf(hidden_key(things(), "The French", "FR"), paper)
    assert misplaced(data) == []
    lines = [without_spaces(line) for line in "\n".join(pages(data)).split("\n")]
    for thing in things():
        if thing.what == "units":
            assert any(line.startswith(f"{thing.number}{without_spaces(thing.name)}") for line in lines), thing


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
    with pytest.raises(ValueError, match="need a secret"):
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
    found = pages(data)
    leaves = [found[at : at + 2] for at in range(0, len(found), 2)]
    for leaf in leaves:
        kinds = {kind for page in leaf for kind in (KEY_KIND, "Hidden markers", "on the back?") if kind in page}
        assert len(kinds) <= 1, leaf
    assert sum(KEY_KIND in page for page in found) == 1


def test_odd_names_in_the_key_are_set_or_told() -> None:
    found = numbered(side(30, names=ODD), hidden(), "a secret")
    data = bind([hidden_key(found, "The French", "FR")], BY, title="t", subject="s")
    assert misplaced(data.data) == []
    assert [trouble for trouble in data.troubles if "W" * 40 in trouble]
    assert not [trouble for trouble in data.troubles if "Bold" in trouble]


def kit(system: str) -> Kit:
    return registry.sheets(system).kit(registry.settings(system).rules())


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("system", registry.keys())
def test_every_marker_and_what_it_means_is_printed(system: str, size: int, paper: str) -> None:
    section = status_markers(kit(system).markers, "The French", side(), size)
    data = pdf(section, paper)
    assert misplaced(data) == []
    words = without_spaces(text(data))
    for marker in kit(system).markers:
        assert without_spaces(marker.word) in words
        assert marker.rule in words
        assert without_spaces(marker.what) in words.replace(marker.rule, "")  # which is set beside the first line
    assert data == pdf(section, paper)


@pytest.mark.parametrize("size", SIZES)
def test_a_marker_is_as_large_as_it_says(size: int) -> None:
    section = status_markers(kit("mini_nap").markers, "The French", side(), size)
    with pdfplumber.open(io.BytesIO(pdf(section))) as opened:
        upright = sorted({round(line["x0"] / MM, 2) for line in opened.pages[0].lines if line["x0"] == line["x1"]})
    cuts = [x for x in upright if x not in (10.0, 60.0, 110.0)]
    assert len(cuts) == 182 // size + 1
    assert {round(far - near, 1) for near, far in pairwise(cuts)} == {float(size)}


def test_as_many_markers_as_units_need() -> None:
    markers = {marker.key: marker for marker in kit("mini_nap").markers}
    roll = side(20)
    assert needed(markers["blue"], roll) == 8
    assert needed(markers["two_white"], roll) == 1
    section = status_markers(tuple(markers.values()), "The French", roll, 30, each=2)
    found = Counter(pages(pdf(section))[0].split())
    assert found["WW"] == 2 + 1


def test_units_that_are_gone_need_none() -> None:
    (blue, *_) = kit("mini_nap").markers
    roll = side(10)
    (first, *others) = roll.groups
    gone = tuple(unit(number, gone=True) for number in range(5))
    lost = type(roll)(**{**_fields(roll), "groups": (type(first)(**{**_fields(first), "units": gone}), *others)})
    assert needed(blue, lost) == needed(blue, side(5)) == 2


def _fields(value: object) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def test_each_command_has_a_set_of_chits_and_a_page_of_backs_follows_each_of_fronts() -> None:
    orders = kit("snappy_nappy").orders
    found = pages(pdf(order_chits(orders, "The French", side(20), 30, backs=True)))
    assert ["Order chits: backs" in page for page in found] == [False, True, False]
    assert found[0].count("Attack") == 3
    assert "Attack" not in found[1]
    assert found[1].count("orders") == 24


@pytest.mark.parametrize("system", registry.keys())
@pytest.mark.parametrize("paper", PAPERS)
def test_losses_as_numbers_as_dials_and_as_strips(system: str, paper: str) -> None:
    tally, roll = kit(system).tally, side(20)
    faces = faces_of_losses(tally, roll)
    for section in (
        loss_markers(tally, "The French", roll, 20),
        loss_dials(tally, "The French", faces, 9, 30),
        loss_strips(tally, "The French", roll),
    ):
        data = pdf(section, paper)
        assert misplaced(data) == []
        assert data == pdf(section, paper)
    dials = text(pdf(loss_dials(tally, "The French", faces, 9, 40), paper))
    assert all(dials.count(face) >= 9 for face in (tally.start, *faces))
    strips = text(pdf(loss_strips(tally, "The French", roll), paper))
    assert all(each.name in strips for each in roll.units)


def test_losses_are_numbered_to_the_last_but_one_of_any_unit() -> None:
    assert faces_of_losses(kit("mini_nap").tally, side()) == ("1", "2", "3", "4", "5")
    assert faces_of_losses(kit("snappy_nappy").tally, side()) == ("Firm", "Wary", "Disrupted", "Panic", "Rout")


def test_odd_names_are_set_or_told() -> None:
    section = loss_strips(kit("mini_nap").tally, "x" * 300, side(30, names=ODD))
    data = pdf(section)
    assert misplaced(data) == []
    assert "<b>Bold & Sons</b>" in text(data)


def test_too_many_markers_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"Status markers: that makes .* markers; the limit is 3,000"):
        status_markers(kit("mini_nap").markers * 10, "The French", None, 20, each=60)


def test_an_army_of_five_thousand_units_has_its_markers() -> None:
    data = pdf(status_markers(kit("mini_nap").markers, "The French", side(5000), 20))
    assert len(pages(data)) < 6
