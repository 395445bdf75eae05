"""The addresses of the API that have to do with printing, below ``/api/v1/``. They have no slash at their end."""

from django.urls import path

from campaign.printing.api import sheets

urlpatterns = [
    path("sheets/<str:subject>", sheets.Sheets.as_view()),
    path("sheets/<str:subject>/packets", sheets.Packets.as_view()),
    path("sheets/<str:subject>/<slug:kind>/text", sheets.SheetText.as_view()),
    path("sheets/<str:subject>/<slug:kind>", sheets.OneSheet.as_view()),
    path("packets", sheets.Jobs.as_view()),
    path("packets/<str:job>", sheets.OneJob.as_view()),
    path("packets/<str:job>/file", sheets.JobFile.as_view()),
    path("print-setups", sheets.Setups.as_view()),
    path("print-setups/<small:setup>", sheets.OneSetup.as_view()),
]
