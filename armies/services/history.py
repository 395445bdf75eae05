"""The history of an army: what was done, taking it back, and going back to any earlier state.

Dice that fell stay: ratings thrown and cards drawn are never taken back (MN-CMD-50, EN-COST-08).
"""

from collections.abc import Iterator
from typing import Any, Final

from armies.building.difference import Row, told
from armies.building.edit_checks import refuse_too_many
from armies.building.patches import Difference, difference, patched, patched_all, turned
from armies.building.trees import ARMY, Record, Tree, tree_from
from armies.models import Army, Change, HouseRules
from armies.services.amending import BASE, record
from armies.services.locking import Refused, writing
from armies.services.reading import tree_of

UNDO: Final = "undo"
REDO: Final = "redo"
BACK: Final = "back"
DICE: Final = frozenset({"rate", "cards"})
"""Kinds of entries that cannot be taken back."""
FALLEN: Final = frozenset({"throws", "draws"})
"""Facts that hold dice."""
CHUNK: Final = 50
"""Entries of a history that are read at a time."""
REACH: Final = 500
"""How many of the last entries undo and redo look at."""


def undo(army: Army, *, by: Any = None, expect: int | None = None) -> Change:
    """Take back the last change of ``by`` that still stands.

    Raises:
        Refused: he has none, or what it touched was changed since.
        Stale, Gone: as ``amend``.
    """
    with writing(army, expect) as row:
        entry, _ = next_steps(row, by)
        if entry is None:
            raise Refused("undo", "There is no change of yours to take back.")
        return _turn(row, entry, UNDO, f"Took back: {entry.words}", by)


def redo(army: Army, *, by: Any = None, expect: int | None = None) -> Change:
    """Make again what ``by`` took back last, if he has changed nothing since.

    Raises:
        Refused, Stale, Gone: as ``undo``.
    """
    with writing(army, expect) as row:
        _, entry = next_steps(row, by)
        if entry is None:
            raise Refused("redo", "There is nothing of yours to make again.")
        return _turn(row, entry, REDO, f"Made again: {entry.words.removeprefix('Took back: ')}", by)


def revert(army: Army, number: int, *, by: Any = None, expect: int | None = None) -> Change:
    """Take back one change, whoever made it and whatever came after it, where nothing it touched was changed since.

    Raises:
        Refused: there is no such change, it holds dice, or what it touched was changed since.
        Stale, Gone: as ``amend``.
    """
    with writing(army, expect) as row:
        entry = row.changes.filter(number=number).exclude(kind=BASE).first()
        if entry is None:
            raise Refused("number", f"This army has no change {number} to take back.")
        return _turn(row, entry, UNDO, f"Took back: {entry.words}", by)


def back(army: Army, number: int, *, by: Any = None, expect: int | None = None) -> Change | None:
    """Make the army what it was after change ``number``; ratings thrown and cards drawn since stay.

    Returns:
        The entry; None where it is so already.

    Raises:
        Refused: there is no such change.
        Stale, Gone: as ``amend``.
    """
    with writing(army, expect) as row:
        now = tree_of(row)
        then = _state_at(row, number, now)
        return record(row, now, then, BACK, f"Back to how it was after change {number}.", by=by)


def state_at(army: Army, number: int) -> Tree:
    """The army as it was after change ``number``, with the dice that fell since; nobody writes while it is read.

    Raises:
        Refused: there is no such change.
        Gone: the army was deleted meanwhile.
    """
    with writing(army) as row:
        return _state_at(row, number, tree_of(row))


def _state_at(army: Army, number: int, now: Tree) -> Tree:
    if not army.changes.filter(number=number).exists():
        raise Refused("number", f"This army has no change {number}.")
    throws = {element: held["throws"] for element, held in now.records.items() if "throws" in held}
    tree = patched_all(now, _turned_from(army, number, throws), keep=FALLEN)
    return _with_throws(tree, throws)


def _with_throws(tree: Tree, throws: dict[str, Any]) -> Tree:
    """``tree`` with the ratings thrown for its commanders as they are in ``throws``, by element."""
    for element in tree.records.keys() & throws.keys():
        tree.records[element] = {**tree.records[element], "throws": throws[element]}
    return tree


