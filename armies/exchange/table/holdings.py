"""Read and write the stands and figures that a player owns, as text or CSV."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from armies.exchange.clean_text import one_line, plain, short
from armies.exchange.draft_army import Problem
from armies.exchange.limits import number_text
from armies.exchange.table.rows import guarded, unguarded
from armies.exchange.text.strengths import NUMBER, whole_number
from armies.exchange.vocabulary import TYPE_NAMES, nation_code, type_in, type_of
from battles.engine.armies.facts import UNIT_TYPES, UnitType
from battles.engine.armies.nations import nations

ANY: Final = ""
"""The nation of stands that fit every nation, and of units without a nation."""
MAX_TEXT: Final = 100_000
"""Characters of the pasted text or the file."""
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
    """Stands and figures of one type and nation that a player owns; ``nation`` is a code or ``ANY``."""

    nation: str
    type: str
    stands: int
    figures: int = 0
    note: str = ""


class HoldingsRead(Struct, frozen=True):
    """The holdings that were read, in list order, and the problems of lines that were not understood."""

    holdings: tuple[Holding, ...]
    problems: tuple[Problem, ...]


def read_holdings(text: str) -> HoldingsRead:
    """The holdings listed in ``text``."""
    if len(text) > MAX_TEXT:
        sentence = f"The text has {len(text):,} characters; at most {MAX_TEXT:,} are allowed."
        return HoldingsRead((), (Problem(0, "", sentence, True),))
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip(" \t,;\ufeff")]
    if len(lines) > MAX_ROWS:
        sentence = f"There are {len(lines):,} lines; at most {MAX_ROWS:,} are allowed."
        return HoldingsRead((), (Problem(0, "", sentence, True),))
    columns: Sequence[str] = COLUMNS
    holdings: dict[tuple[str, str], Holding] = {}
    problems = []
    for number, line in lines:
        if line.lstrip().startswith("#"):
            continue
        try:
            cells = cells_of(line)
            if cells and (head := head_of(cells)):
                columns = head
                continue
            add(holdings, from_cells(cells, columns) if cells else from_words(line))
        except ValueError as error:
            problems.append(Problem(number, short(one_line(line)), str(error), True))
    if not lines:
        problems.append(Problem(0, "", "Paste a list or choose a file first.", True))
    rows = sorted(holdings.values(), key=lambda row: order(row.nation, row.type))
    return HoldingsRead(tuple(rows), tuple(problems))


def write_holdings(holdings: Iterable[Holding]) -> str:
    """The rows as CSV with a byte order mark, so that spreadsheets read UTF-8; ``read_holdings`` reads it back."""
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
        ValueError: an unknown nation or type, a number beyond the limits, no stands and figures, or a long note.
    """
    if nation != ANY and nation not in nations():
        raise ValueError(f"There is no nation {short(nation, 40)}.")
    if kind not in TYPE_NAMES:
        raise ValueError(f"There is no type {short(kind, 40)}; write one of {TYPES}.")
    for what, count, most in (("stands", stands, MAX_STANDS), ("figures", figures, MAX_FIGURES)):
        if not 0 <= count <= most:
            raise ValueError(f"The {what} of a row must be between 0 and {most:,}, not {number_text(count)}.")
    if not stands and not figures:
        raise ValueError("Write how many stands or figures you own.")
    note = one_line(note)
    if len(note) > MAX_NOTE:
        raise ValueError(f"A note may have at most {MAX_NOTE} characters; this one has {len(note):,}.")
    return Holding(nation, kind, stands, figures, note)


def cells_of(line: str) -> list[str]:
    """The cells of a line, divided by tabs, semicolons or commas; none if it is a line of words."""
    line = line.lstrip("\ufeff")
    for delimiter in "\t;,":
        if line.count(delimiter) >= 2:
            cells = next(csv.reader([line], delimiter=delimiter), [])
            return [unguarded(one_line(cell)) for cell in cells]
    return []


def head_of(cells: Sequence[str]) -> list[str]:
    """The columns that a header row names; none if the row is not one."""
    names = [plain(cell).strip() for cell in cells]
    return names if "type" in names and ("stands" in names or "figures" in names) else []


