"""Campaigns over the API: list, create, import, read, change, delete; seats."""

from typing import Annotated, Any, Literal

import msgspec
from django.http import HttpResponse
from django.urls import reverse
from msgspec import UNSET, Meta, Struct, to_builtins
from msgspec.structs import asdict
from rest_framework.request import Request

from armies.api.operation import operation
from armies.api.parameters import Cursor, Limit, Moment, Ordering, Whole, page
from armies.api.problems import Error, Problem
from campaign.models import Campaign
from campaign.war.api import shapes
from campaign.war.api.answers import TAG, CampaignEndpoint, campaign_now, user_named
from campaign.war.services import archive, creation, desk, seats
from campaign.war.services.access import CampaignAccess, access_after
from campaign.war.services.creation import CAMPAIGNS, shipped_campaign, shipped_map

ORDER = Ordering(("-created", "-id"), (Moment, Whole))
"""The newest first: nothing that happens in a campaign, hidden or not, changes the order."""


class CampaignQuery(Struct, frozen=True):
    """Which campaigns."""

    whose: Annotated[
        Literal["all", "mine", "public"],
        Meta(description="`mine`: you own it or have a seat; `all`: yours and public ones."),
    ] = "all"
    status: Annotated[Literal["", "orders", "engagements", "over"], Meta(description="Their status.")] = ""
    club: Annotated[str, Meta(max_length=80, description="Only those of a club, by the last part of its address.")] = ""
    limit: Limit = 50
    cursor: Cursor = ""


class Campaigns(CampaignEndpoint):
    """``/campaigns``"""

    @operation(name="campaign_list", query=CampaignQuery, answer=shapes.CampaignPage, signed_in=False, **TAG)
    def get(self, request: Request, query: CampaignQuery) -> HttpResponse:
        """List campaigns

        Public campaigns, your own, and those where you have a seat; the newest first.
        """
        rows, following = page(request, _chosen(request, query), ORDER, query.limit, query.cursor)
        mine = set(Campaign.objects.played_by(request.user).filter(pk__in=[r["id"] for r in rows]).values_list("pk"))
        items = [
            shapes.CampaignSummary(
                slug=row["slug"],
                title=row["title"],
                template=row["template"],
                status=row["status"],
                turn=row["turn"],
                visibility=row["visibility"],
                club=row["club__slug"] or "",
                yours=(row["id"],) in mine,
                deadline=row["deadline"],
                created=row["created"],
            )
            for row in rows
        ]
        answer = self.respond(shapes.CampaignPage(items, following or None))
        if following:
            answer["Link"] = f'<{following}>; rel="next"'
        return answer

    @operation(
        name="campaign_create",
        body=shapes.CampaignToMake,
        example={"template": "evening-1815", "title": "An evening"},
        answer=shapes.CampaignMade,
        status=201,
        costly=True,
        makes=True,
        **TAG,
    )
    def post(self, request: Request, body: shapes.CampaignToMake) -> HttpResponse:
        """Create a campaign

        From a template that `GET /api/v1/campaigns/templates` lists, or from files of your own. It gets a copy of its
        armies: later changes of the library do not matter to it. Give its sides to players or to computer commanders
        with `PUT …/seats`; a side that nobody has follows its standing orders.
        """
        new = creation.NewCampaign(
            files=_files(request, body),
            template=body.template,
            owner=request.user,
            **{
                name: getattr(body, name)
                for name in ("title", "club", "visibility", "system", "settling", "settings", "umpire", "token")
            },
        )
        return _made(self, request, creation.create(new))


COLUMNS = ("id", "slug", "title", "template", "status", "turn", "visibility", "club__slug", "deadline", "created")


def _chosen(request: Request, query: CampaignQuery) -> Any:
    if query.whose == "public":
        rows = Campaign.objects.filter(visibility="public")
    elif query.whose == "mine":
        rows = Campaign.objects.played_by(request.user)
    else:
        rows = Campaign.objects.listed_for(request.user)
    if query.status:
        rows = rows.filter(status=query.status)
    if query.club:
        rows = rows.filter(club__slug=query.club)
    return rows.values(*COLUMNS)


