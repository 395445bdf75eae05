"""Import in two steps: a draft with decisions, then new armies (all or none) or an update of an army."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from armies.building.difference import Row, differences
from armies.building.edits import Replace
from armies.exchange import Reading, TableHead, Unmapped, Unreadable, read, with_matched_ids
from armies.exchange.answers import NOTE, OUT, TEXT, asked_text, decided_text
from armies.exchange.files.file_bytes import decode_text
from armies.exchange.lists.style import is_habit
from armies.exchange.table.columns import refusal
from armies.exchange.table.rows import ColumnMeanings
from armies.exchange.table.workbook import is_workbook
from armies.models import Army, ColumnMapping, Element, ImportDraft, Visibility
from armies.services.apply_edit import amend
from armies.services.kept_choices import kept_answers, kept_choices, kept_habits
from armies.services.locks import Gone, Refused, writing
from armies.services.storage import create, facts_of
from battles.engine.armies import facts
from battles.engine.armies.tree import units

MOST_MAPPINGS: Final = 200
"""The most header rows remembered for one user; the least recently used ones are deleted."""

MOST_HEADS: Final = 50
"""The most header rows with meanings in one import."""

Columns = dict[str, dict[str, str]]


def meanings_of(draft: ImportDraft) -> ColumnMeanings:
    """The chosen meanings of the draft's columns, in the form for ``read``."""
    return {
        digest: {int(place): meaning for place, meaning in columns.items()} for digest, columns in draft.columns.items()
    }


def remembered_meanings(owner: Any, heads: Iterable[TableHead]) -> Columns:
    """The meanings that ``owner`` chose earlier for tables with these header rows."""
    if owner is None:
        return {}
    rows = ColumnMapping.objects.filter(owner=owner, head__in=[head.digest for head in heads][:MOST_HEADS])
    return dict(rows.values_list("head", "columns"))


def set_meanings(draft: ImportDraft, head: TableHead, meanings: Sequence[str]) -> None:
    """Set the meanings of the columns of ``head``, empty to leave a column out; an owner's choice is remembered.

    Raises:
        Refused: a meaning is unknown or used twice, or a needed one is missing.
    """
    if sentence := refusal(head, meanings):
        raise Refused("columns", sentence)
    chosen = {str(place): meaning for place, meaning in enumerate(meanings) if meaning}
    draft.columns = {**draft.columns, head.digest: chosen}
    if len(draft.columns) > MOST_HEADS:
        raise Refused("columns", f"You can choose columns for at most {MOST_HEADS} tables in one import.")
    _write(draft)
    if draft.owner is not None:
        remember_meanings(draft.owner, {head.digest: chosen})


def forget_meanings(draft: ImportDraft, head: TableHead) -> None:
    """Forget the chosen meanings of ``head``, so that its headings decide again, here and in later imports."""
    draft.columns = {digest: columns for digest, columns in draft.columns.items() if digest != head.digest}
    _write(draft)
    if draft.owner is not None:
        ColumnMapping.objects.filter(owner=draft.owner, head=head.digest).delete()


def remember_meanings(owner: Any, columns: Columns) -> None:
    """Remember these meanings for the next tables with the same header rows."""
    for digest, meanings in columns.items():
        ColumnMapping.objects.update_or_create(owner=owner, head=digest, defaults={"columns": meanings})
    over = ColumnMapping.objects.filter(owner=owner).order_by("-used", "-pk").values_list("pk", flat=True)
    ColumnMapping.objects.filter(pk__in=list(over[MOST_MAPPINGS : 2 * MOST_MAPPINGS])).delete()


def has_remembered_meanings(draft: ImportDraft) -> bool:
    """True if the meanings of the draft's columns come from an earlier import."""
    rows = ColumnMapping.objects.filter(owner=draft.owner_id, head__in=list(draft.columns), used__lt=draft.created)
    return bool(draft.owner_id and draft.columns) and rows.exists()


def _write(draft: ImportDraft) -> None:
    """Store the draft's columns, unless it was confirmed or deleted in the meantime."""
    ImportDraft.objects.filter(pk=draft.pk, made=[]).update(columns=draft.columns)


DRAFT_LIFETIME = timedelta(days=2)
"""Time after which an unconfirmed draft is deleted."""

MOST_OWN = 20
"""The most drafts of one user; the oldest are deleted."""

MOST_STRANGERS = 100
"""The most drafts of all users who are not signed in, together."""

MOST_SIMILAR = 3
"""The most similar armies that are offered for an update."""

MOST_NAMES = 500
"""The most names of units by which similar armies are looked for."""

