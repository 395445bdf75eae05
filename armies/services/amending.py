"""Every change to an army goes through here: one edit, one transaction, one entry in its history."""

from typing import Any

from armies.building.edits import Edit
from armies.building.patches import Difference, difference
from armies.building.trees import ARMY, Tree, put_together
from armies.models import Army, Change
from armies.services.locking import hold_house_rules, writing
from armies.services.reading import house_of, tree_of
from armies.services.writing import count, new_id, write_difference, write_head

MOST_WORDS = 400
BASE = "base"
"""The kind of the first entry, which holds everything as it was made."""


def amend(army: Army, edit: Edit, *, by: Any = None, expect: int | None = None) -> Change | None:
    """Make ``edit`` and write it to the army's history; its version moves on by one.

    Args:
        by: the user who makes it; None for a command.
        expect: the version of the army that was looked at.

    Returns:
        The entry, whose ``number`` is the new version; None where the edit changes nothing.

    Raises:
        Refused: the edit cannot be made; nothing is written.
        Stale: the army has moved on.
        Gone: the army was deleted meanwhile.
    """
    with writing(army, expect) as row:
        before = tree_of(row)
        after = before.copy()
        words = edit.apply(after, new_id)
        return record(row, before, after, edit.kind, words, by=by)


def record(
    row: Army, before: Tree, after: Tree, kind: str, words: str, *, by: Any = None, undoes: int | None = None
) -> Change | None:
    """Write what makes ``after`` out of ``before`` and its entry, in the transaction of whoever holds ``row``."""
    change = difference(before, after)
    if not change:
        return None
    if not row.changes.exists():
        _entry(row, BASE, "As it was made.", _whole(before), None).save()
    _write(row, change, after, by)
    entry = _entry(row, kind, words, change, by)
    entry.undoes = undoes
    entry.save()
    return entry


def _write(row: Army, change: Difference, after: Tree, by: Any) -> None:
    if ARMY in change:
        before = row.house_rules_id
        write_head(row, after.head)
        if row.house_rules_id not in (None, before):
            hold_house_rules(row.house_rules_id)
    write_difference(row, change, after, _known(by))
    count(row, put_together(after, house_of(row)))
    row.version += 1
    row.save()


def _whole(tree: Tree) -> Difference:
    return {element: [None, values] for element, values in tree.all_at().items()}


def _entry(row: Army, kind: str, words: str, change: Difference, by: Any) -> Change:
    user = _known(by)
    return Change(
        army=row,
        number=row.version,
        kind=kind,
        words=words[:MOST_WORDS],
        difference=change,
        user=user,
        by=user.get_username() if user is not None else "",
    )


def _known(by: Any) -> Any:
    """The user, if it is a signed-in one."""
    return by if by is not None and by.is_authenticated else None
