"""What armies are made of under a system without an engine: its catalogue, and the armies of its rulebook."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armies.pages.files import paper_of
from armies.pages.listed import listed_groups
from armies.rules.army_list import ArmyList
from armies.rules.lists import LISTS, Lists
from armies.sheets.list_roster import list_roster
from battles import rules
from battles.engine import registry


@require_safe
def index(request: HttpRequest, system: str) -> HttpResponse:
    """The catalogue of ``system`` and its sample armies."""
    lists = _lists(system)
    context = {
        "system": rules.SYSTEMS[system],
        "meta": registry.meta(system),
        "catalogue": lists.catalogue(),
        "lists": lists.sample_lists().items(),
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
        "listed": listed,
        "listed_groups": listed_groups(listed),
        "faults": [(fault, "") for fault in listed.faults],
    }
    return render(request, "campaign/army_list.html", context)


@require_safe
def pdf(request: HttpRequest, system: str, key: str) -> HttpResponse:
    """The roster of a sample army."""
    listed = _list(system, key)
    data = list_roster(listed, paper=paper_of(request), version=settings.MUSTER_VERSION)
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{system}-{key}.pdf"'
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
