"""The organisation chart of an army as a PDF, or page by page as SVG. The same army gives the same bytes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from msgspec import structs

from armies import symbols
from armies.paper.section import Imprint, Section, digest_of
from armies.paper.sheet import FINE, INK, SOFT, THICK, Align
from armies.paper.sheet import Mark as FooterMark
from armies.paper.typography import Face, fit, width, wrap
from armies.sheets.charts.boxes import (
    CLOSE,
    GAP,
    PAD,
    STRIPE,
    STYLES,
    SYMBOL,
    UNIT_INDENT,
    Box,
    Row,
    measured,
    structure,
)
from armies.sheets.charts.chart_content import PAPERS, ChartNode, ChartWords, Level, Orientation, chart_words
from armies.sheets.charts.layout import MOST_SCALE, Field, Fit, best, fits
from armies.sheets.charts.picture import (
    Code,
    Frame,
    Mark,
    Path,
    Picture,
    Sign,
    Stripe,
    Text,
    picture_pages,
    to_svg,
    type_set,
)
from battles.engine.armies.facts import Army
from battles.engine.armies.nations import nations

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


EDGES: Final[dict[Level, float]] = {"army": 1.2, "corps": 0.9, "division": 0.7, "brigade": 0.5, "loose": 0.5}
"""Weight of the edge of a box in points at scale 1."""

DISCS: Final[dict[Level, str]] = {
    "army": "leader_army",
    "corps": "leader_corps",
    "division": "leader_division",
    "brigade": "leader_brigade",
}
JOINT: Final = 0.6
INSIDE: Final = 0.4
"""From the edge of a box to its nation's stripe, at scale 1."""

UNDER: Final = 0.8
"""Height of the stripe under a unit's symbol, at scale 1."""


def tree_marks(fit: Fit, x: float, y: float) -> list[Mark]:
    """The marks of the tree with its top left corner at a place: lines first, so that boxes cover them."""
    scale = fit.scale
    marks: list[Mark] = [
        Path(tuple((x + across * scale, y + down * scale) for across, down in joint), JOINT * min(scale, 1.2))
        for joint in fit.block.joints()
    ]
    for thing, across, down in fit.block.standing():
        place = (x + across * scale, y + down * scale, scale)
        marks += _box(thing, *place) if isinstance(thing, Box) else _row(thing, *place)
    return marks


def _box(box: Box, x: float, y: float, scale: float) -> Iterator[Mark]:
    level = box.node.level
    wide, high = box.wide * scale, box.high * scale
    yield Frame(x, y, wide, high, EDGES[level] * min(scale, 1.2), level == "loose")
    edge = INSIDE * scale
    yield Stripe(box.node.nation, x + edge, y + edge, wide - 2 * edge, STRIPE * scale)
    if level in DISCS:
        disc = STYLES[level].disc
        middle = STRIPE + (box.high - STRIPE) / 2
        yield Sign(DISCS[level], x + (PAD + GAP / 2 - disc / 8) * scale, y + (middle - disc / 3) * scale, disc * scale)
    for words in box.words:
        yield from type_set(x + words.x * scale, y + words.y * scale, words.fitted, scale, words.grey)


def _row(row: Row, x: float, y: float, scale: float) -> Iterator[Mark]:
    left = x + UNIT_INDENT * scale
    high = SYMBOL * 2 / 3
    yield Sign(row.unit.symbol, left, y, SYMBOL * scale)
    yield Stripe(row.unit.nation, left, y + (high + 0.25) * scale, SYMBOL * scale, UNDER * scale)
    for words in row.words:
        yield from type_set(x + words.x * scale, y + words.y * scale, words.fitted, scale, words.grey)


MARGIN: Final = 10.0
HEAD: Final = 9.0
FOOTER: Final = 6.0
QR: Final = 19.0
ENTRY: Final = 5.2
"""Height of a row of the legend."""

SIZE: Final = 7.0


class Entry(NamedTuple):
    """One item of the legend: a symbol or a nation's stripe, and its word."""

    kind: str
    name: str
    word: str

    @property
    def wide(self) -> float:
        """Width in mm, including the gap to the next."""
        return 7.0 + width(self.word, "text", SIZE) + 5.0


class Legend(NamedTuple):
    """The legend in rows, and the key in lines."""

    rows: tuple[tuple[Entry, ...], ...]
    key: tuple[str, ...]

    @property
    def high(self) -> float:
        return len(self.rows) * ENTRY + len(self.key) * 3.1 + 2.0


