"""The history of an army: list, undo and redo changes, and restore earlier states.

Dice are never undone: rolled ratings and drawn cards stay (MN-CMD-50, EN-COST-08).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from armies.building.difference import (
    Difference,
    Row,
    difference,
    difference_rows,
    patched,
    patched_all,
    reversed_difference,
)
from armies.building.edits import refuse_too_many
from armies.building.element_tree import ARMY, Record, Tree, army_of_tree, tree_from
from armies.models import Army, Change, HouseRules
from armies.services.apply_edit import BASE, record
from armies.services.locks import SOMEONE, Clash, Conflict, Refused, Stale, authors_since, clashes_of, writing
from armies.services.storage import house_of, tree_of
from battles.engine.armies import facts

UNDO: Final = "undo"
REDO: Final = "redo"
BACK: Final = "back"
UNDID: Final = "Undid: "
REDID: Final = "Redid: "
FORMER_UNDID: Final = "Took back: "
"""How the sentence of an undo began in older histories."""
DICE: Final = frozenset({"rate", "cards"})
"""Kinds of entries that cannot be undone."""
DICE_FACTS: Final = frozenset({"throws", "draws"})
"""Facts that hold dice."""
CHUNK: Final = 50
"""Entries of a history that are read in one query."""
REACH: Final = 500
"""The number of last entries among which undo and redo look."""


@contextmanager
def _writing(army: Army, by: Any, expect: int | None, *, merge: bool) -> Iterator[Army]:
    """As ``writing``; with ``merge`` the army may have been changed by others, not by ``by``, since ``expect``."""
    with writing(army, None if merge else expect) as row:
        if expect is not None and row.version != expect:
            newer = row.changes.filter(number__gt=expect)
            if newer.filter(by=by.get_username() if by is not None else "").exists() or not newer.exists():
                raise Stale(row)
        yield row


def undo(army: Army, *, by: Any = None, expect: int | None = None, merge: bool = False) -> Change:
    """Undo the last change of ``by`` that is not undone; ``merge`` allows changes by others since ``expect``.

    Raises:
        Refused: there is no such change, or what it touched was changed later by ``by``.
        Conflict: others have changed later what it touched.
        Stale, Gone: as ``amend``.
    """
    with _writing(army, by, expect, merge=merge) as row:
        entry, _ = next_steps(row, by)
        if entry is None:
            raise Refused("undo", "You have no change to undo.")
        return _reverse(row, entry, UNDO, f"{UNDID}{entry.words}", by)


def _words_of_undone(entry: Change) -> str:
    """The sentence of the change that ``entry`` undid."""
    return entry.words.removeprefix(UNDID).removeprefix(FORMER_UNDID)


def redo(army: Army, *, by: Any = None, expect: int | None = None, merge: bool = False) -> Change:
    """Redo the change that ``by`` undid last, unless they changed something after it.

    Raises:
        Refused, Conflict, Stale, Gone: as ``undo``.
    """
    with _writing(army, by, expect, merge=merge) as row:
        _, entry = next_steps(row, by)
        if entry is None:
            raise Refused("redo", "You have no change to redo.")
        return _reverse(row, entry, REDO, f"{REDID}{_words_of_undone(entry)}", by)


def revert(army: Army, number: int, *, by: Any = None, expect: int | None = None) -> Change:
    """Undo one change of any user, also with later changes, if nothing it touched was changed later.

    Raises:
        Refused: there is no such change, it has dice, or what it touched was changed later.
        Stale, Gone: as ``amend``.
    """
    with writing(army, expect) as row:
        entry = row.changes.filter(number=number).exclude(kind=BASE).first()
        if entry is None:
            raise Refused("number", f"This army has no change {number} to undo.")
        return _reverse(row, entry, UNDO, f"{UNDID}{entry.words}", by)


def return_to(army: Army, number: int, *, by: Any = None, expect: int | None = None) -> Change | None:
    """Restore the army as it was after change ``number``; ratings and cards since then stay.

    Returns:
        The entry; None if the army is in that state already.

    Raises:
        Refused: there is no such change.
        Stale, Gone: as ``amend``.
    """
    with writing(army, expect) as row:
        now = tree_of(row)
        then = tree_after(row, number, now)
        return record(row, now, then, BACK, f"Restored the state after change {number}.", by=by)


def state_at(army: Army, number: int) -> Tree:
    """The army as it was after change ``number``, with dice rolled since; it is locked while it is read.

    Raises:
        Refused: there is no such change.
        Gone: the army was deleted in the meantime.
    """
    with writing(army) as row:
        return tree_after(row, number, tree_of(row))


def army_at(army: Army, number: int) -> facts.Army:
    """The facts of the army as it was after change ``number``, under its present house rules.

    Raises:
        Refused, Gone: as ``state_at``.
    """
    return army_of_tree(state_at(army, number), house_of(army))


def tree_after(army: Army, number: int, now: Tree) -> Tree:
    """``state_at`` for a caller that holds the lock on ``army`` and has its present tree."""
    if not army.changes.filter(number=number).exists():
        raise Refused("number", f"This army has no change {number}.")
    throws = {element: entry["throws"] for element, entry in now.records.items() if "throws" in entry}
    tree = patched_all(now, _reversed_since(army, number, throws), keep=DICE_FACTS)
    return _with_ratings(tree, throws)


def _with_ratings(tree: Tree, throws: dict[str, Any]) -> Tree:
    """``tree`` with the ratings of its commanders replaced by those in ``throws``, by element."""
    for element in tree.records.keys() & throws.keys():
        tree.records[element] = {**tree.records[element], "throws": throws[element]}
    return tree


def _reversed_since(army: Army, number: int, throws: dict[str, Any]) -> Iterator[Difference]:
    """The reversed differences after ``number``, newest first; ratings of deleted elements are added to ``throws``."""
    for entry in army.changes.filter(number__gt=number).order_by("-number").iterator(chunk_size=CHUNK):
        change = difference_of(entry)
        for element, (before, after) in change.items():
            if after is None and before is not None and "throws" in before:
                throws.setdefault(element, before["throws"])
        yield reversed_difference(change)


def replayed(army: Army) -> Tree:
    """The army rebuilt from its history, from the first entry to the last; the stored army if it has no history."""
    entries = army.changes.order_by("number").iterator(chunk_size=CHUNK)
    base = next(entries, None)
    if base is None:
        return tree_of(army)
    tree = tree_from({element: after for element, (_, after) in difference_of(base).items() if after is not None})
    return patched_all(tree, (difference_of(entry) for entry in entries))


def difference_of(entry: Change) -> Difference:
    """The difference of ``entry``; deleted house rules count as none, as in the army's row."""
    change: Difference = entry.difference
    head = [side or {} for side in change.get(ARMY, ())]
    named = {side["house_rules"] for side in head if side.get("house_rules") is not None}
    deleted = named - set(HouseRules.objects.filter(pk__in=named).values_list("pk", flat=True)) if named else named
    if not deleted:
        return change
    return {**change, ARMY: [_without(side, deleted) for side in change[ARMY]]}


