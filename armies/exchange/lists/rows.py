"""Rows of a list: each line without the marks of wikis, forums and Markdown, with its depth; cells of tables."""

import html
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Protocol

from armies.exchange.clean_text import fold
from armies.exchange.lists.ledger import TOKEN, Ledger


@dataclass
class Row:
    """One line, or one row of a table.

    ``level`` is the level of a heading that is marked as one (1 is the highest, 0 none). ``cells`` are set for the row
    of a table; a cell over several columns is followed by empty ones, and has ``BREAK`` between its lines, which stand
    on ``inner`` of the source where they are not all on the row's own. ``across``: a cell is over several columns.
    ``notes`` belong to the line.
    """

    number: int
    text: str
    indent: int = 0
    level: int = 0
    cells: list[str] | None = None
    table: int = 0
    is_head: bool = False
    bold: bool = False
    across: bool = False
    notes: list[str] = field(default_factory=list)
    decided: bool = False
    raw: str = ""
    lines: list[int] = field(default_factory=list)
    inner: dict[int, list[int]] = field(default_factory=dict)

    def line_of(self, index: int) -> int:
        """The line on which a cell stands; the row's own number if it is all on one line."""
        return self.lines[index] if index < len(self.lines) else self.number


BREAK: Final = "\x1e"
"""Stands between the lines of a cell."""
LINE_BREAK: Final = re.compile(r"<br\s*/?>", re.IGNORECASE)
REF: Final = re.compile(r"<ref\b[^<>/]*>([^<]{0,500})</ref>|<ref\b[^<>]{0,200}/>", re.IGNORECASE)
COMMENT: Final = re.compile(r"<!--.{0,2000}?-->")
TEMPLATE: Final = re.compile(r"\{\{[^{}]{0,500}\}\}")
SHOWN: Final = re.compile(
    r"\{\{(?:(?:nowrap|nobr|small|smaller|big|larger|center|sc|nwr|formatnum|abbr|tooltip|circa|c\.?)\s*[|:]"
    r"(?P<text>[^{}|]*)(?:\|[^{}]*)?|[^{}|]{1,30}\|(?P<figure>\d[\d,.' ]*))\}\}",
    re.IGNORECASE,
)
"""A template that shows its words: ``{{nowrap|254}}``."""
LINK: Final = re.compile(r"\[\[([^\[\]|]{1,200})\|([^\[\]|]{1,200})\]\]")
PLAIN_LINK: Final = re.compile(r"\[\[([^\[\]|]{1,200})\]\]")
BOTHER: Final = re.compile(
    r"\[\[(?:category|file|image|kategorie|datei|categorie|categoria):[^\[\]]{0,300}\]\]", re.IGNORECASE
)
MARKDOWN_LINK: Final = re.compile(r"\[([^\[\]]{1,200})\]\((?:https?:|/)[^()\s]{0,300}\)")
TAG: Final = re.compile(
    r"</?(?:b|i|u|s|em|strong|span|font|small|big|sup|sub|br|center|p|div|a|code|tt)\b[^<>]{0,300}>"
    r"|\[/?(?:b|i|u|s|sup|sub|size|color|colour|list|quote|url|center|font|indent|spoiler|table|tr|td|th|code|left|right"
    r"|img)(?:=[^\]]{0,200})?\]",
    re.IGNORECASE,
)
RAISED: Final = re.compile(
    r"(?<=\S)[<\[]sup[>\]]\s*[(\[]?(?:\d{1,2}|[b-df-np-z*†‡])[)\]]?\s*[<\[]/sup[>\]]", re.IGNORECASE
)
"""The raised sign of a footnote."""
BB_ITEM: Final = re.compile(r"^\s*\[\*\]\s*")
STRONG: Final = re.compile(r"'{2,5}|\*\*+(?=[^\s*])|(?<=[^\s*])\*\*+|__+(?=\S)|(?<=\S)__+|~~")
ENTITY: Final = re.compile(r"&(?:#\d{1,6}|#x[0-9a-f]{1,5}|[a-z]{2,20}\d{0,2});", re.IGNORECASE)
WIKI_HEAD: Final = re.compile(r"^\s*(={2,6})\s*(.*?)\s*=*\s*$")
MARKDOWN_HEAD: Final = re.compile(r"^(#{1,6})\s+(.*?)\s*#*\s*$")
UNDERLINE: Final = re.compile(r"^[\s=*_~.+|:─━—–-]{3,}$")
BULLET: Final = re.compile(
    r"^(?:(?P<stars>[*#+]{1,8}|-{1,6}|[•·◦‣▪●○■–—>»►→])\s+|(?P<stars2>\*{1,6})(?=[^\W_])"
    r"|\(?\d{1,3}\)\s+(?=\D|\d+(?:st|nd|rd|th|er|e|/))|\(?[a-z]\)\s+"
    r"|\d{1,2}(?:\.\d{1,2})+\.?\s+|\d{1,2}\.\s+(?=\d+(?:st|nd|rd|th|er|e|re|/\d+)\b|[IVX]+ (?:corps|korps)))"
    r"|^-(?=[^\W_])",
    re.IGNORECASE,
)
LEADERS: Final = re.compile(r"\s*\.{4,}\s*|\s*(?:\. ){3,}\s*|\s*_{3,}\s*|\s*·{3,}\s*")
STARS: Final = re.compile(r"\*{1,8}(?=[^\s*])")
"""Stars of a wiki's list, right before the text, that are not taken for the beginning of bold text."""
ITALIC: Final = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]{1,120})(?<=[^\s*])\*(?![\w*])")
ARROW: Final = re.compile(r"(?<=[\w)])\s*(?:[→➔➜⇒]|[=-]>)\s*")
"""An arrow between the name and the figures of a unit."""
FOOTNOTE: Final = re.compile(
    r"(?<=\S)\s*\[(?:\d{1,3}|[a-z]|n(?:ote|b|r)? ?\d+|citation needed)\]|[¹²³†‡]", re.IGNORECASE
)
EDIT: Final = re.compile(
    r"(?<=\S)\s*\[(?:(?:edit|bearbeiten|modifier|modifica|editar|bewerken|edytuj|redigera|rediger|править)"
    r"(?: ?\|? ?[^\[\]]{2,20})?|hide|show|)\]\s*$",
    re.IGNORECASE,
)
"""What a wiki's page has behind its headings: ``[edit]``, ``[modifier | modifier le code]``, ``[]``."""
FOOTNOTE_LINE: Final = re.compile(
    r"^\s*(?:\((?P<a>[a-z*\d]{1,2})\)|\[(?P<b>[a-z\d]{1,2})\]|(?P<c>[*†‡¹²³]+)|(?P<d>[a-z\d])\))\s*(?=[^\W\d_])"
)
MARKER: Final = re.compile(
    r"(?<=\S)\s*(?:\((?P<a>[a-z*]{1,2}|\d)\)|\[(?P<b>[a-z\d]{1,2})\]|(?P<c>[*†‡¹²³]+))\s*(?:\s{2}|\.{3}|$)"
)


