"""Markers, chits and losses on paper: all there, at their size, apart from each other."""

import io
from collections import Counter
from itertools import pairwise

import pdfplumber
import pytest

from armies.paper.faces import MM
from battles.engine import registry
from battles.engine.kit import Kit
from battles.sheets.loss_dials import loss_dials, loss_strips
from battles.sheets.marker_pages import SIZES
from battles.sheets.status_markers import faces_of_losses, loss_markers, needed, order_chits, status_markers
from tests.sheets.kit_rolls import ODD, side, unit
from tests.sheets.reading import PAPERS, misplaced, pages, pdf, solid, text


def kit(system: str) -> Kit:
    return registry.kit(system, registry.printed(system))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("system", registry.keys())
def test_every_marker_and_what_it_means_is_printed(system: str, size: int, paper: str) -> None:
    section = status_markers(kit(system).markers, "The French", side(), size)
    data = pdf(section, paper)
    assert misplaced(data) == []
    words = solid(text(data))
    for marker in kit(system).markers:
        assert solid(marker.word) in words
        assert marker.rule in words
        assert solid(marker.what) in words
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
    with pytest.raises(ValueError, match=r"Status markers: these would be .* markers; 3,000 are the most"):
        status_markers(kit("mini_nap").markers * 10, "The French", None, 20, each=60)


def test_an_army_of_five_thousand_units_has_its_markers() -> None:
    data = pdf(status_markers(kit("mini_nap").markers, "The French", side(5000), 20))
    assert len(pages(data)) < 6
