"""The report of a battle as a page, as a PDF and as text, and the board at a line as a picture."""

from collections.abc import Iterator
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from armies.pages.access import private
from armies.services import printed_sheets
from battles.drawing.report_charts import Bar, Chart, Drawn, Stroke, Word
from battles.pages.battle_page import STATUS
from battles.pages.board.svg import board_file
from battles.pages.files import file_response, shown
from battles.pages.log import address_of, line_number
from battles.pages.lookup import access_to_battle, paper_in
from battles.services.access import Access
from battles.services.battle_report import report_of, report_pdf
from battles.services.play.lock import CannotAct
from battles.services.view.battle_query import facts_of, shown_battle
from battles.sheets.report_content import MEASURE, NO_DICE, NO_POINTS, ODDS
from battles.sheets.report_sheet import charts_of
from battles.sheets.report_text import report_text

WORDS: Final = {"MEASURE": MEASURE, "NO_DICE": NO_DICE, "NO_POINTS": NO_POINTS, "ODDS": ODDS}
"""The fixed sentences of a report, for its template."""


@require_safe
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """``/b/<slug>/report``: the report of a battle that is over."""
    access = access_to_battle(request, slug)
    try:
        content = report_of(access)
    except CannotAct as error:
        return shown(request, access, str(error), STATUS[error.code])
    strength, losses = charts_of(content)
    context = {
        **WORDS,
        "report": content,
        "facts": facts_of(access.battle),
        "strength_chart": chart_svg(strength),
        "losses_charts": list(zip(content.sides, map(chart_svg, losses), strict=True)),
        "address": address_of(access),
    }
    return private(render(request, "battles/report.html", context), access.battle)


@require_safe
def report_file(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    """``/b/<slug>/report.pdf`` and ``/b/<slug>/report.txt``."""
    access = access_to_battle(request, slug)
    try:
        content = report_of(access)
        if suffix == "txt":
            answer = file_response(report_text(content), suffix, f"{content.title} report", slug)
        else:
            answer = _pdf(access, report_pdf(access, content, printed_sheets.imprint(), paper_in(request)))
    except CannotAct as error:
        return shown(request, access, str(error), STATUS[error.code])
    return private(answer, access.battle)


def _pdf(access: Access, data: bytes) -> HttpResponse:
    name = slugify(access.battle.title) or access.battle.slug
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}-report.pdf"'
    return response


@require_safe
def board_at(request: HttpRequest, slug: str, line: str) -> HttpResponse:
    """``/b/<slug>/e/<line>.svg``: the board at a line of the reader's log."""
    access = access_to_battle(request, slug)
    view = shown_battle(access, at=line_number(access, line), tail=1)
    drawn = board_file(view.ground, view.scene, view.facts.title)
    return private(file_response(drawn, "svg", view.facts.title, slug), access.battle)


def chart_svg(chart: Chart) -> SafeString:
    """A chart as SVG with its words as its label."""
    return format_html(
        '<svg class="report-chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        f"{chart.wide:g}",
        f"{chart.high:g}",
        chart.words,
        format_html_join("", "{}", ((mark,) for drawn in chart.marks for mark in _mark(drawn))),
    )


def _mark(drawn: Drawn) -> Iterator[SafeString]:
    """A mark as SVG elements; the classes of a side give it colour and pattern."""
    css = "grid" if drawn.side < 0 else f"side-line of-{drawn.side % 4}"
    if isinstance(drawn, Stroke):
        points = " ".join(f"{x:g},{y:g}" for x, y in drawn.points)
        yield format_html('<polyline class="{}" points="{}"/>', css, points)
    elif isinstance(drawn, Word):
        yield format_html(
            '<text x="{}" y="{}" text-anchor="{}">{}</text>', f"{drawn.x:g}", f"{drawn.y:g}", drawn.align, drawn.text
        )
    elif isinstance(drawn, Bar):
        for wide, kind in ((drawn.wide, "whole"), (drawn.left, "rest")):
            yield format_html(
                '<rect class="{} {}" x="{}" y="{}" width="{}" height="{}"/>',
                css,
                kind,
                f"{drawn.x:g}",
                f"{drawn.y:g}",
                f"{wide:g}",
                f"{drawn.high:g}",
            )
    else:
        yield format_html('<circle class="{}" cx="{}" cy="{}" r="1.5"/>', css, f"{drawn.x:g}", f"{drawn.y:g}")
