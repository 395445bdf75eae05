"""The rulebooks: where every rule ID on a page, in a file or on paper leads to."""

from functools import cache
from importlib import resources

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from armies.rules.lists import LISTS
from armies.services import printing
from battles import rules
from battles.engine import registry
from battles.pages.finding import paper_in
from battles.sheets.cheat_sheet import cheat_sheet
from campaign.pages import rulebook_text


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The list of rulebooks."""
    systems = [(system, registry.meta(system.key)) for system in rules.SYSTEMS.values()]
    return render(request, "campaign/rules_index.html", {"systems": systems})


@require_safe
def book(request: HttpRequest, system: str) -> HttpResponse:
    """The rulebook of ``system``; each rule is an anchor of its ID. Not found where there is no such system."""
    chosen = rules.SYSTEMS.get(system)
    if chosen is None:
        known = " and ".join(one.title for one in rules.SYSTEMS.values())
        raise Http404(f"There is no rule system {system!r}; there are {known}.")
    written = rendered(system)
    return render(
        request,
        "campaign/rules.html",
        {
            "system": chosen,
            "meta": registry.meta(system),
            "has_lists": system in LISTS,
            "contents": written.contents,
            # Made from the shipped text with raw HTML switched off.
            "text": mark_safe(written.html),  # noqa: S308
        },
    )


@require_safe
def sheet(request: HttpRequest, system: str) -> HttpResponse:
    """The cheat sheet of ``system`` by the printed rules, as a PDF."""
    try:
        pages = registry.cheat_sheet(system, registry.printed(system))
    except registry.UnknownSystem as error:
        raise Http404(str(error)) from None
    title = rules.SYSTEMS[system].title
    data = printing.pdf(cheat_sheet(pages, title), paper_in(request))
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{system}-cheat-sheet.pdf"'
    return response


@cache
def rendered(system: str) -> rulebook_text.Book:
    """The rulebook of ``system``, worked out once in a process."""
    chosen = rules.SYSTEMS[system]
    files = resources.files(chosen.path)
    volumes = [
        rulebook_text.Volume(files.joinpath(name).read_text(encoding="utf-8"), prefix)
        for name, prefix in chosen.volumes
    ]
    return rulebook_text.render(volumes, chosen.prefixes)
