"""Edits of an army: each makes one change, refuses what is not possible, and words it for the history."""

from collections.abc import Callable
from typing import Any, ClassVar, Protocol

import msgspec
from msgspec import Struct

from armies.building.element_tree import ARMY, MAY_HOLD, Refused, Tree, add_below, as_json, tree_of_army
from armies.building.values import checked, new_record
from armies.exchange import limits
from armies.exchange.clean_text import short
from armies.exchange.draft_army import brigade_kind
from battles.engine.armies import facts

SHOWN = 60
"""Characters of a name in the history's sentences."""


def refuse_unknown(tree: Tree, element: str) -> None:
    """Raise Refused if ``element`` is not an element of the army."""
    if element not in tree.records:
        raise Refused("element", "There is no such unit or formation in this army.")


def refuse_parent(tree: Tree, parent: str, level: str) -> None:
    """Raise Refused if ``parent`` does not exist or may not contain an element of ``level``."""
    if parent != ARMY and parent not in tree.records:
        raise Refused("parent", "There is no such formation in this army.")
    if level not in MAY_HOLD[tree.level(parent)]:
        above = tree.level(parent)
        allowed = ", ".join(MAY_HOLD[above]) or "nothing"
        raise Refused("parent", f"A {level} cannot be under {label_of(tree, parent)}: a {above} can contain {allowed}.")


def checked_position(tree: Tree, parent: str, position: int | None) -> int | None:
    """``position``; Refused if ``parent`` has no such position."""
    if position is not None and not 0 <= position <= len(tree.under[parent]):
        most = len(tree.under[parent])
        raise Refused(
            "position", f"There is no position {limits.number_text(position)}: positions go from 0 to {most}."
        )
    return position


def refuse_too_many(tree: Tree) -> None:
    """Raise Refused if the army has more units or formations than allowed."""
    units = sum(record["level"] == "unit" for record in tree.records.values())
    if units > limits.MAX_UNITS:
        raise Refused("army", f"An army may have at most {limits.MAX_UNITS:,} units; this one would have {units:,}.")
    if len(tree.records) - units > limits.MAX_FORMATIONS:
        count = len(tree.records) - units
        most = f"{limits.MAX_FORMATIONS:,}"
        raise Refused("army", f"An army may have at most {most} formations; this one would have {count:,}.")


def update_brigade_kind(tree: Tree, parent: str) -> str:
    """Give a brigade that was empty the kind of its new units (MN-ORG-02); a sentence if it changed."""
    if tree.level(parent) != "brigade":
        return ""
    units = [msgspec.convert(tree.records[at] | {"id": at}, facts.Unit) for at in tree.under[parent]]
    kind, record = brigade_kind(tuple(units)), tree.records[parent]
    if kind == record["kind"]:
        return ""
    tree.records[parent] = {**record, "kind": kind}
    return f" Its kind is now {kind}."


def label_of(tree: Tree, element: str) -> str:
    """The name of an element, or of the army, for a sentence."""
    return short(tree.name(element), SHOWN) if element else "the army"


def listed(names: list[str]) -> str:
    """Names of facts for a sentence: ``men, guns and note``."""
    words = [name.replace("_", " ") for name in names[:4]] + (["more"] if len(names) > 4 else [])
    return ", ".join(words[:-1]) + f" and {words[-1]}" if len(words) > 1 else (words or ["nothing"])[0]


NewId = Callable[[], str]


class Edit(Protocol):
    """A change of an army. ``kind`` names it in the history; ``apply`` makes it and returns the history's sentence."""

    kind: ClassVar[str]

    def apply(self, tree: Tree, new_id: NewId) -> str: ...


