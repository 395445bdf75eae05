"""Preview of an import: the first line, questions with their answers, habits, and each line beside what it became."""

from collections import Counter
from collections.abc import Iterable, Mapping
from html import unescape
from types import MappingProxyType
from typing import Any, Final

from django.core.paginator import Paginator
from msgspec import Struct, structs

from armies.exchange import Problem, Reading
from armies.exchange.answers import NOTE, OUT, TABLES, Choice, asked_text, choices
from armies.exchange.clean_text import composed
from armies.exchange.lists.ledger import TOKEN, WORDS, Claim
from armies.exchange.lists.style import Habit
from armies.models import ImportDraft
from armies.services.import_drafts import source_lines
from armies.services.kept_choices import choices_in_use, kept_choices
from battles.engine.armies.facts import Army, Element, counted
from battles.engine.armies.tree import totals, walk

PAGE: Final = 300
"""Lines that a page shows; the others are on further pages."""
MOST_QUESTIONS: Final = 25
"""Questions that a page asks at once. The next ones follow when these are answered."""
NO_REMARKS: Final[Mapping[int, list[str]]] = MappingProxyType({})
COMMON: Final = 3
"""An assumption about more lines than this is stated once, with their number."""
CELL: Final = "|"
"""Stands between the cells of a row."""
SHORT: Final[Mapping[str, str]] = {
    "figure": "figure",
    "count": "count",
    "fact": "fact",
    "name": "name",
    "commander": "commander",
    "note": "note",
    "date": "date",
    "source": "source",
    "total": "total",
    "heading": "column",
    "markup": "mark",
    "question": "question",
}
"""One word for each disposition of the ledger."""


class Piece(Struct, frozen=True):
    """A piece of a line: its text, its disposition (empty for signs between), the word for it, and a sentence."""

    text: str
    what: str = ""
    word: str = ""
    sentence: str = ""


class Became(Struct, frozen=True):
    """What a line became: an army, a formation or a unit, with its depth and inherited nation."""

    element: Army | Element
    depth: int
    nation: str

    @property
    def is_army(self) -> bool:
        return isinstance(self.element, Army)


class LineRow(Struct, frozen=True):
    """One line of the text beside what it became."""

    number: int
    pieces: tuple[Piece, ...]
    became: tuple[Became, ...]
    remarks: tuple[str, ...]
    asked: bool
    answer: str


class Question(Struct, frozen=True):
    """A line that needs its owner: the sentences, and the answers that need one click."""

    line: int
    place: str
    text: str
    sentences: tuple[str, ...]
    choices: tuple[Choice, ...]


def read_words(armies: Iterable[Army], waiting: int) -> str:
    """The first line of the page: ``17 units, 11,840 men, 24 guns; 3 lines need you``."""
    sums = [totals(army) for army in armies]
    units, guns = sum(one.units for one in sums), sum(one.guns for one in sums)
    counts = [counted(units, "unit"), f"{sum(one.men for one in sums):,} men", counted(guns, "gun")]
    return ", ".join(counts) + (f"; {waiting:,} line{'s need' if waiting > 1 else ' needs'} you" if waiting else "")


def preview_context(draft: ImportDraft, reading: Reading, page: int) -> dict[str, Any]:
    """Template context of the questions, habits and lines of a draft, with one page of its lines."""
    lines = source_lines(draft, reading)
    questions = _questions(reading, lines)
    remarks, common = _remarks(reading)
    has_lines = any(reading.places) or bool(reading.ledger)
    numbers = [number for number, text in sorted(lines.items()) if text.strip()] if has_lines else []
    kept = kept_choices(draft.owner)
    shown = Paginator(numbers, PAGE).get_page(max(1, page))
    return {
        "first_line": read_words(reading.armies, len(questions)),
        "questions": questions[:MOST_QUESTIONS],
        "waiting": len(questions),
        "more_questions": len(questions[MOST_QUESTIONS:]),
        "habits": [(habit, _ways(habit)) for habit in reading.habits],
        "read_rows": line_rows(draft, reading, {number: lines[number] for number in shown.object_list}, remarks),
        "lines_page": shown.number,
        "lines_pages": list(shown.paginator.page_range) if shown.has_other_pages() else [],
        "common": common if numbers else [],
        "remarks": [] if numbers else [p for p in reading.problems if not p.blocking],
        "legend": [(what, SHORT[what], WORDS[what]) for what in _dispositions(reading)],
        "kept": kept,
        "kept_in_use": choices_in_use(draft, kept),
        "can_keep": bool(draft.answers or draft.habits),
    }


def _dispositions(reading: Reading) -> list[Any]:
    used = {claim.what for line in reading.ledger for claim in line.claims}
    return [what for what in WORDS if what in used]


