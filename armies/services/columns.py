"""What a user says of the columns of his tables, in one import and for the next table with the same head."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from armies.exchange import TableHead
from armies.exchange.csv_rows import Said
from armies.exchange.meanings import refusal
from armies.models import ColumnMapping, ImportDraft
from armies.services.locking import Refused

MOST_MAPPINGS: Final = 200
"""Heads remembered for one user; those not used for longest go when there are more."""
MOST_HEADS: Final = 50
"""Heads told of in one import."""

Columns = dict[str, dict[str, str]]


def said_of(draft: ImportDraft) -> Said:
    """What was said of the columns of the draft's tables, as reading takes it."""
    return {
        digest: {int(place): meaning for place, meaning in columns.items()} for digest, columns in draft.columns.items()
    }


def remembered(owner: Any, heads: Iterable[TableHead]) -> Columns:
    """What ``owner`` has said of tables with these heads before."""
    if owner is None:
        return {}
    rows = ColumnMapping.objects.filter(owner=owner, head__in=[head.digest for head in heads][:MOST_HEADS])
    return dict(rows.values_list("head", "columns"))


def say(draft: ImportDraft, head: TableHead, said: Sequence[str]) -> None:
    """Take the columns of ``head`` for what is said, an empty word to leave one out; a known user's are remembered.

    Raises:
        Refused: a meaning is unknown or stands twice, or one that is needed is missing.
    """
    if sentence := refusal(head, said):
        raise Refused("columns", sentence)
    told = {str(place): meaning for place, meaning in enumerate(said) if meaning}
    draft.columns = {**draft.columns, head.digest: told}
    if len(draft.columns) > MOST_HEADS:
        raise Refused("columns", f"The columns of at most {MOST_HEADS} tables can be told in one import.")
    _write(draft)
    if draft.owner is not None:
        remember(draft.owner, {head.digest: told})


def forget(draft: ImportDraft, head: TableHead) -> None:
    """Take the columns of ``head`` for what they are called again, here and in the next tables with it."""
    draft.columns = {digest: told for digest, told in draft.columns.items() if digest != head.digest}
    _write(draft)
    if draft.owner is not None:
        ColumnMapping.objects.filter(owner=draft.owner, head=head.digest).delete()


def remember(owner: Any, columns: Columns) -> None:
    """Keep what was said of these heads for the next table with one of them."""
    for digest, told in columns.items():
        ColumnMapping.objects.update_or_create(owner=owner, head=digest, defaults={"columns": told})
    over = ColumnMapping.objects.filter(owner=owner).order_by("-used", "-pk").values_list("pk", flat=True)
    ColumnMapping.objects.filter(pk__in=list(over[MOST_MAPPINGS : 2 * MOST_MAPPINGS])).delete()


def from_before(draft: ImportDraft) -> bool:
    """Whether what the draft's columns mean was said in an earlier import."""
    rows = ColumnMapping.objects.filter(owner=draft.owner_id, head__in=list(draft.columns), used__lt=draft.created)
    return bool(draft.owner_id and draft.columns) and rows.exists()


def _write(draft: ImportDraft) -> None:
    """Nothing is written where the draft was kept or dropped meanwhile."""
    ImportDraft.objects.filter(pk=draft.pk, made=[]).update(columns=draft.columns)
