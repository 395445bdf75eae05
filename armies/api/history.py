"""The history of an army: what was done, by whom, and the way back."""

from typing import Any

from django.http import HttpResponse
from msgspec import Struct
from rest_framework.request import Request

from armies.api import shapes
from armies.api.changing import turned
from armies.api.endpoint import Endpoint
from armies.api.finding import editable
from armies.api.operation import operation
from armies.api.paging import Cursor, Limit, Ordering, Whole, page
from armies.api.problems import Problem
from armies.building.difference import Row
from armies.models import Army
from armies.services import history

LATEST = Ordering(("-number",), (Whole,))
TAG: dict[str, Any] = {"tag": "History"}


class ChangeQuery(Struct, frozen=True):
    """A page of the history."""

    limit: Limit = 50
    cursor: Cursor = ""


class ChangePage(Struct, frozen=True):
    """A page of changes, the latest first."""

    items: list[shapes.Entry]
    next: str | None


class ChangeDetail(Struct, frozen=True):
    """A change, and what it did to each element in sentences."""

    change: shapes.Entry
    rows: list[Row]


class Changes(Endpoint):
    """``/armies/<slug>/changes``"""

    @operation(name="change_list", query=ChangeQuery, answer=ChangePage, **TAG)
    def get(self, request: Request, slug: str, query: ChangeQuery) -> HttpResponse:
        """List an army's changes

        The latest first. For those who may change the army.
        """
        army = editable(request, slug)
        rows, following = page(request, army.changes.values(*shapes.ENTRY), LATEST, query.limit, query.cursor)
        return self.respond({"items": rows, "next": following or None})


class OneChange(Endpoint):
    """``/armies/<slug>/changes/<number>``"""

    @operation(name="change_retrieve", answer=ChangeDetail, **TAG)
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Read one change

        With a sentence for each element that it touched.
        """
        army = editable(request, slug)
        entry = army.changes.filter(number=number).first()
        if entry is None:
            raise Problem("not-found", f"This army has no change {number}.")
        rows = history.detail(army, entry)
        return self.respond({"change": {name: getattr(entry, name) for name in shapes.ENTRY}, "rows": rows})


class Back(Endpoint):
    """``/armies/<slug>/changes/<number>/back``"""

    @operation(name="change_back", answer=shapes.Changed, matched=True, versioned=True, **TAG)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Go back to how the army was after a change

        It is a change like any other, and can be taken back. Dice that fell since stay.
        """
        return turned(self, history.back, changeable(request, slug, number), number)


class Revert(Endpoint):
    """``/armies/<slug>/changes/<number>/revert``"""

    @operation(name="change_revert", answer=shapes.Changed, matched=True, versioned=True, **TAG)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Take back one change, whatever came after it

        409 where what it touched was changed since, or where it holds dice.
        """
        return turned(self, history.revert, changeable(request, slug, number), number)


def changeable(request: Request, slug: str, number: int) -> Army:
    """The army, if the user may change it and has this change.

    Raises:
        Problem: ``not-found``, ``forbidden``.
    """
    army = editable(request, slug)
    if not army.changes.filter(number=number).exists():
        raise Problem("not-found", f"This army has no change {number}.")
    return army
