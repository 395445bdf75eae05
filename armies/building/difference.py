"""What differs between two states of an army, in sentences: for the history, for whoever wrote on old knowledge,
and for a file that would bring an army up to date.
"""

from typing import Any, Final, Literal

from msgspec import Struct

from armies.building.patches import Difference, difference
from armies.building.trees import ARMY, Record, Tree, taken_apart
from armies.exchange.cleaning import short
from armies.rules import facts

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
    "basis": "where the figure comes from",
    "throws": "ratings thrown",
    "draws": "cards drawn",
    "house_rules": "house rules",
    "scope": "what it holds",
}
"""Facts whose name is not their word."""
LONG: Final = frozenset({"throws", "draws", "sources", "options", "confidence", "notes", "overrides", "house_rules"})
"""Facts that have no short value to show."""


class Row(Struct, frozen=True):
    """What became of one element: ``element`` is its id (``ARMY`` for the army itself), ``name`` its name now, or
    the last one it had. ``reordered`` is said of a formation in which what stayed stands in another order.
    """

    element: str
    level: str
    name: str
    what: Literal["added", "removed", "moved", "changed", "reordered"]
    sentence: str


def differences(before: facts.Army, after: facts.Army) -> list[Row]:
    """What was added, removed, moved and changed from ``before`` to ``after``.

    Elements are the same where their ids and levels are; one of ``after`` without an id of ``before`` is new.
    """
    serial = iter(range(1_000_000))
    old = taken_apart(before, lambda: f"new {next(serial)}")
    new = taken_apart(after, lambda: f"new {next(serial)}", known=old)
    return told(difference(old, new), old, new)


def told(change: Difference, before: Tree, after: Tree) -> list[Row]:
    """The rows of ``change``, which makes ``after`` out of ``before``: the army first, then in printed order."""
    rows = []
    order = [ARMY, *after.below(ARMY), *(gone for gone in before.below(ARMY) if gone not in after.records)]
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
    told = [_fact(field, old[field], new[field]) for field in new if field not in ("parent", "position")]
    if told:
        rows.append(Row(element, level, name, "changed", f"{before.name(element)}: {'; '.join(told)}."))
    return rows


def _fact(field: str, old: Any, new: Any) -> str:
    word = WORDS.get(field, field.replace("_", " "))
    if field in LONG:
        return f"{word} changed"
    return f"{word} {_value(old)} → {_value(new)}"


def _value(value: Any) -> str:
    if value is None or value == "":
        return "not said"
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
    """A row where those that stayed under ``parent`` changed their order among themselves."""
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
