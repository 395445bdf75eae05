"""Engagements over the API: how they are settled, their results."""

from django.http import HttpResponse
from rest_framework.request import Request

from armies.api.operation import operation
from campaign.war.api import war_shapes
from campaign.war.api.answers import TAG, CampaignEndpoint, fight_shown, views_for
from campaign.war.rules.state import LeaderFate, Result, UnitLoss
from campaign.war.services import engagements, ledger
from campaign.war.services.access import CampaignAccess, access_after
from campaign.war.services.engagements import Fight


def fights_known(access: CampaignAccess) -> list[war_shapes.WarEngagement]:
    """The engagements that a user knows of, as their side sees them."""
    state = ledger.state_of(access.campaign)
    seen = {}
    for each in views_for(access, state):
        seen.update({row.id: row for row in each.engagements})
    if access.sees_all:
        seen = dict(state.engagements)
    pairs = engagements.fights(access.campaign)
    return [fight_shown(access, Fight(pair.row, seen[pair.row.number])) for pair in pairs if pair.row.number in seen]


class _Acting(CampaignEndpoint):
    """An endpoint that acts in an engagement and answers with all that the user knows of."""

    def now(self, access: CampaignAccess) -> HttpResponse:
        fresh = access_after(access, access.campaign)
        return self.respond(war_shapes.WarEngagements(fights_known(fresh)))


class Engagements(CampaignEndpoint):
    """``/campaigns/<campaign>/engagements``"""

    @operation(name="campaign_engagements", answer=war_shapes.WarEngagements, signed_in=False, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """List the engagements that you know of

        Those of your own side; all for an umpire. Enemy forces that have not come up are not named.
        """
        return self.respond(war_shapes.WarEngagements(fights_known(self.access(request, campaign))))


class WayChoice(_Acting):
    """``/campaigns/<campaign>/engagements/<engagement>/way``"""

    @operation(
        name="campaign_way_choose",
        body=war_shapes.WayToChoose,
        example={"way": "quick"},
        answer=war_shapes.WarEngagements,
        costly=True,
        **TAG,
    )
    def put(self, request: Request, campaign: str, engagement: int, body: war_shapes.WayToChoose) -> HttpResponse:
        """Choose how an engagement is settled

        Both sides choose; the way counts when they have chosen the same, or when an umpire chooses. `board` creates a
        battle, `table` a tracked game; `computer` and `quick` give the result at once.
        """
        access = self.access(request, campaign)
        engagements.choose(
            access, engagement, body.way, system=body.system, options=body.options or None, game=body.game
        )
        return self.now(access)


class ResultForm(_Acting):
    """``/campaigns/<campaign>/engagements/<engagement>/result``"""

    @operation(
        name="campaign_result_enter",
        body=war_shapes.WarResult,
        example={"winner": "red", "field": "red", "minutes": 120, "losses": []},
        answer=war_shapes.WarEngagements,
        **TAG,
    )
    def put(self, request: Request, campaign: str, engagement: int, body: war_shapes.WarResult) -> HttpResponse:
        """Enter the result of an engagement, or correct it

        You can correct it until the other side, or the umpire, confirms it.
        """
        access = self.access(request, campaign)
        result = Result(
            engagement=engagement,
            winner=body.winner,
            field=body.field,
            minutes=body.minutes,
            losses=tuple(UnitLoss(row.unit, row.men, row.guns, row.fled) for row in body.losses),
            leaders=tuple(LeaderFate(row.commander, row.fate, row.days) for row in body.leaders),
            states=body.states,
        )
        engagements.propose(access, engagement, result)
        return self.now(access)


class Collecting(_Acting):
    """``/campaigns/<campaign>/engagements/<engagement>/collect``"""

    @operation(
        name="campaign_battle_collect",
        body=war_shapes.BattleToCollect,
        example={"stop": False},
        answer=war_shapes.WarEngagements,
        **TAG,
    )
    def post(self, request: Request, campaign: str, engagement: int, body: war_shapes.BattleToCollect) -> HttpResponse:
        """Take the result of the engagement's battle or tracked game

        As the battle ended, or as the tracker of the game stands now. With `stop`, a battle that is not over ends
        undecided. The other side then confirms the result.
        """
        access = self.access(request, campaign)
        engagements.collect(access, engagement, stop=body.stop)
        return self.now(access)


class Confirming(_Acting):
    """``/campaigns/<campaign>/engagements/<engagement>/confirm``"""

    @operation(name="campaign_result_confirm", answer=war_shapes.WarEngagements, **TAG)
    def post(self, request: Request, campaign: str, engagement: int) -> HttpResponse:
        """Confirm the result of an engagement

        When both sides have confirmed it, losses and retreats follow, and the next turn when no engagement is open.
        """
        access = self.access(request, campaign)
        engagements.confirm(access, engagement)
        return self.now(access)


class Disputing(_Acting):
    """``/campaigns/<campaign>/engagements/<engagement>/dispute``"""

    @operation(
        name="campaign_result_dispute",
        body=war_shapes.ResultDispute,
        example={"why": "The hussars did not flee."},
        answer=war_shapes.WarEngagements,
        **TAG,
    )
    def post(self, request: Request, campaign: str, engagement: int, body: war_shapes.ResultDispute) -> HttpResponse:
        """Dispute the result that the other side has entered

        Either side, or the umpire, can then enter another result.
        """
        access = self.access(request, campaign)
        engagements.dispute(access, engagement, body.why)
        return self.now(access)
