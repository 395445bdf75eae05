"""The builder page, and its JSON answers to the script after an edit."""

from hashlib import sha256
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import json

from armies.building.difference import Difference
from armies.building.element_tree import ARMY, Tree, army_of_tree
from armies.models import Army, Change
from armies.pages.access import conflict_page, editable, expected_version, private
from armies.pages.builder_tree import ANYTHING as ADDABLE
from armies.pages.builder_tree import Rows, act, faults_by_element
from armies.pages.forms import nation_choices, words
from armies.services import history
from armies.services.apply_edit import Effect
from armies.services.assessment import Assessment
from armies.services.locks import Conflict, Refused, Stale
from armies.services.storage import facts_of, house_of
from battles.engine import registry
from battles.engine.armies import facts
from battles.engine.armies.nations import nations
from battles.engine.armies.systems import built_titles

OWN: Final = frozenset({"name", "commander", "note", "position", "throws", "command_nation", "sources"})
"""Facts of an element that only change its own row and the rows above it."""


def changes(effect: Effect, difference: Difference, rows: Rows, system: str) -> dict[str, Any] | None:
    """The changed part of the tree; None if an edit changed the army's own facts, which may change every row.

    ``rows`` are the changed items by id, without those under them. ``lists`` give, for each parent whose order changed,
    the ids that now follow ``after``. ``gone`` are the ids of removed items. ``root`` is the top list, empty.
    """
    if ARMY in difference:
        return None
    before, after = effect.before, effect.after
    changed = _touched(difference, before, after)
    old = faults_by_element(Assessment(army_of_tree(before, effect.house)), system)
    changed |= {at for at in old.keys() | rows.faults.keys() if old.get(at) != rows.faults.get(at)}
    elements = {place.element.id: place.element for place in rows.assessment.places}
    return {
        "rows": {at: rows.item(elements[at], whole=False) for at in elements if at in changed},
        "lists": _lists(before, after),
        "gone": [at for at in before.records if at not in after.records],
        "root": rows.root(),
    }


def _touched(difference: Difference, before: Tree, after: Tree) -> set[str]:
    """Elements whose rows may have changed, apart from faults: changed elements, those above them, and some below."""
    changed: set[str] = set()
    for element, (old, new) in difference.items():
        fields = set(new or ()) if old is not None and new is not None else {"parent"}
        if fields == {"position"}:
            continue
        for tree in (before, after):
            changed |= _above(tree, element)
        changed.add(element)
        if not fields <= OWN:
            changed |= set(after.below(element))
    return changed


def _above(tree: Tree, element: str) -> set[str]:
    above = set()
    while parent := tree.parents.get(element, ARMY):
        above.add(parent)
        element = parent
    return above


def _lists(before: Tree, after: Tree) -> list[dict[str, Any]]:
    """For each parent whose order changed: the ids between the unchanged start and the unchanged end."""
    lists = []
    for parent, ids in after.under.items():
        was = before.under.get(parent, [])
        if ids == was:
            continue
        start, end, least = 0, 0, min(len(ids), len(was))
        while start < least and ids[start] == was[start]:
            start += 1
        while end < least - start and ids[-1 - end] == was[-1 - end]:
            end += 1
        moved = ids[start : len(ids) - end]
        lists.append({"parent": parent, "after": ids[start - 1] if start else "", "ids": moved})
    return lists


SYSTEMS: Final = tuple(built_titles().items())
FORMS: Final = {"add": "build_add", "paste": "build_paste", "bulk": "build_bulk"}
"""Template of the form page of an edit, for browsers without script, if it has one."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def build(request: HttpRequest, slug: str) -> HttpResponse:
    """The tree with its totals; a POST makes one edit. Scripts ask for JSON and get the changed rows."""
    army = editable(request, slug)
    if request.method != "POST":
        script = wants_json(request)
        if script and request.GET.get("seen") == f"{army.version}.{rules_digest(house_of(army))}":
            return without_cache(private(HttpResponse(status=204), army))
        page = (
            JsonResponse(state(request, army))
            if script
            else render(request, "armies/build.html", page_of(request, army))
        )
        return without_cache(private(page, army))
    try:
        entry = act(request, army, expected_version(request))
    except Refused as refused:
        return refusal(request, army, refused)
    except Stale as error:
        return conflict(request, error)
    army.refresh_from_db()
    if wants_json(request):
        return private(JsonResponse(page_update(request, army, entry)), army)
    if entry is not None:
        messages.success(request, entry.words)
    return redirect(after(request, army, entry))


def without_cache(response: HttpResponse) -> HttpResponse:
    """Forbid caching, so that the browser's back button does not show an old state of the army."""
    response["Cache-Control"] = "private, no-store"
    return response


def wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "") == "application/json"


def chosen_system(request: HttpRequest) -> str:
    """The system whose numbers are shown: the one in the address, or the first if that is unknown."""
    wanted = request.GET.get("system", "")
    return wanted if wanted in dict(SYSTEMS) else SYSTEMS[0][0]


def state(request: HttpRequest, army: Army) -> dict[str, Any]:
    """Everything that a script needs to update the page from any earlier version."""
    shown = shown_of(request, army, Assessment(facts_of(army)))
    return {**frame(request, army, shown), "words": "", "element": "", "tree": shown["rows"].html()}


