"""Files of an army: roster, exports, QR code, organisation chart and comparison of systems."""

import io
from typing import Any, Final

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from armies.models import Army
from armies.pages.access import private, readable
from armies.services.exports import export, workbook
from armies.services.printed_sheets import (
    CHOICES,
    PAPERS,
    ROSTER_SYSTEMS,
    Choices,
    chart_of,
    comparison_of,
    comparison_pdf,
    pdf,
    read_choices,
    roster_pdf,
)
from armies.sheets.charts.organisation_chart import Chart
from armies.sheets.comparison_sheet import WAYS

TYPES: Final = {
    "csv": ("csv", "text/csv; charset=utf-8"),
    "json": ("json", "application/json"),
    "txt": ("text", "text/plain; charset=utf-8"),
}
"""Name and media type of each export, by the suffix of its address."""

WORKBOOK: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def paper_of(request: HttpRequest) -> str:
    """The paper size in the address, or in the user's profile, or A4."""
    wanted = request.GET.get("paper", "")
    if wanted in PAPERS:
        return wanted
    profile = getattr(request.user, "profile", None)
    return profile.paper if profile is not None and profile.paper in PAPERS else PAPERS[0]


def address_of(request: HttpRequest, army: Army) -> str:
    """The full address of the army's page, as it is printed and scanned."""
    return request.build_absolute_uri(reverse("armies:army", args=[army.slug]))


@require_safe
def army_file(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    """``/a/<slug>.pdf``, ``.csv``, ``.xlsx``, ``.json`` or ``.txt``.

    ``.txt?style=forum`` gives text for a forum, ``.json?style=oob`` the order of battle as ``oob/1``.
    """
    army = readable(request, slug)
    if suffix == "pdf":
        system = request.GET.get("system", "")
        system = system if system in ROSTER_SYSTEMS else ROSTER_SYSTEMS[0]
        data = roster_pdf(army, system=system, paper=paper_of(request), address=address_of(request, army))
        response = HttpResponse(data, content_type="application/pdf")
        name = f"{army.slug}-{system.replace('_', '-')}.pdf"
    elif suffix == "xlsx":
        response = HttpResponse(workbook(army), content_type=WORKBOOK)
        name = f"{army.slug}.xlsx"
    else:
        form, media = TYPES[suffix]
        if suffix == "txt" and request.GET.get("style") == "forum":
            form = "forum"
        name = f"{army.slug}.{suffix}"
        if suffix == "json" and request.GET.get("style") == "oob":
            form, name = "oob", f"{army.slug}.oob.json"
        response = HttpResponse(export(army, form), content_type=media)
    kind = "attachment" if suffix in ("csv", "json", "xlsx") else "inline"
    response["Content-Disposition"] = f'{kind}; filename="{name}"'
    return private(response, army)


@require_safe
def qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The army's address as a QR code. It is black on white in both themes, so that cameras can read it."""
    army = readable(request, slug)
    return private(qr_code(address_of(request, army)), army)


def qr_code(address: str) -> HttpResponse:
    """An SVG picture of the QR code of ``address``."""
    out = io.BytesIO()
    segno.make(address, error="m").save(out, kind="svg", scale=4, border=4, light="#fff")
    return HttpResponse(out.getvalue(), content_type="image/svg+xml")


@require_safe
def sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect from the old address of an army's sheets to the print page."""
    army = readable(request, slug)
    return private(redirect("printing:page", f"army:{army.slug}"), army)


@require_safe
def chart_page(request: HttpRequest, slug: str) -> HttpResponse:
    """``/a/<slug>/chart``: one page of the chart, its settings, and the whole chart as a list."""
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
        # The drawing escapes every text that users wrote.
        "svg": mark_safe(drawn.svg(number)) if drawn else "",  # noqa: S308
        "outlines": [one.outline for one in drawn.pages] if drawn else [],
    }
    return private(render(request, "armies/chart.html", context, status=422 if wrong else 200), army)


def _query(choices: Choices) -> str:
    return "&".join(f"{name}={getattr(choices, name)}" for name in CHOICES)


def _number(request: HttpRequest, drawn: Chart | None) -> int:
    """The page number in the address, limited to the pages that exist."""
    wanted = request.GET.get("page", "")
    number = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 6 else 1
    return max(1, min(number, len(drawn.pages))) if drawn else 1


@require_safe
def chart_file(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    """``/a/<slug>/chart.svg`` (one page: ``?page=2``) and ``/a/<slug>/chart.pdf``."""
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


@require_safe
def comparison_page(request: HttpRequest, slug: str) -> HttpResponse:
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
def comparison_file(request: HttpRequest, slug: str) -> HttpResponse:
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
