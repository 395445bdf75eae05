"""Reading an order of battle: what was understood, what is asked, and keeping it."""

from typing import Annotated, Any

from django.db import transaction
from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.problems import Problem, error
from armies.api.shapes import Text, Visibility
from armies.exchange import Problem as Line
from armies.exchange import Reading, Unreadable, limits, read
from armies.models import Army
from armies.rules import facts
from armies.services.assessing import Assessment
from armies.services.locking import Refused
from armies.services.writing import create

MOST_TOLD = 500
"""Problems and notes that an answer holds."""


class File(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A text or a file to read. With `dry_run` nothing is kept: the answer says what was understood.

    `decisions` give a line that was not understood a new text by its number, or null to leave it out.
    """

    text: Annotated[Text, Meta(description="Indented text, CSV, `oob/1` or Muster's own JSON, as a string.")] = ""
    data: Annotated[bytes, Meta(max_length=limits.MAX_BYTES, description="Or any file in base64, such as XLSX.")] = b""
    filename: Annotated[str, Meta(max_length=200, description="Its ending helps to tell CSV from text.")] = ""
    decisions: Annotated[dict[str, str | None], Meta(max_length=limits.MAX_LINES)] = {}
    side: Annotated[str, Meta(max_length=limits.MAX_NAME, description="Of several armies, only this one.")] = ""
    dry_run: Annotated[bool, Meta(description="Read only, keep nothing.")] = True


class NewImport(File, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A text or a file to read. With `dry_run` nothing is kept: the answer says what was understood.

    `decisions` give a line that was not understood a new text by its number, or null to leave it out.
    """

    visibility: Visibility = "unlisted"


class Understood(Struct, frozen=True):
    """An army as it was understood. Once it is kept, `slug` is its address, and `army` is null."""

    name: str
    slug: str | None
    units: int
    foot: int
    horse: int
    guns: int
    strength_points: int
    cost: int
    army: facts.Army | None


class ImportRead(Struct, frozen=True):
    """What became of a text. A `blocking` problem is a line that was left out and waits for a decision."""

    kind: str
    kept: bool
    armies: list[Understood]
    problems: list[Line]
    notes: list[str]


class Imports(Endpoint):
    """``/imports``"""

    @operation(
        name="import_read",
        tag="Files",
        body=NewImport,
        example={"text": "Army: Left wing\nNation: French\nII Corps - Reille\n  1/2e Léger 600 veteran\n"},
        answer=ImportRead,
        costly=True,
        said="What was understood; with `dry_run` false it is kept.",
    )
    def post(self, request: Request, body: NewImport) -> HttpResponse:
        """Read orders of battle, and keep them

        First with `dry_run`, to see what was understood; then, when no line waits for a decision, without.
        """
        reading = reading_of(body)
        rows: list[Army | None] = [None] * len(reading.armies)
        if not body.dry_run:
            refuse_unready(reading)
            with transaction.atomic():
                rows = [
                    create(army, request.user, visibility=body.visibility, origin="Imported through the API.")
                    for army in reading.armies
                ]
        armies = [understood(army, row) for army, row in zip(reading.armies, rows, strict=True)]
        told = list(reading.problems[:MOST_TOLD]), list(reading.notes[:MOST_TOLD])
        return self.respond(ImportRead(reading.kind, not body.dry_run, armies, *told))


def reading_of(body: File) -> Reading:
    """What was understood of a text or file.

    Raises:
        Refused: neither or both are given, or it cannot be read as a whole.
        Problem: ``refused``, a decision on no line.
    """
    if bool(body.text) == bool(body.data):
        raise Refused("text", "Give text, or a file as data in base64.")
    data = body.data or body.text.encode("utf-8", "surrogatepass")
    try:
        return read(data, body.filename, numbered(body.decisions), side=body.side)
    except Unreadable as fault:
        raise Refused("data" if body.data else "text", str(fault)) from fault


def numbered(decisions: dict[str, Any]) -> dict[int, str | None]:
    """Decisions by the number of their line.

    Raises:
        Problem: ``refused``, a name that is no number of a line.
    """
    wrong = [line for line in decisions if not (line.isascii() and line.isdecimal() and len(line) < 7)]
    if wrong:
        sentence = "A decision is named by the number of its line."
        raise Problem("refused", sentence, errors=[error("decisions", "wrong", sentence)])
    return {int(line): text for line, text in decisions.items()}


def refuse_unready(reading: Reading) -> None:
    """Raises Problem (``refused``) where lines wait for a decision or there is no army; an error for each line."""
    errors = [error(f"text.{line.line}", "line", line.sentence) for line in reading.blocking]
    if errors:
        raise Problem("refused", f"Lines that wait for a decision: {len(errors)}. Nothing was kept.", errors=errors)
    if not reading.armies:
        sentence = "There is no army in the text."
        raise Problem("refused", sentence, errors=[error("text", "empty", sentence)])


def understood(army: facts.Army, row: Army | None) -> Understood:
    """What ``Understood`` says of an army, kept as ``row`` or not."""
    found = Assessment(army)
    whole = found.totals
    return Understood(
        name=army.name,
        slug=row.slug if row is not None else None,
        units=whole.units,
        foot=whole.foot,
        horse=whole.horse,
        guns=whole.guns,
        strength_points=found.strength_points,
        cost=found.cost.value,
        army=army if row is None else None,
    )
