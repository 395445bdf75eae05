"""Lists and names inside one line: quotation marks where a text would be taken for something else."""

import re
from typing import Final

OPENERS: Final = (*",:;[|=.",)
LEADS: Final = ("corps", "division", "brigade")
"""A quotation mark opens a quoted text at the beginning of a line, after one of these signs, or after one of
these words where the line begins with it."""
QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')


def quote(text: str) -> str:
    """``text`` in quotation marks; those inside it and backslashes get a backslash."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def quote_if(text: str, special: str) -> str:
    """``text``, quoted where it holds one of the ``special`` characters, is empty, or might be misread."""
    if text and text == text.strip() and not any(c in text for c in special + '"\\'):
        return text
    return quote(text)


def unquote(text: str) -> str:
    """What stands in the quotation marks, where ``text`` is wholly in them; else ``text``, stripped."""
    text = text.strip()
    match = QUOTED.fullmatch(text)
    return re.sub(r"\\(.)", r"\1", match[1]) if match else text


def spans(text: str) -> list[tuple[int, int]]:
    """Where quoted texts stand, as (start, end)."""
    found: list[tuple[int, int]] = []
    at = 0
    while (start := text.find('"', at)) >= 0:
        before = text[:start].rstrip()
        opens = not before or before.endswith(OPENERS) or before.lower() in LEADS
        match = QUOTED.match(text, start) if opens else None
        if match:
            found.append((start, match.end()))
        at = match.end() if match else start + 1
    return found


def mask(text: str, fill: str = "\x00") -> str:
    """``text`` with every quoted character replaced by ``fill``: what is left may be searched for signs."""
    out = list(text)
    for start, end in spans(text):
        out[start:end] = fill * (end - start)
    return "".join(out)


def split(text: str, separator: str) -> list[str]:
    """The items of a list, still quoted where they were; separators in quotation marks do not count."""
    items: list[str] = []
    start = 0
    masked = mask(text)
    while (at := masked.find(separator, start)) >= 0:
        items.append(text[start:at].strip())
        start = at + len(separator)
    items.append(text[start:].strip())
    return items
