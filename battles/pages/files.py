"""Files of a battle, its QR code and its visibility; import of a battle from a file."""

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from armies.pages.access import MAKING, counted_as, private
from armies.pages.army_sheets import qr_code
from armies.services import printed_sheets
from battles.pages.battle_page import STATUS
from battles.pages.board.svg import POLICY, board_file
from battles.pages.lookup import access_to_battle, paper_in, post_only
from battles.pages.new_battle import MOST_DELAY, WATCHERS, seated_at, token_in, watchers_of
from battles.services import cheat_sheets
from battles.services.access import Access
from battles.services.create.from_file import MOST_BYTES, import_battle, read_file
from battles.services.create.request import ME, sitting_of
from battles.services.departure import battle_deletion_time
from battles.services.play import game_controls, invitations
from battles.services.play.lock import CannotAct, Refused
from battles.services.play.verification import battle_file
from battles.services.view.battle_query import shown_battle
from battles.services.view.feed_lines import lines_until
from battles.sheets.board_map import board_map
from battles.sheets.cheat_sheet import cheat_sheet

TYPES: Final = {
    "battle": "application/x-ndjson",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
}
SHOWN: Final = frozenset({"txt", "svg"})
"""File types that a browser shows; it downloads the others."""


def file_response(data: str | bytes, suffix: str, title: str, slug: str) -> HttpResponse:
    """``data`` as a file named after ``title``, or after ``slug`` if the title has no letters for a file name."""
    response = HttpResponse(data, content_type=TYPES[suffix])
    kind = "inline" if suffix in SHOWN else "attachment"
    response["Content-Disposition"] = f'{kind}; filename="{slugify(title) or slug}.{suffix}"'
    if suffix == "svg":
        response["Content-Security-Policy"] = POLICY
    return response


MOST_LINES: Final = 10_000
"""Lines of the log that a text file holds."""


@require_safe
def file(request: HttpRequest, slug: str, suffix: str) -> HttpResponse:
    """``/b/<slug>.battle``, ``.txt`` (the log and the board in text) or ``.svg`` (the board)."""
    access = access_to_battle(request, slug)
    try:
        data = _FILES[suffix](access)
    except CannotAct as error:
        return shown(request, access, str(error), STATUS[error.code])
    return private(file_response(data, suffix, access.battle.title, slug), access.battle)


def _text(access: Access) -> str:
    view = shown_battle(access, tail=1)
    lines = [
        f"\n{text}\n" if is_heading else f"{line.n:4}  {text}{'  (undone)' if line.undone else ''}"
        for line in lines_until(access, view.last, MOST_LINES)
        for text, is_heading in line.lines
    ]
    return "\n".join(
        [
            view.facts.title,
            view.facts.system_title,
            view.score,
            "",
            view.board(),
            "",
            *lines,
            "",
        ]
    )


def _svg(access: Access) -> str:
    view = shown_battle(access, tail=1)
    return board_file(view.ground, view.scene, view.facts.title)


_FILES: Final[dict[str, Any]] = {"battle": battle_file, "txt": _text, "svg": _svg}


@require_safe
def board_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """``/b/<slug>.pdf``: the board with its units on one page, or on several sheets at ``?scale=`` millimetres a step.

    ``?units=0`` leaves the units out.
    """
    access = access_to_battle(request, slug)
    view = shown_battle(access, tail=1)
    scale, paper = request.GET.get("scale", ""), request.GET.get("paper", "a4")
    step = float(scale) if scale.isdecimal() and len(scale) < 4 else None
    units = request.GET.get("units") != "0"
    try:
        drawn = board_map(
            view.ground,
            view.scene,
            view.facts.title,
            printed_sheets.imprint(),
            paper=paper,
            step=step,
            units=units,
        )
        data = printed_sheets.pdf(drawn)
    except ValueError as error:
        return shown(request, access, str(error), 422)
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slugify(access.battle.title) or slug}.pdf"'
    return private(response, access.battle)


