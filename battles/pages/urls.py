"""The addresses of battles. Short and stable: they are read aloud, printed and scanned."""

from django.urls import path

from battles.pages import listing, live, new, play, record

app_name = "battles"

urlpatterns = [
    path("battles/", listing.listing, name="list"),
    path("battles/new", new.new, name="new"),
    path("battles/new/setup", new.setup, name="setup"),
    path("battles/quick", new.quick, name="quick"),
    path("b/<slug:slug>", play.battle, name="battle"),
    path("b/<slug:slug>/panel", play.panel_part, name="panel"),
    path("b/<slug:slug>/now", play.now, name="now"),
    path("b/<slug:slug>/live", live.live, name="live"),
    path("b/<slug:slug>/since/<slug:n>", live.since, name="since"),
    path("b/<slug:slug>/log", record.log, name="log"),
    path("b/<slug:slug>/jump", record.jump, name="jump"),
    path("b/<slug:slug>/e/<int:n>", record.step, name="step"),
    path("b/<slug:slug>/dice", record.dice, name="dice"),
    path("b/<slug:slug>/act", play.act, name="act"),
    path("b/<slug:slug>/leave", play.leave, name="leave_to_computer"),
]
