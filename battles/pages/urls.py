"""The addresses of battles. Short and stable: they are read aloud, printed and scanned."""

from django.urls import path

from battles.pages import listing, new

app_name = "battles"

urlpatterns = [
    path("battles/", listing.listing, name="list"),
    path("battles/new", new.new, name="new"),
    path("battles/new/setup", new.setup, name="setup"),
    path("battles/quick", new.quick, name="quick"),
]
