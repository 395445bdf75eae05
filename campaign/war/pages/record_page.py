"""What is written in a campaign: the ledger with filters, the gazette, the film, and messages and dispatches."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from django.contrib import messages as notices
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec import to_builtins

from armies.pages.access import private
from battles.engine.armies.nations import nations
from campaign.models import CampaignEntry, CampaignMessage
from campaign.war.drawing.ground import draw_ground
from campaign.war.film import film as film_of
from campaign.war.news import public_news
from campaign.war.pages.lookup import access_to_campaign, head_of, side_of
from campaign.war.rules.books import GUN_ACCOUNTS, MEN_ACCOUNTS, Transfer
from campaign.war.rules.events import Entry
from campaign.war.rules.state import CampaignState
from campaign.war.rules.view import entry_view
from campaign.war.services import ledger, messages
from campaign.war.services.access import CampaignAccess, CannotAct
from campaign.war.services.orders import MOST_TEXT
from campaign.war.story import entry_words
from campaign.war.words import time_words

MOST: Final = 60
"""Entries on a page."""
MOST_TRANSFERS: Final = 400
"""Transfers of an entry that are shown; the number of the others is said."""
ACCOUNTS: Final = tuple(dict.fromkeys((*MEN_ACCOUNTS, *GUN_ACCOUNTS)))
KINDS: Final[Mapping[str, str]] = {
    "orders_taken": "Orders", "leg_began": "Parts of orders", "order_dropped": "Dropped orders",
    "marched": "Marches", "arrived": "Reinforcements", "detached": "Detachments", "joined": "Joining",
    "touched": "Contacts", "get_away_tried": "Getting away", "delayed": "Delays", "sighted": "Reports",
    "engagement_began": "Battles begun", "guns_heard": "Guns heard", "settled": "Battles settled",
    "retreated": "Retreats", "leader_lost": "Commanders lost", "struck_off": "Forces lost",
    "points_taken": "Places taken", "points_won": "Points won", "works_changed": "Works",
    "crossing_worked": "Crossings", "fed": "Supply", "tired": "Fatigue", "strayed": "Stragglers",
    "hospital_day": "Hospital", "guns_repaired": "Guns repaired", "replaced": "Replacements",
    "day_began": "Weather", "dispatch_sent": "Riders leave", "dispatch_ended": "Riders arrive",
    "corrected": "Corrections", "ended": "The end", "parted": "Contacts ended", "masked": "Fortresses masked",
    "garrison_fell": "Fortresses taken", "depots_changed": "Depots", "dispatch_held": "Riders held",
    "commander_moved": "Commanders", "reinforced": "Men come in", "strays_taken": "Stragglers taken",
    "side_gave_up": "Giving up", "grades_changed": "Grades", "taken_back": "Turns taken back",
}  # fmt: skip
"""The kinds of entries that a reader may look for, by the tag of the event; the others only serve the rules."""


class LedgerRow(NamedTuple):
    """An entry of the ledger in words, with its transfers."""

    turn: int
    when: str
    kind: str
    text: str
    transfers: list[tuple[str, str, str, int, str, str]]
    more: int


class Filters(NamedTuple):
    """What a reader looks for; an empty word or 0 looks for all."""

    turn: int
    force: str
    account: str
    kind: str
    page: int


def _filters(request: HttpRequest, state: CampaignState) -> Filters:
    def number(name: str) -> int:
        text = request.GET.get(name, "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0

    kind, account = request.GET.get("kind", ""), request.GET.get("account", "")
    return Filters(
        turn=min(number("turn"), state.turn),
        force=request.GET.get("force", "")[:60],
        account=account if account in ACCOUNTS else "",
        kind=kind if kind in KINDS else "",
        page=max(1, number("page")),
    )


@never_cache
@require_safe
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """``/campaigns/<slug>/ledger``: what happened and what changed in the books, with filters."""
    access, state, side = _reader(request, slug)
    wanted = _filters(request, state)
    rows = CampaignEntry.objects.filter(campaign=access.campaign).order_by("-n")
    if wanted.turn:
        rows = rows.filter(turn=wanted.turn)
    found = _found(access, state, side, wanted, rows.values_list("line", flat=True).iterator(500))
    first, last = (wanted.page - 1) * MOST, wanted.page * MOST
    shown = []
    has_more = False
    for place, entry in enumerate(found):
        if place >= last:
            has_more = True
            break
        if place >= first:
            shown.append(_row(state, entry, wanted))
    names = {key: force.name for key, force in state.forces.items() if _may_name(access, state, side, force.side)}
    context = head_of(access, state, side) | {
        "rows": shown,
        "filters": wanted,
        "kinds": KINDS,
        "accounts": ACCOUNTS,
        "forces": sorted(names.items(), key=lambda row: row[1]),
        "all_turns": range(state.turn, 0, -1),
        "query": "".join(f"&{name}={value}" for name, value in wanted._asdict().items() if value and name != "page"),
        "older": wanted.page + 1 if has_more else 0,
        "newer": wanted.page - 1,
    }
    return private(render(request, "war/ledger.html", context), access.campaign)


def _reader(request: HttpRequest, slug: str) -> tuple[CampaignAccess, CampaignState, str]:
    access = access_to_campaign(request, slug)
    state = ledger.state_of(access.campaign)
    side = side_of(request, access, state)
    if not side:
        raise Http404("Only players read the ledger of a campaign that is being played.")
    return access, state, side


def _may_name(access: CampaignAccess, state: CampaignState, side: str, other: str) -> bool:
    return access.sees_all or state.setup.alliance(side) == state.setup.alliance(other)


def _found(
    access: CampaignAccess, state: CampaignState, side: str, wanted: Filters, lines: Iterator[Any]
) -> Iterator[Entry]:
    """The entries that the reader may read and looks for, the newest first."""
    for line in lines:
        entry = ledger.decode_entry(line)
        if wanted.kind and entry.event.__struct_config__.tag != wanted.kind:
            continue
        seen: Entry | None = entry if access.sees_all else entry_view(state, entry, side)
        if seen is None or seen.event.__struct_config__.tag not in KINDS:
            continue
        if wanted.account and not any(wanted.account in (row.source, row.target) for row in seen.transfers):
            continue
        if not wanted.force or _is_about(state, seen, wanted.force):
            yield seen


def _is_about(state: CampaignState, entry: Entry, force: str) -> bool:
    """True if an entry changes a force or the books of its units."""
    if any(change.force == force for change in entry.changes) or getattr(entry.event, "force", "") == force:
        return True
    return bool(_units(state, force) & {row.unit for row in entry.transfers})


def _units(state: CampaignState, force: str) -> set[str]:
    own = state.forces.get(force)
    return {unit for key in own.formations for unit in state.setup.formations[key].units} if own else set()


def _row(state: CampaignState, entry: Entry, wanted: Filters) -> LedgerRow:
    setup, tag = state.setup, str(entry.event.__struct_config__.tag)
    transfers = [row for row in entry.transfers if not wanted.account or wanted.account in (row.source, row.target)]
    if wanted.force:
        own = _units(state, wanted.force)
        transfers = [row for row in transfers if row.unit in own]
    rows = [_transfer(state, row) for row in transfers[:MOST_TRANSFERS]]
    more = len(transfers) - len(rows)
    return LedgerRow(entry.turn, time_words(setup, entry.time), KINDS[tag], entry_words(state, entry), rows, more)


def _transfer(state: CampaignState, row: Transfer) -> tuple[str, str, str, int, str, str]:
    return state.setup.units[row.unit].name, row.source, row.target, row.number, row.what, row.rule


@never_cache
@require_safe
def gazette(request: HttpRequest, slug: str) -> HttpResponse:
    """``/campaigns/<slug>/gazette``: what everybody may know of each turn, for all who may open the campaign."""
    access = access_to_campaign(request, slug)
    state = ledger.state_of(access.campaign)
    news = [row for row in public_news(state, ledger.standing_entries(access.campaign)) if row.lines]
    side = side_of(request, access, state)
    context = head_of(access, state, side) | {
        "news": news[::-1],
        "published": messages.published(access.campaign),
        "setup": state.setup,
        "is_closed": not side,
    }
    return private(render(request, "war/gazette.html", context), access.campaign)


@never_cache
@require_safe
def film(request: HttpRequest, slug: str) -> HttpResponse:
    """``/campaigns/<slug>/film``: the moves on the map step by step; ``turn`` shows those of one turn."""
    access, state, side = _reader(request, slug)
    wanted = _filters(request, state)
    start = ledger.start_of(access.campaign)
    every = ledger.standing_entries(access.campaign)
    if wanted.turn:
        start = ledger.folded(start, (entry for entry in every if entry.turn < wanted.turn))
        every = [entry for entry in every if entry.turn == wanted.turn]
    ground = draw_ground(state.setup.map)
    shown = film_of(state, start, every, side, ground.sheet)
    colours = {}
    for row in state.setup.sides:
        nation = nations().get(row.nations[0]) if row.nations else None
        colours[row.key] = nation.css if nation else ""
    own = state.setup.allies(state.setup.alliance(side))
    context = head_of(access, state, side) | {
        "ground": ground,
        "film": to_builtins(shown) | {"colours": colours, "own": own},
        "of_turn": wanted.turn,
        "length": len(shown.frames),
        "map_name": state.setup.map.name,
    }
    return private(render(request, "war/film.html", context), access.campaign)


@never_cache
@require_safe
def dispatches(request: HttpRequest, slug: str) -> HttpResponse:
    """``/campaigns/<slug>/dispatches``: what the visitor may read, the newest first, and forms to write."""
    return _shown(request, access_to_campaign(request, slug))


def _shown(request: HttpRequest, access: CampaignAccess, wrong: str = "", status: int = 200) -> HttpResponse:
    state = ledger.state_of(access.campaign)
    riders = messages.by_rider(state)
    to = messages.addressees(access, state) if riders and access.sides else []
    partners = messages.partners(access, state) if riders else []
    context = head_of(access, state, "") | {
        "rows": [_message_row(access, state, row) for row in messages.readable(access)[: messages.MOST_SHOWN]],
        "riding": [_riding(state, row) for row in messages.riding(access)],
        "riders": riders,
        "addressees": to,
        "partners": partners,
        "may_write": bool(access.sides) and not access.campaign.is_over and (bool(to or partners) or not riders),
        "may_publish": access.may_manage,
        "commanders": [row for row in state.commanders.values() if not row.fate] if access.is_umpire and riders else (),
        "heads": messages.heads(state),
        "most": MOST_TEXT,
        "wrong": wrong,
        "text": request.POST.get("text", "") if wrong else "",
    }
    return private(render(request, "war/messages.html", context, status=status), access.campaign)


def _message_row(access: CampaignAccess, state: CampaignState, row: CampaignMessage) -> dict[str, Any]:
    sides = {side.alliance: side.name for side in reversed(state.setup.sides)}
    reader = state.commanders.get(row.addressee)
    to = reader.name if reader else f"the players of {sides.get(row.to, row.to)}" if row.to else "everybody"
    return {"row": row, "to": to, "may_hold": access.is_umpire and not access.campaign.is_over}


def _riding(state: CampaignState, row: messages.Riding) -> dict[str, Any]:
    names = {key: one.name for key, one in state.commanders.items()} | {key: f.name for key, f in state.forces.items()}
    return {
        "row": row,
        "writer": names.get(row.writer, "The umpire"),
        "to": names.get(row.to, row.to),
        "arrives": time_words(state.setup, row.arrives) if row.dispatch else "",
    }


@require_POST
def message_act(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Send a message, publish news; hold, release or change what others wrote."""
    access = access_to_campaign(request, slug)
    command = _COMMANDS.get(what)
    if command is None:
        raise Http404("There is no such form for a dispatch.")
    try:
        said = command(request, access)
    except CannotAct as refusal:
        return _shown(request, access, str(refusal), 422)
    notices.success(request, said)
    return redirect("war:messages", slug)


