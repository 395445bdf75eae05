"""Cells of a table: the guard against formulas, lists, numbers."""

import re
from typing import Final

from armies.exchange.figures import ABOUT, MEN_WORDS, NUMBER, whole
from armies.exchange.quoting import quote_if, split, unquote

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""A cell that begins so may be run by a spreadsheet."""
GUARD: Final = "'"
LIST: Final = ";"


def guarded(cell: str) -> str:
    """``cell`` so that no spreadsheet takes it for a formula; ``unguarded`` gives it back."""
    if cell.startswith(FORMULA) or (cell.startswith(GUARD) and cell[1:].startswith((*FORMULA, GUARD))):
        return GUARD + cell
    return cell


def unguarded(cell: str) -> str:
    """``cell`` without the guard, where it has one."""
    return cell[1:] if cell.startswith(GUARD) and cell[1:].startswith((*FORMULA, GUARD)) else cell


def list_cell(items: tuple[str, ...] | list[str]) -> str:
    return f"{LIST} ".join(quote_if(item, LIST) for item in items)


def items_of(cell: str) -> list[str]:
    return [unquote(item) for item in split(cell, LIST) if item]


SPACED: Final = r"\d{1,3}(?: \d{3})+"
COUNT: Final = re.compile(rf"{ABOUT}({NUMBER}|{SPACED})(?:[.,]0+)?(?:\s?{MEN_WORDS})?", re.IGNORECASE)


def number(cell: str) -> int | None:
    """The whole number of a cell, also as ``1 083``, ``c. 1,083 men``, ``995,0``; None where it is empty.

    Raises:
        ValueError: with a sentence.
    """
    text = cell.strip()
    if not text:
        return None
    if match := COUNT.fullmatch(text):
        return whole(match[1])
    if re.fullmatch(rf"[-−–]\s?{NUMBER}", text):
        raise ValueError(f"“{text}” is negative; men and guns are counted from 1.")
    raise ValueError(f"“{text[:40]}” is not a whole number.")
