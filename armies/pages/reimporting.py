"""A list or a file brings an army that stands up to date: first what would change, then on one word all of it."""

from collections import Counter
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from armies.exchange import Reading, Unreadable
from armies.models import Army, ImportDraft
from armies.pages.finding import editable, expected, private, sent
from armies.pages.forms import ImportForm
from armies.pages.importing import address_of, context_of, decisions_in, own_draft, read_again, staged
from armies.services.importing import best_fit, bring, decide, proposed, stranger, undecide
from armies.services.locking import Refused, Stale

MOST_SHOWN: Final = 300
"""Differences that the page lists; it counts all."""
MEANWHILE: Final = "The army was changed while you looked at this, and nothing was written. These differences are new."


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """The form: the list as it stands now, pasted or as a file."""
    army = editable(request, slug)
    form = ImportForm(sent(request), request.FILES or None)
    if (draft := staged(request, form, army)) is not None:
        return redirect(address_of(draft))
    context = {"army": army, "form": form}
    return private(render(request, "armies/reimport.html", context, status=422 if form.is_bound else 200), army)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """What would change in the army; nothing is written before the button that says so."""
    army = editable(request, slug)
    draft = own_draft(request, key)
    if draft.target is None or draft.target.pk != army.pk:
        raise Http404("This import belongs to another army.")
    if draft.made:
        return redirect(army)
    problem, status = "", 200
    try:
        if request.method == "POST" and (answer := _acted(request, draft, army)) is not None:
            return answer
    except (Unreadable, Refused) as error:
        problem, status = str(error), 422
    except Stale:
        problem, status = MEANWHILE, 409
    draft = own_draft(request, key)
    reading = read_again(request, draft)
    if isinstance(reading, HttpResponse):
        return reading
    context = context_of(draft, reading, problem) | _differences(request, draft, reading)
    return private(render(request, "armies/reimport.html", context, status=status), army)


def _acted(request: HttpRequest, draft: ImportDraft, army: Army) -> HttpResponse | None:
    act = request.POST.get("act")
    if act == "decide":
        decide(draft, decisions_in(request))
    elif act == "again":
        undecide(draft)
    elif act == "bring":
        bring(draft, request.user, index=_number(request.POST.get("army", "")) or 0, expect=expected(request) or 0)
        messages.success(request, f"{army.name} is up to date.")
        return redirect(army)
    return None


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 5 else None


def _differences(request: HttpRequest, draft: ImportDraft, reading: Reading) -> dict[str, Any]:
    """The differences of the army that was chosen, counted by what became of the elements; none while lines wait."""
    target = draft.target
    asked = request.POST.get("army") or request.GET.get("army") or ""
    chosen = _number(asked)
    if chosen is None or chosen >= len(reading.armies):
        chosen = best_fit(draft, reading)
    context: dict[str, Any] = {"army": target, "chosen": chosen, "choices": list(enumerate(reading.armies))}
    if reading.blocking or not reading.armies:
        return context
    _, rows = proposed(draft, chosen)
    counts = Counter(row.what for row in rows)
    words = [(what, counts[what]) for what in ("changed", "moved", "added", "removed", "reordered") if counts[what]]
    context["stranger"] = stranger(draft, reading.armies[chosen])
    return context | {"ready": True, "rows": rows[:MOST_SHOWN], "more": len(rows[MOST_SHOWN:]), "counts": words}
