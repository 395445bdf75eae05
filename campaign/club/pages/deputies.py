"""Forms of deputies on the page of a club's people."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from armies.pages.access import post_view
from armies.services.locks import Refused
from campaign.club.pages.access import member
from campaign.club.pages.people import PEOPLE, people_page
from campaign.club.services import deputies
from campaign.club.services.record import name_of


class DeputyForm(forms.Form):
    """The deputy and the days of an absence."""

    deputy = forms.IntegerField(error_messages={"required": "Choose who stands in for you."})
    start = forms.DateField(error_messages={"required": "Enter the first day.", "invalid": "Enter the first day."})
    end = forms.DateField(error_messages={"required": "Enter the last day.", "invalid": "Enter the last day."})


@post_view(PEOPLE)
def name_deputy(request: HttpRequest, slug: str) -> HttpResponse:
    """Name a deputy for one's own absence."""
    place = member(request, slug, "deputy")
    form = DeputyForm(request.POST)
    if not form.is_valid():
        return people_page(request, place, wrong=str(next(iter(form.errors.values()))[0]))
    values: dict[str, Any] = form.cleaned_data
    try:
        named = deputies.name_deputy(place.club, values["deputy"], values["start"], values["end"], by=request.user)
    except Refused as refused:
        return people_page(request, place, wrong=str(refused))
    messages.success(request, f"{name_of(named.deputy)} stands in for you on these days.")
    return redirect(PEOPLE, slug)


@post_view(PEOPLE)
def end_deputy(request: HttpRequest, slug: str, deputy: int) -> HttpResponse:
    """End the time of a deputy."""
    place = member(request, slug)
    try:
        deputies.end_deputy(place.club, deputy, by=request.user)
    except Refused as refused:
        return people_page(request, place, wrong=str(refused))
    messages.success(request, "The deputy no longer stands in.")
    return redirect(PEOPLE, slug)
