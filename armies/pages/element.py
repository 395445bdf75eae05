"""One unit or formation: its facts, its place, what a system makes of it, where a reserve may be attached."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from armies.building.trees import MAY_HOLD
from armies.models import Army, Element
from armies.pages.finding import editable, expected, seen, sent, stale
from armies.pages.forms import FormationForm, UnitForm, override_form
from armies.rules import facts
from armies.rules.mini_nap.attachment import attachments, kinds
from armies.rules.opting import TITLES
from armies.rules.overriding import OVERRIDE_SPECS
from armies.services.assessing import Assessment
from armies.services.attaching import attach as attach_to
from armies.services.attaching import override as override_unit
from armies.services.editing import change_element
from armies.services.locking import Refused, Stale
from armies.services.merging import own_part
from armies.services.reading import facts_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def element(request: HttpRequest, slug: str, element: Any) -> HttpResponse:
    """The facts of a unit or formation, and what can be done with it."""
    army = editable(request, slug)
    target = get_object_or_404(Element, army=army, pk=element)
    kind = UnitForm if target.level == Element.Level.UNIT else FormationForm
    form = kind(sent(request), instance=target)
    if request.method == "POST" and form.is_valid():
        try:
            values = own_part(army, seen(request), str(target.pk), form.cleaned_data)
            change_element(army, str(target.pk), values, by=request.user, expect=expected(request))
        except Refused as refused:
            for field, sentence in refused.faults:
                form.add_error(field if field in form.fields else None, sentence)
        except Stale as error:
            return stale(request, error)
        else:
            messages.success(request, f"{form.cleaned_data['name']}: saved.")
            return redirect(row_of(army, target))
    stored = Element.objects.get(pk=target.pk)
    context = {**page_of(army, stored), "form": form, "version": expected(request) or army.version}
    return render(request, "armies/element.html", context, status=422 if form.is_bound else 200)


def row_of(army: Army, target: Element) -> str:
    """The element's row in the builder."""
    return f"{reverse('armies:build', args=[army.slug])}#e-{target.pk}"


def page_of(army: Army, target: Element) -> dict[str, Any]:
    """The element with its place, and what its page offers besides the form."""
    assessment = Assessment(facts_of(army))
    place = next(place for place in assessment.places if place.element.id == str(target.pk))
    unit = place.element if isinstance(place.element, facts.Unit) else None
    options = assessment.mini_nap_options
    return {
        "army": army,
        "target": target,
        "back": row_of(army, target),
        "above": [above.name for above in place.above],
        "parents": _parents(assessment, place.element),
        "parent": str(target.parent_id or ""),
        "kinds": kinds(assessment.army, str(target.pk), options) if target.level == "division" else (),
        "attachable": target.level == "brigade" or (unit is not None and unit.type in facts.ARTILLERY),
        "mini": assessment.mini_nap_units.get(str(target.pk)),
        "easy": assessment.easy_units.get(str(target.pk)),
        "overrides": _overrides(unit),
    }


def _parents(assessment: Assessment, element: facts.Element) -> list[tuple[str, str]]:
    """Where the element could stand: the id of each formation that may hold it, and its name, set in by its depth."""
    level = type(element).__name__.lower()
    found = [("", "The army itself")]
    for place in assessment.places:
        inside = any(above.id == element.id for above in place.above) or place.element.id == element.id
        if not inside and level in MAY_HOLD[type(place.element).__name__.lower()]:
            found.append((place.element.id, "\u00a0\u00a0" * place.depth + place.element.name))
    return found


def _overrides(unit: facts.Unit | None) -> list[tuple[str, str, list[tuple[str, Any, str]]]]:
    """By system: its key, its title, and what is overridden there: label, value, reason."""
    if unit is None:
        return []
    return [
        (
            system,
            TITLES[system],
            [
                (specs[o.what].label, o.value, o.reason)
                for o in unit.overrides
                if o.system == system and o.what in specs
            ],
        )
        for system, specs in OVERRIDE_SPECS.items()
    ]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def override(request: HttpRequest, slug: str, element: Any, system: str) -> HttpResponse:
    """What the owner lays down of a unit under one system, in the place of what the mapping gives."""
    army = editable(request, slug)
    target = get_object_or_404(Element, army=army, pk=element, level=Element.Level.UNIT)
    if system not in OVERRIDE_SPECS:
        raise Http404(f"There is no rule system {system}.")
    form = override_form(OVERRIDE_SPECS[system], [o for o in target.overrides if o["system"] == system], sent(request))
    if request.method == "POST" and form.is_valid():
        try:
            values = form.laid_down()
            reason = form.cleaned_data["reason"]
            override_unit(army, str(target.pk), system, values, reason, by=request.user, expect=expected(request))
        except Refused as refused:
            for field, sentence in refused.faults:
                form.add_error(field if field in form.fields else None, sentence)
        except Stale as error:
            return stale(request, error)
        else:
            messages.success(request, f"{target.name} under {TITLES[system]}: saved.")
            return redirect("armies:element", army.slug, target.pk)
    context = {**page_of(army, target), "form": form, "title": TITLES[system], "system": system}
    context["version"] = expected(request) or army.version
    return render(request, "armies/override.html", context, status=422 if form.is_bound else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def attach(request: HttpRequest, slug: str, element: Any) -> HttpResponse:
    """Where a reserve Brigade or battery may be attached, and what each choice breaks (MN-ORG-12, 13)."""
    army = editable(request, slug)
    target = get_object_or_404(Element, army=army, pk=element)
    wrong = ""
    if request.method == "POST":
        try:
            made = attach_to(
                army, str(target.pk), request.POST.get("parent", ""), by=request.user, expect=expected(request)
            )
        except Refused as refused:
            wrong = str(refused)
        except Stale as error:
            return stale(request, error)
        else:
            messages.success(request, made.words if made else "It stands there already.")
            return redirect(row_of(army, target))
    assessment = Assessment(facts_of(army))
    try:
        choices = attachments(assessment.army, str(target.pk), assessment.mini_nap_options)
    except ValueError as error:
        raise Http404(str(error)) from error
    context = {"army": army, "target": target, "choices": choices, "wrong": wrong, "back": row_of(army, target)}
    return render(request, "armies/attach.html", context, status=422 if wrong else 200)
