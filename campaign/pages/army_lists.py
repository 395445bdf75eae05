"""Pages of army lists for systems without an engine: catalogue, sample armies, armies written as text."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armies.pages.army_page import listed_groups
from armies.pages.army_sheets import paper_of
from armies.services import printed_sheets
from armies.sheets.army_roster import list_roster
from battles import rules
from battles.engine import registry
from battles.engine.armies import systems
from battles.engine.armies.army_list import ArmyList
from battles.engine.armies.group import ArmyGroup
from battles.services import cheat_sheets
from battles.sheets.cheat_sheet import cheat_sheet


@require_safe
def index(request: HttpRequest, system: str) -> HttpResponse:
    """Show the unit catalogue of ``system`` and its sample armies."""
    lists = _lists(system)
    context = {
        "system": rules.SYSTEMS[system],
        "meta": registry.meta(system),
        "catalogue": lists.catalogue(),
        "lists": lists.sample_lists().items(),
        "is_written": system in systems.written_groups(),
    }
    return render(request, "campaign/army_lists.html", context)


@require_safe
def one(request: HttpRequest, system: str, key: str) -> HttpResponse:
    """Show a sample army, unit by unit."""
    listed = _list(system, key)
    context = {
        "system": rules.SYSTEMS[system],
        "meta": registry.meta(system),
        "key": key,
        "prints": f"list:{system}:{key}",
        "listed": listed,
        "listed_groups": listed_groups(listed),
        "faults": [(fault, "") for fault in listed.faults],
    }
    return render(request, "campaign/army_list.html", context)


@require_safe
def written(request: HttpRequest, system: str) -> HttpResponse:
    """Price, check and print an army written as text. Only the page's address stores it."""
    groups = systems.written_groups()
    if system not in groups:
        raise Http404(f"Armies of {system!r} cannot be written as text; those of {', '.join(groups)} can.")
    rules_of = groups[system]
    text = request.GET.get("army", "")
    listed, wrong = None, ""
    try:
        listed = rules_of.read_list(text) if text.strip() else None
    except ValueError as error:
        wrong = str(error)
    if listed and "pdf" in request.GET:
        return _roster(request, listed, f"{system}.pdf")
    if listed and "sheet" in request.GET:
        sheet = cheat_sheet(cheat_sheets.written_sheet(text, system), listed.title)
        return _pdf(printed_sheets.pdf(sheet, paper_of(request)), f"{system}-cheat-sheet.pdf")
    context = {
        "system": rules.SYSTEMS[system],
        "meta": registry.meta(system),
        "text": text or rules_of.EXAMPLE,
        "wrong": wrong,
        "listed": listed,
        "listed_groups": listed_groups(listed) if listed else [],
        "faults": [(fault, "") for fault in listed.faults] if listed else [],
    }
    return render(request, "campaign/army_written.html", context, status=422 if wrong else 200)


@require_safe
def pdf(request: HttpRequest, system: str, key: str) -> HttpResponse:
    """The roster of a sample army as a PDF."""
    listed = _list(system, key)
    return _roster(request, listed, f"{system}-{key}.pdf")


def _roster(request: HttpRequest, listed: ArmyList, name: str) -> HttpResponse:
    data = printed_sheets.pdf(list_roster(listed), paper_of(request))
    return _pdf(data, name)


def _pdf(data: bytes, name: str) -> HttpResponse:
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _lists(system: str) -> ArmyGroup:
    groups = systems.list_groups()
    if system not in groups:
        raise Http404(f"There are no army lists for {system!r}. Systems with lists: {', '.join(groups)}.")
    return groups[system]


def _list(system: str, key: str) -> ArmyList:
    sample_lists = _lists(system).sample_lists()
    if key not in sample_lists:
        raise Http404(f"There is no sample army {key!r}. Sample armies: {', '.join(sample_lists)}.")
    return sample_lists[key]
