"""The page of a club's people: roles, removal, leaving, guests, requests, hand-over."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from armies.pages.access import post_view
from armies.pages.forms import LineField
from armies.services.locks import Refused
from campaign.club.pages.access import member
from campaign.club.pages.club import outside
from campaign.club.services import join_requests, membership, ownership
from campaign.club.services.deputies import deputies_in
from campaign.club.services.permissions import PERMISSIONS, may
from campaign.club.services.record import name_of
from campaign.models import Club, HandOver, Membership, Role

PEOPLE = "clubs:people"
CLUB = "clubs:club"


class GuestForm(forms.Form):
    """A new guest without an account."""

    name = LineField(label="Name of the guest", max_length=membership.MOST_GUEST_NAME)


@login_required
@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """The members, guests and requests of the club, with what the user may do about them."""
    return people_page(request, member(request, slug))


def people_page(
    request: HttpRequest, place: Membership, form: GuestForm | None = None, wrong: str = ""
) -> HttpResponse:
    """The page of people; with status 422 if something was refused."""
    club = place.club
    context: dict[str, Any] = {
        "club": club,
        "place": place,
        "members": club.memberships.select_related("user"),
        "guests": club.guests.all(),
        "requests": club.requests.select_related("user") if may(place, "requests") else [],
        "offered": HandOver.objects.filter(club=club).select_related("giver", "taker").first(),
        "deputies": deputies_in(club),
        "roles": Role.choices,
        "form": form or GuestForm(),
        "wrong": wrong,
        "may": {name: may(place, name) for name in PERMISSIONS},
    }
    return render(request, "clubs/people.html", context, status=422 if wrong or (form and form.errors) else 200)


@post_view(PEOPLE)
def change_role(request: HttpRequest, slug: str, user: int) -> HttpResponse:
    """Give a member another role."""
    place = member(request, slug, "roles")
    try:
        changed = membership.change_role(place.club, user, request.POST.get("role", ""), by=request.user)
    except Refused as refused:
        return people_page(request, place, wrong=str(refused))
    messages.success(request, f"{name_of(changed.user)} is {changed.as_what} now.")
    return redirect(PEOPLE, slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, slug: str, user: int) -> HttpResponse:
    """Say what removing a member, or leaving, means; then do it."""
    leaving = user == request.user.pk
    place = member(request, slug, "leave" if leaving else "remove")
    other = get_object_or_404(place.club.memberships.select_related("user"), user_id=user)
    wrong = ""
    if request.method == "POST":
        try:
            membership.remove(place.club, user, by=request.user)
        except Refused as refused:
            wrong = str(refused)
        else:
            said = f"You have left {place.club.name}." if leaving else f"{name_of(other.user)} is no longer a member."
            messages.success(request, said)
            return redirect("clubs:index") if leaving else redirect(PEOPLE, slug)
    context = {
        "club": place.club,
        "other": other,
        "leaving": leaving,
        "wrong": wrong,
        "setups": place.club.print_setups.filter(owner_id=user).count(),
        "things": ownership.counts(place.club, other.user),
    }
    return render(request, "clubs/remove.html", context, status=422 if wrong else 200)


@post_view(PEOPLE)
def add_guest(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a guest without an account."""
    place = member(request, slug, "guests")
    form = GuestForm(request.POST)
    if form.is_valid():
        try:
            guest = membership.add_guest(place.club, form.cleaned_data["name"], by=request.user)
        except Refused as refused:
            form.add_error("name", str(refused))
        else:
            messages.success(request, f"{guest.name} is a guest of the club.")
            return redirect(PEOPLE, slug)
    return people_page(request, place, form)


@post_view(PEOPLE)
def remove_guest(request: HttpRequest, slug: str, guest: int) -> HttpResponse:
    """Remove a guest without an account."""
    place = member(request, slug, "guests")
    name = membership.remove_guest(place.club, guest, by=request.user)
    messages.success(request, f"{name} is no longer a guest of the club.")
    return redirect(PEOPLE, slug)


@post_view(PEOPLE)
def offer(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer the club to a member."""
    place = member(request, slug, "hand_over")
    user = request.POST.get("user", "")
    try:
        if not user.isdecimal() or len(user) > 9:
            raise Refused("user", "Choose the member who takes the club over.")
        offered = membership.offer(
            place.club, int(user), by=request.user, stay_as=request.POST.get("stay_as", "player")
        )
    except Refused as refused:
        return people_page(request, place, wrong=str(refused))
    messages.success(request, f"{name_of(offered.taker)} is asked to take the club over. Until then nothing changes.")
    return redirect(PEOPLE, slug)


@post_view(CLUB)
def answer_offer(request: HttpRequest, slug: str) -> HttpResponse:
    """Accept, decline or withdraw the offer of the club."""
    place = member(request, slug)
    accept = request.POST.get("answer") == "accept"
    try:
        membership.answer_offer(place.club, by=request.user, accept=accept)
    except Refused as refused:
        return people_page(request, place, wrong=str(refused))
    messages.success(request, f"You run {place.club.name} now." if accept else "The offer no longer stands.")
    return redirect(CLUB, slug)


@post_view(CLUB)
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask to join, or withdraw the request."""
    club = get_object_or_404(Club, slug=slug)
    try:
        if request.POST.get("act") == "withdraw":
            join_requests.decide(club, int(request.user.pk or 0), by=request.user, accept=False)
            messages.success(request, "Your request is withdrawn.")
            return redirect("clubs:index")
        join_requests.ask(club, request.user, request.POST.get("message", ""))
    except Refused as refused:
        if club.listed and not club.demo:
            return outside(request, club, str(refused), 422)
        messages.error(request, str(refused))
        return redirect("clubs:index")
    messages.success(request, f"The organisers of {club.name} see your request.")
    return redirect(CLUB, slug)


@post_view(PEOPLE)
def decide(request: HttpRequest, slug: str, user: int) -> HttpResponse:
    """Accept or decline a request to join."""
    place = member(request, slug, "requests")
    accept = request.POST.get("answer") == "accept"
    try:
        join_requests.decide(place.club, user, by=request.user, accept=accept, role=request.POST.get("role", "player"))
    except Refused as refused:
        return people_page(request, place, wrong=str(refused))
    messages.success(request, "Accepted." if accept else "Declined.")
    return redirect(PEOPLE, slug)
