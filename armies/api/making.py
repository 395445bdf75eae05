"""Making an army: what may be asked for, and how it comes about."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from django.db import transaction
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.problems import Problem, error
from armies.api.shapes import Date, Name, NationCode, Note, Text, Visibility
from armies.building.army_edits import Head
from armies.building.proposing import MOST_SEED, YEARS
from armies.building.trees import ARMY
from armies.building.values import checked
from armies.exchange import read
from armies.models import Army
from armies.rules import facts
from armies.services.amending import amend
from armies.services.editing import set_visibility
from armies.services.locking import Refused
from armies.services.starting import copied, from_nothing, from_proposal, from_sample, from_template
from armies.services.writing import create

ORIGINS = ("copy_of", "template", "text", "proposal", "sample")
FACTS = ("name", "nation", "commander", "battle", "date", "place", "scope")


class Proposal(Struct, frozen=True, forbid_unknown_fields=True):
    """A plausible force of the army's `nation`. The same seed gives the same force; without one a new one is drawn."""

    year: Annotated[int, Meta(ge=YEARS[0], le=YEARS[1])]
    target: Annotated[int, Meta(ge=1, le=1000, description="How many of `measure` it comes to.")]
    measure: Literal["strength_points", "points"] = "strength_points"
    seed: Annotated[str, Meta(max_length=MOST_SEED)] = ""


class NewArmy(Struct, frozen=True, forbid_unknown_fields=True):
    """A new army. The facts that are given act on a copy and on a text as well, in the place of what stands there.

    Give `copy_of`, `template`, `text`, `proposal` or `sample`; with none of them it is empty, and needs a `name`.
    """

    name: Annotated[Name, Meta(description="Without one: that of the army copied, or of the text.")] = ""
    nation: NationCode = ""
    commander: Name = ""
    battle: Name = ""
    date: Date = ""
    place: Note = ""
    scope: Note = ""
    visibility: Visibility = "unlisted"
    copy_of: Annotated[str, Meta(max_length=80, description="The slug of an army that you may read.")] = ""
    template: Annotated[str, Meta(max_length=80, description="The key of a template: `GET /api/v1/templates`.")] = ""
    proposal: Proposal | None = None
    sample: Annotated[bool, Meta(description="The sample basic army of Easy Napoleonics for `nation`.")] = False
    text: Annotated[Text, Meta(description="An order of battle: indented text, CSV, or JSON as a string.")] = ""
    filename: Annotated[str, Meta(max_length=200, description="Its ending helps to tell CSV from text.")] = ""


class ArmyMade(Struct, frozen=True):
    """The new army: its slug is its address under `/a/` and here."""

    slug: str
    version: int
    name: str
    address: str


def made_army(request: Request, body: NewArmy, find: Callable[[str], Army]) -> Army:
    """The army that ``body`` asks for, the user's own.

    Raises:
        Refused: facts that cannot be kept, no such template, or a text that is not understood whole.
        Problem: there is no army to copy.
    """
    origins = [name for name in ORIGINS if getattr(body, name)]
    if len(origins) > 1:
        raise Refused(origins[0], f"Give one of {', '.join(ORIGINS)}; here are {' and '.join(origins)}.")
    given = {name: value for name in FACTS if (value := getattr(body, name))}
    values = checked(ARMY, given if origins else {"name": "", **given})
    source = find(body.copy_of) if body.copy_of else None
    with transaction.atomic():
        row = _started(request, body, source, values)
        amend(row, Head(values), by=request.user)
        set_visibility(row, body.visibility)
    row.refresh_from_db()
    return row


def _started(request: Request, body: NewArmy, source: Army | None, values: dict[str, Any]) -> Army:
    if source is not None:
        return copied(source, request.user)
    if body.text:
        return create(read_one(body.text, body.filename), request.user, origin="Made from a text through the API.")
    if body.template:
        return from_template(body.template, values.get("name", ""), request.user)
    name, nation = values.get("name", ""), values.get("nation", "")
    if (ask := body.proposal) is not None:
        return from_proposal(nation, ask.year, ask.target, ask.measure, ask.seed, name, request.user)
    if body.sample:
        return from_sample(nation, name, request.user)
    return from_nothing(values["name"], values.get("nation", ""), request.user)


def read_one(text: str, filename: str) -> facts.Army:
    """The one army of a text.

    Raises:
        Problem: ``refused``: lines that are not understood, each an error; or not one army.
        Unreadable: the text as a whole cannot be read.
    """
    reading = read(text.encode("utf-8", "surrogatepass"), filename)
    if waiting := reading.blocking:
        errors = [error(f"text.{problem.line}", "line", problem.sentence) for problem in waiting]
        raise Problem("refused", f"Lines that were not understood: {len(waiting)}.", errors=errors)
    if len(reading.armies) != 1:
        count = len(reading.armies)
        raise Refused("text", f"The text holds {count} armies; here one is made. POST /api/v1/imports takes several.")
    return reading.armies[0]
