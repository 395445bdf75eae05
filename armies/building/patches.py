"""The difference between two states of an army, and its use forwards and backwards.

A difference maps an element's id (``ARMY`` for the army's own facts) to its record before and after, each with
``parent`` and ``position``. One of the two is None where the element was added or removed; otherwise both hold
only what differs. It is plain JSON.
"""

from collections.abc import Iterable

from armies.building.refusing import Refused
from armies.building.trees import ARMY, Record, Tree, tree_from

Difference = dict[str, list[Record | None]]


def difference(before: Tree, after: Tree) -> Difference:
    """What must change to make ``after`` out of ``before``; empty where they are equal."""
    old, new = before.all_at(), after.all_at()
    found: Difference = {}
    for element, record in old.items():
        if element not in new:
            found[element] = [record, None]
        elif (now := new[element]) != record:
            names = [name for name in {**record, **now} if record.get(name) != now.get(name)]
            found[element] = [{name: record.get(name) for name in names}, {name: now.get(name) for name in names}]
    for element, record in new.items():
        if element not in old:
            found[element] = [None, record]
    return found


def turned(change: Difference) -> Difference:
    """The difference that takes ``change`` back."""
    return {element: [after, before] for element, (before, after) in change.items()}


def patched(tree: Tree, change: Difference, *, keep: frozenset[str] = frozenset()) -> Tree:
    """``tree`` with ``change`` made; facts named in ``keep`` stay as they are on elements that stay.

    Raises:
        Refused: what ``change`` takes to be there is not, so that something else was changed since; the field
            is the id of the element.
    """
    return patched_all(tree, (change,), keep=keep)


def patched_all(tree: Tree, changes: Iterable[Difference], *, keep: frozenset[str] = frozenset()) -> Tree:
    """``tree`` with one difference after another made, as ``patched`` makes each; order is looked at in the end."""
    records = tree.all_at()
    for change in changes:
        _patch(records, change, keep)
    return _sound(records)


def _patch(records: dict[str, Record], change: Difference, keep: frozenset[str]) -> None:
    for element, (before, after) in change.items():
        now = records.get(element)
        if before is None or after is None:
            if (now is None) != (before is None):
                raise Refused(element, _gone(now, after or before or {}))
            if now is not None and before is not None and _differ(now, before, keep | {"position"}):
                raise Refused(element, f"{now['name']} was changed again since.")
            if after is None:
                del records[element]
            else:
                records[element] = after
            continue
        if now is None:
            raise Refused(element, "Something that this change touched is not there any more.")
        if _differ(now, before, keep):
            raise Refused(element, f"{now['name']} was changed again since.")
        records[element] = {**now, **{name: value for name, value in after.items() if name not in keep}}


def _differ(now: Record, before: Record, keep: frozenset[str]) -> bool:
    return any(now.get(name) != value for name, value in before.items() if name not in keep)


def _gone(now: Record | None, record: Record) -> str:
    name = record.get("name", "An element")
    return f"{name} is there already." if now is not None else f"{name} is not there any more."


def _sound(records: dict[str, Record]) -> Tree:
    """The tree of ``records``, if every element has a parent that may hold it and places are dense."""
    places: dict[str, list[int]] = {}
    for element, record in records.items():
        if element == ARMY:
            continue
        if record["parent"] not in records:
            raise Refused(element, f"{record['name']} would have nothing to stand under.")
        places.setdefault(record["parent"], []).append(record["position"])
    for parent, positions in places.items():
        if sorted(positions) != list(range(len(positions))):
            name = records[parent]["name"]
            raise Refused(parent, f"The order of what stands under {name} was changed since.")
    return tree_from(records)
