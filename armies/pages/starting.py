"""Starting an army, and copying one."""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from armies.models import Army
from armies.pages.finding import readable
from armies.pages.start_forms import NothingForm, ProposeForm, SampleForm, TemplateForm
from armies.services import starting
from armies.services.locking import Refused

Start = Callable[[dict[str, Any], Any], Army]


def _nothing(data: dict[str, Any], user: Any) -> Army:
    return starting.from_nothing(data["name"], data["nation"], user)


def _template(data: dict[str, Any], user: Any) -> Army:
    return starting.from_template(data["template"], data["name"], user)


def _sample(data: dict[str, Any], user: Any) -> Army:
    return starting.from_sample(data["nation"], data["name"], user)


def _proposal(data: dict[str, Any], user: Any) -> Army:
    return starting.from_proposal(
        data["nation"], data["year"], data["target"], data["measure"], data["seed"], data["name"], user
    )


WAYS: Final[dict[str, tuple[type[forms.Form], Start]]] = {
    "nothing": (NothingForm, _nothing),
    "template": (TemplateForm, _template),
    "proposal": (ProposeForm, _proposal),
    "sample": (SampleForm, _sample),
}
"""Each way to start: its form, and what makes the army."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The ways to start, each with its form; the new army opens in the builder."""
    asked = request.POST.get("way", "") if request.method == "POST" else ""
    found = {way: form(request.POST if way == asked else None, auto_id=f"{way}-%s") for way, (form, _) in WAYS.items()}
    form = found.get(asked)
    if form is not None and form.is_valid():
        try:
            army = WAYS[asked][1](form.cleaned_data, request.user)
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        else:
            messages.success(request, f"{army.name} is made. {army.origin}".strip())
            return redirect("armies:build", army.slug)
    historical = Army.objects.filter(historical=True).order_by("date", "id").only("slug", "name", "battle", "date")
    context = {"forms": found, "asked": asked, "historical": historical}
    return render(request, "armies/new.html", context, status=422 if asked else 200)


@require_POST
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Copy an army that one may read; who must sign in first comes back to the army, where the button is."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("armies:army", args=[slug]))
    made = starting.copied(readable(request, slug), request.user)
    messages.success(request, f"{made.name} is yours now. {made.origin}")
    return redirect("armies:build", made.slug)
