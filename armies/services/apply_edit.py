"""Apply one edit to an army in one transaction with one history entry. Every change uses this module."""

from typing import Any, NamedTuple

from armies.building.difference import Difference, difference
from armies.building.edits import Edit
from armies.building.element_tree import ARMY, Tree, army_of_tree
from armies.models import Army, Change
from armies.services.assessment import Assessment
from armies.services.locks import lock_house_rules, writing
from armies.services.storage import count, house_of, new_id, tree_of, write_difference, write_head
from battles.engine.armies import facts

MOST_WORDS = 400
BASE = "base"
"""The kind of the first entry, which holds the army as it was created."""


class Effect(NamedTuple):
    """An army before and after a change, with its assessment after it."""

    before: Tree
    after: Tree
    house: facts.HouseRules | None
    assessment: Assessment


def amend(army: Army, edit: Edit, *, by: Any = None, expect: int | None = None) -> Change | None:
    """Apply ``edit``, write it to the army's history and increase the army's version.

    Args:
        by: the user who makes it; None for a command.
        expect: the version of the army that the user saw.

    Returns:
        The entry, whose ``number`` is the new version; None if the edit changes nothing.

    Raises:
        Refused: the edit is not allowed; nothing is written.
        Stale: the army has a newer version.
        Gone: the army was deleted in the meantime.
    """
    with writing(army, expect) as row:
        before = tree_of(row)
        after = before.copy()
        words = edit.apply(after, new_id)
        return record(row, before, after, edit.kind, words, by=by)


def record(
    row: Army, before: Tree, after: Tree, kind: str, words: str, *, by: Any = None, undoes: int | None = None
) -> Change | None:
    """Write the difference of ``before`` and ``after`` and its entry; the caller holds the lock on ``row``."""
    change = difference(before, after)
    if not change:
        return None
    if not row.changes.exists():
        _entry(row, BASE, "As created.", _whole(before), None).save()
    assessment = _write(row, change, after, by)
    entry = _entry(row, kind, words, change, by)
    entry.undoes = undoes
    entry.save()
    entry.effect = Effect(before, after, house_of(row), assessment)
    return entry


def _write(row: Army, change: Difference, after: Tree, by: Any) -> Assessment:
    if ARMY in change:
        before = row.house_rules_id
        write_head(row, after.head)
        if row.house_rules_id not in (None, before):
            lock_house_rules(row.house_rules_id)
    write_difference(row, change, after, _signed_in(by))
    assessment = count(row, army_of_tree(after, house_of(row)))
    row.version += 1
    row.save()
    return assessment


def _whole(tree: Tree) -> Difference:
    return {element: [None, values] for element, values in tree.all_at().items()}


def _entry(row: Army, kind: str, words: str, change: Difference, by: Any) -> Change:
    user = _signed_in(by)
    return Change(
        army=row,
        number=row.version,
        kind=kind,
        words=words[:MOST_WORDS],
        difference=change,
        user=user,
        by=user.get_username() if user is not None else "",
    )


def _signed_in(by: Any) -> Any:
    """The user, if it is a signed-in one."""
    return by if by is not None and by.is_authenticated else None
