"""Read armies from indented text: two spaces or one tab for each level, ``#`` for comments."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from armies.exchange.clean_text import one_line, short
from armies.exchange.draft_army import Draft, NoUnits, Parsed, Problem, Reading, Unreadable
from armies.exchange.limits import MAX_NAME
from armies.exchange.lists.ledger import Ledger, finished_ledger, header_claims, line_claims, parsed_claims
from armies.exchange.text import army_header
from armies.exchange.text.army_header import TOTAL_SENTENCE, level_in
from armies.exchange.text.hierarchy import Entry, TreeBuilder
from armies.exchange.text.lines import Line, lines_of, parse, without_comment
from armies.exchange.text.notation import read_rating
from armies.exchange.vocabulary import begins_with_rank, nation_in
from battles.engine.armies.facts import Unit
from battles.engine.armies.nations import nations

TABS_AND_SPACES: Final = (
    "The lines are indented with tabs and with spaces; a tab counts as two spaces. Check which lines are under which."
)
RATED: Final = re.compile(r"\*\s*rated\s*:\s*(.*)", re.IGNORECASE)
BODY_KEYS: Final = ("commander", "note", "nation")
MARKED: Final = MappingProxyType(
    {
        "#": "A line that begins with # is a comment and was left out.",
        ">": "A line that begins with > is a note; it was added to the line above.",
    }
)
MOST_UNREAD: Final = 20
"""A text with this many lines that are not understood, and without a unit, is not an order of battle."""


class TextReader:
    """Reader of the lines of one file, in order, army by army."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.exact = False
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.armies: list[Draft] = []
        self.entries: list[Entry] = []
        self.last_header = ""
        self.several = False
        self.ledger = Ledger()

    def read(self, lines: Sequence[Line]) -> None:
        shown = [line for line in lines if line.text.strip()]
        self.several = len(shown) > 1
        for line, over_others in zip(shown, _over_others(shown), strict=True):
            try:
                self._line(line, over_others)
            except ValueError as error:
                if isinstance(error, Unreadable):
                    raise
                self.problems.append(line.problem(str(error)))
        self._close()
        starts = {char for line in shown for char in line.text[: len(line.text) - len(line.text.lstrip())]}
        if not self.exact and {" ", "\t"} <= starts:
            self.notes.append(TABS_AND_SPACES)

    def _line(self, line: Line, over_others: bool) -> None:
        text = line.text.strip()
        if text.startswith(("#", ">")) and not self.exact and _looks_like_element(text.lstrip("#> ")):
            self.problems.append(line.problem(MARKED[text[0]], blocking=False))
        if text.startswith("#"):
            line_claims(self.ledger, line.number, line.original, "markup")
        elif text.startswith(">"):
            line_claims(self.ledger, line.number, line.original, "note")
            self._continue_note(text.removeprefix(">").strip())
        elif match := RATED.match(text):
            line_claims(self.ledger, line.number, line.original, "fact")
            self._rating(match[1])
        elif (key_and_value := army_header.header(text)) and self._header(line, *key_and_value):
            header_claims(self.ledger, line.number, line.original, key_and_value[0])
        elif bare := without_comment(one_line(text)):
            self.last_header = ""
            self._element(line, parse(one_line(text), over_others=over_others), bare)

    def _header(self, line: Line, key: str, value: str) -> bool:
        """Take a header line; False if it turns out not to be one."""
        if key == "format":
            self._format(value)
        elif key == "army" and not line.indent:
            self._close()
            self._begin(value, line)
        elif self.entries and key in BODY_KEYS:
            self._set_element_fact(key, value)
        elif line.indent and key not in ("note", "source"):
            return False
        else:
            army_header.apply(self._army(), key, value)
            if key == "house":
                self.notes.append(army_header.HOUSE_RULES.format(short(value, MAX_NAME)))
        self.last_header = key if not self.entries else ""
        return True

    def _format(self, value: str) -> None:
        name, _, version = value.partition(" ")
        if name != army_header.FORMAT or not version.strip().isdecimal():
            raise ValueError(f"“{value}” is not the format of Muster's texts, {army_header.FORMAT} 1.")
        if int(version[:9]) > army_header.VERSION:
            raise Unreadable(
                f"The text has version {version} of Muster's format; this program reads version {army_header.VERSION}. "
                "A newer program wrote it."
            )
        self.exact = True

    def _set_element_fact(self, key: str, value: str) -> None:
        facts = self.entries[-1].parsed.facts
        if key == "note":
            self._continue_note(value)
        else:
            facts[key] = army_header.known_nation(value) if key == "nation" else value

    def _continue_note(self, text: str) -> None:
        """Append a line to the note of the header above, else of the element above."""
        if self.last_header == "scope":
            facts = self._army().facts
            facts["scope"] = f"{facts.get('scope', '')}\n{text}"
        elif self.last_header == "note":
            facts = self._army().facts
            facts["notes"] = (*facts["notes"][:-1], f"{facts['notes'][-1]}\n{text}")
        elif self.entries:
            facts = self.entries[-1].parsed.facts
            facts["note"] = f"{facts['note']}\n{text}" if "note" in facts else text
        else:
            raise ValueError("This note has no line above it that it could belong to.")

    def _rating(self, text: str) -> None:
        entry = self.entries[-1] if self.entries else None
        if entry is None or entry.parsed.kind == "unit" or entry.parsed.level == "brigade":
            raise ValueError("Write a rating under the corps or division whose commander was rated.")
        facts = entry.parsed.facts
        throws = facts.get("throws", ())
        facts["throws"] = (*throws, read_rating(text))  # type: ignore[misc]

    def _element(self, line: Line, parsed: Parsed, bare: str) -> None:
        if self.several and _is_title(parsed) and not self.entries and not (self.armies and self.armies[-1].name):
            self._army().facts["name"] = bare
            line_claims(self.ledger, line.number, line.original, "name")
            self.problems.append(line.problem("This line is read as the name of the army.", blocking=False))
        elif parsed.kind == "total":
            line_claims(self.ledger, line.number, line.original, "note")
            self.problems.append(line.problem(TOTAL_SENTENCE, blocking=False))
        elif _is_title(parsed) and begins_with_rank(parsed.name) and (above := self._heading()) is not None:
            above["commander"] = parsed.name
            line_claims(self.ledger, line.number, line.original, "commander")
            self.problems.append(line.problem("This line is read as the commander of the line above.", blocking=False))
        else:
            self._add_entry(line, parsed)

    def _heading(self) -> dict[str, object] | None:
        """The facts of the heading or army above if it has no commander yet."""
        if self.entries:
            above = self.entries[-1].parsed
            return above.facts if above.kind == "formation" and not above.facts.get("commander") else None
        return self.armies[-1].facts if self.armies and not self.armies[-1].facts.get("commander") else None

    def _add_entry(self, line: Line, parsed: Parsed) -> None:
        parsed_claims(self.ledger, line.number, line.original, parsed)
        self.entries.append(Entry(line, parsed))

    def _army(self) -> Draft:
        if not self.armies:
            self._begin("", None)
        return self.armies[-1]

    def _begin(self, name: str, line: Line | None) -> None:
        number, text = (line.number, line.original.strip()) if line else (0, "")
        self.armies.append(Draft("army", {"name": name}, line=number, text=text))

    def _close(self) -> None:
        """Build the tree of the current army from its lines."""
        if not self.entries:
            return
        army = self._army()
        if not self.exact and not army.facts.get("nation") and (code := nation_in(army.name)):
            army.facts["nation"] = army.nation = code
            self.notes.append(f"“{army.name}” is read as an army of {nations()[code].the_name}.")
        builder = TreeBuilder(army, self.entries, exact=self.exact)
        builder.build()
        self.problems += builder.problems
        self.entries = []
        if not army.name:
            army.facts["name"] = self.name
            self.notes.append(f"The text does not name the army, so its name is “{self.name}”.")
        if not self.exact:
            self._note_omissions(army)

    def _note_omissions(self, army: Draft) -> None:
        """Add notes about facts of the whole army that a text from elsewhere leaves out."""
        if not army.facts.get("nation"):
            self.notes.append(f"“{army.name}” has no nation: add a line such as Nation: French.")
        if any(isinstance(unit, Unit) and unit.basis == "unknown" for unit in _units(army)):
            self.notes.append(f"“{army.name}”: figures without a source get the basis “unknown”.")