class Add(Struct, frozen=True, forbid_unknown_fields=True, tag="add", tag_field="kind"):
    """A new element of ``level`` under ``parent`` (empty: the army) at ``position`` (None: last)."""

    kind: ClassVar[str] = "add"
    level: str
    parent: str = ARMY
    position: int | None = None
    values: dict[str, Any] = {}

    def apply(self, tree: Tree, new_id: NewId) -> str:
        if self.level not in MAY_HOLD or self.level == ARMY:
            raise Refused("level", "The level must be one of corps, division, brigade, unit.")
        refuse_parent(tree, self.parent, self.level)
        record = new_record(self.level, checked(self.level, self.values))
        element = new_id()
        first = not tree.under[self.parent]
        tree.put(element, record, self.parent, checked_position(tree, self.parent, self.position))
        refuse_too_many(tree)
        also = update_brigade_kind(tree, self.parent) if first else ""
        return f"Added {label_of(tree, element)} to {label_of(tree, self.parent)}.{also}"


class Change(Struct, frozen=True, forbid_unknown_fields=True, tag="change", tag_field="kind"):
    """New facts for one element; other facts stay."""

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
            return f"Renamed {short(before['name'], SHOWN)} to {label_of(tree, self.element)}."
        return f"Changed {listed(names)} of {label_of(tree, self.element)}."


class Move(Struct, frozen=True, forbid_unknown_fields=True, tag="move", tag_field="kind"):
    """Move an element and everything under it to ``position``, counted without the element (None: last)."""

    kind: ClassVar[str] = "move"
    element: str
    parent: str = ARMY
    position: int | None = None

    def apply(self, tree: Tree, new_id: NewId) -> str:
        refuse_unknown(tree, self.element)
        if self.parent == self.element or self.parent in tree.below(self.element):
            raise Refused("parent", f"{label_of(tree, self.element)} cannot be under itself.")
        refuse_parent(tree, self.parent, tree.level(self.element))
        old = tree.parents[self.element]
        tree.take(self.element)
        position = checked_position(tree, self.parent, self.position)
        ids = tree.under[self.parent]
        first = not ids
        ids.insert(len(ids) if position is None else position, self.element)
        tree.parents[self.element] = self.parent
        if old == self.parent:
            return f"Moved {label_of(tree, self.element)} within {label_of(tree, self.parent)}."
        also = update_brigade_kind(tree, self.parent) if first else ""
        return (
            f"Moved {label_of(tree, self.element)} from {label_of(tree, old)} to {label_of(tree, self.parent)}.{also}"
        )


class Step(Struct, frozen=True, forbid_unknown_fields=True, tag="step", tag_field="kind"):
    """Move an element one position ``up`` or ``down``, ``out`` of its formation, or ``in`` to the one before it.

    Up from the first position goes to the end of the previous formation of the same level, down from the last
    position to the start of the next one.
    """

    kind: ClassVar[str] = "move"
    element: str
    way: str

    def apply(self, tree: Tree, new_id: NewId) -> str:
        refuse_unknown(tree, self.element)
        if self.way not in WAYS:
            raise Refused("way", f"The way must be one of {', '.join(WAYS)}.")
        parent = tree.parents[self.element]
        index = tree.under[parent].index(self.element)
        to = WAYS[self.way](tree, self.element, parent, index)
        if to is None:
            raise Refused("way", f"{label_of(tree, self.element)} cannot be moved further {self.way}.")
        return Move(self.element, *to).apply(tree, new_id)


def _up(tree: Tree, element: str, parent: str, index: int) -> tuple[str, int | None] | None:
    if index:
        return parent, index - 1
    beside = _neighbour(tree, parent, -1)
    return (beside, None) if beside else None


def _down(tree: Tree, element: str, parent: str, index: int) -> tuple[str, int | None] | None:
    if index + 1 < len(tree.under[parent]):
        return parent, index + 1
    beside = _neighbour(tree, parent, 1)
    return (beside, 0) if beside else None


def _out(tree: Tree, element: str, parent: str, index: int) -> tuple[str, int | None] | None:
    if parent == ARMY:
        return None
    above = tree.parents[parent]
    return above, tree.under[above].index(parent) + 1


def _in(tree: Tree, element: str, parent: str, index: int) -> tuple[str, int | None] | None:
    before = tree.under[parent][index - 1] if index else ""
    return (before, None) if before and tree.level(element) in MAY_HOLD[tree.level(before)] else None