FEW = 4
"""A file with no more than one in this many of the army's unit names is probably for another army."""


def stage(data: bytes, filename: str, owner: Any, *, target: Army | None = None) -> ImportDraft:
    """Store ``data`` as a draft, and delete drafts that are too old or too many.

    A table with unknown columns is also stored; meanings that ``owner`` chose for the same header row are used.

    Args:
        target: the army that the file will update; None to create new armies.

    Raises:
        Unreadable: the file cannot be read at all; nothing is stored.
    """
    reading: Reading | None = None
    try:
        reading = read(data, filename)
        heads = reading.heads
    except Unmapped as unmapped:
        heads = unmapped.heads
    columns = remembered_meanings(owner, heads)
    draft = ImportDraft.objects.create(data=data, filename=filename[:200], owner=owner, target=target, columns=columns)
    if reading is not None:
        _use_kept_choices(draft, reading)
    newest = ImportDraft.objects.filter(owner=owner).order_by("-pk").values_list("pk", flat=True)
    over = list(newest[MOST_STRANGERS if owner is None else MOST_OWN :][:MOST_STRANGERS])
    ImportDraft.objects.filter(Q(created__lt=timezone.now() - DRAFT_LIFETIME) | Q(pk__in=over)).delete()
    return draft


def _use_kept_choices(draft: ImportDraft, reading: Reading) -> None:
    """Read the draft with the habits and answers that its owner keeps for the next lists."""
    kept = kept_choices(draft.owner)
    habits = kept_habits(kept, reading)
    if habits:
        draft.habits = habits
        reading = reading_of(draft)
    if not kept or not (habits or reading.blocking):
        return
    lines = source_lines(draft, reading)
    asked = {line: lines[line] for line in dict.fromkeys(p.line for p in reading.blocking) if line in lines}
    texts, keys = kept_answers(kept, asked)
    try:
        if texts:
            decide(draft, texts, lines)
        answer_lines(draft, keys.items(), lines, reading)
    except (Unreadable, Refused):
        undecide(draft)


def reading_of(draft: ImportDraft) -> Reading:
    """The content of the draft with the decisions made so far.

    Raises:
        Unmapped: it is a table, and its owner must first say what its columns mean.
        Unreadable: after the decisions nothing can be read.
    """
    return _reading(draft, meanings_of(draft))


def heads_in(draft: ImportDraft) -> tuple[TableHead, ...]:
    """The header rows of the draft's tables, each once, with their meanings; none if it has no table."""
    heads: tuple[TableHead, ...] = ()
    for meanings in (meanings_of(draft), {}):
        try:
            heads = _reading(draft, meanings).heads
        except Unmapped as unmapped:
            heads = unmapped.heads
        except Unreadable:
            continue
        break
    return tuple({head.digest: head for head in heads}.values())


def _reading(draft: ImportDraft, meanings: ColumnMeanings) -> Reading:
    decisions = {int(line): text for line, text in draft.decisions.items()}
    notes = {int(line): one["text"] for line, one in draft.answers.items() if one["key"] not in (OUT, TEXT)}
    name = draft.target.name if draft.target else ""
    return read(
        bytes(draft.data), draft.filename, decisions, name=name, columns=meanings, habits=draft.habits, notes=notes
    )


def source_lines(draft: ImportDraft, reading: Reading | None = None) -> dict[int, str]:
    """The lines of the draft's file by number: of a text its own, of other files those of the ledger."""
    ledger = {line.line: line.text for line in reading.ledger} if reading else {}
    data = bytes(draft.data)
    if is_workbook(data) or (reading is not None and reading.kind not in ("text", "csv")):
        return ledger | {problem.line: problem.text for problem in (reading.problems if reading else ())}
    return dict(enumerate(decode_text(data)[0].split("\n"), start=1))


def decide(draft: ImportDraft, decisions: Mapping[int, str | None], lines: Mapping[int, str] | None = None) -> Reading:
    """Add decisions to the draft: new text for a line, or None to leave the line out.

    A new text without blanks before it stands as deep as the line stood. ``lines`` are the ``source_lines``, for who
    has them: the draft is then read once less.
    """
    lines = source_lines(draft, reading_of(draft)) if lines is None else lines
    decisions = {line: _indented(text, lines.get(line, "")) for line, text in decisions.items()}
    answers = {
        line: {"key": OUT if text is None else TEXT, "text": lines.get(line, "")} for line, text in decisions.items()
    }
    return _answer(draft, decisions, answers)


def answer(draft: ImportDraft, line: int, key: str) -> Reading:
    """Answer the question about a line with one of its ``choices``.

    Raises:
        Refused: the file has no such line, or the line no such answer.
    """
    reading = reading_of(draft)
    return answer_lines(draft, [(line, key)], source_lines(draft, reading), reading)


