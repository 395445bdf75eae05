"""Our own lists as people paste them, each in one file with what it should give, and the faults of a reading."""

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from armies.exchange import Reading
from armies.exchange.clean_text import words
from battles.engine.armies.facts import Unit
from tests.exchange.found_lists import all_units

FOLDER: Final = Path(__file__).parent / "data" / "own_lists"
OWN_LISTS: Final = sorted(FOLDER.glob("*.list"))
TYPES: Final = {
    "L": "line_infantry",
    "l": "light_infantry",
    "H": "heavy_cavalry",
    "M": "medium_cavalry",
    "C": "light_cavalry",
    "F": "foot_artillery",
    "R": "horse_artillery",
}


@dataclass(frozen=True)
class Wanted:
    """A unit of a list: words of its name and of its place, its figures, and how many parts it has."""

    name: str
    men: frozenset[int]
    guns: int
    type: str
    parts: int
    place: str
    may_be_asked: bool


@dataclass(frozen=True)
class OwnList:
    """A list, the number of its armies, its commanders, its units, and the lines that are or may be asked about.

    The file has three parts between lines of ``===``: what the list is, its text, and what it should give. A unit is
    ``name | men | guns | type | parts | place``: two figures of men are both right, ``-`` is none or any, and a
    question mark before the name says that the line may be asked about.
    """

    text: str
    filename: str
    armies: int = 1
    commanders: list[str] = field(default_factory=list)
    asks: set[int] = field(default_factory=set)
    may: set[int] = field(default_factory=set)
    units: list[Wanted] = field(default_factory=list)


def own_list(path: Path) -> OwnList:
    _, text, wanted = re.split(r"^===\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    facts: dict[str, str] = {}
    units: list[Wanted] = []
    for line in wanted.splitlines():
        key, colon, value = line.partition(":")
        if colon and "|" not in line:
            facts[key] = value.strip()
        else:
            units.append(_wanted([cell.strip() for cell in line.split("|")]))
    kind = path.stem.partition("-")[0]
    suffix = kind if kind in ("html", "csv", "tsv") else "txt"
    return OwnList(
        text,
        f"{path.stem}.{suffix}",
        int(facts["armies"]),
        [name.strip() for name in facts.get("commanders", "").split(";") if name.strip()],
        {int(line) for line in facts.get("asks", "").split()},
        {int(line) for line in facts.get("may", "").split()},
        units,
    )


def _wanted(cells: list[str]) -> Wanted:
    name, men, guns, kind, parts, place = cells
    return Wanted(
        name.lstrip("? "),
        frozenset(int(one) for one in men.split("/")) if men != "-" else frozenset({0}),
        int(guns) if guns != "-" else 0,
        TYPES.get(kind, ""),
        int(parts) if parts != "-" else 0,
        place,
        name.startswith("?"),
    )


def faults(wanted: OwnList, reading: Reading) -> list[str]:
    """What is wrong with ``reading``: missing, changed and additional units, commanders, questions and armies."""
    left = [pair for army in reading.armies for pair in all_units(army)]
    found: list[str] = []
    for unit in wanted.units:
        group = _group(unit, left)
        left = [pair for pair in left if not any(pair[1] is one for one in group)]
        if fault := _fault(unit, group):
            found += [] if unit.may_be_asked else [f"{unit.name}: {fault}"]
    found += [f"additional unit {unit.name}" for _, unit in left]
    people = Counter(words(" ".join(str(army) for army in reading.armies)))
    found += [f"no commander {name}" for name in wanted.commanders if Counter(words(name)) - people]
    asked = {problem.line for problem in reading.blocking}
    found += [f"line {line} is not asked about" for line in wanted.asks - asked]
    found += [f"line {line} is asked about" for line in asked - wanted.asks - wanted.may]
    return found if len(reading.armies) == wanted.armies else [*found, f"{len(reading.armies)} armies"]


def _group(wanted: Wanted, left: list[tuple[tuple[str, ...], Unit]]) -> list[Unit]:
    """The unit that is wanted: the one whose figures fit best, or the battalions or batteries that it became."""
    fits = [
        (above, unit)
        for above, unit in left
        if not Counter(words(wanted.name)) - Counter(words(unit.name))
        and not Counter(words(wanted.place)) - Counter(words(" ".join(above)))
    ]
    whole = next((unit for _, unit in fits if (unit.men or 0) in wanted.men and (unit.guns or 0) == wanted.guns), None)
    if whole is not None or not fits:
        return [whole] if whole is not None else []
    above, first = fits[0]
    name = first.name.partition("/")[2]
    return [unit for at, unit in fits if at == above and unit.name.partition("/")[2] == name][: wanted.parts or None]


def _fault(wanted: Wanted, group: list[Unit]) -> str:
    if not group:
        return "missing"
    men, guns = sum(unit.men or 0 for unit in group), sum(unit.guns or 0 for unit in group)
    if men not in wanted.men or guns != wanted.guns:
        return f"{men} men, {guns} guns"
    if wanted.type and any(unit.type != wanted.type for unit in group):
        return group[0].type
    parts = len(group) if len(group) > 1 else group[0].sub_units or 1
    return "" if wanted.parts in (0, parts) else f"{parts} parts"
