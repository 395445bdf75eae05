"""A sheet of rows in columns as plain values: sections, blocks, rows of typed cells; and a blank roster.

A system fills it. Rosters, army lists and casualty reports have this form. All lengths are in millimetres from the left
edge of the printed field or from the top of the surrounding part, all sizes of type in points.
"""

from typing import Final, Literal

from msgspec import Struct

from battles.engine.armies.roster_words import Entry, Masthead, Part, Rating

FIELD: Final = 190.0
"""Width of the printed field."""
BOX: Final = 3.2
PITCH: Final = 4.0
"""From one strength box to the next."""
FIFTH: Final = 0.9
"""Extra space after every fifth box."""

Face = Literal["text", "ital", "semi", "bold", "disp", "dispi"]
Align = Literal["l", "c", "r"]


def boxes_width(count: int) -> float:
    """The width of ``count`` boxes in a row."""
    return count * PITCH - (PITCH - BOX) + (count - 1) // 5 * FIFTH if count else 0.0


class Title(Struct, frozen=True):
    """Words in the column headings, on the baseline ``y``; ``soft`` ones are grey."""

    text: str
    x: float
    y: float
    face: Face = "semi"
    size: float = 7.6
    align: Align = "l"
    soft: bool = False


class TitleRule(Struct, frozen=True):
    """A fine line in the column headings."""

    x: float
    x2: float
    y: float


class Column(Struct, frozen=True):
    """Position and style of a column's cells.

    ``x`` is the left end, the right end or the middle of the words by ``align``; with ``wide``, words are fitted into
    that width. ``steps`` are the left ends of the boxes of a track.
    """

    x: float
    wide: float = 0.0
    align: Align = "l"
    face: Face = "text"
    size: float = 8.6
    soft: bool = False
    steps: tuple[float, ...] = ()


class Words(Struct, frozen=True):
    """Words on one line, or fitted into a column that has a width; ``mark`` follows them in small type.

    ``face`` is the column's unless given. ``one_line`` shows only the first line of a text that does not fit.
    """

    text: str
    mark: str = ""
    face: Face | None = None
    one_line: bool = False


class Notes(Struct, frozen=True):
    """Words on one line, or else on several in small type, which is easier to read than condensed type."""

    text: str


class Strikes(Struct, frozen=True):
    """Boxes to cross off in fives, ``per_row`` of them in a row; ``grey`` is the number of the grey one.

    ``struck`` of them are crossed off already. Too many boxes, or none, become a line to write on.
    """

    count: int
    per_row: int
    grey: int | None = None
    struck: int = 0


class Steps(Struct, frozen=True):
    """Boxes of a track at the steps of the column, the one with index ``grey`` in grey, the first ones crossed off."""

    count: int
    grey: int | None = None
    struck: int = 0


class ToWrite(Struct, frozen=True):
    """A line to write on, from the column's ``x`` to the left or to the right by its ``align``."""

    wide: float


Cell = Words | Notes | Strikes | Steps | ToWrite


class Row(Struct, frozen=True):
    """A line of the sheet: its name in the first column, and its cells, None for an empty one.

    ``gone`` strikes through the name. ``note`` is set below the name. ``total`` sums the rows above, below a line.
    """

    symbol: str
    name: str
    cells: tuple[Cell | None, ...]
    gone: bool = False
    note: str = ""
    number: str = ""
    total: bool = False
    name_wide: float = 0.0


class RowStyle(Struct, frozen=True, kw_only=True):
    """How rows are set: their heights from open to tight, and the places of symbol and name.

    ``rule_from`` and ``rule_to`` are the ends of the dotted line below a row; with ``last_ruled`` the last row of a
    block has it too.
    """

    heights: tuple[float, ...]
    padding: float = 0.9
    symbol_x: float = 0.0
    symbol_up: float = 1.8
    symbol_size: float = 5.4
    name_x: float = 7.2
    number_x: float = 0.0
    rule_from: float = 7.2
    rule_to: float = FIELD
    last_ruled: bool = False


class HeadLine(Struct, frozen=True):
    """A name with its detail on the baseline ``base`` of a line ``high``, totals at its right."""

    name: str
    size: float
    detail: str
    detail_size: float
    high: float
    base: float
    totals: str = ""


class TitleHead(Struct, frozen=True):
    """A heading over blocks: lines, then facts and spaces to write in; ``again`` repeats it after a page break."""

    lines: tuple[HeadLine, ...]
    again: HeadLine
    facts: str = ""
    write: tuple[str, ...] = ()


