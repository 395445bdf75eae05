"""The record of a battle: the log with boards, dice and notes; the report as a page, as a PDF and as text."""

from collections.abc import Iterator
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from armies.pages.access import PLAY, counted_as, private
from armies.services import printed_sheets
from battles.drawing.report_charts import Bar, Chart, Drawn, Stroke, Word
from battles.pages.battle_page import STATUS, ground_tag
from battles.pages.board import svg
from battles.pages.board.scene import Marked
from battles.pages.board.svg import board_file, moved, under
from battles.pages.files import file_response, shown
from battles.pages.lookup import access_to_battle, paper_in, post_only
from battles.services.access import Access
from battles.services.battle_report import report_of, report_pdf
from battles.services.play import notes
from battles.services.play.lock import CannotAct, Gone
from battles.services.play.verification import dice_rolls
from battles.services.view.battle_query import facts_of, shown_battle
from battles.services.view.feed_lines import keys_of, last_shown, lines_until, number_of_key, phase_starts
from battles.sheets.report_content import MEASURE, NO_DICE, NO_POINTS, ODDS, report_text
from battles.sheets.report_sheet import charts_of

PAGE: Final = 100
"""Lines on a page of the log."""


WORDS: Final = {"MEASURE": MEASURE, "NO_DICE": NO_DICE, "NO_POINTS": NO_POINTS, "ODDS": ODDS}
"""The fixed sentences of a report, for its template."""


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The reader's log, the latest line first; ``?until=`` goes to earlier lines."""
    access = access_to_battle(request, slug)
    view = shown_battle(access, tail=1)
    until = number(request.GET.get("until", ""), view.last)
    lines = lines_until(access, until, PAGE)
    context = {
        "look": view,
        "lines": lines,
        "earlier": lines[0].n - 1 if lines and lines[0].n > 0 else None,
        "later": min(until + PAGE, view.last) if until < view.last else None,
        "beginnings": phase_starts(access, view.last),
        "address": address_of(access),
    }
    return private(render(request, "battles/log.html", context), access.battle)


@require_safe
def step(request: HttpRequest, slug: str, line: str) -> HttpResponse:
    """One line with the board at that moment; for a script, as parts.

    The address names the line by its permanent key. A line number of the reader's feed is redirected to it.
    """
    access = access_to_battle(request, slug)
    n = line_number(access, line)
    if not request.accepts("text/html"):
        return private(JsonResponse(step_parts(request, step_context(request, access, n))), access.battle)
    if line.isdecimal():
        return private(redirect(line_address(access, n)), access.battle)
    return private(render(request, "battles/step.html", step_context(request, access, n)), access.battle)


@require_safe
def jump(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to the line that a form names."""
    access = access_to_battle(request, slug)
    n = line_number(access, request.GET.get("n", "")[:20] or "0")
    return private(redirect(line_address(access, n)), access.battle)


@require_safe
def dice(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of the dice: the commitment before the first roll, the secret after the last, and every roll."""
    access = access_to_battle(request, slug)
    view = shown_battle(access, tail=1)
    context = {"look": view, "throws": dice_rolls(access), "address": address_of(access)}
    return private(render(request, "battles/dice.html", context), access.battle)


def step_context(request: HttpRequest, access: Access, n: int) -> dict[str, Any]:
    """The context of the page of a line."""
    view = shown_battle(access, at=n, tail=2)
    marks = Marked(recent=view.recent.moves, traces=view.recent.traces)
    keys = keys_of(access, {0, n - 1, n + 1, view.last})
    line, beginnings = view.feed[-1], phase_starts(access, view.last)
    return {
        "look": view,
        "line": line,
        "first": keys.get(0),
        "back": keys.get(n - 1),
        "on": keys.get(n + 1) if n < view.last else None,
        "latest": keys.get(view.last),
        "picture": svg.picture(view.ground, view.scene, marks, view.own),
        "marked": marks,
        "ground_tag": ground_tag(view),
        "beginnings": beginnings,
        "phase": next((one for one in beginnings if (one.turn, one.phase) == (line.turn, line.phase)), None),
        "notes": [note for note in notes.notes_of(access) if note.n == n],
        "may_note": access.seat is not None,
        "address": address_of(access),
    }


@counted_as(PLAY)
@post_only
def note(request: HttpRequest, slug: str, line: str) -> HttpResponse:
    """Write a note on a line."""
    access = access_to_battle(request, slug)
    n = line_number(access, line)
    try:
        notes.add(access, n, request.POST.get("text", ""), for_all="own" not in request.POST)
    except CannotAct as error:
        context = {**step_context(request, access, n), "wrong": str(error), "typed": request.POST.get("text", "")}
        return private(render(request, "battles/step.html", context, status=STATUS[error.code]), access.battle)
    return redirect(line_address(access, n))


@counted_as(PLAY)
@post_only
def delete_note(request: HttpRequest, slug: str, line: str, key: int) -> HttpResponse:
    """Delete the user's own note."""
    access = access_to_battle(request, slug)
    n = line_number(access, line)
    notes.delete(access, key)
    return redirect(line_address(access, n))


def line_number(access: Access, line: str) -> int:
    """The number of a line of the reader's feed, from an address that names its number or key.

    Raises:
        Gone: the feed has no such line (yet).
    """
    if not line.isdecimal():
        return number_of_key(access, line)
    n = number(line, -1)
    if not 0 <= n <= last_shown(access):
        raise Gone(f"There is no line {line[:20]} in your log.")
    return n


def line_address(access: Access, n: int) -> str:
    """The permanent address of a line of the reader's feed."""
    return reverse("battles:step", args=[access.battle.slug, keys_of(access, {n})[n]])


def step_parts(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The parts of a line's page that change from line to line; the ground if it differs from ``?ground=``."""
    view = context["look"]
    places = {"strip": "strip", "told": "told", "board-off": "board_off", "notes": "notes"}
    parts = {name: render_to_string(f"battles/_{file}.html", context, request) for name, file in places.items()}
    scene = moved(view.ground, view.scene, context["marked"])
    tag, phase = context["ground_tag"], context["phase"]
    ground = "" if request.GET.get("ground") == tag else under(view.ground)
    return {
        "n": view.n,
        "last": view.last,
        "address": f"{context['address']}/e/{context['line'].key}",
        "phase": {"n": phase.n, "words": phase.words} if phase else None,
        "ground": {"tag": tag, "drawn": ground, "words": view.ground.words},
        "parts": {**parts, "scene": scene},
    }


def address_of(access: Access) -> str:
    """The address of the battle."""
    return reverse("battles:battle", args=[access.battle.slug])


def number(text: str, usual: int) -> int:
    """The number in ``text``; ``usual`` if it is no number."""
    return int(text) if text.isdecimal() and len(text) < 9 else usual


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
