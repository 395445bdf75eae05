"""Time to read a file grows in proportion to its lines."""

import contextlib
import time
from collections.abc import Callable

import pytest

from armies.exchange import Unreadable, read

SHAPES: dict[str, Callable[[int], str]] = {
    "units": lambda n: "\n".join(f"{i}e Ligne {500 + i % 400} veteran" for i in range(n)),
    "headings": lambda n: "\n".join(f"{i} corps" for i in range(n)) + "\n24e Ligne 550",
    "headings side by side": lambda n: "A army\n" + "\n".join(f"  {i} corps" for i in range(n)) + "\n  24e Ligne 5",
    "comments": lambda n: "24e Ligne 550\n" + "# 25e Ligne 500\n" * n,
    "notes": lambda n: "24e Ligne 550\n" + "> one of many\n" * n,
    "totals": lambda n: "24e Ligne 550\n" + "Total: 550 men\n" * n,
    "blank lines": lambda n: "24e Ligne 550\n" + " \n" * n,
    "rows": lambda n: "brigade,unit,men\n" + "\n".join(f"{i // 4},{i}e Ligne,500" for i in range(n)),
    "rows with one place": lambda n: "level,place,brigade,unit,men\n" + "unit,1.1,A,24e Ligne,5\n" * n,
}
FEW, MANY = 700, 2_800
MOST = 2.5
"""So many times the proportion are let pass for the noise of a busy machine; a square would take four times it."""


def seconds(text: str) -> float:
    """The least CPU time of three readings."""

    def once() -> float:
        start = time.process_time()
        with contextlib.suppress(Unreadable):
            read(text.encode())
        return time.process_time() - start

    return min(once() for _ in range(3))


@pytest.mark.bench
@pytest.mark.parametrize("shape", SHAPES)
def test_the_time_grows_as_the_lines_do(shape: str) -> None:
    few, many = seconds(SHAPES[shape](FEW)), seconds(SHAPES[shape](MANY))
    assert many < max(few, 0.002) * MANY / FEW * MOST


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
    "- ",
]


@pytest.mark.bench
@pytest.mark.parametrize("piece", LONG)
def test_a_long_line_takes_time_by_its_length(piece: str) -> None:
    lines = [("\n".join([(piece * length)[:length]] * 40)) for length in (70, 280)]
    few, many = (seconds(f"Army: A\n24e Ligne 550\n{text}") for text in lines)
    assert many < max(few, 0.002) * 4 * MOST