def pictures(
    words: ChartWords, paper: str, orientation: Orientation, imprint: FooterMark, address: str
) -> list[Picture]:
    """Every page of the chart. ``auto`` chooses the orientation with fewer pages, then with larger type.

    Raises:
        ValueError: an unknown paper or orientation, or a single name that fits no page.
    """
    if paper not in PAPERS:
        raise ValueError(f"There is no paper {paper!r}. Choose one of {', '.join(PAPERS)}.")
    short, tall = PAPERS[paper]
    ways = {"landscape": ((tall, short),), "portrait": ((short, tall),), "auto": ((tall, short), (short, tall))}
    if orientation not in ways:
        raise ValueError(f"There is no orientation {orientation!r}. Choose one of {', '.join(ways)}.")
    plans = _plans(words, ways[orientation], address)
    best = min(plans, key=lambda plan: (len(plan.leaves), -min(leaf.fit.scale for leaf in plan.leaves)))
    return [best.picture(number, imprint) for number in range(1, len(best.leaves) + 1)]


def _plans(words: ChartWords, sizes: Sequence[tuple[float, float]], address: str) -> list["_Plan"]:
    """A plan for each page size that the chart fits; at least one."""
    out: list[_Plan] = []
    for wide, high in sizes:
        try:
            out.append(_Plan(words, wide, high, address))
        except ValueError:
            if len(out) == 0 and (wide, high) == sizes[-1]:
                raise
    return out


class _Plan:
    """A chart on pages of one size."""

    def __init__(self, words: ChartWords, wide: float, high: float, address: str) -> None:
        self.words, self.wide, self.high, self.address = words, wide, high, address
        self.across = wide - 2 * MARGIN
        self.legend = _legend(words, self.across - (QR + 4.0 if address else 0.0))
        self.foot = max(self.legend.high, QR + 2.0 if address else 0.0)
        self.top = MARGIN + HEAD + 3.0
        self.field = Field(self.across, high - MARGIN - FOOTER - self.foot - 3.0 - self.top)
        self.leaves = leaves(words.root, self.field)

    def picture(self, number: int, imprint: FooterMark) -> Picture:
        """Page ``number``; the first is 1."""
        leaf = self.leaves[number - 1]
        wide = leaf.fit.block.wide * leaf.fit.scale
        marks = [
            *self._head(leaf),
            *tree_marks(leaf.fit, MARGIN + (self.across - wide) / 2, self.top),
            *self._foot(number),
            *_footer(self, number, imprint),
        ]
        return Picture(self.wide, self.high, tuple(marks), _name(leaf, len(self.leaves)))

    def _head(self, leaf: Leaf) -> Iterator[Mark]:
        right = MARGIN + self.across
        kind = "overview" if leaf.overview else self.words.system
        what = f"Organisation chart · {kind}"
        yield _text(right, MARGIN + 4.6, what, "dispi", 10.0, "r")
        room = self.across - width(what, "dispi", 10.0) - 8.0
        path = " › ".join(leaf.path) if leaf.path else self.words.title
        line = path if leaf.path else " · ".join(filter(None, (path, self.words.occasion)))
        fitted = fit(line, "disp", 11.0, round(room, 2))
        yield from type_set(MARGIN, MARGIN + 4.6, fitted._replace(lines=(fitted.opening,)))
        yield Path(((MARGIN, MARGIN + 6.6), (right, MARGIN + 6.6)), THICK)
        yield Path(((MARGIN, MARGIN + 7.22), (right, MARGIN + 7.22)), FINE)

    def _foot(self, number: int) -> Iterator[Mark]:
        y = self.high - MARGIN - FOOTER - self.foot
        yield Path(((MARGIN, y), (MARGIN + self.across, y)), FINE)
        y += 1.6
        for row in self.legend.rows:
            x = MARGIN
            for entry in row:
                yield from _entry(entry, x, y)
                x += entry.wide
            y += ENTRY
        for line in self.legend.key:
            yield _text(MARGIN, y + 2.4, line, "text", SIZE, grey=SOFT)
            y += 3.1
        if self.address and number == 1:
            yield Code(self.address, MARGIN + self.across, self.high - MARGIN - FOOTER - QR, QR)


def _footer(plan: _Plan, number: int, imprint: FooterMark) -> Iterator[Mark]:
    y, right = plan.high - MARGIN, MARGIN + plan.across
    yield Path(((MARGIN, y - 3.6), (right, y - 3.6)), FINE)
    page = f"page {number} of {len(plan.leaves)}"
    printed = f"Muster {imprint.version} · {imprint.date} · {imprint.hash}"
    yield _text(MARGIN, y, printed, "text", SIZE, grey=SOFT)
    yield _text(right, y, page, "text", SIZE, "r", SOFT)
    room = plan.across - width(printed, "text", SIZE) - width(page, "text", SIZE) - 16.0
    if width(imprint.title, "text", SIZE) < room:
        yield _text(right - width(page, "text", SIZE) - 6.0, y, imprint.title, "text", SIZE, "r", SOFT)


