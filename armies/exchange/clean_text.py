"""Clean text for storage (NFC, no hidden characters), quotation marks in one-line lists, folded text for comparison."""

import re
import unicodedata
from typing import Final

HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
"""Control characters except tab and line feed, marks of writing direction, lone surrogates."""
HIDDEN_SENTENCE: Final = "Hidden control characters were removed."


def has_hidden(text: str) -> bool:
    return HIDDEN.search(text) is not None


def composed(text: str) -> str:
    """``text`` without hidden characters, in Unicode's composed form (NFC)."""
    return unicodedata.normalize("NFC", HIDDEN.sub("", text))


def one_line(text: str) -> str:
    """``text`` composed, on one line and stripped, for a name."""
    return composed(text.replace("\r", "\n")).replace("\t", " ").replace("\n", " ").strip()


def many_lines(text: str) -> str:
    """``text`` composed, with its line ends, each line stripped, for a note."""
    lines = composed(text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    return "\n".join(line.replace("\t", " ").strip() for line in lines).strip("\n")


def plain(text: str) -> str:
    """``text`` for comparing words: small letters, no accents, straight apostrophes and dashes."""
    folded = text.casefold().replace("füsil", "fuesil").replace("’", "'").replace("–", "-").replace("—", "-")
    if folded.isascii():
        return folded
    return "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))


def short(text: str, most: int = 200) -> str:
    """``text`` cut to ``most`` characters, with an ellipsis if it is longer."""
    return text if len(text) <= most else text[: most - 1] + "…"


OPENERS: Final = (*",:;[|=.",)
LEADS: Final = ("corps", "division", "brigade")
"""A quotation mark opens a quoted text at the beginning of a line, after one of these signs, or after one of
these words at the beginning of the line."""

QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')


def quote(text: str) -> str:
    """``text`` in quotation marks; quotation marks and backslashes inside it are escaped."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def quote_if(text: str, special: str) -> str:
    """``text``, quoted if it is empty, holds one of the ``special`` characters, or could be misread."""
    if text and text == text.strip() and not any(c in text for c in special + '"\\'):
        return text
    return quote(text)


def unquote(text: str) -> str:
    """The text inside the quotation marks if they enclose all of ``text``; else ``text``, stripped."""
    text = text.strip()
    match = QUOTED.fullmatch(text)
    return re.sub(r"\\(.)", r"\1", match[1]) if match else text


def spans(text: str) -> list[tuple[int, int]]:
    """Positions of the quoted texts, as (start, end)."""
    positions: list[tuple[int, int]] = []
    at = 0
    while (start := text.find('"', at)) >= 0:
        before = text[:start].rstrip()
        opens = not before or before.endswith(OPENERS) or before.lower() in LEADS
        match = QUOTED.match(text, start) if opens else None
        if match:
            positions.append((start, match.end()))
        at = match.end() if match else start + 1
    return positions


def mask(text: str, fill: str = "\x00") -> str:
    """``text`` with every quoted character replaced by ``fill``, to search only outside quotation marks."""
    out = list(text)
    for start, end in spans(text):
        out[start:end] = fill * (end - start)
    return "".join(out)


def split(text: str, separator: str) -> list[str]:
    """The items of a list, with their quotation marks; separators inside quotation marks do not count."""
    items: list[str] = []
    start = 0
    masked = mask(text)
    while (at := masked.find(separator, start)) >= 0:
        items.append(text[start:at].strip())
        start = at + len(separator)
    items.append(text[start:].strip())
    return items


CYRILLIC: Final = dict(
    zip("абвгдежзийклмнопрстуфхцчшщъыьэюяёіѣїєґў", "abvgdezziiklmnoprstufhccss'y'euaeieiegu", strict=True)
)
"""One Latin letter for each Cyrillic one; patterns for Russian words are written in these letters."""
OTHERS: Final = {
    "ß": "s", "ł": "l", "ø": "o", "đ": "d", "æ": "e", "œ": "e", "þ": "t", "’": "'", "‘": "'", "´": "'", "`": "'",
    "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2007": " ",
    "×": "x", "”": '"', "″": '"', "“": '"', "„": '"', "º": "o", "ª": "a", "№": "#", "\t": " ",
    "½": "%", "¼": "%", "¾": "%", "¹": "^", "²": "^", "³": "^", "¿": " ", "¡": " ", "…": ".",
}  # fmt: skip


class Letters(dict[int, str]):
    """One small Latin letter or sign for each character, found when it is first met."""

    def __missing__(self, code: int) -> str:
        lower = chr(code).lower()
        base = CYRILLIC.get(lower) or OTHERS.get(lower) or unicodedata.normalize("NFKD", lower)[:1]
        self[code] = base if len(base) == 1 and not unicodedata.combining(base) else " "
        return self[code]


LETTERS: Final = Letters()


def fold(text: str) -> str:
    """``text`` in small letters without accents, Cyrillic in Latin letters; as long as ``text``."""
    return text.lower() if text.isascii() else text.translate(LETTERS)


def words(text: str) -> list[str]:
    """The folded words and numbers of ``text``."""
    return "".join(char if char.isalnum() else " " for char in fold(text)).split()
