"""The difference between two states of an army: compute, apply and reverse it, and put it into sentences."""

from collections.abc import Iterable
from typing import Any, Final, Literal

from msgspec import Struct

from armies.building.element_tree import ARMY, Record, Refused, Tree, tree_from, tree_of_army
from armies.exchange.clean_text import short
from battles.engine.armies import facts

Difference = dict[str, list[Record | None]]


def difference(before: Tree, after: Tree) -> Difference:
    """The changes that turn ``before`` into ``after``; empty if they are equal."""
    old, new = before.all_at(), after.all_at()
    change: Difference = {}
    for element, record in old.items():
        if element not in new:
            change[element] = [record, None]
        elif (now := new[element]) != record:
            names = [name for name in {**record, **now} if record.get(name) != now.get(name)]
            change[element] = [{name: record.get(name) for name in names}, {name: now.get(name) for name in names}]
    for element, record in new.items():
        if element not in old:
            change[element] = [None, record]
    return change


def reversed_difference(change: Difference) -> Difference:
    """The difference that undoes ``change``."""
    return {element: [after, before] for element, (before, after) in change.items()}


def patched(tree: Tree, change: Difference, *, keep: frozenset[str] = frozenset()) -> Tree:
    """``tree`` after ``change``; on elements that stay, facts named in ``keep`` stay as they are.

    Raises:
        Refused: an element is not as it was before ``change``, so it was changed since; the field is its id.
    """
    return patched_all(tree, (change,), keep=keep)


def patched_all(tree: Tree, changes: Iterable[Difference], *, keep: frozenset[str] = frozenset()) -> Tree:
    """``tree`` after several differences, applied like ``patched``; positions are checked only at the end."""
    records = tree.all_at()
    for change in changes:
        _patch(records, change, keep)
    return _checked_tree(records)


def _patch(records: dict[str, Record], change: Difference, keep: frozenset[str]) -> None:
    for element, (before, after) in change.items():
        now = records.get(element)
        if before is None or after is None:
            if (now is None) != (before is None):
                raise Refused(element, _wrong_presence(now, after or before or {}))
            if now is not None and before is not None and _differ(now, before, keep | {"position"}):
                raise Refused(element, f"{now['name']} was changed again later.")
            if after is None:
                del records[element]
            else:
                records[element] = after
            continue
        if now is None:
            raise Refused(element, "An element that this change touched no longer exists.")
        if _differ(now, before, keep):
            raise Refused(element, f"{now['name']} was changed again later.")
        records[element] = {**now, **{name: value for name, value in after.items() if name not in keep}}


def _differ(now: Record, before: Record, keep: frozenset[str]) -> bool:
    return any(now.get(name) != value for name, value in before.items() if name not in keep)


def _wrong_presence(now: Record | None, record: Record) -> str:
    name = record.get("name", "An element")
    return f"{name} already exists." if now is not None else f"{name} no longer exists."


def _checked_tree(records: dict[str, Record]) -> Tree:
    """The tree of ``records``; Refused if a parent is missing or positions have gaps."""
    places: dict[str, list[int]] = {}
    for element, record in records.items():
        if element == ARMY:
            continue
        if record["parent"] not in records:
            raise Refused(element, f"{record['name']} would have no parent.")
        places.setdefault(record["parent"], []).append(record["position"])
    for parent, positions in places.items():
        if sorted(positions) != list(range(len(positions))):
            name = records[parent]["name"]
            raise Refused(parent, f"The order of elements under {name} was changed later.")
    return tree_from(records)


SHOWN: Final = 80
"""Characters of a value in a sentence."""

WORDS: Final = {
    "commander": "commander",
    "command_nation": "nation in command",
    "gun_weight": "weight of guns",
    "kgl": "King’s German Legion",
    "quality": "rating",
    "sub_units": "number of sub-units",
    "sub_unit": "sub-units",
    "basis": "basis of the figures",
    "throws": "ratings",
    "draws": "cards drawn",
    "house_rules": "house rules",
}
"""Facts that a sentence calls by another word than their name."""

