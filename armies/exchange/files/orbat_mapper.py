"""Read scenarios of ORBAT Mapper: sides, groups and units with personnel and equipment, as the rows of a list."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from armies.exchange.clean_text import fold
from armies.exchange.draft_army import Reading, Unreadable
from armies.exchange.limits import MAX_LINES
from armies.exchange.lists import terms
from armies.exchange.lists.amounts import Amounts, value_of
from armies.exchange.lists.heading_nation import nation_of
from armies.exchange.lists.headings import Item, arm_of, is_person, level_of, split_heading
from armies.exchange.lists.list_reader import ListReader, assembled, finished
from armies.exchange.lists.ranks import RANK
from armies.exchange.lists.unit_text import read_unit
from battles.engine.armies.facts import weight_of

TYPE: Final = "ORBAT-mapper"
MOST_DEPTH: Final = 40
OFFICERS: Final = ("officers", "officer", "offiziere", "officiers")
SIZES: Final = {"18": "brigade", "21": "division", "22": "corps", "23": "army", "24": "army"}
"""Levels by the size in a symbol's code (APP-6D, digits 9 and 10)."""


class Scenario(msgspec.Struct, frozen=True):
    """The part of a scenario that an army needs."""

    sides: list[dict[str, Any]]
    name: str = ""
    description: str = ""
    startTime: int | str = ""


def read_scenario(text: str, decisions: Mapping[int, str | None], chosen: Mapping[str, str]) -> Reading:
    """The armies of a scenario, one for each side. Its lines are the sides, groups and units in order, from 1.

    Raises:
        Unreadable: it is no scenario of ORBAT Mapper, or is beyond the limits.
    """
    try:
        scenario = msgspec.json.decode(text, type=Scenario)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(f"This scenario of ORBAT Mapper cannot be read: {error}.") from None
    reader = ListReader(scenario.name or "Scenario", chosen)
    walk = _Walk(reader, decisions)
    for side in scenario.sides:
        walk.side(side, scenario)
    return finished(reader, assembled(reader, walk.items), "orbat")


class _Walk:
    def __init__(self, reader: ListReader, decisions: Mapping[int, str | None]) -> None:
        self.reader = reader
        self.decisions = decisions
        self.items: list[Item] = []
        self.line = 0

    def _next(self, text: str) -> int:
        self.line += 1
        if self.line > MAX_LINES:
            raise Unreadable(f"The scenario has more than {MAX_LINES:,} units.")
        self.reader.ledger.originals[self.line] = text
        return self.line

    def side(self, side: dict[str, Any], scenario: Scenario) -> None:
        name = _text(side, "name") or "Side"
        line = self._next(name)
        self.reader.ledger.mark(line, name, "name")
        item = Item("title", line, name, level="army", name=name, nation=nation_of(name))
        if scenario.startTime and isinstance(scenario.startTime, str):
            item.extra = scenario.startTime[:10]
        self.items.append(item)
        if scenario.name:
            self.items.append(Item("note", line, scenario.name, note=scenario.name))
        for group in _rows(side, "groups"):
            self._group(group)

    def _group(self, group: dict[str, Any]) -> None:
        name = _text(group, "name") or "Group"
        line = self._next(name)
        if children := [*_rows(group, "units"), *_rows(group, "subUnits")]:
            self._heading(line, name, "", 1, _text(group, "description"))
            for unit in children:
                self._unit(unit, 2)

    def _unit(self, unit: dict[str, Any], depth: int) -> None:
        if depth > MOST_DEPTH:
            raise Unreadable(f"The scenario has more than {MOST_DEPTH} levels of units.")
        name = _text(unit, "name") or _text(unit, "shortName")
        people = [(one["name"], one["count"]) for one in _rows(unit, "personnel") if _is_count(one)]
        pieces = [(one["name"], one["count"]) for one in _rows(unit, "equipment") if _is_count(one)]
        said = ", ".join(f"{count} {what}" for what, count in (*people, *pieces))
        line = self._next(f"{name} {said}".strip())
        children = _rows(unit, "subUnits")
        if line in self.decisions:
            self.items += self.reader.decided(line, self.decisions[line], depth)
        elif children:
            self._heading(line, name, _text(unit, "sidc"), depth, _text(unit, "description"))
        else:
            self._leaf(line, name, unit, people, pieces, depth)
        for child in children:
            self._unit(child, depth + 1)

    def _heading(self, line: int, name: str, sidc: str, depth: int, description: str) -> None:
        item = split_heading(name)
        self.reader.ledger.mark(line, description, "note")
        if RANK.match(fold(description)) and is_person(description) and not item.commander:
            item.commander, item.extra = description, "the commander is taken from the description"
        elif description:
            item.note = "; ".join(note for note in (item.note, description) if note)
        self.reader.ledger.mark(line, name, "name")
        item.line, item.text, item.indent = line, name, depth
        item.level = level_of(item.name) or SIZES.get(sidc[8:10], "")
        item.arm, item.nation = arm_of(item.name), nation_of(item.name)
        self.items.append(item)

    def _leaf(
        self,
        line: int,
        name: str,
        unit: dict[str, Any],
        people: list[tuple[str, int]],
        pieces: list[tuple[str, int]],
        depth: int,
    ) -> None:
        piece = self.reader.ledger.text(line, name)
        read = read_unit(piece, self.reader.style)
        amounts = read.amounts
        for what, count in people:
            self.reader.ledger.mark(line, f"{count} {what}", "figure")
            _add_people(amounts, what, count)
        for what, count in pieces:
            self.reader.ledger.mark(line, f"{count} {what}", "figure")
            _add_pieces(amounts, read.notes, what, count)
        for key in ("description", "shortName"):
            if (text := _text(unit, key)) and text != name:
                self.reader.ledger.mark(line, text, "note")
                read.notes.append(text)
        self.items.append(Item("unit", line, name, depth, unit=read, name=read.name, pieces=[piece]))


def _add_people(amounts: Amounts, what: str, count: int) -> None:
    if fold(what).strip() in OFFICERS:
        amounts.officers = (amounts.officers or 0) + count
    elif "horses" in fold(what):
        amounts.notes.append(f"{count:,} {what}")
    else:
        amounts.men = (amounts.men or 0) + count


def _add_pieces(amounts: Amounts, notes: list[str], what: str, count: int) -> None:
    folded = fold(what)
    if terms.GUN_WORDS.search(folded) or "gun" in folded:
        amounts.guns = (amounts.guns or 0) + count
        digits = "".join(char for char in folded.split("-")[0].split()[0] if char.isdigit())
        if digits and "howitz" not in folded and amounts.weight is None:
            amounts.weight = weight_of(value_of(digits))
    else:
        notes.append(f"{count:,} {what}")


def _is_count(one: dict[str, Any]) -> bool:
    return isinstance(one.get("name"), str) and isinstance(one.get("count"), int) and 0 < one["count"] < MOST_COUNT


MOST_COUNT: Final = 1_000_000


def _rows(record: dict[str, Any], key: str) -> list[dict[str, Any]]:
    rows = record.get(key)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _text(record: dict[str, Any], key: str) -> str:
    value = record.get(key)
    return " ".join(value.split())[:300] if isinstance(value, str) else ""
