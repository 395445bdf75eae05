"""Read wide tables: one row for each unit, with its formations in the columns before it."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import structs

from armies.exchange.clean_text import plain, quote_if, short
from armies.exchange.draft_army import Draft, Parsed, Problem, rank
from armies.exchange.limits import MAX_NAME, element_faults
from armies.exchange.lists.headings import is_person, level_of, split_heading
from armies.exchange.table.rows import Row, Table, items_of, number
from armies.exchange.text import army_header
from armies.exchange.text.army_header import TOTAL_SENTENCE, is_total, known_nation
from armies.exchange.text.notation import read_override, read_rating
from armies.exchange.text.strengths import take_guns
from armies.exchange.text.unit_line import FLAG_WORDS, complete
from armies.exchange.vocabulary import (
    COMMANDER_WORDS,
    KIND_WORDS,
    LEVELS,
    WEIGHT_WORDS,
    nation_code,
    nation_in,
    quality_of,
    type_in,
    type_of,
)
from battles.engine.armies.facts import BASES, QUALITIES, Source, Throw, Unit, weight_of

FLAGS = ("lancer", "irregular", "kgl", "armoured")


def unit_of(row: Row, *, exact: bool) -> Parsed:
    """The unit of a row; ``exact`` rows are in our own format and state every fact.

    A unit that the row's owner wrote instead keeps the row's commander, notes and nation.
    """
    if row.exact is not None:
        cells = {"commander": row["commander"], "note": row["notes"], "nation": nation_code(row["nation"])}
        facts = {key: cell for key, cell in cells.items() if cell} | row.exact.facts
        return replace(row.exact, facts=facts, errors=[], assumed=[])
    parsed = Parsed("unit", facts={"name": row["unit"]}, exact=exact, figure=True)
    for read in (_type, _quality, _figures, _sub_units, _other_facts):
        try:
            read(row, parsed)
        except ValueError as error:
            parsed.errors.append(str(error))
    if exact and "type" not in parsed.facts and not parsed.errors:
        parsed.errors.append("Columns arm and class: the type is missing.")
    return parsed


def _type(row: Row, parsed: Parsed) -> None:
    arm, size = plain(row["arm"]), plain(row["class"])
    parsed.arm = KIND_WORDS.get(arm, "") or KIND_WORDS.get(size, "")
    if parsed.arm == "artillery" and size in ("foot", "horse"):
        parsed.facts["type"] = f"{size}_artillery"
    elif parsed.arm == "artillery" and size in WEIGHT_WORDS:
        parsed.size = WEIGHT_WORDS[size]
    elif parsed.arm in ("infantry", "cavalry") and size in ("line", "light", "medium", "heavy"):
        parsed.facts["type"] = type_of(f"{size} {parsed.arm}")
        if parsed.facts["type"] is None:
            raise ValueError(f"Columns arm and class: there is no {size} {parsed.arm}.")
    elif (unit_type := type_of(row["class"]) or type_of(row["arm"])) is not None:
        parsed.facts["type"] = unit_type
    elif size and (guess := type_in(row["class"]) or type_in(row["arm"])):
        parsed.facts["type"] = guess.type
    elif size and size not in KIND_WORDS and size not in WEIGHT_WORDS:
        raise ValueError(f"Column class: “{row['class']}” is not understood.")
    elif arm and not parsed.arm and type_in(row["arm"]) is None:
        raise ValueError(f"Column arm: “{row['arm']}” is not understood.")
    elif size in WEIGHT_WORDS:
        parsed.size = WEIGHT_WORDS[size]


def _quality(row: Row, parsed: Parsed) -> None:
    """Read the quality from its column; in tables from elsewhere it may be in the column “rating”."""
    word = row["quality"]
    if not word and plain(row["rating"]) not in COMMANDER_WORDS:
        word = row["rating"]
    if word and (quality := quality_of(word)) is None:
        raise ValueError(f"Column quality: “{word}” is not understood; write one of {', '.join(QUALITIES)}.")
    if word:
        parsed.facts["quality"] = quality
    elif parsed.exact:
        raise ValueError("Column quality: it is empty.")


def _figures(row: Row, parsed: Parsed) -> None:
    facts = parsed.facts
    stated, _ = take_guns(row["guns"], "")
    if stated.count is not None:
        facts["guns"] = stated.count
    elif (guns := _number(row, "guns")) is not None:
        facts["guns"] = guns
    if stated.weight:
        facts["gun_weight"] = stated.weight
    if (men := _number(row, "men")) is not None:
        facts["men"] = men
    weight = plain(row["gun_weight"])
    if weight in WEIGHT_WORDS:
        facts["gun_weight"] = WEIGHT_WORDS[weight]
    elif weight:
        calibre, _ = take_guns(f" {weight}", "")
        pounds = weight_of(int(weight)) if weight.isdecimal() and len(weight) < 4 else calibre.weight
        if not pounds:
            raise ValueError(f"Column gun_weight: “{weight}” is not understood; write light, medium or heavy.")
        facts["gun_weight"] = pounds


def _number(row: Row, column: str) -> int | None:
    try:
        return number(row[column])
    except ValueError as error:
        raise ValueError(f"Column {column}: {error}") from None


def _sub_units(row: Row, parsed: Parsed) -> None:
    facts = parsed.facts
    battalions = _number(row, "battalions")
    if battalions is not None:
        parsed.battalions = battalions
        if not battalions:
            raise ValueError("Column battalions: a regiment needs at least 1 battalion.")
    for column in ("squadrons", "companies"):
        if (count := _number(row, column)) is not None:
            facts["sub_units"], facts["sub_unit"] = count, column
    if (count := _number(row, "sub_units")) is not None:
        facts["sub_units"] = count
    if kind := row["sub_unit"]:
        if kind not in ("battalions", "companies", "squadrons"):
            raise ValueError(f"Column sub_unit: “{kind}” is not understood.")
        facts["sub_unit"] = kind


def _other_facts(row: Row, parsed: Parsed) -> None:
    facts = parsed.facts
    for column, key in (("commander", "commander"), ("notes", "note")):
        if row[column]:
            facts[key] = row[column]
    if nation := known_nation(row["nation"]):
        facts["nation"] = nation
    if sources := items_of(row["source"]):
        facts["sources"] = tuple(sources)
    if overrides := items_of(row["overrides"]):
        facts["overrides"] = tuple(read_override(override) for override in overrides)
    if basis := plain(row["basis"]):
        if basis not in BASES:
            raise ValueError(f"Column basis: “{basis}” is not one of {', '.join(BASES)}.")
        facts["basis"] = basis
    for flag in items_of(row["flags"]):
        word = FLAG_WORDS.get(plain(flag))
        if word is None:
            raise ValueError(f"Column flags: “{flag}” is not one of {', '.join(FLAGS)}.")
        facts[word] = True


ABOVE = ("side", "army", *LEVELS)
NO_UNIT = "The row names no unit, so its figures are not imported. Muster adds up the units."
ARMY_FACTS = ("battle", "date", "place", "scope")
Names = tuple[str, str, str]
Place = tuple[int, ...]


@dataclass
class Build:
    """One army of a table. ``places`` has its formations by place, ``names`` by their own and their parents' names."""

    draft: Draft
    places: dict[Place, tuple[Draft, Names]] = field(default_factory=dict)
    names: dict[Names, Draft] = field(default_factory=dict)
    order: dict[int, tuple[int, int]] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)

    def add(self, parent: Draft, child: Draft | Unit, place: Place, line: int = 0) -> None:
        """Add ``child`` under ``parent``: at its place if it has one, else after the last child added there."""
        parent.add(child, line)
        index = place[-1] if place else self.last.get(id(parent), 0)
        self.order[id(child)] = (index, 0 if place else 1)
        self.last[id(parent)] = index

    def sorted(self) -> Draft:
        for draft in self.draft.walk():
            draft.children.sort(key=lambda child: self.order[id(child)])
        return self.draft