def page_update(request: HttpRequest, army: Army, entry: Change | None) -> dict[str, Any]:
    """What a script needs to update a page that shows the version before ``entry``."""
    if entry is None:
        return state(request, army)
    shown = shown_of(request, army, entry.effect.assessment)
    part = changes(entry.effect, entry.difference, shown["rows"], shown["system"])
    answer = {**frame(request, army, shown), "words": entry.words, "element": element_of_change(entry)}
    if part is None:
        return {**answer, "tree": shown["rows"].html()}
    return {**answer, "base": entry.number - 1, "changes": part}


def frame(request: HttpRequest, army: Army, shown: dict[str, Any]) -> dict[str, Any]:
    """The parts of the page around the tree."""
    return {
        "version": army.version,
        "rules": shown["rules"],
        "faults": render_to_string("armies/_faults.html", shown, request),
        "dock": render_to_string("armies/_build_dock.html", shown, request),
        "undo": shown["undo"].words if shown["undo"] else "",
        "redo": shown["redo"].words if shown["redo"] else "",
    }


def shown_of(request: HttpRequest, army: Army, assessment: Assessment) -> dict[str, Any]:
    """Template context of the army under the chosen system: rows, totals, faults, undo and redo."""
    system = chosen_system(request)
    rows = Rows(assessment, system, army.slug)
    group, mapped = registry.army(system), assessment.mapped(system)
    listed = assessment.listed_faults(system)
    total, budget = mapped.totals()[0], mapped.budget()
    undo, redo = history.next_steps(army, request.user)
    return {
        "army": army,
        "page": army.get_absolute_url(),
        "all_faults": f"{army.get_absolute_url()}?system={system}&faults=all",
        "rules": rules_in_force(assessment),
        "system": system,
        "systems": SYSTEMS,
        "rows": rows,
        "totals": assessment.totals,
        "points": total.why,
        "points_words": f"{total.why.value:,} {group.points_word}",
        "why_points": f"{army.get_absolute_url()}/why/army-{total.id}",
        "budget": budget,
        "left": budget.lines[-1].value if budget else "",
        "house": assessment.house_in_force(system),
        "club": assessment.army.house.name if assessment.army.house else "",
        "faults": listed,
        "errors": sum(fault.severity == "error" for fault, _ in listed),
        "warnings": sum(fault.severity == "warning" for fault, _ in listed),
        "undo": undo,
        "redo": redo,
    }


def rules_in_force(assessment: Assessment) -> str:
    """A digest of the house rules in force. They can change every row without changing the army's version."""
    return rules_digest(assessment.army.house)


def rules_digest(house: facts.HouseRules | None) -> str:
    return sha256(json.encode(house.overlays, order="deterministic")).hexdigest()[:16] if house else ""


def page_of(request: HttpRequest, army: Army) -> dict[str, Any]:
    """Template context of the whole page: the army, and the choices of the forms."""
    return {
        **shown_of(request, army, Assessment(facts_of(army))),
        "nation": nations().get(army.nation),
        "types": words(facts.UNIT_TYPES),
        "qualities": words(facts.QUALITIES),
        "weights": words(facts.GUN_WEIGHTS),
        "bases": words(facts.BASES),
        "brigade_kinds": words(facts.BRIGADE_KINDS),
        "nations": nation_choices("No change"),
    }


def element_of_change(entry: Change | None) -> str:
    """The id of the element that a change added, or else changed first."""
    if entry is None:
        return ""
    changed = [element for element in entry.difference if element]
    added = [element for element in changed if entry.difference[element][0] is None]
    return str((added or changed or [""])[0])


def after(request: HttpRequest, army: Army, entry: Change | None) -> str:
    """Address after an edit by a form: the row of the element, under the same system."""
    where = element_of_change(entry)
    address = f"{reverse('armies:build', args=[army.slug])}?system={chosen_system(request)}"
    return f"{address}#e-{where}" if where else address


def refusal(request: HttpRequest, army: Army, refused: Refused) -> HttpResponse:
    """422 with every problem and its field. Without script: the page of the form with the user's input."""
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
    """409: the changes by others since. The edit was not made and can be sent again."""
    if not wants_json(request):
        return conflict_page(request, error)
    seen = expected_version(request) or 0
    entries, rows = history.changed_since(error.army, seen)
    clashes = error.clashes if isinstance(error, Conflict) else ()
    answer = {
        **state(request, error.army),
        "entries": [{"by": entry.by, "words": entry.words} for entry in entries],
        "rows": [row.sentence for row in rows],
        "clashes": [clash.sentence for clash in clashes],
    }
    return JsonResponse(answer, status=409)


@login_required
@require_safe
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """A form for a new formation or unit, for browsers without script."""
    army = editable(request, slug)
    level, parent = request.GET.get("level", ""), request.GET.get("parent", "")
    if level not in ADDABLE:
        raise Http404("You can add a corps, a division, a brigade or a unit.")
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
    """A form that changes many units, for browsers without script."""
    army = editable(request, slug)
    context = {**page_of(request, army), "element": request.GET.get("element", "")}
    return private(render(request, "armies/build_bulk.html", context), army)
