"""Reading an army's history and changing it, for the tests of undo, dice and earlier states."""

from typing import Any

from armies.building.edits import Change, Edit
from armies.models import Army
from armies.models import Change as Entry
from armies.services.amending import amend
from armies.services.reading import tree_of


def fresh(row: Army) -> Army:
    """The army as the database has it now."""
    return Army.objects.get(pk=row.pk)


def at(row: Army, name: str) -> str:
    """The id of the element of that name."""
    return str(row.elements.get(name=name).pk)


def names(row: Army) -> list[str]:
    """The names of its elements, in their order."""
    tree = tree_of(fresh(row))
    return [tree.name(element) for element in tree.below("")]


def made(row: Army, edit: Edit, by: Any = None) -> Entry:
    """The entry of an edit that changes something."""
    change = amend(row, edit, by=by)
    assert change is not None
    return change


def rename(row: Army, old: str, new: str, by: Any = None) -> Entry:
    """The entry of a new name for an element."""
    return made(row, Change(at(row, old), {"name": new}), by)


def throws_of(row: Army, element: str) -> list[tuple[int, ...]]:
    """The faces of the throws for an element's rating, in their order."""
    return [tuple(throw["faces"]) for throw in tree_of(row).records[element]["throws"]]
