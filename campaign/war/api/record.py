"""What is written of a campaign, over the API: map, reports, ledger, acts, verification, export."""

from typing import Annotated, Any

from django.http import HttpResponse
from django.utils.text import slugify
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.endpoint import PRIVATE
from armies.api.operation import JSON, operation
from campaign.models import CampaignEntry
from campaign.war.api import shapes
from campaign.war.api.answers import entries_shown, knowledge, map_shown, views_for
from campaign.war.api.endpoint import TAG, CampaignEndpoint
from campaign.war.services import archive, corrections, ledger
from campaign.war.services.access import CampaignAccess
from campaign.war.services.ledger import verified_for


class LedgerQuery(Struct, frozen=True):
    """Which part of the ledger."""

    turn: Annotated[int, Meta(ge=0, le=100_000, description="The turn; 0 for the last one resolved.")] = 0


class OneMap(CampaignEndpoint):
    """``/campaigns/<campaign>/map``"""

    @operation(name="campaign_map", answer=shapes.MapRead, signed_in=False, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Read the map"""
        return self.respond(map_shown(self.access(request, campaign).campaign))


class Reports(CampaignEndpoint):
    """``/campaigns/<campaign>/reports``"""

    @operation(name="campaign_reports", answer=shapes.ReportsRead, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Read the newest report of each enemy force"""
        access = self.access(request, campaign)
        state = ledger.state_of(access.campaign)
        rows = [row for seen in views_for(access, state) for row in knowledge(state, seen).reports]
        return self.respond(shapes.ReportsRead(access.campaign.turn, rows))


class Ledger(CampaignEndpoint):
    """``/campaigns/<campaign>/ledger``"""

    @operation(name="campaign_ledger", query=LedgerQuery, answer=shapes.LedgerRead, signed_in=False, **TAG)
    def get(self, request: Request, campaign: str, query: LedgerQuery) -> HttpResponse:
        """Read the ledger of a turn

        What your side may read of it; all of it for an umpire, and for everybody at the end.
        """
        access = self.access(request, campaign)
        row = access.campaign
        turn = query.turn or max(1, row.turn if row.status != "orders" else row.turn - 1)
        rows = CampaignEntry.objects.filter(campaign=row, turn=turn).order_by("n").values_list("n", "act", "line")
        entries = [(n, ledger.decode_entry(line)) for n, _, line in rows]
        shown = entries_shown(access, ledger.state_of(row), entries, _struck(access, turn))
        return self.respond(shapes.LedgerRead(turn, shown))


def _struck(access: CampaignAccess, turn: int) -> set[int]:
    """The struck entries of a turn, by their number in the ledger."""
    last = max((first for first, to in ledger.taken_back(access.campaign) if to <= turn), default=-1)
    rows = CampaignEntry.objects.filter(campaign=access.campaign, turn=turn, n__lt=last)
    return set(rows.values_list("n", flat=True))


class Record(CampaignEndpoint):
    """``/campaigns/<campaign>/record``"""

    @operation(name="campaign_record", answer=shapes.CampaignRecordRead, signed_in=False, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Read the record

        Every act: who resolved which turn, settled an engagement, or corrected something. The reasons of corrections
        are read by umpires, and by everybody at the end.
        """
        access = self.access(request, campaign)
        hidden = () if access.sees_all else corrections.SECRET
        rows = [
            shapes.ActShown(act.n, act.kind, act.turn, act.by_name, act.created, "" if act.kind in hidden else act.note)
            for act in access.campaign.record.order_by("n")
        ]
        return self.respond(shapes.CampaignRecordRead(rows))


class Verification(CampaignEndpoint):
    """``/campaigns/<campaign>/verify``"""

    @operation(name="campaign_verify", answer=shapes.CampaignAudit, signed_in=False, costly=True, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Verify a campaign

        The books after every entry, every die, and every act decided again.
        """
        access = self.access(request, campaign)
        problems = [shapes.WarProblem(row.n if access.sees_all else None, row.sentence) for row in verified_for(access)]
        return self.respond(shapes.CampaignAudit(problems, access.campaign.head >= 0))


class Export(CampaignEndpoint):
    """``/campaigns/<campaign>/export``"""

    @operation(name="campaign_export", answer=dict[str, Any], costly=True, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Export a campaign

        As one file, `campaign-record/1`, with the secret of its dice: when it is over, and for umpires before.
        """
        access = self.access(request, campaign)
        answer = HttpResponse(archive.export(access), content_type=JSON)
        name = slugify(access.campaign.title) or access.campaign.slug
        answer["Content-Disposition"] = f'attachment; filename="{name}.campaign"'
        answer["Cache-Control"] = PRIVATE
        return answer
