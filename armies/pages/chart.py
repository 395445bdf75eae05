"""The organisation chart of an army: its page, and the chart as SVG and PDF."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from armies.models import Army
from armies.pages.files import address_of, paper_of
from armies.pages.finding import private, readable
from armies.services.charting import CHOICES, Choices, chart_of, read_choices
from armies.services.printing import pdf
from armies.sheets.chart import Chart


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """``/a/<slug>/chart``: one page of the chart, what may be chosen beside it, and all of it as a list."""
    army = readable(request, slug)
    wrong = ""
    try:
        choices = read_choices(request.GET, paper_of(request))
        drawn: Chart | None = chart_of(army, choices, address_of(request, army))
    except ValueError as error:
        wrong, choices, drawn = str(error), Choices(paper=paper_of(request)), None
    number = _number(request, drawn)
    context: dict[str, Any] = {
        "army": army,
        "wrong": wrong,
        "chart": drawn,
        "choices": [(name, words, getattr(choices, name)) for name, words in CHOICES.items()],
        "query": _query(choices),
        "number": number,
        # The drawing escapes every text that somebody wrote.
        "svg": mark_safe(drawn.svg(number)) if drawn else "",  # noqa: S308
        "outlines": [one.outline for one in drawn.pages] if drawn else [],
    }
    return private(render(request, "armies/chart.html", context, status=422 if wrong else 200), army)


def _query(choices: Choices) -> str:
    return "&".join(f"{name}={getattr(choices, name)}" for name in CHOICES)


def _number(request: HttpRequest, drawn: Chart | None) -> int:
    """The page asked for; the first or the last where there is no such page."""
    wanted = request.GET.get("page", "")
    number = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 6 else 1
    return max(1, min(number, len(drawn.pages))) if drawn else 1


@require_safe
def file(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    """``/a/<slug>/chart.svg`` (one page of it, ``?page=2``) and ``/a/<slug>/chart.pdf``."""
    army = readable(request, slug)
    try:
        drawn = chart_of(army, read_choices(request.GET, paper_of(request)), address_of(request, army))
    except ValueError as error:
        return private(HttpResponse(f"{error}\n", status=400, content_type="text/plain; charset=utf-8"), army)
    return private(_svg(request, army, drawn) if suffix == "svg" else _pdf(army, drawn), army)


def _svg(request: HttpRequest, army: Army, drawn: Chart) -> HttpResponse:
    number = _number(request, drawn)
    response = HttpResponse(drawn.svg(number), content_type="image/svg+xml; charset=utf-8")
    which = f"-{number}" if len(drawn.pages) > 1 else ""
    response["Content-Disposition"] = f'inline; filename="{army.slug}-chart{which}.svg"'
    return response


def _pdf(army: Army, drawn: Chart) -> HttpResponse:
    response = HttpResponse(pdf(drawn.section), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{army.slug}-chart.pdf"'
    return response
