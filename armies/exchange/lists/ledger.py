"""The ledger of tokens: what became of each number and each word of each line, exactly once."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from armies.exchange.clean_text import fold

if TYPE_CHECKING:
    from armies.exchange.draft_army import Parsed

Disposition = Literal[
    "figure", "count", "fact", "name", "commander", "note", "date", "source", "total", "heading", "markup", "question"
]
"""What became of a piece of text. ``total`` is a figure that was checked against the sum of the units, ``heading``
the heading of a column or a column's mark, ``markup`` a tag or a sign without a meaning for the army."""

WORDS: Final[dict[Disposition, str]] = {
    "figure": "a figure of the unit",
    "count": "the number of battalions, squadrons or batteries",
    "fact": "the type, quality or nation",
    "name": "a name",
    "commander": "a commander",
    "note": "a note",
    "date": "a date",
    "source": "a source",
    "total": "a total, checked against the units",
    "heading": "the heading of a column",
    "markup": "a mark without a meaning",
    "question": "a question to you",
}
"""The words of each disposition on pages."""

GAP: Final = "\x00"
"""Stands in the open text in the place of each character that is claimed."""
TOKEN: Final = re.compile(r"[^\W_]+")
"""A number or a word: letters and digits without a sign between them."""


class Claim(Struct, frozen=True):
    """A piece of a line and what became of it."""

    text: str
    what: Disposition


class LedgerLine(Struct, frozen=True):
    """One line of a list with the dispositions of all its tokens, in the order of the line."""

    line: int
    text: str
    claims: tuple[Claim, ...]


