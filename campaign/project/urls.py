"""All URLs of the project."""

from django.urls import include, path

urlpatterns = [
    path("", include("campaign.pages.urls")),
    path("", include("armies.pages.urls")),
    path("", include("battles.pages.urls")),
    path("api/", include("campaign.api.urls")),
    path("accounts/", include("allauth.urls")),
]

handler429 = "campaign.project.error_pages.too_many"
handler500 = "campaign.project.error_pages.server_error"