class Unmarker:
    """Takes the marks off a line and enters what it takes in the ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def clean(self, number: int, text: str, notes: list[str]) -> str:
        def drop(match: re.Match[str]) -> str:
            self.ledger.mark(number, match[0])
            return " "

        def reference(match: re.Match[str]) -> str:
            whole = match[0]
            if match[1]:
                start, end = match.span(1)
                self.ledger.mark(number, whole[: start - match.start()])
                self.ledger.mark(number, whole[end - match.start() :])
                self.ledger.mark(number, match[1], "source")
                notes.append(html.unescape(match[1]).strip())
            else:
                self.ledger.mark(number, whole)
            return " "

        def link(match: re.Match[str]) -> str:
            self.ledger.mark(number, match[1])
            return match[2]

        def address(match: re.Match[str]) -> str:
            self.ledger.mark(number, match[0][len(match[1]) + 2 :])
            return match[1]

        if "<" in text:
            text = REF.sub(reference, COMMENT.sub(drop, text))
        if "{{" in text:
            text = TEMPLATE.sub(lambda match: self._template(number, match), text)
        if "[" in text:
            text = PLAIN_LINK.sub(r"\1", LINK.sub(link, BOTHER.sub(drop, text)))
            text = FOOTNOTE.sub(drop, EDIT.sub(drop, MARKDOWN_LINK.sub(address, text)))
        if "<" in text or "[" in text:
            text = TAG.sub(drop, RAISED.sub(drop, text))
        if "&" in text:
            text = ENTITY.sub(lambda match: self._entity(number, match), text)
        text = ARROW.sub(" : ", text)
        text = ITALIC.sub(r"\1", text) if "*" in text else text
        text = STRONG.sub(" ", text) if "''" in text or "*" in text or "__" in text or "~~" in text else text
        return LEADERS.sub(" : ", text) if ".." in text or ". ." in text or "__" in text or "··" in text else text

    def _template(self, number: int, match: re.Match[str]) -> str:
        if shown := SHOWN.fullmatch(match[0]):
            start, end = shown.span("text" if shown["text"] is not None else "figure")
            self.ledger.mark(number, match[0][:start])
            self.ledger.mark(number, match[0][end:])
            return match[0][start:end]
        self.ledger.mark(number, match[0])
        return " "

    def _entity(self, number: int, match: re.Match[str]) -> str:
        self.ledger.mark(number, match[0])
        return html.unescape(match[0])


class SourceTable(Protocol):
    """Reader of the tables of one kind of source, line by line."""

    def takes(self, number: int, text: str, rows: list[Row]) -> bool: ...


def text_rows(
    lines: list[tuple[int, str, bool]], ledger: Ledger, more_tables: Sequence[Callable[[Unmarker], SourceTable]] = ()
) -> list[Row]:
    """The rows of plain text, wiki source, Markdown or a forum's code; ``lines`` are (number, text, decided)."""
    unmarker = Unmarker(ledger)
    markers = _markers([text for _, text, _ in lines])
    markdown = _is_markdown([text for _, text, _ in lines])
    tab = _tab([text for _, text, _ in lines])
    rows: list[Row] = []
    tables = [table(unmarker) for table in (WikiTable, *more_tables)]
    stray = _has_stray_blanks([text for _, text, _ in lines])
    pages = _page_numbers([text for _, text, _ in lines])
    for index, (number, text, decided) in enumerate(lines):
        ledger.originals.setdefault(number, text)
        if not decided and any(table.takes(number, text, rows) for table in tables):
            continue
        if index in pages and not decided:
            ledger.mark(number, text)
            continue
        row = Row(number, text, decided=decided, raw=text)
        rows.append(row)
        if decided:
            row.indent = _indent(text, tab)
            continue
        shown = text[1:] if stray and text[:1] == " " and text[1:2].strip() else text
        _read_row(row, shown, unmarker, markdown=markdown, tab=tab, markers=markers)
    return rows


