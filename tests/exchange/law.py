"""Mutations of lists with a known effect: no number and no name is lost or changed in silence.

``python -m tests.exchange.law 10000`` tries so many of them.
"""

import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from armies.exchange import Reading, Unreadable, read
from tests.exchange.found_lists import TEXTS, all_units, claimed, tokens
from tests.exchange.own_lists import OWN_LISTS, own_list

MARKS: Final = (",", ".", "'", " ", "\u202f", "")
"""Marks of thousands."""
THOUSANDS: Final = re.compile(r"(?<![\d.,'/])(\d{1,2})[.,' \u202f](\d{3})(?![\d.,'/])")
FIGURE: Final = re.compile(
    r"(?<![\w.,'/-])(?<!\d\s)(?:\d{1,2}[,.' ])?(\d{3})(?![\w/.,'-]|\s\d)|(?<=/)(?:\d{1,2},)?(\d{3})(?=\))"
)
"""A strength of three to five digits, alone or behind the officers; a group holds its last three digits."""
WITH_HORSES: Final = re.compile(r"/\d+/\d+\)|/\d+ horses|\b(?:je|of) \d")
"""Officers, men and horses, or the men of each battalion: no figure of these lines is changed."""
WORD: Final = "Zorbograd"


@dataclass(frozen=True)
class Mutation:
    """A changed text, the name of the change, the line that it is about, and the faults of a reading of it."""

    name: str
    text: str
    line: int
    faults: Callable[[Reading, Reading], str]


def figures_of(reading: Reading) -> Counter[tuple[str, int, int]]:
    """Each unit's name, men and guns, without the number of its battalion."""
    rows = [unit for army in reading.armies for _, unit in all_units(army)]
    return Counter((unit.name, unit.men or 0, unit.guns or 0) for unit in rows)


def sums(reading: Reading) -> tuple[int, int]:
    rows = figures_of(reading)
    return (
        sum(men * count for (_, men, _), count in rows.items()),
        sum(guns * count for (_, _, guns), count in rows.items()),
    )


def asked(reading: Reading) -> set[int]:
    return {problem.line for problem in reading.blocking}


def unlawful(text: str, reading: Reading) -> str:
    """The first line with a number or a name that has not exactly one disposition; empty if there is none."""
    ledger = claimed(reading)
    for number, line in enumerate(text.split("\n"), start=1):
        if ledger.get(number, Counter()) != tokens(line):
            return f"line {number} {line!r}: {ledger.get(number)}"
    return ""


def unit_lines(text: str, reading: Reading) -> list[int]:
    """The lines with a claimed name and a claimed strength, and no more than one of either."""
    lines = text.split("\n")
    rows = []
    for row in reading.ledger:
        kinds = Counter(claim.what for claim in row.claims)
        found = FIGURE.findall(lines[row.line - 1]) if row.line <= len(lines) else []
        found = [] if lines[row.line - 1].lstrip().startswith("|") or WITH_HORSES.search(lines[row.line - 1]) else found
        if kinds["figure"] == 1 and kinds["name"] >= 1 and not kinds["total"] and len(found) == 1:
            rows.append(row.line)
    return [line for line in rows if line not in asked(reading)]


def mutations(text: str, reading: Reading, dice: random.Random) -> Iterator[Mutation]:
    """Endless mutations of ``text``, whose own reading is ``reading``."""
    lines = text.split("\n")
    units = unit_lines(text, reading)
    makers = [_marks, _blanks]
    makers += [_number, _twice, _renamed, _swapped] * 3 if units else []
    while True:
        maker = dice.choice(makers)
        mutation = maker(lines, units, dice)
        if mutation is not None and mutation.text != text:
            yield mutation


def _same(before: Reading, after: Reading) -> str:
    lost, new = figures_of(before) - figures_of(after), figures_of(after) - figures_of(before)
    return f"{lost} became {new}" if lost or new else ""


def _marks(lines: list[str], _units: Sequence[int], dice: random.Random) -> Mutation | None:
    mark = dice.choice(MARKS)
    text = "\n".join(THOUSANDS.sub(rf"\g<1>{mark}\g<2>", line) for line in lines)
    return Mutation(f"marks of thousands {mark!r}", text, 0, _same)


def _blanks(lines: list[str], _units: Sequence[int], dice: random.Random) -> Mutation | None:
    ends, blank = dice.choice(("", "  ", "\t")), dice.randrange(len(lines))
    changed = [line + ends if line.strip() else line for line in lines]
    return Mutation("blanks at the ends", "\n".join(changed), blank, _same)