LONG: Final = frozenset({"throws", "draws", "sources", "options", "confidence", "notes", "overrides", "house_rules"})
"""Facts with values too long to show."""


class Row(Struct, frozen=True):
    """The change of one element. ``element`` is its id (``ARMY``: the army itself), ``name`` its last name.
    ``reordered`` means that the remaining elements of a formation have a different order.
    """

    element: str
    level: str
    name: str
    what: Literal["added", "removed", "moved", "changed", "reordered"]
    sentence: str


def differences(before: facts.Army, after: facts.Army) -> list[Row]:
    """Elements added, removed, moved and changed between ``before`` and ``after``.

    Elements with the same id and level are the same; an element of ``after`` with an id not in ``before`` is new.
    """
    serial = iter(range(1_000_000))
    old = tree_of_army(before, lambda: f"new {next(serial)}")
    new = tree_of_army(after, lambda: f"new {next(serial)}", known_tree=old)
    return difference_rows(difference(old, new), old, new)


def difference_rows(change: Difference, before: Tree, after: Tree) -> list[Row]:
    """The rows of ``change``, which turns ``before`` into ``after``: the army first, then in printed order."""
    rows = []
    order = [ARMY, *after.below(ARMY), *(removed for removed in before.below(ARMY) if removed not in after.records)]
    for element in order:
        if element in change:
            rows += _row(element, change[element], before, after)
        if element == ARMY or element in after.under:
            rows += _reordered(element, change, before, after)
    return rows


def _row(element: str, change: list[Record | None], before: Tree, after: Tree) -> list[Row]:
    old, new = change
    if old is None and new is not None:
        text = f"{new['name']} was added to {_place(after, element)}{_strength(new)}."
        return [Row(element, new["level"], new["name"], "added", text)]
    if new is None and old is not None:
        text = f"{old['name']} was removed from {_place(before, element)}{_strength(old)}."
        return [Row(element, old["level"], old["name"], "removed", text)]
    if old is None or new is None:
        return []
    level, name, rows = after.level(element) or "army", after.name(element), []
    if "parent" in new:
        text = f"{name} was moved from {_place(before, element)} to {_place(after, element)}."
        rows.append(Row(element, level, name, "moved", text))
    facts_changed = [_fact(field, old[field], new[field]) for field in new if field not in ("parent", "position")]
    if facts_changed:
        rows.append(Row(element, level, name, "changed", f"{before.name(element)}: {'; '.join(facts_changed)}."))
    return rows


def _fact(field: str, old: Any, new: Any) -> str:
    word = WORDS.get(field, field.replace("_", " "))
    if field in LONG:
        return f"{word} changed"
    return f"{word} {_value(old)} → {_value(new)}"


def _value(value: Any) -> str:
    if value is None or value == "":
        return "not set"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return short(str(value).replace("_", " "), SHOWN)


def _strength(record: Record) -> str:
    if record["level"] != "unit":
        return ""
    if record["guns"]:
        return f", {record['guns']} guns"
    return f", {record['men']:,} men" if record["men"] else ""


def _place(tree: Tree, element: str) -> str:
    parent = tree.parents[element]
    return tree.name(parent) if parent else "the army"


def _reordered(parent: str, change: Difference, before: Tree, after: Tree) -> list[Row]:
    """A row if the elements that stayed under ``parent`` changed their order."""
    old, new = before.under.get(parent, []), after.under[parent]
    if old == new or not any(element in change for element in new):
        return []
    stayed = set(old) & set(new)
    if [at for at in old if at in stayed] == [at for at in new if at in stayed]:
        return []
    name = after.name(parent)
    where = name if parent else "the army"
    return [
        Row(
            parent,
            after.level(parent) or "army",
            name,
            "reordered",
            f"The order in {where} changed: {_names(after, new)}.",
        )
    ]


def _names(tree: Tree, ids: list[str]) -> str:
    shown = [short(tree.name(element), 40) for element in ids[:6]]
    return ", ".join(shown) + (f" and {len(ids) - 6} more" if len(ids) > 6 else "")
