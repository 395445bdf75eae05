"""An army as a file: for another program, a spreadsheet, a friend, or the table."""

from typing import Annotated, Literal

from django.http import HttpResponse
from django.urls import reverse
from msgspec import Meta
from rest_framework.request import Request

from armies.api import shapes
from armies.api.endpoint import Endpoint, stamped
from armies.api.finding import Reading, readable
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.models import Army
from armies.services.charting import Choices, chart_of
from armies.services.exporting import EXPORTS, export, workbook
from armies.services.printing import pdf, roster_pdf

TEXTS = {
    "json": ("json", "application/json"),
    "csv": ("csv", "text/csv"),
    "text": ("txt", "text/plain"),
    "forum": ("txt", "text/plain"),
}
"""Form: the suffix of its file and its media type."""
PDF = "application/pdf"
Figures = Literal["recorded", "mini_nap", "easy_napoleonics"]
SVG = "image/svg+xml"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class RosterQuery(Reading, frozen=True):
    """Which roster."""

    system: Annotated[shapes.System, Meta(description="Whose terms it is printed in.")] = "mini_nap"
    paper: Literal["a4", "letter"] = "a4"


class ChartQuery(Reading, frozen=True):
    """Which chart. `form` `svg` draws one `page`, `pdf` holds all."""

    form: Literal["svg", "pdf"] = "svg"
    page: Annotated[int, Meta(ge=1, le=1_000, description="The page that is drawn; the first is 1.")] = 1
    system: Annotated[Figures, Meta(description="Whose figures stand under the units.")] = "recorded"
    units: Annotated[bool, Meta(description="Down to the units, or to the brigades.")] = True
    paper: Literal["a4", "letter"] = "a4"
    orientation: Literal["auto", "landscape", "portrait"] = "auto"


def attached(data: bytes | str, media: str, name: str, army: Army) -> HttpResponse:
    """``data`` as a file of that name."""
    answer = HttpResponse(data, content_type=f"{media}; charset=utf-8" if media.startswith("text/") else media)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return stamped(answer, army)


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
        said="The file.",
    )
    def get(self, request: Request, slug: str, form: str, query: Reading) -> HttpResponse:
        """Export an army

        `json` holds everything and every number with its arithmetic; `csv`, `xlsx` and `text` can be read in again
        without loss; `forum` is for reading.
        """
        if form not in (*EXPORTS, "xlsx"):
            raise Problem("not-found", f"An army is exported as {', '.join(EXPORTS)}, xlsx.")
        army = readable(request, slug, query.link)
        if self.held(army):
            return self.versioned(army, dict)
        if form == "xlsx":
            return attached(workbook(army), XLSX, f"{army.slug}.xlsx", army)
        suffix, media = TEXTS[form]
        return attached(export(army, form), media, f"{army.slug}.{suffix}", army)


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
        said="The roster.",
    )
    def get(self, request: Request, slug: str, query: RosterQuery) -> HttpResponse:
        """Print an army's roster

        A PDF for the table, with boxes to strike.
        """
        army = readable(request, slug, query.link)
        address = request.build_absolute_uri(reverse("armies:army", args=[army.slug]))
        data = roster_pdf(army, system=query.system, paper=query.paper, address=address)
        return attached(data, PDF, f"{army.slug}-{query.system.replace('_', '-')}.pdf", army)


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
        said="The chart.",
    )
    def get(self, request: Request, slug: str, query: ChartQuery) -> HttpResponse:
        """Draw an army's organisation chart

        Who stands under whom, as SVG page by page or as one PDF.
        """
        army = readable(request, slug, query.link)
        choices = Choices(query.system, "yes" if query.units else "no", query.paper, query.orientation)
        address = request.build_absolute_uri(reverse("armies:army", args=[army.slug]))
        try:
            chart = chart_of(army, choices, address)
        except ValueError as fault:
            raise Problem("conflict", str(fault)) from None
        if query.form == "pdf":
            return attached(pdf(chart.section), PDF, f"{army.slug}-chart.pdf", army)
        if query.page > len(chart.pages):
            raise Problem("not-found", f"The chart has {len(chart.pages)} pages: there is no page {query.page}.")
        return attached(chart.svg(query.page), SVG, f"{army.slug}-chart.svg", army)
