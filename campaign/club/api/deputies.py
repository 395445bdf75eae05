"""Deputies over the API."""

from django.http import HttpResponse
from rest_framework.request import Request

from armies.api.operation import operation
from campaign.club.api import shapes
from campaign.club.api.clubs import TAG, ClubEndpoint
from campaign.club.services import deputies
from campaign.models import Deputy


def _deputy(row: Deputy) -> shapes.ClubDeputy:
    return shapes.ClubDeputy(row.pk, row.user.get_username(), row.deputy.get_username(), row.start, row.end)


class Deputies(ClubEndpoint):
    """``/clubs/<club>/deputies``"""

    @operation(name="club_deputy_list", answer=shapes.ClubDeputies, **TAG)
    def get(self, request: Request, club: str) -> HttpResponse:
        """List the deputies of today and later"""
        rows = deputies.deputies_in(self.place(request, club).club)
        return self.respond(shapes.ClubDeputies([_deputy(row) for row in rows]))

    @operation(
        name="club_deputy_name",
        body=shapes.DeputyToName,
        example={"deputy": "birch", "start": "2026-12-20", "end": "2027-01-06"},
        answer=shapes.ClubDeputy,
        status=201,
        **TAG,
    )
    def post(self, request: Request, club: str, body: shapes.DeputyToName) -> HttpResponse:
        """Name a deputy for your absence

        On these days the deputy sees what you see in your battles, and acts for your seats.
        """
        place = self.place(request, club, "deputy")
        user = self.user_of(place.club, body.deputy)
        named = deputies.name_deputy(place.club, user.pk, body.start, body.end, by=request.user)
        return self.respond(_deputy(named), 201)


class OneDeputy(ClubEndpoint):
    """``/clubs/<club>/deputies/<deputy>``"""

    @operation(name="club_deputy_end", status=204, **TAG)
    def delete(self, request: Request, club: str, deputy: int) -> HttpResponse:
        """End the time of a deputy

        Who is away may, and the deputy.
        """
        deputies.end_deputy(self.place(request, club).club, deputy, by=request.user)
        return self.done()