def _files(request: Request, body: shapes.CampaignToMake) -> creation.CampaignFiles:
    if bool(body.template) == (body.campaign is not None):
        sentence = "Send either a template or a campaign of your own."
        raise Problem("refused", sentence, errors=[Error("template", "refused", sentence)])
    if body.campaign is None:
        return creation.template_files(body.template)
    return creation.files_of(
        msgspec.json.encode(body.campaign),
        b"" if body.map is None else msgspec.json.encode(body.map),
        {key: msgspec.json.encode(army) for key, army in body.armies.items()},
        body.library,
        request.user,
    )


def _made(endpoint: CampaignEndpoint, request: Request, campaign: Campaign) -> HttpResponse:
    address = request.build_absolute_uri(f"/api/v1/campaigns/{campaign.slug}")
    answer = shapes.CampaignMade(campaign.slug, campaign.title, address)
    return endpoint.respond(answer, 201, Location=address)


class Templates(CampaignEndpoint):
    """``/campaigns/templates``"""

    @operation(name="campaign_templates", answer=shapes.CampaignTemplates, signed_in=False, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List the campaigns that come with Muster

        The shortest first.
        """
        rows = [
            shapes.CampaignTemplate(
                key=key,
                name=file.name,
                summary=file.summary,
                start=file.start,
                end=file.end,
                turn_hours=file.turn_hours,
                forces=len(file.forces) + len(file.reinforcements),
                sides=[side.key for side in file.sides],
            )
            for key, file in ((key, shipped_campaign(key)) for key in CAMPAIGNS)
        ]
        return self.respond(shapes.CampaignTemplates(rows))


class OneTemplate(CampaignEndpoint):
    """``/campaigns/templates/<template>``"""

    @operation(name="campaign_template", answer=shapes.CampaignSources, signed_in=False, **TAG)
    def get(self, request: Request, template: str) -> HttpResponse:
        """Read the files of a template

        As `campaign/1` and `map/1`: change them, and send them to `POST /api/v1/campaigns`.
        """
        if template not in CAMPAIGNS:
            raise Problem("not-found", "There is no such template.")
        files = creation.template_files(template)
        ground = shipped_map(files.file.map)
        return self.respond(shapes.CampaignSources(to_builtins(files.file), to_builtins(ground), sorted(files.armies)))


class CampaignImports(CampaignEndpoint):
    """``/campaigns/import``"""

    @operation(
        name="campaign_import",
        body=shapes.CampaignToImport,
        example={"text": '{"format": "campaign-record/1"}', "title": "Once more"},
        answer=shapes.CampaignMade,
        status=201,
        costly=True,
        makes=True,
        **TAG,
    )
    def post(self, request: Request, body: shapes.CampaignToImport) -> HttpResponse:
        """Import a campaign

        From a `campaign-record/1` file. Every entry, every die and every act in it is checked. The campaign goes on
        where it was when it was exported; its seats are open.
        """
        content = body.text.encode("utf-8", "surrogatepass")
        campaign = archive.import_campaign(
            content, request.user, title=body.title, visibility=body.visibility, token=body.token
        )
        return _made(self, request, campaign)


class OneCampaign(CampaignEndpoint):
    """``/campaigns/<campaign>``"""

    @operation(name="campaign_retrieve", answer=shapes.CampaignNow, signed_in=False, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Read a campaign

        What your side knows; without a seat, only what everybody may know.
        """
        return self.respond(campaign_now(self.access(request, campaign)))

    @operation(
        name="campaign_change",
        body=shapes.CampaignToChange,
        example={"title": "The Hundred Days", "interval": 168},
        answer=shapes.CampaignNow,
        **TAG,
    )
    def patch(self, request: Request, campaign: str, body: shapes.CampaignToChange) -> HttpResponse:
        """Change a campaign

        For its owner and its umpires. If `expect` is not the present version, the answer is 409 with the present one.
        """
        access = self.access(request, campaign)
        values = {name: value for name, value in asdict(body).items() if value is not UNSET and name != "expect"}
        desk.change(access, expect=body.expect, **values)
        return self.respond(campaign_now(access_after(access, access.campaign)))

    @operation(name="campaign_delete", status=204, **TAG)
    def delete(self, request: Request, campaign: str) -> HttpResponse:
        """Delete a campaign

        For its owner. The battles and tracked games of its engagements stay.
        """
        desk.delete(self.access(request, campaign))
        return self.done()


class Seats(CampaignEndpoint):
    """``/campaigns/<campaign>/seats``"""

    @operation(
        name="campaign_seat_give",
        body=shapes.SeatToGive,
        example={"side": "anglo-allied", "character": "steady"},
        answer=shapes.CampaignNow,
        **TAG,
    )
    def put(self, request: Request, campaign: str, body: shapes.SeatToGive) -> HttpResponse:
        """Give a seat to a user or to a computer commander

        For the owner and umpires. Characters are `steady`, `bold` and `careful`. Without a user or character the seat
        is open.
        """
        access = self.access(request, campaign)
        seats.seat(
            access,
            body.side,
            body.command,
            user=user_named(body.user),
            deputy=user_named(body.deputy),
            computer=body.character,
        )
        return self.respond(campaign_now(access_after(access, access.campaign)))


class SeatTaking(CampaignEndpoint):
    """``/campaigns/<campaign>/seats/take``"""

    @operation(
        name="campaign_seat_take",
        body=shapes.SeatToTake,
        example={"side": "french"},
        answer=shapes.CampaignNow,
        **TAG,
    )
    def post(self, request: Request, campaign: str, body: shapes.SeatToTake) -> HttpResponse:
        """Take an open seat

        One that is open to everybody who may see the campaign. Others need an invitation.
        """
        access = self.access(request, campaign)
        seats.take(access, body.side, body.command)
        return self.respond(campaign_now(access_after(access, access.campaign)))


class OneSeat(CampaignEndpoint):
    """``/campaigns/<campaign>/seats/<seat>``"""

    @operation(
        name="campaign_deputy_name",
        body=shapes.SeatDeputy,
        example={"deputy": ""},
        answer=shapes.CampaignNow,
        **TAG,
    )
    def put(self, request: Request, campaign: str, seat: int, body: shapes.SeatDeputy) -> HttpResponse:
        """Name a deputy for your seat

        Your deputy gives orders while you are absent. An empty `deputy` ends it.
        """
        access: CampaignAccess = self.access(request, campaign)
        seats.name_deputy(access, seat, user_named(body.deputy))
        return self.respond(campaign_now(access_after(access, access.campaign)))

    @operation(name="campaign_seat_leave", status=204, **TAG)
    def delete(self, request: Request, campaign: str, seat: int) -> HttpResponse:
        """Leave your seat

        It is free again. The orders that you have written for it stay.
        """
        seats.leave(self.access(request, campaign), seat)
        return self.done()


class Invitations(CampaignEndpoint):
    """``/campaigns/<campaign>/invitations``"""

    @operation(
        name="campaign_invite",
        body=shapes.SeatToTake,
        example={"side": "french"},
        answer=shapes.SeatInvited,
        status=201,
        **TAG,
    )
    def post(self, request: Request, campaign: str, body: shapes.SeatToTake) -> HttpResponse:
        """Invite somebody to a free seat

        For organisers and umpires. The link is for one person, with or without an account, and ends after 14 days.
        """
        invitation = seats.invite(self.access(request, campaign), body.side, body.command)
        address = request.build_absolute_uri(reverse("war:join", args=[invitation.token]))
        return self.respond(shapes.SeatInvited(invitation.pk, address, invitation.ends), 201)


class OneInvitation(CampaignEndpoint):
    """``/campaigns/<campaign>/invitations/<invitation>``"""

    @operation(name="campaign_invitation_cancel", status=204, **TAG)
    def delete(self, request: Request, campaign: str, invitation: int) -> HttpResponse:
        """Cancel an invitation

        Its link does not work any more.
        """
        seats.revoke_invitation(self.access(request, campaign), invitation)
        return self.done()