def _neighbour(tree: Tree, formation: str, step: int) -> str:
    """The previous or next formation of the same level in printed order; empty if there is none."""
    alike = [at for at in tree.below(ARMY) if tree.level(at) == tree.level(formation)] if formation else []
    index = alike.index(formation) + step if formation else -1
    return alike[index] if 0 <= index < len(alike) else ""


WAYS = {"up": _up, "down": _down, "out": _out, "in": _in}


class Duplicate(Struct, frozen=True, forbid_unknown_fields=True, tag="duplicate", tag_field="kind"):
    """A copy of an element and everything under it, right after it, without ratings of commanders."""

    kind: ClassVar[str] = "duplicate"
    element: str

    def apply(self, tree: Tree, new_id: NewId) -> str:
        refuse_unknown(tree, self.element)
        parent = tree.parents[self.element]
        position = tree.under[parent].index(self.element) + 1
        self._copy(tree, self.element, parent, position, new_id, self._new_name(tree, parent))
        refuse_too_many(tree)
        return f"Duplicated {label_of(tree, self.element)}."

    def _new_name(self, tree: Tree, parent: str) -> str:
        """The name with the next free number after it: ``3rd Brigade 2``."""
        name, used_names = tree.name(self.element), {tree.name(beside) for beside in tree.under[parent]}
        stem = name[: limits.MAX_NAME - len(" 9999")].rstrip()
        return next(new for number in range(2, len(used_names) + 3) if (new := f"{stem} {number}") not in used_names)

    def _copy(self, tree: Tree, source: str, parent: str, position: int | None, new_id: NewId, name: str = "") -> None:
        record = dict(tree.records[source])
        if "throws" in record:
            record["throws"] = []
        if name:
            record["name"] = name
        element = new_id()
        children = list(tree.under.get(source, ()))
        tree.put(element, record, parent, position)
        for child in children:
            self._copy(tree, child, element, None, new_id)


class Delete(Struct, frozen=True, forbid_unknown_fields=True, tag="delete", tag_field="kind"):
    """Delete an element and everything under it."""

    kind: ClassVar[str] = "delete"
    element: str

    def apply(self, tree: Tree, new_id: NewId) -> str:
        refuse_unknown(tree, self.element)
        name, parent = label_of(tree, self.element), label_of(tree, tree.parents[self.element])
        below = sum(1 for _ in tree.below(self.element))
        tree.drop(self.element)
        return f"Deleted {name}{f' and the {below} under it' if below else ''} from {parent}."


class Paste(Struct, frozen=True):
    """Add elements read from pasted rows under ``parent``; all are new, whatever their ids."""

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
        new_ids = add_below(
            tree,
            as_json(self.elements),
            self.parent,
            new_id,
            checked_position(tree, self.parent, self.position),
            nothing,
        )
        refuse_too_many(tree)
        also = update_brigade_kind(tree, self.parent) if first else ""
        what = label_of(tree, new_ids[0]) if len(new_ids) == 1 else f"{len(new_ids)} elements"
        return f"Pasted {what} into {label_of(tree, self.parent)}.{also}{self.note}"


class Several(Struct, frozen=True):
    """Several edits as one change, all or none; a refusal names the index of its edit."""

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


MOST_SCALE = 1_000
"""The highest percentage for scaling men."""


