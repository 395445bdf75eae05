"""What a player owns, as text: one row a line, by words or in columns, and as CSV.

    French line infantry 24 stands 144 figures
    Prussian;light cavalry;6;24;unpainted

A line without a nation fits every nation. Two lines of one nation and type are added together.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from armies.exchange.cleaning import one_line, plain, short
from armies.exchange.csv_cells import guarded, unguarded
from armies.exchange.figures import NUMBER, whole
from armies.exchange.limits import figure
from armies.exchange.outcome import Problem
from armies.exchange.troops import type_in
from armies.exchange.words import TYPE_NAMES, nation_code, type_of
from armies.rules.facts import UNIT_TYPES, UnitType
from armies.rules.nations import nations

ANY: Final = ""
"""The nation of stands that fit every nation, and of units whose nation is not said."""
MAX_TEXT: Final = 100_000
"""Characters of what is pasted or sent in."""
MAX_ROWS: Final = 1_000
MAX_STANDS: Final = 10_000
MAX_FIGURES: Final = 100_000
MAX_NOTE: Final = 200
COLUMNS: Final = ("nation", "type", "stands", "figures", "note")
ANY_WORDS: Final = ("any", "any nation", "all", "every", "*", "")
COUNTS: Final = {
    "stands": re.compile(rf"(?<!\w)([-−]?{NUMBER})\s?(?:stands?|bases?)\b", re.IGNORECASE),
    "figures": re.compile(rf"(?<!\w)([-−]?{NUMBER})\s?(?:figures?|figs?|miniatures?|minis?|models?)\b", re.IGNORECASE),
}
JOINTS: Final = ("of", "and", "on", "with", "in")
NOTE: Final = re.compile(r"\[([^\]]*)\]\s*$")
TYPES: Final = ", ".join(TYPE_NAMES.values())


class Holding(Struct, frozen=True):
    """What one player owns of one type and nation; ``nation`` is a code, or ``ANY``."""

    nation: str
    type: str
    stands: int
    figures: int = 0
    note: str = ""


class HoldingsRead(Struct, frozen=True):
    """The rows that were understood, and what is wrong with the others; row by row in the order of the lists."""

    holdings: tuple[Holding, ...]
    problems: tuple[Problem, ...]


def read_holdings(text: str) -> HoldingsRead:
    """What ``text`` says that a player owns."""
    if len(text) > MAX_TEXT:
        sentence = f"The text has {len(text):,} characters; at most {MAX_TEXT:,} are read."
        return HoldingsRead((), (Problem(0, "", sentence, True),))
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip(" \t,;\ufeff")]
    if len(lines) > MAX_ROWS:
        sentence = f"There are {len(lines):,} lines; at most {MAX_ROWS:,} are read."
        return HoldingsRead((), (Problem(0, "", sentence, True),))
    columns: Sequence[str] = COLUMNS
    found: dict[tuple[str, str], Holding] = {}
    problems = []
    for number, line in lines:
        if line.lstrip().startswith("#"):
            continue
        try:
            cells = cells_of(line)
            if cells and (head := head_of(cells)):
                columns = head
                continue
            add(found, from_cells(cells, columns) if cells else from_words(line))
        except ValueError as error:
            problems.append(Problem(number, short(one_line(line)), str(error), True))
    if not lines:
        problems.append(Problem(0, "", "Nothing was pasted and no file was chosen.", True))
    rows = sorted(found.values(), key=lambda row: order(row.nation, row.type))
    return HoldingsRead(tuple(rows), tuple(problems))


def write_holdings(holdings: Iterable[Holding]) -> str:
    """The rows as CSV with a byte order mark, so that spreadsheets read it as UTF-8; ``read_holdings`` takes it."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for row in holdings:
        nation = nations()[row.nation].adjective if row.nation in nations() else row.nation or "any"
        name = TYPE_NAMES[row.type]  # type: ignore[index]
        table.writerow([nation, name, row.stands, row.figures, guarded(row.note)])
    return "\ufeff" + out.getvalue()


def checked(nation: str, kind: str, stands: int, figures: int, note: str) -> Holding:
    """A holding within the limits.

    Raises:
        ValueError: a nation or type that is not known, a number beyond the limits, nothing owned, a long note.
    """
    if nation != ANY and nation not in nations():
        raise ValueError(f"There is no nation {short(nation, 40)}.")
    if kind not in TYPE_NAMES:
        raise ValueError(f"There is no type {short(kind, 40)}; it is one of {TYPES}.")
    for what, count, most in (("stands", stands, MAX_STANDS), ("figures", figures, MAX_FIGURES)):
        if not 0 <= count <= most:
            raise ValueError(f"The {what} of a row are 0 to {most:,}; this says {figure(count)}.")
    if not stands and not figures:
        raise ValueError("Say how many stands or figures there are.")
    note = one_line(note)
    if len(note) > MAX_NOTE:
        raise ValueError(f"A note may have {MAX_NOTE} characters; this one has {len(note):,}.")
    return Holding(nation, kind, stands, figures, note)


