"""From rows to plain values: one army in two queries, whatever its size."""

from collections import defaultdict
from typing import Any

from armies.building.trees import ARMY, FIELDS, HEAD_FIELDS, Record, Tree, put_together
from armies.models import Army, RatingThrow
from armies.rules import facts

COLUMNS = ("id", "parent_id", "level", *dict.fromkeys(name for names in FIELDS.values() for name in names))
COLUMNS = tuple(name for name in COLUMNS if name != "throws")
THROW_FIELDS = ("rating", "source", "faces", "modifier", "rule", "by", "at")
NO_THROWS: list[Record] = []


def facts_of(army: Army) -> facts.Army:
    """The army as plain values; every element's ``id`` is its row's."""
    return put_together(tree_of(army), house_of(army))


def house_of(army: Army) -> facts.HouseRules | None:
    """The house rules that the army is built under."""
    rules = army.house_rules
    return facts.HouseRules(name=rules.name, overlays=rules.overlays) if rules else None


def tree_of(army: Army) -> Tree:
    """The army taken apart, every element under its row's id."""
    tree = Tree(head_of(army))
    throws = _throws(army)
    for row in army.elements.order_by("position").values_list(*COLUMNS):
        values = dict(zip(COLUMNS, row, strict=True))
        element = str(values["id"])
        parent = str(values["parent_id"]) if values["parent_id"] else ARMY
        tree.records[element] = _record(values, throws.get(element, NO_THROWS))
        tree.parents[element] = parent
        tree.under.setdefault(parent, []).append(element)
        if values["level"] != "unit":
            tree.under.setdefault(element, [])
    return tree


def head_of(army: Army) -> Record:
    """The army's own record."""
    return {**{name: getattr(army, name) for name in HEAD_FIELDS}, "house_rules": army.house_rules_id}


def _record(row: dict[str, Any], throws: list[Record]) -> Record:
    level = row["level"]
    record: Record = {"level": level}
    for name in FIELDS[level]:
        record[name] = throws if name == "throws" else row[name]
    if level == "unit":
        record["gun_weight"] = record["gun_weight"] or None
    elif level == "brigade":
        record["kind"] = record["kind"] or "infantry"
    return record


def _throws(army: Army) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = defaultdict(list)
    rows = RatingThrow.objects.filter(element__army=army).order_by("number")
    for element, *values in rows.values_list("element_id", *THROW_FIELDS):
        found[str(element)].append(dict(zip(THROW_FIELDS, values, strict=True)))
    return found
