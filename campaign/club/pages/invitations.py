"""The pages of invitations: the organisers' list, and what an invited person sees."""

from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armies.pages.access import post_view
from armies.pages.forms import LineField
from armies.services.locks import Refused
from campaign.club.pages.club import add_faults, member
from campaign.club.services import invitations
from campaign.club.services.membership import membership_in
from campaign.models import Invitation, Membership, Role, is_demo_member

USES = [
    (str(uses), "any number of people" if not uses else f"{uses} {'person' if uses == 1 else 'people'}")
    for uses in invitations.USES
]
DAYS = [(str(days), f"{days} {'day' if days == 1 else 'days'}") for days in invitations.DAYS]


class InvitationForm(forms.Form):
    """A new invitation."""

    role = forms.ChoiceField(label="They join as", choices=Role.choices, initial=Role.PLAYER)
    uses = forms.ChoiceField(
        label="The link is for", choices=USES, initial="1", help_text="A link for an organiser is for one person only."
    )
    days = forms.ChoiceField(label="It is valid for", choices=DAYS, initial="7")
    label = LineField(
        label="Note", max_length=invitations.MOST_LABEL, required=False, help_text="For example: open evening in May."
    )
    guest = forms.IntegerField(required=False, widget=forms.HiddenInput)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def listing(request: HttpRequest, slug: str) -> HttpResponse:
    """List the invitations, with a form for a new one. Its link is shown once, in the answer to the form."""
    place = member(request, slug, "invite")
    form = InvitationForm(request.POST if request.method == "POST" else None)
    token = _make(request, place, form) if form.is_valid() else ""
    link = request.build_absolute_uri(reverse("clubs:join", args=[token])) if token else ""
    guests = list(place.club.guests.all())
    wanted = request.GET.get("guest", "")
    context: dict[str, Any] = {
        "club": place.club,
        "form": InvitationForm() if token else form,
        "link": link,
        "code": mark_safe(segno.make(link, error="m").svg_inline(scale=4, light="#fff")) if link else "",  # noqa: S308
        "guest": next((guest for guest in guests if str(guest.pk) == wanted), None),
        "invitations": [(each, invitations.why_unusable(each)) for each in _with_uses(place)],
    }
    status = 201 if token else 422 if form.is_bound else 200
    return render(request, "clubs/invitations.html", context, status=status)


def _with_uses(place: Membership) -> list[Invitation]:
    rows = place.club.invitations.select_related("made_by", "guest").prefetch_related("uses__user")
    return list(rows[: invitations.MOST_OPEN])


def _make(request: HttpRequest, place: Membership, form: InvitationForm) -> str:
    """Make the invitation and return its token; "" if refused, with the reason at its field."""
    values = form.cleaned_data
    try:
        _, token = invitations.invite(
            place.club,
            by=request.user,
            role=values["role"],
            days=int(values["days"]),
            uses=int(values["uses"]),
            label=values["label"],
            guest=values["guest"],
        )
    except Refused as refused:
        add_faults(form, refused)
        return ""
    return token


@post_view("clubs:invitations")
def revoke(request: HttpRequest, slug: str, invitation: int) -> HttpResponse:
    """End an invitation."""
    place = member(request, slug, "invite")
    invitations.revoke(place.club, invitation, by=request.user)
    messages.success(request, "The invitation is ended. Its link no longer works.")
    return redirect("clubs:invitations", slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation to anybody with its link, and let them join."""
    invitation = invitations.find(token)
    why = invitations.why_unusable(invitation)
    here = request.get_full_path()
    wrong = ""
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect(f"{reverse('account_login')}?next={here}")
        try:
            place = invitations.join(token, request.user)
        except Refused as refused:
            wrong = str(refused)
        else:
            request.session.pop(invitations.INVITATION, None)
            messages.success(request, f"Welcome to {place.club.name}. You are {place.as_what}.")
            return redirect(place.club)
    elif not why and not request.user.is_authenticated:
        request.session[invitations.INVITATION] = token
    signed_in = request.user.is_authenticated
    context = {
        "club": invitation.club,
        "invitation": invitation,
        "why": wrong or why,
        "here": here,
        "members": invitation.club.memberships.count(),
        "there": membership_in(request.user, invitation.club.slug) if signed_in else None,
        "shared_account": signed_in and is_demo_member(request.user),
    }
    status = 422 if wrong else 410 if why else 200
    answer = render(request, "clubs/join.html", context, status=status)
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "same-origin"
    return answer