def _looks_like_element(text: str) -> bool:
    if not (level_in(text) or any(char.isdigit() for char in text)):
        return False
    parsed = parse(one_line(text))
    return parsed.kind == "formation" or (parsed.kind == "unit" and parsed.figure)


def _is_title(parsed: Parsed) -> bool:
    """True if a line that is not understood may be the name of an army: it has no figure and no fact of a unit."""
    if parsed.errors or len(parsed.name) > MAX_NAME:
        return False
    return parsed.kind == "unknown" and not parsed.figure and parsed.facts.keys() <= {"name"}


def _over_others(lines: Sequence[Line]) -> list[bool]:
    """True for each line with a deeper line after it; comments, notes, ratings and body headers do not count."""
    over = [False] * len(lines)
    below = -1
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index]
        over[index] = below > line.indent
        text = line.text.lstrip()
        header = army_header.header(text)
        if not (text.startswith(("#", ">")) or RATED.match(text) or (header and header[0] in BODY_KEYS)):
            below = line.indent
    return over


def read_text(text: str, decisions: Mapping[int, str | None], name: str) -> Reading:
    """The armies of an indented text; ``name`` is the name of an army that the text does not name."""
    reader = TextReader(name)
    problems: list[Problem] = []
    reader.read(lines_of(text, decisions, problems))
    problems += reader.problems
    asked = [problem.line for problem in problems if problem.blocking]
    for problem in problems:
        if problem.blocking and problem.line not in reader.ledger.texts:
            line_claims(reader.ledger, problem.line, problem.text, "question")
    units = sum(1 for army in reader.armies for _ in _units(army))
    unread = sum(problem.blocking for problem in problems)
    if not units and (unread >= MOST_UNREAD or not (reader.armies or problems)):
        raise NoUnits("This is not an order of battle: no line could be read as a unit.")
    return Reading(
        "text",
        tuple(army.army() for army in reader.armies),
        tuple(sorted(problems, key=lambda problem: problem.line)),
        tuple(reader.notes),
        full=reader.exact,
        ledger=finished_ledger(reader.ledger, asked),
        places=tuple(army.lines() for army in reader.armies),
    )


def _units(draft: Draft) -> list[object]:
    return [child for formation in draft.walk() for child in formation.children if not isinstance(child, Draft)]
