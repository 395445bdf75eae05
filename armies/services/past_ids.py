"""The history of an army that comes out of a file: whether it leads to the army, and with ids made anew."""

from typing import cast
from uuid import uuid4

import msgspec
from msgspec import structs

from armies.building.patches import patched
from armies.building.refusing import Refused
from armies.building.trees import ARMY, LEVELS, Record, Tree, put_together, taken_apart, tree_from
from armies.exchange.archive_file import History, Past
from armies.exchange.limits import army_faults, element_faults
from armies.rules import facts
from armies.rules.opting import understood
from armies.services.amending import BASE

UNFIT = "Its history does not lead to the army as it stands, so it is left out."
Difference = dict[str, list[Record | None]]


def fault_in(history: History, army: facts.Army) -> str:
    """Why the history cannot be kept with ``army``, in a sentence; empty where it can.

    It is replayed from its first entry, every state of it looked into, and must end in ``army``.
    """
    try:
        last = _replayed(_bared(history))
        now = taken_apart(_with_ids(army, history.ids), _no_id)
        return "" if last.all_at() == now.all_at() and last.under == now.under else UNFIT
    except Exception:
        # A difference from a file may be nonsense in any way; that it does not replay is all there is to say.
        return UNFIT


def with_new_ids(history: History, now: list[str]) -> History:
    """The history with the ids that the elements of its army have ``now``; those that are gone get new ones."""
    history = _bared(history)
    new = dict(zip(history.ids, now, strict=True))
    for past in history.changes:
        for element in past.difference:
            if element != ARMY and element not in new:
                new[element] = str(uuid4())
    return structs.replace(
        history, ids=tuple(now), changes=tuple(_renumbered(past, {**new, ARMY: ARMY}) for past in history.changes)
    )


def _renumbered(past: Past, new: dict[str, str]) -> Past:
    difference = {
        new[element]: [record and _under(record, new) for record in pair] for element, pair in past.difference.items()
    }
    return structs.replace(past, difference=difference)


def _under(record: Record, new: dict[str, str]) -> Record:
    return {**record, "parent": new[record["parent"]]} if "parent" in record else record


def _bared(history: History) -> History:
    """The history without house rules, rows of a club of another installation, and options not understood here."""

    def bare(past: Past) -> Past:
        if ARMY not in past.difference:
            return past
        pair = [record and _bare(record) for record in past.difference[ARMY]]
        return structs.replace(past, difference={**past.difference, ARMY: pair})

    return structs.replace(history, changes=tuple(bare(past) for past in history.changes))


def _bare(record: Record) -> Record:
    changes: Record = {"house_rules": None} if "house_rules" in record else {}
    if "options" in record:
        changes["options"] = understood(record["options"])[0]
    return {**record, **changes} if changes else record


def _replayed(history: History) -> Tree:
    base, *later = history.changes
    if base.kind != BASE:
        raise Refused("base", "The history does not begin with how the army was made.")
    if len(set(history.ids)) != len(history.ids):
        raise Refused("ids", "Two elements have one id.")
    made = {element: dict(after or {}) for element, (_, after) in base.difference.items()}
    tree = tree_from(made)
    if tree.all_at() != made:
        raise Refused("base", "The places in the first entry do not follow one another.")
    _look_into(tree, base.difference)
    for past in later:
        _refuse_other_past(tree, past.difference)
        tree = patched(tree, past.difference)
        _look_into(tree, past.difference)
    return tree


def _refuse_other_past(tree: Tree, difference: Difference) -> None:
    """What was removed must be told as it was, or it could not be put back."""
    for element, (before, after) in difference.items():
        if after is None and before != tree.at(element):
            raise Refused(element, "What was removed was not so.")


def _look_into(tree: Tree, difference: Difference) -> None:
    """Raises where an element that was changed is none that an army can hold, or beyond the limits of one."""
    faults: list[str] = []
    if ARMY in difference:
        faults += army_faults(put_together(Tree(tree.head)))
    for element in difference:
        if element != ARMY and element in tree.records:
            record = {**tree.records[element], "id": element}
            faults += element_faults(cast(facts.Element, msgspec.convert(record, LEVELS[record["level"]])))
    if faults:
        raise Refused("limits", faults[0])


def _with_ids(army: facts.Army, ids: tuple[str, ...]) -> facts.Army:
    """``army`` with these ids in printed order, and without house rules."""
    left = iter(ids)

    def named(element: facts.Element) -> facts.Element:
        own = next(left)
        if isinstance(element, facts.Unit):
            return structs.replace(element, id=own)
        children: tuple[facts.Element, ...] = tuple(named(child) for child in element.children)
        return structs.replace(element, id=own, children=children)

    whole = structs.replace(army, house=None, children=tuple(named(child) for child in army.children))
    if next(left, None) is not None:
        raise Refused("ids", "The history knows of more elements than the army has.")
    return whole


def _no_id() -> str:
    raise Refused("ids", "An element of the army has no id.")
