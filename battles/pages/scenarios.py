"""The list of drawn scenarios, and how a new one comes about: from nothing, from a shipped one, from a file."""

from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from battles.models import Scenario
from battles.pages.scenario_forms import BringForm, NewForm
from battles.rules import SYSTEMS
from battles.services import drawing_up, sources
from battles.services.drawing_up import Faulty
from battles.services.locking import Gone, Refused

PAGE: Final = 30
WHOSE: Final = {"all": "All", "mine": "Mine"}


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """30 scenarios a page, one's own and the public ones, the latest first."""
    choice = "mine" if request.GET.get("whose") == "mine" and request.user.is_authenticated else "all"
    number = request.GET.get("page", "1")
    page = max(1, int(number)) if number.isdecimal() and len(number) < 5 else 1
    found = Scenario.objects.listed_for(request.user).select_related("owner").defer("content")
    if choice == "mine":
        found = found.filter(owner=request.user.pk)
    rows = list(found[(page - 1) * PAGE : page * PAGE + 1])
    context: dict[str, Any] = {
        "scenarios": [(row, SYSTEMS[row.system].title) for row in rows[:PAGE]],
        "whose": WHOSE,
        "choice": choice,
        "page": page,
        "pages": page + (len(rows) > PAGE),
        "address": f"?whose={choice}&",
    }
    return render(request, "scenarios/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new drawing: an empty board of a size, or a copy of a scenario that comes with its system."""
    keys = drawing_up.drafters()
    asked = (request.POST if request.method == "POST" else request.GET).get("system", "")
    system = keys.get(asked) or next(iter(keys.values()))
    form = NewForm(system, request.POST if "title" in request.POST else None)
    try:
        if request.POST.get("take"):
            made = drawing_up.shipped(request.user, system.key, request.POST["take"])
            return redirect("battles:scenario_edit", made.slug)
        if form.is_bound and form.is_valid():
            made = drawing_up.make(request.user, system.key, form.cleaned_data["title"], form.values())
            return redirect("battles:scenario_edit", made.slug)
    except Refused as refused:
        if not form.is_bound:
            raise Gone("There is no such scenario to draw on.") from None
        form.add_error("title" if refused.field == "title" else None, str(refused))
    context = {"form": form, "systems": keys.values(), "system": system, "shipped": sources.shipped(system)}
    return render(request, "scenarios/new.html", context, status=422 if form.is_bound else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """A scenario from a file; one with a fault is refused with the place of the fault."""
    form = BringForm(request.POST, request.FILES) if request.method == "POST" else BringForm()
    if form.is_bound and form.is_valid():
        sent = form.cleaned_data["file"]
        try:
            content = sent.read(drawing_up.MOST_BYTES + 1)
            return redirect(drawing_up.bring(request.user, form.cleaned_data["system"], content))
        except Refused as refused:
            where = f"{refused.path}: " if isinstance(refused, Faulty) and refused.path else ""
            form.add_error("file", f"{where}{refused}")
    return render(request, "scenarios/bring.html", {"form": form}, status=422 if form.is_bound else 200)
