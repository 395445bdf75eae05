"""Habits and answers that a user keeps for the next lists."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from armies.exchange import Reading
from armies.exchange.answers import NOTE, OUT, TEXT, is_answer, line_pattern
from armies.exchange.clean_text import one_line, short
from armies.exchange.files.archive_file import KeptAnswer
from armies.exchange.lists.style import CHOICES as HABITS
from armies.exchange.lists.style import is_habit
from armies.models import ImportDraft, ReadingChoice
from armies.services.locks import Refused

MOST_KEPT: Final = 200
"""The most choices kept for one user; the least recently kept ones are deleted."""
MOST_KEY: Final = 200
WORDS: Final[Mapping[str, str]] = {
    NOTE: "is kept as a note",
    OUT: "is left out",
    "low": "has the lower end of its range",
    "middle": "has the middle of its range",
    "high": "has the upper end of its range",
}


def keep_choices(draft: ImportDraft) -> int:
    """Keep the draft's habits and answers for the next lists of its owner; return how many there are.

    Raises:
        Refused: nobody owns the draft, or nothing was chosen in it.
    """
    if draft.owner is None:
        raise Refused("owner", "Sign in to keep your answers.")
    rows = [*_habit_rows(draft), *_answer_rows(draft)]
    if not rows:
        raise Refused("chosen", "You have answered nothing and switched no habit in this list yet.")
    for kind, key, value, words in rows:
        ReadingChoice.objects.update_or_create(
            owner=draft.owner, kind=kind, key=key, defaults={"value": value, "words": short(words, 300)}
        )
    over = ReadingChoice.objects.filter(owner=draft.owner).order_by("-used", "-pk").values_list("pk", flat=True)
    ReadingChoice.objects.filter(pk__in=list(over[MOST_KEPT : 2 * MOST_KEPT])).delete()
    return len(rows)


def _habit_rows(draft: ImportDraft) -> Iterable[tuple[str, str, str, str]]:
    for key, value in draft.habits.items():
        yield ReadingChoice.Kind.HABIT, key, value, f"{dict(HABITS[key])[value]}."


def _answer_rows(draft: ImportDraft) -> Iterable[tuple[str, str, str, str]]:
    for line, one in draft.answers.items():
        text, key = one_line(one["text"]), one["key"]
        if key == TEXT:
            new = (draft.decisions.get(line) or "").strip()
            if len(text) <= MOST_KEY and new:
                yield ReadingChoice.Kind.TEXT, text, new, f"“{short(text, 100)}” is read as “{short(new, 100)}”."
        elif pattern := line_pattern(text):
            words = WORDS.get(key) or f"is read as {key.replace('_', ' ')}"
            yield ReadingChoice.Kind.ANSWER, pattern, key, f"A line such as “{short(text, 100)}” {words}."


def kept_choices(owner: Any) -> list[ReadingChoice]:
    """The choices that ``owner`` keeps, habits first."""
    if owner is None:
        return []
    rows = ReadingChoice.objects.filter(owner=owner).order_by("pk")[:MOST_KEPT]
    return sorted(rows, key=lambda row: row.kind != ReadingChoice.Kind.HABIT)


def kept_habits(kept: Iterable[ReadingChoice], reading: Reading) -> dict[str, str]:
    """The kept habits that matter for ``reading`` and differ from how it was read."""
    used = {habit.key: habit.value for habit in reading.habits}
    return {
        row.key: row.value
        for row in kept
        if row.kind == ReadingChoice.Kind.HABIT and row.value != used.get(row.key, row.value)
    }


def kept_answers(
    kept: Iterable[ReadingChoice], asked: Mapping[int, str]
) -> tuple[dict[int, str | None], dict[int, str]]:
    """The kept answers to the lines in question: texts to read instead, and keys of answers."""
    rows = {(row.kind, row.key): row.value for row in kept}
    texts: dict[int, str | None] = {}
    keys: dict[int, str] = {}
    for line, text in asked.items():
        if new := rows.get((ReadingChoice.Kind.TEXT, one_line(text))):
            texts[line] = new
        elif key := rows.get((ReadingChoice.Kind.ANSWER, line_pattern(text))):
            keys[line] = key
    return texts, keys


def choices_in_use(draft: ImportDraft, kept: Iterable[ReadingChoice]) -> list[ReadingChoice]:
    """Those of ``kept`` that the draft is read by."""
    patterns = {(line_pattern(one["text"]), one["key"]) for one in draft.answers.values()}
    texts = {one_line(one["text"]) for one in draft.answers.values() if one["key"] == TEXT}
    return [
        row
        for row in kept
        if (row.kind == ReadingChoice.Kind.HABIT and draft.habits.get(row.key) == row.value)
        or (row.kind == ReadingChoice.Kind.ANSWER and (row.key, row.value) in patterns)
        or (row.kind == ReadingChoice.Kind.TEXT and row.key in texts)
    ]


def forget_choice(owner: Any, choice: int | None = None) -> None:
    """Forget one kept choice of ``owner``, or all."""
    rows = ReadingChoice.objects.filter(owner=owner)
    (rows if choice is None else rows.filter(pk=choice)).delete()


def new_answers(answers: Iterable[KeptAnswer], owner: Any) -> tuple[KeptAnswer, ...]:
    """Those of an archive's ``answers`` that can be used and that ``owner`` does not keep yet."""
    present = {(row.kind, row.key) for row in kept_choices(owner)}
    return tuple(one for one in answers if (one.kind, one.key) not in present and _is_usable(one))[:MOST_KEPT]


def _is_usable(one: KeptAnswer) -> bool:
    if one.kind == "habit":
        return is_habit(one.key, one.value)
    return one.key != "" and (one.kind == "text" or is_answer(one.value))


def add_kept(answers: Iterable[KeptAnswer], owner: Any) -> None:
    """Keep ``answers`` for ``owner``, as far as there is room; what ``owner`` keeps already stays."""
    room = MOST_KEPT - ReadingChoice.objects.filter(owner=owner).count()
    rows = [
        ReadingChoice(owner=owner, kind=one.kind, key=one.key, value=one.value, words=short(one.words, 300))
        for one in answers
    ]
    ReadingChoice.objects.bulk_create(rows[: max(0, room)], ignore_conflicts=True)