def _ways(habit: Habit) -> list[tuple[str, str, bool]]:
    """Each way to read a habit: its value, its sentence with the list's own example, and True if it is in use."""
    return [(value, f"{sentence}{_example(habit, value)}.", value == habit.value) for value, sentence in habit.choices]


def _example(habit: Habit, value: str) -> str:
    first, _, second = habit.example.partition("/")
    if habit.key == "pair" and second:
        men, officers = (second, first) if value == "officers/men" else (first, second)
        return f": {habit.example} is {officers} officer{'' if officers == '1' else 's'} and {men} men"
    if habit.key == "bracket" and habit.example:
        number = habit.example.strip("()")
        return f": {habit.example} is {number} {'men' if value == 'men' else 'battalions, squadrons or batteries'}"
    return ""


def _questions(reading: Reading, lines: Mapping[int, str]) -> list[Question]:
    by_line: dict[int, list[Problem]] = {}
    for problem in reading.blocking:
        by_line.setdefault(problem.line, []).append(problem)
    return [
        Question(
            line,
            problems[0].place,
            lines.get(line, problems[0].text).strip(),
            tuple(dict.fromkeys(problem.sentence for problem in problems)),
            choices(asked_text(lines[line], reading.kind, reading.heads), row=reading.kind in TABLES)
            if line in lines
            else (),
        )
        for line, problems in by_line.items()
    ]


def line_rows(
    draft: ImportDraft,
    reading: Reading,
    lines: Mapping[int, str],
    remarks: Mapping[int, list[str]] = NO_REMARKS,
) -> list[LineRow]:
    """The rows of ``lines``."""
    claims: dict[int, list[Claim]] = {}
    for entry in reading.ledger:
        if entry.line in lines:
            claims.setdefault(entry.line, []).extend(entry.claims)
    became = _became(reading)
    asked = {problem.line for problem in reading.blocking}
    return [
        LineRow(
            number,
            tuple(_pieces(unescape(composed(text.rstrip())), claims.get(number, []))),
            tuple(became.get(number, ())),
            tuple(remarks.get(number, ())),
            number in asked,
            _answer_words(draft, number),
        )
        for number, text in lines.items()
    ]


def _became(reading: Reading) -> dict[int, list[Became]]:
    """What each line became; an element without a line stands with the element before it."""
    became: dict[int, list[Became]] = {}
    for army, at in zip(reading.armies, reading.places, strict=False):
        last = at[0] or next((line for line in at if line), 1)
        became.setdefault(last, []).append(Became(army, 0, army.nation))
        for place, line in zip(walk(army), at[1:], strict=False):
            last = line or last
            became.setdefault(last, []).append(Became(place.element, place.depth + 1, place.nation))
    return became


def _remarks(reading: Reading) -> tuple[dict[int, list[str]], list[tuple[str, int]]]:
    """The assumptions by line, without those that many lines share; and these, with the number of their lines."""
    parts = [
        (problem.line, f"{part[:1].upper()}{part[1:]}".rstrip("."))
        for problem in reading.problems
        if not problem.blocking
        for part in problem.sentence.split("; ")
    ]
    count = Counter(part for _, part in dict.fromkeys(parts))
    by_line: dict[int, list[str]] = {}
    for line, part in dict.fromkeys(parts):
        if count[part] <= COMMON:
            by_line.setdefault(line, []).append(part)
    return by_line, [(part, number) for part, number in count.most_common() if number > COMMON]


def _answer_words(draft: ImportDraft, line: int) -> str:
    """What its owner answered about a line."""
    if str(line) not in draft.decisions:
        return ""
    key = draft.answers.get(str(line), {}).get("key", "")
    if key == NOTE:
        return "You keep it as a note."
    decided = draft.decisions[str(line)]
    if key == OUT or decided is None:
        return "You left it out."
    return f"You read it as: {decided.strip()}"


def _pieces(text: str, claims: Iterable[Claim]) -> list[Piece]:
    """The line cut into pieces with their dispositions; neighbours with the same one are one piece."""
    waiting = [(token, claim.what) for claim in claims for token in TOKEN.findall(claim.text)]
    out: list[Piece] = []
    at = 0
    for match in TOKEN.finditer(text):
        index = next((index for index, (token, _) in enumerate(waiting) if token == match[0]), None)
        what = waiting.pop(index)[1] if index is not None else ""
        gap, at = text[at : match.start()], match.end()
        last = out[-1] if out else None
        if last and last.what and last.what == what and CELL not in gap:
            out[-1] = structs.replace(last, text=f"{last.text}{gap}{match[0]}")
            continue
        if gap:
            out.append(Piece(gap))
        out.append(_piece(match[0], what))
    if text[at:]:
        out.append(Piece(text[at:]))
    for token, what in waiting:
        if what != "markup":
            out += [Piece(" "), _piece(token, what)]
    return out


def _piece(text: str, what: str) -> Piece:
    return Piece(text, what, SHORT[what], WORDS[what]) if what in WORDS else Piece(text)
