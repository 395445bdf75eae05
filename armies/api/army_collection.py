"""The list of armies, and creating one: empty, as a copy, from a template or from text."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from armies.api import schemas
from armies.api.army_access import readable
from armies.api.endpoint import Endpoint, with_etag
from armies.api.operation import operation
from armies.api.parameters import Cursor, Limit, Moment, Ordering, Whole, page
from armies.api.problems import Problem, error
from armies.api.schemas import Date, Name, NationCode, Note, Text, Visibility
from armies.building.edits import Head
from armies.building.element_tree import ARMY
from armies.building.proposal import MOST_SEED, YEARS
from armies.building.values import checked
from armies.exchange import read
from armies.models import Army
from armies.services.apply_edit import amend
from armies.services.army_changes import set_visibility
from armies.services.army_creation import copied, from_nothing, from_proposal, from_sample, from_template
from armies.services.locks import Refused
from armies.services.storage import create
from battles.engine.armies import facts, systems
from battles.engine.armies.nations import nations

ORIGINS = ("copy_of", "template", "text", "proposal", "sample")
FACTS = ("name", "nation", "commander", "battle", "date", "place", "scope")


class Proposal(Struct, frozen=True, forbid_unknown_fields=True):
    """A plausible force of the army's `nation`. The same seed gives the same force; without a seed it is random."""

    year: Annotated[int, Meta(ge=YEARS[0], le=YEARS[1])]
    target: Annotated[int, Meta(ge=1, le=1000, description="The size, in units of `measure`.")]
    measure: Literal["strength_points", "points"] = "strength_points"
    seed: Annotated[str, Meta(max_length=MOST_SEED)] = ""


class NewArmy(Struct, frozen=True, forbid_unknown_fields=True):
    """A new army. The facts in the body replace those of the copied army or the text.

    Send one of `copy_of`, `template`, `text`, `proposal` or `sample`. Without them, the army is empty and `name` is
    required.
    """

    name: Annotated[Name, Meta(description="Default: the name of the copied army or the text.")] = ""
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
    sample: Annotated[bool, Meta(description=f"The sample basic army of {systems.sample()[0]} for `nation`.")] = False
    text: Annotated[Text, Meta(description="An order of battle: indented text, CSV, or JSON as a string.")] = ""
    filename: Annotated[str, Meta(max_length=200, description="Its suffix helps to tell CSV from text.")] = ""


class ArmyMade(Struct, frozen=True):
    """The new army. Its slug is its address under `/a/` and in this API."""

    slug: str
    version: int
    name: str
    address: str


def create_army(request: Request, body: NewArmy, find: Callable[[str], Army]) -> Army:
    """Create the army that ``body`` describes; the user owns it.

    Raises:
        Refused: invalid facts, an unknown template, or a text that cannot be read completely.
        Problem: the army to copy does not exist.
    """
    origins = [name for name in ORIGINS if getattr(body, name)]
    if len(origins) > 1:
        raise Refused(origins[0], f"Send only one of {', '.join(ORIGINS)}; the body has {' and '.join(origins)}.")
    named_facts = {name: value for name in FACTS if (value := getattr(body, name))}
    values = checked(ARMY, named_facts if origins else {"name": "", **named_facts})
    source = find(body.copy_of) if body.copy_of else None
    with transaction.atomic():
        row = _from_origin(request, body, source, values)
        amend(row, Head(values), by=request.user)
        set_visibility(row, body.visibility)
    row.refresh_from_db()
    return row


def _from_origin(request: Request, body: NewArmy, source: Army | None, values: dict[str, Any]) -> Army:
    if source is not None:
        return copied(source, request.user)
    if body.text:
        return create(army_in_text(body.text, body.filename), request.user, origin="Created from text through the API.")
    if body.template:
        return from_template(body.template, values.get("name", ""), request.user)
    name, nation = values.get("name", ""), values.get("nation", "")
    if (proposal := body.proposal) is not None:
        return from_proposal(
            nation, proposal.year, proposal.target, proposal.measure, proposal.seed, name, request.user
        )
    if body.sample:
        return from_sample(nation, name, request.user)
    return from_nothing(values["name"], values.get("nation", ""), request.user)


def army_in_text(text: str, filename: str) -> facts.Army:
    """The only army in a text.

    Raises:
        Problem: ``refused``: lines that cannot be read (an error for each), or not exactly one army.
        Unreadable: the text as a whole cannot be read.
    """
    reading = read(text.encode("utf-8", "surrogatepass"), filename)
    if unread := reading.blocking:
        errors = [error(f"text.{problem.line}", "line", problem.sentence) for problem in unread]
        raise Problem("refused", f"Lines that cannot be read: {len(unread)}.", errors=errors)
    if len(reading.armies) != 1:
        count = len(reading.armies)
        raise Refused(
            "text", f"The text has {count} armies; this address creates one. POST /api/v1/imports takes several."
        )
    return reading.armies[0]


