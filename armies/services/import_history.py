"""Check the history of an imported army against the army, and give it new ids."""

from typing import cast
from uuid import uuid4

import msgspec
from msgspec import structs

from armies.building.difference import patched
from armies.building.element_tree import ARMY, LEVELS, Record, Refused, Tree, army_of_tree, tree_from, tree_of_army
from armies.exchange.files.archive_file import History, HistoryEntry
from armies.exchange.limits import army_faults, element_faults
from armies.services.apply_edit import BASE
from battles.engine.armies import facts
from battles.engine.armies.systems import valid_options

UNFIT = "Its history does not lead to the present army, so the history is left out."
Difference = dict[str, list[Record | None]]


def fault_in(history: History, army: facts.Army) -> str:
    """The reason why the history cannot be imported with ``army``; empty if it can.

    It is replayed from its first entry, every state is checked, and the last must equal ``army``.
    """
    try:
        last = _replayed(_cleaned(history))
        now = tree_of_army(_with_ids(army, history.ids), _no_id)
        return "" if last.all_at() == now.all_at() and last.under == now.under else UNFIT
    except Exception:
        # A difference from a file can be wrong in any way; all faults get the same sentence.
        return UNFIT


def with_new_ids(history: History, now: list[str]) -> History:
    """The history with the ids ``now`` of the army's elements; deleted elements get new ids."""
    history = _cleaned(history)
    new = dict(zip(history.ids, now, strict=True))
    for past in history.changes:
        for element in past.difference:
            if element != ARMY and element not in new:
                new[element] = str(uuid4())
    return structs.replace(
        history, ids=tuple(now), changes=tuple(_renumbered(past, {**new, ARMY: ARMY}) for past in history.changes)
    )


def _renumbered(past: HistoryEntry, new: dict[str, str]) -> HistoryEntry:
    difference = {
        new[element]: [record and _under(record, new) for record in pair] for element, pair in past.difference.items()
    }
    return structs.replace(past, difference=difference)


def _under(record: Record, new: dict[str, str]) -> Record:
    return {**record, "parent": new[record["parent"]]} if "parent" in record else record


def _cleaned(history: History) -> History:
    """The history without house rules, which belong to another installation, and without unknown options."""

    def bare(past: HistoryEntry) -> HistoryEntry:
        if ARMY not in past.difference:
            return past
        pair = [record and _clean_record(record) for record in past.difference[ARMY]]
        return structs.replace(past, difference={**past.difference, ARMY: pair})

    return structs.replace(history, changes=tuple(bare(past) for past in history.changes))


def _clean_record(record: Record) -> Record:
    changes: Record = {"house_rules": None} if "house_rules" in record else {}
    if "options" in record:
        changes["options"] = valid_options(record["options"])[0]
    return {**record, **changes} if changes else record


def _replayed(history: History) -> Tree:
    base, *later = history.changes
    if base.kind != BASE:
        raise Refused("base", "The history does not begin with the creation of the army.")
    if len(set(history.ids)) != len(history.ids):
        raise Refused("ids", "Two elements have the same id.")
    records = {element: dict(after or {}) for element, (_, after) in base.difference.items()}
    tree = tree_from(records)
    if tree.all_at() != records:
        raise Refused("base", "The positions in the first entry have gaps.")
    _check_state(tree, base.difference)
    for past in later:
        _refuse_other_past(tree, past.difference)
        tree = patched(tree, past.difference)
        _check_state(tree, past.difference)
    return tree


def _refuse_other_past(tree: Tree, difference: Difference) -> None:
    """Refuse a removal whose record differs from the removed element, because it could not be undone."""
    for element, (before, after) in difference.items():
        if after is None and before != tree.at(element):
            raise Refused(element, "The record of a removed element is wrong.")


def _check_state(tree: Tree, difference: Difference) -> None:
    """Raise Refused if a changed element is invalid or beyond the limits."""
    faults: list[str] = []
    if ARMY in difference:
        faults += army_faults(army_of_tree(Tree(tree.head)))
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
        raise Refused("ids", "The history has more elements than the army.")
    return whole


def _no_id() -> str:
    raise Refused("ids", "An element of the army has no id.")
