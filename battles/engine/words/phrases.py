"""Phrases of log sentences: lists, counts, dice, modifiers, sides, rules; and a reader of the words of a notation."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from battles.engine.core import Modifier, SideId
from battles.engine.dice import Roll
from battles.engine.words.sides import agrees, in_sentence

MINUS: Final = "−"


def sentence_of(*parts: str, rules: Iterable[str]) -> str:
    """Join sentences, each with a capital and a full stop; the rules, each once, come before the last full stop."""
    text = " ".join(f"{part[:1].upper()}{part[1:].rstrip('.')}." for part in parts if part)
    cited = ", ".join(dict.fromkeys(filter(None, rules)))
    return f"{text[:-1]} ({cited})." if cited else text


def joined(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    items = list(words)
    return " and ".join([*([", ".join(items[:-1])] if len(items) > 1 else []), *items[-1:]])


def listed(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``; of several with commas of their own, ``a; b; and c``."""
    items = list(words)
    if len(items) > 2 and any("," in word for word in items):
        return f"{'; '.join(items[:-1])}; and {items[-1]}"
    return joined(items)


def count(number: int, noun: str, plural: str = "") -> str:
    """``1 hex``, ``12 units``; give ``plural`` if it is irregular."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def signed(number: int) -> str:
    """``+2`` or ``−1``."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


def number(value: int) -> str:
    """``2`` or ``−1``."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def plus(first: str, number: int) -> str:
    """``first`` with a number added or subtracted: ``2D10 + 3``."""
    return f"{first} {MINUS if number < 0 else '+'} {abs(number)}"


def faces(rolls: Iterable[Roll]) -> str:
    """Natural faces as a list: ``7 and 3``."""
    return joined(str(face) for roll in rolls for face in roll.faces)


def modifiers(rows: Iterable[Modifier]) -> str:
    """``target in column +1; square −2``."""
    return "; ".join(f"{row.what} {signed(row.value)}" for row in rows)


def rules_of(rows: Iterable[Modifier]) -> list[str]:
    """The rules of modifiers."""
    return [row.rule for row in rows]


def mid_sentence(name: str) -> str:
    """A name as it stands in the middle of a sentence: ``the`` for a first ``The``."""
    return f"the{name[3:]}" if name.startswith("The ") else name


def side_name(state: Any, number: SideId) -> str:
    """The name of a side as its force states it."""
    name: str = state.setup.forces[number == "b"].name
    return name


def side(state: Any, number: SideId) -> str:
    """The name of a side in the middle of a sentence: ``the French``."""
    return in_sentence(side_name(state, number))


def side_label(state: Any, number: SideId) -> str:
    """The name of a side without an article of ours, for headings, scores and brackets."""
    return mid_sentence(side_name(state, number))


def side_verb(state: Any, number: SideId, one: str, many: str) -> str:
    """The name of a side in a sentence, with the form of a verb that agrees with it."""
    return f"{side(state, number)} {agrees(side_name(state, number), one, many)}"


def aligned(rows: Iterable[Sequence[str]], indent: str = "") -> Iterator[str]:
    """Rows of cells as lines of text, each column as wide as its widest cell."""
    lines = list(rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for row in lines:
        cells = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        yield f"{indent}{cells}".rstrip()


class NotationError(ValueError):
    """A text that cannot be read; the sentence says what is wrong and where."""


class WordReader:
    """Reads the words of a text from the first to the last. ``place`` is how many are read."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.place = 0

    @property
    def next(self) -> str:
        """The next word; empty at the end."""
        return self.words[self.place] if self.place < len(self.words) else ""
