"""The same army under every system side by side: its page and its paper."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armies.pages.files import address_of, paper_of
from armies.pages.finding import private, readable
from armies.services.comparing import comparison_of, comparison_pdf
from armies.sheets.compare import WAYS


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """``/a/<slug>/compare``."""
    army = readable(request, slug)
    context: dict[str, Any] = {
        "army": army,
        "compared": comparison_of(army),
        "paper": paper_of(request),
        "ways": [(way, f"PDF, {way}") for way in WAYS],
    }
    return private(render(request, "armies/compare.html", context), army)


@require_safe
def pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """``/a/<slug>/compare.pdf?paper=letter&orientation=portrait``."""
    army = readable(request, slug)
    paper = request.GET.get("paper") or paper_of(request)
    way = request.GET.get("orientation") or WAYS[0]
    try:
        data = comparison_pdf(army, paper=paper[:40], orientation=way[:40], address=address_of(request, army))
    except ValueError as error:
        return private(HttpResponse(f"{error}\n", status=400, content_type="text/plain; charset=utf-8"), army)
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{army.slug}-compared.pdf"'
    return private(response, army)
