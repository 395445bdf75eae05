"""The history of an army: list of changes, undo of one change, and restoring an earlier state."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from armies.building.difference import differences
from armies.models import Army
from armies.pages.access import conflict_page, editable, expected_version, private
from armies.services import army_creation, history
from armies.services.apply_edit import BASE
from armies.services.assessment import Assessment
from armies.services.locks import Refused, Stale
from armies.services.storage import facts_of

PAGE: Final = 50
MOST_SINCE: Final = 200
"""The most differences between a state and the present one that its page lists."""


@login_required
@require_safe
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """The changes of an army, newest first, for users who may change it."""
    army = editable(request, slug)
    text = request.GET.get("page", "1")
    pages = max(1, -(-army.changes.count() // PAGE))
    page = min(int(text) if text.isdecimal() and 0 < len(text) < 6 and int(text) else 1, pages)
    rows = army.changes.defer("difference").order_by("-number")[(page - 1) * PAGE : page * PAGE]
    context = {"army": army, "entries": rows, "page": page, "pages": pages, "address": "?"}
    return private(render(request, "armies/history.html", context), army)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One change, the army after it, and what changed since. A POST undoes it, or restores or copies that state."""
    army = editable(request, slug)
    row = army.changes.filter(number=number).first()
    if row is None:
        raise Http404(f"This army has no change {number}.")
    wrong = ""
    if request.method == "POST":
        try:
            if request.POST.get("act") == "copy":
                return _copy_of(request, army, number)
            return _undo_or_restore(request, army, number)
        except Refused as refused:
            wrong = str(refused)
        except Stale as error:
            return conflict_page(request, error)
    then = Assessment(history.army_at(army, number))
    since = differences(then.army, Assessment(facts_of(army)).army) if number != army.version else []
    context: dict[str, Any] = {
        "then": then,
        "since": since[:MOST_SINCE],
        "more": len(since[MOST_SINCE:]),
        "army": army,
        "entry": row,
        "rows": history.detail(army, row),
        "base": row.kind == BASE,
        "dice": row.kind in history.DICE,
        "wrong": wrong,
    }
    return private(render(request, "armies/entry.html", context, status=422 if wrong else 200), army)


def _copy_of(request: HttpRequest, army: Army, number: int) -> HttpResponse:
    new_army = army_creation.copied(army, request.user, number)
    messages.success(request, f"{new_army.name} is now yours. {new_army.origin}")
    return redirect("armies:build", new_army.slug)


def _undo_or_restore(request: HttpRequest, army: Army, number: int) -> HttpResponse:
    back = request.POST.get("act") == "back"
    change = (history.return_to if back else history.revert)(
        army, number, by=request.user, expect=expected_version(request)
    )
    if change is None:
        messages.info(request, "The army is already in this state.")
    else:
        messages.success(request, change.words)
    return redirect(reverse("armies:build", args=[army.slug]))
