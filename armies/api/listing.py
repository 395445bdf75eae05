"""The list of armies, and making one: from nothing, as a copy, or from text."""

from typing import Annotated, Any, Literal

from django.db.models import Q, QuerySet
from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from armies.api import shapes
from armies.api.endpoint import Endpoint, stamped
from armies.api.finding import readable
from armies.api.making import ArmyMade, NewArmy, made_army
from armies.api.operation import operation
from armies.api.paging import Cursor, Limit, Moment, Ordering, Whole, page
from armies.models import Army
from armies.rules.nations import nations

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
Least = Annotated[int, Meta(ge=0, le=10_000_000, description="This many or more.")]
Most = Annotated[int, Meta(ge=0, le=10_000_000, description="This many or fewer.")]


class ArmyQuery(Struct, frozen=True):
    """What narrows the list of armies."""

    q: Annotated[str, Meta(max_length=80, description="Words that must all be found in names, battle or date.")] = ""
    nation: Annotated[tuple[str, ...], Meta(description="Codes of nations; given several times, any of them.")] = ()
    battle: Annotated[str, Meta(max_length=120, description="The name of a battle, or how it begins.")] = ""
    owner: Annotated[Literal["", "me"], Meta(description="`me`: your own armies only.")] = ""
    historical: Annotated[bool, Meta(description="The shipped orders of battle, or all but these.")] | UnsetType = UNSET
    visibility: Annotated[shapes.Visibility, Meta(description="Who finds them.")] | UnsetType = UNSET
    min_strength_points: Least | UnsetType = UNSET
    max_strength_points: Most | UnsetType = UNSET
    min_cost: Least | UnsetType = UNSET
    max_cost: Most | UnsetType = UNSET
    ordering: Annotated[Order, Meta(description="The order; the greatest or latest first but for names and dates.")] = (
        "updated"
    )
    limit: Limit = 50
    cursor: Cursor = ""


class Armies(Endpoint):
    """``/armies``"""

    @operation(
        name="army_list",
        tag="Armies",
        query=ArmyQuery,
        answer=shapes.Page,
        signed_in=False,
        said="A page of armies.",
    )
    def get(self, request: Request, query: ArmyQuery) -> HttpResponse:
        """List armies

        Public and historical armies, your own, and those you co-edit, with summary columns only.
        """
        rows, following = page(request, narrowed(request, query), ORDERS[query.ordering], query.limit, query.cursor)
        for row in rows:
            del row["id"]
            row["owner"] = shapes.name_of(*(row.pop(name) for name in OWNER))
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
        """Make an army

        From nothing; as a copy of one that you may read; from a template; or from the text of an order of battle
        (indented text, CSV, or JSON), which must be understood whole and hold one army.
        """
        army = made_army(request, body, lambda slug: readable(request, slug))
        address = request.build_absolute_uri(f"/api/v1/armies/{army.slug}")
        body_out = {"slug": army.slug, "version": army.version, "name": army.name, "address": address}
        return stamped(self.respond(body_out, 201, Location=address), army)


def narrowed(request: Request, query: ArmyQuery) -> QuerySet[Any, dict[str, Any]]:
    """The armies that ``query`` leaves, as rows of the list."""
    found = Army.objects.listed_for(request.user)
    for word in query.q.casefold().split():
        found = found.filter(search__contains=word)
    if query.nation:
        found = found.filter(nation__in=[code for code in query.nation if code in nations()])
    if query.battle:
        found = found.filter(battle__istartswith=query.battle)
    if query.owner:
        found = found.filter(owner=request.user) if request.user.is_authenticated else found.none()
    wanted = Q()
    for name, value in (
        ("historical", query.historical),
        ("visibility", query.visibility),
        ("strength_points__gte", query.min_strength_points),
        ("strength_points__lte", query.max_strength_points),
        ("cost__gte", query.min_cost),
        ("cost__lte", query.max_cost),
    ):
        if value is not UNSET:
            wanted &= Q(**{name: value})
    rows: QuerySet[Any, dict[str, Any]] = found.filter(wanted).values("id", *COLUMNS, *OWNER)
    return rows
