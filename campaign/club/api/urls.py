"""Addresses of the API of clubs, below ``/api/v1/``. They do not end with a slash."""

from django.urls import path

from campaign.club.api import clubs, figures, invitations, library, moderation, webhooks

urlpatterns = [
    path("clubs", clubs.Clubs.as_view()),
    path("clubs/<slug:club>", clubs.OneClub.as_view()),
    path("clubs/<slug:club>/members", clubs.Members.as_view()),
    path("clubs/<slug:club>/members/<str:member>", clubs.OneMember.as_view()),
    path("clubs/<slug:club>/guests", clubs.Guests.as_view()),
    path("clubs/<slug:club>/guests/<small:guest>", clubs.OneGuest.as_view()),
    path("clubs/<slug:club>/invitations", invitations.Invitations.as_view()),
    path("clubs/<slug:club>/invitations/<small:invitation>", invitations.OneInvitation.as_view()),
    path("clubs/<slug:club>/requests", invitations.JoinRequests.as_view()),
    path("clubs/<slug:club>/requests/<str:member>", invitations.OneJoinRequest.as_view()),
    path("clubs/<slug:club>/library", library.Library.as_view()),
    path("clubs/<slug:club>/library/<str:thing>", library.OneThing.as_view()),
    path("clubs/<slug:club>/deputies", clubs.Deputies.as_view()),
    path("clubs/<slug:club>/deputies/<small:deputy>", clubs.OneDeputy.as_view()),
    path("clubs/<slug:club>/figures", figures.Figures.as_view()),
    path("clubs/<slug:club>/figures/needed", figures.Fielding.as_view()),
    path("clubs/<slug:club>/webhooks", webhooks.Webhooks.as_view()),
    path("clubs/<slug:club>/webhooks/<small:webhook>", webhooks.OneWebhook.as_view()),
    path("clubs/<slug:club>/webhooks/<small:webhook>/test", webhooks.WebhookTest.as_view()),
    path("clubs/<slug:club>/offer", clubs.HandOver.as_view()),
    path("clubs/<slug:club>/record", clubs.Record.as_view()),
    path("reports", moderation.Reports.as_view()),
    path("reports/<small:report>", moderation.OneReport.as_view()),
    path("hidden/<str:thing>", moderation.OneHidden.as_view()),
    path("account/record", moderation.AccountRecord.as_view()),
    path("club-invitations/<str:invite>", invitations.OpenedInvitation.as_view()),
]
