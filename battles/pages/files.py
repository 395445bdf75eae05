"""A battle as files, its address as a QR code, who may see it; and a battle brought in from a file."""

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from armies.pages.files import qr_code
from armies.services import printing
from battles.pages.board_svg import board_file
from battles.pages.finding import acting, paper_in, present, private
from battles.pages.handing import file_response
from battles.pages.new import seated_at, token_in
from battles.pages.play import STATUS
from battles.pages.setup_form import MOST_DELAY, WATCHERS
from battles.services import ending, sharing, sheets
from battles.services.bringing import MOST_BYTES, bring, read_file
from battles.services.exporting import battle_file
from battles.services.lines import lines_until
from battles.services.locking import CannotAct, Refused
from battles.services.making import ME, sitting_of
from battles.services.reading import look as look_at
from battles.services.standing import Standing
from battles.sheets.board_map import board_map
from battles.sheets.cheat_sheet import cheat_sheet

MOST_LINES: Final = 10_000
"""Lines of the log that a text file holds."""


@require_safe
def file(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    """``/b/<slug>.battle``, ``.txt`` (the log and the board in text) or ``.svg`` (the board)."""
    standing = present(request, slug)
    try:
        data = _FILES[suffix](standing)
    except CannotAct as error:
        return shown(request, standing, str(error), STATUS[error.code])
    return private(file_response(data, suffix, standing.battle.title, slug), standing.battle)


def _text(standing: Standing) -> str:
    look = look_at(standing, tail=1)
    lines = [
        f"\n{text}\n" if is_heading else f"{line.n:4}  {text}{'  (taken back)' if line.undone else ''}"
        for line in lines_until(standing, look.last, MOST_LINES)
        for text, is_heading in line.lines
    ]
    return "\n".join([look.facts.title, look.facts.system_title, look.score, "", look.board(), "", *lines, ""])


def _svg(standing: Standing) -> str:
    look = look_at(standing, tail=1)
    return board_file(look.ground, look.scene, look.facts.title)


_FILES: Final[dict[str, Any]] = {"battle": battle_file, "txt": _text, "svg": _svg}


@require_safe
def board_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """``/b/<slug>.pdf``: the board as a map on one page, or to ``?scale=`` millimetres a step over sheets."""
    standing = present(request, slug)
    look = look_at(standing, tail=1)
    scale, paper = request.GET.get("scale", ""), request.GET.get("paper", "a4")
    step = float(scale) if scale.isdecimal() and len(scale) < 4 else None
    units = "units" in request.GET
    try:
        drawn = board_map(
            look.ground, look.scene, look.facts.title, printing.imprint(), paper=paper, step=step, units=units
        )
        data = printing.pdf(drawn)
    except ValueError as error:
        return shown(request, standing, str(error), 422)
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slugify(standing.battle.title) or slug}.pdf"'
    return private(response, standing.battle)


@require_safe
def sheet_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """``/b/<slug>/cheat-sheet.pdf``: the tables of its rules, with its options and house rules."""
    standing = present(request, slug)
    title = standing.battle.title
    data = printing.pdf(cheat_sheet(sheets.cheat_sheet(standing), title), paper_in(request))
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slugify(title) or slug}-cheat-sheet.pdf"'
    return private(response, standing.battle)


@require_safe
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """The address, its QR code, the files; for the owner who may see it."""
    return shown(request, present(request, slug))


def shown(request: HttpRequest, standing: Standing, said: str = "", status: int = 200) -> HttpResponse:
    """The page of the files."""
    battle = standing.battle
    context = {
        "look": look_at(standing, tail=1),
        "battle": battle,
        "standing": standing,
        "said": said,
        "address": reverse("battles:battle", args=[battle.slug]),
        "whole": whole(request, standing),
        "visibilities": WATCHERS,
        "seen_by": dict(WATCHERS)[battle.visibility],
        "most_delay": MOST_DELAY,
    }
    return private(render(request, "battles/share.html", context, status=status), battle)


def whole(request: HttpRequest, standing: Standing) -> str:
    """The whole address of the battle, to be sent and scanned."""
    return request.build_absolute_uri(reverse("battles:battle", args=[standing.battle.slug]))


@require_safe
def qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The battle's address as a QR code."""
    standing = present(request, slug)
    return private(qr_code(whole(request, standing)), standing.battle)


@acting
def visibility(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may see the battle, and how far behind spectators are."""
    standing = present(request, slug)
    delay = request.POST.get("delay", "0")
    try:
        if not delay.isdecimal() or len(delay) > 6:
            raise Refused(f"Spectators are 0 to {MOST_DELAY:,} minutes behind, in whole minutes.", "delay")
        sharing.share(standing, visibility=request.POST.get("visibility", ""), delay=int(delay))
        if (title := request.POST.get("title")) is not None and title != standing.battle.title:
            sharing.rename(standing, title)
    except CannotAct as error:
        return shown(request, standing, str(error), STATUS[error.code])
    messages.success(request, "Saved.")
    return redirect("battles:share", slug)


@acting
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Do away with the battle."""
    standing = present(request, slug)
    try:
        ending.delete(standing)
    except CannotAct as error:
        return shown(request, standing, str(error), STATUS[error.code])
    messages.success(request, f"{standing.battle.title} is deleted.")
    return redirect("battles:list")


class BringForm(forms.Form):
    """A battle's file."""

    file = forms.FileField(
        label="A .battle file",
        allow_empty_file=True,
        help_text=f"As Muster gives it out, up to {MOST_BYTES // 1_000_000} MB. It is checked, every action and die.",
    )
    play_on = forms.BooleanField(label="Play on where it stopped, as the side that is awaited first", required=False)


@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """Bring a battle in from a file."""
    form = BringForm(request.POST, request.FILES) if request.method == "POST" else BringForm()
    if form.is_bound and form.is_valid():
        try:
            found = read_file(form.cleaned_data["file"].read())
            sitting = (
                ()
                if found.is_over or not form.cleaned_data["play_on"]
                else (sitting_of(found.battle.system, found.awaited, ME, request.user),)
            )
            owner = request.user if request.user.is_authenticated else None
            return seated_at(request, bring(found, owner, sitting, token=token_in(request)))
        except Refused as refused:
            form.add_error("file", str(refused))
    return render(request, "battles/bring.html", {"form": form}, status=422 if form.is_bound else 200)
