"""Pages of labels in the width of the bases, in blocks with shared cuts."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from armies.paper.marks import CHECK_ROOM, check_line
from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FIELD, FINE, FOOTER, SOFT, Sheet
from armies.paper.text_fit import Fits, fit
from armies.paper.typefaces import Printable, printable_texts
from armies.sheets.cards.base_label import MORE, Label, RoundLabel, label, round_label
from armies.sheets.cards.commander_cards import Post, posts
from battles.engine.sheets.muster_roll import Roll, RollCommander, RollGroup, RollUnit

LEAST: Final = 15.0
MOST: Final = 120.0
USUAL: Final = 30.0
"""Width of a base in mm: smallest, largest, and default if the system states none."""
HEAD: Final = 12.0
TITLE: Final = 8.0
"""Height of a page's head, and of a block's title with the marks below it."""
MARK: Final = 2.0
"""Length of cut marks past a block, in mm."""
AFTER: Final = 3.6
APART: Final = 2.0
"""Gap between round labels in mm."""
NOTE: Final = 4.0
"""Height in mm of a line of the note about widths."""


class Style(NamedTuple):
    """Options of the labels: ``wide`` in mm, or 0 for the system's width of each unit's base.

    ``blocks``: each brigade has its own block. ``stands``: every stand of a unit has a label. ``round`` is the diameter
    of commanders' labels in mm: 0 for the system's size of each stand, None for no such labels.
    """

    wide: float = 0.0
    blocks: bool = True
    stands: bool = True
    round: float | None = 0.0


class _Block(NamedTuple):
    """Labels of one width under one title, ``gap`` mm apart; without a gap they share their cuts."""

    title: str
    labels: tuple[Label | RoundLabel, ...]
    gap: float = 0.0

    @property
    def wide(self) -> float:
        return self.labels[0].wide

    @property
    def across(self) -> int:
        return max(1, int((FIELD - 2 * MARK + self.gap) // (self.wide + self.gap)))

    @property
    def rows(self) -> int:
        return -(-len(self.labels) // self.across)

    @property
    def step(self) -> float:
        return self.labels[0].high + self.gap


class _Run(NamedTuple):
    """Some rows of a block on a page."""

    block: _Block
    first: int
    last: int


USUAL_STYLE: Final = Style()


def base_labels(roll: Roll, style: Style = USUAL_STYLE) -> Section:
    """Labels for every unit of ``roll`` that is in play."""
    clean = printable_texts(roll, Printable())
    posted = [post for post in posts(clean) if _breadth(post, style)]
    note = _note(clean, style)
    digest = digest_of(
        *(clean.title, [(one.title, one.above, _label_words(one)) for one in clean.groups], style),
        *(note, [(_plain(post.commander), post.above, post.stripe) for post in posted]),
    )

    def plan(sheet: Sheet) -> Planned:
        blocks, fits = _best(posted, clean, style)
        room = sheet.bottom - FOOTER - CHECK_ROOM - sheet.top - HEAD - (NOTE if note else 0.0)
        pages = [
            Page(partial(_draw, clean.title, note, runs), clean.title if index == 0 else "")
            for index, runs in enumerate(_paged(blocks, room))
        ]
        return Planned(pages, tuple(dict.fromkeys(fits.troubles)))

    return Section("Base labels", clean.title or "An army", digest, plan, single=True)


class _Shape(NamedTuple):
    """The shape of labels: ``more`` mm higher than usual, or ``tall`` with names under their symbols."""

    more: float
    tall: bool


SHAPES: Final = tuple(_Shape(more, tall) for tall in (False, True) for more in MORE)


def _best(posted: Sequence[Post], roll: Roll, style: Style) -> tuple[list[_Block], Fits]:
    """The lowest labels with all words whole, or those with the fewest shortened and broken words."""
    attempts: list[tuple[list[_Block], Fits]] = []
    for shape in SHAPES:
        fits = Fits("Base labels")
        attempts.append((list(_blocks(roll, style, fits, shape)), fits))
        if not fits.troubles and not fits.broken:
            break
    blocks, fits = min(attempts, key=lambda one: (len(one[1].troubles), one[1].broken))
    return [*_round_blocks(posted, style, fits), *blocks], fits


def _label_words(group: RollGroup) -> list[RollUnit]:
    """The units as labels show them, without losses and other facts that change in play."""
    return [
        replace(unit, facts=(), notes=(), track=unit.track and replace(unit.track, struck=0))
        for unit in group.units
        if not unit.gone
    ]


def _plain(man: RollCommander) -> RollCommander:
    """The commander as a label shows them, without facts that change in play."""
    return replace(man, facts=(), losses=None)


def _breadth(post: Post, style: Style) -> float:
    """Diameter of a commander's round label in mm; 0 for none."""
    if style.round is None or post.commander.gone:
        return 0.0
    diameter = style.round or post.commander.base / 10
    return min(MOST, max(LEAST, diameter)) if diameter else 0.0


def _note(roll: Roll, style: Style) -> str:
    """A sentence if the rules do not state the width of a base that should follow them."""
    if style.wide or not roll.unbased or all(unit.wide for unit in roll.units if not unit.gone):
        return ""
    return f"{roll.unbased} These labels are {USUAL:g} mm wide; choose the width of your bases."


