"""The desk of a campaign: who has sent, what waits, the next step, the clock, orders for others, corrections."""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from msgspec import structs

from armies.models.visibility import visibilities_of
from armies.pages.access import private
from armies.pages.forms import LineField
from campaign.club.services.ownership import clubs_to_share_with
from campaign.models.war import UMPIRE
from campaign.war.engagement_words import progress
from campaign.war.pages.lookup import access_to_campaign, head_of
from campaign.war.pages.people_page import ClockForm
from campaign.war.rules.books import Account
from campaign.war.rules.state import CampaignState
from campaign.war.services import creation, desk, engagements, ledger, orders, turns
from campaign.war.services.access import CampaignAccess, CannotAct, Refused
from campaign.war.services.desk import Correction
from campaign.war.story import sentence_of
from campaign.war.words import deadline_words, places_of, sent_words, time_words

MOST_ACTS: Final = 30
MOST_CHANGES: Final = 60
"""Units whose accounts a preview of a correction lists."""
DISPUTED: Final = "A result is disputed. Seat an umpire to settle it."
ACCOUNTS: Final = ("present", "stragglers", "hospital", "dead", "guns", "damaged", "destroyed")


class DeskForm(ClockForm):
    """Title, visibility and clock of a campaign."""

    field_order = ("title", "visibility")

    title = LineField(label="Name", max_length=creation.MOST_TITLE)
    visibility = forms.ChoiceField(label="Who may see it", widget=forms.RadioSelect)

    def __init__(self, access: CampaignAccess, data: Any = None) -> None:
        campaign = access.campaign
        first = {name: getattr(campaign, name) for name in ("title", "visibility", "interval", "time_zone", "by_hand")}
        with timezone.override(campaign.zone):
            due = timezone.localtime(campaign.deadline).replace(tzinfo=None) if campaign.deadline else None
        super().__init__(data, initial=first | {"deadline": due})
        self.fields["visibility"].choices = visibilities_of(campaign)  # type: ignore[attr-defined]


@never_cache
@require_safe
def desk_page(request: HttpRequest, slug: str) -> HttpResponse:
    """``/campaigns/<slug>/desk``: for organisers of the campaign and its umpires."""
    return _shown(request, _managed(request, slug))


def _managed(request: HttpRequest, slug: str) -> CampaignAccess:
    access = access_to_campaign(request, slug)
    if not access.may_manage:
        raise Http404("Only the organisers of this campaign and its umpires have a desk.")
    return access


def _shown(
    request: HttpRequest, access: CampaignAccess, wrong: str = "", status: int = 200, **more: Any
) -> HttpResponse:
    campaign = access.campaign
    state = ledger.state_of(campaign)
    clubs = clubs_to_share_with(request.user) if access.is_owner and campaign.club is None else ()
    context = head_of(access, state, "") | {
        "wrong": wrong,
        "form": DeskForm(access),
        "fights": _fights(access, state),
        "sealed": _sealed(access, state) if access.is_umpire else (),
        "acts": campaign.record.order_by("-n")[:MOST_ACTS],
        "hidden": () if access.sees_all else desk.SECRET_ACTS,
        "may_correct": desk.may_correct(access),
        "last": state.turn if state.phase != "orders" else state.turn - 1,
        "clubs": clubs,
        "club": campaign.club if access.is_owner else None,
        "kind": "war",
        "row": campaign,
        **more,
    }
    return private(render(request, "war/desk.html", context, status=status), campaign)


def _fights(access: CampaignAccess, state: CampaignState) -> list[dict[str, Any]]:
    """The engagements that are open: how far each is, without what only its sides may know."""
    if state.phase != "engagements":
        return []
    names = {side.key: side.name for side in state.setup.sides}
    points = {point.id: point.name for point in state.setup.map.points}
    rows = []
    for fight in engagements.fights(access.campaign):
        if fight.engagement.status != "open":
            continue
        row, both = fight.row, (fight.engagement.attacker, fight.engagement.defender)
        opened = access.is_umpire or bool(set(both) & {state.setup.alliance(side) for side in access.sides})
        rows.append(
            {
                "number": fight.engagement.id,
                "where": points[fight.engagement.ground.point] if opened else "",
                "when": time_words(state.setup, fight.engagement.begins) if opened else "",
                "who": " against ".join(names[key] for key in both) if opened else "Two sides settle a battle",
                "step": progress(access, state, fight).words if opened else (DISPUTED if row.disputed else ""),
                "disputed": row.disputed if opened else "",
            }
        )
    return rows


