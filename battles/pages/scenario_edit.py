"""The editor of a scenario: strokes on its board, rows in its sheets, its options, random terrain."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from armies.pages.finding import expected
from battles.engine.drafting import Brush, Draft
from battles.models import Scenario
from battles.pages.board import Picture, picture
from battles.pages.board_svg import moved, under
from battles.pages.finding import acting
from battles.pages.option_fields import OptionsFields, house_patch, laid_as_typed, table_groups
from battles.pages.scenario import STATUS, private, readable
from battles.pages.scenario_forms import form_rows, place_of, sent_rows
from battles.pages.scenario_strokes import lying, read, strokes_of, things
from battles.pages.setup_form import armies_for
from battles.services import drawing_up
from battles.services.drawing_up import Faulty, Outdated, draft_of, must_own
from battles.services.locking import CannotAct, NotYours

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
        "picture": board_of(found),
        "places": any(brush.block for brush in found.palette),
        "groups": groups(found.palette),
        "sheets": [(title, list(each)) for title, each in groupby(found.sheets, lambda sheet: sheet.group)],
        "lying": lying(found),
        "things": things(found),
        "armies": armies_for(request.user),
        "forces": _forces(row, found),
        **_faults(row, found),
        "brush": sent.get("brush") if sent.get("brush") in keys else keys[0],
        "typed": {name: sent.get(name, "") for name in ("areas", "points", "which", "text", "strokes")}
        if error
        else {},
    }
    status = STATUS[error.code] if error else 200
    return private(render(request, "scenarios/edit.html", context, status=status), row)


def _forces(row: Scenario, found: Draft) -> list[tuple[str, str]]:
    """The sides and what their forces are called; what is about neither comes first among the sheets."""
    sides = drawing_up.drafting(row.system).sides
    names = list(dict.fromkeys(sheet.group for sheet in found.sheets))[1:]
    return list(zip(sides, names if len(names) == len(sides) else map("Side {}".format, sides), strict=True))


def groups(palette: Sequence[Brush]) -> list[tuple[str, list[Brush], bool]]:
    """The brushes under their headings, and whether these are so many that they are folded away."""
    found = [(title, list(each)) for title, each in groupby(palette, lambda brush: brush.group)]
    return [(title, brushes, len(brushes) > MANY) for title, brushes in found]


def _faults(row: Scenario, found: Draft) -> dict[str, Any]:
    """What keeps a drawing from being played, each with the sheet that it can be mended in."""
    told = [(fault, _sheet_of(found, fault.path)) for fault in found.faults]
    return {"scenario": row, "address": row.get_absolute_url(), "draft": found, "faults": told}


def _sheet_of(found: Draft, path: str) -> str:
    """The sheet that a fault can be mended in, "" for none. A sheet's key has no numbers of rows."""
    place = re.sub(r"\[\d+\]", "", path)
    keys = [sheet.key for sheet in found.sheets if place.startswith(sheet.key)]
    return max(keys, key=len, default="")


@acting
def paint(request: HttpRequest, slug: str) -> HttpResponse:
    """Strokes: those that the page's script gathered, or one brush on the areas that were typed."""
    row = editable(request, slug)
    try:
        drawing_up.paint(row, request.user, version_of(request), strokes_of(request, drawn(row)))
    except CannotAct as error:
        return shown(request, row, error)
    chosen = urlencode({"brush": request.POST.get("brush", "")[:40]})
    return redirect(f"{reverse('battles:scenario_edit', args=[slug])}?{chosen}")


@acting
def attempt(request: HttpRequest, slug: str) -> HttpResponse:
    """What stands on the board and beside it after strokes that are not saved, and what forbids the last of them."""
    row = editable(request, slug)
    try:
        strokes = read(request.POST.get("strokes", "") or "[]")
        found, said = drawing_up.tried(row, version_of(request), strokes, last="last" in request.POST)
    except CannotAct as error:
        return private(JsonResponse({"said": str(error)}, status=STATUS[error.code]), row)
    off = render_to_string("battles/_board_off.html", {"picture": board_of(found)}, request)
    answer: dict[str, Any] = {"scene": moved(found.ground, found.scene), "off": off, "said": said}
    if found.ground.open:
        faults = render_to_string("scenarios/_faults.html", _faults(row, found), request)
        answer |= {"ground": under(found.ground), "lying": lying(found), "faults": faults}
    return private(JsonResponse(answer, status=422 if said else 200), row)


def board_of(found: Draft) -> Picture:
    """The board of the editor; beside it what still has no place, where places are set."""
    off = found.scene.off if any(brush.block for brush in found.palette) else ()
    return picture(found.ground, msgspec.structs.replace(found.scene, off=off))


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
    """What the scenario is played by: its options, the size of its board among them, and its house rules."""
    row = editable(request, slug)
    system, found = drawing_up.drafting(row.system), drawn(row)
    sent = request.POST if request.method == "POST" else None
    form = OptionsFields(system.meta.options, found.options, sent)
    patch, faults = house_patch(system, sent or {})
    said, status = "", 422 if form.is_bound else 200
    if form.is_bound and form.is_valid() and not faults:
        try:
            drawing_up.set_options(row, request.user, version_of(request), form.chosen(), patch)
            return _saved(request, slug, "Options and house rules", False, "")
        except CannotAct as error:
            said, status = str(error), STATUS[error.code]
            row = error.scenario if isinstance(error, Outdated) else row
    tables = table_groups(system, laid_as_typed(found.house) if sent is None else sent, faults)
    context = {
        "scenario": row,
        "form": form,
        "tables": tables,
        "laid": sum(group.changed for group in tables),
        "said": said,
        "address": row.get_absolute_url(),
    }
    return private(render(request, "scenarios/options.html", context, status=status), row)