def _turned_from(army: Army, number: int, throws: dict[str, Any]) -> Iterator[Difference]:
    """What takes back each change after ``number``, the newest first; adds to ``throws`` those of deleted elements."""
    for entry in army.changes.filter(number__gt=number).order_by("-number").iterator(chunk_size=CHUNK):
        change = difference_of(entry)
        for element, (before, after) in change.items():
            if after is None and before is not None and "throws" in before:
                throws.setdefault(element, before["throws"])
        yield turned(change)


def replayed(army: Army) -> Tree:
    """The army made from its history alone, from the first entry to the last; as it stands where it has none."""
    entries = army.changes.order_by("number").iterator(chunk_size=CHUNK)
    base = next(entries, None)
    if base is None:
        return tree_of(army)
    tree = tree_from({element: after for element, (_, after) in difference_of(base).items() if after is not None})
    return patched_all(tree, (difference_of(entry) for entry in entries))


def difference_of(entry: Change) -> Difference:
    """What ``entry`` changed; house rules that were deleted since count as none, as they do in the army's row."""
    change: Difference = entry.difference
    head = [side or {} for side in change.get(ARMY, ())]
    named = {side["house_rules"] for side in head if side.get("house_rules") is not None}
    gone = named - set(HouseRules.objects.filter(pk__in=named).values_list("pk", flat=True)) if named else named
    if not gone:
        return change
    return {**change, ARMY: [_without(side, gone) for side in change[ARMY]]}


def _without(side: Record | None, gone: set[int]) -> Record | None:
    return {**side, "house_rules": None} if side is not None and side.get("house_rules") in gone else side


def changed_since(army: Army, number: int) -> tuple[list[Change], list[Row]]:
    """The entries after change ``number`` and what they changed together, for whoever looked at the army then.

    Both are empty where nothing is known of that state.

    Raises:
        Gone: the army was deleted meanwhile.
    """
    with writing(army) as row:
        entries = list(row.changes.filter(number__gt=number).order_by("number"))
        known = row.changes.filter(number=number).exists()
        if not entries or not known:
            return entries, []
        now = tree_of(row)
    then = patched_all(now, (turned(difference_of(entry)) for entry in reversed(entries)), keep=FALLEN)
    return entries, told(difference(then, now), then, now)


def detail(army: Army, entry: Change) -> list[Row]:
    """What ``entry`` changed, element by element; the first entry of all changed nothing."""
    if entry.kind == BASE:
        return []
    change, after = difference_of(entry), state_at(army, entry.number)
    return told(change, patched(after, turned(change), keep=FALLEN), after)


def next_steps(army: Army, by: Any) -> tuple[Change | None, Change | None]:
    """The change of ``by`` that ``undo`` would take back and the one that ``redo`` would make again.

    Their differences are not read.
    """
    entries, standing = _standing(army)
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


def _standing(army: Army) -> tuple[list[Change], dict[int, bool]]:
    """The last entries, the newest first, without their differences; and whether each still stands."""
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
    """Whether ``by`` made it; entries of users who were deleted are nobody's."""
    if by is None or not by.is_authenticated:
        return entry.user_id is None and not entry.by
    return bool(entry.user_id == by.pk)


def _turn(row: Army, entry: Change, kind: str, words: str, by: Any) -> Change:
    if entry.kind in DICE:
        raise Refused("number", "Dice that fell are not taken back. Rate again, or fix a rating.")
    before, change = tree_of(row), difference_of(entry)
    if _house_rules_before(entry.difference) != _house_rules_before(change):
        raise Refused("house_rules", "The house rules of that time are not there any more.")
    try:
        after = patched(before, turned(change))
        if any(at not in before.records and "throws" in held for at, held in after.records.items()):
            after = _with_throws(after, _thrown_before_deletion(row, entry.number, before))
        refuse_too_many(after)
    except Refused as refused:
        raise Refused(
            refused.field, f"{refused} So this cannot be taken back alone: go back to an earlier state instead."
        ) from refused
    made = record(row, before, after, kind, words, by=by, undoes=entry.number)
    if made is None:
        raise Refused("number", "That is so already: nothing to take back.")
    return made


def _thrown_before_deletion(row: Army, number: int, now: Tree) -> dict[str, Any]:
    """The ratings of those who stood in the army after change ``number`` and stand there no more, by element."""
    throws: dict[str, Any] = {}
    for _ in _turned_from(row, number, throws):
        continue
    return {element: thrown for element, thrown in throws.items() if element not in now.records}


def _house_rules_before(change: Difference) -> int | None:
    before = change.get(ARMY, [None])[0]
    return before.get("house_rules") if before else None
