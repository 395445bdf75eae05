"""Indented text to armies: two spaces or a tab a level, ``#`` for comments, facts of the army at the top."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from armies.exchange import text_header
from armies.exchange.cleaning import one_line, short
from armies.exchange.drafts import Draft
from armies.exchange.formation_line import TOTAL_SENTENCE, level_in
from armies.exchange.limits import MAX_NAME
from armies.exchange.line import parse, without_comment
from armies.exchange.outcome import Problem, Reading, Unreadable
from armies.exchange.parsed import Parsed
from armies.exchange.text_levels import Entry
from armies.exchange.text_lines import Line, lines_of
from armies.exchange.text_tree import Nest
from armies.exchange.throws import read_throw
from armies.exchange.words import begins_as_commander, nation_in
from armies.rules.facts import Unit
from armies.rules.nations import nations

TABS_AND_SPACES: Final = (
    "The lines are indented by tabs and by spaces; a tab is taken as two spaces. Look at what stands under what."
)
RATED: Final = re.compile(r"\*\s*rated\s*:\s*(.*)", re.IGNORECASE)
BODY_KEYS: Final = ("commander", "note", "nation")
MARKED: Final = MappingProxyType(
    {
        "#": "A line that begins with # is a comment and was left out.",
        ">": "A line that begins with > is a note and was kept as one, under the line above.",
    }
)
MOST_UNREAD: Final = 20
"""So many lines that were not understood, and no unit among the others: this is not an order of battle."""


class TextReader:
    """Reads the lines of one file in order, army by army."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.exact = False
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.armies: list[Draft] = []
        self.entries: list[Entry] = []
        self.last_header = ""
        self.several = False

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
            return
        if text.startswith(">"):
            self._more(text.removeprefix(">").strip())
        elif match := RATED.match(text):
            self._rating(match[1])
        elif (said := text_header.header(text)) and self._header(line, *said):
            return
        elif bare := without_comment(one_line(text)):
            self.last_header = ""
            self._element(line, parse(one_line(text), over_others=over_others), bare)

    def _header(self, line: Line, key: str, value: str) -> bool:
        """Take a header line; False where it is none after all."""
        if key == "format":
            self._format(value)
        elif key == "army" and not line.indent:
            self._close()
            self._begin(value, line)
        elif self.entries and key in BODY_KEYS:
            self._of_element(key, value)
        elif line.indent and key not in ("note", "source"):
            return False
        else:
            text_header.apply(self._army(), key, value)
            if key == "house":
                self.notes.append(text_header.HOUSE_RULES.format(short(value, MAX_NAME)))
        self.last_header = key if not self.entries else ""
        return True

    def _format(self, value: str) -> None:
        name, _, version = value.partition(" ")
        if name != text_header.FORMAT or not version.strip().isdecimal():
            raise ValueError(f"“{value}” is not the format of our own texts, {text_header.FORMAT} 1.")
        if int(version[:9]) > text_header.VERSION:
            raise Unreadable(
                f"The text is in version {version} of our format; this program reads version {text_header.VERSION}. "
                "A newer program wrote it."
            )
        self.exact = True

    def _of_element(self, key: str, value: str) -> None:
        facts = self.entries[-1].parsed.facts
        if key == "note":
            self._more(value)
        else:
            facts[key] = text_header.known_nation(value) if key == "nation" else value

    def _more(self, text: str) -> None:
        """A line of note: of the header above it, else of the element above it."""
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
            raise ValueError("This note stands under nothing.")

    def _rating(self, text: str) -> None:
        entry = self.entries[-1] if self.entries else None
        if entry is None or entry.parsed.kind == "unit" or entry.parsed.level == "brigade":
            raise ValueError("A rating stands under the corps or division whose commander was rated.")
        facts = entry.parsed.facts
        throws = facts.get("throws", ())
        facts["throws"] = (*throws, read_throw(text))  # type: ignore[misc]

    def _element(self, line: Line, parsed: Parsed, bare: str) -> None:
        if self.several and _is_title(parsed) and not self.entries and not (self.armies and self.armies[-1].name):
            self._army().facts["name"] = bare
            self.problems.append(line.problem("This is taken as the name of the army.", blocking=False))
        elif parsed.kind == "total":
            self.problems.append(line.problem(TOTAL_SENTENCE, blocking=False))
        elif _is_title(parsed) and begins_as_commander(parsed.name) and (above := self._heading()) is not None:
            above["commander"] = parsed.name
            self.problems.append(line.problem("This is taken as the commander of the line above.", blocking=False))
        else:
            self._keep(line, parsed)

    def _heading(self) -> dict[str, object] | None:
        """The facts of the line above where it is a heading, or the army, and names no commander."""
        if self.entries:
            above = self.entries[-1].parsed
            return above.facts if above.kind == "formation" and not above.facts.get("commander") else None
        return self.armies[-1].facts if self.armies and not self.armies[-1].facts.get("commander") else None

    def _keep(self, line: Line, parsed: Parsed) -> None:
        self.entries.append(Entry(line, parsed))

    def _army(self) -> Draft:
        if not self.armies:
            self._begin("", None)
        return self.armies[-1]

    def _begin(self, name: str, line: Line | None) -> None:
        number, text = (line.number, line.original.strip()) if line else (0, "")
        self.armies.append(Draft("army", {"name": name}, line=number, text=text))

    def _close(self) -> None:
        """The lines of the army so far become its tree."""
        if not self.entries:
            return
        army = self._army()
        if not self.exact and not army.facts.get("nation") and (code := nation_in(army.name)):
            army.facts["nation"] = army.nation = code
            self.notes.append(f"“{army.name}” is taken as the army of {nations()[code].name}.")
        nest = Nest(army, self.entries, exact=self.exact)
        nest.build()
        self.problems += nest.problems
        self.entries = []
        if not army.name:
            army.facts["name"] = self.name
            self.notes.append(f"The text names no army; it is called “{self.name}”.")
        if not self.exact:
            self._told(army)

    def _told(self, army: Draft) -> None:
        """Notes on what a text of others leaves open for the whole army."""
        if not army.facts.get("nation"):
            self.notes.append(f"No nation is named for “{army.name}”: add a line such as Nation: French.")
        if any(isinstance(unit, Unit) and unit.basis == "unknown" for unit in _units(army)):
            self.notes.append(f"“{army.name}”: figures without a source are kept as of unknown basis.")


