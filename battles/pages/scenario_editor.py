"""The scenario editor: strokes on the board, rows of the forces, options, random terrain, forces from armies."""

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

from armies.exchange.clean_text import one_line
from armies.pages.access import PLAY, counted_as, expected_version, private
from battles.engine.drafting import Brush, Draft, Stroke
from battles.engine.picture import Ground, Point
from battles.models import Scenario
from battles.pages.board.svg import Picture, moved, picture, under
from battles.pages.forms import (
    OptionsFields,
    form_rows,
    house_patch,
    house_rule_fields,
    place_of,
    sent_rows,
    table_groups,
)
from battles.pages.lookup import post_only
from battles.pages.new_battle import armies_for
from battles.pages.scenario_pages import STATUS, readable
from battles.services import drawn_scenarios
from battles.services.drawn_scenarios import Faulty, Outdated, draft_of, must_own
from battles.services.play.lock import CannotAct, NotYours, Refused

MOST_STROKES: Final = 400_000
"""The most characters of the strokes in one form."""
PLACE: Final = re.compile(r"(-?\d{1,4}(?:\.\d{1,2})?),(-?\d{1,4}(?:\.\d{1,2})?)", re.ASCII)
CM: Final = 100
"""Tenths of a millimetre in a centimetre."""


def strokes_of(request: HttpRequest, draft: Draft) -> tuple[Stroke, ...]:
    """The strokes to apply to a scenario.

    Raises:
        Refused: they cannot be read.
    """
    sent, areas = request.POST.get("strokes", ""), request.POST.get("areas", "").replace(",", " ").split()
    strokes = read_strokes(sent) if sent else ()
    points, which = _points(request.POST.get("points", ""), draft.ground), request.POST.get("which", "")
    if strokes and not areas and not points and not which:
        return strokes
    key, text = request.POST.get("brush", ""), one_line(request.POST.get("text", ""))
    brush = next((one for one in draft.palette if one.key == key), None)
    about = bool(brush and not brush.block and brush.draws in ("", "shift", "bend"))
    return (*strokes, Stroke(key, (which,) if which and about else tuple(areas), text, points=points))


def read_strokes(sent: str) -> tuple[Stroke, ...]:
    """The strokes in the JSON of the page's script.

    Raises:
        Refused: they cannot be read, or are too many.
    """
    if len(sent) > MOST_STROKES:
        raise Refused("These are too many strokes for one save. Save more often.", "strokes")
    try:
        return msgspec.json.decode(sent.encode(), type=tuple[Stroke, ...])
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        raise Refused("The strokes cannot be read. Reload the page and paint again.", "strokes") from None


def _points(typed: str, ground: Ground) -> tuple[Point, ...]:
    """Points of the picture from typed places, in centimetres from the lower left corner."""
    points = []
    for word in typed.replace(";", " ").split():
        match = PLACE.fullmatch(word.replace("−", "-"))
        if match is None:
            how = "Type places such as 60,40 75.5,40: centimetres from the left and from the southern edge"
            raise Refused(f"{how}. {word[:20]!r} is not a place.", "points")
        x, up = (round(float(part) * CM * ground.step / ground.tenths) for part in match.groups())
        points.append((x, ground.height - up))
    return tuple(points)


def terrain_items(draft: Draft) -> list[dict[str, Any]]:
    """The terrain of an open table for a script that finds what is under the pointer; lines, with their width, last."""
    ground = draft.ground
    if not ground.open:
        return []
    return [
        *(_told(area.key, area.words, area.outline) for area in ground.areas),
        *(_told(way.key, way.words, way.points, way.wide) for way in ground.ways if way.key),
    ]


def _told(key: str, words: str, points: Sequence[Point], wide: int | None = None) -> dict[str, Any]:
    return {"key": key, "words": words, "points": points, **({} if wide is None else {"wide": wide})}


def stroke_targets(draft: Draft) -> list[tuple[str, str]]:
    """The keys and names that a stroke on an open table may be about: terrain first, then units."""
    named = {each["key"]: f"{each['words']} ({each['key']})" for each in terrain_items(draft)}
    if draft.ground.open:
        named |= {block.key: block.name for block in draft.scene.blocks}
    return list(named.items())


MANY: Final = 12
"""A group with more brushes is folded at first."""


def editable(request: HttpRequest, slug: str) -> Scenario:
    """The scenario, if it is the user's own.

    Raises:
        Http404: they may not see it, or it belongs to somebody else.
    """
    row = readable(request, slug)
    try:
        must_own(row, request.user)
    except NotYours as error:
        raise Http404(str(error)) from None
    return row


