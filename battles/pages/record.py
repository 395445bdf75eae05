"""The record of a battle: its log, each line with its board, the dice, and the files of it."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from battles.pages import board
from battles.pages.board_scene import Marked
from battles.pages.board_svg import moved
from battles.pages.finding import acting, present, private
from battles.pages.play import STATUS
from battles.services import noting
from battles.services.lines import keys_of, last_shown, line_of, lines_until
from battles.services.locking import CannotAct, Gone
from battles.services.proving import throws
from battles.services.reading import look as look_at
from battles.services.standing import Standing
from battles.services.turning import beginnings

PAGE: Final = 100
"""Lines of a page of the log."""


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The log as the reader knows it, the latest first; ``?until=`` turns to earlier lines."""
    standing = present(request, slug)
    look = look_at(standing, tail=1)
    until = number(request.GET.get("until", ""), look.last)
    lines = lines_until(standing, until, PAGE)
    context = {
        "look": look,
        "lines": lines,
        "earlier": lines[0].n - 1 if lines and lines[0].n > 0 else None,
        "later": min(until + PAGE, look.last) if until < look.last else None,
        "beginnings": beginnings(standing, look.last),
        "address": address_of(standing),
    }
    return private(render(request, "battles/log.html", context), standing.battle)


@require_safe
def step(request: HttpRequest, slug: str, line: str) -> HttpResponse:
    """One line with the board as it stood then; the same as parts for a script that plays on.

    Its address names the line by its key, for everybody and for ever. A number of one's own leads there.
    """
    standing = present(request, slug)
    n = line_number(standing, line)
    if not request.accepts("text/html"):
        return private(JsonResponse(step_parts(request, stepping(request, standing, n))), standing.battle)
    if line.isdecimal():
        return private(redirect(line_address(standing, n)), standing.battle)
    return private(render(request, "battles/step.html", stepping(request, standing, n)), standing.battle)


@require_safe
def jump(request: HttpRequest, slug: str) -> HttpResponse:
    """To the line that a form names."""
    standing = present(request, slug)
    n = line_number(standing, request.GET.get("n", "")[:20] or "0")
    return private(redirect(line_address(standing, n)), standing.battle)


@require_safe
def dice(request: HttpRequest, slug: str) -> HttpResponse:
    """What the dice fall by: the promise before the first, the secret after the last, each of them to be checked."""
    standing = present(request, slug)
    look = look_at(standing, tail=1)
    context = {"look": look, "throws": throws(standing), "address": address_of(standing)}
    return private(render(request, "battles/dice.html", context), standing.battle)


def stepping(request: HttpRequest, standing: Standing, n: int) -> dict[str, Any]:
    """What the page of a line shows."""
    look = look_at(standing, at=n, tail=2)
    marks = Marked(recent=look.recent.moves, traces=look.recent.traces)
    keys = keys_of(standing, {0, n - 1, n + 1, look.last})
    return {
        "look": look,
        "line": look.feed[-1],
        "first": keys.get(0),
        "back": keys.get(n - 1),
        "on": keys.get(n + 1) if n < look.last else None,
        "latest": keys.get(look.last),
        "picture": board.picture(look.ground, look.scene, marks, look.own),
        "marked": marks,
        "beginnings": beginnings(standing, look.last),
        "notes": [note for note in noting.notes_of(standing) if note.n == n],
        "may_note": standing.seat is not None,
        "address": address_of(standing),
    }


@acting
def note(request: HttpRequest, slug: str, line: str) -> HttpResponse:
    """Write a note beside a line."""
    standing = present(request, slug)
    n = line_number(standing, line)
    try:
        noting.add(standing, n, request.POST.get("text", ""), for_all="own" not in request.POST)
    except CannotAct as error:
        context = {**stepping(request, standing, n), "wrong": str(error), "typed": request.POST.get("text", "")}
        return private(render(request, "battles/step.html", context, status=STATUS[error.code]), standing.battle)
    return redirect(line_address(standing, n))


@acting
def unnote(request: HttpRequest, slug: str, line: str, key: int) -> HttpResponse:
    """Delete a note of one's own."""
    standing = present(request, slug)
    n = line_number(standing, line)
    noting.delete(standing, key)
    return redirect(line_address(standing, n))


def line_number(standing: Standing, line: str) -> int:
    """The number of a line of the reader's own feed, which an address names by that or by its key.

    Raises:
        Gone: he has no such line (yet).
    """
    if not line.isdecimal():
        return line_of(standing, line)
    n = number(line, -1)
    if not 0 <= n <= last_shown(standing):
        raise Gone(f"There is no line {line[:20]} here.")
    return n


def line_address(standing: Standing, n: int) -> str:
    """The lasting address of a line of the reader's own feed."""
    return reverse("battles:step", args=[standing.battle.slug, keys_of(standing, {n})[n]])


def step_parts(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The parts of a line's page that change from line to line."""
    look = context["look"]
    places = {"strip": "strip", "told": "told", "board-off": "board_off", "notes": "notes"}
    parts = {name: render_to_string(f"battles/_{file}.html", context, request) for name, file in places.items()}
    scene = moved(look.ground, look.scene, context["marked"])
    address = f"{context['address']}/e/{context['line'].key}"
    return {"n": look.n, "last": look.last, "address": address, "parts": {**parts, "scene": scene}}


def address_of(standing: Standing) -> str:
    """The address of the battle."""
    return reverse("battles:battle", args=[standing.battle.slug])


def number(text: str, usual: int) -> int:
    """A number of an address; ``usual`` where it is none."""
    return int(text) if text.isdecimal() and len(text) < 9 else usual