@require_safe
def sheet_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """``/b/<slug>/cheat-sheet.pdf``: the tables of its rules, with its options and house rules."""
    access = access_to_battle(request, slug)
    title = access.battle.title
    data = printed_sheets.pdf(cheat_sheet(cheat_sheets.cheat_sheet(access), title), paper_in(request))
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slugify(title) or slug}-cheat-sheet.pdf"'
    return private(response, access.battle)


@require_safe
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """The page with address, QR code and files; for the owner with the visibility."""
    return shown(request, access_to_battle(request, slug))


def shown(request: HttpRequest, access: Access, message: str = "", status: int = 200) -> HttpResponse:
    """The page of the files; ``message`` says what was wrong with the form."""
    battle = access.battle
    context = {
        "look": shown_battle(access, tail=1),
        "battle": battle,
        "standing": access,
        "said": message,
        "address": reverse("battles:battle", args=[battle.slug]),
        "whole": whole(request, access),
        "visibilities": watchers_of(battle),
        "ends": battle_deletion_time(battle, access.seats),
        "seen_by": dict(WATCHERS)[battle.visibility],
        "most_delay": MOST_DELAY,
    }
    return private(render(request, "battles/share.html", context, status=status), battle)


def whole(request: HttpRequest, access: Access) -> str:
    """The full address of the battle."""
    return request.build_absolute_uri(reverse("battles:battle", args=[access.battle.slug]))


@require_safe
def qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The battle's address as a QR code."""
    access = access_to_battle(request, slug)
    return private(qr_code(whole(request, access)), access.battle)


@post_only
def visibility(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the title, the planned date, who may see the battle, and the delay for spectators."""
    access = access_to_battle(request, slug)
    delay = request.POST.get("delay", "0")
    try:
        if not delay.isdecimal() or len(delay) > 6:
            raise Refused(f"Enter how far spectators are behind: 0 to {MOST_DELAY:,} whole minutes.", "delay")
        invitations.share_battle(access, visibility=request.POST.get("visibility", ""), delay=int(delay))
        if (title := request.POST.get("title")) is not None and title != access.battle.title:
            invitations.rename_battle(access, title)
        if (planned := request.POST.get("planned")) is not None:
            invitations.plan_battle(access, planned)
    except CannotAct as error:
        return shown(request, access, str(error), STATUS[error.code])
    messages.success(request, "Saved.")
    return redirect("battles:share", slug)


@post_only
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the battle."""
    access = access_to_battle(request, slug)
    try:
        game_controls.delete(access)
    except CannotAct as error:
        return shown(request, access, str(error), STATUS[error.code])
    messages.success(request, f"{access.battle.title} was deleted.")
    return redirect("battles:list")


class BringForm(forms.Form):
    """A battle's file."""

    file = forms.FileField(
        label="A .battle file",
        allow_empty_file=True,
        help_text=f"Exported from Muster, up to {MOST_BYTES // 1_000_000} MB. Every action and die is checked.",
    )
    play_on = forms.BooleanField(
        label="Continue an unfinished battle yourself, as the side to decide next", required=False
    )


@counted_as(*MAKING)
@require_http_methods(["GET", "HEAD", "POST"])
def import_battle_page(request: HttpRequest) -> HttpResponse:
    """Import a battle from a file."""
    form = BringForm(request.POST, request.FILES) if request.method == "POST" else BringForm()
    if form.is_bound and form.is_valid():
        try:
            imported = read_file(form.cleaned_data["file"].read())
            sitting = (
                ()
                if imported.is_over or not form.cleaned_data["play_on"]
                else (sitting_of(imported.battle.system, imported.awaited, ME, request.user),)
            )
            owner = request.user if request.user.is_authenticated else None
            return seated_at(request, import_battle(imported, owner, sitting, token=token_in(request)))
        except Refused as refused:
            form.add_error("file", str(refused))
    return render(request, "battles/bring.html", {"form": form}, status=422 if form.is_bound else 200)
