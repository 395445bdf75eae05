"""The elements of an army: list all; add, read, change, move, duplicate and delete one."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from msgspec import Struct
from rest_framework.request import Request

from armies.api import schemas
from armies.api.army_access import Reading, editable, readable
from armies.api.changes import change_response
from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.building import edits
from armies.building.element_tree import ARMY, Tree
from armies.models import Army
from armies.services.apply_edit import amend
from armies.services.storage import tree_of
from battles.engine.armies.systems import groups

WHERE: dict[str, Any] = {"answer": schemas.Changed, "matched": True, "versioned": True, "tag": "Elements"}

OVERRIDE = next(
    {"system": key, "what": group.override_example[0]} for key, group in groups().items() if group.override_example
)
"""An override for the example."""


class NewElement(Struct, frozen=True, forbid_unknown_fields=True):
    """A new element: its level, place and facts."""

    level: schemas.Level
    parent: schemas.Parent = ARMY
    position: schemas.Position | None = None
    facts: schemas.Facts = schemas.Facts()


class Target(Struct, frozen=True, forbid_unknown_fields=True):
    """The new place of an element. Without a position it goes last; positions do not count the element itself."""

    parent: schemas.Parent = ARMY
    position: schemas.Position | None = None


def row(tree: Tree, element: str) -> dict[str, Any]:
    """The fields of ``schemas.ElementRow`` for an element."""
    return {"id": element, **tree.at(element)}


class Elements(Endpoint):
    """``/armies/<slug>/elements``"""

    @operation(
        name="element_list",
        tag="Elements",
        query=Reading,
        answer=schemas.Elements,
        versioned=True,
        holds=True,
        signed_in=False,
    )
    def get(self, request: Request, slug: str, query: Reading) -> HttpResponse:
        """List an army's elements

        A flat list in printed order: each formation comes before its contents.
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

        The answer's `made` has its id.
        """
        army = editable(request, slug)
        edit = edits.Add(body.level, body.parent, body.position, schemas.named_fields(body.facts))
        return change_response(self, army, amend(army, edit, by=request.user, expect=self.expect), 201)


class OneElement(Endpoint):
    """``/armies/<slug>/elements/<element>``"""

    @operation(
        name="element_retrieve",
        tag="Elements",
        query=Reading,
        answer=schemas.ElementRow,
        versioned=True,
        holds=True,
        signed_in=False,
    )
    def get(self, request: Request, slug: str, element: UUID, query: Reading) -> HttpResponse:
        """Read one element"""
        army = readable(request, slug, query.link)
        tree = tree_of(army)
        if str(element) not in tree.records:
            raise Problem("not-found", "This army has no such unit or formation.")
        return self.versioned(army, lambda: row(tree, str(element)))

    @operation(
        name="element_change",
        body=schemas.Facts,
        example={
            "men": 430,
            "quality": "veteran",
            "overrides": [{**OVERRIDE, "value": 5, "reason": "Half are new"}],
        },
        **WHERE,
    )
    def patch(self, request: Request, slug: str, element: UUID, body: schemas.Facts) -> HttpResponse:
        """Change an element's facts

        Fields that you do not send stay as they are.
        """
        army = army_with_element(request, slug, element)
        edit = edits.Change(str(element), schemas.named_fields(body))
        return change_response(self, army, amend(army, edit, by=request.user, expect=self.expect))

    @operation(name="element_delete", **WHERE)
    def delete(self, request: Request, slug: str, element: UUID) -> HttpResponse:
        """Delete an element and everything under it"""
        army = army_with_element(request, slug, element)
        return change_response(self, army, amend(army, edits.Delete(str(element)), by=request.user, expect=self.expect))


class Move(Endpoint):
    """``/armies/<slug>/elements/<element>/move``"""

    @operation(name="element_move", body=Target, example={"parent": "", "position": 0}, **WHERE)
    def post(self, request: Request, slug: str, element: UUID, body: Target) -> HttpResponse:
        """Move an element and everything under it"""
        army = army_with_element(request, slug, element)
        edit = edits.Move(str(element), body.parent, body.position)
        return change_response(self, army, amend(army, edit, by=request.user, expect=self.expect))


class Duplicate(Endpoint):
    """``/armies/<slug>/elements/<element>/duplicate``"""

    @operation(name="element_duplicate", status=201, **WHERE)
    def post(self, request: Request, slug: str, element: UUID) -> HttpResponse:
        """Duplicate an element and everything under it

        The copy follows the element and has no commander ratings. The first id of `made` is the copy.
        """
        army = army_with_element(request, slug, element)
        return change_response(
            self, army, amend(army, edits.Duplicate(str(element)), by=request.user, expect=self.expect), 201
        )


def army_with_element(request: Request, slug: str, element: UUID) -> Army:
    """The army, if the user may change it and the element is in it.

    Raises:
        Problem: ``not-found``, ``forbidden``.
    """
    army = editable(request, slug)
    if not army.elements.filter(pk=element).exists():
        raise Problem("not-found", "This army has no such unit or formation.")
    return army
