"""Pages that edit an army's own facts or one of its elements, delete the army, and show and undo its changes."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from armies.building.difference import differences
from armies.building.element_tree import ARMY, MAY_HOLD
from armies.models import Army, Element
from armies.pages.access import (
    conflict_page,
    editable,
    expected_version,
    form_data,
    own_army,
    owns,
    private,
    version_seen,
)
from armies.pages.forms import FormationForm, HeadForm, OptionsForm, UnitForm, override_form
from armies.services import army_creation, history
from armies.services.apply_edit import BASE
from armies.services.army_changes import attach as attach_to
from armies.services.army_changes import (
    change_element,
    change_head,
    change_options,
    delete_army,
    own_part,
    set_visibility,
)
from armies.services.army_changes import override as override_unit
from armies.services.assessment import Assessment
from armies.services.locks import Refused, Stale
from armies.services.storage import facts_of
from battles.engine import registry
from battles.engine.armies import facts, systems
from battles.engine.armies.mapped import RowCell
from battles.engine.armies.systems import recording_groups, valid_options
from battles.engine.armies.tree import Place


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def head(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, nation, commander, battle; for the owner also the visibility, which is saved only if changed here."""
    army = editable(request, slug)
    was = request.POST.get("visibility_was", army.visibility)
    form = HeadForm(form_data(request), instance=army)
    if not owns(request.user, army):
        del form.fields["visibility"]
    if request.method == "POST" and form.is_valid():
        try:
            values = dict(form.cleaned_data)
            visibility = values.pop("visibility", "")
            values = own_part(army, version_seen(request), ARMY, values)
            change_head(army, values, by=request.user, expect=expected_version(request))
            if visibility not in ("", was):
                set_visibility(army, visibility)
        except Stale as error:
            return conflict_page(request, error)
        messages.success(request, "Saved.")
        return redirect(army)
    return form_page(request, army, form, "Edit the army", reverse("armies:army", args=[slug]), visibility_was=was)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def options(request: HttpRequest, slug: str, system: str) -> HttpResponse:
    """The options of one rule system for this army."""
    army = editable(request, slug)
    group = recording_groups().get(system)
    if group is None:
        raise Http404(f"There is no rule system {system}.")
    title, specs = group.title, group.option_specs
    now = group.options(valid_options(army.options)[0].get(system, {}))
    form = OptionsForm(specs, form_data(request), initial={name: getattr(now, name) for name in specs})
    back = f"{reverse('armies:army', args=[slug])}?system={system}"
    if request.method == "POST" and form.is_valid():
        try:
            change_options(army, system, form.cleaned_data, by=request.user, expect=expected_version(request))
        except Refused as refused:
            form.add_error(refused.field, str(refused))
        except Stale as error:
            return conflict_page(request, error)
        else:
            messages.success(request, f"The options of {title} are saved.")
            return redirect(back)
    return form_page(request, army, form, f"Options of {title}", back)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for confirmation, then delete the army and everything in it."""
    army = own_army(request, slug)
    if request.method == "POST":
        delete_army(army)
        messages.success(request, f"{army.name} is deleted.")
        return redirect(f"{reverse('armies:list')}?whose=mine")
    return render(request, "armies/delete.html", {"army": army})


def form_page(request: HttpRequest, army: Army, form: Any, title: str, back: str, **more: str) -> HttpResponse:
    """The page of a form; 422 if it was posted and refused."""
    context = {**more, "army": army, "form": form, "title": title, "back": back, "version": army_version(request, army)}
    context["owner"] = owns(request.user, army)
    return render(request, "armies/edit.html", context, status=422 if form.is_bound else 200)


def army_version(request: HttpRequest, army: Army) -> int:
    """The version that the form was first made from; refusals do not change it."""
    return expected_version(request) or army.version


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def element(request: HttpRequest, slug: str, element: Any) -> HttpResponse:
    """The facts of a unit or formation, and what can be done with it."""
    army = editable(request, slug)
    target = get_object_or_404(Element, army=army, pk=element)
    kind = UnitForm if target.level == Element.Level.UNIT else FormationForm
    form = kind(form_data(request), instance=target)
    if request.method == "POST" and form.is_valid():
        try:
            values = own_part(army, version_seen(request), str(target.pk), form.cleaned_data)
            change_element(army, str(target.pk), values, by=request.user, expect=expected_version(request))
        except Refused as refused:
            for field, sentence in refused.faults:
                form.add_error(field if field in form.fields else None, sentence)
        except Stale as error:
            return conflict_page(request, error)
        else:
            messages.success(request, f"{form.cleaned_data['name']}: saved.")
            return redirect(row_of(army, target))
    stored = Element.objects.get(pk=target.pk)
    context = {**page_of(army, stored), "form": form, "version": expected_version(request) or army.version}
    return render(request, "armies/element.html", context, status=422 if form.is_bound else 200)


def row_of(army: Army, target: Element) -> str:
    """The element's row in the builder."""
    return f"{reverse('armies:build', args=[army.slug])}#e-{target.pk}"


