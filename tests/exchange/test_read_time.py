"""Work to read a file grows in proportion to its lines.

Calls of functions are counted where Python does the work: their number is the same on a busy machine. Time is measured
where a pattern may do it inside one call.
"""

import contextlib
import time
from collections.abc import Callable
from functools import partial

import pytest

from armies.exchange import Unreadable, read
from armies.exchange.lists import assembly, levels
from armies.exchange.lists.headings import Item
from tests.calls import calls
from tests.exchange.found_lists import TEXTS

SHAPES: dict[str, Callable[[int], str]] = {
    "units": lambda n: "\n".join(f"{i}e Ligne {500 + i % 400} veteran" for i in range(n)),
    "headings": lambda n: "\n".join(f"{i} corps" for i in range(n)) + "\n24e Ligne 550",
    "headings side by side": lambda n: "A army\n" + "\n".join(f"  {i} corps" for i in range(n)) + "\n  24e Ligne 5",
    "comments": lambda n: "24e Ligne 550\n" + "# 25e Ligne 500\n" * n,
    "notes": lambda n: "24e Ligne 550\n" + "> one of many\n" * n,
    "totals": lambda n: "24e Ligne 550\n" + "Total: 550 men\n" * n,
    "blank lines": lambda n: "24e Ligne 550\n" + " \n" * n,
    "rows": lambda n: "brigade,unit,men\n" + "\n".join(f"{i // 4},{i}e Ligne,500" for i in range(n)),
    "found units": lambda n: "\n".join(f"1/,2/{i}e Ligne (12/{600 + i % 300})" for i in range(n // 4)),
    "headings inside lines": lambda n: "\n".join(
        f"{i}th Division: Foy's Brigade: {i}th Line (2 bns, 1,{i % 900:03}); Ney's Brigade: {i}th Light (650)"
        for i in range(n // 4)
    ),
    "ranks under headings": lambda n: "24e Ligne (3/550)\n" + "1st Brigade\nMaj. Gen. Foy\n" * n,
    "capitals over headings": lambda n: "FIRST LINE\nCavalry: General Foy\n24e Dragons (3/550)\n" * n,
    "batteries of guns": lambda n: "24e Ligne (3/550)\n" + "2 batteries of 6 guns\n" * n,
    "figures of games": lambda n: "\n".join(f"36 figs ({i % 800 + 99} men) IR {i} Karl" for i in range(n)),
    "brackets": lambda n: "24e Ligne (3/550)\n" + "(" * n,
    "commas": lambda n: "24e Ligne (3/550)\n" + ",1 " * n,
    "one huge line": lambda n: "24e Ligne (3/550)\n" + "x 5 men, " * n,
    "rows with one place": lambda n: "level,place,brigade,unit,men\n" + "unit,1.1,A,24e Ligne,5\n" * n,
}
FEW, MANY = 50, 200
LONG_FEW, LONG_MANY = 300, 1_200
IN_PATTERNS = ("blank lines", "brackets", "commas", "one huge line", "notes", "totals")
"""Shapes whose lines are read by patterns: few calls, so they are timed at a greater length."""
MOST_CALLS = 1.08
"""So many times the proportion are let pass for what grows at first: the look ahead from heading to heading."""
MOST = 2.5
"""So many times the proportion are let pass for the noise of a busy machine; a square would take four times it."""


def tried(text: str) -> None:
    """Read ``text``, be it readable or not."""
    with contextlib.suppress(Unreadable):
        read(text.encode())


def growth(shape: str) -> float:
    """How much more calls than in proportion many lines take than few: 1 for a reader in proportion."""
    few, many = (calls(partial(tried, SHAPES[shape](count))) for count in (FEW, MANY))
    return many / few * FEW / MANY


@pytest.mark.bench
@pytest.mark.parametrize("shape", SHAPES)
def test_the_calls_grow_as_the_lines_do(shape: str) -> None:
    assert growth(shape) < MOST_CALLS


@pytest.mark.bench
def test_a_reader_that_looks_from_each_line_at_all_others_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def heights(items: list[Item]) -> list[int]:
        for item in items:
            assert item.text in [other.text.lower().upper().strip() for other in items] + [item.text]
        return levels.heights(items)

    monkeypatch.setattr(assembly, "heights", heights)
    assert growth("headings side by side") > MOST_CALLS


def seconds(text: str) -> float:
    """The least CPU time of two readings."""

    def once() -> float:
        start = time.process_time()
        tried(text)
        return time.process_time() - start

    return min(once() for _ in range(2))


@pytest.mark.bench
@pytest.mark.parametrize("shape", IN_PATTERNS)
def test_the_time_grows_as_the_lines_do(shape: str) -> None:
    few, many = seconds(SHAPES[shape](LONG_FEW)), seconds(SHAPES[shape](LONG_MANY))
    assert many < max(few, 0.002) * LONG_MANY / LONG_FEW * MOST


LONG = [
    "1 ",
    "11 ",
    "à 9 ",
    "5 men ",
    "6x9pdr ",
    "battery ",
    "horse ",
    "reit",
    "kav",
    "grenad",
    "(a ",
    '"',
    "; a: b",
    "1st brigade: ",
    "1st, ",
    "2 batteries ",
    "- ",
    ",1 ",
    "1/ ",
]


@pytest.mark.bench
@pytest.mark.parametrize("piece", LONG)
def test_a_long_line_takes_time_by_its_length(piece: str) -> None:
    lines = [("\n".join([(piece * length)[:length]] * 10)) for length in (140, 560)]
    few, many = (seconds(f"Army: A\n24e Ligne 550\n{text}") for text in lines)
    assert many < max(few, 0.002) * 4 * MOST


def clean_text(length: int) -> str:
    """Indented text in plain words, of so many characters."""
    lines = ["Army: Clean", "Nation: French", "I Corps - General Foy"]
    for number in range(length):
        if number % 8 == 0:
            lines.append(f"  {number // 8 + 1}th Brigade - General Bachelu")
        lines.append(f"    {number + 1}e Ligne {400 + number} veteran")
        if sum(map(len, lines)) > length:
            break
    return "\n".join(lines)


@pytest.mark.bench
def test_lists_take_at_most_three_times_the_time_of_clean_text_of_their_length() -> None:
    texts = [path.read_text(encoding="utf-8") for path in TEXTS]
    lists = sum(seconds(text) for text in texts)
    clean = sum(seconds(clean_text(len(text))) for text in texts)
    assert lists < 3 * clean
