"""Files of an army: exports, roster and organisation chart."""

from typing import Annotated, Literal

from django.http import HttpResponse
from django.urls import reverse
from msgspec import Meta
from rest_framework.request import Request

from armies.api import schemas
from armies.api.army_access import Reading, readable
from armies.api.endpoint import Endpoint, with_etag
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.models import Army
from armies.services.exports import EXPORTS, export, workbook
from armies.services.printed_sheets import Choices, chart_of, pdf, roster_pdf
from battles.engine.armies.systems import titles

TEXTS = {
    "json": ("json", "application/json"),
    "csv": ("csv", "text/csv"),
    "text": ("txt", "text/plain"),
    "oob": ("oob.json", "application/json"),
    "forum": ("txt", "text/plain"),
}
"""Suffix and media type of each text export."""
PDF = "application/pdf"
SVG = "image/svg+xml"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class RosterQuery(Reading, frozen=True):
    """Parameters of a roster."""

    system: Annotated[schemas.System, Meta(description="The rule system of the roster.")] = next(iter(titles()))
    paper: Literal["a4", "letter"] = "a4"


class ChartQuery(Reading, frozen=True):
    """Parameters of a chart. The form `svg` is one `page`; `pdf` has all pages."""

    form: Literal["svg", "pdf"] = "svg"
    page: Annotated[int, Meta(ge=1, le=1_000, description="The page to draw; the first is 1.")] = 1
    system: Annotated[schemas.Figures, Meta(description="The system of the figures under the units.")] = "recorded"
    units: Annotated[bool, Meta(description="Show units; if false, only down to brigades.")] = True
    paper: Literal["a4", "letter"] = "a4"
    orientation: Literal["auto", "landscape", "portrait"] = "auto"


def file_response(data: bytes | str, media: str, name: str, army: Army) -> HttpResponse:
    """``data`` as a file download with this name."""
    answer = HttpResponse(data, content_type=f"{media}; charset=utf-8" if media.startswith("text/") else media)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return with_etag(answer, army)


class Export(Endpoint):
    """``/armies/<slug>/export/<form>``"""

    @operation(
        name="army_export",
        tag="Files",
        query=Reading,
        files=("application/json", "text/csv", "text/plain", XLSX),
        versioned=True,
        holds=True,
        signed_in=False,
        costly=True,
        success="The file.",
    )
    def get(self, request: Request, slug: str, form: str, query: Reading) -> HttpResponse:
        """Export an army

        `json` has all facts, and every number with its arithmetic. You can import `csv`, `xlsx` and `text` again
        without loss. `oob` is the order of battle in the format `oob/1`, as campaigns read it. `forum` is for reading
        only.
        """
        if form not in (*EXPORTS, "xlsx"):
            raise Problem("not-found", f"The form must be one of {', '.join(EXPORTS)}, xlsx.")
        army = readable(request, slug, query.link)
        if self.is_current(army):
            return self.versioned(army, dict)
        if form == "xlsx":
            return file_response(workbook(army), XLSX, f"{army.slug}.xlsx", army)
        suffix, media = TEXTS[form]
        return file_response(export(army, form), media, f"{army.slug}.{suffix}", army)


class Roster(Endpoint):
    """``/armies/<slug>/roster``"""

    @operation(
        name="army_roster",
        tag="Files",
        query=RosterQuery,
        files=(PDF,),
        versioned=True,
        signed_in=False,
        costly=True,
        success="The roster.",
    )
    def get(self, request: Request, slug: str, query: RosterQuery) -> HttpResponse:
        """Print an army's roster

        A PDF for play at the table, with boxes to cross off.
        """
        army = readable(request, slug, query.link)
        address = request.build_absolute_uri(reverse("armies:army", args=[army.slug]))
        data = roster_pdf(army, system=query.system, paper=query.paper, address=address)
        return file_response(data, PDF, f"{army.slug}-{query.system.replace('_', '-')}.pdf", army)


class OrganisationChart(Endpoint):
    """``/armies/<slug>/chart``"""

    @operation(
        name="army_chart",
        tag="Files",
        query=ChartQuery,
        files=(SVG, PDF),
        versioned=True,
        signed_in=False,
        costly=True,
        also=(409,),
        success="The chart.",
    )
    def get(self, request: Request, slug: str, query: ChartQuery) -> HttpResponse:
        """Draw an army's organisation chart

        The formations and their commanders, as SVG page by page or as one PDF.
        """
        army = readable(request, slug, query.link)
        choices = Choices(query.system, "yes" if query.units else "no", query.paper, query.orientation)
        address = request.build_absolute_uri(reverse("armies:army", args=[army.slug]))
        try:
            chart = chart_of(army, choices, address)
        except ValueError as fault:
            raise Problem("conflict", str(fault)) from None
        if query.form == "pdf":
            return file_response(pdf(chart.section), PDF, f"{army.slug}-chart.pdf", army)
        if query.page > len(chart.pages):
            raise Problem("not-found", f"There is no page {query.page}. Pages of the chart: {len(chart.pages)}.")
        return file_response(chart.svg(query.page), SVG, f"{army.slug}-chart.svg", army)
