"""Import in two steps: a draft that waits for decisions, then armies, all or none; or an army brought up to date."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from armies.building.army_edits import Replace
from armies.building.difference import Row, differences
from armies.exchange import Reading, TableHead, Unmapped, Unreadable, matched, read
from armies.exchange.csv_rows import Said
from armies.models import Army, ImportDraft, Visibility
from armies.rules import facts
from armies.rules.tree import units
from armies.services.amending import amend
from armies.services.columns import remember, remembered, said_of
from armies.services.locking import Gone, Refused, writing
from armies.services.reading import facts_of
from armies.services.writing import create

KEPT = timedelta(days=2)
"""How long a draft that nobody confirms is kept."""
MOST_OWN = 20
"""Drafts of one user; the oldest go when there are more."""
MOST_STRANGERS = 100
"""Drafts of all who are not signed in, together."""
FEW = 4
"""A file that holds no more than one in so many of an army's names of units is likely another army's."""


def stage(data: bytes, filename: str, owner: Any, *, target: Army | None = None) -> ImportDraft:
    """Keep ``data`` as a draft, and drop drafts that are past their time or too many.

    A table whose columns must be told first is kept as well; what ``owner`` has said of one with the same head
    is used.

    Args:
        target: the army that the file shall bring up to date; without one, new armies come of it.

    Raises:
        Unreadable: the file as a whole cannot be read; nothing is kept.
    """
    try:
        heads = read(data, filename).heads
    except Unmapped as unmapped:
        heads = unmapped.heads
    columns = remembered(owner, heads)
    draft = ImportDraft.objects.create(data=data, filename=filename[:200], owner=owner, target=target, columns=columns)
    newest = ImportDraft.objects.filter(owner=owner).order_by("-pk").values_list("pk", flat=True)
    over = list(newest[MOST_STRANGERS if owner is None else MOST_OWN :][:MOST_STRANGERS])
    ImportDraft.objects.filter(Q(created__lt=timezone.now() - KEPT) | Q(pk__in=over)).delete()
    return draft


def reading_of(draft: ImportDraft) -> Reading:
    """What the draft says with the decisions made so far.

    Raises:
        Unmapped: it is a table whose columns must be told first.
        Unreadable: the decisions left nothing that can be read.
    """
    return _reading(draft, said_of(draft))


def heads_in(draft: ImportDraft) -> tuple[TableHead, ...]:
    """The heads of the draft's tables, each once, with what their columns are taken for; none where it is no table."""
    heads: tuple[TableHead, ...] = ()
    for said in (said_of(draft), {}):
        try:
            heads = _reading(draft, said).heads
        except Unmapped as unmapped:
            heads = unmapped.heads
        except Unreadable:
            continue
        break
    return tuple({head.digest: head for head in heads}.values())


def _reading(draft: ImportDraft, said: Said) -> Reading:
    decisions = {int(line): text for line, text in draft.decisions.items()}
    name = draft.target.name if draft.target else ""
    return read(bytes(draft.data), draft.filename, decisions, name=name, columns=said)


def decide(draft: ImportDraft, decisions: Mapping[int, str | None]) -> Reading:
    """Add decisions to the draft: new text for a line, or None to leave the line out."""
    draft.decisions = {**draft.decisions, **{str(line): text for line, text in decisions.items()}}
    reading = reading_of(draft)
    _write_decisions(draft)
    return reading


def undecide(draft: ImportDraft) -> None:
    """Take all decisions back."""
    draft.decisions = {}
    _write_decisions(draft)


def _write_decisions(draft: ImportDraft) -> None:
    """Nothing is written where the draft was kept or dropped meanwhile."""
    ImportDraft.objects.filter(pk=draft.pk, made=[]).update(decisions=draft.decisions)


def confirm(draft: ImportDraft, owner: Any, *, chosen: set[int] | None = None) -> list[Army]:
    """Make the armies of the draft for ``owner`` and drop it; confirming it again gives the same armies.

    Args:
        chosen: which of the draft's armies, counted from 0; None for all.

    Raises:
        Refused: lines still wait for a decision, or nothing is chosen.
        Gone: the draft was dropped meanwhile.
    """
    with transaction.atomic():
        row = ImportDraft.objects.select_for_update().filter(pk=draft.pk).first()
        if row is None:
            raise Gone("This import is not there any more.")
        if row.made:
            return list(Army.objects.filter(slug__in=row.made, owner=owner).order_by("id"))
        made = [create(army, owner) for army in _ready(row, chosen)]
        _done(row, owner, made)
    return made