def _round_blocks(posted: Sequence[Post], style: Style, fits: Fits) -> Iterator[_Block]:
    """Blocks of commanders' labels by diameter, in the order of the roster."""
    for wide in dict.fromkeys(_breadth(post, style) for post in posted):
        own = tuple(round_label(post, wide, fits) for post in posted if _breadth(post, style) == wide)
        yield _Block("Round labels for commanders", own, APART)


def _blocks(roll: Roll, style: Style, fits: Fits, shape: _Shape) -> Iterator[_Block]:
    """Blocks of labels by brigade and width, or only by width."""
    every = [(group, unit, _wide(unit, style)) for group in roll.groups for unit in group.units if not unit.gone]
    if style.blocks:
        for group in roll.groups:
            own = [row for row in every if row[0] is group]
            for wide in dict.fromkeys(row[2] for row in own):
                where = ", ".join((*reversed(group.above), ""))[:-2]
                yield _block(f"{group.title}, {where}" if where else group.title, own, wide, style, fits, shape)
        return
    for wide in sorted({row[2] for row in every}):
        yield _block("All brigades", every, wide, style, fits, shape)


def _block(
    title: str, rows: Sequence[tuple[RollGroup, RollUnit, float]], wide: float, style: Style, fits: Fits, shape: _Shape
) -> _Block:
    labels = []
    for group, unit, own in rows:
        if own == wide:
            labels += [label(unit, group, wide, fits, shape.more, tall=shape.tall)] * (
                unit.stands if style.stands else 1
            )
    return _Block(title, tuple(labels))


def _wide(unit: RollUnit, style: Style) -> float:
    width = style.wide or unit.wide / 10 or USUAL
    return min(MOST, max(LEAST, width))


def _paged(blocks: Sequence[_Block], room: float) -> list[list[_Run]]:
    """Blocks by page; a block that does not fit is split between rows."""
    pages: list[list[_Run]] = [[]]
    used = 0.0
    for block in blocks:
        first = 0
        while first < block.rows:
            fit_rows = int((room - used - TITLE - AFTER) // block.step)
            whole = block.rows - first
            if fit_rows < min(whole, 2) or (fit_rows < whole and used > room * 0.6):
                if pages[-1]:
                    pages.append([])
                    used = 0.0
                    continue
                fit_rows = max(1, fit_rows)
            last = min(block.rows, first + fit_rows)
            pages[-1].append(_Run(block, first, last))
            used += TITLE + AFTER + (last - first) * block.step
            first = last
    return pages


def _draw(title: str, note: str, runs: Sequence[_Run], sheet: Sheet, folio: Folio) -> None:
    name = fit(title or "An army", "dispi", 12.5, 110.0)
    wide = sheet.text(sheet.left, sheet.top + 6.4, "Base labels", "disp", 16)
    sheet.text(sheet.left + wide + 3.6, sheet.top + 6.4, name.opening, name.face, name.size, squeeze=name.squeeze)
    y = sheet.top + HEAD
    if note:
        sheet.fitted(sheet.left, y - 1.0, fit(note, "text", 7.6, FIELD), grey=SOFT)
        y += NOTE
    if not runs:
        sheet.text(sheet.left, y + 4.0, "no units", "ital", 9, grey=SOFT)
    for run in runs:
        y = _draw_run(sheet, run, y)
    check_line(sheet, sheet.left, sheet.bottom - FOOTER - 3.4)


def _draw_run(sheet: Sheet, run: _Run, y: float) -> float:
    block = run.block
    words = f"{block.title}, continued" if run.first else block.title
    head = fit(words, "dispi", 10, 140.0)
    wide = sheet.text(sheet.left, y + 3.6, head.opening, head.face, head.size, squeeze=head.squeeze)
    sheet.text(sheet.left + wide + 2.4, y + 3.6, f"{block.wide:g} mm", "text", 7, grey=SOFT)
    x, top = sheet.left + MARK, y + TITLE - 1.0
    here = block.labels[run.first * block.across : run.last * block.across]
    for index, one in enumerate(here):
        one.draw(sheet, x + index % block.across * (block.wide + block.gap), top + index // block.across * block.step)
    if not block.gap:
        _cuts(sheet, x, top, block, len(here))
    return y + TITLE + AFTER + (run.last - run.first) * block.step


def _cuts(sheet: Sheet, x: float, y: float, block: _Block, count: int) -> None:
    """Draw shared hairlines between the labels, which extend past them as cut marks."""
    full, rest = divmod(count, block.across)
    rows = full + (1 if rest else 0)
    for column in range(min(block.across, count) + 1):
        down = rows if not rest or column <= rest else full
        sheet.line(
            x + column * block.wide, y - MARK, x + column * block.wide, y + down * block.step + MARK, FINE, FAINT
        )
    for row in range(rows + 1):
        across = block.across if row <= full and full else rest
        sheet.line(x - MARK, y + row * block.step, x + across * block.wide + MARK, y + row * block.step, FINE, FAINT)
