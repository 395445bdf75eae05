"""The stands and figures that a player owns, by nation and type of unit."""

from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from armies.api import schemas
from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.parameters import Cursor, Limit, Ordering, Whole, page
from armies.api.problems import Problem
from armies.exchange.table.holdings import MAX_FIGURES, MAX_NOTE, MAX_STANDS
from armies.models import Holding
from armies.services import collection
from armies.services.locks import Refused
from battles.engine.armies import facts
from battles.engine.armies.nations import nations

TAG: dict[str, Any] = {"tag": "Figures"}
COLUMNS = ("id", "nation", "type", "stands", "figures", "note")
ORDER = Ordering(("nation", "type", "id"), (str, str, Whole))
Stands = Annotated[int, Meta(ge=0, le=MAX_STANDS)]
Single = Annotated[int, Meta(ge=0, le=MAX_FIGURES)]
Remark = Annotated[str, Meta(max_length=MAX_NOTE)]


class Owned(Struct, frozen=True):
    """Your stands and figures of one type and nation; an empty nation fits every nation."""

    id: int
    nation: str
    type: facts.UnitType
    stands: int
    figures: int
    note: str


class OwnedPage(Struct, frozen=True):
    """A page of your figures."""

    items: list[Owned]
    next: str | None


class OwnedQuery(Struct, frozen=True):
    """A page of your figures."""

    limit: Limit = 50
    cursor: Cursor = ""


class NewOwned(Struct, frozen=True, forbid_unknown_fields=True):
    """Stands, figures or both, of one type and nation."""

    type: facts.UnitType
    nation: schemas.NationCode = ""
    stands: Stands = 0
    figures: Single = 0
    note: Remark = ""


class OwnedChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """New values. Fields that you do not send stay as they are."""

    stands: Stands | UnsetType = UNSET
    figures: Single | UnsetType = UNSET
    note: Remark | UnsetType = UNSET


def owned_by(request: Request) -> QuerySet[Any, dict[str, Any]]:
    """The user's rows of figures."""
    rows: QuerySet[Any, dict[str, Any]] = Holding.objects.filter(owner_id=request.user.pk).values(*COLUMNS)
    return rows


def own_figures(request: Request, **which: Any) -> dict[str, Any]:
    """The fields of ``Owned`` for the user's row that ``which`` selects.

    Raises:
        Problem: ``not-found``.
    """
    row: dict[str, Any] | None = owned_by(request).filter(**which).first()
    if row is None:
        raise Problem("not-found", "You have no such row of figures.")
    return row


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

        There is one row for each nation and type. If you already have it, change it instead.
        """
        if body.nation and body.nation not in nations():
            raise Refused("nation", f"There is no nation with this code. The codes are {', '.join(nations())}.")
        collection.add(
            request.user,
            nation=body.nation,
            kind=body.type,
            stands=body.stands,
            figures=body.figures,
            note=body.note,
        )
        return self.respond(own_figures(request, nation=body.nation, type=body.type), 201)


class OneFigures(Endpoint):
    """``/figures/<holding>``"""

    @operation(name="figures_retrieve", answer=Owned, **TAG)
    def get(self, request: Request, holding: int) -> HttpResponse:
        """Read one row of your figures"""
        return self.respond(own_figures(request, pk=holding))

    @operation(name="figures_change", body=OwnedChanges, example={"stands": 30}, answer=Owned, **TAG)
    def patch(self, request: Request, holding: int, body: OwnedChanges) -> HttpResponse:
        """Change one row of your figures

        Fields that you do not send stay as they are.
        """
        now = own_figures(request, pk=holding)
        try:
            collection.change(request.user, {holding: {**now, **schemas.named_fields(body)}})
        except Refused as refused:
            raise Refused("stands", str(refused)) from refused
        return self.respond(own_figures(request, pk=holding))

    @operation(name="figures_delete", status=204, **TAG)
    def delete(self, request: Request, holding: int) -> HttpResponse:
        """Delete one row of your figures"""
        if not collection.remove(request.user, holding):
            raise Problem("not-found", "You have no such row of figures.")
        return self.done()
