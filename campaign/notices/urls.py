"""Addresses of notices, under `/notices/`."""

from django.urls import path

from campaign.notices import pages

app_name = "notices"

urlpatterns = [
    path("", pages.listing, name="list"),
    path("<int:notice>/open", pages.open_notice, name="open"),
    path("read", pages.read, name="read"),
    path("mail", pages.choose_mail, name="mail"),
    path("calendar", pages.choose_calendar, name="choose_calendar"),
    path("calendar/<str:token>.ics", pages.read_calendar, name="calendar"),
    path("stop/<str:token>", pages.stop, name="stop"),
]
