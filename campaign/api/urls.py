"""URLs of the API and of its page."""

from django.urls import include, path

from campaign.accounts.deletion_requests import AccountDeletion
from campaign.api import description, schema
from campaign.notices import api as notices

app_name = "api"

urlpatterns = [
    path("", description.page, name="page"),
    path("v1/schema", schema.Schema.as_view(), name="schema"),
    path("v1/", include("armies.api.urls")),
    path("v1/", include("battles.api.urls")),
    path("v1/", include("campaign.printing.api.urls")),
    path("v1/", include("campaign.club.api.urls")),
    path("v1/", include("campaign.war.api.urls")),
    path("v1/account/deletion", AccountDeletion.as_view()),
    path("v1/account/notices", notices.Notices.as_view()),
    path("v1/account/mail", notices.Mail.as_view()),
    path("v1/account/calendar", notices.Calendar.as_view()),
]
