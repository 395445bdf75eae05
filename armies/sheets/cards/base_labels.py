"""Labels for the rear edge of bases and round labels for commanders' stands, on pages with shared cuts."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from typing import Final, NamedTuple

from msgspec.structs import replace

from armies.paper import marks
from armies.paper.marks import CHECK_ROOM, check_line
from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FIELD, FINE, FOOTER, SOFT, Sheet
from armies.paper.typography import (
    LEADING,
    SMALLEST,
    Face,
    Fits,
    Fitted,
    Printable,
    fit,
    fit_box,
    printable_texts,
    width,
)
from armies.sheets.cards.commander_cards import Post, posts
from battles.engine.armies.short_names import short_name
from battles.engine.sheets.muster_roll import Roll, RollCommander, RollGroup, RollUnit

FLAT: Final = 9.2
"""Height of a label with its text beside its symbol, in mm."""

TALL: Final = 17.0
"""Height of a narrow label with its name under its symbol."""

NARROW: Final = 22.0
"""Bases narrower than this (in mm) have tall labels."""

SYMBOL: Final = 5.4
MORE: Final = (0.0, 3.8)
"""Extra heights in mm that are tried if names do not fit."""

NAMED: Final = 4.95
"""Height of a name beside its symbol: one line, or two in small type."""

EDGE: Final = 1.0
NAME: Final = 7.6
UNDER: Final = 6.8
NEEDED: Final = re.compile(r"\d+\+$")
BRIGADE: Final = re.compile(r"\s+brigade$", re.IGNORECASE)
BRACKETS: Final = re.compile(r" *\([^)]*\)")
NUMBER: Final = re.compile(r"\d+")


class Label(NamedTuple):
    """A fitted label: ``number`` is the quality's number, ``below`` the strength or points under it.

    The name of a ``tall`` label is under its symbol.
    """

    unit: RollUnit
    wide: float
    name: Fitted
    under: Fitted
    number: str
    below: str
    more: float
    tall: bool

    @property
    def high(self) -> float:
        """Height in mm."""
        return (TALL if self.tall else FLAT) + self.more

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw it with its top left corner at a place."""
        marks.stripe(sheet, self.unit.nation, y + 0.7, 0.7, x + 0.8, x + self.wide - 0.8)
        marks.symbol(sheet, self.unit.symbol, x + EDGE, y + (2.2 if self.tall else 3.0 + self.more / 4), SYMBOL)
        right = x + self.wide - EDGE
        if not self.tall:
            middle, foot = y + 3.9 + self.more / 4, y + self.high - 0.8
            sheet.centred(x + EDGE + SYMBOL + 1.0, middle, self.name)
            sheet.text(right, middle + 1.0, self.number, "bold", NAME, "r")
            sheet.fitted(x + EDGE + SYMBOL + 1.0, foot - self.under.height + self.under.lead, self.under)
            sheet.text(right, foot, self.below, "text", UNDER, "r")
            return
        sheet.text(right, y + 4.9, self.number, "bold", NAME, "r")
        sheet.fitted(x + EDGE, y + 6.2 + self.name.size * 0.34, self.name)
        foot = y + self.high - 1.1 - self.under.height + self.under.lead
        sheet.fitted(x + EDGE, foot, self.under)


def label(unit: RollUnit, group: RollGroup, wide: float, fits: Fits, more: float = 0.0, *, tall: bool = False) -> Label:
    """A label ``wide`` mm wide and ``more`` mm higher than usual; a narrow one is always ``tall``.

    A name that does not fit is replaced by its short form, which ``fits`` shortens if necessary.
    """
    needed = NEEDED.search(unit.quality)
    number = needed.group() if needed else unit.quality[:1].upper()
    below = str(len(unit.track.boxes)) if unit.track and not any(unit.track.boxes) else ""
    if not below and unit.points is not None:
        below = str(unit.points)
    place = short_place(group)
    if tall or wide < NARROW:
        inner = round(wide - 2 * EDGE, 2)
        name = _name(unit, fits, inner, 7.0 + more / 2)
        return Label(
            unit, wide, name, fits.box(place, "text", 6.5, inner, 4.6 + more / 2, unit.name), number, "", more, True
        )
    room = wide - 3 * EDGE - SYMBOL
    name = _name(unit, fits, round(room - width(number, "bold", NAME) - 0.8, 2), NAMED + more / 2)
    beside = round(room - width(below, "text", UNDER) - 0.8, 2)
    under = fits.box(place, "text", UNDER, beside, UNDER * LEADING + more / 2, unit.name)
    return Label(unit, wide, name, under, number, below, more, False)


def _name(unit: RollUnit, fits: Fits, measure: float, tall: float) -> Fitted:
    """The name if it fits in some size, or its short form if that has whole words."""
    short = short_name(unit.name)
    forms = (unit.name, unit.name if "." in short else short)
    words = next((each for each in forms if fit_box(each, "semi", NAME, measure, tall)), "")
    return fits.box(words or unit.name, "semi", NAME, measure, tall, unit.name)


def short_place(group: RollGroup) -> str:
    """``1st Brigade`` of the ``5th Division`` as ``1/5 Division``; a brigade with its own name keeps that name."""
    over = group.above[-1].split(" (")[0] if group.above else ""
    brigade, division = NUMBER.match(group.title), NUMBER.match(over)
    if division and brigade:
        return f"{brigade.group()}/{division.group()} {over.split()[-1]}"
    return BRIGADE.sub("", group.title) or group.title


