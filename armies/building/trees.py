"""An army taken apart: a flat record for each element and the order of those under each.

Edits, the history and the database work on this shape; the rules read the army put together again.
"""

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any, Final

import msgspec

from armies.rules import facts

Record = dict[str, Any]

ARMY: Final = ""
"""The id that stands for the army itself: as a parent, and as the key of its own facts."""

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
"""What a record of each level holds beside its ``level``."""

HEAD_FIELDS: Final = tuple(name for name in facts.Army.__struct_fields__ if name not in ("house", "children"))
"""What the army's own record holds beside ``house_rules``, the row id of the house rules it is built under."""

MAY_HOLD: Final[dict[str, tuple[str, ...]]] = {
    ARMY: ("corps", "division", "brigade", "unit"),
    "corps": ("division", "brigade", "unit"),
    "division": ("brigade", "unit"),
    "brigade": ("unit",),
    "unit": (),
}
"""Which levels may stand directly under which. That a level is missing is a fault of the rules, no impossibility."""


class Tree:
    """A record for each element by its id, and under each parent (``ARMY``: the army) the ids in order.

    Records are never changed in place: an edit puts a new record where the old one was, so a copy is cheap.
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
        """Set an element that is new to the tree at ``position`` under ``parent``; last without one."""
        self.records[element] = record
        self.parents[element] = parent
        if record["level"] != "unit":
            self.under.setdefault(element, [])
        ids = self.under[parent]
        ids.insert(len(ids) if position is None else position, element)

    def take(self, element: str) -> None:
        """Lift an element, with all that stands under it, out of its place; its record stays until ``drop``."""
        self.under[self.parents[element]].remove(element)

    def drop(self, element: str) -> None:
        """Remove an element and all under it."""
        self.take(element)
        for gone in [element, *self.below(element)]:
            del self.records[gone], self.parents[gone]
            self.under.pop(gone, None)

    def below(self, element: str) -> Iterator[str]:
        """Every element under ``element``, in printed order."""
        for child in self.under.get(element, ()):
            yield child
            yield from self.below(child)

    def at(self, element: str) -> Record:
        """The whole record of an element, with where it stands: its ``parent`` and ``position``."""
        parent = self.parents[element]
        return {**self.records[element], "parent": parent, "position": self.under[parent].index(element)}

    def all_at(self) -> dict[str, Record]:
        """``at`` for every element, and the army's own record under ``ARMY``."""
        found = {ARMY: self.head}
        for parent, ids in self.under.items():
            for position, element in enumerate(ids):
                found[element] = {**self.records[element], "parent": parent, "position": position}
        return found


def tree_from(records: dict[str, Record]) -> Tree:
    """The tree of records as ``all_at`` gives them."""
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
    tree.under = {parent: [element for _, element in sorted(found)] for parent, found in places.items()}
    return tree


def as_json(value: Any) -> Any:
    """Structs as a row gives them back: dicts, and lists where they hold tuples."""
    return _lists(msgspec.to_builtins(value))


def _lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _lists(held) for name, held in value.items()}
    return [_lists(held) for held in value] if isinstance(value, list | tuple) else value


def taken_apart(
    army: facts.Army, new_id: Callable[[], str], house_rules: int | None = None, known: Tree | None = None
) -> Tree:
    """The tree of ``army``; an element without an id gets a new one, and so does one that is none of ``known``."""
    whole = as_json(army)
    tree = Tree({**{name: whole[name] for name in HEAD_FIELDS}, "house_rules": house_rules})
    add_below(tree, whole["children"], ARMY, new_id, known=known)
    return tree


def add_below(
    tree: Tree,
    elements: list[Record],
    parent: str,
    new_id: Callable[[], str],
    position: int | None = None,
    known: Tree | None = None,
) -> list[str]:
    """Set nested elements under ``parent`` from ``position`` on; the ids of the uppermost.

    An id is kept where it is new to the tree and, with ``known``, where that has the element at the same level.
    """
    made = []
    for offset, nested in enumerate(elements):
        given = nested.pop("id")
        same = known is None or known.records.get(given, {}).get("level") == nested["level"]
        element = given if given and same and given not in tree.records else new_id()
        children = nested.pop("children", [])
        tree.put(element, nested, parent, None if position is None else position + offset)
        add_below(tree, children, element, new_id, known=known)
        made.append(element)
    return made


def put_together(tree: Tree, house: facts.HouseRules | None = None) -> facts.Army:
    """The army of ``tree``, every element with its id, built under ``house``."""
    head = {name: tree.head[name] for name in HEAD_FIELDS}
    return msgspec.convert({**head, "house": house, "children": nested(tree, ARMY)}, facts.Army)


def nested(tree: Tree, parent: str) -> list[Record]:
    """What stands under ``parent``, each element with its ``id`` and its ``children``."""
    found = []
    for element in tree.under[parent]:
        record = {**tree.records[element], "id": element}
        if record["level"] != "unit":
            record["children"] = nested(tree, element)
        found.append(record)
    return found
