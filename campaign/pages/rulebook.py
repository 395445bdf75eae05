"""The rulebooks: where every rule ID on a page, in a file or on paper leads to."""

from functools import cache
from importlib import resources

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from battles import rules
from campaign.pages import rulebook_text


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The list of rulebooks."""
    return render(request, "campaign/rules_index.html", {"systems": rules.SYSTEMS.values()})


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
            "systems": rules.SYSTEMS.values(),
            "contents": written.contents,
            # Made from the shipped text with raw HTML switched off.
            "text": mark_safe(written.html),  # noqa: S308
        },
    )


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