def _looks_like_element(text: str) -> bool:
    if not (level_in(text) or any(char.isdigit() for char in text)):
        return False
    parsed = parse(one_line(text))
    return parsed.kind == "formation" or (parsed.kind == "unit" and parsed.figure)


def _is_title(parsed: Parsed) -> bool:
    """Whether a line that is not understood may be the name of an army: no figure, nothing of a unit."""
    if parsed.errors or len(parsed.name) > MAX_NAME:
        return False
    return parsed.kind == "unknown" and not parsed.figure and parsed.facts.keys() <= {"name"}


def _over_others(lines: Sequence[Line]) -> list[bool]:
    """For each line, whether the next one that is an element, or a comment on none, stands deeper."""
    over = [False] * len(lines)
    below = -1
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index]
        over[index] = below > line.indent
        text = line.text.lstrip()
        said = text_header.header(text)
        if not (text.startswith(("#", ">")) or RATED.match(text) or (said and said[0] in BODY_KEYS)):
            below = line.indent
    return over


def read_text(text: str, decisions: Mapping[int, str | None], name: str) -> Reading:
    """The armies of an indented text; ``name`` is for an army that the text does not name."""
    reader = TextReader(name)
    problems: list[Problem] = []
    reader.read(lines_of(text, decisions, problems))
    problems += reader.problems
    units = sum(1 for army in reader.armies for _ in _units(army))
    unread = sum(problem.blocking for problem in problems)
    if not units and (unread >= MOST_UNREAD or not (reader.armies or problems)):
        raise Unreadable("No order of battle was found: not one line could be read as a unit.")
    return Reading(
        "text",
        tuple(army.army() for army in reader.armies),
        tuple(sorted(problems, key=lambda problem: problem.line)),
        tuple(reader.notes),
        full=reader.exact,
    )


def _units(draft: Draft) -> list[object]:
    return [child for formation in draft.walk() for child in formation.children if not isinstance(child, Draft)]
