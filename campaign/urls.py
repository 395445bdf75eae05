"""All addresses."""

from django.urls import include, path

urlpatterns = [
    path("", include("campaign.pages.urls")),
    path("", include("armies.pages.urls")),
    path("", include("battles.pages.urls")),
    path("api/", include("campaign.api.urls")),
    path("accounts/", include("allauth.urls")),
]

handler500 = "campaign.pages.faults.broken"