COLUMNS = (
    *("slug", "name", "nation", "commander", "battle", "date", "historical", "visibility", "units", "foot", "horse"),
    *("guns", "strength_points", "cost", "errors", "warnings", "version", "updated"),
)
OWNER = ("owner__first_name", "owner__last_name", "owner__username")
ORDERS = {
    "updated": Ordering(("-updated", "-id"), (Moment, Whole)),
    "name": Ordering(("name", "id"), (str, Whole)),
    "date": Ordering(("date", "id"), (str, Whole)),
    "strength_points": Ordering(("-strength_points", "-id"), (Whole, Whole)),
    "cost": Ordering(("-cost", "-id"), (Whole, Whole)),
}
Order = Literal["updated", "name", "date", "strength_points", "cost"]
Least = Annotated[int, Meta(ge=0, le=10_000_000, description="At least this many.")]
Most = Annotated[int, Meta(ge=0, le=10_000_000, description="At most this many.")]


class ArmyQuery(Struct, frozen=True):
    """Filters of the list of armies."""

    q: Annotated[str, Meta(max_length=80, description="Words that must all be in names, battle or date.")] = ""
    nation: Annotated[
        tuple[str, ...], Meta(description="Code of a nation; send it several times for any of several nations.")
    ] = ()
    battle: Annotated[str, Meta(max_length=120, description="The name of a battle, or its beginning.")] = ""
    owner: Annotated[Literal["", "me"], Meta(description="`me`: only your own armies.")] = ""
    historical: Annotated[bool, Meta(description="Only the historical armies, or all others.")] | UnsetType = UNSET
    visibility: Annotated[schemas.Visibility, Meta(description="Only armies of this visibility.")] | UnsetType = UNSET
    min_strength_points: Least | UnsetType = UNSET
    max_strength_points: Most | UnsetType = UNSET
    min_cost: Least | UnsetType = UNSET
    max_cost: Most | UnsetType = UNSET
    ordering: Annotated[
        Order, Meta(description="The order: greatest or latest first, but names and dates ascending.")
    ] = "updated"
    limit: Limit = 50
    cursor: Cursor = ""


class Armies(Endpoint):
    """``/armies``"""

    @operation(
        name="army_list",
        tag="Armies",
        query=ArmyQuery,
        answer=schemas.Page,
        signed_in=False,
        success="A page of armies.",
    )
    def get(self, request: Request, query: ArmyQuery) -> HttpResponse:
        """List armies

        Public and historical armies, your own, and those you co-edit, with summary columns only.
        """
        rows, following = page(
            request, filtered_armies(request, query), ORDERS[query.ordering], query.limit, query.cursor
        )
        for row in rows:
            del row["id"]
            row["owner"] = schemas.name_of(*(row.pop(name) for name in OWNER))
        answer = self.respond({"items": rows, "next": following or None})
        if following:
            answer["Link"] = f'<{following}>; rel="next"'
        return answer

    @operation(
        name="army_create",
        tag="Armies",
        body=NewArmy,
        example={"name": "French left wing", "nation": "FR", "visibility": "private"},
        answer=ArmyMade,
        status=201,
        versioned=True,
        costly=True,
    )
    def post(self, request: Request, body: NewArmy) -> HttpResponse:
        """Create an army

        Empty, as a copy of an army that you may read, from a template, as a proposed force, or from the text of an
        order of battle (indented text, CSV or JSON). Every line of the text must be readable, and it must have
        exactly one army.
        """
        army = create_army(request, body, lambda slug: readable(request, slug))
        address = request.build_absolute_uri(f"/api/v1/armies/{army.slug}")
        body_out = {"slug": army.slug, "version": army.version, "name": army.name, "address": address}
        return with_etag(self.respond(body_out, 201, Location=address), army)


def filtered_armies(request: Request, query: ArmyQuery) -> QuerySet[Any, dict[str, Any]]:
    """The armies that match ``query``, as rows of the list."""
    armies = Army.objects.listed_for(request.user)
    for word in query.q.casefold().split():
        armies = armies.filter(search__contains=word)
    if query.nation:
        armies = armies.filter(nation__in=[code for code in query.nation if code in nations()])
    if query.battle:
        armies = armies.filter(battle__istartswith=query.battle)
    if query.owner:
        armies = armies.filter(owner=request.user) if request.user.is_authenticated else armies.none()
    limits = Q()
    for name, value in (
        ("historical", query.historical),
        ("visibility", query.visibility),
        ("strength_points__gte", query.min_strength_points),
        ("strength_points__lte", query.max_strength_points),
        ("cost__gte", query.min_cost),
        ("cost__lte", query.max_cost),
    ):
        if value is not UNSET:
            limits &= Q(**{name: value})
    rows: QuerySet[Any, dict[str, Any]] = armies.filter(limits).values("id", *COLUMNS, *OWNER)
    return rows