def page_of(army: Army, target: Element) -> dict[str, Any]:
    """Template context of an element: its place, other parents, kinds and overrides."""
    assessment = Assessment(facts_of(army))
    place = next(place for place in assessment.places if place.element.id == str(target.pk))
    unit = place.element if isinstance(place.element, facts.Unit) else None
    system, reserves = systems.reserves()
    options = assessment.options(system)
    return {
        "army": army,
        "target": target,
        "back": row_of(army, target),
        "above": [above.name for above in place.above],
        "parents": _parents(assessment, place.element),
        "parent": str(target.parent_id or ""),
        "kinds": reserves.kinds(assessment.army, str(target.pk), options) if target.level == "division" else (),
        "attachable": target.level == "brigade" or (unit is not None and unit.type in facts.ARTILLERY),
        "described": _described(assessment, place) if unit else [],
        "overrides": _overrides(unit),
    }


def _parents(assessment: Assessment, element: facts.Element) -> list[tuple[str, str]]:
    """Formations that may contain the element: id and name, indented by depth."""
    level = type(element).__name__.lower()
    parents = [("", "The army itself")]
    for place in assessment.places:
        inside = any(above.id == element.id for above in place.above) or place.element.id == element.id
        if not inside and level in MAY_HOLD[type(place.element).__name__.lower()]:
            parents.append((place.element.id, "\u00a0\u00a0" * place.depth + place.element.name))
    return parents


def _described(assessment: Assessment, place: Place) -> list[tuple[str, tuple[RowCell, ...]]]:
    """For each system with a builder: its title, and the unit's main numbers."""
    return [(group.title, assessment.mapped(key).described(place)) for key, group in systems.builder_groups().items()]


