"""Import in two steps: a draft that waits for decisions, then armies, all or none."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from armies.exchange import Reading, read
from armies.models import Army, ImportDraft, Visibility
from armies.rules import facts
from armies.services.locking import Gone, Refused
from armies.services.writing import create

KEPT = timedelta(days=2)
"""How long a draft that nobody confirms is kept."""
MOST_OWN = 20
"""Drafts of one user; the oldest go when there are more."""
MOST_STRANGERS = 100
"""Drafts of all who are not signed in, together."""


def stage(data: bytes, filename: str, owner: Any) -> ImportDraft:
    """Keep ``data`` as a draft, and drop drafts that are past their time or too many.

    Raises:
        Unreadable: the file as a whole cannot be read; nothing is kept.
    """
    read(data, filename)
    draft = ImportDraft.objects.create(data=data, filename=filename[:200], owner=owner)
    newest = ImportDraft.objects.filter(owner=owner).order_by("-pk").values_list("pk", flat=True)
    over = list(newest[MOST_STRANGERS if owner is None else MOST_OWN :][:MOST_STRANGERS])
    ImportDraft.objects.filter(Q(created__lt=timezone.now() - KEPT) | Q(pk__in=over)).delete()
    return draft


def reading_of(draft: ImportDraft) -> Reading:
    """What the draft says with the decisions made so far.

    Raises:
        Unreadable: the decisions left nothing that can be read.
    """
    decisions = {int(line): text for line, text in draft.decisions.items()}
    return read(bytes(draft.data), draft.filename, decisions)


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
        row.made = [army.slug for army in made]
        row.owner = owner
        row.data = b""
        row.save()
    return made


def _ready(draft: ImportDraft, chosen: set[int] | None) -> list[facts.Army]:
    reading = reading_of(draft)
    if waiting := reading.blocking:
        raise Refused(
            "decisions", f"Lines that wait for a decision: {len(waiting)}. The first is line {waiting[0].line}."
        )
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
        lines = "\n".join(f"line {p.line}: {p.text.strip()}: {p.sentence}" for p in waiting[:20])
        raise Refused("lines", f"Lines not understood: {len(waiting)}; nothing was written.\n{lines}")
    if not reading.armies:
        raise Refused(
            "side", "There is no army in the file." if not side else f"There is no side {side!r} in the file."
        )
    with transaction.atomic():
        return [create(army, owner, visibility=visibility) for army in reading.armies], reading
