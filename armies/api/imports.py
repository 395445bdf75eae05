"""Import an order of battle, paste rows into an army, and update an army from a text."""

from typing import Annotated, TypeVar

from django.db import transaction
from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api import schemas
from armies.api.army_access import editable
from armies.api.elements import change_response
from armies.api.endpoint import Endpoint, with_etag
from armies.api.operation import operation
from armies.api.problems import Problem, error
from armies.api.schemas import Text, Visibility
from armies.building.difference import Row, differences
from armies.building.edits import Replace
from armies.building.element_tree import ARMY
from armies.exchange import Problem as Line
from armies.exchange import Reading, Unreadable, limits, read, with_matched_ids
from armies.exchange.clean_text import one_line, short
from armies.exchange.lists.ledger import LedgerLine
from armies.exchange.lists.style import CHOICES as HABITS
from armies.exchange.lists.style import Habit, is_habit
from armies.models import Army
from armies.services.apply_edit import amend
from armies.services.assessment import Assessment
from armies.services.locks import Refused, writing
from armies.services.pasted_rows import paste_edit
from armies.services.storage import create, facts_of
from battles.engine.armies import facts

T = TypeVar("T")

MOST_HABITS = 20
"""The most habits in a request."""

MOST_LISTED = 500
"""The most problems, and the most notes, in an answer."""