class TableReader:
    """Reader of the rows of one table, in order."""

    def __init__(self, table: Table, name: str) -> None:
        self.table = table
        self.name = table.title or name
        self.builds: dict[tuple[str, str], Build] = {}
        self.problems = table.problems
        self.own = "level" in table.columns
        self.above = dict.fromkeys(ABOVE, "")
        self.numbered = "battalion" in table.columns and "unit" in table.columns

    def read(self) -> list[Draft]:
        """The armies of the table in their order; problems are added to the table."""
        rows = [row for row in self.table.rows if self._has_content(row)]
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

    def _has_content(self, row: Row) -> bool:
        """True if a row has content; its empty cells are filled from the rows above."""
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
        """In tables from elsewhere, leading empty cells repeat the cells above them."""
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
            self.table.notes.append(army_header.HOUSE_RULES.format(short(row["value"], MAX_NAME)))
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
            facts["nation"] = build.draft.nation = army_header.known_nation(row["nation"])

    def _army_fact(self, row: Row, level: str, army: Draft) -> None:
        if level == "source":
            source = Source(id=row["key"], title=row["value"], where=row["where"], used_for=row["notes"])
            army.facts["sources"] = (*army.facts.get("sources", ()), source)
        elif level == "note":
            army_header.apply(army, "note", row["notes"])
        elif level == "confidence":
            army.facts["confidence"] = {**army.facts.get("confidence", {}), row["key"]: row["value"]}
        elif level == "option":
            army_header.apply(army, "option", f"{row['key']} = {row['value']}" if row["value"] else row["key"])
        else:
            army_header.apply(army, level, row["value"])

    def _parent(self, row: Row, level: str, build: Build) -> tuple[Draft, Place, Names]:
        """The parent of a row's element, its place, and its parents' and own names.

        A place counts only if the names of the formations above match those in the row: a user may move a unit by
        changing the name of its brigade.
        """
        depth = LEVELS.index(level) if level in LEVELS else len(LEVELS)
        over = tuple(row[column] if LEVELS.index(column) < depth else "" for column in LEVELS)
        names = tuple(row[column] if LEVELS.index(column) <= depth else "" for column in LEVELS)
        place = _place(row["place"])
        if place[:-1]:
            above, names_above = build.places.get(place[:-1], (build.draft, ("", "", "")))
            if names_above == over and above is not build.draft:
                return above, place, names  # type: ignore[return-value]
        elif place and not any(over):
            return build.draft, place, names  # type: ignore[return-value]
        return self._by_names(over, build), (), names  # type: ignore[return-value]

    def _by_names(self, names: tuple[str, ...], build: Build) -> Draft:
        """The formation of these names, added at the end of its parent if it does not exist yet."""
        draft = build.draft
        for depth, name in enumerate(names):
            if name:
                path: Any = (*names[: depth + 1], *[""] * (len(LEVELS) - depth - 1))
                if path not in build.names:
                    child = Draft(LEVELS[depth], self._named(name, LEVELS[depth]), draft.nation)
                    if faults := " ".join(element_faults(child.frozen())):
                        raise ValueError(faults)
                    build.names[path] = child
                    build.add(draft, child, ())
                draft = build.names[path]
        return draft

    def _named(self, name: str, level: str) -> dict[str, object]:
        """The facts of a formation that only its name tells: ``1st Brigade (Foy)`` also names a commander."""
        heading = split_heading(name)
        split = heading.commander and not heading.extra and level_of(heading.name) and is_person(heading.commander)
        if self.own or not split or f"{level}_commander" in self.table.columns:
            return {"name": name}
        note = {"note": heading.note} if heading.note else {}
        return {"name": heading.name, "commander": heading.commander, **note}

    def _formation(self, row: Row, level: str, build: Build) -> None:
        facts = formation_facts(row, level)
        parent, place, names = self._parent(row, level, build)
        if rank(parent.level) <= rank(level):
            raise ValueError(f"Wrong nesting: a {level} is under {parent.label}.")
        draft = Draft(level, facts, facts.get("nation") or parent.nation, row.number, row.text)
        if faults := " ".join(element_faults(draft.frozen())):
            raise ValueError(faults)
        if not place and names in build.names:
            existing = build.names[names]
            existing.facts.update({key: value for key, value in facts.items() if value})
            existing.nation = existing.facts.get("nation") or parent.nation
            return
        build.add(parent, draft, place)
        build.names.setdefault(names, draft)
        if place:
            build.places.setdefault(place, (draft, names))

    def _unit(self, row: Row, build: Build) -> None:
        own = self.own and bool(row["level"])
        if self.numbered and row["battalion"] and row.exact is None:
            row.cells["unit"] = f"{row['battalion']}/{row['unit']}"
        parsed = unit_of(row, exact=own)
        parent, place, _ = self._parent(row, "unit", build)
        date = str(build.draft.facts.get("date", ""))
        units = complete(parsed, parent.nation, int(date[:4]) if date else None)
        for unit in units:
            build.add(parent, unit, place, row.number)
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
            present = draft.facts.setdefault("commander", commander)
            if present != commander:
                sentence = f"{draft.name} already has the commander “{present}”; “{commander}” was left out."
                self.problems.append(row.problem(sentence, blocking=False))

    def _finish(self, build: Build) -> None:
        build.sorted()
        if not self.own:
            _common_nation(build.draft)
        for draft in build.draft.walk():
            for name in draft.duplicate_names():
                sentence = f"Two units of {draft.name} are named “{name}”."
                self.problems.append(Problem(draft.line, draft.text[:200], sentence, False))


