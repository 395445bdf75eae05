"""Build an army's tree from parsed lines: the level of each heading, and the parent of each line."""

import re
from dataclasses import dataclass, field
from typing import Final

from armies.exchange.clean_text import plain
from armies.exchange.draft_army import Draft, Parsed, Problem, rank
from armies.exchange.limits import element_faults
from armies.exchange.text.lines import Line
from armies.exchange.text.unit_line import ROMAN, Missing, complete, free_unit
from armies.exchange.vocabulary import LEVELS, nation_in, type_in
from battles.engine.armies.nations import nations

ABOVE: Final = ("brigade", "division", "corps", "army", "army")
"""Level of a heading without a level word, by the rank of the highest level under it."""

ARM_ONLY: Final = re.compile(
    r"cavalr|kavaller|cavaler|artiller|\binfanter|\binfantry$|\bguard$|\bhorse$|reserve|column"
)
NUMBERED: Final = re.compile(
    r"^(?:(?P<number>\d{1,2})(?:st|nd|rd|th|er|e|eme|\.)?|(?P<roman>[ivx]{1,4})\.?)"
    r"(?:\s*(?:bn|btn|battalion|bataillon|btl|batt)\.?)?$"
)


@dataclass
class Entry:
    """A line for an element, with its parsed content."""

    line: Line
    parsed: Parsed

    @property
    def indent(self) -> int:
        return self.line.indent


def assign_levels(entries: list[Entry]) -> None:
    """Set the level of every heading; a regiment with battalions under it gets kind ``regiment``."""
    over = _parents(entries)
    siblings = _siblings(entries, over)
    heights = [0] * len(entries)
    for index in range(len(entries) - 1, -1, -1):
        parsed = entries[index].parsed
        parent = entries[over[index]].parsed if over[index] >= 0 else None
        if parsed.kind == "formation" and not (parsed.exact and parsed.level):
            _read_level(entries, index, heights[index], parent, siblings[over[index]])
            siblings[over[index]].add(parsed.level)
        if over[index] >= 0:
            heights[over[index]] = max(heights[over[index]], heights[index], rank(parsed.level))


def _parents(entries: list[Entry]) -> list[int]:
    """The index of each entry's parent: the nearest entry above with less indentation, or -1."""
    parents: list[int] = []
    open_ones: list[int] = []
    for index, entry in enumerate(entries):
        while open_ones and entries[open_ones[-1]].indent >= entry.indent:
            open_ones.pop()
        parents.append(open_ones[-1] if open_ones else -1)
        open_ones.append(index)
    return parents


def _siblings(entries: list[Entry], over: list[int]) -> dict[int, set[str]]:
    """The levels of the entries under each parent, by the parent's index."""
    levels: dict[int, set[str]] = {}
    for entry, parent in zip(entries, over, strict=True):
        levels.setdefault(parent, set()).add(entry.parsed.level)
    return levels


def _read_level(entries: list[Entry], index: int, height: int, parent: Parsed | None, siblings: set[str]) -> None:
    parsed = entries[index].parsed
    if not parsed.level:
        if height == 0 and parent is not None and parent.level == "brigade" and _is_regiment(parsed.name):
            parsed.kind = "regiment"
            return
        parsed.level = ABOVE[height]
        if parsed.level in LEVELS and _is_regiment(parsed.name):
            parsed.assumed.append(f"there are lines under it, so it is read as a {parsed.level}")
    elif parsed.level == "brigade" and height == rank("brigade"):
        parsed.level = "division"
        parsed.assumed.append("it contains brigades, so it is read as a division")
    elif parsed.level == "corps" and height < rank("division") and _beside_divisions(parent, siblings):
        parsed.level = "division"
        parsed.assumed.append("it is listed with divisions, so it is read as a division")


def _beside_divisions(parent: Parsed | None, siblings: set[str]) -> bool:
    return parent is not None and (parent.level == "corps" or "division" in siblings)


def _is_regiment(name: str) -> bool:
    guess = type_in(name)
    return guess is not None and not guess.doubt and not ARM_ONLY.search(plain(name))


def regiment_of(entry: Entry) -> Parsed:
    """The facts on a regiment's own line, which apply to the battalions under it."""
    return free_unit(entry.parsed.name)


def battalion_of(regiment: Parsed, parsed: Parsed) -> None:
    """Complete a battalion from its regiment: ``1st Battalion 550`` under ``24e Ligne`` becomes ``I/24e Ligne``."""
    if match := NUMBERED.fullmatch(plain(parsed.name).strip()):
        number = int(match["number"]) if match["number"] else 0
        roman = ROMAN[number - 1] if 0 < number <= len(ROMAN) else (match["roman"] or str(number)).upper()
        parsed.facts["name"] = f"{roman}/{regiment.name}"
    for key in ("quality", "type", "nation"):
        if key in regiment.facts:
            parsed.facts.setdefault(key, regiment.facts[key])
    if ("type" not in parsed.facts and (guess := type_in(parsed.name)) is None) or (guess and guess.doubt):
        own = type_in(regiment.name)
        if own is not None:
            parsed.facts["type"] = own.type


ONLY_AT: Final = {
    "kind": ("division", "brigade"),
    "reserve": ("brigade",),
    "command_nation": ("corps",),
    "throws": ("corps", "division"),
}
"""Facts that only some levels have."""


