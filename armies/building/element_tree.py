"""An army as flat records with the order of children under each, and the refusal of a change."""

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any, Final

import msgspec

from battles.engine.armies import facts


class Refused(ValueError):
    """A change that cannot be made; ``field`` names the value at fault.

    ``faults`` are all faults as (field, sentence); ``field`` and the message are those of the first.
    """

    def __init__(self, field: str, sentence: str, *more: tuple[str, str]) -> None:
        super().__init__(sentence)
        self.field = field
        self.faults: tuple[tuple[str, str], ...] = ((field, sentence), *more)


Record = dict[str, Any]

ARMY: Final = ""
"""The id of the army itself, as a parent and as the key of its own facts."""

LEVELS: Final[dict[str, type[msgspec.Struct]]] = {
    "corps": facts.Corps,
    "division": facts.Division,
    "brigade": facts.Brigade,
    "unit": facts.Unit,
}
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    level: tuple(name for name in kind.__struct_fields__ if name not in ("id", "children"))
    for level, kind in LEVELS.items()
}
"""The fields of a record of each level, without ``level``."""

HEAD_FIELDS: Final = tuple(name for name in facts.Army.__struct_fields__ if name not in ("house", "children"))
"""The fields of the army's own record, without ``house_rules``, the row id of its house rules."""

MAY_HOLD: Final[dict[str, tuple[str, ...]]] = {
    ARMY: ("corps", "division", "brigade", "unit"),
    "corps": ("division", "brigade", "unit"),
    "division": ("brigade", "unit"),
    "brigade": ("unit",),
    "unit": (),
}
"""Levels that may be directly under each level. A skipped level is allowed here; the rules report it."""


class Tree:
    """Records of elements by id, and the ids under each parent in order (``ARMY``: the army).

    Records are never changed in place: an edit replaces a record by a new one, so a copy of the tree is cheap.
    """

    def __init__(self, head: Record) -> None:
        self.head = head
        self.records: dict[str, Record] = {}
        self.parents: dict[str, str] = {}
        self.under: dict[str, list[str]] = {ARMY: []}

    def copy(self) -> "Tree":
        new = copy(self)
        new.records, new.parents = dict(self.records), dict(self.parents)
        new.under = {parent: list(ids) for parent, ids in self.under.items()}
        return new

    def level(self, element: str) -> str:
        """``corps`` to ``unit``, or ``ARMY``."""
        return str(self.records[element]["level"]) if element else ARMY

    def name(self, element: str) -> str:
        return str((self.records[element] if element else self.head)["name"])

    def put(self, element: str, record: Record, parent: str, position: int | None = None) -> None:
        """Insert a new element at ``position`` under ``parent`` (None: last)."""
        self.records[element] = record
        self.parents[element] = parent
        if record["level"] != "unit":
            self.under.setdefault(element, [])
        ids = self.under[parent]
        ids.insert(len(ids) if position is None else position, element)

    def take(self, element: str) -> None:
        """Detach an element, with everything under it, from its parent; its record stays until ``drop``."""
        self.under[self.parents[element]].remove(element)

    def drop(self, element: str) -> None:
        """Remove an element and all under it."""
        self.take(element)
        for removed in [element, *self.below(element)]:
            del self.records[removed], self.parents[removed]
            self.under.pop(removed, None)

    def below(self, element: str) -> Iterator[str]:
        """Every element under ``element``, in printed order."""
        for child in self.under.get(element, ()):
            yield child
            yield from self.below(child)

    def at(self, element: str) -> Record:
        """The record of an element with its ``parent`` and ``position``."""
        parent = self.parents[element]
        return {**self.records[element], "parent": parent, "position": self.under[parent].index(element)}

    def all_at(self) -> dict[str, Record]:
        """``at`` for every element, and the army's own record under ``ARMY``."""
        records = {ARMY: self.head}
        for parent, ids in self.under.items():
            for position, element in enumerate(ids):
                records[element] = {**self.records[element], "parent": parent, "position": position}
        return records


def tree_from(records: dict[str, Record]) -> Tree:
    """The tree of records in the form of ``all_at``."""
    tree = Tree(records[ARMY])
    places: dict[str, list[tuple[int, str]]] = {ARMY: []}
    for element, record in records.items():
        if element == ARMY:
            continue
        plain = dict(record)
        parent, position = plain.pop("parent"), plain.pop("position")
        tree.records[element], tree.parents[element] = plain, parent
        places.setdefault(parent, []).append((position, element))
        if plain["level"] != "unit":
            places.setdefault(element, [])
    tree.under = {parent: [element for _, element in sorted(children)] for parent, children in places.items()}
    return tree


def as_json(value: Any) -> Any:
    """Structs in the form of stored rows: dicts, and lists instead of tuples."""
    return _lists(msgspec.to_builtins(value))


def _lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _lists(item) for name, item in value.items()}
    return [_lists(item) for item in value] if isinstance(value, list | tuple) else value


def tree_of_army(
    army: facts.Army, new_id: Callable[[], str], house_rules: int | None = None, known_tree: Tree | None = None
) -> Tree:
    """The tree of ``army``. An element without an id, or with one that is not in ``known_tree``, gets a new id."""
    plain = as_json(army)
    tree = Tree({**{name: plain[name] for name in HEAD_FIELDS}, "house_rules": house_rules})
    add_below(tree, plain["children"], ARMY, new_id, known_tree=known_tree)
    return tree


def add_below(
    tree: Tree,
    elements: list[Record],
    parent: str,
    new_id: Callable[[], str],
    position: int | None = None,
    known_tree: Tree | None = None,
) -> list[str]:
    """Insert nested elements under ``parent`` from ``position`` on; return the ids of the top ones.

    An id is kept if it is new to the tree and, with ``known_tree``, belongs to an element of the same level there.
    """
    ids = []
    for offset, nested in enumerate(elements):
        own_id = nested.pop("id")
        same = known_tree is None or known_tree.records.get(own_id, {}).get("level") == nested["level"]
        element = own_id if own_id and same and own_id not in tree.records else new_id()
        children = nested.pop("children", [])
        tree.put(element, nested, parent, None if position is None else position + offset)
        add_below(tree, children, element, new_id, known_tree=known_tree)
        ids.append(element)
    return ids


def army_of_tree(tree: Tree, house: facts.HouseRules | None = None) -> facts.Army:
    """The army of ``tree``, every element with its id, built under ``house``."""
    head = {name: tree.head[name] for name in HEAD_FIELDS}
    return msgspec.convert({**head, "house": house, "children": nested(tree, ARMY)}, facts.Army)


def nested(tree: Tree, parent: str) -> list[Record]:
    """The elements under ``parent``, each with its ``id`` and its ``children``."""
    records = []
    for element in tree.under[parent]:
        record = {**tree.records[element], "id": element}
        if record["level"] != "unit":
            record["children"] = nested(tree, element)
        records.append(record)
    return records