def from_cells(cells: Sequence[str], columns: Sequence[str]) -> Holding:
    """The holding of a row in columns; unknown columns are ignored."""
    row = dict(zip(columns, cells, strict=False))
    kind = kind_of(row.get("type", ""), nation := nation_of(row.get("nation", "")))
    stands, figures = (number_in(row.get(name, ""), name) for name in ("stands", "figures"))
    return checked(nation, kind, stands, figures, row.get("note", ""))


def from_words(line: str) -> Holding:
    """The holding of a line of words; its end may be a note in square brackets."""
    text = one_line(line)
    note = match[1] if (match := NOTE.search(text)) else ""
    text = NOTE.sub("", text)
    counts = {}
    for name, pattern in COUNTS.items():
        if match := pattern.search(text):
            counts[name] = number_in(match[1], name)
            text = f"{text[: match.start()]} {text[match.end() :]}"
    if not counts:
        raise ValueError("The line has no number of stands or figures; write for example: 24 stands 144 figures.")
    if match := re.search(NUMBER, text):
        raise ValueError(f"It is not clear what {match[0]} counts; write “stands” or “figures” after it.")
    nation, kind = nation_and_type(re.sub(r"[,;:()\t]", " ", text).split())
    return checked(nation, kind, counts.get("stands", 0), counts.get("figures", 0), note)


def nation_and_type(words: list[str]) -> tuple[str, UnitType]:
    """The nation and type that words without numbers name.

    Raises:
        ValueError: the words neither begin with a known nation nor are a type.
    """
    while words and words[0].casefold() in JOINTS:
        words = words[1:]
    while words and words[-1].casefold() in JOINTS:
        words = words[:-1]
    nation, rest = nation_before(words)
    if rest == words and len(words) > 1 and not type_of(" ".join(words)):
        raise ValueError(f"“{short(words[0], 40)}” is not a known nation; begin with a nation or with “any”.")
    return nation, kind_of(" ".join(rest), nation)


def nation_before(words: list[str]) -> tuple[str, list[str]]:
    """The nation that the first words name, longer names first, and the words after it."""
    for count in (3, 2, 1):
        if len(words) > count and (code := nation_code(" ".join(words[:count]))):
            return code, words[count:]
    if words and words[0].casefold() == "any":
        return ANY, words[2:] if words[1:2] == ["nation"] else words[1:]
    return ANY, words


def nation_of(text: str) -> str:
    """A nation's code; ``ANY`` if the cell is empty or means any nation.

    Raises:
        ValueError: it is not a known nation.
    """
    if plain(text).strip() in ANY_WORDS:
        return ANY
    if code := nation_code(text):
        return code
    raise ValueError(f"“{short(text, 40)}” is not a known nation; leave the cell empty for any nation.")


def kind_of(text: str, nation: str) -> UnitType:
    """The type that the words name.

    Raises:
        ValueError: they name no type or are ambiguous.
    """
    if kind := type_of(text):
        return kind
    guess = type_in(text, nation)
    if guess is None or guess.doubt:
        what = f"“{short(text.strip(), 40)}” is not a known type" if text.strip() else "The type is missing"
        raise ValueError(f"{what}; write one of {TYPES}.")
    return guess.type


def number_in(text: str, what: str) -> int:
    """The whole number in a cell; an empty cell is 0.

    Raises:
        ValueError: it is not a whole number.
    """
    text = text.strip()
    if not text:
        return 0
    if not re.fullmatch(NUMBER, text):
        raise ValueError(f"“{short(text, 40)}” is not a number of {what}; write a whole number from 0.")
    return whole_number(text)


def add(holdings: dict[tuple[str, str], Holding], row: Holding) -> None:
    """Add ``row`` to ``holdings``, to the one of the same nation and type if there is one."""
    key = (row.nation, row.type)
    existing = holdings.get(key)
    if existing is not None:
        notes = ", ".join(dict.fromkeys(note for note in (existing.note, row.note) if note))
        row = checked(*key, existing.stands + row.stands, existing.figures + row.figures, notes)
    holdings[key] = row


def order(nation: str, kind: str) -> tuple[int, int]:
    """Sort key of a nation and type: nations in the order of their file, any nation last."""
    codes = list(nations())
    return (codes.index(nation) if nation in codes else len(codes), UNIT_TYPES.index(kind))