@dataclass
class Text:
    """A piece of a line while it is read: its text, and which of its characters are claimed.

    ``folded`` has a character for each one of ``text``: small, without accents, Cyrillic in Latin letters, and ``GAP``
    where the character is claimed. So a pattern never finds anything twice.
    """

    text: str
    folded: str = ""
    claims: list[tuple[int, int, Disposition]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.folded = self.folded or fold(self.text)

    def claim(self, start: int, end: int, what: Disposition) -> str:
        """The text from ``start`` to ``end``, which is now ``what``."""
        while start < end < len(self.text) and self.folded[end] == "'" and self.text[end].isalpha():
            end += 1
        if end > start:
            self.claims.append((start, end, what))
            self.folded = f"{self.folded[:start]}{GAP * (end - start)}{self.folded[end:]}"
        return self.text[start:end]

    def open_spans(self) -> Iterator[tuple[int, int]]:
        """The runs of characters that are not claimed."""
        for match in re.finditer(rf"[^{GAP}]+", self.folded):
            yield match.span()

    def open_text(self) -> str:
        """The text that is not claimed, with ``GAP`` for each claimed piece."""
        out: list[str] = []
        at = 0
        for start, end in self.open_spans():
            if start > at:
                out.append(GAP)
            out.append(self.text[start:end])
            at = end
        if at < len(self.text):
            out.append(GAP)
        return "".join(out)

    def claim_rest(self, what: Disposition) -> None:
        for start, end in list(self.open_spans()):
            self.claim(start, end, what)

    def sorted_claims(self) -> Iterator[Claim]:
        for start, end, what in sorted(self.claims):
            if TOKEN.search(self.text, start, end):
                yield Claim(self.text[start:end].strip(), what)


class Ledger:
    """The ledger of all lines of a file."""

    def __init__(self) -> None:
        self.texts: dict[int, list[Text]] = {}
        self.marks: dict[int, list[Claim]] = {}
        self.originals: dict[int, str] = {}
        self.joined: dict[int, list[int]] = {}
        """By the first line of a passage that goes on: the lines after it, which are read as one with it."""

    def original(self, line: int, otherwise: str = "") -> str:
        """The source of a line, with the lines that go on with it."""
        lines = [line, *self.joined.get(line, [])]
        return " ".join(self.originals[one].strip() for one in lines if one in self.originals) or otherwise

    def text(self, line: int, text: str) -> Text:
        """A new piece of ``line``."""
        piece = Text(text)
        self.texts.setdefault(line, []).append(piece)
        return piece

    def mark(self, line: int, text: str, what: Disposition = "markup") -> None:
        """Enter text of ``line`` that is no part of any piece, such as a tag."""
        if TOKEN.search(text):
            self.marks.setdefault(line, []).append(Claim(text.strip(), what))

    def open_lines(self) -> Iterator[tuple[int, list[str]]]:
        """Lines with tokens that have no disposition yet, and these tokens."""
        for line, pieces in self.texts.items():
            tokens = [
                piece.text[match.start() : match.end()]
                for piece in pieces
                for start, end in piece.open_spans()
                for match in TOKEN.finditer(piece.text, start, end)
            ]
            if tokens:
                yield line, tokens

    def lines(self) -> tuple[LedgerLine, ...]:
        rows: dict[int, list[Claim]] = {}
        for line in self.texts.keys() | self.marks.keys():
            claims = [claim for piece in self.texts.get(line, ()) for claim in piece.sorted_claims()]
            rows.setdefault(line, []).extend(claims + self.marks.get(line, []))
        for first, others in self.joined.items():
            for line, claim in self._divided([first, *others], rows.pop(first, [])):
                rows.setdefault(line, []).append(claim)
        return tuple(LedgerLine(line, self.originals.get(line, ""), tuple(rows[line])) for line in sorted(rows))

    def _divided(self, lines: list[int], claims: list[Claim]) -> Iterator[tuple[int, Claim]]:
        """The claims of a passage, each with its line; one that goes on is divided where the line ends."""
        left = {line: Counter(TOKEN.findall(self.originals.get(line, ""))) for line in lines}
        for claim in claims:
            parts: list[tuple[int, int, int]] = []
            for match in TOKEN.finditer(claim.text):
                line = next((line for line in lines if left[line][match[0]] > 0), lines[0])
                left[line][match[0]] -= 1
                if parts and parts[-1][0] == line:
                    parts[-1] = (line, parts[-1][1], match.end())
                else:
                    parts.append((line, match.start(), match.end()))
            for line, start, end in parts:
                yield line, Claim(claim.text[start:end], claim.what)


OF_COLUMN: Final[Mapping[str, Disposition]] = MappingProxyType(
    {
        **dict.fromkeys(("men", "guns", "officers"), "figure"),
        **dict.fromkeys(("battalions", "battalion", "squadrons", "companies", "sub_units"), "count"),
        **dict.fromkeys(("unit", "name", "army", "side", "corps", "division", "brigade", "battle", "place"), "name"),
        **dict.fromkeys(
            ("commander", "corps_commander", "division_commander", "brigade_commander", "army_commander"), "commander"
        ),
        **dict.fromkeys(("source", "sources"), "source"),
        **dict.fromkeys(("note", "notes"), "note"),
        **dict.fromkeys(("id", "parent"), "markup"),
        "date": "date",
    }
)
"""What the cells of a column are; those of other known columns are facts."""
OF_KEY: Final[Mapping[str, Disposition]] = MappingProxyType(
    {
        "army": "name",
        "battle": "name",
        "place": "name",
        "scope": "note",
        "note": "note",
        "commander": "commander",
        "date": "date",
        "source": "source",
        "format": "markup",
    }
)
"""What the value of a header line is; others are facts."""
COUNTS: Final = ("sub_units",)
FIGURES: Final = ("men", "guns")


def header_claims(ledger: Ledger, number: int, text: str, key: str) -> None:
    """Enter a line such as ``Date: 1815-06-18``."""
    piece = _piece(ledger, number, text)
    piece.claim(0, text.find(":") + 1, "heading")
    piece.claim_rest(OF_KEY.get(key, "fact"))


def line_claims(ledger: Ledger, number: int, text: str, what: Disposition) -> None:
    """Enter a line that is one thing as a whole."""
    _piece(ledger, number, text).claim_rest(what)


def parsed_claims(ledger: Ledger, number: int, text: str, parsed: "Parsed") -> None:
    """Enter a line with a unit or a formation: each fact where it stands, the rest as facts."""
    piece = _piece(ledger, number, text)
    facts = parsed.facts
    for key, what in (("name", "name"), ("commander", "commander"), ("note", "note")):
        for words in str(facts.get(key, "")).split("; "):
            if words and (start := piece.text.find(words)) >= 0:
                _claim_open(piece, start, start + len(words), what)  # type: ignore[arg-type]
    numbers = [(facts.get(key), "figure") for key in FIGURES] + [(facts.get(key), "count") for key in COUNTS]
    for value, what in (*numbers, (parsed.battalions or None, "count")):
        if value is not None:
            _claim_number(piece, int(str(value)), what)  # type: ignore[arg-type]
    piece.claim_rest("fact")


def _piece(ledger: Ledger, number: int, text: str) -> Text:
    ledger.originals.setdefault(number, text)
    return ledger.text(number, text)


def _claim_open(piece: Text, start: int, end: int, what: Disposition) -> None:
    for first, last in list(piece.open_spans()):
        low, high = max(first, start), min(last, end)
        if low < high:
            piece.claim(low, high, what)


def _claim_number(piece: Text, value: int, what: Disposition) -> None:
    digits = r"[,.' ]?".join(f"{value:,}".split(","))
    if match := re.search(rf"(?<!\d){digits}(?!\d)", piece.folded):
        piece.claim(*match.span(), what)


def table_claims(ledger: Ledger, number: int, text: str, cells: Iterable[tuple[str, str]]) -> None:
    """Enter a row of a table: ``cells`` are the meanings and texts of its known columns, in order."""
    piece = _piece(ledger, number, text)
    at = 0
    for column, cell in cells:
        start = text.find(cell, at) if cell else -1
        if start >= 0:
            piece.claim(start, start + len(cell), OF_COLUMN.get(column, "fact"))
            at = start + len(cell)
    piece.claim_rest("markup")


def finished_ledger(ledger: Ledger, asked: Sequence[int]) -> tuple[LedgerLine, ...]:
    """The lines of the ledger; those that are ``asked`` about are questions as a whole."""
    for number in asked:
        pieces = ledger.texts.get(number, [])
        for piece in pieces:
            piece.claims, piece.folded = [], piece.text
            piece.claim_rest("question")
    return ledger.lines()
