"""Wide tables to armies: one row a unit, its formations in the columns before it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from armies.exchange import text_header
from armies.exchange.cleaning import plain, short
from armies.exchange.complete import complete
from armies.exchange.csv_cells import items_of
from armies.exchange.csv_rows import Row, Table
from armies.exchange.csv_unit import unit_of
from armies.exchange.drafts import Draft, rank
from armies.exchange.formation_line import TOTAL_SENTENCE, is_total
from armies.exchange.limits import MAX_NAME, element_faults
from armies.exchange.outcome import Problem
from armies.exchange.quoting import quote_if
from armies.exchange.throws import read_throw
from armies.exchange.words import COMMANDER_WORDS, KIND_WORDS, LEVELS, nation_code, nation_in
from armies.rules.facts import Source, Throw, Unit

ABOVE = ("side", "army", *LEVELS)
NO_UNIT = "The row names no unit; its figures are not kept. Totals are counted from the units."
ARMY_FACTS = ("battle", "date", "place", "scope")
Names = tuple[str, str, str]
Place = tuple[int, ...]


@dataclass
class Build:
    """One army of a table. ``places`` finds formations by their place, ``names`` by the names over them."""

    draft: Draft
    places: dict[Place, tuple[Draft, Names]] = field(default_factory=dict)
    names: dict[Names, Draft] = field(default_factory=dict)
    order: dict[int, tuple[int, int]] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)

    def add(self, parent: Draft, child: Draft | Unit, place: Place) -> None:
        """Put ``child`` under ``parent``; by its place if it has one, else after what was put there last."""
        parent.add(child)
        index = place[-1] if place else self.last.get(id(parent), 0)
        self.order[id(child)] = (index, 0 if place else 1)
        self.last[id(parent)] = index

    def sorted(self) -> Draft:
        for draft in self.draft.walk():
            draft.children.sort(key=lambda child: self.order[id(child)])
        return self.draft


class TableReader:
    """Reads the rows of one table in order."""

    def __init__(self, found: Table, name: str) -> None:
        self.table = found
        self.name = found.title or name
        self.builds: dict[tuple[str, str], Build] = {}
        self.problems = found.problems
        self.own = "level" in found.columns
        self.above = dict.fromkeys(ABOVE, "")
        self.numbered = "battalion" in found.columns and "unit" in found.columns

    def read(self) -> list[Draft]:
        """The armies of the table, in the order in which it names them; problems go to its own."""
        rows = [row for row in self.table.rows if self._counts(row)]
        if self.own:
            rows.sort(key=_depth)
        for row in rows:
            try:
                self._row(row)
            except ValueError as error:
                self.problems.append(row.problem(str(error)))
        for build in self.builds.values():
            self._finish(build)
        self.problems.sort(key=lambda problem: problem.line)
        return [build.draft for build in self.builds.values()]

    def _counts(self, row: Row) -> bool:
        """Whether a row tells anything; its empty cells are filled on the way."""
        if self.own and row["level"]:
            return True
        if any(row[column] and is_total(row[column]) for column in ("unit", *LEVELS)):
            self.problems.append(row.problem(TOTAL_SENTENCE, blocking=False))
            return False
        if not row["unit"] and (row["men"] or row["guns"]):
            self.problems.append(row.problem(NO_UNIT, blocking=False))
        if not any(row[column] for column in ("unit", *ABOVE)):
            return False
        self._fill_down(row)
        return True

    def _fill_down(self, row: Row) -> None:
        """In tables of others the first empty cells mean what stands above them."""
        for column in ABOVE:
            if row[column]:
                break
            row.cells[column] = self.above[column]
        self.above = {column: row[column] for column in ABOVE}

    def _row(self, row: Row) -> None:
        level = _level(row)
        build = self._build(row)
        if level == "unit":
            self._unit(row, build)
        elif level in LEVELS:
            self._formation(row, level, build)
        elif level == "army":
            self._army(row, build)
        elif level == "house rules":
            self.table.notes.append(text_header.HOUSE_RULES.format(short(row["value"], MAX_NAME)))
        elif level in ("source", "note", "confidence", "option", "draw", *ARMY_FACTS):
            self._army_fact(row, level, build.draft)
        else:
            raise ValueError(f"Column level: “{row['level']}” is not understood.")

    def _build(self, row: Row) -> Build:
        key = (row["side"], row["army"])
        if key not in self.builds:
            nation = nation_code(row["side"]) or nation_in(self.table.title)
            facts = {"name": row["army"] or row["side"] or self.name, "nation": nation}
            self.builds[key] = Build(Draft("army", facts, nation, row.number))
        return self.builds[key]

    def _army(self, row: Row, build: Build) -> None:
        facts = build.draft.facts
        if row["commander"]:
            facts["commander"] = row["commander"]
        if row["nation"] or row["level"]:
            facts["nation"] = build.draft.nation = text_header.known_nation(row["nation"])

    def _army_fact(self, row: Row, level: str, army: Draft) -> None:
        if level == "source":
            source = Source(id=row["key"], title=row["value"], where=row["where"], used_for=row["notes"])
            army.facts["sources"] = (*army.facts.get("sources", ()), source)
        elif level == "note":
            text_header.apply(army, "note", row["notes"])
        elif level == "confidence":
            army.facts["confidence"] = {**army.facts.get("confidence", {}), row["key"]: row["value"]}
        elif level == "option":
            text_header.apply(army, "option", f"{row['key']} = {row['value']}" if row["value"] else row["key"])
        else:
            text_header.apply(army, level, row["value"])

    def _parent(self, row: Row, level: str, build: Build) -> tuple[Draft, Place, Names]:
        """What a row's element stands under, its place, and the names over and of it.

        A place counts only where the names over it are those of the row: whoever moves a unit by
        changing its brigade's name means it so.
        """
        depth = LEVELS.index(level) if level in LEVELS else len(LEVELS)
        over = tuple(row[column] if LEVELS.index(column) < depth else "" for column in LEVELS)
        names = tuple(row[column] if LEVELS.index(column) <= depth else "" for column in LEVELS)
        place = _place(row["place"])
        if place[:-1]:
            above, held = build.places.get(place[:-1], (build.draft, ("", "", "")))
            if held == over and above is not build.draft:
                return above, place, names  # type: ignore[return-value]
        elif place and not any(over):
            return build.draft, place, names  # type: ignore[return-value]
        return self._by_names(over, build), (), names  # type: ignore[return-value]

    def _by_names(self, names: tuple[str, ...], build: Build) -> Draft:
        """The formation of these names, put at the end of what it belongs to where it is not there yet."""
        draft = build.draft
        for depth, name in enumerate(names):
            if name:
                path: Any = (*names[: depth + 1], *[""] * (len(LEVELS) - depth - 1))
                if path not in build.names:
                    child = Draft(LEVELS[depth], {"name": name}, draft.nation)
                    if faults := " ".join(element_faults(child.frozen())):
                        raise ValueError(faults)
                    build.names[path] = child
                    build.add(draft, child, ())
                draft = build.names[path]
        return draft

    def _formation(self, row: Row, level: str, build: Build) -> None:
        facts = formation_facts(row, level)
        parent, place, names = self._parent(row, level, build)
        if rank(parent.level) <= rank(level):
            raise ValueError(f"Wrong nesting: a {level} stands under {parent.label}.")
        draft = Draft(level, facts, facts.get("nation") or parent.nation, row.number, row.text)
        if faults := " ".join(element_faults(draft.frozen())):
            raise ValueError(faults)
        if not place and names in build.names:
            known = build.names[names]
            known.facts.update({key: value for key, value in facts.items() if value})
            known.nation = known.facts.get("nation") or parent.nation
            return
        build.add(parent, draft, place)
        build.names.setdefault(names, draft)
        if place:
            build.places.setdefault(place, (draft, names))

    def _unit(self, row: Row, build: Build) -> None:
        own = self.own and bool(row["level"])
        if self.numbered and row["battalion"]:
            row.cells["unit"] = f"{row['battalion']}/{row['unit']}"
        parsed = unit_of(row, exact=own)
        parent, place, _ = self._parent(row, "unit", build)
        date = str(build.draft.facts.get("date", ""))
        units = complete(parsed, parent.nation, int(date[:4]) if date else None)
        for unit in units:
            build.add(parent, unit, place)
        for level in LEVELS:
            if commander := row[f"{level}_commander"]:
                self._command(row, level, commander, build)
        if parsed.assumed:
            sentence = "; ".join(parsed.assumed)
            self.problems.append(row.problem(f"{sentence[0].upper()}{sentence[1:]}.", blocking=False))

    def _command(self, row: Row, level: str, commander: str, build: Build) -> None:
        depth = LEVELS.index(level)
        names: Any = tuple(row[column] if LEVELS.index(column) <= depth else "" for column in LEVELS)
        if draft := build.names.get(names):
            told = draft.facts.setdefault("commander", commander)
            if told != commander:
                sentence = f"{draft.name} has the commander “{told}” already; “{commander}” was left out."
                self.problems.append(row.problem(sentence, blocking=False))

    def _finish(self, build: Build) -> None:
        build.sorted()
        if not self.own:
            _common_nation(build.draft)
        for draft in build.draft.walk():
            for name in draft.doubles():
                sentence = f"Two units of {draft.name} are named “{name}”."
                self.problems.append(Problem(draft.line, draft.text[:200], sentence, False))


def _level(row: Row) -> str:
    return plain(row["level"]) or next((column for column in ("unit", *reversed(LEVELS)) if row[column]), "army")


def _depth(row: Row) -> int:
    """In our own tables what stands above is read first: a unit may be moved to a brigade whose row comes later."""
    level = _level(row)
    return LEVELS.index(level) if level in LEVELS else len(LEVELS) if level == "unit" else -1


def _place(cell: str) -> Place:
    parts = cell.split(".") if cell else []
    if not all(part.isdecimal() and len(part) < 6 for part in parts):
        raise ValueError(f"Column place: “{cell[:40]}” is not a place such as 1.2.1.")
    return tuple(int(part) for part in parts)


def formation_facts(row: Row, level: str) -> dict[str, Any]:
    facts: dict[str, Any] = {"name": row[level]}
    for column, key in (("commander", "commander"), ("notes", "note")):
        if row[column]:
            facts[key] = row[column]
    if nation := text_header.known_nation(row["nation"]):
        facts["nation"] = nation
    if row["kind"] and level != "corps":
        if plain(row["kind"]) not in KIND_WORDS:
            raise ValueError(f"Column kind: “{row['kind']}” is not understood.")
        facts["kind"] = KIND_WORDS[plain(row["kind"])]
    if level == "brigade":
        facts["reserve"] = plain(row["reserve"]) in ("yes", "true", "1", "x", "ja", "oui")
    elif throws := _throws(row):
        facts["throws"] = throws
    if level == "corps" and (command := text_header.known_nation(row["command_nation"])):
        facts["command_nation"] = command
    return facts


def _throws(row: Row) -> tuple[Throw, ...]:
    """All ratings; a rating that differs from the last of them was typed over it."""
    throws = tuple(read_throw(item) for item in items_of(row["throws"]))
    word = plain(row["rating"])
    if not word or (throws and throws[-1].rating == COMMANDER_WORDS.get(word)):
        return throws
    return (*throws, read_throw(quote_if(word, ",")))


def _common_nation(army: Draft) -> None:
    """The nation of most units is the army's, where the table names none for it; those units inherit it."""
    if army.facts.get("nation"):
        return
    units = (child for draft in army.walk() for child in draft.children if isinstance(child, Unit))
    counts = Counter(unit.nation for unit in units if unit.nation)
    if not counts:
        return
    code = army.facts["nation"] = counts.most_common(1)[0][0]
    for draft in army.walk():
        if draft.nation in ("", code):
            draft.children[:] = [
                structs.replace(child, nation="") if isinstance(child, Unit) and child.nation == code else child
                for child in draft.children
            ]
