"""Paste or send an order of battle, look at what was understood, decide the rest, keep it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from msgspec.structs import replace

from armies.exchange import Reading, Unmapped, Unreadable
from armies.exchange.cleaning import composed
from armies.models import Army, ImportDraft
from armies.pages.finding import sent
from armies.pages.forms import ImportForm
from armies.services import archiving
from armies.services.assessing import Assessment
from armies.services.columns import from_before
from armies.services.importing import confirm, decide, reading_of, stage, undecide
from armies.services.locking import Refused

MOST_OWN = 8
"""Own armies that the form names."""
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
    if (draft := staged(request, form)) is not None:
        return redirect(address_of(draft))
    context = {"form": form, "sample": SAMPLE, "own": _own(request)}
    return render(request, "armies/import.html", context, status=422 if form.is_bound else 200)


def _own(request: HttpRequest) -> list[Army]:
    """The armies that the user changed last, which a list may bring up to date."""
    if not request.user.is_authenticated:
        return []
    mine = Army.objects.with_co_edited(request.user).filter(Q(owner=request.user) | Q(co_edited=True))
    return list(mine.only("slug", "name")[:MOST_OWN])


def staged(request: HttpRequest, form: ImportForm, target: Army | None = None) -> ImportDraft | None:
    """The draft of what was sent; None where nothing was, or it was refused: the form says why then."""
    if request.method != "POST" or not form.is_valid():
        return None
    data, name = form.content()
    try:
        draft = stage(data, name, request.user if request.user.is_authenticated else None, target=target)
    except Unreadable as error:
        form.add_error("file" if name else "text", str(error))
        return None
    request.session["drafts"] = [*request.session.get("drafts", [])[-9:], draft.key]
    return draft


def address_of(draft: ImportDraft) -> str:
    """Where the draft is looked at."""
    if draft.target is not None:
        return reverse("armies:reimport_look", args=[draft.target.slug, draft.key])
    return reverse("armies:preview", args=[draft.key])


@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, key: str) -> HttpResponse:
    """What was understood, what was not, and the armies that would come of it."""
    draft = own_draft(request, key)
    if draft.target is not None:
        return redirect(address_of(draft))
    if draft.made:
        return kept(request, draft)
    problem = ""
    try:
        reading = acted(request, draft)
    except (Unreadable, Refused) as error:
        problem = str(error)
        draft = own_draft(request, key)
        reading = read_again(request, draft)
    if isinstance(reading, HttpResponse):
        return reading
    context = context_of(draft, reading, problem)
    context["found"] = [(index, Assessment(replace(army, house=None))) for index, army in enumerate(reading.armies)]
    return render(request, "armies/preview.html", context, status=422 if problem else 200)


def read_again(request: HttpRequest, draft: ImportDraft) -> Reading | HttpResponse:
    """The draft's reading; where its columns keep it from being read, the way to the page that asks for them."""
    try:
        return reading_of(draft)
    except Unmapped:
        return redirect("armies:columns", draft.key)
    except Unreadable as error:
        if not draft.columns:
            raise Http404(str(error)) from error
        messages.error(request, str(error))
        return redirect("armies:columns", draft.key)


def own_draft(request: HttpRequest, key: str) -> ImportDraft:
    """The draft, if this browser or this user made it."""
    drafts = ImportDraft.objects.select_related("target", "owner").exclude(key__startswith=archiving.KEY)
    draft = drafts.filter(key=key).first()
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
    return read_again(request, draft)


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
    """What every page of a draft shows of its reading."""
    return {
        "draft": draft,
        "reading": reading,
        "problem": problem,
        "blocking": reading.blocking,
        "remarks": [p for p in reading.problems if not p.blocking],
        "said": bool({head.digest for head in reading.heads} & draft.columns.keys()),
        "from_before": from_before(draft),
    }