def _has_stray_blanks(lines: list[str]) -> bool:
    """True if a few lines begin with one blank that is no step of the indentation."""
    first = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    words = [line for line in lines if line[:1] == " " and line[1:2].isalpha()]
    filled = [line for line in lines if line.strip()]
    over = [below[:2] == "  " for line, below in pairwise(filled) if line[:1] == " " and line[1:2].isalpha()]
    if len(over) > 1 and all(over):
        return False
    return 0 < len(words) * LEAST_EDGE <= first.count(0)


PAGE_NUMBER: Final = re.compile(
    r"\s*(?:[-–—]\s*)?(?P<word>(?:page|seite|p\.|pag\.|página|pagina|blz\.)\s*)?(?P<number>\d{1,3})(?:\s*[-–—])?\s*",
    re.IGNORECASE,
)


def _page_numbers(lines: list[str]) -> set[int]:
    """The indexes of lines with the number of a page: alone between empty lines, and each one more than the last."""
    alone = {
        index
        for index, line in enumerate(lines)
        if line.strip()
        and not any(other.strip() for other in lines[max(0, index - 1) : index + 2] if other is not line)
    }
    numbers = {index: match for index in sorted(alone) if (match := PAGE_NUMBER.fullmatch(lines[index]))}
    values = [int(match["number"]) for match in numbers.values()]
    if any(later - one != 1 for one, later in pairwise(values)) or len(alone) * 2 > sum(map(bool, lines)):
        return {index for index, match in numbers.items() if match["word"]}
    return {index for index, match in numbers.items() if match["word"] or len(values) > 1 or values[0] < MOST_PAGE}


MOST_PAGE: Final = 10
"""A number that stands alone and once is that of a page up to this one."""


def passages(lines: list[str]) -> dict[int, int]:
    """By number, the lines with which a line before them goes on, as in a printed page, and the number of that line.

    A long line goes on if a bracket or a row of units with strengths is open at its end and the next has the rest.
    """
    longest = max((len(line.rstrip()) for line in lines), default=0)
    followers: dict[int, int] = {}
    whole = ""
    for number, (line, below) in enumerate(pairwise(lines), start=1):
        whole = f"{whole} {line.strip()}" if number in followers else line.rstrip()
        if len(line.rstrip()) * 3 >= longest * 2 and _goes_on(whole, below.strip()):
            followers[number + 1] = followers.get(number, number)
    return followers


def _goes_on(before: str, text: str) -> bool:
    """True if ``before`` ends inside a row of units, or inside a bracket, and ``text`` begins with the rest."""
    if not text or "|" in before or "\t" in before or ":" in text.split("(")[0]:
        return False
    if before.count("(") > before.count(")"):
        return text.count(")") > text.count("(")
    rest = UNITS_OPEN.search(before)
    if rest is None or not any(char.isalpha() for char in rest[1]) or ALONE.search(rest[1]):
        return False
    return REST.match(text) is not None