class Bulk(Struct, frozen=True, forbid_unknown_fields=True, tag="bulk", tag_field="kind"):
    """The same change for many units: set ``values``, and scale men to ``scale`` per cent, rounded, at least 1.

    It changes the units among and under ``elements`` (empty: the whole army) whose type is in ``types`` (empty: any).
    """

    kind: ClassVar[str] = "bulk"
    elements: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    values: dict[str, Any] = {}
    scale: int | None = None

    def apply(self, tree: Tree, new_id: NewId) -> str:
        for element in self.elements:
            refuse_unknown(tree, element)
        if unknown := [kind for kind in self.types if kind not in facts.UNIT_TYPES]:
            raise Refused("types", f"There is no type {short(unknown[0], SHOWN)}.")
        if self.scale is not None and not 1 <= self.scale <= MOST_SCALE:
            raise Refused("scale", f"Men can be scaled to between 1 and {MOST_SCALE:,} per cent.")
        values = checked("unit", self.values)
        if not values and self.scale is None:
            raise Refused("values", "Choose what to change: a value for all units, or a scale for their men.")
        if "men" in values and self.scale is not None:
            raise Refused("scale", "Men can be either set or scaled: choose one.")
        units = self._units(tree)
        if not units:
            raise Refused("elements", "No units are chosen.")
        for unit in units:
            tree.records[unit] = {**tree.records[unit], **values, **self._men(tree.records[unit])}
        done = [f"set {listed(list(values))}"] if values else []
        done += [f"scaled the men to {self.scale} %"] if self.scale is not None else []
        where = label_of(tree, self.elements[0] if len(self.elements) == 1 else ARMY)
        return f"{' and '.join(done).capitalize()} for {len(units)} unit{'' if len(units) == 1 else 's'} of {where}."

    def _units(self, tree: Tree) -> list[str]:
        unit_ids: dict[str, None] = {}
        for element in self.elements or (ARMY,):
            below = list(tree.below(element)) if tree.level(element) != "unit" else [element]
            unit_ids.update(dict.fromkeys(at for at in below if tree.level(at) == "unit"))
        return [unit for unit in unit_ids if not self.types or tree.records[unit]["type"] in self.types]

    def _men(self, record: dict[str, Any]) -> dict[str, int]:
        if self.scale is None or not record["men"]:
            return {}
        men = (record["men"] * self.scale + 50) // 100
        if men > limits.MAX_MEN:
            raise Refused("scale", f"{record['name']} would have {men:,} men; at most {limits.MAX_MEN:,} are allowed.")
        return {"men": max(1, men)}


class Head(Struct, frozen=True, forbid_unknown_fields=True, tag="head", tag_field="kind"):
    """New facts for the army itself."""

    kind: ClassVar[str] = "head"
    values: dict[str, Any]

    def apply(self, tree: Tree, new_id: NewId) -> str:
        before = tree.head
        tree.head = {**before, **checked(ARMY, self.values)}
        names = [name for name in tree.head if tree.head[name] != before[name]]
        return f"Changed {listed(names)} of the army."


class Replace(Struct, frozen=True):
    """Replace the whole army by ``army``; elements with the same id and level stay the same elements."""

    kind: ClassVar[str] = "replace"
    army: facts.Army
    words: str = "Updated from a file."

    def apply(self, tree: Tree, new_id: NewId) -> str:
        new = tree_of_army(self.army, new_id, tree.head["house_rules"], tree.copy())
        tree.head, tree.records, tree.parents, tree.under = new.head, new.records, new.parents, new.under
        refuse_too_many(tree)
        return self.words


class SetHead(Struct, frozen=True):
    """New facts for the army that a service has checked: options, draws of cards, house rules."""

    kind: ClassVar[str] = "settings"
    values: dict[str, Any]
    words: str

    def apply(self, tree: Tree, new_id: NewId) -> str:
        tree.head = {**tree.head, **self.values}
        return self.words


class Draws(Struct, frozen=True):
    """New draws of random cards; the last one counts."""

    kind: ClassVar[str] = "cards"
    draws: tuple[facts.Draw, ...]
    words: str

    def apply(self, tree: Tree, new_id: NewId) -> str:
        tree.head = {**tree.head, "draws": as_json(self.draws)}
        return self.words


class Rate(Struct, frozen=True):
    """New ratings of commanders, by the ids of their formations; each is added after the earlier ones."""

    kind: ClassVar[str] = "rate"
    throws: dict[str, facts.Throw]

    def apply(self, tree: Tree, new_id: NewId) -> str:
        for element, rating in self.throws.items():
            record = tree.records[element]
            tree.records[element] = {**record, "throws": [*record["throws"], as_json(rating)]}
        if len(self.throws) != 1:
            return f"Rated {len(self.throws)} commanders."
        element, rating = next(iter(self.throws.items()))
        who = tree.records[element]["commander"] or f"the commander of {tree.name(element)}"
        return f"Rated {short(who, SHOWN)}: {rating.rating}."