def answer_lines(
    draft: ImportDraft, chosen: Iterable[tuple[int, str]], lines: Mapping[int, str], reading: Reading
) -> Reading:
    """``answer`` for several lines, as one step; ``reading`` is that before it, ``lines`` are its ``source_lines``."""
    decisions: dict[int, str | None] = {}
    answers: dict[int, dict[str, str]] = {}
    for line, key in chosen:
        text = lines.get(line, "")
        try:
            decided = decided_text(asked_text(text, reading.kind, reading.heads), key)
        except KeyError:
            raise Refused("answer", f"Line {line} cannot be answered so. Choose another answer.") from None
        if not text.strip():
            raise Refused("answer", f"The file has no line {line}.")
        decisions[line] = _indented(decided, text)
        answers[line] = {"key": key, "text": text.strip()}
    return _answer(draft, decisions, answers)


def _indented(decided: str | None, line: str) -> str | None:
    """``decided`` with the blanks that ``line`` begins with, unless it has its own."""
    if decided is None or decided[:1] in (" ", "\t", ""):
        return decided
    return line[: len(line) - len(line.lstrip(" \t"))] + decided


def keep_rest_as_notes(draft: ImportDraft) -> Reading:
    """Keep every line that still needs a decision as a note, so that nothing of the list is lost."""
    reading = reading_of(draft)
    waiting = dict.fromkeys(problem.line for problem in reading.blocking)
    return answer_lines(draft, [(line, NOTE) for line in waiting], source_lines(draft, reading), reading)


def _answer(draft: ImportDraft, decisions: Mapping[int, str | None], answers: Mapping[int, dict[str, str]]) -> Reading:
    draft.decisions = {**draft.decisions, **{str(line): text for line, text in decisions.items()}}
    draft.answers = {**draft.answers, **{str(line): one for line, one in answers.items()}}
    reading = reading_of(draft)
    _write_decisions(draft)
    return reading


def undecide(draft: ImportDraft, line: int | None = None) -> None:
    """Delete the decision about a line, or all decisions."""
    keep = [] if line is None else [key for key in draft.decisions if key != str(line)]
    draft.decisions = {key: draft.decisions[key] for key in keep}
    draft.answers = {key: one for key, one in draft.answers.items() if key in keep}
    _write_decisions(draft)


def set_habit(draft: ImportDraft, key: str, value: str) -> Reading:
    """Read the list's style in another way.

    Raises:
        Refused: there is no such habit or way.
    """
    if not is_habit(key, value):
        raise Refused("habit", "There is no such way to read a list.")
    draft.habits = {**draft.habits, key: value}
    reading = reading_of(draft)
    _write_decisions(draft)
    return reading


def _write_decisions(draft: ImportDraft) -> None:
    """Store the owner's decisions, answers and habits, unless the draft was confirmed or deleted in the meantime."""
    ImportDraft.objects.filter(pk=draft.pk, made=[]).update(
        decisions=draft.decisions, answers=draft.answers, habits=draft.habits
    )


def confirm(draft: ImportDraft, owner: Any, *, chosen: set[int] | None = None) -> list[Army]:
    """Create the armies of the draft for ``owner`` and drop its data; a second call returns the same armies.

    Args:
        chosen: indices of the armies to create; None for all.

    Raises:
        Refused: lines still need a decision, or nothing is chosen.
        Gone: the draft was deleted in the meantime.
    """
    with transaction.atomic():
        row = ImportDraft.objects.select_for_update().filter(pk=draft.pk).first()
        if row is None:
            raise Gone("This import no longer exists.")
        if row.made:
            return list(Army.objects.filter(slug__in=row.made, owner=owner).order_by("id"))
        armies = [create(army, owner) for army in _ready(row, chosen)]
        _done(row, owner, armies)
    return armies


def _done(row: ImportDraft, owner: Any, armies: list[Army]) -> None:
    """Record the draft's armies, delete its file, and remember the meanings of its columns."""
    row.made = [army.slug for army in armies]
    row.owner = owner
    row.data = b""
    row.save()
    remember_meanings(owner, row.columns)


def proposed_update(draft: ImportDraft, index: int) -> tuple[facts.Army, list[Row]]:
    """The draft's target after an update with the army at ``index`` of the file, and the differences from now.

    Raises:
        Refused: lines still need a decision, or the file has no such army.
    """
    if draft.target is None:
        raise Refused("target", "This import does not update an army.")
    now = facts_of(draft.target)
    (new,) = _ready(draft, {index})
    after = with_matched_ids(now, new, full=reading_of(draft).full)
    return after, differences(now, after)


