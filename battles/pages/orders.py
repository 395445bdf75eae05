"""The standing orders of a side: what it answers without asking whoever sits there."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from battles.pages.finding import private, seated
from battles.pages.option_fields import OPTION, OptionsFields
from battles.pages.play import STATUS
from battles.services import ordering
from battles.services.locking import CannotAct, NotYours
from battles.services.reading import look as look_at
from battles.services.standing import Standing


@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, slug: str, side: str) -> HttpResponse:
    """Read and give one's standing orders."""
    standing = seated(request, slug)
    try:
        specs, given = ordering.orders_of(standing, side)
    except NotYours as error:
        raise Http404(str(error)) from None
    form = OptionsFields(specs, given, request.POST if request.method == "POST" else None)
    if not form.is_bound:
        return _shown(request, standing, side, form)
    if not form.is_valid():
        return _shown(request, standing, side, form, status=422)
    try:
        ordering.give(standing, side, {name: form.cleaned_data[OPTION + name] for name in specs})
    except CannotAct as error:
        return _shown(request, standing, side, form, str(error), STATUS[error.code])
    messages.success(request, "Your standing orders are given.")
    return redirect("battles:battle", slug)


def _shown(
    request: HttpRequest, standing: Standing, side: str, form: OptionsFields, said: str = "", status: int = 200
) -> HttpResponse:
    look = look_at(standing, tail=1)
    context = {
        "look": look,
        "name": next(each.name for each in look.sides if each.side == side),
        "fields": [form[name] for name in form.fields],
        "said": said,
        "address": reverse("battles:battle", args=[standing.battle.slug]),
    }
    return private(render(request, "battles/orders.html", context, status=status), standing.battle)
