"""The lists that are shipped with the tests, what they should give, and an independent tokenizer for them."""

import html
import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

import openpyxl

from armies.exchange import Reading, read
from battles.engine.armies.facts import Army, Element, Unit

FOLDER: Final = Path(__file__).parent / "data" / "lists"
LISTS: Final = sorted(path for path in FOLDER.iterdir() if not path.name.endswith(".expected.json"))
TEXTS: Final = [path for path in LISTS if path.suffix in (".txt", ".tsv", ".csv")]


def expected(path: Path) -> dict[str, Any]:
    """What the list at ``path`` should give."""
    text = path.with_name(f"{path.stem}.expected.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def reading_of(path: Path) -> Reading:
    return read(path.read_bytes(), path.name)


def tokens(text: str) -> Counter[str]:
    """The runs of digits and of letters of a text, each with how often it stands there."""
    return Counter(re.findall(r"\d+|[^\W\d_]+", text))


def lines_of(path: Path) -> dict[int, str]:
    """The lines of a text, or the rows of a workbook, by number."""
    if path.suffix == ".xlsx":
        sheet = openpyxl.load_workbook(io.BytesIO(path.read_bytes()), data_only=True).worksheets[0]
        rows = enumerate(sheet.iter_rows(values_only=True), start=1)
        return {number: " ".join(str(cell) for cell in row if cell is not None) for number, row in rows}
    return dict(enumerate(path.read_text(encoding="utf-8").split("\n"), start=1))


def claimed(reading: Reading) -> dict[int, Counter[str]]:
    """The tokens of each line that the ledger has a disposition for, each as often as it has one."""
    lines: dict[int, Counter[str]] = {}
    for row in reading.ledger:
        for claim in row.claims:
            lines.setdefault(row.line, Counter()).update(tokens(html.unescape(claim.text)))
    return lines


def all_units(army: Army) -> list[tuple[tuple[str, ...], Unit]]:
    """Each unit with the names and commanders of the formations above it."""
    found: list[tuple[tuple[str, ...], Unit]] = []

    def down(children: tuple[Element, ...], above: tuple[str, ...]) -> None:
        for child in children:
            if isinstance(child, Unit):
                found.append((above, child))
            else:
                down(child.children, (*above, f"{child.name} {child.commander}"))

    down(army.children, ())
    return found


def figures(reading: Reading) -> tuple[int, int, int]:
    """How many units, men and guns a reading has."""
    units = [unit for army in reading.armies for _, unit in all_units(army)]
    return len(units), sum(unit.men or 0 for unit in units), sum(unit.guns or 0 for unit in units)
