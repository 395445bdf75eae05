"""Distribution of a chart over pages."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from msgspec import structs

from armies.sheets.charts.boxes import CLOSE, Box, Row, measured, structure
from armies.sheets.charts.chart_content import ChartNode
from armies.sheets.charts.layout import MOST_SCALE, Field, Fit, best, fits

CONTINUED: Final = "continued"
T = TypeVar("T")


class Leaf(NamedTuple):
    """One page: its tree, the names of the formations above it, and whether it is part of the overview."""

    fit: Fit
    path: tuple[str, ...]
    overview: bool


class _Part(NamedTuple):
    box: Box
    path: tuple[str, ...]


def leaves(root: ChartNode, field: Field) -> list[Leaf]:
    """The pages of the chart.

    Raises:
        ValueError: a single unit or name does not fit the field at the smallest scale.
    """
    whole = measured(root)
    for tree in (whole, measured(root, spacing=CLOSE)):
        if fits(tree, field):
            return [Leaf(_fitted(tree, field), (), False)]
    parts = _parts(whole, (), field)
    over = _overview(whole, parts, field)
    scale = min(_fitted(part.box, field).scale for part in parts)
    pages = [Leaf(_fitted(part.box, field), part.path, True) for part in over]
    return [*pages, *(Leaf(_fitted(part.box, field, scale), part.path, False) for part in parts)]


def _fitted(box: Box, field: Field, most: float = MOST_SCALE) -> Fit:
    fit = best(box, field, most)
    if fit is None:
        raise ValueError(
            f"{box.node.name[:60]} does not fit {field.wide:.0f} × {field.high:.0f} mm at the smallest type size. "
            f"Choose a larger paper."
        )
    return fit


def _parts(box: Box, path: tuple[str, ...], field: Field) -> list[_Part]:
    """``box`` on as many pages as it needs."""
    if fits(box, field):
        return [_Part(box, path)]
    if box.children:
        return _by_children(box, path, field)
    if not box.rows:
        _fitted(box, field)
    heads = _Heads(box)
    runs = _runs(box.rows, lambda rows, first: fits(heads.over(first, rows=rows), field))
    return [_Part(heads.over(not index, rows=rows), path) for index, rows in enumerate(runs)]


class _Heads:
    """A formation on several pages: normal on the first, then marked as continued."""

    def __init__(self, box: Box) -> None:
        self._first = structs.replace(box, rows=(), children=())
        self._later = structure(box.node, CONTINUED, (), ())

    def over(self, first: bool, *, rows: tuple[Row, ...] = (), children: tuple[Box, ...] = ()) -> Box:
        return structs.replace(self._first if first else self._later, rows=rows, children=children)


def _by_children(box: Box, path: tuple[str, ...], field: Field) -> list[_Part]:
    """As many children per page as fit under their formation; a single child is at the top of its page."""
    heads = _Heads(box)
    out: list[_Part] = []
    for children in _runs(box.children, lambda some, first: fits(heads.over(first, children=some), field)):
        if len(children) == 1:
            out += _parts(children[0], (*path, box.node.name), field)
        else:
            out.append(_Part(heads.over(not out, children=children), path))
    return out


def _runs(items: Sequence[T], fit: Callable[[tuple[T, ...], bool], bool]) -> list[tuple[T, ...]]:
    """``items`` in order, in the longest runs that fit; one that does not fit is a run of its own."""
    out: list[tuple[T, ...]] = []
    start = 0
    while start < len(items):
        good, bad = 1, len(items) - start + 1
        step = 2
        while good + 1 < bad:
            tried = min(good + step, bad - 1)
            if fit(tuple(items[start : start + tried]), not out):
                good, step = tried, step * 2
            else:
                bad, step = tried, max(1, (tried - good) // 2)
        out.append(tuple(items[start : start + good]))
        start += good
    return out


def _overview(whole: Box, parts: Sequence[_Part], field: Field) -> list[_Part]:
    """Formations without units, as deep as fits one page; several pages if not even the highest level fits."""
    pages = 1
    while True:
        where = _where(parts, pages)
        for depth in range(_depth(whole), 0, -1):
            tree = _pruned(whole, depth, where)
            if fits(tree, field):
                return [_Part(tree, ())]
        runs = _highest(_pruned(whole, 1, where), field)
        if len(runs) <= pages:
            return [_Part(run, ()) for run in runs]
        pages = len(runs)


def _highest(tree: Box, field: Field) -> list[Box]:
    """The army and the formations directly under it, on as many pages as they need."""
    heads = _Heads(tree)
    runs = _runs(tree.children, lambda some, first: fits(heads.over(first, children=some), field))
    out: list[Box] = []
    for some in runs:
        together = heads.over(not out, children=some)
        if fits(together, field):
            out.append(together)
        else:
            out += some if out else (heads.over(True), *some)
    return out


def _where(parts: Sequence[_Part], before: int) -> dict[str, tuple[int, int]]:
    """First and last page of every formation by its key."""
    out: dict[str, tuple[int, int]] = {}
    for page, part in enumerate(parts, before + 1):
        keys = set(_keys(part.box))
        top = part.box.node.key.split(".")
        keys.update(".".join(top[:count]) for count in range(1, len(top)))
        for key in keys:
            out[key] = (out.get(key, (page, page))[0], page)
    return out


def _keys(box: Box) -> list[str]:
    return [box.node.key, *(key for child in box.children for key in _keys(child))]


def _depth(box: Box) -> int:
    return 1 + max(map(_depth, box.children)) if box.children else 0


def _pruned(box: Box, depth: int, where: dict[str, tuple[int, int]]) -> Box:
    """``box`` without units and without deeper formations; its ends have their page numbers."""
    children = tuple(_pruned(child, depth - 1, where) for child in box.children) if depth else ()
    first, last = where.get(box.node.key, (0, 0))
    note = "" if children or not first else f"page {first}" if first == last else f"pages {first}–{last}"
    return structure(box.node, note, (), children)
