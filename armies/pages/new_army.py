"""Create an army, or copy one."""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from armies.models import Army
from armies.pages.access import readable
from armies.pages.forms import NothingForm, ProposeForm, SampleForm, TemplateForm
from armies.services import army_creation
from armies.services.locks import Refused
from armies.services.share_links import FIELD, put_in_club

Start = Callable[[dict[str, Any], Any], Army]


def _nothing(data: dict[str, Any], user: Any) -> Army:
    return army_creation.from_nothing(data["name"], data["nation"], user)


def _template(data: dict[str, Any], user: Any) -> Army:
    return army_creation.from_template(data["template"], data["name"], user)


def _sample(data: dict[str, Any], user: Any) -> Army:
    return army_creation.from_sample(data["nation"], data["name"], user)


def _proposal(data: dict[str, Any], user: Any) -> Army:
    return army_creation.from_proposal(
        data["nation"], data["year"], data["target"], data["measure"], data["seed"], data["name"], user
    )


WAYS: Final[dict[str, tuple[type[forms.Form], Start]]] = {
    "nothing": (NothingForm, _nothing),
    "template": (TemplateForm, _template),
    "proposal": (ProposeForm, _proposal),
    "sample": (SampleForm, _sample),
}
"""Each way to create an army: its form, and the function that creates it."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The ways to create an army, each with its form. The new army opens in the builder."""
    posted_way = request.POST.get("way", "") if request.method == "POST" else ""
    forms_by_way = {
        way: form(request.POST if way == posted_way else None, auto_id=f"{way}-%s") for way, (form, _) in WAYS.items()
    }
    form = forms_by_way.get(posted_way)
    if form is not None and form.is_valid():
        try:
            with transaction.atomic():
                army = WAYS[posted_way][1](form.cleaned_data, request.user)
                put_in_club(army, request.user, request.GET.get(FIELD, ""))
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        else:
            messages.success(request, f"{army.name} created. {army.origin}".strip())
            return redirect("armies:build", army.slug)
    historical = Army.objects.filter(historical=True).order_by("date", "id").only("slug", "name", "battle", "date")
    context = {"forms": forms_by_way, "asked": posted_way, "historical": historical}
    return render(request, "armies/new.html", context, status=422 if posted_way else 200)


@require_POST
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Copy an army that the user may read. Visitors sign in first and return to the army's page."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("armies:army", args=[slug]))
    original = readable(request, slug)
    try:
        with transaction.atomic():
            new_army = army_creation.copied(original, request.user)
            put_in_club(new_army, request.user, request.GET.get(FIELD, ""))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(original)
    messages.success(request, f"{new_army.name} is now yours. {new_army.origin}")
    return redirect("armies:build", new_army.slug)