def _without(side: Record | None, deleted: set[int]) -> Record | None:
    return {**side, "house_rules": None} if side is not None and side.get("house_rules") in deleted else side


def changed_since(army: Army, number: int) -> tuple[list[Change], list[Row]]:
    """The entries after change ``number``, and what they changed together, for a user who saw that state.

    The second list is empty if that change is unknown.

    Raises:
        Gone: the army was deleted in the meantime.
    """
    with writing(army) as row:
        entries = list(row.changes.filter(number__gt=number).order_by("number"))
        exists = row.changes.filter(number=number).exists()
        if not entries or not exists:
            return entries, []
        now = tree_of(row)
    then = patched_all(now, (reversed_difference(difference_of(entry)) for entry in reversed(entries)), keep=DICE_FACTS)
    return entries, difference_rows(difference(then, now), then, now)


def detail(army: Army, entry: Change) -> list[Row]:
    """The changes of ``entry``, element by element; none for the first entry."""
    if entry.kind == BASE:
        return []
    change, after = difference_of(entry), state_at(army, entry.number)
    return difference_rows(change, patched(after, reversed_difference(change), keep=DICE_FACTS), after)


def next_steps(army: Army, by: Any) -> tuple[Change | None, Change | None]:
    """The changes of ``by`` that ``undo`` would undo and ``redo`` would redo; their differences are not loaded."""
    entries, standing = _recent_entries(army)
    own = [entry for entry in entries if _is_own(entry, by)]
    plain = [entry for entry in own if entry.kind not in {BASE, UNDO, REDO, *DICE}]
    return next((entry for entry in plain if standing[entry.number]), None), _next_redo(own, standing)


