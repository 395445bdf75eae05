"""The page of dispatches: messages between players of a side, letters by rider, public news."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages as notices
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armies.pages.access import private
from campaign.models import CampaignMessage
from campaign.war.pages.campaign_page import head_of
from campaign.war.pages.lookup import access_to_campaign
from campaign.war.rules.state import CampaignState
from campaign.war.services import ledger, messages
from campaign.war.services.access import CampaignAccess
from campaign.war.services.lock import CannotAct
from campaign.war.services.orders import MOST_TEXT
from campaign.war.words import time_words


@never_cache
@require_safe
def dispatches(request: HttpRequest, slug: str) -> HttpResponse:
    """``/campaigns/<slug>/dispatches``: what the visitor may read, the newest first, and forms to write."""
    return _shown(request, access_to_campaign(request, slug))


def _shown(request: HttpRequest, access: CampaignAccess, wrong: str = "", status: int = 200) -> HttpResponse:
    state = ledger.state_of(access.campaign)
    riders = messages.by_rider(state)
    to = messages.addressees(access, state) if riders and access.sides else []
    context = head_of(access, state, "") | {
        "rows": [_row(access, state, row) for row in messages.readable(access)[: messages.MOST_SHOWN]],
        "riding": [_riding(state, row) for row in messages.riding(access)],
        "riders": riders,
        "addressees": to,
        "may_write": bool(access.sides) and not access.campaign.is_over and (bool(to) or not riders),
        "may_publish": access.may_manage,
        "commanders": [row for row in state.commanders.values() if not row.fate] if access.is_umpire and riders else (),
        "most": MOST_TEXT,
        "wrong": wrong,
        "text": request.POST.get("text", "") if wrong else "",
    }
    return private(render(request, "war/messages.html", context, status=status), access.campaign)


def _row(access: CampaignAccess, state: CampaignState, row: CampaignMessage) -> dict[str, Any]:
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
def act(request: HttpRequest, slug: str, what: str) -> HttpResponse:
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
