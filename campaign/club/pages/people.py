"""The pages of a club's people: members and their import from CSV, guests, deputies, requests, a new owner."""

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.mail import EmailMessage, get_connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armies.pages.access import COSTLY, counted_as, post_view
from armies.pages.forms import LineField, refuse_large
from armies.services.locks import Refused
from campaign.club.pages.club import member, outside
from campaign.club.services import invitations, member_list, membership, ownership
from campaign.club.services.clubs import name_of
from campaign.club.services.membership import deputies_in
from campaign.club.services.permissions import PERMISSIONS, may
from campaign.models import Club, HandOver, Membership, Role
from campaign.notices import mail
from campaign.project import rates

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
            invitations.decide_request(club, int(request.user.pk or 0), by=request.user, accept=False)
            messages.success(request, "Your request is withdrawn.")
            return redirect("clubs:index")
        invitations.ask_to_join(club, request.user, request.POST.get("message", ""))
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
        invitations.decide_request(
            place.club, user, by=request.user, accept=accept, role=request.POST.get("role", "player")
        )
    except Refused as refused:
        return people_page(request, place, wrong=str(refused))
    messages.success(request, "Accepted." if accept else "Declined.")
    return redirect(PEOPLE, slug)


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
        named = membership.name_deputy(place.club, values["deputy"], values["start"], values["end"], by=request.user)
    except Refused as refused:
        return people_page(request, place, wrong=str(refused))
    messages.success(request, f"{name_of(named.deputy)} stands in for you on these days.")
    return redirect(PEOPLE, slug)


@post_view(PEOPLE)
def end_deputy(request: HttpRequest, slug: str, deputy: int) -> HttpResponse:
    """End the time of a deputy."""
    place = member(request, slug)
    try:
        membership.end_deputy(place.club, deputy, by=request.user)
    except Refused as refused:
        return people_page(request, place, wrong=str(refused))
    messages.success(request, "The deputy no longer stands in.")
    return redirect(PEOPLE, slug)


DAY: Final = 24 * 60 * 60
MOST_MAILS: Final = 300
"""Invitations that one person sends by mail in a day; further ones are shown as links."""


class ListForm(forms.Form):
    """A list of people as text or a file."""

    one_of = True

    text = forms.CharField(
        label="List",
        required=False,
        strip=False,
        max_length=member_list.MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "mono"}),
        help_text="A line for each person: name, mail address, role. Headings are understood; commas, semicolons and "
        "tabs divide the columns.",
    )
    file = forms.FileField(label="Or a file", required=False, allow_empty_file=True, help_text="CSV, text or XLSX.")

    def clean_file(self) -> Any:
        return refuse_large(self.cleaned_data.get("file"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("file") and (data.get("text") or "").strip():
            raise forms.ValidationError("Paste a list or choose a file, not both.")
        return data


@login_required
@never_cache
@counted_as(*COSTLY)
@require_http_methods(["GET", "HEAD", "POST"])
def import_members(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form, the preview of a list, or after the confirmation what was done."""
    place = member(request, slug, "invite")
    form = ListForm(request.POST, request.FILES) if request.method == "POST" else ListForm()
    if not form.is_bound or not form.is_valid():
        return _page(request, place, form, status=422 if form.is_bound else 200)
    try:
        sent = form.cleaned_data["file"]
        text, notes = member_list.text_of(sent.read()) if sent else (form.cleaned_data["text"], ())
        if request.POST.get("act") == "confirm":
            return _confirmed(request, place, text)
        plan = member_list.plan(place.club, text, answers_in(request), notes)
        return _page(request, place, form, plan=plan, text=text)
    except Refused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        return _page(request, place, form, status=422)


def answers_in(request: HttpRequest) -> dict[int, str]:
    """The answers of the form by line number."""
    found = {}
    for name, value in request.POST.items():
        number = name.removeprefix("line-")
        if name.startswith("line-") and number.isdecimal() and len(number) < 7:
            found[int(number)] = str(value)
    return found


def _confirmed(request: HttpRequest, place: Membership, text: str) -> HttpResponse:
    answers, digest = answers_in(request), request.POST.get("digest", "")
    try:
        plan, invited = member_list.carry_out(place.club, text, answers, by=request.user, digest=digest)
    except member_list.PlanChanged as changed:
        form = ListForm()
        return _page(request, place, form, plan=changed.plan, text=text, wrong=str(changed), status=409)
    links = list(_send(request, place, invited))
    context = {"club": place.club, "plan": plan, "links": links, "sent": len(invited) - len(links), "done": True}
    context["added"] = plan.counted("guest")
    return render(request, "clubs/import_members.html", context, status=201)


def _send(
    request: HttpRequest, place: Membership, invited: list[member_list.Invited]
) -> Iterator[tuple[member_list.Line, str, str]]:
    """Mail the invitations; yields the line, link and reason of each that was not sent."""
    failure = "" if mail.is_sent() else "Muster sends no mail here."
    connection = get_connection()
    for each in invited:
        link = request.build_absolute_uri(reverse("clubs:join", args=[each.token]))
        if not failure and rates.over(f"club_mail:{request.user.pk}", MOST_MAILS, DAY):
            failure = f"You have sent {MOST_MAILS} invitations today."
        if not failure:
            words = {"club": place.club, "line": each.line, "link": link, "by": name_of(request.user)}
            words |= {"invitation": each.invitation, "name": each.line.name}
            text = render_to_string("clubs/invitation.txt", words)
            title = f"Muster: {place.club.name} invites you"
            try:
                EmailMessage(title, text, None, [each.line.mail], connection=connection).send()
            except mail.FAULTS as fault:
                yield each.line, link, f"The mail server did not take it: {str(fault)[:200]}"
            continue
        yield each.line, link, failure


def _page(
    request: HttpRequest, place: Membership, form: ListForm, *, status: int = 200, **context: Any
) -> HttpResponse:
    plan: member_list.Plan | None = context.get("plan")
    context |= {"club": place.club, "form": form, "most": member_list.MOST_LINES, "days": member_list.DAYS}
    if plan is not None:
        context |= {
            "questions": plan.counted(member_list.QUESTION),
            "answers": answers_in(request).items(),
            "invited": plan.counted("invite"),
            "guests": plan.counted("guest"),
            "left_out": plan.counted("skip"),
        }
    return render(request, "clubs/import_members.html", context, status=status)
