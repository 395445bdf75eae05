"""Troops from text into an army that stands: rows pasted under a formation, or the whole brought up to date."""

from typing import Annotated

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api import shapes
from armies.api.changing import changed
from armies.api.endpoint import Endpoint, stamped
from armies.api.finding import editable
from armies.api.importing import File, reading_of, refuse_unready
from armies.api.operation import operation
from armies.building.army_edits import Replace
from armies.building.difference import Row, differences
from armies.building.trees import ARMY
from armies.exchange import matched
from armies.exchange.cleaning import one_line
from armies.models import Army
from armies.rules import facts
from armies.services.amending import amend
from armies.services.locking import Refused, writing
from armies.services.pasting import graft_of
from armies.services.reading import facts_of

UPDATED = "Brought up to date."


class Pasted(Struct, frozen=True, forbid_unknown_fields=True):
    """Lines or cells of a spreadsheet, each a unit or a formation, to be set under `parent`."""

    text: shapes.Text
    parent: shapes.Parent = ARMY


class Update(Struct, frozen=True):
    """What would be otherwise, element by element; `change` is null in a dry run and where nothing is."""

    version: int
    rows: list[Row]
    change: shapes.Entry | None = None


class UpdateFile(File, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The order of battle as it is now. With `dry_run` the answer says what would be otherwise, and nothing is."""

    words: Annotated[str, Meta(max_length=200, description="What the history is to say.")] = UPDATED


class Paste(Endpoint):
    """``/armies/<slug>/elements/paste``"""

    @operation(
        name="element_paste",
        tag="Elements",
        body=Pasted,
        example={"text": "1/2e Léger 600 veteran\n2/2e Léger 550 veteran\n", "parent": ""},
        answer=shapes.Changed,
        status=201,
        matched=True,
        versioned=True,
        costly=True,
    )
    def post(self, request: Request, slug: str, body: Pasted) -> HttpResponse:
        """Add elements from text

        Read as an import reads it; all of it or nothing.
        """
        army = editable(request, slug)
        edit = graft_of(body.text, body.parent)
        return changed(self, army, amend(army, edit, by=request.user, expect=self.expect), 201)


class BringUpToDate(Endpoint):
    """``/armies/<slug>/update``"""

    @operation(
        name="army_update",
        tag="Files",
        body=UpdateFile,
        example={"text": "Army: Left wing\nNation: French\nII Corps - Reille\n  1/2e Léger 600 veteran\n"},
        answer=Update,
        matched=True,
        versioned=True,
        costly=True,
    )
    def post(self, request: Request, slug: str, body: UpdateFile) -> HttpResponse:
        """Bring an army up to date from text

        Elements that are in both stay the same elements; the rest is added and removed. Dice that fell stay.
        """
        army = editable(request, slug)
        with writing(army, self.expect) as row:
            now = facts_of(row)
            after = brought(now, body)
            rows = differences(now, after)
            if body.dry_run:
                return stamped(self.respond(Update(row.version, rows)), row)
            entry = amend(row, Replace(army=after, words=one_line(body.words) or UPDATED), by=request.user)
        return self._told(army, rows, entry is not None)

    def _told(self, army: Army, rows: list[Row], written: bool) -> HttpResponse:
        row = Army.objects.get(pk=army.pk)
        entry = row.changes.filter(number=row.version).values(*shapes.ENTRY).first() if written else None
        return stamped(self.respond({"version": row.version, "rows": rows, "change": entry}), row)


def brought(now: facts.Army, body: File) -> facts.Army:
    """``now`` as the one army of a text would leave it.

    Raises:
        Problem, Refused, Unreadable: the text is not understood whole, or does not hold one army.
    """
    reading = reading_of(body)
    refuse_unready(reading)
    if len(reading.armies) != 1:
        raise Refused("side", f"The text holds {len(reading.armies)} armies; say which is meant by its name.")
    return matched(now, reading.armies[0], full=reading.full)
