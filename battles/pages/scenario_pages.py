"""Drawn scenarios: the list, a new one, one scenario shown, downloaded, shared, copied or deleted."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from armies.models.visibility import shared_with, visibilities_of
from armies.pages.access import COSTLY, counted_as, private
from armies.services import printed_sheets
from armies.services.locks import Refused as ClubRefused
from armies.services.people import FIELD, put_in_club
from battles.engine import registry
from battles.engine.options import OptionSpec, OptionValue
from battles.models import Scenario
from battles.pages.board.svg import board_file, picture
from battles.pages.files import file_response
from battles.pages.forms import BringForm, NewForm
from battles.pages.lookup import post_only
from battles.rules import SYSTEMS
from battles.services import drawn_scenarios
from battles.services.create import sources
from battles.services.drawn_scenarios import Faulty, Outdated, draft_of, owns
from battles.services.play.lock import CannotAct, Gone, Refused
from battles.sheets.board_map import board_map

STATUS: Final = {"stale": 409, "refused": 422, "not_yours": 403}


def readable(request: HttpRequest, slug: str) -> Scenario:
    """The scenario, if the user may see it.

    Raises:
        Http404: there is none, or it is somebody else's private one; one answer for both.
    """
    return get_object_or_404(Scenario.objects.readable_by(request.user).select_related("owner"), slug=slug)


@require_safe
def scenario(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a scenario: its board, text and files; for the owner with links to change it."""
    return shown(request, readable(request, slug))


def shown(request: HttpRequest, row: Scenario, message: str = "", status: int = 200) -> HttpResponse:
    """The page of a scenario; ``message`` says what was wrong with the form."""
    context: dict[str, Any] = {
        "scenario": row,
        "said": message,
        "system": SYSTEMS[row.system].title,
        "mine": owns(row, request.user),
        "visibilities": visibilities_of(row),
        "address": row.get_absolute_url(),
        "whole": request.build_absolute_uri(row.get_absolute_url()),
        "original": (original := drawn_scenarios.original_of(row, request.user)),
        "original_changed": drawn_scenarios.has_changed(row, original),
    }
    try:
        draft = draft_of(row)
    except Faulty as fault:
        context["said"] = f"{fault.path}: {fault}"
        return private(render(request, "scenarios/scenario.html", context, status=status), row)
    context |= {"draft": draft, "picture": picture(draft.ground, draft.scene), "options": _options(row, draft.options)}
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


HEAVY: Final = ("content", "copied_content", "taken_over")
"""Columns that lists leave in the database."""


