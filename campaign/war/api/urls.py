"""Addresses of the API of campaigns, below ``/api/v1/``. They do not end with a slash."""

from django.urls import path

from campaign.war.api import campaigns, engagements, turns

CAMPAIGN = "campaigns/<slug:campaign>"
FIGHT = f"{CAMPAIGN}/engagements/<small:engagement>"

urlpatterns = [
    path("campaigns", campaigns.Campaigns.as_view()),
    path("campaigns/templates", campaigns.Templates.as_view()),
    path("campaigns/templates/<slug:template>", campaigns.OneTemplate.as_view()),
    path("campaigns/import", campaigns.CampaignImports.as_view()),
    path(CAMPAIGN, campaigns.OneCampaign.as_view()),
    path(f"{CAMPAIGN}/seats", campaigns.Seats.as_view()),
    path(f"{CAMPAIGN}/seats/take", campaigns.SeatTaking.as_view()),
    path(f"{CAMPAIGN}/seats/<small:seat>", campaigns.OneSeat.as_view()),
    path(f"{CAMPAIGN}/invitations", campaigns.Invitations.as_view()),
    path(f"{CAMPAIGN}/invitations/<small:invitation>", campaigns.OneInvitation.as_view()),
    path(f"{CAMPAIGN}/messages", turns.Messages.as_view()),
    path(f"{CAMPAIGN}/pause", turns.Pause.as_view()),
    path(f"{CAMPAIGN}/map", turns.OneMap.as_view()),
    path(f"{CAMPAIGN}/reports", turns.Reports.as_view()),
    path(f"{CAMPAIGN}/ledger", turns.Ledger.as_view()),
    path(f"{CAMPAIGN}/record", turns.Record.as_view()),
    path(f"{CAMPAIGN}/verify", turns.Verification.as_view()),
    path(f"{CAMPAIGN}/export", turns.Export.as_view()),
    path(f"{CAMPAIGN}/orders", turns.Orders.as_view()),
    path(f"{CAMPAIGN}/resolve", turns.Resolve.as_view()),
    path(f"{CAMPAIGN}/dry-run", turns.DryRun.as_view()),
    path(f"{CAMPAIGN}/end", turns.End.as_view()),
    path(f"{CAMPAIGN}/engagements", engagements.Engagements.as_view()),
    path(f"{FIGHT}/way", engagements.WayChoice.as_view()),
    path(f"{FIGHT}/result", engagements.ResultForm.as_view()),
    path(f"{FIGHT}/collect", engagements.Collecting.as_view()),
    path(f"{FIGHT}/dispute", engagements.Disputing.as_view()),
    path(f"{FIGHT}/confirm", engagements.Confirming.as_view()),
    path(f"{CAMPAIGN}/corrections/balance", turns.Balance.as_view()),
    path(f"{CAMPAIGN}/corrections/take-back", turns.TakeBack.as_view()),
]
