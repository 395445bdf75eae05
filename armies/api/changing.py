"""The answer to whatever changes an army; several edits at once; taking back and making again."""

from collections.abc import Callable
from typing import Annotated, Any

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api import shapes
from armies.api.endpoint import Endpoint
from armies.api.finding import editable
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.building import army_edits, edits
from armies.models import Army, Change
from armies.services import history
from armies.services.amending import amend
from armies.services.locking import Gone, Refused

MOST_EDITS = 500


def changed(endpoint: Endpoint, army: Army, change: Change | None, status: int = 200) -> HttpResponse:
    """What a write did: the version now and its entry; ``change`` is None where nothing was different."""
    version = change.number if change else Army.objects.filter(pk=army.pk).values_list("version", flat=True).first()
    if version is None:
        raise Gone(f"{army.name} was deleted meanwhile.")
    entry = {name: getattr(change, name) for name in shapes.ENTRY} if change else None
    made = [at for at, (before, _) in change.difference.items() if at and before is None] if change else []
    body = {"version": version, "change": entry, "made": made}
    return endpoint.respond(body, status, ETag=f'"{version}"')


AnyEdit = (
    edits.Add
    | edits.Change
    | edits.Move
    | edits.Step
    | edits.Duplicate
    | edits.Delete
    | army_edits.Bulk
    | army_edits.Head
)


class ManyEdits(Struct, frozen=True, forbid_unknown_fields=True):
    """Edits in the order in which they are made. `values` hold facts as they stand in `Facts` and `HeadChanges`."""

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
        answer=shapes.Changed,
        matched=True,
        versioned=True,
    )
    def post(self, request: Request, slug: str, body: ManyEdits) -> HttpResponse:
        """Make several edits in one change

        All or none; one undo takes them back together. A refusal is named by the place of its edit, as
        `edits.2.men`.
        """
        army = editable(request, slug)
        edit = edits.Several(tuple(body.edits))
        return changed(self, army, amend(army, edit, by=request.user, expect=self.expect))


def turned(endpoint: Endpoint, act: Callable[..., Change | None], army: Army, *args: Any) -> HttpResponse:
    """``act`` of the history on ``army``; what cannot be turned back is a conflict with what was done since."""
    try:
        return changed(endpoint, army, act(army, *args, by=endpoint.request.user, expect=endpoint.expect))
    except Refused as refused:
        raise Problem("conflict", str(refused)) from None


class Undo(Endpoint):
    """``/armies/<slug>/undo``"""

    @operation(name="army_undo", tag="Changing", answer=shapes.Changed, matched=True, versioned=True)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Take back your last change

        409 where you have none, or where what it touched was changed since. Dice are never taken back.
        """
        return turned(self, history.undo, editable(request, slug))


class Redo(Endpoint):
    """``/armies/<slug>/redo``"""

    @operation(name="army_redo", tag="Changing", answer=shapes.Changed, matched=True, versioned=True)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Make again what you took back last

        409 where there is nothing to make again.
        """
        return turned(self, history.redo, editable(request, slug))