def drawn(row: Scenario) -> Draft:
    """The scenario as the editor shows it. Raises Http404 if its file cannot be read."""
    try:
        return draft_of(row)
    except Faulty as fault:
        raise Http404(f"The file of this scenario cannot be read. {fault.path}: {fault}") from None


def version_of(request: HttpRequest) -> int:
    """The version that a form was made from; -1, which no scenario has, if it names none."""
    version = expected_version(request)
    return -1 if version is None else version


@require_safe
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of the editor."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    return shown(request, editable(request, slug))


def shown(request: HttpRequest, row: Scenario, error: CannotAct | None = None) -> HttpResponse:
    """The page of the editor; after an error, with what was sent."""
    if isinstance(error, Outdated):
        row = error.scenario
    context: dict[str, Any] = {"scenario": row, "address": row.get_absolute_url(), "said": str(error or "")}
    try:
        draft = draft_of(row)
    except Faulty as fault:
        context["said"] = f"{fault.path}: {fault}"
        return private(render(request, "scenarios/edit.html", context, status=422), row)
    sent = request.POST if error else request.GET
    keys = [brush.key for brush in draft.palette]
    context |= {
        "draft": draft,
        "picture": board_of(draft),
        "places": any(brush.block for brush in draft.palette),
        "groups": groups(draft.palette),
        "sheets": [(title, list(each)) for title, each in groupby(draft.sheets, lambda sheet: sheet.group)],
        "lying": terrain_items(draft),
        "things": stroke_targets(draft),
        "armies": armies_for(request.user),
        "forces": _forces(row, draft),
        **_faults(row, draft),
        "brush": sent.get("brush") if sent.get("brush") in keys else keys[0],
        "typed": {name: sent.get(name, "") for name in ("areas", "points", "which", "text", "strokes")}
        if error
        else {},
    }
    status = STATUS[error.code] if error else 200
    return private(render(request, "scenarios/edit.html", context, status=status), row)


def _forces(row: Scenario, draft: Draft) -> list[tuple[str, str]]:
    """The sides and the names of their forces. The first group of sheets belongs to neither side."""
    sides = drawn_scenarios.drawable_system(row.system).sides
    names = list(dict.fromkeys(sheet.group for sheet in draft.sheets))[1:]
    return list(zip(sides, names if len(names) == len(sides) else map("Side {}".format, sides), strict=True))


def groups(palette: Sequence[Brush]) -> list[tuple[str, list[Brush], bool]]:
    """The brushes under their headings, each with True if its group is folded at first."""
    grouped = [(title, list(each)) for title, each in groupby(palette, lambda brush: brush.group)]
    return [(title, brushes, len(brushes) > MANY) for title, brushes in grouped]


def _faults(row: Scenario, draft: Draft) -> dict[str, Any]:
    """The context of the faults of a scenario, each with the sheet in which it can be fixed."""
    placed = [(fault, _sheet_of(draft, fault.path)) for fault in draft.faults]
    return {"scenario": row, "address": row.get_absolute_url(), "draft": draft, "faults": placed}


def _sheet_of(draft: Draft, path: str) -> str:
    """The sheet in which a fault can be fixed, "" for none. The keys of sheets have no row numbers."""
    place = re.sub(r"\[\d+\]", "", path)
    keys = [sheet.key for sheet in draft.sheets if place.startswith(sheet.key)]
    return max(keys, key=len, default="")


@post_only
def paint(request: HttpRequest, slug: str) -> HttpResponse:
    """Apply strokes: those gathered by the page's script, or one brush on typed areas."""
    row = editable(request, slug)
    try:
        drawn_scenarios.paint(row, request.user, version_of(request), strokes_of(request, drawn(row)))
    except CannotAct as error:
        return shown(request, row, error)
    chosen = urlencode({"brush": request.POST.get("brush", "")[:40]})
    return redirect(f"{reverse('battles:scenario_edit', args=[slug])}?{chosen}")


