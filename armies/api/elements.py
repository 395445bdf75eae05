"""Elements of an army, and its changes: several edits at once, undo, redo, and the history."""

from collections.abc import Callable
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api import schemas
from armies.api.army_access import Reading, editable, readable
from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.parameters import Cursor, Limit, Ordering, Whole, page
from armies.api.problems import Problem
from armies.building import edits
from armies.building.difference import Row
from armies.building.element_tree import ARMY, Tree
from armies.models import Army, Change
from armies.services import army_creation, history
from armies.services.apply_edit import amend
from armies.services.locks import Gone, Refused
from armies.services.storage import tree_of
from battles.engine.armies.systems import groups

MOST_EDITS = 500


def change_response(endpoint: Endpoint, army: Army, change: Change | None, status: int = 200) -> HttpResponse:
    """The answer to a write: the new version and its entry; ``change`` is None if nothing changed."""
    version = change.number if change else Army.objects.filter(pk=army.pk).values_list("version", flat=True).first()
    if version is None:
        raise Gone(f"{army.name} was deleted in the meantime.")
    entry = {name: getattr(change, name) for name in schemas.ENTRY} if change else None
    new_ids = [at for at, (before, _) in change.difference.items() if at and before is None] if change else []
    body = {"version": version, "change": entry, "made": new_ids}
    return endpoint.respond(body, status, ETag=f'"{version}"')


AnyEdit = edits.Add | edits.Change | edits.Move | edits.Step | edits.Duplicate | edits.Delete | edits.Bulk | edits.Head


class ManyEdits(Struct, frozen=True, forbid_unknown_fields=True):
    """Edits in the order in which they are made. `values` have the fields of `Facts` and `HeadChanges`."""

    edits: Annotated[list[AnyEdit], Meta(min_length=1, max_length=MOST_EDITS)]


class Bulk(Endpoint):
    """``/armies/<slug>/bulk``"""

    @operation(
        name="army_bulk",
        tag="Changing",
        body=ManyEdits,
        example={
            "edits": [
                {"kind": "head", "values": {"commander": "Marshal Ney"}},
                {"kind": "bulk", "types": ["line_infantry"], "values": {"quality": "veteran"}},
            ]
        },
        answer=schemas.Changed,
        matched=True,
        versioned=True,
    )
    def post(self, request: Request, slug: str, body: ManyEdits) -> HttpResponse:
        """Make several edits in one change

        All or none are made; one undo undoes all of them. A refusal names its edit by position, such as
        `edits.2.men`.
        """
        army = editable(request, slug)
        edit = edits.Several(tuple(body.edits))
        return change_response(self, army, amend(army, edit, by=request.user, expect=self.expect))


def history_response(endpoint: Endpoint, act: Callable[..., Change | None], army: Army, *args: Any) -> HttpResponse:
    """Carry out ``act`` of the history on ``army``; 409 if later changes make it impossible."""
    try:
        return change_response(endpoint, army, act(army, *args, by=endpoint.request.user, expect=endpoint.expect))
    except Refused as refused:
        raise Problem("conflict", str(refused)) from None


class OriginalNow(Struct, frozen=True):
    """The original of a copy: its slug, name and version, the version that the copy has, and the changes since."""

    slug: str
    name: str
    version: int
    copied_version: int
    changes: list[str]


class OriginalOfCopy(Endpoint):
    """``/armies/<slug>/original``"""

    @operation(name="army_original", tag="Changing", answer=OriginalNow, signed_in=False, also=(422,))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read what changed in the original of a copy

        Since the copy was made or last took changes over. 422 if the original is gone, or not for you to see.
        """
        army = readable(request, slug)
        found = army_creation.changes_of_original(army, request.user)
        sentences = [row.sentence for row in found.rows]
        return self.respond(
            OriginalNow(found.army.slug, found.army.name, found.version, army.copied_version or 0, sentences)
        )

    @operation(name="army_original_take_over", tag="Changing", answer=schemas.Changed, matched=True, versioned=True)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Take the changes of the original over

        What you changed in the copy yourself stays as it is. One undo undoes it.
        """
        army = editable(request, slug)
        return change_response(self, army, army_creation.take_over(army, by=request.user, expect=self.expect).change)


class Undo(Endpoint):
    """``/armies/<slug>/undo``"""

    @operation(name="army_undo", tag="Changing", answer=schemas.Changed, matched=True, versioned=True)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Undo your last change

        409 if you have no change to undo, or if its elements were changed since. Rolled dice are never undone.
        """
        return history_response(self, history.undo, editable(request, slug))


class Redo(Endpoint):
    """``/armies/<slug>/redo``"""

    @operation(name="army_redo", tag="Changing", answer=schemas.Changed, matched=True, versioned=True)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Redo your last undone change

        409 if there is nothing to redo.
        """
        return history_response(self, history.redo, editable(request, slug))


LATEST = Ordering(("-number",), (Whole,))
TAG: dict[str, Any] = {"tag": "History"}


class ChangeQuery(Struct, frozen=True):
    """A page of the history."""

    limit: Limit = 50
    cursor: Cursor = ""


class ChangePage(Struct, frozen=True):
    """A page of changes, latest first."""

    items: list[schemas.Entry]
    next: str | None


class ChangeDetail(Struct, frozen=True):
    """A change, with a sentence for each element that it changed."""

    change: schemas.Entry
    rows: list[Row]


class Changes(Endpoint):
    """``/armies/<slug>/changes``"""

    @operation(name="change_list", query=ChangeQuery, answer=ChangePage, **TAG)
    def get(self, request: Request, slug: str, query: ChangeQuery) -> HttpResponse:
        """List an army's changes

        Latest first. Only for the owner and co-editors.
        """
        army = editable(request, slug)
        rows, following = page(request, army.changes.values(*schemas.ENTRY), LATEST, query.limit, query.cursor)
        return self.respond({"items": rows, "next": following or None})


class OneChange(Endpoint):
    """``/armies/<slug>/changes/<number>``"""

    @operation(name="change_retrieve", answer=ChangeDetail, **TAG)
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Read one change

        With a sentence for each element that it changed.
        """
        army = editable(request, slug)
        entry = army.changes.filter(number=number).first()
        if entry is None:
            raise Problem("not-found", f"This army has no change {number}.")
        rows = history.detail(army, entry)
        return self.respond({"change": {name: getattr(entry, name) for name in schemas.ENTRY}, "rows": rows})


class RestoredState(Endpoint):
    """``/armies/<slug>/changes/<number>/back``"""

    @operation(name="change_back", answer=schemas.Changed, matched=True, versioned=True, **TAG)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Restore the state after a change

        Restoring is also a change, and you can undo it. Dice rolled since then stay.
        """
        return history_response(self, history.return_to, editable_change(request, slug, number), number)


class RevertedChange(Endpoint):
    """``/armies/<slug>/changes/<number>/revert``"""

    @operation(name="change_revert", answer=schemas.Changed, matched=True, versioned=True, **TAG)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Undo one earlier change

        409 if its elements were changed since, or if it has dice.
        """
        return history_response(self, history.revert, editable_change(request, slug, number), number)


def editable_change(request: Request, slug: str, number: int) -> Army:
    """The army, if the user may change it and has this change.

    Raises:
        Problem: ``not-found``, ``forbidden``.
    """
    army = editable(request, slug)
    if not army.changes.filter(number=number).exists():
        raise Problem("not-found", f"This army has no change {number}.")
    return army


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
