"""Paste or send an order of battle, look at what was understood, decide the rest, keep it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from armies.exchange import Reading, Unreadable
from armies.exchange.cleaning import composed
from armies.models import Army, ImportDraft
from armies.pages.finding import sent
from armies.pages.forms import ImportForm
from armies.services.assessing import Assessment
from armies.services.importing import confirm, decide, reading_of, stage, undecide
from armies.services.locking import Refused

SAMPLE = """Army: My brigade group
Nation: French
II Corps - General Reille
  5th Division (General Bachelu)
    1st Brigade: General Husson
      1/2e Léger 600 veteran
      1/61e Ligne 430 veteran
      2/61e Ligne 428 veteran
    Division artillery
      Battery 18/6 8x6pdr
"""


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """The form: text to paste, or a file. Nothing is written but a draft."""
    sample = {"text": SAMPLE} if "sample" in request.GET else None
    form = ImportForm(sent(request), request.FILES or None, initial=sample)
    if request.method == "POST" and form.is_valid():
        data, name = form.content()
        try:
            draft = stage(data, name, request.user if request.user.is_authenticated else None)
        except Unreadable as error:
            form.add_error("file" if name else "text", str(error))
        else:
            request.session["drafts"] = [*request.session.get("drafts", [])[-9:], draft.key]
            return redirect("armies:preview", draft.key)
    status = 422 if form.is_bound else 200
    return render(request, "armies/import.html", {"form": form, "sample": SAMPLE}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, key: str) -> HttpResponse:
    """What was understood, what was not, and the armies that would come of it."""
    draft = own_draft(request, key)
    if draft.made:
        return kept(request, draft)
    problem = ""
    try:
        reading = acted(request, draft)
        if isinstance(reading, HttpResponse):
            return reading
    except (Unreadable, Refused) as error:
        problem = str(error)
        draft = own_draft(request, key)
        reading = reading_of(draft)
    status = 422 if problem else 200
    return render(request, "armies/preview.html", context_of(draft, reading, problem), status=status)


def own_draft(request: HttpRequest, key: str) -> ImportDraft:
    """The draft, if this browser or this user made it."""
    draft = ImportDraft.objects.filter(key=key).first()
    mine = draft is not None and (
        key in request.session.get("drafts", []) or (draft.owner_id and draft.owner_id == request.user.pk)
    )
    if draft is None or not mine:
        raise Http404("This import is not there any more. Drafts are kept for two days.")
    return draft


def acted(request: HttpRequest, draft: ImportDraft) -> Reading | HttpResponse:
    """Do what the button asked for; the reading to show, or where to go."""
    act = request.POST.get("act") if request.method == "POST" else ""
    if act == "decide":
        return decide(draft, decisions_in(request))
    if act == "again":
        undecide(draft)
    if act == "keep":
        if not request.user.is_authenticated:
            return redirect_to_login(reverse("armies:preview", args=[draft.key]))
        chosen = {int(value) for value in request.POST.getlist("army") if value.isdecimal() and len(value) < 5}
        made = confirm(draft, request.user, chosen=chosen)
        messages.success(request, f"Kept: {', '.join(army.name for army in made)}.")
        return redirect(made[0]) if len(made) == 1 else redirect(f"{reverse('armies:list')}?whose=mine")
    return reading_of(draft)


def kept(request: HttpRequest, draft: ImportDraft) -> HttpResponse:
    """A draft confirmed before, by the back button or a second click: its armies, not new ones."""
    armies = list(Army.objects.filter(slug__in=draft.made))
    if len(armies) == 1:
        return redirect(armies[0])
    return redirect(f"{reverse('armies:list')}?whose=mine")


def decisions_in(request: HttpRequest) -> dict[int, str | None]:
    """Line number to new text, or None where the line is to be left out."""
    made: dict[int, str | None] = {}
    for name, value in request.POST.items():
        kind, _, line = name.partition("-")
        if kind == "line" and line.isdecimal() and len(line) < 7:
            made[int(line)] = None if f"drop-{line}" in request.POST else composed(str(value))
    return made


def context_of(draft: ImportDraft, reading: Reading, problem: str) -> dict[str, Any]:
    """What the preview shows."""
    return {
        "draft": draft,
        "reading": reading,
        "problem": problem,
        "blocking": reading.blocking,
        "remarks": [p for p in reading.problems if not p.blocking],
        "found": [(index, Assessment(army)) for index, army in enumerate(reading.armies)],
    }