@counted_as(PLAY)
@post_only
def attempt(request: HttpRequest, slug: str) -> HttpResponse:
    """The board after strokes that are not saved yet, and why the last stroke is not allowed."""
    row = editable(request, slug)
    try:
        strokes = read_strokes(request.POST.get("strokes", "") or "[]")
        draft, message = drawn_scenarios.preview_strokes(row, version_of(request), strokes, last="last" in request.POST)
    except CannotAct as error:
        return private(JsonResponse({"said": str(error)}, status=STATUS[error.code]), row)
    off = render_to_string("battles/_board_off.html", {"picture": board_of(draft)}, request)
    answer: dict[str, Any] = {"scene": moved(draft.ground, draft.scene), "off": off, "said": message}
    if draft.ground.open:
        faults = render_to_string("scenarios/_faults.html", _faults(row, draft), request)
        answer |= {"ground": under(draft.ground), "lying": terrain_items(draft), "faults": faults}
    return private(JsonResponse(answer, status=422 if message else 200), row)


def board_of(draft: Draft) -> Picture:
    """The board of the editor, with the units that have no place yet beside it."""
    off = draft.scene.off if any(brush.block for brush in draft.palette) else ()
    return picture(draft.ground, msgspec.structs.replace(draft.scene, off=off))


@post_only
def scatter(request: HttpRequest, slug: str) -> HttpResponse:
    """Place random terrain by the procedure of the rules."""
    row = editable(request, slug)
    try:
        drawn_scenarios.scatter(row, request.user, version_of(request), clear_first="anew" in request.POST)
    except CannotAct as error:
        return shown(request, row, error)
    messages.success(request, "Random terrain placed.")
    return redirect("battles:scenario_edit", slug)


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The form of a sheet's rows."""
    row = editable(request, slug)
    form_sheet = next((one for one in drawn(row).sheets if one.key == key), None)
    if form_sheet is None:
        raise Http404("There is no such sheet.")
    typed, wrong = None, None
    if request.method == "POST":
        typed = sent_rows(form_sheet, request.POST)
        try:
            drawn_scenarios.fill(row, request.user, version_of(request), key, list(typed.values()))
            return _saved(request, slug, form_sheet.title, "more" in request.POST, key)
        except CannotAct as error:
            wrong = error
    fault = wrong if isinstance(wrong, Faulty) else None
    context = {
        "scenario": wrong.scenario if isinstance(wrong, Outdated) else row,
        "sheet": form_sheet,
        "rows": form_rows(form_sheet, typed, fault),
        "said": "" if wrong is None or place_of(form_sheet, fault)[1] else str(wrong),
        "address": row.get_absolute_url(),
    }
    return private(render(request, "scenarios/sheet.html", context, status=STATUS[wrong.code] if wrong else 200), row)


def _saved(request: HttpRequest, slug: str, what: str, more: bool, key: str) -> HttpResponse:
    messages.success(request, f"{what}: saved.")
    return redirect("battles:scenario_sheet", slug, key) if more else redirect("battles:scenario_edit", slug)


@require_http_methods(["GET", "HEAD", "POST"])
def options(request: HttpRequest, slug: str) -> HttpResponse:
    """The form of the scenario's options, with the size of its board, and its house rules."""
    row = editable(request, slug)
    system, draft = drawn_scenarios.drawable_system(row.system), drawn(row)
    sent = request.POST if request.method == "POST" else None
    form = OptionsFields(system.meta.options, draft.options, sent)
    patch, faults = house_patch(system, sent or {})
    message, status = "", 422 if form.is_bound else 200
    if form.is_bound and form.is_valid() and not faults:
        try:
            drawn_scenarios.set_options(row, request.user, version_of(request), form.chosen(), patch)
            return _saved(request, slug, "Options and house rules", False, "")
        except CannotAct as error:
            message, status = str(error), STATUS[error.code]
            row = error.scenario if isinstance(error, Outdated) else row
    tables = table_groups(system, house_rule_fields(draft.house) if sent is None else sent, faults)
    context = {
        "scenario": row,
        "form": form,
        "tables": tables,
        "laid": sum(group.changed for group in tables),
        "said": message,
        "address": row.get_absolute_url(),
    }
    return private(render(request, "scenarios/options.html", context, status=status), row)


@post_only
def take(request: HttpRequest, slug: str) -> HttpResponse:
    """Use the units and commanders of an army as the force of a side."""
    row = editable(request, slug)
    sides, side = drawn_scenarios.drawable_system(row.system).sides, request.POST.get("side", "")
    army = next((one for one in armies_for(request.user) if one.slug == request.POST.get("army")), None)
    try:
        if army is None or side not in sides:
            raise Refused("Choose a side and an army that you may see.", "army")
        drawn_scenarios.take_army(row, request.user, version_of(request), side, army)
    except CannotAct as error:
        return shown(request, row, error)
    messages.success(request, f"The force of this side is now {army.name}.")
    return redirect("battles:scenario_edit", slug)