class File(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A text or a file to read. With `dry_run` nothing is saved: the answer is a preview.

    `decisions` correct lines that cannot be read: by line number, the new text, or null to leave the line out. `notes`
    keep texts, such as a line that is left out: by line number, on what the line became, or on the formation above it.
    `habits` say how the list's style is read; the answer names those that mattered, with their values.
    """

    text: Annotated[Text, Meta(description="Indented text, CSV, `oob/1` or Muster's own JSON, as a string.")] = ""
    data: Annotated[bytes, Meta(max_length=limits.MAX_BYTES, description="Or any file in base64, such as XLSX.")] = b""
    filename: Annotated[str, Meta(max_length=200, description="Its suffix helps to tell CSV from text.")] = ""
    decisions: Annotated[dict[str, str | None], Meta(max_length=limits.MAX_LINES)] = {}
    notes: Annotated[
        dict[str, Annotated[str, Meta(max_length=limits.MAX_LINE)]],
        Meta(max_length=limits.MAX_LINES, description="Texts to keep as notes, by line number."),
    ] = {}
    habits: Annotated[
        dict[str, str], Meta(max_length=MOST_HABITS, description="By habit, its value: see `habits` in the answer.")
    ] = {}
    with_ledger: Annotated[bool, Meta(description="Answer with what became of each word and number.")] = False
    side: Annotated[
        str, Meta(max_length=limits.MAX_NAME, description="The name of the only army to read, if there are several.")
    ] = ""
    dry_run: Annotated[bool, Meta(description="Only preview; save nothing.")] = True


class NewImport(File, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A text or a file to read. With `dry_run` nothing is saved: the answer is a preview.

    `decisions` correct lines that cannot be read: by line number, the new text, or null to leave the line out. `notes`
    keep texts, such as a line that is left out: by line number, on what the line became, or on the formation above it.
    `habits` say how the list's style is read; the answer names those that mattered, with their values.
    """

    visibility: Visibility = "unlisted"


class Understood(Struct, frozen=True):
    """An army as it was read. Once it is saved, `slug` is its address and `army` is null."""

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
    """The result of reading a text. A `blocking` problem is a line that needs a decision.

    `habits` are the ways in which the list's style was understood, each with its other choices. `ledger` has, with
    `with_ledger`, for each line what became of its words and numbers; own formats without a ledger have none.
    """

    kind: str
    kept: bool
    armies: list[Understood]
    problems: list[Line]
    notes: list[str]
    habits: list[Habit]
    ledger: list[LedgerLine] | None


class Imports(Endpoint):
    """``/imports``"""

    @operation(
        name="import_read",
        tag="Files",
        body=NewImport,
        example={"text": "Army: Left wing\nNation: French\nII Corps - Reille\n  1/2e Léger 600 veteran\n"},
        answer=ImportRead,
        costly=True,
        success="The armies that were read; saved if `dry_run` is false.",
    )
    def post(self, request: Request, body: NewImport) -> HttpResponse:
        """Import orders of battle

        First send it with `dry_run` for a preview. When no line needs a decision, send it with `dry_run` false.
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
        armies = [understood_army(army, row) for army, row in zip(reading.armies, rows, strict=True)]
        remarks = list(reading.problems[:MOST_LISTED]), list(reading.notes[:MOST_LISTED])
        ledger = list(reading.ledger) if body.with_ledger else None
        return self.respond(ImportRead(reading.kind, not body.dry_run, armies, *remarks, list(reading.habits), ledger))


def reading_of(body: File) -> Reading:
    """The reading of a text or file.

    Raises:
        Refused: neither or both are sent, or it cannot be read as a whole.
        Problem: ``refused``: a decision does not name a line number.
    """
    if bool(body.text) == bool(body.data):
        raise Refused("text", "Send either text, or a file as data in base64.")
    data = body.data or body.text.encode("utf-8", "surrogatepass")
    try:
        return read(
            data,
            body.filename,
            by_line(body.decisions, "decisions"),
            side=body.side,
            habits=known_habits(body.habits),
            notes=by_line(body.notes, "notes"),
        )
    except Unreadable as fault:
        raise Refused("data" if body.data else "text", str(fault)) from fault


def by_line(texts: dict[str, T], field: str) -> dict[int, T]:
    """The decisions or notes by line number.

    Raises:
        Problem: ``refused``: a name is not a line number.
    """
    wrong = [line for line in texts if not (line.isascii() and line.isdecimal() and len(line) < 7)]
    if wrong:
        sentence = f"The name of a {field.removesuffix('s')} must be its line number."
        raise Problem("refused", sentence, errors=[error(field, "wrong", sentence)])
    return {int(line): text for line, text in texts.items()}


def known_habits(habits: dict[str, str]) -> dict[str, str]:
    """``habits``, all of them known.

    Raises:
        Problem: ``refused``: a habit or its value is unknown.
    """
    for key, value in habits.items():
        if not is_habit(key, value):
            ways = {name: [way for way, _ in choices] for name, choices in HABITS.items()}
            known = "; ".join(f"{name}: {', '.join(values)}" for name, values in ways.items())
            sentence = f"There is no habit {short(key, 40)} with the value {short(value, 40)}. The habits are {known}."
            raise Problem("refused", sentence, errors=[error(f"habits.{short(key, 40)}", "wrong", sentence)])
    return habits


def refuse_unready(reading: Reading) -> None:
    """Raise Problem (``refused``) if lines need a decision (an error for each) or there is no army."""
    errors = [error(f"text.{line.line}", "line", line.sentence) for line in reading.blocking]
    if errors:
        raise Problem("refused", f"Lines that need a decision: {len(errors)}. Nothing was saved.", errors=errors)
    if not reading.armies:
        sentence = "The text has no army."
        raise Problem("refused", sentence, errors=[error("text", "empty", sentence)])


def understood_army(army: facts.Army, row: Army | None) -> Understood:
    """The ``Understood`` of an army; ``row`` is its saved army, if any."""
    assessment = Assessment(army)
    totals = assessment.totals
    return Understood(
        name=army.name,
        slug=row.slug if row is not None else None,
        units=totals.units,
        foot=totals.foot,
        horse=totals.horse,
        guns=totals.guns,
        strength_points=assessment.number("strength_points"),
        cost=assessment.number("cost"),
        army=army if row is None else None,
    )


UPDATED = "Brought up to date."


class Pasted(Struct, frozen=True, forbid_unknown_fields=True):
    """Lines or spreadsheet rows, each a unit or a formation, to add under `parent`."""

    text: schemas.Text
    parent: schemas.Parent = ARMY


class Update(Struct, frozen=True):
    """The differences by element. `change` is null in a dry run and if nothing changed."""

    version: int
    rows: list[Row]
    change: schemas.Entry | None = None


class UpdateFile(File, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The new order of battle. With `dry_run` nothing is saved: the answer lists the differences."""

    words: Annotated[str, Meta(max_length=200, description="The sentence in the history.")] = UPDATED


class Paste(Endpoint):
    """``/armies/<slug>/elements/paste``"""

    @operation(
        name="element_paste",
        tag="Elements",
        body=Pasted,
        example={"text": "1/2e Léger 600 veteran\n2/2e Léger 550 veteran\n", "parent": ""},
        answer=schemas.Changed,
        status=201,
        matched=True,
        versioned=True,
        costly=True,
    )
    def post(self, request: Request, slug: str, body: Pasted) -> HttpResponse:
        """Add elements from text

        The text is read like an import; all of it is added, or nothing.
        """
        army = editable(request, slug)
        edit = paste_edit(body.text, body.parent)
        return change_response(self, army, amend(army, edit, by=request.user, expect=self.expect), 201)


class ArmyUpdate(Endpoint):
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
        """Update an army from text

        Elements that are in both keep their ids; others are added or removed. Rolled dice stay.
        """
        army = editable(request, slug)
        with writing(army, self.expect) as row:
            now = facts_of(row)
            after = updated_army(now, body)
            rows = differences(now, after)
            if body.dry_run:
                return with_etag(self.respond(Update(row.version, rows)), row)
            entry = amend(row, Replace(army=after, words=one_line(body.words) or UPDATED), by=request.user)
        return self._updated(army, rows, entry is not None)

    def _updated(self, army: Army, rows: list[Row], written: bool) -> HttpResponse:
        row = Army.objects.get(pk=army.pk)
        entry = row.changes.filter(number=row.version).values(*schemas.ENTRY).first() if written else None
        return with_etag(self.respond({"version": row.version, "rows": rows, "change": entry}), row)


def updated_army(now: facts.Army, body: File) -> facts.Army:
    """``now`` after an update from the only army in a text.

    Raises:
        Problem, Refused, Unreadable: the text cannot be read completely, or does not have exactly one army.
    """
    reading = reading_of(body)
    refuse_unready(reading)
    if len(reading.armies) != 1:
        raise Refused("side", f"The text has {len(reading.armies)} armies. Choose one by its name.")
    return with_matched_ids(now, reading.armies[0], full=reading.full)