def _level(row: Row) -> str:
    return (
        "unit"
        if row.exact
        else plain(row["level"]) or next((column for column in ("unit", *reversed(LEVELS)) if row[column]), "army")
    )


def _depth(row: Row) -> int:
    """Sort key for our own tables: formations first, because a unit's brigade may be in a later row."""
    level = _level(row)
    return LEVELS.index(level) if level in LEVELS else len(LEVELS) if level == "unit" else -1


def _place(cell: str) -> Place:
    parts = cell.split(".") if cell else []
    if not all(part.isdecimal() and len(part) < 6 for part in parts):
        raise ValueError(f"Column place: “{cell[:40]}” is not a place; write it as 1.2.1.")
    return tuple(int(part) for part in parts)


def formation_facts(row: Row, level: str) -> dict[str, Any]:
    facts: dict[str, Any] = {"name": row[level]}
    for column, key in (("commander", "commander"), ("notes", "note")):
        if row[column]:
            facts[key] = row[column]
    if nation := army_header.known_nation(row["nation"]):
        facts["nation"] = nation
    if row["kind"] and level != "corps":
        if plain(row["kind"]) not in KIND_WORDS:
            raise ValueError(f"Column kind: “{row['kind']}” is not understood.")
        facts["kind"] = KIND_WORDS[plain(row["kind"])]
    if level == "brigade":
        facts["reserve"] = plain(row["reserve"]) in ("yes", "true", "1", "x", "ja", "oui")
    elif ratings := _ratings(row):
        facts["throws"] = ratings
    if level == "corps" and (command := army_header.known_nation(row["command_nation"])):
        facts["command_nation"] = command
    return facts


def _ratings(row: Row) -> tuple[Throw, ...]:
    """All ratings of a row; a different word in the column “rating” becomes the latest rating."""
    ratings = tuple(read_rating(item) for item in items_of(row["throws"]))
    word = plain(row["rating"])
    if not word or (ratings and ratings[-1].rating == COMMANDER_WORDS.get(word)):
        return ratings
    return (*ratings, read_rating(quote_if(word, ",")))


def _common_nation(army: Draft) -> None:
    """Give the army the nation of most units if the table states none; those units then inherit it."""
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
