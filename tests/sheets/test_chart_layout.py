"""The tree of an organisation chart: outlines, stacks, pages; nothing overlaps and nothing is left out."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armies.sheets.charts.boxes import LEAST_PRINTED, LEAST_SCALE, LEAST_TYPE, UNIT_INDENT, Box, Row, measured
from armies.sheets.charts.chart_content import ChartNode, ChartUnit
from armies.sheets.charts.layout import Band, Block, Field, arrange, best, clearance, fits, joined, moved
from armies.sheets.charts.organisation_chart import Leaf, leaves

A4 = Field(277.0, 165.0)
LEVELS = ("army", "corps", "division", "brigade")


def unit(name: str = "1st Foot") -> ChartUnit:
    return ChartUnit("line_infantry", name, "5 SP, QR 4+", "FR")


def node(key: str, *children: ChartNode, units: int = 0, name: str = "") -> ChartNode:
    level = LEVELS[min(key.count("."), 3)]
    rows = tuple(unit(f"{key} unit {number}") for number in range(units))
    return ChartNode(key, level, name or f"Formation {key}", "General X", "", "3 units", "FR", rows, children)  # type: ignore[arg-type]


def grown(shape: object, key: str = "0") -> ChartNode:
    """A tree from nested lists; a number is a brigade of so many units."""
    if isinstance(shape, int):
        return node(key, units=shape)
    return node(key, *(grown(child, f"{key}.{index}") for index, child in enumerate(shape)))  # type: ignore[arg-type]


Rectangle = tuple[float, float, float, float]


def rectangles(block: Block) -> list[Rectangle]:
    """Every box and every row of a unit with its type."""
    out = []
    for what, x, y in block.standing():
        high = what.high if isinstance(what, Box) else what.high - 1.2
        wide = what.wide if isinstance(what, Box) else max(w.x + w.fitted.width for w in what.words)
        out.append((x, y, x + wide, y + high))
    return out


def overlapping(found: list[Rectangle]) -> list[tuple[Rectangle, Rectangle]]:
    """Pairs that share more than a hair."""
    hair = 0.01
    ordered = sorted(found)
    out = []
    for index, one in enumerate(ordered):
        for other in ordered[index + 1 :]:
            if other[0] >= one[2] - hair:
                break
            if other[1] < one[3] - hair and one[1] < other[3] - hair:
                out.append((one, other))
    return out


def crossings(block: Block) -> list[tuple[float, ...]]:
    """Lines that run through the inside of a box, or of a unit right of its tick."""
    hair = 0.05
    kinds = [isinstance(what, Row) for what, _, _ in block.standing()]
    solid = [(x + UNIT_INDENT * row, *rest) for row, (x, *rest) in zip(kinds, rectangles(block), strict=True)]
    out: list[tuple[float, ...]] = []
    for points in block.joints():
        for (x, y), (x2, y2) in pairwise(points):
            left, right, top, foot = min(x, x2), max(x, x2), min(y, y2), max(y, y2)
            for a, b, c, d in solid:
                if left < c - hair and right > a + hair and top < d - hair and foot > b + hair:
                    out.append((x, y, x2, y2))
    return out


shapes = st.recursive(st.integers(0, 9), lambda inner: st.lists(inner, min_size=1, max_size=5), max_leaves=24).filter(
    lambda shape: isinstance(shape, list)
)


@settings(max_examples=80, deadline=None)
@given(shapes, st.one_of(st.just(float("inf")), st.floats(40.0, 500.0)))
def test_no_two_boxes_overlap_and_all_stand_inside_the_block(shape: object, height: float) -> None:
    block = arrange(measured(grown(shape)), height)
    found = rectangles(block)
    assert overlapping(found) == []
    assert min(x for x, *_ in found) >= -0.001
    assert max(right for *_, right, _ in found) <= block.wide + 0.001
    assert max(foot for *_, foot in found) <= block.high + 0.001


@settings(max_examples=80, deadline=None)
@given(shapes, st.one_of(st.just(float("inf")), st.floats(40.0, 500.0)))
def test_no_line_runs_through_a_box(shape: object, height: float) -> None:
    assert crossings(arrange(measured(grown(shape)), height)) == []


def test_a_formation_stands_over_the_middle_of_those_under_it() -> None:
    block = arrange(measured(grown([3, 3, 3])))
    tops = [x + part.middle for part, x, _ in block.parts]
    assert block.middle == pytest.approx((tops[0] + tops[-1]) / 2)


def test_children_are_stacked_only_where_there_is_height_for_it() -> None:
    box = measured(grown([2, 2, 2, 2]))
    assert arrange(box).wide > arrange(box, 120.0).wide > arrange(box, 400.0).wide


def test_units_of_a_brigade_break_into_columns_about_equally_high() -> None:
    rows = [(x, y) for what, x, y in arrange(measured(grown(20)), 100.0).standing() if isinstance(what, Row)]
    columns = Counter(x for x, _ in rows)
    assert len(columns) == 2
    assert set(columns.values()) == {10}


def test_a_subtree_moves_under_its_shorter_neighbour() -> None:
    wide = arrange(measured(grown([0, [1, 1, 1, 1]]))).wide
    assert wide < arrange(measured(grown([1, 1, 1, 1]))).wide + arrange(measured(grown([0]))).wide


def test_outlines_keep_their_distance() -> None:
    left = (Band(0, 10, 0, 20), Band(10, 30, 0, 50))
    right = (Band(0, 10, 0, 20), Band(12, 20, -10, 20))
    assert clearance(left, right, 2.0, 0.0) == 62.0
    assert clearance(left[:1], right[:1], 2.0, 0.0) == 22.0
    assert clearance(left[:1], right[1:], 2.0, 1.0) == float("-inf")
    assert clearance(left[:1], right[1:], 2.0, 3.0) == 32.0
    assert joined(left, moved(right, 62.0, 0.0))[0] == Band(0, 10, 0, 82)


def named(found: list[Leaf]) -> Iterator[str]:
    for leaf in found:
        for what, _, _ in leaf.fit.block.standing():
            if isinstance(what, Row):
                yield what.unit.name


@pytest.mark.parametrize(
    "shape",
    [
        [],
        [[[1]]],
        [[[30] * 3] * 3] * 3,
        [[[1000]]],
        [1] * 300,
        [[5] * 200, [[2, 2]], 400],
        [[[[[3]]]]],
    ],
)
@pytest.mark.parametrize("field", [A4, Field(190.0, 250.0), Field(400.0, 250.0)])
def test_every_unit_stands_on_exactly_one_page_at_a_size_that_can_be_read(shape: object, field: Field) -> None:
    root = grown(shape)
    found = leaves(root, field)
    names = Counter(named(found))
    assert set(names.values()) <= {1}
    assert len(names) == sum(1 for _ in units(root))
    for leaf in found:
        assert leaf.fit.scale * LEAST_TYPE >= LEAST_PRINTED - 1e-9
        assert leaf.fit.block.wide * leaf.fit.scale <= field.wide + 0.01
        assert leaf.fit.block.high * leaf.fit.scale <= field.high + 0.01
    assert len(found) == 1 or found[0].overview


def units(at: ChartNode) -> Iterator[ChartUnit]:
    yield from at.units
    for child in at.children:
        yield from units(child)


def test_the_overview_says_on_which_page_a_formation_stands() -> None:
    root = grown([[[12, 12, 12]] * 3] * 3)
    found = leaves(root, A4)
    pages = {}
    for number, leaf in enumerate(found, 1):
        for what, _, _ in leaf.fit.block.standing():
            if isinstance(what, Box) and not leaf.overview and what.rows:
                pages[what.node.key] = number
    said = {}
    for what, _, _ in found[0].fit.block.standing():
        if isinstance(what, Box) and not what.children:
            said[what.node.key] = what.words[-1].fitted.lines[0]
    assert said
    for key, words in said.items():
        under = sorted({page for brigade, page in pages.items() if brigade.startswith(key)})
        assert words == (f"page {under[0]}" if len(under) == 1 else f"pages {under[0]}–{under[-1]}")


def test_a_tree_that_fits_larger_is_drawn_larger_up_to_a_limit() -> None:
    small, large = best(measured(grown([3, 3])), A4), best(measured(grown([[6, 6, 6]] * 2)), A4)
    assert small is not None
    assert large is not None
    assert small.scale > large.scale >= LEAST_SCALE


def test_what_fits_no_page_is_refused_with_a_sentence() -> None:
    tiny = Field(60.0, 20.0)
    assert not fits(measured(grown([1])), tiny)
    with pytest.raises(ValueError, match=r"does not fit 60 × 20 mm at the smallest type size\. Choose a larger paper"):
        leaves(grown([1]), tiny)
