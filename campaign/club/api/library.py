"""What belongs to a club and the figures of its members, over the API."""

from typing import Annotated, Any

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.operation import operation
from armies.api.problems import Problem
from battles.engine.armies.systems import built_titles
from campaign.club.api import shapes
from campaign.club.api.clubs import TAG, ClubEndpoint
from campaign.club.services import clubs, figures, ownership
from campaign.models import Membership

MOST = 100
"""Things of one answer."""
NO_THING = "There is nothing with this key, or you may not see it."


def _thing(row: Any) -> shapes.ClubThing:
    return shapes.ClubThing(
        key=f"{ownership.kind_of(row)}:{row.slug}",
        title=str(row),
        owner=clubs.name_of(row.owner) if row.owner else None,
        visibility=row.visibility,
        updated=ownership.changed(row),
    )


class Library(ClubEndpoint):
    """``/clubs/<club>/library``"""

    @operation(name="club_library", query=shapes.LibraryQuery, answer=shapes.ClubLibrary, **TAG)
    def get(self, request: Request, club: str, query: shapes.LibraryQuery) -> HttpResponse:
        """List what belongs to the club

        100 of a kind at a time, the latest change first.
        """
        place = self.place(request, club)
        rows = ownership.things(place.club, query.kind, request.user, query.q)
        first = (query.page - 1) * MOST
        items = [_thing(row) for row in rows[first : first + MOST + 1]]
        return self.respond(shapes.ClubLibrary(items[:MOST], query.page + 1 if len(items) > MOST else None))


class OneThing(ClubEndpoint):
    """``/clubs/<club>/library/<thing>``"""

    @operation(name="club_library_put", answer=shapes.ClubThing, **TAG)
    def put(self, request: Request, club: str, thing: str) -> HttpResponse:
        """Put something of yours into the club

        Its members see it; it stays yours. What was private has the visibility `club` then.
        """
        place = self.place(request, club, "share")
        return self.respond(_thing(ownership.put(self._find(request, thing), place.club, by=request.user)))

    @operation(name="club_library_take_out", status=204, **TAG)
    def delete(self, request: Request, club: str, thing: str) -> HttpResponse:
        """Take something out of the club

        Its owner may, and organisers. What only the club saw is private then.
        """
        place = self.place(request, club)
        row = self._find(request, thing)
        if row.club_id != place.club_id:
            raise Problem("not-found", NO_THING)
        ownership.take_out(row, by=request.user)
        return self.done()

    def _find(self, request: Request, thing: str) -> Any:
        kind, _, slug = thing.partition(":")
        return ownership.find(kind, slug, request.user)


class FiguresOwner(Struct, frozen=True):
    """What one member owns."""

    name: str
    stands: int
    figures: int


class FiguresPooled(Struct, frozen=True):
    """What the members own together; an empty `nation` fits every nation."""

    nation: str
    type: str
    stands: int
    figures: int
    owners: list[FiguresOwner]


class ClubFigures(Struct, frozen=True):
    """The figures of the members who show them to the club. `shown`: yours are among them."""

    shown: bool
    figures: list[FiguresPooled]


class FiguresToShow(Struct, frozen=True):
    """True to show your figures to the club."""

    shown: bool


class FieldingQuery(Struct, frozen=True):
    """Armies of the club that are fielded together, by their slugs with commas between them, and the rules."""

    armies: Annotated[str, Meta(max_length=600)] = ""
    system: Annotated[str, Meta(max_length=40, description="The key of a rule system; empty: the first.")] = ""


class FiguresNeeded(Struct, frozen=True):
    """What the armies need of a nation and type, how many stands are missing, and who has some."""

    nation: str
    type: str
    units: int
    stands: int
    missing: int
    owners: list[FiguresOwner]
    any_nation: list[FiguresOwner]


class ClubFielding(Struct, frozen=True):
    """The stands that the armies need together and that are missing, in all and by nation and type."""

    needed: int
    missing: int
    rows: list[FiguresNeeded]


def _owners(owners: tuple[figures.Owned, ...]) -> list[FiguresOwner]:
    return [FiguresOwner(each.name, each.stands, each.figures) for each in owners]


def _figures(place: Membership) -> ClubFigures:
    rows = [
        FiguresPooled(each.nation, each.type, each.stands, each.figures, _owners(each.owners))
        for each in figures.pool(place.club)
    ]
    return ClubFigures(place.shows_figures, rows)


class Figures(ClubEndpoint):
    """``/clubs/<club>/figures``"""

    @operation(name="club_figures", answer=ClubFigures, **TAG)
    def get(self, request: Request, club: str) -> HttpResponse:
        """Read who owns which figures

        Of the members who show them to the club.
        """
        return self.respond(_figures(self.place(request, club)))

    @operation(name="club_figures_show", body=FiguresToShow, example={"shown": True}, answer=ClubFigures, **TAG)
    def put(self, request: Request, club: str, body: FiguresToShow) -> HttpResponse:
        """Show your figures to the club, or hide them"""
        place = self.place(request, club)
        figures.show(place, body.shown)
        return self.respond(_figures(place))


class Fielding(ClubEndpoint):
    """``/clubs/<club>/figures/needed``"""

    @operation(name="club_figures_needed", query=FieldingQuery, answer=ClubFielding, costly=True, also=(422,), **TAG)
    def get(self, request: Request, club: str, query: FieldingQuery) -> HttpResponse:
        """Compare armies with the figures of the members

        What up to 6 armies of the club need when they are fielded together, what is missing, and who has it.
        """
        place = self.place(request, club)
        slugs = [slug for slug in query.armies.split(",") if slug]
        if not slugs:
            return self.respond(ClubFielding(0, 0, []))
        found = figures.fielding(
            place.club, request.user, slugs, query.system or next(iter(built_titles())), figures.pool(place.club)
        )
        rows = [
            FiguresNeeded(
                each.row.need.nation,
                each.row.need.type,
                each.row.need.units,
                each.row.need.stands,
                each.row.missing,
                _owners(each.owners),
                _owners(each.any_owners),
            )
            for each in found.rows
        ]
        return self.respond(ClubFielding(found.needed, found.missing, rows))
