"""A campaign with friends: founded for a club or by link; its players, seats, deputies and invitations."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armies.models import Visibility
from armies.pages.access import counted_as, private
from armies.pages.forms import LineField, LongSelect
from armies.services.people import display_name
from battles.engine import registry
from battles.pages.new_battle import token_in
from battles.services.create.battle_start import MOST_NAME
from campaign.club.pages.club import time_zones
from campaign.club.services.membership import membership_in, memberships_of
from campaign.club.services.permissions import may
from campaign.models import Campaign, Club
from campaign.models.war import UMPIRE
from campaign.war.pages.lookup import access_to_campaign, head_of, held_seats, hold_seat
from campaign.war.rules.files.faults import FaultyFile
from campaign.war.services import creation, desk, ledger, seats
from campaign.war.services.access import CampaignAccess, CannotAct, Refused
from campaign.war.services.creation import CAMPAIGNS, shipped_campaign
from campaign.war.services.turns import CHARACTERS
from campaign.war.words import places_of

MOST_MEMBERS: Final = 200
"""Members of a club in a list to choose from."""
BY_NAME: Final = "user"
"""The choice of a person whose user name is written beside it."""
ABSENT: Final = (("standing", "follow their standing orders"), ("computer", "are led by a computer commander"))


class ClockForm(forms.Form):
    """When the turns of a campaign are resolved."""

    deadline = forms.DateTimeField(
        label="Deadline of this turn",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text="Without a deadline the turn is resolved when all have sent their orders.",
    )
    interval = forms.IntegerField(
        label="Hours from one deadline to the next",
        min_value=0,
        max_value=desk.MOST_INTERVAL,
        initial=0,
        help_text="With 0 the next turns have no deadline.",
    )
    time_zone = forms.ChoiceField(
        label="Time zone",
        required=False,
        choices=partial(time_zones, "That of the club or the server"),
        widget=LongSelect,
    )
    by_hand = forms.BooleanField(
        label="Turns are resolved only from the desk",
        required=False,
        help_text="Otherwise a turn is resolved at the deadline, or as soon as all have sent their orders.",
    )

    def __init__(self, data: Any = None, **values: Any) -> None:
        super().__init__(data, label_suffix="", **values)


class FoundForm(ClockForm):
    """A campaign to found with friends."""

    field_order = ("template", "title", "club", "system", "umpire")

    template = forms.ChoiceField(label="Campaign")
    title = LineField(
        label="Name", max_length=creation.MOST_TITLE, required=False, help_text="Leave it empty for the usual name."
    )
    club = forms.ChoiceField(
        label="Club", required=False, help_text="The club’s members see the campaign and may take open seats."
    )
    system = forms.ChoiceField(label="Rules of the battles")
    umpire = forms.BooleanField(label="I am the umpire: I see all sides and command none", required=False)
    absent = forms.ChoiceField(label="Forces of absent players", choices=ABSENT)
    use_couriers = forms.BooleanField(
        label="Dispatches go by rider",
        required=False,
        initial=True,
        help_text="Otherwise letters between players of a side arrive at once.",
    )

    def __init__(self, data: Any = None, *, user: Any, **values: Any) -> None:
        super().__init__(data, **values)
        self.fields["deadline"].label = "Deadline of the first turn"
        clubs = [(place.club.slug, place.club.name) for place in memberships_of(user) if may(place, "campaigns")]
        self._choices("template", [(key, shipped_campaign(key).name) for key in CAMPAIGNS])
        self._choices("club", [("", "No club: friends join by link"), *clubs])
        self._choices("system", [(key, registry.load(key).meta.title) for key in registry.playable()])

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]


@never_cache
@login_required
@counted_as("write", "make")
@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest) -> HttpResponse:
    """``/campaigns/new``: found a campaign with friends."""
    first = {"template": request.GET.get("template", ""), "club": request.GET.get("club", "")}
    form = FoundForm(request.POST if request.method == "POST" else None, user=request.user, initial=first)
    if form.is_valid():
        try:
            campaign = _found(request, form.cleaned_data)
        except (CannotAct, FaultyFile) as refusal:
            name = getattr(refusal, "field", None)
            form.add_error(name if name in form.fields else None, str(refusal))
        else:
            messages.success(request, "The campaign is created. Give its seats to players, or send them a link.")
            return redirect("war:people", campaign.slug)
    return render(request, "war/found.html", {"form": form}, status=422 if form.is_bound else 200)


def _found(request: HttpRequest, values: dict[str, Any]) -> Campaign:
    club = values["club"]
    deadline = _in_zone(values["deadline"], values["time_zone"], club)
    desk.check_times(deadline, values["interval"], values["time_zone"])
    new = creation.NewCampaign(
        files=creation.template_files(values["template"]),
        template=values["template"],
        title=values["title"],
        owner=request.user,
        club=club,
        visibility=Visibility.CLUB if club else Visibility.UNLISTED,
        system=values["system"],
        umpire=values["umpire"],
        settings={"run_on": False, "absent": values["absent"], "use_couriers": values["use_couriers"]},
        token=token_in(request),
    )
    campaign = creation.create(new)
    campaign.deadline, campaign.interval = deadline, values["interval"]
    campaign.time_zone, campaign.by_hand = values["time_zone"], values["by_hand"]
    campaign.save(update_fields=["deadline", "interval", "time_zone", "by_hand"])
    return campaign


def _in_zone(moment: datetime | None, zone: str, club: str) -> datetime | None:
    """A moment of the form, read in the time zone of the campaign: its own, the club's, or the server's."""
    if moment is None:
        return None
    row = Campaign(time_zone=zone, club=Club.objects.filter(slug=club).first())
    return timezone.make_naive(moment).replace(tzinfo=row.zone)


@never_cache
@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """``/campaigns/<slug>/people``: who plays what, and the links for who is still missing."""
    return _shown(request, access_to_campaign(request, slug))


def _shown(request: HttpRequest, access: CampaignAccess, wrong: str = "", status: int = 200) -> HttpResponse:
    campaign = access.campaign
    state = ledger.state_of(campaign)
    members = _members(access)
    context = head_of(access, state, "") | {
        "rows": [_row(request, access, members, *place) for place in places_of(state)],
        "members": members,
        "characters": CHARACTERS,
        "whole": request.build_absolute_uri(reverse("war:people", args=[campaign.slug])),
        "wrong": wrong,
        "absent": dict(ABSENT)[state.setup.settings.absent],
    }
    return private(render(request, "war/people.html", context, status=status), campaign)


def _members(access: CampaignAccess) -> list[User]:
    """The members of the campaign's club, for an organiser or a player who is a member to choose from."""
    club = access.campaign.club
    if club is None or not (access.may_manage or (access.sides and membership_in(access.user, club.slug))):
        return []
    rows = club.memberships.exclude(role="guest").select_related("user")
    return [row.user for row in rows[:MOST_MEMBERS]]