UNITS_OPEN: Final = re.compile(r"\([^()]*\d[^()]*\)\s?[,;&] ?([^(),;:.]{3,60}),?$")
"""A strength in brackets, and behind it the beginning of a unit that has none yet."""
ALONE: Final = re.compile(r"(?<![\w/])\d[\d' ]*\d(?![\w/])")
"""A number of its own, such as a strength."""
REST: Final = re.compile(r"\([^()]*\d|[^\W\d_][^(),;:]{0,40}\([^()]*\d")
"""The strength of that unit, with or without more of its name before it."""


class WikiTable:
    """Reads the rows of tables in a wiki's source: ``{|``, ``|-``, ``! head !! head``, ``| cell || cell``."""

    START: Final = re.compile(r"^\s*:*\{\|")

    def __init__(self, unmarker: Unmarker) -> None:
        self.unmarker = unmarker
        self.table = 0
        self.is_open = False
        self.row: Row | None = None
        self.down: dict[int, int] = {}

    def takes(self, number: int, text: str, rows: list[Row]) -> bool:
        """True if the line is part of a table; its cells go to ``rows``."""
        stripped = text.strip()
        if self.START.match(text):
            self.table, self.is_open, self.row = self.table + 1, True, None
            self.down = {}
        elif not self.is_open:
            return False
        elif stripped.startswith("|}"):
            self.is_open = False
        elif stripped.startswith("|-"):
            self.row = None
        elif stripped.startswith(("|+", "!", "|")) and stripped[:2] != "|+":
            self._cells(number, stripped, rows)
            return True
        elif self.row is not None and self.row.cells and stripped and stripped[:2] != "|+":
            self._line(number, stripped, self.row)
            return True
        self.unmarker.ledger.mark(number, stripped)
        return True

    def _line(self, number: int, text: str, row: Row) -> None:
        """One more line of the last cell of ``row``: often one of a list."""
        assert row.cells is not None  # noqa: S101
        last = len(row.cells) - 1
        before = row.cells[last]
        lines = row.inner.setdefault(last, [row.line_of(last)] * (before.count(BREAK) + 1) if before else [])
        for part in self._parts(number, re.sub(r"^[*#:;]+\s*", "", text)):
            row.cells[last] += (BREAK if row.cells[last] else "") + part
            lines.append(number)

    def _parts(self, number: int, cell: str) -> list[str]:
        """The lines of a cell without marks."""
        notes = self.row.notes if self.row else []
        for mark in LINE_BREAK.finditer(cell):
            self.unmarker.ledger.mark(number, mark[0])
        return [
            words
            for part in LINE_BREAK.split(cell)
            if (words := self.unmarker.clean(number, part.strip(), notes).strip())
        ]

    def _cells(self, number: int, text: str, rows: list[Row]) -> None:
        head = text.startswith("!")
        if self.row is None:
            self.row = Row(number, "", cells=[], table=self.table, is_head=head, raw=text)
            rows.append(self.row)
        self.row.is_head = self.row.is_head and head
        assert self.row.cells is not None  # noqa: S101
        for part in re.split(r"\|\||!!" if head else r"\|\|", text[1:]):
            attributes, bar, cell = part.partition("|")
            across = down = 1
            if bar and "=" in attributes and "[[" not in attributes:
                self.unmarker.ledger.mark(number, attributes)
                across, down = _span("colspan", attributes), _span("rowspan", attributes)
            else:
                cell = part
            while self.down.get(len(self.row.cells), 0) > 0:
                self.down[len(self.row.cells)] -= 1
                self.row.cells.append("")
                self.row.lines.append(number)
            self.row.across = self.row.across or across > 1
            for index in range(across):
                self.down[len(self.row.cells)] = down - 1
                self.row.cells.append(BREAK.join(self._parts(number, cell)) if not index else "")
                self.row.lines.append(number)
        filled = [cell for cell in self.row.cells if cell]
        self.row.text = " ".join(filled).replace(BREAK, " ")
        self.row.is_head = self.row.is_head and len(filled) > 1


def _span(which: str, attributes: str) -> int:
    """How many columns or rows a cell of a wiki's table takes."""
    match = re.search(which + r'\s*=\s*"?(\d{1,2})', attributes)
    return max(1, int(match[1])) if match else 1