def _done(row: ImportDraft, owner: Any, made: list[Army]) -> None:
    """What came of the draft is noted, its file dropped, and what was said of its columns remembered."""
    row.made = [army.slug for army in made]
    row.owner = owner
    row.data = b""
    row.save()
    remember(owner, row.columns)


def proposed(draft: ImportDraft, index: int) -> tuple[facts.Army, list[Row]]:
    """The draft's target as the army at ``index`` of the file would leave it, and how that differs from now.

    Raises:
        Refused: lines still wait for a decision, or the file has no such army.
    """
    if draft.target is None:
        raise Refused("target", "This import brings no army up to date.")
    now = facts_of(draft.target)
    (new,) = _ready(draft, {index})
    after = matched(now, new, full=reading_of(draft).full)
    return after, differences(now, after)


def bring(draft: ImportDraft, by: Any, *, index: int, expect: int | None) -> Army:
    """Bring the draft's target up to date with the army at ``index`` of the file, in one change of its history.

    Args:
        expect: the version of the target that the differences were shown for.

    Raises:
        Refused: lines still wait for a decision, or the file has no such army.
        Stale: the target has moved on; nothing is written.
        Gone: the draft or its target was dropped meanwhile.
    """
    with transaction.atomic():
        row = ImportDraft.objects.select_for_update(of=("self",)).filter(pk=draft.pk).first()
        if row is None or row.target is None:
            raise Gone("This import is not there any more.")
        if not row.made:
            with writing(row.target, expect):
                after, _ = proposed(row, index)
                words = f"Brought up to date from {row.filename or 'a pasted list'}."
                amend(row.target, Replace(army=after, words=words), by=by)
            _done(row, by, [row.target])
    return row.target


def best_fit(draft: ImportDraft, reading: Reading) -> int:
    """Which army of the file the target most likely is: the one that shares most of its units' names."""
    known = _names(facts_of(draft.target)) if draft.target else set()
    shared = [(len(known & _names(army)), -index) for index, army in enumerate(reading.armies)]
    return -max(shared)[1] if shared else 0


def stranger(draft: ImportDraft, army: facts.Army) -> str:
    """That ``army`` is likely not the draft's target, in a sentence: few of its units' names are there; else empty."""
    known = _names(facts_of(draft.target)) if draft.target else set()
    shared = len(known & _names(army))
    if not known or shared * FEW > len(known):
        return ""
    count = f"only {shared:,}" if shared else "none"
    return f"Of the {len(known):,} names of units that this army has, the file holds {count}. Is it the right file?"


def _names(army: facts.Army) -> set[str]:
    return {unit.name.casefold() for unit in units(army)}


def _ready(draft: ImportDraft, chosen: set[int] | None) -> list[facts.Army]:
    reading = reading_of(draft)
    if waiting := reading.blocking:
        raise Refused("decisions", f"Lines that wait for a decision: {len(waiting)}. The first: {waiting[0].place}.")
    armies = [army for index, army in enumerate(reading.armies) if chosen is None or index in chosen]
    if not armies:
        raise Refused("chosen", "Choose at least one army to keep.")
    return armies


def import_file(
    data: bytes, filename: str, owner: Any, *, side: str = "", visibility: str = Visibility.UNLISTED
) -> tuple[list[Army], Reading]:
    """Read and keep a file in one go, for commands: no decisions can be asked for.

    Raises:
        Unreadable: the file cannot be read.
        Refused: some lines were not understood; the sentence lists them.
    """
    reading = read(data, filename, side=side)
    if waiting := reading.blocking:
        lines = "\n".join(f"{p.where or f'line {p.line}'}: {p.text.strip()}: {p.sentence}" for p in waiting[:20])
        raise Refused("lines", f"Lines not understood: {len(waiting)}; nothing was written.\n{lines}")
    if not reading.armies:
        raise Refused(
            "side", "There is no army in the file." if not side else f"There is no side {side!r} in the file."
        )
    with transaction.atomic():
        return [create(army, owner, visibility=visibility) for army in reading.armies], reading
