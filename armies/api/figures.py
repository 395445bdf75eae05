"""The stands and figures that a player owns, by nation and type of unit."""

from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from armies.api import shapes
from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.paging import Cursor, Limit, Ordering, Whole, page
from armies.api.problems import Problem
from armies.exchange.holdings import MAX_FIGURES, MAX_NOTE, MAX_STANDS
from armies.models import Holding
from armies.rules import facts
from armies.rules.nations import nations
from armies.services import collecting
from armies.services.locking import Refused

TAG: dict[str, Any] = {"tag": "Figures"}
COLUMNS = ("id", "nation", "type", "stands", "figures", "note")
ORDER = Ordering(("nation", "type", "id"), (str, str, Whole))
Stands = Annotated[int, Meta(ge=0, le=MAX_STANDS)]
Single = Annotated[int, Meta(ge=0, le=MAX_FIGURES)]
Remark = Annotated[str, Meta(max_length=MAX_NOTE)]


class Owned(Struct, frozen=True):
    """What you own of one type of unit of one nation; an empty nation fits every nation."""

    id: int
    nation: str
    type: facts.UnitType
    stands: int
    figures: int
    note: str


class OwnedPage(Struct, frozen=True):
    """A page of what you own."""

    items: list[Owned]
    next: str | None


class OwnedQuery(Struct, frozen=True):
    """A page of what you own."""

    limit: Limit = 50
    cursor: Cursor = ""


class NewOwned(Struct, frozen=True, forbid_unknown_fields=True):
    """What you own of one type of unit of one nation: stands, figures, or both."""

    type: facts.UnitType
    nation: shapes.NationCode = ""
    stands: Stands = 0
    figures: Single = 0
    note: Remark = ""


class OwnedChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """What is otherwise now; what is not named stays."""

    stands: Stands | UnsetType = UNSET
    figures: Single | UnsetType = UNSET
    note: Remark | UnsetType = UNSET


def owned_by(request: Request) -> QuerySet[Any, dict[str, Any]]:
    """The user's rows of figures."""
    rows: QuerySet[Any, dict[str, Any]] = Holding.objects.filter(owner_id=request.user.pk).values(*COLUMNS)
    return rows


def found(request: Request, **which: Any) -> dict[str, Any]:
    """The user's own row of figures that ``which`` names, as ``Owned`` says it.

    Raises:
        Problem: ``not-found``.
    """
    there: dict[str, Any] | None = owned_by(request).filter(**which).first()
    if there is None:
        raise Problem("not-found", "You have no such row of figures.")
    return there


class Figures(Endpoint):
    """``/figures``"""

    @operation(name="figures_list", query=OwnedQuery, answer=OwnedPage, **TAG)
    def get(self, request: Request, query: OwnedQuery) -> HttpResponse:
        """List your figures"""
        rows, following = page(request, owned_by(request), ORDER, query.limit, query.cursor)
        return self.respond({"items": rows, "next": following or None})

    @operation(
        name="figures_add",
        body=NewOwned,
        example={"nation": "FR", "type": "line_infantry", "stands": 24, "figures": 96},
        answer=Owned,
        status=201,
        **TAG,
    )
    def post(self, request: Request, body: NewOwned) -> HttpResponse:
        """Add figures

        One row for each nation and type: where there is one already, change that.
        """
        if body.nation and body.nation not in nations():
            raise Refused("nation", f"There is no nation with that code; the codes are {', '.join(nations())}.")
        collecting.add(
            request.user,
            nation=body.nation,
            kind=body.type,
            stands=body.stands,
            figures=body.figures,
            note=body.note,
        )
        return self.respond(found(request, nation=body.nation, type=body.type), 201)


class OneFigures(Endpoint):
    """``/figures/<holding>``"""

    @operation(name="figures_retrieve", answer=Owned, **TAG)
    def get(self, request: Request, holding: int) -> HttpResponse:
        """Read one row of your figures"""
        return self.respond(found(request, pk=holding))

    @operation(name="figures_change", body=OwnedChanges, example={"stands": 30}, answer=Owned, **TAG)
    def patch(self, request: Request, holding: int, body: OwnedChanges) -> HttpResponse:
        """Change one row of your figures

        What is not named stays.
        """
        now = found(request, pk=holding)
        try:
            collecting.change(request.user, {holding: {**now, **shapes.given(body)}})
        except Refused as refused:
            raise Refused("stands", str(refused)) from refused
        return self.respond(found(request, pk=holding))

    @operation(name="figures_delete", status=204, **TAG)
    def delete(self, request: Request, holding: int) -> HttpResponse:
        """Delete one row of your figures"""
        if not collecting.remove(request.user, holding):
            raise Problem("not-found", "You have no such row of figures.")
        return self.done()