def _next_redo(own: list[Change], standing: dict[int, bool]) -> Change | None:
    for entry in own:
        if entry.kind in {REDO, *DICE}:
            continue
        if entry.kind != UNDO:
            return None
        if standing[entry.number]:
            return entry
    return None


def _recent_entries(army: Army) -> tuple[list[Change], dict[int, bool]]:
    """The last entries, newest first, without differences; and by number, True if the entry is not undone."""
    entries = list(army.changes.defer("difference").order_by("-number")[:REACH])
    standing = {entry.number: True for entry in entries}
    undoes = {entry.number: entry.undoes for entry in entries if (entry.undoes or 0) < entry.number}
    for entry in reversed(entries):
        turned_one, stands = undoes.get(entry.number), False
        while turned_one is not None:
            standing[turned_one] = stands
            turned_one, stands = undoes.get(turned_one), not stands
    return entries, standing


def _is_own(entry: Change, by: Any) -> bool:
    """True if ``by`` made it; entries of deleted users belong to no user."""
    if by is None or not by.is_authenticated:
        return entry.user_id is None and not entry.by
    return bool(entry.user_id == by.pk)


def _reverse(row: Army, entry: Change, kind: str, words: str, by: Any) -> Change:
    if entry.kind in DICE:
        raise Refused("number", "Dice cannot be undone. Roll again, or set a rating.")
    before, change = tree_of(row), difference_of(entry)
    if _house_rules_before(entry.difference) != _house_rules_before(change):
        raise Refused("house_rules", "The house rules of that time no longer exist.")
    try:
        after = patched(before, reversed_difference(change))
        if any(at not in before.records and "throws" in item for at, item in after.records.items()):
            after = _with_ratings(after, _ratings_before_deletion(row, entry.number, before))
        refuse_too_many(after)
    except Refused as refused:
        if clashes := _clashes_with_others(row, entry, change, before, by):
            raise Conflict(row, clashes) from refused
        raise Refused(
            refused.field, f"{refused} So this change cannot be undone alone: restore an earlier state instead."
        ) from refused
    change_made = record(row, before, after, kind, words, by=by, undoes=entry.number)
    if change_made is None:
        raise Refused("number", "There is nothing to undo: the army is in that state already.")
    return change_made


def _clashes_with_others(row: Army, entry: Change, change: Difference, now: Tree, by: Any) -> tuple[Clash, ...]:
    """What others have changed since ``entry`` where ``by`` undoes it."""
    then = tree_after(row, entry.number, now)
    authors = authors_since(row, entry.number, DICE)
    own_name = by.get_username() if by is not None else SOMEONE
    found = clashes_of(reversed_difference(change), difference(then, now), then, now, authors)
    return tuple(clash for clash in found if authors.get(clash.element, own_name) != own_name)


def _ratings_before_deletion(row: Army, number: int, now: Tree) -> dict[str, Any]:
    """Ratings of commanders who were in the army after change ``number`` and were deleted later, by element."""
    throws: dict[str, Any] = {}
    for _ in _reversed_since(row, number, throws):
        continue
    return {element: ratings for element, ratings in throws.items() if element not in now.records}


def _house_rules_before(change: Difference) -> int | None:
    before = change.get(ARMY, [None])[0]
    return before.get("house_rules") if before else None