def _overrides(unit: facts.Unit | None) -> list[tuple[str, str, list[tuple[str, Any, str]]]]:
    """For each system: key, title, and overridden values (label, value, reason)."""
    if unit is None:
        return []
    return [
        (
            system,
            registry.army(system).title,
            [
                (specs[o.what].label, o.value, o.reason)
                for o in unit.overrides
                if o.system == system and o.what in specs
            ],
        )
        for system, specs in systems.override_specs().items()
    ]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def override(request: HttpRequest, slug: str, element: Any, system: str) -> HttpResponse:
    """Values of a unit under one system that replace those of the mapping."""
    army = editable(request, slug)
    target = get_object_or_404(Element, army=army, pk=element, level=Element.Level.UNIT)
    specs = systems.override_specs().get(system)
    if specs is None:
        raise Http404(f"There is no rule system {system}.")
    title = registry.army(system).title
    form = override_form(specs, [o for o in target.overrides if o["system"] == system], form_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            values = form.overridden_values()
            reason = form.cleaned_data["reason"]
            override_unit(
                army, str(target.pk), system, values, reason, by=request.user, expect=expected_version(request)
            )
        except Refused as refused:
            for field, sentence in refused.faults:
                form.add_error(field if field in form.fields else None, sentence)
        except Stale as error:
            return conflict_page(request, error)
        else:
            messages.success(request, f"{target.name} under {title}: saved.")
            return redirect("armies:element", army.slug, target.pk)
    assessment = Assessment(facts_of(army))
    context = {
        "army": army,
        "target": target,
        "form": form,
        "title": title,
        "reckonings": assessment.mapped(system).reckonings(assessment.by_id[str(target.pk)]),
        "version": expected_version(request) or army.version,
    }
    return render(request, "armies/override.html", context, status=422 if form.is_bound else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def attach(request: HttpRequest, slug: str, element: Any) -> HttpResponse:
    """Attach a reserve Brigade or battery; shows the faults of each choice (MN-ORG-12, MN-ORG-13)."""
    army = editable(request, slug)
    target = get_object_or_404(Element, army=army, pk=element)
    wrong = ""
    if request.method == "POST":
        try:
            change = attach_to(
                army, str(target.pk), request.POST.get("parent", ""), by=request.user, expect=expected_version(request)
            )
        except Refused as refused:
            wrong = str(refused)
        except Stale as error:
            return conflict_page(request, error)
        else:
            messages.success(request, change.words if change else f"{target.name} is already there.")
            return redirect(row_of(army, target))
    assessment = Assessment(facts_of(army))
    try:
        system, reserves = systems.reserves()
        choices = reserves.attachments(assessment.army, str(target.pk), assessment.options(system))
    except ValueError as error:
        raise Http404(str(error)) from error
    context = {"army": army, "target": target, "choices": choices, "wrong": wrong, "back": row_of(army, target)}
    return render(request, "armies/attach.html", context, status=422 if wrong else 200)


PAGE: Final = 50
MOST_SINCE: Final = 200
"""The most differences between a state and the present one that its page lists."""


@login_required
@require_safe
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """The changes of an army, newest first, for users who may change it."""
    army = editable(request, slug)
    text = request.GET.get("page", "1")
    pages = max(1, -(-army.changes.count() // PAGE))
    page = min(int(text) if text.isdecimal() and 0 < len(text) < 6 and int(text) else 1, pages)
    rows = army.changes.defer("difference").order_by("-number")[(page - 1) * PAGE : page * PAGE]
    context = {"army": army, "entries": rows, "page": page, "pages": pages, "address": "?"}
    return private(render(request, "armies/history.html", context), army)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One change, the army after it, and what changed since. A POST undoes it, or restores or copies that state."""
    army = editable(request, slug)
    row = army.changes.filter(number=number).first()
    if row is None:
        raise Http404(f"This army has no change {number}.")
    wrong = ""
    if request.method == "POST":
        try:
            if request.POST.get("act") == "copy":
                return _copy_of(request, army, number)
            return _undo_or_restore(request, army, number)
        except Refused as refused:
            wrong = str(refused)
        except Stale as error:
            return conflict_page(request, error)
    then = Assessment(history.army_at(army, number))
    since = differences(then.army, Assessment(facts_of(army)).army) if number != army.version else []
    context: dict[str, Any] = {
        "then": then,
        "since": since[:MOST_SINCE],
        "more": len(since[MOST_SINCE:]),
        "army": army,
        "entry": row,
        "rows": history.detail(army, row),
        "base": row.kind == BASE,
        "dice": row.kind in history.DICE,
        "wrong": wrong,
    }
    return private(render(request, "armies/entry.html", context, status=422 if wrong else 200), army)


def _copy_of(request: HttpRequest, army: Army, number: int) -> HttpResponse:
    new_army = army_creation.copied(army, request.user, number)
    messages.success(request, f"{new_army.name} is now yours. {new_army.origin}")
    return redirect("armies:build", new_army.slug)


def _undo_or_restore(request: HttpRequest, army: Army, number: int) -> HttpResponse:
    back = request.POST.get("act") == "back"
    change = (history.return_to if back else history.revert)(
        army, number, by=request.user, expect=expected_version(request)
    )
    if change is None:
        messages.info(request, "The army is already in this state.")
    else:
        messages.success(request, change.words)
    return redirect(reverse("armies:build", args=[army.slug]))
