"""The builder: the army as a tree to change in place."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from armies.models import Army, Change
from armies.pages.builder_acts import act
from armies.pages.builder_rows import ANYTHING as ADDABLE
from armies.pages.builder_rows import Rows
from armies.pages.finding import editable, expected, private, stale
from armies.pages.forms import nation_choices, words
from armies.rules import easy_napoleonics, facts
from armies.rules.nations import nations
from armies.rules.opting import BUILT
from armies.services import history
from armies.services.assessing import Assessment
from armies.services.locking import Refused, Stale
from armies.services.reading import facts_of

SYSTEMS: Final = tuple(BUILT.items())
FORMS: Final = {"add": "build_add", "paste": "build_paste", "bulk": "build_bulk"}
"""The page of the form that sends an edit without script, where it has one of its own."""


@login_required
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def build(request: HttpRequest, slug: str) -> HttpResponse:
    """The tree with its totals; a POST makes one edit. Scripts ask for JSON and get the tree anew."""
    army = editable(request, slug)
    if request.method != "POST":
        script = wants_json(request)
        page = (
            JsonResponse(state(request, army))
            if script
            else render(request, "armies/build.html", page_of(request, army))
        )
        return unkept(private(page, army))
    try:
        entry = act(request, army, expected(request))
    except Refused as refused:
        return refusal(request, army, refused)
    except Stale as error:
        return conflict(request, error)
    army.refresh_from_db()
    if wants_json(request):
        return private(JsonResponse(state(request, army, entry)), army)
    if entry is not None:
        messages.success(request, entry.words)
    return redirect(after(request, army, entry))


def unkept(response: HttpResponse) -> HttpResponse:
    """Not kept by the browser, whose button for back would show the army as it was before the edits since."""
    response["Cache-Control"] = "private, no-store"
    return response


def wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "") == "application/json"


def chosen_system(request: HttpRequest) -> str:
    """The system whose numbers are shown; the first where the address asks for none we know."""
    wanted = request.GET.get("system", "")
    return wanted if wanted in dict(SYSTEMS) else SYSTEMS[0][0]


def state(request: HttpRequest, army: Army, entry: Change | None = None) -> dict[str, Any]:
    """What a script needs to bring the page up to date."""
    shown = shown_of(request, army)
    return {
        "version": army.version,
        "words": entry.words if entry else "",
        "element": made_by(entry),
        "tree": shown["rows"].html(),
        "faults": render_to_string("armies/_faults.html", shown, request),
        "dock": render_to_string("armies/_build_dock.html", shown, request),
        "undo": shown["undo"].words if shown["undo"] else "",
        "redo": shown["redo"].words if shown["redo"] else "",
    }


def shown_of(request: HttpRequest, army: Army) -> dict[str, Any]:
    """The army under the chosen system: rows, totals, faults, what can be taken back."""
    system = chosen_system(request)
    assessment = Assessment(facts_of(army))
    rows = Rows(assessment, system, army.slug)
    easy = system == "easy_napoleonics"
    listed = assessment.listed_faults(system)
    budget = easy_napoleonics.budget(assessment.army, assessment.easy_options) if easy else None
    undo, redo = history.next_steps(army, request.user)
    return {
        "army": army,
        "system": system,
        "systems": SYSTEMS,
        "rows": rows,
        "totals": assessment.totals,
        "points": assessment.cost if easy else assessment.strength,
        "budget": budget,
        "left": easy_napoleonics.left_words(budget.value) if budget else "",
        "house": assessment.house_in_force(system),
        "club": assessment.army.house.name if assessment.army.house else "",
        "faults": listed,
        "errors": sum(fault.severity == "error" for fault, _ in listed),
        "warnings": sum(fault.severity == "warning" for fault, _ in listed),
        "undo": undo,
        "redo": redo,
    }


def page_of(request: HttpRequest, army: Army) -> dict[str, Any]:
    """What the page needs besides: the choices of the forms."""
    return {
        **shown_of(request, army),
        "nation": nations().get(army.nation),
        "types": words(facts.UNIT_TYPES),
        "qualities": words(facts.QUALITIES),
        "weights": words(facts.GUN_WEIGHTS),
        "bases": words(facts.BASES),
        "brigade_kinds": words(facts.BRIGADE_KINDS),
        "nations": nation_choices("As it is"),
    }


def made_by(entry: Change | None) -> str:
    """The id of the element that a change added, or else touched first."""
    if entry is None:
        return ""
    changed = [element for element in entry.difference if element]
    added = [element for element in changed if entry.difference[element][0] is None]
    return str((added or changed or [""])[0])


def after(request: HttpRequest, army: Army, entry: Change | None) -> str:
    """Where to go after an edit by a form: back to the row, under the same system."""
    where = made_by(entry)
    address = f"{reverse('armies:build', args=[army.slug])}?system={chosen_system(request)}"
    return f"{address}#e-{where}" if where else address


def refusal(request: HttpRequest, army: Army, refused: Refused) -> HttpResponse:
    """422 with every fault and its field; without script on the page of the form, with what was typed."""
    if wants_json(request):
        faults = [{"field": field, "sentence": sentence} for field, sentence in refused.faults]
        return JsonResponse({"faults": faults, "version": army.version}, status=422)
    context = {**page_of(request, army), "refused": refused.faults, "sent": request.POST.dict()}
    context |= {name: request.POST.get(name, "") for name in ("level", "parent", "element")}
    page = FORMS.get(request.POST.get("act", ""), "build")
    if page == "build_add" and context["level"] not in ADDABLE:
        page = "build"
    return private(render(request, f"armies/{page}.html", context, status=422), army)


def conflict(request: HttpRequest, error: Stale) -> HttpResponse:
    """409: what was changed meanwhile and by whom; the edit was not made and can be sent again."""
    if not wants_json(request):
        return stale(request, error)
    seen = expected(request) or 0
    entries, rows = history.changed_since(error.army, seen)
    told = {
        **state(request, error.army),
        "entries": [{"by": entry.by, "words": entry.words} for entry in entries],
        "rows": [row.sentence for row in rows],
    }
    return JsonResponse(told, status=409)


@login_required
@require_safe
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """A form for a new formation or unit, for browsers without script."""
    army = editable(request, slug)
    level, parent = request.GET.get("level", ""), request.GET.get("parent", "")
    if level not in ADDABLE:
        raise Http404("A new element is a corps, a division, a brigade or a unit.")
    context = {**page_of(request, army), "level": level, "parent": parent}
    return private(render(request, "armies/build_add.html", context), army)


@login_required
@require_safe
def paste(request: HttpRequest, slug: str) -> HttpResponse:
    """A form for pasted rows, for browsers without script."""
    army = editable(request, slug)
    context = {**page_of(request, army), "parent": request.GET.get("parent", "")}
    return private(render(request, "armies/build_paste.html", context), army)


@login_required
@require_safe
def bulk(request: HttpRequest, slug: str) -> HttpResponse:
    """A form for a change of many units, for browsers without script."""
    army = editable(request, slug)
    context = {**page_of(request, army), "element": request.GET.get("element", "")}
    return private(render(request, "armies/build_bulk.html", context), army)