@dataclass
class OpenFormation:
    """A formation that the next lines may belong to; ``inner`` is the indentation of its first child.

    ``regiment`` is set if the lines under it are the battalions of one regiment of the formation.
    """

    draft: Draft
    indent: int
    inner: int | None = None
    regiment: Parsed | None = None


@dataclass
class TreeBuilder:
    """Builder of one army's tree from its entries.

    In our own texts (``exact``) indentation alone decides. In other texts a line also belongs to a heading
    above it with the same indentation, as in lists without any indentation.
    """

    army: Draft
    entries: list[Entry]
    exact: bool = False
    problems: list[Problem] = field(default_factory=list)
    stack: list[OpenFormation] = field(default_factory=list)

    def build(self) -> None:
        if not self.exact:
            assign_levels(self.entries)
        self.stack = [OpenFormation(self.army, -1)]
        for entry in self.entries:
            try:
                self._place(entry)
            except Missing as missing:
                self.problems.append(entry.line.problem(str(missing)))
        for draft in self.army.walk():
            for name in draft.duplicate_names():
                self.problems.append(
                    Problem(draft.line, draft.text, f"Two units of {draft.name} are named “{name}”.", False)
                )

    def _place(self, entry: Entry) -> None:
        parsed = entry.parsed
        if parsed.kind == "unknown":
            raise Missing(
                " ".join(parsed.errors)
                or "This line is not understood. A unit needs a type or a telling name, and a number of men or guns; "
                "a formation needs a word such as Corps, Division or Brigade."
            )
        if parsed.kind == "formation" and not parsed.level:
            raise Missing(f'The level of “{parsed.name}” is missing; write for example: Brigade "{parsed.name}".')
        if parsed.level == "army":
            self._title(entry)
            return
        parent = self._parent(entry)
        if parsed.kind == "unit":
            self._units(entry, parent)
        elif parsed.kind == "regiment":
            self._assumed(entry)
            if "note" in parsed.facts:
                self.problems.append(
                    entry.line.problem("The note on a regiment's own line is not imported.", blocking=False)
                )
            self.stack.append(OpenFormation(parent.draft, entry.indent, regiment=regiment_of(entry)))
        else:
            self._formation(entry, parent.draft)

    def _title(self, entry: Entry) -> None:
        """Take a heading above the corps as the army's own line."""
        if self.army.name or self.army.children:
            raise Missing(
                f"“{entry.parsed.name}” is above a corps. Only the army can be, and the army already has a name."
            )
        self.army.facts.update({k: v for k, v in entry.parsed.facts.items() if k in ("name", "commander", "nation")})
        if not self.army.facts.get("nation"):
            self.army.facts["nation"] = nation_in(self.army.name)
        self.army.nation = str(self.army.facts["nation"])

    def _parent(self, entry: Entry) -> OpenFormation:
        level = rank(entry.parsed.level)
        while len(self.stack) > 1 and not self._accepts(self.stack[-1], entry, level):
            above = self.stack[-1]
            if entry.indent > above.indent and not above.regiment and rank(above.draft.level) <= level:
                raise Missing(
                    f"Wrong nesting: “{entry.parsed.name}” is read as a {entry.parsed.level} and is under "
                    f'{above.draft.label}. Write its level before its name, as in: Division "{entry.parsed.name}".'
                )
            self.stack.pop()
        parent = self.stack[-1]
        if parent.inner is None:
            parent.inner = entry.indent
        return parent

    def _accepts(self, above: OpenFormation, entry: Entry, level: int) -> bool:
        if rank(above.draft.level) <= level or (above.regiment and entry.parsed.kind == "regiment"):
            return False
        if entry.indent > above.indent:
            return True
        return not self.exact and entry.indent == above.indent and above.inner in (None, entry.indent)

    def _formation(self, entry: Entry, parent: Draft) -> None:
        parsed = entry.parsed
        facts = dict(parsed.facts)
        for field_name, levels in ONLY_AT.items():
            if field_name in facts and parsed.level not in levels:
                if field_name != "kind" or parsed.exact:
                    raise Missing(f"A {parsed.level} has no {field_name.replace('_', ' ')}.")
                del facts[field_name]
        if parsed.errors:
            raise Missing(" ".join(parsed.errors))
        if parsed.named_nation not in ("", parent.nation) and "nation" not in facts:
            facts["nation"] = parsed.named_nation
            parsed.assumed.append(f"nation {nations()[parsed.named_nation].name} by its name")
        draft = Draft(parsed.level, facts, str(facts.get("nation") or parent.nation), entry.line.number)
        draft.text = entry.line.original.strip()
        if faults := list(element_faults(draft.frozen())):
            raise Missing(" ".join(faults))
        parent.add(draft)
        self.stack.append(OpenFormation(draft, entry.indent))
        self._assumed(entry)

    def _units(self, entry: Entry, parent: OpenFormation) -> None:
        if parent.regiment and entry.parsed.kind == "unit" and not entry.parsed.exact:
            battalion_of(parent.regiment, entry.parsed)
        for unit in complete(entry.parsed, parent.draft.nation, self._year()):
            parent.draft.add(unit, entry.line.number)
        self._assumed(entry)

    def _year(self) -> int | None:
        date = str(self.army.facts.get("date", ""))
        return int(date[:4]) if date else None

    def _assumed(self, entry: Entry) -> None:
        if entry.parsed.assumed:
            sentence = "; ".join(entry.parsed.assumed)
            self.problems.append(entry.line.problem(f"{sentence[0].upper()}{sentence[1:]}.", blocking=False))
