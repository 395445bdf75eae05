"""Edits of many units or of the whole army."""

from typing import Any, ClassVar

from msgspec import Struct

from armies.building.edits import SHOWN, NewId, label_of, listed, refuse_too_many, refuse_unknown
from armies.building.element_tree import ARMY, Refused, Tree, as_json, tree_of_army
from armies.building.values import checked
from armies.exchange import limits
from armies.exchange.clean_text import short
from battles.engine.armies import facts

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
