"""The addresses of battles. Short and stable: they are read aloud, printed and scanned."""

from django.urls import path, re_path

from battles.pages import deeds, files, listing, live, new, play, record, seats

app_name = "battles"

urlpatterns = [
    path("battles/", listing.listing, name="list"),
    path("battles/new", new.new, name="new"),
    path("battles/new/setup", new.setup, name="setup"),
    path("battles/quick", new.quick, name="quick"),
    path("battles/bring", files.bring_in, name="bring"),
    path("b/seat/<str:token>", seats.own_seat, name="own_seat"),
    path("b/join/<str:token>", seats.join, name="join"),
    path("b/<slug:slug>", play.battle, name="battle"),
    re_path(r"^b/(?P<slug>[-a-zA-Z0-9_]+)\.(?P<suffix>battle|txt|svg)$", files.file, name="file"),
    re_path(r"^b/(?P<slug>[-a-zA-Z0-9_]+)\.pdf$", files.board_pdf, name="board_pdf"),
    path("b/<slug:slug>/qr.svg", files.qr, name="qr"),
    path("b/<slug:slug>/share", files.share, name="share"),
    path("b/<slug:slug>/visibility", files.visibility, name="visibility"),
    path("b/<slug:slug>/delete", files.delete, name="delete"),
    path("b/<slug:slug>/panel", play.panel_part, name="panel"),
    path("b/<slug:slug>/now", play.now, name="now"),
    path("b/<slug:slug>/live", live.live, name="live"),
    path("b/<slug:slug>/since/<slug:n>", live.since, name="since"),
    path("b/<slug:slug>/log", record.log, name="log"),
    path("b/<slug:slug>/jump", record.jump, name="jump"),
    path("b/<slug:slug>/e/<int:n>", record.step, name="step"),
    path("b/<slug:slug>/e/<int:n>/note", record.note, name="note"),
    path("b/<slug:slug>/e/<int:n>/note/<int:key>/delete", record.unnote, name="unnote"),
    path("b/<slug:slug>/dice", record.dice, name="dice"),
    path("b/<slug:slug>/seats", seats.seats, name="seats"),
    path("b/<slug:slug>/seats/<slug:place>/<slug:what>", seats.change, name="seat"),
    path("b/<slug:slug>/forget", seats.forget, name="forget"),
    path("b/<slug:slug>/act", play.act, name="act"),
    path("b/<slug:slug>/leave", play.leave, name="leave_to_computer"),
    path("b/<slug:slug>/undo", deeds.undo, name="undo"),
    path("b/<slug:slug>/takeback", deeds.takeback, name="takeback"),
    path("b/<slug:slug>/resign", deeds.resign, name="resign"),
    path("b/<slug:slug>/draw", deeds.draw, name="draw"),
    path("b/<slug:slug>/answer", deeds.answer, name="answer"),
    path("b/<slug:slug>/pause", deeds.pause, name="pause"),
    path("b/<slug:slug>/resume", deeds.resume, name="resume"),
    path("b/<slug:slug>/again", deeds.again, name="again"),
]
