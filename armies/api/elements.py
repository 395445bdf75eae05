"""The elements of an army: all of them flat, and one at a time to add, change, move, duplicate and delete."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from msgspec import Struct
from rest_framework.request import Request

from armies.api import shapes
from armies.api.changing import changed
from armies.api.endpoint import Endpoint
from armies.api.finding import Reading, editable, readable
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.building import edits
from armies.building.trees import ARMY, Tree
from armies.models import Army
from armies.services.amending import amend
from armies.services.reading import tree_of

WHERE: dict[str, Any] = {"answer": shapes.Changed, "matched": True, "versioned": True, "tag": "Elements"}


class NewElement(Struct, frozen=True, forbid_unknown_fields=True):
    """A new element: its level, where it goes, and its facts."""

    level: shapes.Level
    parent: shapes.Parent = ARMY
    position: shapes.Position | None = None
    facts: shapes.Facts = shapes.Facts()


class Target(Struct, frozen=True, forbid_unknown_fields=True):
    """Where an element goes; last under its new parent without a position, which is counted without the element."""

    parent: shapes.Parent = ARMY
    position: shapes.Position | None = None


def row(tree: Tree, element: str) -> dict[str, Any]:
    """What ``shapes.ElementRow`` says of an element."""
    return {"id": element, **tree.at(element)}


class Elements(Endpoint):
    """``/armies/<slug>/elements``"""

    @operation(
        name="element_list",
        tag="Elements",
        query=Reading,
        answer=shapes.Elements,
        versioned=True,
        holds=True,
        signed_in=False,
    )
    def get(self, request: Request, slug: str, query: Reading) -> HttpResponse:
        """List an army's elements

        All of them, flat, in printed order: each formation before what stands under it.
        """
        army = readable(request, slug, query.link)
        return self.versioned(army, lambda: self._all(army))

    def _all(self, army: Army) -> dict[str, Any]:
        records = (tree := tree_of(army)).all_at()
        items = [{"id": element, **records[element]} for element in tree.below(ARMY)]
        return {"version": army.version, "items": items}

    @operation(
        name="element_add",
        status=201,
        body=NewElement,
        example={"level": "unit", "parent": "", "facts": {"name": "1/95th Rifles", "type": "light_infantry"}},
        **WHERE,
    )
    def post(self, request: Request, slug: str, body: NewElement) -> HttpResponse:
        """Add an element

        The answer's `made` holds its id.
        """
        army = editable(request, slug)
        edit = edits.Add(body.level, body.parent, body.position, shapes.given(body.facts))
        return changed(self, army, amend(army, edit, by=request.user, expect=self.expect), 201)


class OneElement(Endpoint):
    """``/armies/<slug>/elements/<element>``"""

    @operation(
        name="element_retrieve",
        tag="Elements",
        query=Reading,
        answer=shapes.ElementRow,
        versioned=True,
        holds=True,
        signed_in=False,
    )
    def get(self, request: Request, slug: str, element: UUID, query: Reading) -> HttpResponse:
        """Read one element"""
        army = readable(request, slug, query.link)
        tree = tree_of(army)
        if str(element) not in tree.records:
            raise Problem("not-found", "There is no such unit or formation in this army.")
        return self.versioned(army, lambda: row(tree, str(element)))

    @operation(
        name="element_change",
        body=shapes.Facts,
        example={
            "men": 430,
            "quality": "veteran",
            "overrides": [{"system": "mini_nap", "what": "strength_points", "value": 5, "reason": "Half are new"}],
        },
        **WHERE,
    )
    def patch(self, request: Request, slug: str, element: UUID, body: shapes.Facts) -> HttpResponse:
        """Change an element's facts

        What is not named stays.
        """
        army = there(request, slug, element)
        edit = edits.Change(str(element), shapes.given(body))
        return changed(self, army, amend(army, edit, by=request.user, expect=self.expect))

    @operation(name="element_delete", **WHERE)
    def delete(self, request: Request, slug: str, element: UUID) -> HttpResponse:
        """Delete an element with all under it"""
        army = there(request, slug, element)
        return changed(self, army, amend(army, edits.Delete(str(element)), by=request.user, expect=self.expect))


class Move(Endpoint):
    """``/armies/<slug>/elements/<element>/move``"""

    @operation(name="element_move", body=Target, example={"parent": "", "position": 0}, **WHERE)
    def post(self, request: Request, slug: str, element: UUID, body: Target) -> HttpResponse:
        """Move an element with all under it"""
        army = there(request, slug, element)
        edit = edits.Move(str(element), body.parent, body.position)
        return changed(self, army, amend(army, edit, by=request.user, expect=self.expect))


class Duplicate(Endpoint):
    """``/armies/<slug>/elements/<element>/duplicate``"""

    @operation(name="element_duplicate", status=201, **WHERE)
    def post(self, request: Request, slug: str, element: UUID) -> HttpResponse:
        """Duplicate an element with all under it

        The copy stands right behind it. Ratings of commanders stay behind. The first of `made` is the copy.
        """
        army = there(request, slug, element)
        return changed(self, army, amend(army, edits.Duplicate(str(element)), by=request.user, expect=self.expect), 201)


def there(request: Request, slug: str, element: UUID) -> Army:
    """The army, if the user may change it and the element is in it.

    Raises:
        Problem: ``not-found``, ``forbidden``.
    """
    army = editable(request, slug)
    if not army.elements.filter(pk=element).exists():
        raise Problem("not-found", "There is no such unit or formation in this army.")
    return army
