"""Answers that are kept in a text file beside their tests, by section: what changes one of them changes the product.

A file has a heading ``# name`` for each section and its lines below it. A person reads the diff of a file that is
written again.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

Makers = Mapping[str, Callable[[], Iterable[str]]]
"""What makes the lines of each section."""


@cache
def sections(path: Path) -> dict[str, list[str]]:
    """The lines of every section of a file; none where there is no file yet."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.startswith("# "):
            lines = found[line[2:]] = []
        else:
            lines.append(line)
    return found


def kept(path: Path, section: str) -> list[str]:
    """The lines of a section as they are kept."""
    return sections(path).get(section, [])


def write(path: Path, makers: Makers) -> None:
    """Keep the answers that are given now."""
    lines = [line for name, made in makers.items() for line in (f"# {name}", *made())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
