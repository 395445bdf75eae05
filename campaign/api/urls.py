"""URLs of the API and of its page."""

from django.urls import include, path

from campaign.accounts.deletion_requests import AccountDeletion
from campaign.api import description
from campaign.club.api import clubs, invitations, library, moderation
from campaign.notices import api as notices

app_name = "api"

urlpatterns = [
    path("", description.page, name="page"),
    path("v1/schema", description.Schema.as_view(), name="schema"),
    path("v1/", include("armies.api.urls")),
    path("v1/", include("battles.api.urls")),
    path("v1/", include("campaign.printing.api.urls")),
    path("v1/", include("campaign.war.api.urls")),
    path("v1/account/deletion", AccountDeletion.as_view()),
    path("v1/account/notices", notices.Notices.as_view()),
    path("v1/account/mail", notices.Mail.as_view()),
    path("v1/account/calendar", notices.Calendar.as_view()),
    path("v1/clubs", clubs.Clubs.as_view()),
    path("v1/clubs/<slug:club>", clubs.OneClub.as_view()),
    path("v1/clubs/<slug:club>/members", clubs.Members.as_view()),
    path("v1/clubs/<slug:club>/members/<str:member>", clubs.OneMember.as_view()),
    path("v1/clubs/<slug:club>/guests", clubs.Guests.as_view()),
    path("v1/clubs/<slug:club>/guests/<small:guest>", clubs.OneGuest.as_view()),
    path("v1/clubs/<slug:club>/invitations", invitations.Invitations.as_view()),
    path("v1/clubs/<slug:club>/invitations/<small:invitation>", invitations.OneInvitation.as_view()),
    path("v1/clubs/<slug:club>/requests", invitations.JoinRequests.as_view()),
    path("v1/clubs/<slug:club>/requests/<str:member>", invitations.OneJoinRequest.as_view()),
    path("v1/clubs/<slug:club>/library", library.Library.as_view()),
    path("v1/clubs/<slug:club>/library/<str:thing>", library.OneThing.as_view()),
    path("v1/clubs/<slug:club>/deputies", clubs.Deputies.as_view()),
    path("v1/clubs/<slug:club>/deputies/<small:deputy>", clubs.OneDeputy.as_view()),
    path("v1/clubs/<slug:club>/figures", library.Figures.as_view()),
    path("v1/clubs/<slug:club>/figures/needed", library.Fielding.as_view()),
    path("v1/clubs/<slug:club>/webhooks", notices.Webhooks.as_view()),
    path("v1/clubs/<slug:club>/webhooks/<small:webhook>", notices.OneWebhook.as_view()),
    path("v1/clubs/<slug:club>/webhooks/<small:webhook>/test", notices.WebhookTest.as_view()),
    path("v1/clubs/<slug:club>/offer", clubs.HandOver.as_view()),
    path("v1/clubs/<slug:club>/record", clubs.Record.as_view()),
    path("v1/reports", moderation.Reports.as_view()),
    path("v1/reports/<small:report>", moderation.OneReport.as_view()),
    path("v1/hidden/<str:thing>", moderation.OneHidden.as_view()),
    path("v1/account/record", moderation.AccountRecord.as_view()),
    path("v1/club-invitations/<str:invite>", invitations.OpenedInvitation.as_view()),
]
