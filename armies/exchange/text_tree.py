"""From lines to a tree: which formation a line stands under, by its indentation and its words."""

from dataclasses import dataclass, field
from typing import Final

from armies.exchange.complete import Missing, complete
from armies.exchange.drafts import Draft, rank
from armies.exchange.limits import element_faults
from armies.exchange.outcome import Problem
from armies.exchange.parsed import Parsed
from armies.exchange.text_levels import Entry, assign, battalion_of, regiment_of
from armies.exchange.words import nation_in
from armies.rules.nations import nations

ONLY_AT: Final = {
    "kind": ("division", "brigade"),
    "reserve": ("brigade",),
    "command_nation": ("corps",),
    "throws": ("corps", "division"),
}
"""Facts that only some levels have."""


@dataclass
class Open:
    """A formation that the next lines may stand under; ``inner`` is the indentation of its first child.

    ``regiment`` is set where the lines under it are the battalions of one regiment of the formation.
    """

    draft: Draft
    indent: int
    inner: int | None = None
    regiment: Parsed | None = None


@dataclass
class Nest:
    """Builds one army from its entries.

    In our own texts (``exact``) indentation alone decides. In others a line also stands under a heading
    above it that is not indented less, as in lists without any indentation.
    """

    army: Draft
    entries: list[Entry]
    exact: bool = False
    problems: list[Problem] = field(default_factory=list)
    stack: list[Open] = field(default_factory=list)

    def build(self) -> None:
        if not self.exact:
            assign(self.entries)
        self.stack = [Open(self.army, -1)]
        for entry in self.entries:
            try:
                self._place(entry)
            except Missing as missing:
                self.problems.append(entry.line.problem(str(missing)))
        for draft in self.army.walk():
            for name in draft.doubles():
                self.problems.append(
                    Problem(draft.line, draft.text, f"Two units of {draft.name} are named “{name}”.", False)
                )

    def _place(self, entry: Entry) -> None:
        parsed = entry.parsed
        if parsed.kind == "unknown":
            raise Missing(
                " ".join(parsed.errors)
                or "This line is not understood. A unit needs a type or its troops' name and a number of men or guns; "
                "a formation needs a word such as Corps, Division or Brigade."
            )
        if parsed.kind == "formation" and not parsed.level:
            raise Missing(f'The level of “{parsed.name}” is missing; write for instance: Brigade "{parsed.name}".')
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
                    entry.line.problem("The note of a regiment's own line is not kept.", blocking=False)
                )
            self.stack.append(Open(parent.draft, entry.indent, regiment=regiment_of(entry)))
        else:
            self._formation(entry, parent.draft)

    def _title(self, entry: Entry) -> None:
        """A heading over corps: the army's own line."""
        if self.army.name or self.army.children:
            raise Missing(f"“{entry.parsed.name}” stands over a corps; nothing but the army does, and it has a name.")
        self.army.facts.update({k: v for k, v in entry.parsed.facts.items() if k in ("name", "commander", "nation")})
        if not self.army.facts.get("nation"):
            self.army.facts["nation"] = nation_in(self.army.name)
        self.army.nation = str(self.army.facts["nation"])

    def _parent(self, entry: Entry) -> Open:
        level = rank(entry.parsed.level)
        while len(self.stack) > 1 and not self._accepts(self.stack[-1], entry, level):
            above = self.stack[-1]
            if entry.indent > above.indent and not above.regiment and rank(above.draft.level) <= level:
                raise Missing(
                    f"Wrong nesting: “{entry.parsed.name}” reads as a {entry.parsed.level} and stands under "
                    f'{above.draft.label}. Write its level before its name: Division "{entry.parsed.name}".'
                )
            self.stack.pop()
        parent = self.stack[-1]
        if parent.inner is None:
            parent.inner = entry.indent
        return parent

    def _accepts(self, above: Open, entry: Entry, level: int) -> bool:
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
            parsed.assumed.append(f"nation {nations()[parsed.named_nation].name} after the name")
        draft = Draft(parsed.level, facts, str(facts.get("nation") or parent.nation), entry.line.number)
        draft.text = entry.line.original.strip()
        if faults := list(element_faults(draft.frozen())):
            raise Missing(" ".join(faults))
        parent.add(draft)
        self.stack.append(Open(draft, entry.indent))
        self._assumed(entry)

    def _units(self, entry: Entry, parent: Open) -> None:
        if parent.regiment and entry.parsed.kind == "unit" and not entry.parsed.exact:
            battalion_of(parent.regiment, entry.parsed)
        for unit in complete(entry.parsed, parent.draft.nation, self._year()):
            parent.draft.add(unit)
        self._assumed(entry)

    def _year(self) -> int | None:
        date = str(self.army.facts.get("date", ""))
        return int(date[:4]) if date else None

    def _assumed(self, entry: Entry) -> None:
        if entry.parsed.assumed:
            sentence = "; ".join(entry.parsed.assumed)
            self.problems.append(entry.line.problem(f"{sentence[0].upper()}{sentence[1:]}.", blocking=False))
