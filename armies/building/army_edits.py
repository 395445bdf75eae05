"""Edits that concern many units or the army as a whole."""

from typing import Any, ClassVar

from msgspec import Struct

from armies.building.edit_checks import SHOWN, listed, named, refuse_too_many, refuse_unknown
from armies.building.edits import NewId
from armies.building.refusing import Refused
from armies.building.trees import ARMY, Tree, as_json, taken_apart
from armies.building.values import checked
from armies.exchange import limits
from armies.exchange.cleaning import short
from armies.rules import facts

MOST_SCALE = 1_000
"""Per cent by which men can be scaled at most."""


class Bulk(Struct, frozen=True, forbid_unknown_fields=True, tag="bulk", tag_field="kind"):
    """The same for many units: facts to ``values``, men times ``scale`` per cent, rounded, at least 1.

    It concerns the units among ``elements`` and under them (empty: the whole army) whose type is in ``types``
    (empty: any).
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
            raise Refused("scale", f"Men can be scaled to 1 up to {MOST_SCALE:,} per cent.")
        values = checked("unit", self.values)
        if not values and self.scale is None:
            raise Refused("values", "Say what is to be changed: a fact for all of them, or a scale for their men.")
        if "men" in values and self.scale is not None:
            raise Refused("scale", "Men are either set or scaled: give one of the two.")
        units = self._units(tree)
        if not units:
            raise Refused("elements", "No unit is chosen, so there is nothing to change.")
        for unit in units:
            tree.records[unit] = {**tree.records[unit], **values, **self._men(tree.records[unit])}
        done = [f"set {listed(list(values))}"] if values else []
        done += [f"scaled the men to {self.scale} %"] if self.scale is not None else []
        where = named(tree, self.elements[0] if len(self.elements) == 1 else ARMY)
        return f"{' and '.join(done).capitalize()} for {len(units)} unit{'' if len(units) == 1 else 's'} of {where}."

    def _units(self, tree: Tree) -> list[str]:
        found: dict[str, None] = {}
        for element in self.elements or (ARMY,):
            below = list(tree.below(element)) if tree.level(element) != "unit" else [element]
            found.update(dict.fromkeys(at for at in below if tree.level(at) == "unit"))
        return [unit for unit in found if not self.types or tree.records[unit]["type"] in self.types]

    def _men(self, record: dict[str, Any]) -> dict[str, int]:
        if self.scale is None or not record["men"]:
            return {}
        men = (record["men"] * self.scale + 50) // 100
        if men > limits.MAX_MEN:
            raise Refused("scale", f"{record['name']} would have {men:,} men; {limits.MAX_MEN:,} is the most.")
        return {"men": max(1, men)}


class Head(Struct, frozen=True, forbid_unknown_fields=True, tag="head", tag_field="kind"):
    """New facts of the army itself."""

    kind: ClassVar[str] = "head"
    values: dict[str, Any]

    def apply(self, tree: Tree, new_id: NewId) -> str:
        before = tree.head
        tree.head = {**before, **checked(ARMY, self.values)}
        names = [name for name in tree.head if tree.head[name] != before[name]]
        return f"Changed {listed(names)} of the army."


class Replace(Struct, frozen=True):
    """The whole army as it is given; elements whose id stands in it at the same level stay the same elements."""

    kind: ClassVar[str] = "replace"
    army: facts.Army
    words: str = "Brought up to date from a file."

    def apply(self, tree: Tree, new_id: NewId) -> str:
        new = taken_apart(self.army, new_id, tree.head["house_rules"], tree.copy())
        tree.head, tree.records, tree.parents, tree.under = new.head, new.records, new.parents, new.under
        refuse_too_many(tree)
        return self.words


class SetHead(Struct, frozen=True):
    """Facts of the army that a service has checked: options, draws of cards, the house rules it is built under."""

    kind: ClassVar[str] = "settings"
    values: dict[str, Any]
    words: str

    def apply(self, tree: Tree, new_id: NewId) -> str:
        tree.head = {**tree.head, **self.values}
        return self.words


class Draws(Struct, frozen=True):
    """The draws of random cards, the last of which counts."""

    kind: ClassVar[str] = "cards"
    draws: tuple[facts.Draw, ...]
    words: str

    def apply(self, tree: Tree, new_id: NewId) -> str:
        tree.head = {**tree.head, "draws": as_json(self.draws)}
        return self.words


class Rate(Struct, frozen=True):
    """Throws for commanders, by the ids of their formations; each is put behind his earlier ones."""

    kind: ClassVar[str] = "rate"
    throws: dict[str, facts.Throw]

    def apply(self, tree: Tree, new_id: NewId) -> str:
        for element, throw in self.throws.items():
            record = tree.records[element]
            tree.records[element] = {**record, "throws": [*record["throws"], as_json(throw)]}
        if len(self.throws) != 1:
            return f"Rated {len(self.throws)} commanders."
        element, throw = next(iter(self.throws.items()))
        who = tree.records[element]["commander"] or f"the commander of {tree.name(element)}"
        return f"Rated {short(who, SHOWN)}: {throw.rating}."
