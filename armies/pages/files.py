"""An army as a file: roster, spreadsheet, JSON, text; and its address as a QR code."""

import io
from typing import Final

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from armies.models import Army
from armies.pages.finding import private, readable
from armies.services.exporting import export, workbook
from armies.services.printing import PAPERS, SYSTEMS, roster_pdf

TYPES: Final = {
    "csv": ("csv", "text/csv; charset=utf-8"),
    "json": ("json", "application/json"),
    "txt": ("text", "text/plain; charset=utf-8"),
}
"""Suffix of the address: the export's name and its media type."""

WORKBOOK: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def paper_of(request: HttpRequest) -> str:
    """The paper asked for, else the one in the user's profile, else A4."""
    wanted = request.GET.get("paper", "")
    if wanted in PAPERS:
        return wanted
    profile = getattr(request.user, "profile", None)
    return profile.paper if profile is not None and profile.paper in PAPERS else PAPERS[0]


def address_of(request: HttpRequest, army: Army) -> str:
    """The whole address of the army's page, as printed and scanned."""
    return request.build_absolute_uri(reverse("armies:army", args=[army.slug]))


@require_safe
def file(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    """``/a/<slug>.pdf``, ``.csv``, ``.xlsx``, ``.json`` or ``.txt``; ``?style=forum`` gives text for a forum."""
    army = readable(request, slug)
    if suffix == "pdf":
        system = request.GET.get("system", "")
        system = system if system in SYSTEMS else SYSTEMS[0]
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
        response = HttpResponse(export(army, form), content_type=media)
        name = f"{army.slug}.{suffix}"
    kind = "attachment" if suffix in ("csv", "json", "xlsx") else "inline"
    response["Content-Disposition"] = f'{kind}; filename="{name}"'
    return private(response, army)


@require_safe
def qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The army's address as a QR code: black on white in both themes, or cameras fail."""
    army = readable(request, slug)
    return private(qr_code(address_of(request, army)), army)


def qr_code(address: str) -> HttpResponse:
    """An address as a picture of its QR code."""
    out = io.BytesIO()
    segno.make(address, error="m").save(out, kind="svg", scale=4, border=4, light="#fff")
    return HttpResponse(out.getvalue(), content_type="image/svg+xml")


@require_safe
def sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """Where its sheets were printed once, and are still looked for."""
    army = readable(request, slug)
    return private(redirect("printing:page", f"army:{army.slug}"), army)