def cells_of(line: str) -> list[str]:
    """The cells of a line in columns: between tabs, semicolons or commas; none where it is a line of words."""
    line = line.lstrip("\ufeff")
    for delimiter in "\t;,":
        if line.count(delimiter) >= 2:
            cells = next(csv.reader([line], delimiter=delimiter), [])
            return [unguarded(one_line(cell)) for cell in cells]
    return []


def head_of(cells: Sequence[str]) -> list[str]:
    """The columns that a head row names; none where the row is no head."""
    names = [plain(cell).strip() for cell in cells]
    return names if "type" in names and ("stands" in names or "figures" in names) else []


def from_cells(cells: Sequence[str], columns: Sequence[str]) -> Holding:
    """A row in columns; columns that are not known are passed over."""
    row = dict(zip(columns, cells, strict=False))
    kind = kind_of(row.get("type", ""), nation := nation_of(row.get("nation", "")))
    stands, figures = (number_in(row.get(name, ""), name) for name in ("stands", "figures"))
    return checked(nation, kind, stands, figures, row.get("note", ""))


def from_words(line: str) -> Holding:
    """A line of words; a note may stand in square brackets at its end."""
    text = one_line(line)
    note = match[1] if (match := NOTE.search(text)) else ""
    text = NOTE.sub("", text)
    counts = {}
    for name, pattern in COUNTS.items():
        if match := pattern.search(text):
            counts[name] = number_in(match[1], name)
            text = f"{text[: match.start()]} {text[match.end() :]}"
    if not counts:
        raise ValueError("No number of stands or figures was found: write 24 stands 144 figures.")
    if match := re.search(NUMBER, text):
        raise ValueError(f"What does {match[0]} count? Write it with stands or figures behind it.")
    nation, kind = nation_and_type(re.sub(r"[,;:()\t]", " ", text).split())
    return checked(nation, kind, counts.get("stands", 0), counts.get("figures", 0), note)


def nation_and_type(words: list[str]) -> tuple[str, UnitType]:
    """What is left of a line of words without its numbers.

    Raises:
        ValueError: they do not begin with a nation that is known, and are not a type alone.
    """
    while words and words[0].casefold() in JOINTS:
        words = words[1:]
    while words and words[-1].casefold() in JOINTS:
        words = words[:-1]
    nation, rest = nation_before(words)
    if rest == words and len(words) > 1 and not type_of(" ".join(words)):
        raise ValueError(f"“{short(words[0], 40)}” is no nation that is known here; begin with one, or with any.")
    return nation, kind_of(" ".join(rest), nation)


def nation_before(words: list[str]) -> tuple[str, list[str]]:
    """The nation that the first words name, the longest name first, and the words behind it."""
    for count in (3, 2, 1):
        if len(words) > count and (code := nation_code(" ".join(words[:count]))):
            return code, words[count:]
    if words and words[0].casefold() == "any":
        return ANY, words[2:] if words[1:2] == ["nation"] else words[1:]
    return ANY, words


def nation_of(text: str) -> str:
    """A nation's code; ``ANY`` where the cell is empty or says any.

    Raises:
        ValueError: it is no nation that we know.
    """
    if plain(text).strip() in ANY_WORDS:
        return ANY
    if code := nation_code(text):
        return code
    raise ValueError(f"“{short(text, 40)}” is no nation that is known here; leave it empty for any.")


def kind_of(text: str, nation: str) -> UnitType:
    """The type that the words say.

    Raises:
        ValueError: they say none, or leave a choice.
    """
    if kind := type_of(text):
        return kind
    guess = type_in(text, nation)
    if guess is None or guess.doubt:
        what = f"“{short(text.strip(), 40)}” is not one type" if text.strip() else "No type is said"
        raise ValueError(f"{what}; write one of {TYPES}.")
    return guess.type


def number_in(text: str, what: str) -> int:
    """A whole number from 0; an empty cell is 0.

    Raises:
        ValueError: it is none.
    """
    text = text.strip()
    if not text:
        return 0
    if not re.fullmatch(NUMBER, text):
        raise ValueError(f"“{short(text, 40)}” is no number of {what}; write a whole number from 0.")
    return whole(text)


def add(found: dict[tuple[str, str], Holding], row: Holding) -> None:
    """Put a row to the others; to one of the same nation and type it is added."""
    key = (row.nation, row.type)
    there = found.get(key)
    if there is not None:
        notes = ", ".join(dict.fromkeys(note for note in (there.note, row.note) if note))
        row = checked(*key, there.stands + row.stands, there.figures + row.figures, notes)
    found[key] = row


def order(nation: str, kind: str) -> tuple[int, int]:
    """Where a nation and type stand in a list: nations as in their file, what fits any nation last."""
    codes = list(nations())
    return (codes.index(nation) if nation in codes else len(codes), UNIT_TYPES.index(kind))