def _row(
    request: HttpRequest, access: CampaignAccess, members: list[User], side: str, command: str, name: str
) -> dict[str, Any]:
    seat = next((row for row in access.seats if (row.side, row.command) == (side, command)), None)
    links = seat.invitations.filter(used=None, ends__gt=timezone.now()) if seat and access.may_manage else ()
    mine = seat is not None and (
        (access.user is not None and seat.user_id == access.user.pk) or (seat.guest and seat in access.mine)
    )
    is_open = seat is None or seat.is_open
    has_deputy = mine and seat is not None and not seat.guest and side != UMPIRE
    token = seat.token if mine and seat and seat.guest else ""
    own = request.build_absolute_uri(reverse("war:own_seat", args=[token])) if token else ""
    return {
        "key": f"{side}-{command}".strip("-"),
        "side": side,
        "command": command,
        "name": name,
        "seat": seat,
        "is_open": is_open,
        "mine": mine,
        "links": [(link, request.build_absolute_uri(reverse("war:join", args=[link.token]))) for link in links],
        "own_link": own,
        "deputies": seats.possible_deputies(access, seat, members) if seat and has_deputy else (),
        "may_take": is_open
        and access.user is not None
        and side != UMPIRE
        and ((seat is not None and seat.anyone) or access.may_manage)
        and not (access.is_umpire or access.campaign.is_over or set(access.sides) - {side}),
    }