class CommandHead(Struct, frozen=True):
    """The heading of a commander over blocks: rating, rings for Turns, boxes for units lost.

    ``rating`` is None without a commander. ``count`` units can be lost, ``lost`` of them are; the stand is removed at
    ``lost_at``, and ``loss_words`` say so if it never is. Without ``rings`` it has none. ``again`` is its name after a
    page break, if that differs. ``above`` are the headings of the commands over it that begin here.
    """

    name: str
    detail: str
    rating: Rating | None
    totals: str
    count: int
    lost_at: int | None
    loss_words: str
    lost: int = 0
    symbol: str = "leader_division"
    rings: bool = True
    size: float = 13.0
    again: str = ""
    above: tuple["CommandHead", ...] = ()


class BlockHead(Struct, frozen=True):
    """The heading of a block: a name with its detail, totals at the right, a line below.

    ``again`` replaces the totals after a page break.
    """

    name: str
    detail: str = ""
    totals: str = ""
    x: float = 7.2
    base: float = 5.0
    detail_size: float = 10.5
    high: float = 7.2
    rule_up: float = 0.4
    again: str = "continued"


class CommandBlockHead(Struct, frozen=True):
    """The heading of a block with a commander: rings for Turns, and boxes for units lost if there is a ``stand``.

    ``lost_x`` is where the boxes begin; the rest is as in ``CommandHead``.
    """

    name: str
    detail: str
    stand: bool
    totals: str
    count: int
    lost_at: int | None
    loss_words: str
    lost_x: float
    lost: int = 0


class Block(Struct, frozen=True):
    """Rows that stay together; ``over`` is the index of its heading among those of its section.

    ``nothing`` is printed if it has no rows; if that is empty, they have no line.
    """

    over: int
    head: BlockHead | CommandBlockHead | None
    rows: tuple[Row, ...]
    nothing: str = "no units"


class Section(Struct, frozen=True, kw_only=True):
    """A run of pages: the title of its first page, the headings over its blocks, its columns.

    ``short`` is the title of the following pages and ``short_detail`` theirs; ``whole`` means that the first page is
    about the whole army. ``first_rows`` are rows above all blocks, set in ``first_style``.
    """

    title: str
    short: str
    detail: str
    short_detail: str
    nation: str
    totals: str = ""
    whole: bool = True
    titles: tuple[Title | TitleRule, ...]
    columns: tuple[Column, ...]
    heads: tuple[TitleHead | CommandHead, ...] = ()
    blocks: tuple[Block, ...] = ()
    first_rows: tuple[Row, ...] = ()
    first_columns: tuple[Column, ...] = ()
    nothing_at: tuple[float, float] = (7.2, 5.0)


class LedgerSheet(Struct, frozen=True, kw_only=True):
    """A whole sheet. ``head_high`` is the height of the column headings, ``gap`` the space after a block.

    ``empty_high`` is the height of a block without rows, 0 for that of a row. ``together`` means that pages break
    between headings if they can, ``page_each`` that every heading starts a page. Commands have a ring for each of
    ``turns`` Turns.
    """

    masthead: Masthead
    sections: tuple[Section, ...]
    rows: RowStyle
    first_style: RowStyle | None = None
    head_high: float
    gap: float
    empty_high: float = 0.0
    nothing_x: float = 7.2
    together: bool = False
    page_each: bool = False
    turns: int = 0
    foot: tuple[Entry, ...] = ()
    closing: tuple[Part, ...] = ()


LETTER_STEP = 4.4
WORD_STEP = 6.2
"""Millimetres from one box to the next, for boxes headed by a letter and for boxes headed by a word."""
ROWS = 7
"""Rows of a group."""


class BlankColumn(Struct, frozen=True):
    """A column: ``wide`` in mm, ``boxes`` to cross off by the words above them, the last one ``grey`` or not."""

    title: str
    wide: float
    align: Align = "l"
    boxes: tuple[str, ...] = ()
    grey: bool = False

    @property
    def step(self) -> float:
        """Millimetres from box to box: plain, headed by a letter, or headed by a word."""
        longest = max(map(len, self.boxes), default=0)
        return PITCH if longest < 1 else LETTER_STEP if longest < 3 else WORD_STEP


class BlankRoster(Struct, frozen=True, kw_only=True):
    """A blank roster: labels of lines at the top and above each group, and its columns.

    ``ratings`` are boxes to cross for the commander of a group, ``lost`` the number of boxes for units lost.
    """

    head: tuple[str, ...]
    group: tuple[str, ...]
    columns: tuple[BlankColumn, ...]
    rows: int = ROWS
    ratings: tuple[str, ...] = ()
    lost: int = 0
