"""Edits of several people in one army: what does not touch each other is merged, the rest is a conflict with names."""

from typing import Any

from armies.building.difference import Difference, difference, patched
from armies.building.edits import Edit
from armies.models import Army, Change
from armies.services.apply_edit import amend, record
from armies.services.conflicts import PLACE, Conflict, authors_since, clashes_of
from armies.services.history import DICE, tree_after
from armies.services.locks import Stale, writing
from armies.services.storage import new_id, tree_of


def amend_merged(army: Army, edit: Edit, *, by: Any = None, expect: int | None = None) -> Change | None:
    """``amend``, but changes by others since version ``expect`` stay where the edit does not touch them.

    Raises:
        Refused: the edit is not allowed; nothing is written.
        Conflict: the edit and a change by others touch the same field, or one is below what the other has deleted.
        Stale: the history does not reach back to ``expect``.
        Gone: the army was deleted in the meantime.
    """
    with writing(army) as row:
        if expect is None or row.version == expect:
            return amend(row, edit, by=by, expect=expect)
        now = tree_of(row)
        if not row.changes.filter(number=expect).exists():
            raise Stale(row)
        then = tree_after(row, expect, now)
        mine = then.copy()
        words = edit.apply(mine, new_id)
        own, theirs = difference(then, mine), difference(then, now)
        authors = authors_since(row, expect, DICE)
        if clashes := tuple(clashes_of(own, theirs, then, now, authors)):
            raise Conflict(row, clashes)
        if _is_plain(own):
            after = patched(now, _without_equal(own, theirs))
        else:
            after = now.copy()
            words = edit.apply(after, new_id)
        return record(row, now, after, edit.kind, words, by=by)


def _is_plain(own: Difference) -> bool:
    """True if an edit changes only facts of elements that stay in their places."""
    return all(before is not None and after is not None and not PLACE & after.keys() for before, after in own.values())


def _without_equal(own: Difference, theirs: Difference) -> Difference:
    """``own`` without the fields that others have set to the same values."""
    rest: Difference = {}
    for element, (before, after) in own.items():
        if before is None or after is None:
            continue
        set_by_others = (theirs.get(element) or [None, None])[1] or {}
        names = [name for name in after if name not in set_by_others]
        rest[element] = [{name: before[name] for name in names}, {name: after[name] for name in names}]
    return rest
