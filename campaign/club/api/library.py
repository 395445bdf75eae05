"""What belongs to a club over the API."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from armies.api.operation import operation
from armies.api.problems import Problem
from campaign.club.api import shapes
from campaign.club.api.clubs import TAG, ClubEndpoint
from campaign.club.services import clubs, ownership

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