def update_army(draft: ImportDraft, by: Any, *, index: int, expect: int | None) -> Army:
    """Update the draft's target with the army at ``index`` of the file, as one change in its history.

    Args:
        expect: the version of the target for which the differences were shown.

    Raises:
        Refused: lines still need a decision, or the file has no such army.
        Stale: the target has a newer version; nothing is written.
        Gone: the draft or its target was deleted in the meantime.
    """
    with transaction.atomic():
        row = ImportDraft.objects.select_for_update(of=("self",)).filter(pk=draft.pk).first()
        if row is None or row.target is None:
            raise Gone("This import no longer exists.")
        if not row.made:
            with writing(row.target, expect):
                after, _ = proposed_update(row, index)
                words = f"Updated from {row.filename or 'a pasted list'}."
                amend(row.target, Replace(army=after, words=words), by=by)
            _done(row, by, [row.target])
    return row.target


def similar_armies(reading: Reading, user: Any) -> list[Army]:
    """The armies that ``user`` may change and that hold most of the units of the list, most alike first."""
    names = set().union(*map(_names, reading.armies))
    if not getattr(user, "is_authenticated", False) or not names:
        return []
    mine = Army.objects.filter(Q(owner=user) | Q(co_editors__user=user)).order_by().values("pk")
    rows = Element.objects.filter(army__in=mine, level=Element.Level.UNIT, name__in=_spellings(reading))
    shared = Counter(dict(rows.order_by().values_list("army").annotate(count=Count("name", distinct=True))))
    alike = [pk for pk, count in shared.most_common(MOST_SIMILAR) if 2 * count > len(names)]
    armies = Army.objects.in_bulk(alike)
    return [armies[pk] for pk in alike]


def compare_with(draft: ImportDraft, target: Army) -> None:
    """Make the draft an update of ``target``: its differences are shown, and nothing is changed yet."""
    draft.target = target
    ImportDraft.objects.filter(pk=draft.pk, made=[]).update(target=target)


def best_fit(draft: ImportDraft, reading: Reading) -> int:
    """Index of the army in the file that shares the most unit names with the target."""
    names = _names(facts_of(draft.target)) if draft.target else set()
    shared = [(len(names & _names(army)), -index) for index, army in enumerate(reading.armies)]
    return -max(shared)[1] if shared else 0


def mismatch_warning(draft: ImportDraft, army: facts.Army) -> str:
    """A warning if ``army`` shares few unit names with the draft's target, so probably is another army; else empty."""
    names = _names(facts_of(draft.target)) if draft.target else set()
    shared = len(names & _names(army))
    if not names or shared * FEW > len(names):
        return ""
    count = f"only {shared:,}" if shared else "none"
    return f"Of the {len(names):,} unit names of this army, the file has {count}. Is it the right file?"


def _names(army: facts.Army) -> set[str]:
    return {unit.name.casefold() for unit in units(army)}


def _spellings(reading: Reading) -> list[str]:
    """The names of units to look for in the database: as many as one query may name."""
    return list({unit.name: None for army in reading.armies for unit in units(army)})[:MOST_NAMES]


def _ready(draft: ImportDraft, chosen: set[int] | None) -> list[facts.Army]:
    reading = reading_of(draft)
    if blocking := reading.blocking:
        raise Refused("decisions", f"Lines that need a decision: {len(blocking)}. The first: {blocking[0].place}.")
    armies = [army for index, army in enumerate(reading.armies) if chosen is None or index in chosen]
    if not armies:
        raise Refused("chosen", "Choose at least one army.")
    return armies


def import_file(
    data: bytes, filename: str, owner: Any, *, side: str = "", visibility: str = Visibility.UNLISTED
) -> tuple[list[Army], Reading]:
    """Read a file and create its armies in one step, for commands: lines cannot be decided.

    Raises:
        Unreadable: the file cannot be read.
        Refused: some lines were not understood; the sentence lists them.
    """
    reading = read(data, filename, side=side)
    if blocking := reading.blocking:
        lines = "\n".join(f"{p.where or f'line {p.line}'}: {p.text.strip()}: {p.sentence}" for p in blocking[:20])
        raise Refused("lines", f"Lines not understood: {len(blocking)}; nothing was written.\n{lines}")
    if not reading.armies:
        raise Refused(
            "side", "There is no army in the file." if not side else f"There is no side {side!r} in the file."
        )
    with transaction.atomic():
        return [create(army, owner, visibility=visibility) for army in reading.armies], reading