def _read_row(row: Row, text: str, unmarker: Unmarker, *, markdown: bool, tab: int, markers: set[str]) -> None:
    if UNDERLINE.match(text):
        row.text = ""
        return
    row.indent = _indent(text, tab)
    stripped = text.strip()
    if (match := WIKI_HEAD.match(stripped)) or (markdown and (match := MARKDOWN_HEAD.match(stripped))):
        row.level, stripped = len(match[1]), match[2]
    if match := BB_ITEM.match(stripped):
        stripped = stripped[match.end() :]
        row.indent += 1
    if (match := STARS.match(stripped)) and match[0] not in stripped[match.end() :]:
        stripped = f"{match[0]} {stripped[match.end() :]}"
    row.bold = stripped.startswith(("**", "'''", "[b]", "<b>", "__"))
    cleaned = unmarker.clean(row.number, stripped, row.notes).strip()
    if (match := FOOTNOTE_LINE.match(cleaned)) and _marker(match) in markers:
        row.text = cleaned
        return
    while match := BULLET.match(cleaned):
        stars = match["stars"] or match["stars2"] or ""
        row.indent += len(stars) if stars[:1] in ("*", "#", "+", "-") and len(stars) else 1 if stars else 0
        unmarker.ledger.mark(row.number, match[0])
        cleaned = cleaned[match.end() :]
    row.text = cleaned.strip()


def _indent(text: str, tab: int) -> int:
    start = text[: len(text) - len(text.lstrip(" \t\u00a0\u3000"))]
    return sum(tab if char == "\t" else 1 for char in start)


def _tab(lines: list[str]) -> int:
    """The blanks that a tab counts for: as many as one step of the lines that are indented by blanks."""
    if not any(line.startswith("\t") for line in lines):
        return 2
    steps = sorted({len(line) - len(line.lstrip(" ")) for line in lines} - {0})
    return steps[0] if steps and steps[0] in (1, 2, 3, 4, 8) else 2


def _is_markdown(lines: list[str]) -> bool:
    heads = [match for line in lines if (match := MARKDOWN_HEAD.match(line))]
    return len(heads) > 1 and (any(len(match[1]) > 1 for match in heads) or len({len(m[1]) for m in heads}) > 1)


def _marker(match: re.Match[str]) -> str:
    return next((value for value in match.groups() if value), "")


def _markers(lines: list[str]) -> set[str]:
    """The signs of footnotes that stand behind other words: ``(a)``, ``*``."""
    markers = {_marker(match) for line in lines for match in MARKER.finditer(line)}
    bullets = sum(line.lstrip().startswith("* ") for line in lines)
    return markers - {"*"} if bullets > MOST_STARS else markers


LEAST_EDGE: Final = 2
"""Lines that begin at the edge for each one that begins with a stray blank."""
MOST_STARS: Final = 2
"""Lines with a star before them that may be footnotes; more are a list."""


class Cells:
    """Cells of a line that is divided by a delimiter, with Markdown's outer bars taken off."""

    def __init__(self, delimiter: str, *, framed: bool = True) -> None:
        self.delimiter = delimiter
        self.framed = framed
        """True if the bars at the ends of the lines are a frame and divide nothing."""

    def __call__(self, text: str) -> list[str]:
        if self.delimiter == "|" and self.framed:
            text = text.strip().removeprefix("|").removesuffix("|")
        return [cell.strip().strip('"').strip() for cell in _split_quoted(text, self.delimiter)]


def _split_quoted(text: str, delimiter: str) -> Iterator[str]:
    if '"' not in text:
        yield from text.split(delimiter)
        return
    cell: list[str] = []
    quoted = False
    for index, char in enumerate(text):
        if char == '"' and (quoted or not "".join(cell).strip()):
            quoted = not quoted
        if char == delimiter and not (quoted and '"' in text[index:]):
            yield "".join(cell)
            cell = []
        else:
            cell.append(char)
    yield "".join(cell)


def delimiters_in(lines: list[str]) -> list[str]:
    """The delimiters that divide several lines into three cells or more, the likeliest first."""
    counts: Counter[str] = Counter()
    for line in lines:
        for sign in "\t|;,":
            if line.strip("\t ").count(sign) >= 2 or (sign != "," and line.count(sign) >= 2):
                counts[sign] += 1
    order = {"\t": 3, "|": 2, ";": 1, ",": 0}
    return sorted(
        (sign for sign, count in counts.items() if count > 1), key=lambda s: counts[s] * 10 + order[s], reverse=True
    )


def has_token(text: str) -> bool:
    return TOKEN.search(text) is not None


def of_words(text: str, test: Callable[[str], bool]) -> bool:
    return any(test(word) for word in fold(text).split())
