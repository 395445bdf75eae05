"""Changing an army: its head, a unit, a formation, the options of a system; and deleting it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from armies.models import Army, Element
from armies.pages.finding import expected, own, sent, stale
from armies.pages.forms import FormationForm, HeadForm, OptionsForm, UnitForm
from armies.rules import easy_napoleonics, mini_nap
from armies.services.editing import change_element, change_head, change_options, delete_army
from armies.services.locking import Refused, Stale

SYSTEMS: dict[str, tuple[str, Any]] = {
    "mini_nap": ("Mini-Nap", mini_nap),
    "easy_napoleonics": ("Easy Napoleonics", easy_napoleonics),
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def head(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, nation, commander, battle, who may see it."""
    army = own(request, slug)
    form = HeadForm(sent(request), instance=army)
    if request.method == "POST" and form.is_valid():
        try:
            change_head(army, form.cleaned_data, expect=expected(request))
        except Stale as error:
            return stale(request, error)
        messages.success(request, "Saved.")
        return redirect(army)
    return shown(request, army, form, "Edit the army", reverse("armies:army", args=[slug]))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def element(request: HttpRequest, slug: str, element: Any) -> HttpResponse:
    """A unit's or a formation's facts."""
    army = own(request, slug)
    target = get_object_or_404(Element, army=army, pk=element)
    kind = UnitForm if target.level == Element.Level.UNIT else FormationForm
    form = kind(sent(request), instance=target)
    back = f"{reverse('armies:army', args=[slug])}#e-{target.pk}"
    if request.method == "POST" and form.is_valid():
        try:
            change_element(army, str(target.pk), form.cleaned_data, expect=expected(request))
        except Stale as error:
            return stale(request, error)
        messages.success(request, f"{form.cleaned_data['name']}: saved.")
        return redirect(back)
    return shown(request, army, form, f"Edit the {target.level}", back)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def options(request: HttpRequest, slug: str, system: str) -> HttpResponse:
    """The options of one rule system for this army."""
    army = own(request, slug)
    if system not in SYSTEMS:
        raise Http404(f"There is no rule system {system}.")
    title, rules = SYSTEMS[system]
    now = rules.options(army.options.get(system, {}))
    initial = {name: getattr(now, name) for name in rules.OPTION_SPECS}
    form = OptionsForm(rules.OPTION_SPECS, sent(request), initial=initial)
    back = f"{reverse('armies:army', args=[slug])}?system={system}"
    if request.method == "POST" and form.is_valid():
        try:
            change_options(army, system, form.cleaned_data, expect=expected(request))
        except Refused as refused:
            form.add_error(refused.field, str(refused))
        except Stale as error:
            return stale(request, error)
        else:
            messages.success(request, f"The options of {title} are saved.")
            return redirect(back)
    return shown(request, army, form, f"Options of {title}", back)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask, then delete the army with all that is in it."""
    army = own(request, slug)
    if request.method == "POST":
        delete_army(army)
        messages.success(request, f"{army.name} is deleted.")
        return redirect(f"{reverse('armies:list')}?whose=mine")
    return render(request, "armies/delete.html", {"army": army})


def shown(request: HttpRequest, army: Army, form: Any, title: str, back: str) -> HttpResponse:
    """The form's page; 422 where it was sent and refused."""
    context = {"army": army, "form": form, "title": title, "back": back, "version": army_version(request, army)}
    return render(request, "armies/edit.html", context, status=422 if form.is_bound else 200)


def army_version(request: HttpRequest, army: Army) -> int:
    """The version the form was first made from, kept through refusals."""
    return expected(request) or army.version
