"""Text as people may type it made fit to keep: one Unicode form, no characters that cannot be seen."""

import re
import unicodedata
from typing import Final

HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
"""Control characters but tab and line feed, marks that turn the direction of writing, halves of characters."""

HIDDEN_SENTENCE: Final = "Hidden control characters were taken out."


def has_hidden(text: str) -> bool:
    return HIDDEN.search(text) is not None


def composed(text: str) -> str:
    """``text`` without hidden characters, in Unicode's composed form (NFC)."""
    return unicodedata.normalize("NFC", HIDDEN.sub("", text))


def one_line(text: str) -> str:
    """A name: composed, tabs and line ends made spaces, nothing at its ends."""
    return composed(text.replace("\r", "\n")).replace("\t", " ").replace("\n", " ").strip()


def many_lines(text: str) -> str:
    """A note: composed, line ends kept, nothing at the ends of its lines."""
    lines = composed(text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    return "\n".join(line.replace("\t", " ").strip() for line in lines).strip("\n")


def plain(text: str) -> str:
    """``text`` for comparing words: small letters, no accents, straight apostrophes and dashes."""
    folded = text.casefold().replace("füsil", "fuesil").replace("’", "'").replace("–", "-").replace("—", "-")
    if folded.isascii():
        return folded
    return "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))


def short(text: str, most: int = 200) -> str:
    """The beginning of ``text``, for showing a line beside what is said of it."""
    return text if len(text) <= most else text[: most - 1] + "…"