def _number(request: HttpRequest) -> int:
    text = request.POST.get("id", "")
    return int(text) if text.isdecimal() and len(text) < 12 else 0


def _send(request: HttpRequest, access: CampaignAccess) -> str:
    sent = messages.send(access, request.POST.get("text", ""), to=request.POST.get("to", ""))
    return "The message is sent." if sent else "The letter is sealed. A rider leaves with it when the turn is resolved."


def _publish(request: HttpRequest, access: CampaignAccess) -> str:
    messages.publish(access, request.POST.get("text", ""))
    return "The news is public: everybody who sees the campaign reads it."


def _hold(request: HttpRequest, access: CampaignAccess) -> str:
    messages.hold(access, _number(request), "release" not in request.POST)
    return "Released." if "release" in request.POST else "The message is held: only its writer and you read it."


def _rewrite(request: HttpRequest, access: CampaignAccess) -> str:
    messages.rewrite(access, _number(request), request.POST.get("text", ""))
    return "The message is changed."


def _rider(request: HttpRequest, access: CampaignAccess) -> str:
    if "text" in request.POST:
        messages.hold_rider(access, _number(request), text=request.POST["text"])
        return "The letter is changed."
    messages.hold_rider(access, _number(request), held="release" not in request.POST)
    return "The rider goes on." if "release" in request.POST else "The rider is held until you release him."


def _write(request: HttpRequest, access: CampaignAccess) -> str:
    values = request.POST
    messages.write_dispatch(access, values.get("writer", ""), values.get("to", ""), values.get("text", ""))
    return "The letter arrives when the next turn is resolved."


_COMMANDS: Final[dict[str, Callable[[HttpRequest, CampaignAccess], str]]] = {
    "send": _send,
    "publish": _publish,
    "hold": _hold,
    "change": _rewrite,
    "rider": _rider,
    "write": _write,
}
