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
from battles.services.locking import CannotAct
from battles.services.proving import throws
from battles.services.reading import lines_until
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
def step(request: HttpRequest, slug: str, n: int) -> HttpResponse:
    """One line with the board as it stood then; the same as parts for a script that plays on."""
    standing = present(request, slug)
    context = stepping(request, standing, n)
    if request.accepts("text/html"):
        return private(render(request, "battles/step.html", context), standing.battle)
    return private(JsonResponse(step_parts(request, context)), standing.battle)


@require_safe
def jump(request: HttpRequest, slug: str) -> HttpResponse:
    """To the line that a form names."""
    standing = present(request, slug)
    n = number(request.GET.get("n", ""), 0)
    return redirect("battles:step", standing.battle.slug, n)


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
    marks = Marked(recent=look.moves)
    return {
        "look": look,
        "line": look.feed[-1],
        "picture": board.picture(look.ground, look.scene, marks),
        "marked": marks,
        "beginnings": beginnings(standing, look.last),
        "notes": [note for note in noting.notes_of(standing) if note.n == n],
        "may_note": standing.seat is not None,
        "address": address_of(standing),
    }


@acting
def note(request: HttpRequest, slug: str, n: int) -> HttpResponse:
    """Write a note beside a line."""
    standing = present(request, slug)
    try:
        noting.add(standing, n, request.POST.get("text", ""), for_all="own" not in request.POST)
    except CannotAct as error:
        context = {**stepping(request, standing, n), "wrong": str(error), "typed": request.POST.get("text", "")}
        return private(render(request, "battles/step.html", context, status=STATUS[error.code]), standing.battle)
    return redirect("battles:step", slug, n)


@acting
def unnote(request: HttpRequest, slug: str, n: int, key: int) -> HttpResponse:
    """Delete a note of one's own."""
    noting.delete(present(request, slug), key)
    return redirect("battles:step", slug, n)


def step_parts(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The parts of a line's page that change from line to line."""
    look = context["look"]
    places = {"strip": "strip", "told": "told", "board-off": "board_off", "notes": "notes"}
    parts = {name: render_to_string(f"battles/_{file}.html", context, request) for name, file in places.items()}
    scene = moved(look.ground, look.scene, context["marked"])
    return {"n": look.n, "last": look.last, "parts": {**parts, "scene": scene}}


def address_of(standing: Standing) -> str:
    """The address of the battle."""
    return reverse("battles:battle", args=[standing.battle.slug])


def number(text: str, usual: int) -> int:
    """A number of an address; ``usual`` where it is none."""
    return int(text) if text.isdecimal() and len(text) < 9 else usual