@require_POST
def change(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Carry out a form of the page of people."""
    access = access_to_campaign(request, slug)
    command = _COMMANDS.get(what)
    if command is None:
        raise Http404("There is no such form for a seat.")
    try:
        said = command(request, access, request.POST.get("side", ""), request.POST.get("command", ""))
        desk.sent(access, access.campaign.turn)
    except CannotAct as refusal:
        return _shown(request, access, str(refusal), 409 if refusal.code in ("stale", "gone") else 422)
    messages.success(request, said)
    return redirect("war:campaign" if what == "take" else "war:people", slug)


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 12 else 0


def _user(request: HttpRequest, access: CampaignAccess, name: str) -> User | None:
    """The member of the campaign's club, or the person by user name, whom a form names; None for nobody.

    Raises:
        Refused: there is no such person.
    """
    text = request.POST.get(name, "").strip().removeprefix("@")
    if not text:
        return None
    user = User.objects.filter(username=text[:150], is_active=True).first()
    if user is None:
        raise Refused(f"There is no user {text[:60]}. Send a link instead.", name)
    return user


def _give(request: HttpRequest, access: CampaignAccess, side: str, command: str) -> str:
    who = request.POST.get("who", "")
    if who == "free":
        seats.seat(access, side, command)
        return "The seat is free."
    if who in CHARACTERS:
        seats.seat(access, side, command, computer=who)
        return f"A computer commander, {who}, has the seat."
    user = _user(request, access, "user" if who == BY_NAME else "who")
    if user is None:
        raise Refused("Choose who gets the seat.", "who")
    seats.seat(access, side, command, user=user)
    return f"{display_name(user)} has the seat."


def _take(request: HttpRequest, access: CampaignAccess, side: str, command: str) -> str:
    seats.take(access, side, command)
    return "The seat is yours."


def _leave(request: HttpRequest, access: CampaignAccess, side: str, command: str) -> str:
    seats.leave(access, _number(request, "seat"))
    return "You have left the seat. What you wrote for it stays."


def _deputy(request: HttpRequest, access: CampaignAccess, side: str, command: str) -> str:
    who, number = request.POST.get("who", ""), _number(request, "seat")
    if who in ("", BY_NAME):
        user = _user(request, access, "deputy")
        if who and user is None:
            raise Refused("Write the user name of your deputy.", "deputy")
    else:
        rows = seats.possible_deputies(access, access.seat_of(number), _members(access))
        user = next((person for person in rows if str(person.pk) == who), None)
        if user is None:
            raise Refused("Choose a deputy from the list.", "who")
    seats.name_deputy(access, number, user)
    return f"{display_name(user)} gives orders for you." if user else "Nobody else gives orders for you now."


def _invite(request: HttpRequest, access: CampaignAccess, side: str, command: str) -> str:
    seats.invite(access, side, command)
    return "Invitation created. Copy its link and send it. It is for one person."


def _cancel(request: HttpRequest, access: CampaignAccess, side: str, command: str) -> str:
    seats.revoke_invitation(access, _number(request, "link"))
    return "Invitation cancelled. Its link does not work any more."


def _open(request: HttpRequest, access: CampaignAccess, side: str, command: str) -> str:
    seats.open_to_anyone(access, side, command, True)
    return "Everybody who sees the campaign may take this seat."


def _close(request: HttpRequest, access: CampaignAccess, side: str, command: str) -> str:
    seats.open_to_anyone(access, side, command, False)
    return "This seat needs an invitation now."


_COMMANDS: Final[dict[str, Callable[[HttpRequest, CampaignAccess, str, str], str]]] = {
    "give": _give,
    "take": _take,
    "leave": _leave,
    "deputy": _deputy,
    "invite": _invite,
    "cancel": _cancel,
    "open": _open,
    "close": _close,
}


class NameForm(forms.Form):
    """The name of a guest."""

    name = LineField(label="Your name", required=False, max_length=MOST_NAME, help_text="The others see it.")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """``/campaigns/join/<token>``: show an invitation, and accept it."""
    form = NameForm(request.POST if request.method == "POST" else None)
    try:
        seat = seats.invitation_of(token).seat
        if request.method == "POST" and form.is_valid():
            seat = seats.accept_invitation(token, request.user, held_seats(request), name=form.cleaned_data["name"])
            if seat.guest:
                hold_seat(request, seat.pk)
            return redirect(seat.campaign)
    except CannotAct as refusal:
        status = 410 if refusal.code == "refused" else 409
        return render(request, "war/join.html", {"refused": str(refusal)}, status=status)
    state = ledger.state_of(seat.campaign)
    names = {(side, command): name for side, command, name in places_of(state)}
    context = {"campaign": seat.campaign, "place": names.get((seat.side, seat.command), seat.side), "form": form}
    return render(request, "war/join.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_safe
def own_seat(request: HttpRequest, token: str) -> HttpResponse:
    """``/campaigns/seat/<token>``: the link of a guest's seat; this browser holds the seat from now on."""
    seat = seats.seat_of(token)
    hold_seat(request, seat.pk)
    return redirect(seat.campaign)
