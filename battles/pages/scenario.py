"""A drawn scenario: to be looked at, taken along as a file, printed, copied, shared, set up as a battle."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from armies.models import Visibility
from armies.services import printing
from battles.engine import registry
from battles.engine.option_spec import OptionSpec, OptionValue
from battles.models import Scenario
from battles.pages.board import picture
from battles.pages.board_svg import board_file
from battles.pages.finding import acting
from battles.pages.handing import file_response
from battles.rules import SYSTEMS
from battles.services import drawing_up, sources
from battles.services.drawing_up import Faulty, draft_of, owns
from battles.services.locking import CannotAct, Refused
from battles.sheets.board_map import board_map

STATUS: Final = {"stale": 409, "refused": 422, "not_yours": 403}


def readable(request: HttpRequest, slug: str) -> Scenario:
    """The scenario, if the one who asks may see it.

    Raises:
        Http404: there is none, or it is another's private one: one answer for both.
    """
    return get_object_or_404(Scenario.objects.readable_by(request.user).select_related("owner"), slug=slug)


def private(response: HttpResponse, scenario: Scenario) -> HttpResponse:
    """Keep a scenario that is not public out of search engines, and every one out of shared caches."""
    if scenario.visibility != Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def scenario(request: HttpRequest, slug: str) -> HttpResponse:
    """The board, what it is about, its files; for the owner the way to change it."""
    return shown(request, readable(request, slug))


def shown(request: HttpRequest, row: Scenario, said: str = "", status: int = 200) -> HttpResponse:
    """The page of a scenario; ``said`` is what was wrong with what was sent."""
    context: dict[str, Any] = {
        "scenario": row,
        "said": said,
        "system": SYSTEMS[row.system].title,
        "mine": owns(row, request.user),
        "visibilities": Visibility.choices,
        "address": row.get_absolute_url(),
        "whole": request.build_absolute_uri(row.get_absolute_url()),
    }
    try:
        found = draft_of(row)
    except Faulty as fault:
        context["said"] = f"{fault.path}: {fault}"
        return private(render(request, "scenarios/scenario.html", context, status=status), row)
    context |= {"draft": found, "picture": picture(found.ground, found.scene), "options": _options(row, found.options)}
    context["source"] = sources.drawn(row).key
    return private(render(request, "scenarios/scenario.html", context, status=status), row)


def _options(row: Scenario, values: Mapping[str, OptionValue]) -> list[tuple[str, str]]:
    """The options that are not at their defaults, in words."""
    specs = registry.load(row.system).meta.options
    return [(specs[name].label, _said(specs[name], value)) for name, value in values.items()]


def _said(spec: OptionSpec, value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if spec.kind == "length":
        return f"{value} cm"
    parts = str(value).split(",") if spec.kind == "set" else [str(value)]
    return ", ".join(spec.words.get(part, part) for part in parts)


@require_safe
def file(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    """``/s/<slug>.json`` (the scenario's file) or ``.svg`` (its board)."""
    row = readable(request, slug)
    try:
        data = row.content if suffix == "json" else _svg(row)
    except Faulty as fault:
        return shown(request, row, str(fault), 422)
    return private(file_response(data, suffix, row.title, slug), row)


def _svg(row: Scenario) -> str:
    found = draft_of(row)
    return board_file(found.ground, found.scene, found.title)


@require_safe
def pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """``/s/<slug>.pdf``: the board as a map on one page, or to ``?scale=`` millimetres a step over sheets."""
    row = readable(request, slug)
    scale, paper = request.GET.get("scale", ""), request.GET.get("paper", "a4")
    step = float(scale) if scale.isdecimal() and len(scale) < 4 else None
    try:
        found = draft_of(row)
        units = "units" in request.GET
        drawn = board_map(found.ground, found.scene, row.title, printing.imprint(), paper=paper, step=step, units=units)
        data = printing.pdf(drawn)
    except (ValueError, Faulty) as error:
        return shown(request, row, str(error), 422)
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slugify(row.title) or slug}.pdf"'
    return private(response, row)


@acting
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """A copy of one's own, which opens in the editor."""
    row = readable(request, slug)
    if not request.user.is_authenticated:
        return redirect_to_login(row.get_absolute_url())
    try:
        made = drawing_up.copy(row, request.user)
    except Refused as refused:
        return shown(request, row, str(refused), 422)
    messages.success(request, "Copied. This one is yours; nobody else sees it yet.")
    return redirect("battles:scenario_edit", made.slug)


@acting
def visibility(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may see it."""
    row = readable(request, slug)
    try:
        drawing_up.share(row, request.user, request.POST.get("visibility", ""))
    except CannotAct as error:
        return shown(request, row, str(error), STATUS[error.code])
    messages.success(request, "Saved.")
    return redirect(row)


@acting
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Do away with it."""
    row = readable(request, slug)
    try:
        drawing_up.delete(row, request.user)
    except CannotAct as error:
        return shown(request, row, str(error), STATUS[error.code])
    messages.success(request, f"{row.title} is deleted.")
    return redirect("battles:scenarios")
