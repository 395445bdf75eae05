"""The ledger of texts in our own notation and of tables with known headings, which have a place for each fact."""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from armies.exchange.draft_army import Parsed
from armies.exchange.lists.ledger import Disposition, Ledger, LedgerLine, Text

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


def parsed_claims(ledger: Ledger, number: int, text: str, parsed: Parsed) -> None:
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
