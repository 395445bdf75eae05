"""What armies are made of under a system without an engine: its catalogue, and the armies of its rulebook."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armies.pages.files import paper_of
from armies.pages.listed import listed_groups
from armies.rules.army_list import ArmyList
from armies.rules.lists import LISTS, WRITTEN, Lists
from armies.services import printing
from armies.sheets.list_roster import list_roster
from battles import rules
from battles.engine import registry
from battles.services import sheets
from battles.sheets.cheat_sheet import cheat_sheet


@require_safe
def index(request: HttpRequest, system: str) -> HttpResponse:
    """The catalogue of ``system`` and its sample armies."""
    lists = _lists(system)
    context = {
        "system": rules.SYSTEMS[system],
        "meta": registry.meta(system),
        "catalogue": lists.catalogue(),
        "lists": lists.sample_lists().items(),
        "is_written": system in WRITTEN,
    }
    return render(request, "campaign/army_lists.html", context)


@require_safe
def one(request: HttpRequest, system: str, key: str) -> HttpResponse:
    """A sample army, unit by unit."""
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
    """An army that somebody writes down: priced, checked, printed. It is kept in the address alone."""
    if system not in WRITTEN:
        raise Http404(f"No armies of {system!r} are written down; those of {', '.join(WRITTEN)} are.")
    rules_of = WRITTEN[system]
    text = request.GET.get("army", "")
    listed, wrong = None, ""
    try:
        listed = rules_of.read_list(text) if text.strip() else None
    except ValueError as error:
        wrong = str(error)
    if listed and "pdf" in request.GET:
        return _roster(request, listed, f"{system}.pdf")
    if listed and "sheet" in request.GET:
        made = cheat_sheet(sheets.written_sheet(text, system), listed.title)
        return _pdf(printing.pdf(made, paper_of(request)), f"{system}-cheat-sheet.pdf")
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
    """The roster of a sample army."""
    listed = _list(system, key)
    return _roster(request, listed, f"{system}-{key}.pdf")


def _roster(request: HttpRequest, listed: ArmyList, name: str) -> HttpResponse:
    data = printing.pdf(list_roster(listed), paper_of(request))
    return _pdf(data, name)


def _pdf(data: bytes, name: str) -> HttpResponse:
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _lists(system: str) -> Lists:
    if system not in LISTS:
        raise Http404(f"There are no army lists of {system!r}; there are some of {', '.join(LISTS)}.")
    return LISTS[system]


def _list(system: str, key: str) -> ArmyList:
    found = _lists(system).sample_lists()
    if key not in found:
        raise Http404(f"There is no army {key!r}; there are {', '.join(found)}.")
    return found[key]
