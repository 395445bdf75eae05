"""The page of the API: every operation as the description has it, to read and to try."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.api import reading


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Everything that the API can do, by tag; then the kinds of problems and the types."""
    context = {
        "groups": reading.operations(),
        "shapes": reading.shapes(),
        "problems": reading.problems(),
        "base": request.build_absolute_uri("/api/v1/"),
    }
    return render(request, "campaign/api.html", context)