def _name(leaf: Leaf, pages: int) -> str:
    """The page's subject: the formation at its top, or the first and last formation under the army."""
    if leaf.overview:
        return "Overview"
    box: Box = leaf.fit.block.box
    if leaf.path or pages == 1 or not box.children:
        return box.node.name
    first, last = box.children[0].node.name, box.children[-1].node.name
    return first if first == last else f"{first} to {last}"


def _legend(words: ChartWords, measure: float) -> Legend:
    used = _used(words.root)
    entries = [
        Entry("sign", name, name.removeprefix("leader_").replace("_", " ")) for name in symbols.SYMBOLS if name in used
    ]
    codes = [code for code in nations() if f"nation {code}" in used]
    entries += [Entry("stripe", code, nations()[code].adjective) for code in codes]
    rows: list[tuple[Entry, ...]] = []
    row: list[Entry] = []
    for entry in entries:
        if row and sum(other.wide for other in row) + entry.wide > measure:
            rows.append(tuple(row))
            row = []
        row.append(entry)
    rows.append(tuple(row))
    key = f"{words.key}." if words.key else ""
    return Legend(tuple(rows), wrap(key, "text", SIZE, measure) if key else ())


def _used(node: ChartNode) -> set[str]:
    """The unit and commander symbols and the nations in a formation."""
    out = {f"nation {node.nation}"} | ({f"leader_{node.level}"} if node.level != "loose" else set())
    for unit in node.units:
        out |= {unit.symbol, f"nation {unit.nation}"}
    for child in node.children:
        out |= _used(child)
    return out


def _entry(entry: Entry, x: float, y: float) -> Sequence[Mark]:
    word = _text(x + 7.0, y + 2.9, entry.word, "text", SIZE)
    if entry.kind == "sign":
        return (Sign(entry.name, x, y, 5.4), word)
    return (Stripe(entry.name, x, y + 1.2, 5.4, 1.2), word)


def _text(x: float, y: float, words: str, face: Face, size: float, align: Align = "l", grey: float = INK) -> Text:
    return Text(x, y, words, face, size, width(words, face, size), 1.0, align, grey)


class Chart(NamedTuple):
    """A chart on its pages."""

    words: ChartWords
    pages: tuple[Picture, ...]
    digest: str

    @property
    def title(self) -> str:
        return f"{self.words.title}: organisation chart"

    @property
    def section(self) -> Section:
        """All its pages as a section, on its own paper."""
        return Section("Organisation chart", self.words.title, self.digest, lambda sheet: picture_pages(self.pages))

    def svg(self, page: int = 1, name: str = "chart") -> str:
        """One page as SVG; the first is 1. Ids in it start with ``name``.

        Raises:
            IndexError: there is no such page.
        """
        if not 1 <= page <= len(self.pages):
            raise IndexError(f"The chart has {len(self.pages)} pages: there is no page {page}.")
        which = f", page {page} of {len(self.pages)}" if len(self.pages) > 1 else ""
        return to_svg(self.pages[page - 1], f"{self.title}{which}", self.words.description, name)


def chart(
    army: Army,
    *,
    system: str,
    paper: str,
    orientation: Orientation = "auto",
    units: bool = True,
    version: str,
    date: str,
    address: str = "",
) -> Chart:
    """The organisation chart of ``army``.

    An army that does not fit one page at 6.5 points is split by corps and division, after an overview.

    Args:
        system: the system of the figures under the units, or ``recorded``.
        paper: a key of ``chart_model.PAPERS``.
        orientation: ``auto`` chooses the one with fewer pages.
        units: if False, the chart ends at brigades.
        version, date: printed in the footer.
        address: the army's address, for a QR code on the first page; empty for none.

    Raises:
        ValueError: an unknown system, paper or orientation, or a name that fits no page.
    """
    words = chart_words(army, system=system, units=units)
    return chart_of_words(words, Imprint(version, date), paper=paper, orientation=orientation, address=address)


def chart_of_words(
    words: ChartWords, imprint: Imprint, *, paper: str, orientation: Orientation = "auto", address: str = ""
) -> Chart:
    """The chart of ``words``; arguments and errors are those of ``chart``."""
    digest = digest_of(words, paper, orientation)
    mark = FooterMark(words.title, imprint.version, imprint.date, digest)
    return Chart(words, tuple(pictures(words, paper, orientation, mark, address)), digest)