def _sealed(access: CampaignAccess, state: CampaignState) -> list[dict[str, Any]]:
    """The sealed orders by seat, for an umpire (CM-ORDER-01)."""
    names = {key: force.name for key, force in state.forces.items()}
    lines: dict[int, list[str]] = {}
    for row in orders.written(access):
        text = sent_words(state.setup, row.value, names)
        text = f"{names[row.about]}: {text}" if row.about in names else text
        lines.setdefault(row.seat, []).append(f"{text} ({row.by or 'the player'})")
    seats = [seat for seat in access.seats if seat.side != UMPIRE]
    places = {(side, command): name for side, command, name in places_of(state)}
    return [
        {"seat": seat, "place": places.get((seat.side, seat.command), seat.side), "lines": lines.get(seat.pk, [])}
        for seat in seats
    ]


@require_POST
def act(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Carry out a form of the desk."""
    access = _managed(request, slug)
    command = _COMMANDS.get(what)
    if command is None:
        raise Http404("There is no such form on the desk.")
    try:
        said = command(request, access)
    except CannotAct as refusal:
        return _shown(request, access, str(refusal), 409 if refusal.code in ("stale", "gone", "over") else 422)
    messages.success(request, said)
    return redirect("war:desk", slug)


def _number(request: HttpRequest, name: str, usual: int = 0) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 9 else usual


def _expect(request: HttpRequest) -> int:
    """The version of the campaign that the page showed: of two organisers at once, the second is told."""
    return _number(request, "version")


def _resolve(request: HttpRequest, access: CampaignAccess) -> str:
    done = turns.resolve(access, _number(request, "turn"), expect=_expect(request))
    return f"Turn {done.turns[-1].turn} is resolved. {done.stopped}".strip()


def _extend(request: HttpRequest, access: CampaignAccess) -> str:
    desk.extend(access, _number(request, "hours"), expect=_expect(request))
    access.campaign.refresh_from_db()
    return f"Orders are now due {deadline_words(access.campaign)}."


def _pause(request: HttpRequest, access: CampaignAccess) -> str:
    desk.pause(access, expect=_expect(request))
    return "The campaign is paused. Players may write orders; nothing is resolved."


def _resume(request: HttpRequest, access: CampaignAccess) -> str:
    desk.resume(access, expect=_expect(request))
    return "The clock runs again."


def _settings(request: HttpRequest, access: CampaignAccess) -> str:
    form = DeskForm(access, request.POST)
    if not form.is_valid():
        faults = [f"{form.fields[name].label}: {rows[0]}" for name, rows in form.errors.items() if name in form.fields]
        raise Refused(" ".join(str(fault) for fault in faults) or "Some values are wrong.")
    values = dict(form.cleaned_data)
    if values["deadline"] is not None:
        desk.check_times(None, 0, values["time_zone"])
        access.campaign.time_zone = values["time_zone"]
        values["deadline"] = timezone.make_naive(values["deadline"]).replace(tzinfo=access.campaign.zone)
    due = access.campaign.deadline
    if access.campaign.is_over or (due and values["deadline"] == due.replace(second=0, microsecond=0)):
        del values["deadline"]
    desk.change(access, expect=_expect(request), **values)
    return "Saved."


def _end(request: HttpRequest, access: CampaignAccess) -> str:
    turns.end_now(access)
    return "The campaign is over. All secrets are open."


_COMMANDS: Final[dict[str, Callable[[HttpRequest, CampaignAccess], str]]] = {
    "resolve": _resolve,
    "extend": _extend,
    "pause": _pause,
    "resume": _resume,
    "settings": _settings,
    "end": _end,
}


@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a campaign whose title is typed in; its battles stay."""
    access = _managed(request, slug)
    try:
        if request.POST.get("title", "").strip() != access.campaign.title:
            raise Refused("Type the campaign’s name to delete it.", "title")
        desk.delete(access)
    except CannotAct as refusal:
        return _shown(request, access, str(refusal), 422)
    messages.success(request, f"{access.campaign.title} is deleted. Its battles stay.")
    return redirect("war:list")


@require_POST
def try_turn(request: HttpRequest, slug: str) -> HttpResponse:
    """What the turn would bring if it were resolved now, with other dice; nothing is stored."""
    access = _managed(request, slug)
    try:
        tried = turns.dry_run(access)
    except CannotAct as refusal:
        return _shown(request, access, str(refusal), 422)
    told = [(time_words(tried.after.setup, entry.time), sentence_of(tried.after, entry)) for entry in tried.entries]
    return _shown(request, access, tried=[f"{when}: {text}" for when, text in told if text])


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a turn back: first what it changes, then with a reason (CM-FIX-02)."""
    access = _managed(request, slug)
    values = request.POST if request.method == "POST" else request.GET
    text = values.get("turn", "")
    turn = int(text) if text.isdecimal() and len(text) < 6 else 0
    why = values.get("why", "")
    try:
        shown = desk.take_turn_back(access, turn, why or "A preview.", dry=True)
        if "do" in request.POST:
            desk.take_turn_back(access, turn, why)
            messages.success(request, f"Turn {turn} is taken back. Its orders are offered again; its dice will be new.")
            return redirect("war:desk", slug)
    except CannotAct as refusal:
        return _shown(request, access, str(refusal), 422)
    title = f"Take turn {turn} back"
    words = (
        f"The campaign returns to the beginning of turn {shown.turn}. Later entries stay in the ledger, struck through."
    )
    context = {"title": title, "words": words, "why": why, "fields": [("turn", turn)], "action": "war:take_back"}
    return _preview(request, access, shown, context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def balance(request: HttpRequest, slug: str) -> HttpResponse:
    """Bring the account of a unit to what it should be: choose it, see what changes, say why (CM-FIX-02)."""
    access = _managed(request, slug)
    state = ledger.state_of(access.campaign)
    values = request.POST if request.method == "POST" else request.GET
    unit, why = values.get("unit", ""), values.get("why", "")
    if not desk.may_correct(access):
        return _shown(request, access, "Only an umpire who commands no side may do this.", 422)
    if unit not in state.books:
        return _choose_unit(request, access, state)
    old = state.books[unit]
    account = _account(old, values)
    fields = [("unit", unit), *((name, getattr(account, name)) for name in ACCOUNTS)]
    context = {
        "title": f"Correct {state.setup.units[unit].name}",
        "words": f"The accounts must add up to {old.men:,} men and {old.all_guns} guns, with those that are captured.",
        "why": why,
        "fields": [fields[0]],
        "numbers": fields[1:],
        "action": "war:balance",
        "wrong": "",
    }
    shown = Correction((), state.turn)
    try:
        entry = access.campaign.head
        shown = desk.balance_books(access, {unit: account}, max(entry, 0), why or "A preview.", dry=True)
        if "do" in request.POST:
            desk.balance_books(access, {unit: account}, max(entry, 0), why)
            messages.success(request, "The books are corrected.")
            return redirect("war:desk", slug)
    except CannotAct as refusal:
        context["wrong"] = str(refusal)
    return _preview(request, access, shown, context)


def _account(old: Account, values: Any) -> Account:
    """The account of the form; what it does not say stays."""
    numbers = {name: values.get(name, "") for name in ACCOUNTS}
    wanted = {name: int(text) for name, text in numbers.items() if text.isdecimal() and len(text) < 8}
    return structs.replace(old, **wanted)


def _choose_unit(request: HttpRequest, access: CampaignAccess, state: CampaignState) -> HttpResponse:
    names = {side.key: side.name for side in state.setup.sides}
    groups: dict[str, list[tuple[str, str]]] = {}
    for key in state.books:
        unit = state.setup.units[key]
        path = " / ".join(key.split("/")[1:-1])
        groups.setdefault(names[unit.side], []).append((key, f"{unit.name} ({path})" if path else unit.name))
    context = head_of(access, state, "") | {"groups": list(groups.items())}
    return private(render(request, "war/balance.html", context), access.campaign)


def _preview(request: HttpRequest, access: CampaignAccess, shown: Correction, context: dict[str, Any]) -> HttpResponse:
    state = ledger.state_of(access.campaign)
    units = state.setup.units
    rows = [
        (units[row.unit].name, [_changed(row.before, row.after, name) for name in ACCOUNTS])
        for row in shown.changes[:MOST_CHANGES]
    ]
    context |= {"rows": rows, "accounts": ACCOUNTS, "count": len(shown.changes), "most": MOST_CHANGES}
    status = 422 if context.get("wrong") else 200
    page = render(request, "war/correct.html", head_of(access, state, "") | context, status=status)
    return private(page, access.campaign)


def _changed(before: Account, after: Account, name: str) -> str:
    old, new = getattr(before, name), getattr(after, name)
    return f"{old:,}" if old == new else f"{old:,} → {new:,}"
