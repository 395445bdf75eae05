"""One writer at a time for each army, the errors for outdated writers, and conflicts of several people."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import OperationalError, transaction
from django.http import Http404
from msgspec import Struct

from armies.building.difference import LONG, WORDS, Difference
from armies.building.element_tree import Record, Refused, Tree
from armies.models import Army, HouseRules

__all__ = ["Gone", "Refused", "Stale", "lock_house_rules", "writing"]


class Stale(Exception):
    """The army was changed since the writer read it; ``army`` is its present state."""

    def __init__(self, army: Army) -> None:
        super().__init__(f"{army.name} was changed by someone else in the meantime.")
        self.army = army


class Gone(Http404):
    """The object to change was deleted in the meantime; pages answer 404."""


@contextmanager
def writing(army: Army, expect: int | None = None) -> Iterator[Army]:
    """The army's row, locked until the block ends; either all of the block is written or nothing.

    SQLite has no row lock: there the transaction itself is the lock (``transaction_mode`` IMMEDIATE).

    Raises:
        Stale: ``expect`` is not None and not the army's version.
        Gone: the army was deleted in the meantime.
    """
    with transaction.atomic():
        row = Army.objects.select_for_update(of=("self",)).filter(pk=army.pk).first()
        if row is None:
            raise Gone(f"{army.name} was deleted in the meantime.")
        if expect is not None and row.version != expect:
            raise Stale(row)
        yield row


def lock_house_rules(rules: int) -> None:
    """Lock house rules until the transaction ends, so that counts made under them are right.

    A change of house rules locks them first and then each of their armies. So a caller who already holds an army does
    not wait here, which avoids a deadlock.

    Raises:
        Refused: they are being changed.
    """
    try:
        HouseRules.objects.select_for_update(no_key=True, nowait=True).filter(pk=rules).first()
    except OperationalError as error:
        raise Refused("house_rules", "The house rules are being changed right now. Try again.") from error


PLACE: Final = frozenset({"parent", "position"})
SOMEONE: Final = "somebody else"


class Clash(Struct, frozen=True):
    """A field of an element that both have changed, or an element that one has deleted, in a sentence."""

    element: str
    field: str
    sentence: str


class Conflict(Stale):
    """An edit touches what others have changed since the version that its author saw."""

    def __init__(self, army: Army, clashes: tuple[Clash, ...]) -> None:
        super().__init__(army)
        self.clashes = clashes


def authors_since(army: Army, seen: int, dice: Collection[str]) -> dict[str, str]:
    """The user who changed each element last since version ``seen``."""
    authors: dict[str, str] = {}
    for entry in army.changes.filter(number__gt=seen).exclude(kind__in=dice).order_by("number"):
        authors |= dict.fromkeys(entry.difference, entry.by or SOMEONE)
    return authors


def clashes_of(own: Difference, theirs: Difference, then: Tree, now: Tree, authors: dict[str, str]) -> Iterator[Clash]:
    """The elements and fields that both differences from ``then`` change; ``now`` is the tree after ``theirs``."""
    for element, (before, after) in own.items():
        other_before, other_after = theirs.get(element, [None, None])
        author = authors.get(element, SOMEONE)
        if before is not None and other_before is not None and other_after is None:
            yield Clash(element, "", f"{then.name(element)}: {author} deleted it.")
        elif after is None:
            if changed := _changed_by_others(other_after, element, now, then):
                who = authors.get(changed, SOMEONE)
                yield Clash(element, "", f"{then.name(element)}: you delete it; {who} changed it.")
        elif (parent := str(after.get("parent") or "")) in then.records and parent not in now.records:
            yield Clash(element, "parent", f"{then.name(parent)}: {authors.get(parent, SOMEONE)} deleted it.")
        elif before is not None and other_after is not None:
            yield from _field_clashes(element, after, other_after, then, author)


def _changed_by_others(other: Record | None, element: str, now: Tree, then: Tree) -> str:
    """The id of the element itself or of an element added under it by others; empty if neither was changed."""
    if other is not None and other.keys() - PLACE:
        return element
    return next((child for child in now.below(element) if child not in then.records), "")


def _field_clashes(element: str, mine: Record, others: Record, then: Tree, author: str) -> Iterator[Clash]:
    for field in mine.keys() & others.keys():
        if field == "position" or mine[field] == others[field]:
            continue
        name = then.name(element)
        if field == "parent":
            yield Clash(element, field, f"{name}: you and {author} moved it to different formations.")
        elif field in LONG:
            yield Clash(element, field, f"{name}: you and {author} changed its {WORDS.get(field, field)}.")
        else:
            word = WORDS.get(field, field).replace("_", " ")
            yield Clash(
                element, field, f"{name}: {word} is {_words(mine[field])} by you, {_words(others[field])} by {author}."
            )


def _words(value: Any) -> str:
    return "empty" if value in (None, "") else str(value).replace("_", " ")
