"""Changing an army: its head and the options of a system; and deleting it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from armies.building.trees import ARMY
from armies.models import Army
from armies.pages.finding import editable, expected, own, owns, seen, sent, stale
from armies.pages.forms import HeadForm, OptionsForm
from armies.rules.opting import TITLES, understood
from armies.services.editing import SYSTEMS, change_head, change_options, delete_army, set_visibility
from armies.services.locking import Refused, Stale
from armies.services.merging import own_part


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def head(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, nation, commander, battle; for the owner who may see it, which stays unless he chose otherwise here."""
    army = editable(request, slug)
    was = request.POST.get("visibility_was", army.visibility)
    form = HeadForm(sent(request), instance=army)
    if not owns(request.user, army):
        del form.fields["visibility"]
    if request.method == "POST" and form.is_valid():
        try:
            values = dict(form.cleaned_data)
            visibility = values.pop("visibility", "")
            values = own_part(army, seen(request), ARMY, values)
            change_head(army, values, by=request.user, expect=expected(request))
            if visibility not in ("", was):
                set_visibility(army, visibility)
        except Stale as error:
            return stale(request, error)
        messages.success(request, "Saved.")
        return redirect(army)
    return shown(request, army, form, "Edit the army", reverse("armies:army", args=[slug]), visibility_was=was)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def options(request: HttpRequest, slug: str, system: str) -> HttpResponse:
    """The options of one rule system for this army."""
    army = editable(request, slug)
    if system not in SYSTEMS:
        raise Http404(f"There is no rule system {system}.")
    title, rules = TITLES[system], SYSTEMS[system]
    now = rules.options(understood(army.options)[0].get(system, {}))
    initial = {name: getattr(now, name) for name in rules.OPTION_SPECS}
    form = OptionsForm(rules.OPTION_SPECS, sent(request), initial=initial)
    back = f"{reverse('armies:army', args=[slug])}?system={system}"
    if request.method == "POST" and form.is_valid():
        try:
            change_options(army, system, form.cleaned_data, by=request.user, expect=expected(request))
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


def shown(request: HttpRequest, army: Army, form: Any, title: str, back: str, **more: str) -> HttpResponse:
    """The form's page; 422 where it was sent and refused."""
    context = {**more, "army": army, "form": form, "title": title, "back": back, "version": army_version(request, army)}
    context["owner"] = owns(request.user, army)
    return render(request, "armies/edit.html", context, status=422 if form.is_bound else 200)


def army_version(request: HttpRequest, army: Army) -> int:
    """The version the form was first made from, kept through refusals."""
    return expected(request) or army.version