ROUND_EDGE: Final = 1.0
"""Free margin inside the cut, in mm."""

Ends = tuple[float, float]
ROUND_SYMBOL: Final = (0.075, 0.26)
"""Top and width of the symbol as shares of the diameter; the constants below are tops and feet."""

STRIPE: Final = 0.255
ROUND_NAME: Final = (0.30, 0.575)
ROUND_UNDER: Final = (0.585, 0.765)
FOOT: Final = (0.775, 0.885)
SHORT: Final = {
    "Feldmarschalleutnant": "FML",
    "Feldmarschallleutnant": "FML",
    "Generalmajor": "GM",
    "Generalleutnant": "GL",
    "Lieutenant-General": "Lt-Gen.",
    "Major-General": "Maj-Gen.",
    "Brigadier-General": "Brig-Gen.",
    "Lieutenant-Colonel": "Lt-Col.",
    "General": "Gen.",
    "Colonel": "Col.",
    "Infantry": "Inf.",
    "Cavalry": "Cav.",
    "Division": "Div.",
    "Brigades": "Bdes",
    "Brigade": "Bde",
}
"""Usual short forms of words that a round label is too narrow for."""
SIZES: Final = (0.31, 0.26, 0.27)
"""Type sizes of name, command and rating, in points per millimetre of diameter."""

LARGEST: Final = 11.0


class RoundLabel(NamedTuple):
    """A fitted round label; ``wide`` is its diameter in mm, ``ends`` the top and foot of the command's part."""

    post: Post
    wide: float
    name: Fitted
    under: Fitted
    foot: Fitted
    ends: Ends

    @property
    def high(self) -> float:
        """Height in mm."""
        return self.wide

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw it with its cut line; the place is the top left corner of its enclosing square."""
        wide, middle = self.wide, x + self.wide / 2
        marks.circle(sheet, middle, y + wide / 2, wide / 2, FINE, FAINT)
        top, share = ROUND_SYMBOL
        marks.symbol(sheet, self.post.commander.symbol, middle - share * wide / 2, y + top * wide, share * wide)
        half = inner(wide, STRIPE, STRIPE) / 2
        marks.stripe(sheet, self.post.stripe, y + STRIPE * wide, 0.7, middle - half, middle + half)
        for words, (above, below) in (
            (self.name, (ROUND_NAME[0], self.ends[0])),
            (self.under, self.ends),
            (self.foot, FOOT),
        ):
            first = y + (above + below) / 2 * wide + words.size * 0.125 - (len(words.lines) - 1) * words.lead / 2
            sheet.fitted(middle, first, words, "c")
        if self.post.commander.choices:
            room = inner(wide, *FOOT) * 0.4
            sheet.rule(middle - room, y + FOOT[1] * wide, middle + room, FINE, SOFT)


def round_label(post: Post, wide: float, fits: Fits) -> RoundLabel:
    """A round label with a diameter of ``wide`` mm; ``fits`` reports texts that do not fit.

    The command's text has its own part of the label, and if necessary also free space from the name's part.
    """
    man = post.commander
    whose = man.name or man.of
    place = short_place(RollGroup(key="", title=man.of, above=post.above)) if man.name else ", ".join(post.above[-1:])

    def within(words: str, face: Face, size: float, ends: Ends) -> Fitted:
        high = (ends[1] - ends[0]) * wide
        room = round(inner(wide, *ends), 2)
        form = next((form for form in short_forms(words) if _is_whole(form, face, room, high)), words)
        return fits.box(form, face, min(LARGEST, size * wide), room, high, whose)

    name, under = within(whose, "semi", SIZES[0], ROUND_NAME), ROUND_UNDER
    if not _is_whole(place, "text", round(inner(wide, *ROUND_UNDER), 2), (ROUND_UNDER[1] - ROUND_UNDER[0]) * wide):
        under = (min(ROUND_UNDER[0], ROUND_NAME[0] + (name.height + 0.5) / wide), ROUND_UNDER[1])
    rating = within(man.rating, "bold", SIZES[2], FOOT)
    return RoundLabel(post, wide, name, within(place, "text", SIZES[1], under), rating, under)


def short_forms(words: str) -> tuple[str, ...]:
    """``words``, then without brackets, with usual short forms, broken at hyphens, and the last words alone."""
    bare = BRACKETS.sub("", words).strip() or words
    short = " ".join(SHORT.get(word, word) for word in bare.split())
    two, one = (" ".join(short.split()[-count:]) for count in (2, 1))
    return tuple(dict.fromkeys((words, bare, short, short.replace("-", "- "), two, two.replace("-", "- "), one)))


def _is_whole(words: str, face: Face, room: float, high: float) -> bool:
    """True if the words fit in some size without a broken word."""
    fitted = fit_box(words, face, SMALLEST, room, high)
    return fitted is not None and all(width(word, fitted.face, SMALLEST) <= room + 0.02 for word in words.split())


def inner(wide: float, top: float, foot: float) -> float:
    """Smallest width in mm of a round label between ``top`` and ``foot``, which are shares of its diameter."""
    far = max(abs(0.5 - top), abs(foot - 0.5))
    return 2 * wide * sqrt(0.25 - far * far) - 2 * ROUND_EDGE


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
