"""The addresses of battles. Short and stable: they are read aloud, printed and scanned."""

from django.urls import path

from battles.pages import live

app_name = "battles"

urlpatterns = [
    path("b/<slug:slug>/live", live.live, name="live"),
    path("b/<slug:slug>/since/<slug:n>", live.since, name="since"),
]
