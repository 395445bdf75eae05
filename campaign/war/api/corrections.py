"""Corrections of a campaign over the API; each shows first what it changes."""

from django.http import HttpResponse
from msgspec import structs
from rest_framework.request import Request

from armies.api.operation import operation
from campaign.war.api import shapes
from campaign.war.api.answers import correction_shown
from campaign.war.api.endpoint import TAG, CampaignEndpoint
from campaign.war.rules.books import Account
from campaign.war.services import ledger
from campaign.war.services.corrections import balance_books, take_turn_back


class Balance(CampaignEndpoint):
    """``/campaigns/<campaign>/corrections/balance``"""

    @operation(
        name="campaign_balance",
        body=shapes.BalanceToMake,
        example={
            "accounts": [{"unit": "1815-armee-du-nord/I Corps/…", "present": 500, "hospital": 20}],
            "entry": 0,
            "why": "A unit was counted twice.",
            "dry": True,
        },
        answer=shapes.CorrectionShown,
        **TAG,
    )
    def post(self, request: Request, campaign: str, body: shapes.BalanceToMake) -> HttpResponse:
        """Balance the books

        For umpires, and for an owner who plays alone. Places and later fights stay.
        """
        access = self.access(request, campaign)
        books = ledger.state_of(access.campaign).books
        wanted = {}
        for row in body.accounts:
            values = {name: value for name, value in structs.asdict(row).items() if name != "unit"}
            replaced = books[row.unit].replaced if row.unit in books else 0
            wanted[row.unit] = Account(**values, replaced=replaced)
        done = balance_books(access, wanted, body.entry, body.why, dry=body.dry)
        return self.respond(correction_shown(done.changes, done.turn, done.act is not None))


class TakeBack(CampaignEndpoint):
    """``/campaigns/<campaign>/corrections/take-back``"""

    @operation(
        name="campaign_take_back",
        body=shapes.TurnToTakeBack,
        example={"turn": 1, "why": "The wrong orders were sent.", "dry": True},
        answer=shapes.CorrectionShown,
        costly=True,
        **TAG,
    )
    def post(self, request: Request, campaign: str, body: shapes.TurnToTakeBack) -> HttpResponse:
        """Take a turn back

        For umpires, and for an owner who plays alone. The campaign returns to the beginning of the turn; later entries
        stay, struck through; its orders are offered again, and its dice are new.
        """
        access = self.access(request, campaign)
        done = take_turn_back(access, body.turn, body.why, dry=body.dry)
        return self.respond(correction_shown(done.changes, done.turn, done.act is not None))
