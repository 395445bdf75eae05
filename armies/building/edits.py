"""Every edit that an army can undergo: what it does to the tree, and the sentence that the history keeps.

An edit is plain data. Applied to a tree it changes it in place and says in words what it did; where it cannot
be made it raises ``Refused``, and the tree is to be thrown away. Ids of new elements come from ``new_id``.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Protocol

from msgspec import Struct

from armies.building.edit_checks import (
    SHOWN,
    follow_kind,
    listed,
    named,
    place,
    refuse_parent,
    refuse_too_many,
    refuse_unknown,
)
from armies.building.refusing import Refused
from armies.building.trees import ARMY, MAY_HOLD, Tree, add_below, as_json
from armies.building.values import checked, new_record
from armies.exchange import limits
from armies.exchange.cleaning import short
from armies.rules import facts

NewId = Callable[[], str]


class Edit(Protocol):
    """``kind`` names it in the history; ``apply`` makes it and says what was done, empty for nothing to say."""

    kind: ClassVar[str]

    def apply(self, tree: Tree, new_id: NewId) -> str: ...


class Add(Struct, frozen=True, forbid_unknown_fields=True, tag="add", tag_field="kind"):
    """A new element of ``level`` under ``parent`` (empty: the army) at ``position``, last without one."""

    kind: ClassVar[str] = "add"
    level: str
    parent: str = ARMY
    position: int | None = None
    values: dict[str, Any] = {}

    def apply(self, tree: Tree, new_id: NewId) -> str:
        if self.level not in MAY_HOLD or self.level == ARMY:
            raise Refused("level", "A level is one of corps, division, brigade, unit.")
        refuse_parent(tree, self.parent, self.level)
        record = new_record(self.level, checked(self.level, self.values))
        element = new_id()
        first = not tree.under[self.parent]
        tree.put(element, record, self.parent, place(tree, self.parent, self.position))
        refuse_too_many(tree)
        also = follow_kind(tree, self.parent) if first else ""
        return f"Added {named(tree, element)} to {named(tree, self.parent)}.{also}"


class Change(Struct, frozen=True, forbid_unknown_fields=True, tag="change", tag_field="kind"):
    """New facts for one element; facts that are not named stay."""

    kind: ClassVar[str] = "change"
    element: str
    values: dict[str, Any]

    def apply(self, tree: Tree, new_id: NewId) -> str:
        refuse_unknown(tree, self.element)
        before = tree.records[self.element]
        after = {**before, **checked(tree.level(self.element), self.values)}
        tree.records[self.element] = after
        names = [name for name in after if after[name] != before[name]]
        if names == ["name"]:
            return f"Renamed {short(before['name'], SHOWN)} to {named(tree, self.element)}."
        return f"Changed {listed(names)} of {named(tree, self.element)}."


class Move(Struct, frozen=True, forbid_unknown_fields=True, tag="move", tag_field="kind"):
    """An element with all under it to another place: ``position`` is counted without it, last without one."""

    kind: ClassVar[str] = "move"
    element: str
    parent: str = ARMY
    position: int | None = None

    def apply(self, tree: Tree, new_id: NewId) -> str:
        refuse_unknown(tree, self.element)
        if self.parent == self.element or self.parent in tree.below(self.element):
            raise Refused("parent", f"{named(tree, self.element)} cannot stand under itself.")
        refuse_parent(tree, self.parent, tree.level(self.element))
        old = tree.parents[self.element]
        tree.take(self.element)
        position = place(tree, self.parent, self.position)
        ids = tree.under[self.parent]
        first = not ids
        ids.insert(len(ids) if position is None else position, self.element)
        tree.parents[self.element] = self.parent
        if old == self.parent:
            return f"Moved {named(tree, self.element)} within {named(tree, self.parent)}."
        also = follow_kind(tree, self.parent) if first else ""
        return f"Moved {named(tree, self.element)} from {named(tree, old)} to {named(tree, self.parent)}.{also}"


class Step(Struct, frozen=True, forbid_unknown_fields=True, tag="step", tag_field="kind"):
    """An element one place ``up`` or ``down``, ``out`` of its formation, or ``in`` to the one before it.

    Up from the first place of a formation leads to the last place of the formation of the same level before it,
    down from the last to the first of the one behind it.
    """

    kind: ClassVar[str] = "move"
    element: str
    way: str

    def apply(self, tree: Tree, new_id: NewId) -> str:
        refuse_unknown(tree, self.element)
        if self.way not in WAYS:
            raise Refused("way", f"A way is one of {', '.join(WAYS)}.")
        parent = tree.parents[self.element]
        index = tree.under[parent].index(self.element)
        to = WAYS[self.way](tree, self.element, parent, index)
        if to is None:
            raise Refused("way", f"{named(tree, self.element)} cannot go further {self.way}.")
        return Move(self.element, *to).apply(tree, new_id)


def _up(tree: Tree, element: str, parent: str, index: int) -> tuple[str, int | None] | None:
    if index:
        return parent, index - 1
    beside = _beside(tree, parent, -1)
    return (beside, None) if beside else None


def _down(tree: Tree, element: str, parent: str, index: int) -> tuple[str, int | None] | None:
    if index + 1 < len(tree.under[parent]):
        return parent, index + 1
    beside = _beside(tree, parent, 1)
    return (beside, 0) if beside else None


def _out(tree: Tree, element: str, parent: str, index: int) -> tuple[str, int | None] | None:
    if parent == ARMY:
        return None
    above = tree.parents[parent]
    return above, tree.under[above].index(parent) + 1


def _in(tree: Tree, element: str, parent: str, index: int) -> tuple[str, int | None] | None:
    before = tree.under[parent][index - 1] if index else ""
    return (before, None) if before and tree.level(element) in MAY_HOLD[tree.level(before)] else None


def _beside(tree: Tree, formation: str, step: int) -> str:
    """The next formation of the same level before or behind, in printed order; empty where there is none."""
    alike = [at for at in tree.below(ARMY) if tree.level(at) == tree.level(formation)] if formation else []
    index = alike.index(formation) + step if formation else -1
    return alike[index] if 0 <= index < len(alike) else ""


WAYS = {"up": _up, "down": _down, "out": _out, "in": _in}


class Duplicate(Struct, frozen=True, forbid_unknown_fields=True, tag="duplicate", tag_field="kind"):
    """A copy of an element with all under it, right behind it. Ratings are thrown for a man: they stay behind."""

    kind: ClassVar[str] = "duplicate"
    element: str

    def apply(self, tree: Tree, new_id: NewId) -> str:
        refuse_unknown(tree, self.element)
        parent = tree.parents[self.element]
        position = tree.under[parent].index(self.element) + 1
        self._copy(tree, self.element, parent, position, new_id, self._new_name(tree, parent))
        refuse_too_many(tree)
        return f"Duplicated {named(tree, self.element)}."

    def _new_name(self, tree: Tree, parent: str) -> str:
        """The name with the next free number behind it: ``3rd Brigade 2``."""
        name, taken = tree.name(self.element), {tree.name(beside) for beside in tree.under[parent]}
        stem = name[: limits.MAX_NAME - len(" 9999")].rstrip()
        return next(new for number in range(2, len(taken) + 3) if (new := f"{stem} {number}") not in taken)

    def _copy(self, tree: Tree, of: str, parent: str, position: int | None, new_id: NewId, name: str = "") -> None:
        record = dict(tree.records[of])
        if "throws" in record:
            record["throws"] = []
        if name:
            record["name"] = name
        element = new_id()
        children = list(tree.under.get(of, ()))
        tree.put(element, record, parent, position)
        for child in children:
            self._copy(tree, child, element, None, new_id)


class Delete(Struct, frozen=True, forbid_unknown_fields=True, tag="delete", tag_field="kind"):
    """An element with all under it."""

    kind: ClassVar[str] = "delete"
    element: str

    def apply(self, tree: Tree, new_id: NewId) -> str:
        refuse_unknown(tree, self.element)
        name, parent = named(tree, self.element), named(tree, tree.parents[self.element])
        below = sum(1 for _ in tree.below(self.element))
        tree.drop(self.element)
        return f"Deleted {name}{f' and the {below} under it' if below else ''} from {parent}."


class Graft(Struct, frozen=True):
    """Elements that were read from pasted rows, set under ``parent``; all are new, whatever their ids."""

    kind: ClassVar[str] = "paste"
    elements: tuple[facts.Element, ...]
    parent: str = ARMY
    position: int | None = None
    note: str = ""

    def apply(self, tree: Tree, new_id: NewId) -> str:
        for element in self.elements:
            refuse_parent(tree, self.parent, limits.level_of(element))
        first = not tree.under[self.parent]
        nothing = Tree({})
        made = add_below(
            tree, as_json(self.elements), self.parent, new_id, place(tree, self.parent, self.position), nothing
        )
        refuse_too_many(tree)
        also = follow_kind(tree, self.parent) if first else ""
        what = named(tree, made[0]) if len(made) == 1 else f"{len(made)} elements"
        return f"Pasted {what} into {named(tree, self.parent)}.{also}{self.note}"


class Several(Struct, frozen=True):
    """Several edits as one change, all or none; a refusal is named by its place among them, counted from 0."""

    kind: ClassVar[str] = "several"
    edits: tuple[Edit, ...]

    def apply(self, tree: Tree, new_id: NewId) -> str:
        words = []
        for index, edit in enumerate(self.edits):
            try:
                words.append(edit.apply(tree, new_id))
            except Refused as refused:
                first, *more = [(f"edits.{index}.{field}", sentence) for field, sentence in refused.faults]
                raise Refused(*first, *more) from refused
        return words[0] if len(words) == 1 else f"{len(words)} edits at once: {' '.join(words)}"
