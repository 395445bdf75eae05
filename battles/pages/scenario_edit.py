"""The editor of a scenario: strokes on its board, rows in its sheets, its options, random terrain."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from armies.exchange.cleaning import one_line
from armies.pages.finding import expected
from battles.engine.drafting import Brush, Draft, Stroke
from battles.models import Scenario
from battles.pages.board import picture
from battles.pages.finding import acting
from battles.pages.option_fields import OptionsFields
from battles.pages.scenario import STATUS, private, readable
from battles.pages.scenario_forms import form_rows, place_of, sent_rows
from battles.services import drawing_up
from battles.services.drawing_up import Faulty, Outdated, draft_of, must_own
from battles.services.locking import CannotAct, NotYours, Refused

MOST_STROKES: Final = 400_000
"""Characters of the strokes that one form may bring."""
MANY: Final = 12
"""Brushes of a group that are folded away at first."""


def editable(request: HttpRequest, slug: str) -> Scenario:
    """The scenario, if the one who asks drew it.

    Raises:
        Http404: he may not see it, or it is another's.
    """
    row = readable(request, slug)
    try:
        must_own(row, request.user)
    except NotYours as error:
        raise Http404(str(error)) from None
    return row


def drawn(row: Scenario) -> Draft:
    """All that is to be seen of the scenario; raises Http404 where its file cannot be read."""
    try:
        return draft_of(row)
    except Faulty as fault:
        raise Http404(f"The file of this scenario cannot be read. {fault.path}: {fault}") from None


def version_of(request: HttpRequest) -> int:
    """The version that a form was made from; -1, which none has, where it says none."""
    found = expected(request)
    return -1 if found is None else found


@require_safe
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The board to be painted, and everything else about the scenario."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    return shown(request, editable(request, slug))


def shown(request: HttpRequest, row: Scenario, error: CannotAct | None = None) -> HttpResponse:
    """The editor, with what was sent still in it where it was refused."""
    if isinstance(error, Outdated):
        row = error.scenario
    context: dict[str, Any] = {"scenario": row, "address": row.get_absolute_url(), "said": str(error or "")}
    try:
        found = draft_of(row)
    except Faulty as fault:
        context["said"] = f"{fault.path}: {fault}"
        return private(render(request, "scenarios/edit.html", context, status=422), row)
    sent = request.POST if error else request.GET
    keys = [brush.key for brush in found.palette]
    context |= {
        "draft": found,
        "picture": picture(found.ground, msgspec.structs.replace(found.scene, off=())),
        "groups": groups(found.palette),
        "sheets": [(title, list(each)) for title, each in groupby(found.sheets, lambda sheet: sheet.group)],
        "faults": [(fault, _sheet_of(found, fault.path)) for fault in found.faults],
        "brush": sent.get("brush") if sent.get("brush") in keys else keys[0],
        "typed": {name: sent.get(name, "") for name in ("areas", "text", "strokes")} if error else {},
    }
    status = STATUS[error.code] if error else 200
    return private(render(request, "scenarios/edit.html", context, status=status), row)


def groups(palette: Sequence[Brush]) -> list[tuple[str, list[Brush], bool]]:
    """The brushes under their headings, and whether these are so many that they are folded away."""
    found = [(title, list(each)) for title, each in groupby(palette, lambda brush: brush.group)]
    return [(title, brushes, len(brushes) > MANY) for title, brushes in found]


def _sheet_of(found: Draft, path: str) -> str:
    """The sheet that a fault can be mended in, "" for none."""
    keys = [sheet.key for sheet in found.sheets if path.startswith(sheet.key)]
    return max(keys, key=len, default="")


@acting
def paint(request: HttpRequest, slug: str) -> HttpResponse:
    """Strokes: those that the page's script gathered, or one brush on the areas that were typed."""
    row = editable(request, slug)
    try:
        drawing_up.paint(row, request.user, version_of(request), strokes_of(request))
    except CannotAct as error:
        return shown(request, row, error)
    chosen = urlencode({"brush": request.POST.get("brush", "")[:40]})
    return redirect(f"{reverse('battles:scenario_edit', args=[slug])}?{chosen}")


def strokes_of(request: HttpRequest) -> tuple[Stroke, ...]:
    """What is to be painted.

    Raises:
        Refused: it cannot be read.
    """
    sent, areas = request.POST.get("strokes", ""), request.POST.get("areas", "").replace(",", " ").split()
    strokes = _read(sent) if sent else ()
    if strokes and not areas:
        return strokes
    text = one_line(request.POST.get("text", ""))
    return (*strokes, Stroke(request.POST.get("brush", ""), tuple(areas), text))


def _read(sent: str) -> tuple[Stroke, ...]:
    if len(sent) > MOST_STROKES:
        raise Refused("These are too many strokes for one save. Save more often.", "strokes")
    try:
        return msgspec.json.decode(sent.encode(), type=tuple[Stroke, ...])
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        raise Refused("The strokes cannot be read. Reload the page and paint again.", "strokes") from None


@acting
def scatter(request: HttpRequest, slug: str) -> HttpResponse:
    """Random terrain by the rules' own procedure."""
    row = editable(request, slug)
    try:
        drawing_up.scatter(row, request.user, version_of(request), anew="anew" in request.POST)
    except CannotAct as error:
        return shown(request, row, error)
    messages.success(request, "The dice have laid the ground.")
    return redirect("battles:scenario_edit", slug)


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The rows of a sheet."""
    row = editable(request, slug)
    found = next((one for one in drawn(row).sheets if one.key == key), None)
    if found is None:
        raise Http404("There is nothing of that name to fill in.")
    typed, wrong = None, None
    if request.method == "POST":
        typed = sent_rows(found, request.POST)
        try:
            drawing_up.fill(row, request.user, version_of(request), key, list(typed.values()))
            return _saved(request, slug, found.title, "more" in request.POST, key)
        except CannotAct as error:
            wrong = error
    fault = wrong if isinstance(wrong, Faulty) else None
    context = {
        "scenario": wrong.scenario if isinstance(wrong, Outdated) else row,
        "sheet": found,
        "rows": form_rows(found, typed, fault),
        "said": "" if wrong is None or place_of(found, fault)[1] else str(wrong),
        "address": row.get_absolute_url(),
    }
    return private(render(request, "scenarios/sheet.html", context, status=STATUS[wrong.code] if wrong else 200), row)


def _saved(request: HttpRequest, slug: str, what: str, more: bool, key: str) -> HttpResponse:
    messages.success(request, f"{what}: saved.")
    return redirect("battles:scenario_sheet", slug, key) if more else redirect("battles:scenario_edit", slug)


@require_http_methods(["GET", "HEAD", "POST"])
def options(request: HttpRequest, slug: str) -> HttpResponse:
    """The options that the scenario is played by, the size of its board among them."""
    row = editable(request, slug)
    specs = drawing_up.drafting(row.system).meta.options
    form = OptionsFields(specs, drawn(row).options, request.POST if request.method == "POST" else None)
    said, status = "", 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            drawing_up.set_options(row, request.user, version_of(request), form.chosen())
            return _saved(request, slug, "Options", False, "")
        except CannotAct as error:
            said, status = str(error), STATUS[error.code]
            row = error.scenario if isinstance(error, Outdated) else row
    context = {"scenario": row, "form": form, "said": said, "address": row.get_absolute_url()}
    return private(render(request, "scenarios/options.html", context, status=status), row)