@require_http_methods(["GET", "HEAD", "POST"])
def original(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what changed in the original of a copy since; its owner takes it over, or undoes that."""
    row = readable(request, slug)
    context: dict[str, Any] = {"scenario": row, "mine": owns(row, request.user), "original": None}
    status = 200
    try:
        if request.method == "POST":
            version = request.POST.get("version", "")
            expect = int(version) if version.isdecimal() and len(version) < 10 else row.version
            if request.POST.get("act") == "undo":
                row = drawn_scenarios.undo_take_over(row, request.user, expect)
                messages.success(request, "Undone. The copy is as it was before it took the changes over.")
                return redirect(row)
            row, left = drawn_scenarios.take_over(row, request.user, expect)
            messages.success(request, "The changes of the original are taken over.")
            if left:
                messages.warning(request, f"This stays as you have it: {'; '.join(left)}.")
            return redirect(row)
        context["original"] = drawn_scenarios.changes_of_original(row, request.user)
    except CannotAct as refusal:
        context["wrong"] = str(refusal)
        status = 200 if request.method != "POST" else STATUS.get(refusal.code, 404)
        context["scenario"] = refusal.scenario if isinstance(refusal, Outdated) else row
    return private(render(request, "scenarios/original.html", context, status=status), row)


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
    draft = draft_of(row)
    return board_file(draft.ground, draft.scene, draft.title)


@require_safe
def pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """``/s/<slug>.pdf``: the board as a map on one page, or on several sheets at ``?scale=`` millimetres a step."""
    row = readable(request, slug)
    scale, paper = request.GET.get("scale", ""), request.GET.get("paper", "a4")
    step = float(scale) if scale.isdecimal() and len(scale) < 4 else None
    try:
        draft = draft_of(row)
        units = "units" in request.GET
        drawn = board_map(
            draft.ground, draft.scene, row.title, printed_sheets.imprint(), paper=paper, step=step, units=units
        )
        data = printed_sheets.pdf(drawn)
    except (ValueError, Faulty) as error:
        return shown(request, row, str(error), 422)
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slugify(row.title) or slug}.pdf"'
    return private(response, row)


@post_only
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a copy for the user and open it in the editor."""
    row = readable(request, slug)
    if not request.user.is_authenticated:
        return redirect_to_login(row.get_absolute_url())
    try:
        copied = drawn_scenarios.copy(row, request.user)
    except Refused as refused:
        return shown(request, row, str(refused), 422)
    messages.success(request, "Copied. This copy is yours; only you see it.")
    return redirect("battles:scenario_edit", copied.slug)


@post_only
def visibility(request: HttpRequest, slug: str) -> HttpResponse:
    """Set who may see the scenario."""
    row = readable(request, slug)
    try:
        drawn_scenarios.share(row, request.user, request.POST.get("visibility", ""))
    except CannotAct as error:
        return shown(request, row, str(error), STATUS[error.code])
    messages.success(request, "Saved.")
    return redirect(row)


@post_only
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the scenario."""
    row = readable(request, slug)
    try:
        drawn_scenarios.delete(row, request.user)
    except CannotAct as error:
        return shown(request, row, str(error), STATUS[error.code])
    messages.success(request, f"{row.title} was deleted.")
    return redirect("battles:scenarios")


PAGE: Final = 30
WHOSE: Final = {"all": "All", "mine": "Mine", "club": "My clubs"}


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """30 scenarios a page, the user's own and the public ones, the latest first."""
    choice = request.GET.get("whose", "") if request.user.is_authenticated else "all"
    choice = choice if choice in WHOSE else "all"
    number = request.GET.get("page", "1")
    page = max(1, int(number)) if number.isdecimal() and len(number) < 5 else 1
    scenarios = Scenario.objects.listed_for(request.user).select_related("owner").defer(*HEAVY)
    if choice == "mine":
        scenarios = scenarios.filter(owner=request.user.pk)
    elif choice == "club":
        scenarios = scenarios.filter(shared_with(request.user))
    rows = list(scenarios[(page - 1) * PAGE : page * PAGE + 1])
    context: dict[str, Any] = {
        "scenarios": [(row, SYSTEMS[row.system].title) for row in rows[:PAGE]],
        "whose": {key: words for key, words in WHOSE.items() if key != "club" or request.user.is_authenticated},
        "choice": choice,
        "page": page,
        "pages": page + (len(rows) > PAGE),
        "address": f"?whose={choice}&",
    }
    return render(request, "scenarios/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The page of a new scenario: an empty board, or a copy of a scenario that comes with its system."""
    keys = drawn_scenarios.drawable_systems()
    key = (request.POST if request.method == "POST" else request.GET).get("system", "")
    system = keys.get(key) or next(iter(keys.values()))
    form = NewForm(system, request.POST if "title" in request.POST else None)
    try:
        if request.POST.get("take"):
            with transaction.atomic():
                created = drawn_scenarios.copy_shipped(request.user, system.key, request.POST["take"])
                put_in_club(created, request.user, request.GET.get(FIELD, ""))
            return redirect("battles:scenario_edit", created.slug)
        if form.is_bound and form.is_valid():
            with transaction.atomic():
                created = drawn_scenarios.create(request.user, system.key, form.cleaned_data["title"], form.values())
                put_in_club(created, request.user, request.GET.get(FIELD, ""))
            return redirect("battles:scenario_edit", created.slug)
    except ClubRefused as refused:
        messages.error(request, str(refused))
    except Refused as refused:
        if not form.is_bound:
            raise Gone("There is no such scenario to copy.") from None
        form.add_error("title" if refused.field == "title" else None, str(refused))
    context = {"form": form, "systems": keys.values(), "system": system, "shipped": sources.shipped(system)}
    return render(request, "scenarios/new.html", context, status=422 if form.is_bound else 200)


@counted_as(*COSTLY)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_scenario_page(request: HttpRequest) -> HttpResponse:
    """Import a scenario from a file; an error names the place of a fault."""
    form = BringForm(request.POST, request.FILES) if request.method == "POST" else BringForm()
    if form.is_bound and form.is_valid():
        sent = form.cleaned_data["file"]
        try:
            content = sent.read(drawn_scenarios.MOST_BYTES + 1)
            with transaction.atomic():
                created = drawn_scenarios.import_scenario(request.user, form.cleaned_data["system"], content)
                put_in_club(created, request.user, request.GET.get(FIELD, ""))
            return redirect(created)
        except ClubRefused as refused:
            form.add_error(None, str(refused))
        except Refused as refused:
            where = f"{refused.path}: " if isinstance(refused, Faulty) and refused.path else ""
            form.add_error("file", f"{where}{refused}")
    return render(request, "scenarios/bring.html", {"form": form}, status=422 if form.is_bound else 200)