def _number(lines: list[str], units: Sequence[int], dice: random.Random) -> Mutation | None:
    line = dice.choice(units)
    old, new = FIGURE.search(lines[line - 1]), dice.randrange(100, 1000)
    assert old is not None
    changed = lines[line - 1][: old.end() - 3] + str(new) + lines[line - 1][old.end() :]
    delta = new - int(old[1] or old[2])

    def faults(before: Reading, after: Reading) -> str:
        if line in asked(after):
            return ""
        got = sums(after)[0] - sums(before)[0]
        return "" if got == delta and sums(after)[1] == sums(before)[1] else f"men change by {got}, not {delta}"

    return Mutation(f"number {old[0]} to {new}", _with(lines, line, changed), line, faults)


def _twice(lines: list[str], units: Sequence[int], dice: random.Random) -> Mutation | None:
    line = dice.choice(units)
    figure = FIGURE.search(lines[line - 1])
    assert figure is not None
    men = int(re.sub(r"\D", "", figure[0]))

    def faults(before: Reading, after: Reading) -> str:
        if {line, line + 1} & asked(after):
            return ""
        got = sums(after)[0] - sums(before)[0]
        return "" if got == men else f"men change by {got}, not {men}"

    text = "\n".join([*lines[:line], lines[line - 1], *lines[line:]])
    return Mutation("line twice", text, line, faults)


def _renamed(lines: list[str], units: Sequence[int], dice: random.Random) -> Mutation | None:
    line = dice.choice(units)
    words = list(re.finditer(r"(?<![\w'-])[A-ZÀ-ÞА-Я][a-zà-þа-яё]{4,}(?![\w'-])", lines[line - 1]))
    if not words:
        return None
    word = dice.choice(words)
    changed = f"{lines[line - 1][: word.start()]}{WORD}{lines[line - 1][word.end() :]}"

    def faults(before: Reading, after: Reading) -> str:
        if line in asked(after):
            return ""
        text = str(after.armies) + str(after.problems)
        if WORD not in text:
            return f"{WORD} is lost"
        return "" if sums(after)[0] == sums(before)[0] or word[0].lower() in SPEAKING else "other men"

    return Mutation(f"name {word[0]}", _with(lines, line, changed), line, faults)


SPEAKING: Final = ("battery", "artillery", "batterie", "troop")


def _swapped(lines: list[str], units: Sequence[int], dice: random.Random) -> Mutation | None:
    pairs = [line for line in units if line + 1 in units and _indent(lines[line - 1]) == _indent(lines[line])]
    if not pairs:
        return None
    line = dice.choice(pairs)
    text = "\n".join([*lines[: line - 1], lines[line], lines[line - 1], *lines[line + 1 :]])
    return Mutation("lines swapped", text, line, _same)


def _indent(line: str) -> str:
    """The blanks and bullets before a line."""
    return line[: len(line) - len(line.lstrip(" \t*#+-"))]


def _with(lines: list[str], line: int, changed: str) -> str:
    return "\n".join([*lines[: line - 1], changed, *lines[line:]])


def broken(mutation: Mutation, before: Reading, filename: str) -> str:
    """What is wrong with the reading of a mutation; empty if the law holds."""
    try:
        after = read(mutation.text.encode(), filename)
    except Unreadable as error:
        return f"refused: {error}"
    faults = mutation.faults(before, after)
    return faults if faults else unlawful(mutation.text, after) if after.ledger else "no ledger"


def main(count: int) -> None:
    """Try ``count`` mutations of all our lists and print each that breaks the law."""
    lists = [(path.name, path.read_text(encoding="utf-8")) for path in TEXTS]
    lists += [(one.filename, one.text) for one in map(own_list, OWN_LISTS) if one.filename.endswith(".txt")]
    readings = [(name, text, read(text.encode(), name)) for name, text in lists]
    bad = 0
    for number in range(count):
        name, text, before = readings[number % len(readings)]
        mutation = next(mutations(text, before, random.Random(number)))  # noqa: S311
        if fault := broken(mutation, before, name):
            bad += 1
            sys.stdout.write(f"{name}, {mutation.name}, line {mutation.line}: {fault}\n")
    sys.stdout.write(f"{count:,} mutations, {bad} broken\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
