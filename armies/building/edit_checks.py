"""What every edit asks of the tree before it is made, and how its sentence names things."""

import msgspec

from armies.building.refusing import Refused
from armies.building.trees import ARMY, MAY_HOLD, Tree
from armies.exchange import limits
from armies.exchange.cleaning import short
from armies.exchange.drafts import kind_of
from armies.rules import facts

SHOWN = 60
"""Characters of a name in the history's sentences."""


def refuse_unknown(tree: Tree, element: str) -> None:
    """Raises Refused where ``element`` is no element of the army."""
    if element not in tree.records:
        raise Refused("element", "There is no such unit or formation in this army.")


def refuse_parent(tree: Tree, parent: str, level: str) -> None:
    """Raises Refused where ``parent`` is not there or may not hold an element of ``level``."""
    if parent != ARMY and parent not in tree.records:
        raise Refused("parent", "There is no such formation in this army.")
    if level not in MAY_HOLD[tree.level(parent)]:
        above = tree.level(parent)
        held = ", ".join(MAY_HOLD[above]) or "nothing"
        raise Refused("parent", f"A {level} cannot stand under {named(tree, parent)}: a {above} holds {held}.")


def place(tree: Tree, parent: str, position: int | None) -> int | None:
    """``position``, if there is such a place under ``parent``."""
    if position is not None and not 0 <= position <= len(tree.under[parent]):
        most = len(tree.under[parent])
        raise Refused("position", f"There is no place {limits.figure(position)} here: places go from 0 to {most}.")
    return position


def refuse_too_many(tree: Tree) -> None:
    """Raises Refused where the army has grown over its limits."""
    units = sum(record["level"] == "unit" for record in tree.records.values())
    if units > limits.MAX_UNITS:
        raise Refused("army", f"An army may have {limits.MAX_UNITS:,} units; this one would have {units:,}.")
    if len(tree.records) - units > limits.MAX_FORMATIONS:
        count = len(tree.records) - units
        raise Refused("army", f"An army may have {limits.MAX_FORMATIONS:,} formations; this one would have {count:,}.")


def follow_kind(tree: Tree, parent: str) -> str:
    """A brigade that was empty takes its kind from what comes into it (MN-ORG-02)."""
    if tree.level(parent) != "brigade":
        return ""
    units = [msgspec.convert(tree.records[at] | {"id": at}, facts.Unit) for at in tree.under[parent]]
    kind, record = kind_of(tuple(units)), tree.records[parent]
    if kind == record["kind"]:
        return ""
    tree.records[parent] = {**record, "kind": kind}
    return f" Its kind is {kind} now."


def named(tree: Tree, element: str) -> str:
    """The name of an element, or of the army, for a sentence."""
    return short(tree.name(element), SHOWN) if element else "the army"


def listed(names: list[str]) -> str:
    """Names of facts for a sentence: ``men, guns and note``."""
    words = [name.replace("_", " ") for name in names[:4]] + (["more"] if len(names) > 4 else [])
    return ", ".join(words[:-1]) + f" and {words[-1]}" if len(words) > 1 else (words or ["nothing"])[0]
