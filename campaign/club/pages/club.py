"""The pages of a club itself: list, page, library, figures, changes, record, permissions."""

from collections.abc import Iterable
from functools import cache, partial
from itertools import groupby
from typing import Any, Final
from zoneinfo import available_timezones

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armies.exchange.clean_text import one_line
from armies.exchange.table.holdings import ANY
from armies.models.visibility import CLUB_EDITORS
from armies.pages.access import counted_as, expected_version, post_view
from armies.pages.forms import LineField, LinesField, LongSelect
from armies.services.locks import Refused
from battles.engine.armies.nations import nations
from battles.engine.armies.systems import built_titles
from campaign.club.services import clubs, figures, ownership
from campaign.club.services.invitations import MOST_MESSAGE
from campaign.club.services.membership import membership_in, memberships_of
from campaign.club.services.moderation import waiting_for
from campaign.club.services.permissions import PERMISSIONS, may
from campaign.models import ArmyEditors, Club, Colour, HandOver, JoinRequest, Membership, Role, is_demo_member

MOST_SHOWN = 5
"""Things of one kind that the club's page shows."""


@cache
def time_zones(empty: str) -> list[tuple[str, str]]:
    """The choices of a time zone, by continent and place; ``empty`` says what none of them means."""
    names = sorted(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix/")))
    return [("", empty), *((name, name.replace("_", " ")) for name in names)]


COLOURS = [
    (key, format_html('<span class="club-dot club-{}" aria-hidden="true"></span>{}', key, label))
    for key, label in Colour.choices
]
"""Each colour with a patch of it."""
PAGE: Final = 30


class ClubForm(forms.Form):
    """A club's own fields."""

    name = LineField(label="Name", max_length=clubs.MOST_NAME)
    place = LineField(label="Place", max_length=clubs.MOST_NAME, required=False, help_text="Where you meet.")
    about = LinesField(label="About the club", rows=5, help_text="What you play, and when. Members see it first.")
    colour = forms.ChoiceField(label="Colour", choices=COLOURS, widget=forms.RadioSelect, initial=Colour.BLUE)
    listed = forms.BooleanField(
        label="List the club, so that others can ask to join",
        required=False,
        help_text="Everybody who is signed in then sees its name, its place, this text and its number of members.",
    )
    army_editors = forms.ChoiceField(
        label="Who may change the armies of the club, besides their owners and co-editors",
        choices=ArmyEditors.choices,
        widget=forms.RadioSelect,
        required=False,
        help_text="Each change has its author in the army’s history and can be undone. Private armies stay closed.",
    )
    time_zone = forms.ChoiceField(
        label="Time zone",
        required=False,
        choices=partial(time_zones, "The server’s"),
        widget=LongSelect,
        help_text="Deadlines of campaigns are shown in it.",
    )


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the user's clubs, and the clubs that take requests."""
    places = memberships_of(request.user)
    others = Club.objects.listed().exclude(pk__in=[place.club_id for place in places])
    asked = set(JoinRequest.objects.filter(user_id=int(request.user.pk or 0)).values_list("club_id", flat=True))
    context = {
        "places": places,
        "others": [(club, club.pk in asked) for club in others[: clubs.MOST_LISTED]],
        "shared_account": is_demo_member(request.user),
    }
    return render(request, "clubs/index.html", context)


@login_required
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's page for members; its notice for others, if the club is listed."""
    place = membership_in(request.user, slug)
    if place is None:
        return outside(request, get_object_or_404(Club.objects.listed(), slug=slug))
    offered = HandOver.objects.filter(club=place.club).select_related("giver", "taker").first()
    context: dict[str, Any] = {
        "club": place.club,
        "place": place,
        "members": place.club.memberships.select_related("user"),
        "guests": place.club.guests.all(),
        "coming": ownership.coming(place.club, request.user),
        "shared": _shared(place.club, request.user),
        "differing": sum(len(values) for _, values in ownership.in_force(place.club.house_rules)),
        "offered": offered if offered and request.user.pk in (offered.taker_id, offered.giver_id) else None,
        "waiting": place.club.requests.count() if may(place, "requests") else 0,
        "reports": waiting_for(place.club) if may(place, "moderate") else 0,
        "may": {name: may(place, name) for name in PERMISSIONS},
    }
    return render(request, "clubs/club.html", context)


def _shared(club: Club, user: Any) -> list[dict[str, Any]]:
    """What belongs to the club: of each kind the latest, and whether there is more."""
    kinds = []
    for key, of in ownership.KINDS.items():
        rows = list(ownership.things(club, key, user)[: MOST_SHOWN + 1])
        kinds.append({"key": key, "of": of, "rows": rows[:MOST_SHOWN], "more": len(rows) > MOST_SHOWN})
    return kinds


def outside(request: HttpRequest, club: Club, wrong: str = "", status: int = 200) -> HttpResponse:
    """What somebody who is no member sees of a listed club."""
    context = {
        "club": club,
        "members": club.memberships.count(),
        "asked": JoinRequest.objects.filter(club=club, user_id=int(request.user.pk or 0)).first(),
        "most_message": MOST_MESSAGE,
        "wrong": wrong,
        "shared_account": is_demo_member(request.user),
    }
    return render(request, "clubs/outside.html", context, status=status)


@login_required
@counted_as("write", "make")
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            founded = clubs.found(request.user, **form.cleaned_data)
        except Refused as refused:
            add_faults(form, refused)
        else:
            messages.success(request, f"{founded.name} is founded. Invite its members next.")
            return redirect("clubs:invitations", founded.slug)
    context = {"form": form, "shared_account": is_demo_member(request.user)}
    return render(request, "clubs/new.html", context, status=422 if form.is_bound else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the club's own fields."""
    club = member(request, slug, "club").club
    values = {name: getattr(club, name) for name in clubs.FIELDS}
    form = ClubForm(request.POST if request.method == "POST" else None, initial=values)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            clubs.change(club, by=request.user, expect=expected_version(request), **form.cleaned_data)
        except Refused as refused:
            add_faults(form, refused)
        except clubs.ClubChanged as changed:
            club, status = changed.club, 409
            form.add_error(
                None, f"{changed} Your values are below and are not saved yet. Save again to replace theirs."
            )
        else:
            messages.success(request, "Saved.")
            return redirect("clubs:club", club.slug)
    return render(request, "clubs/edit.html", {"form": form, "club": club}, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask, then delete the club if its name was typed."""
    club = member(request, slug, "delete").club
    wrong = ""
    if request.method == "POST":
        try:
            if request.POST.get("name", "").strip() != club.name:
                raise Refused("name", f"Type the name of the club to delete it: {club.name}")
            clubs.delete(club)
        except Refused as refused:
            wrong = str(refused)
        else:
            messages.success(request, f"{club.name} is deleted.")
            return redirect("clubs:index")
    context = {"club": club, "wrong": wrong, "members": club.memberships.count(), "setups": club.print_setups.count()}
    context["things"] = ownership.counts(club)
    return render(request, "clubs/delete.html", context, status=422 if wrong else 200)


@login_required
@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of the club, as far as it concerns the member."""
    place = member(request, slug)
    context = {
        "club": place.club,
        "entries": clubs.record_entries(place),
        "whole": may(place, "record"),
        "most": clubs.MOST_RECORDED,
    }
    return render(request, "clubs/record.html", context)


@login_required
@require_safe
def permissions(request: HttpRequest, slug: str) -> HttpResponse:
    """What each role may do."""
    place = member(request, slug)
    rows = [(each.words, [role in each.roles for role in Role]) for each in PERMISSIONS.values()]
    editors = CLUB_EDITORS.get(place.club.army_editors, ())
    rows.append(("Change armies of others that belong to the club (the club says who)", [r in editors for r in Role]))
    context = {"club": place.club, "place": place, "roles": list(Role), "rows": rows}
    return render(request, "clubs/permissions.html", context)


def add_faults(form: forms.Form, refused: Refused) -> None:
    """Show each fault at its field, or above the form where there is no such field."""
    for field, sentence in refused.faults:
        form.add_error(field if field in form.fields else None, sentence)


@login_required
@require_safe
def library(request: HttpRequest, slug: str) -> HttpResponse:
    """What belongs to the club, 30 of a kind on a page, the latest change first."""
    place = member(request, slug)
    kind = request.GET.get("kind", "")
    kind = kind if kind in ownership.KINDS else next(iter(ownership.KINDS))
    sought = one_line(request.GET.get("q", ""))[: ownership.MOST_SOUGHT]
    page = Paginator(ownership.things(place.club, kind, request.user, sought), PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "club": place.club,
        "kind": kind,
        "of": ownership.KINDS[kind],
        "kinds": [(key, of.many) for key, of in ownership.KINDS.items()],
        "rows": [(row, ownership.changed(row)) for row in page.object_list],
        "count": page.paginator.count,
        "sought": sought,
        "page": page.number,
        "pages": page.paginator.num_pages,
        "address": f"?{urlencode({'kind': kind, **({'q': sought} if sought else {})})}&",
        "may": {name: may(place, name) for name in ("share", "take_out")},
    }
    return render(request, "clubs/library.html", context)


@require_POST
def belongs(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """Put a thing into the club of the form, or take it out of its club if the form names none."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    row = ownership.find(kind, slug, request.user)
    wanted = request.POST.get("club", "")[:80]
    try:
        if wanted:
            club = get_object_or_404(Club, slug=wanted, memberships__user=request.user)
            ownership.put(row, club, by=request.user)
            messages.success(request, f"It belongs to {club.name} now. Its members see it.")
        else:
            ownership.take_out(row, by=request.user)
            messages.success(request, f"{row} belongs to no club now.")
    except Refused as refused:
        messages.error(request, str(refused))
    back = request.POST.get("next", "")
    return redirect(back if url_has_allowed_host_and_scheme(back, None) else row)


def member(request: HttpRequest, slug: str, permission: str = "see") -> Membership:
    """The user's membership of the club.

    Raises:
        Http404: there is no such club, the user is not a member, or their role does not have the permission.
    """
    place = membership_in(request.user, slug)
    if place is None:
        raise Http404("Only members can see a club.")
    if not may(place, permission):
        raise Http404("Your role in the club does not allow this.")
    return place


@login_required
@counted_as("costly")
@require_safe
def club_figures(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the figures of the members, and if armies are chosen, what these need together."""
    place = member(request, slug)
    pooled = figures.pool(place.club)
    system = request.GET.get("system", next(iter(built_titles())))
    chosen = request.GET.getlist("army")[: figures.MOST_ARMIES + 1]
    fielding, wrong = None, ""
    if chosen:
        try:
            fielding = figures.fielding(place.club, request.user, chosen, system, pooled)
        except Refused as refused:
            wrong = str(refused)
    context: dict[str, Any] = {
        "club": place.club,
        "place": place,
        "groups": _by_nation(pooled, lambda each: each.nation),
        "stands": sum(each.stands for each in pooled),
        "showing": place.club.memberships.filter(shows_figures=True).count(),
        "armies": figures.armies_to_field(place.club, request.user),
        "chosen": chosen,
        "system": system,
        "systems": built_titles().items(),
        "fielding": fielding,
        "needed": _by_nation(fielding.rows, lambda each: each.row.need.nation) if fielding else [],
        "wrong": wrong,
        "most": figures.MOST_ARMIES,
    }
    return render(request, "clubs/figures.html", context, status=422 if wrong else 200)


def _by_nation(rows: Iterable[Any], nation: Any) -> list[dict[str, Any]]:
    """The rows by nation, each with the nation and its name."""
    groups = []
    for code, of in groupby(rows, nation):
        known = nations().get(code)
        name = known.adjective if known else "Any nation" if code == ANY else code
        groups.append({"nation": known, "name": name, "rows": list(of)})
    return groups


@post_view("clubs:figures")
def show_figures(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one's figures to the club, or not any more."""
    place = member(request, slug)
    figures.show(place, request.POST.get("shown") == "on")
    shown = "The club sees your figures now." if place.shows_figures else "The club no longer sees your figures."
    messages.success(request, shown)
    return redirect("clubs:figures", slug)
