"""The page where sheets are chosen, with true pictures of their pages; a sheet or a packet as a file."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe
from msgspec import Struct

from armies.paper.section import TooLong
from armies.services.printing import imprint
from battles.rules import SYSTEMS
from campaign.pages.print_finding import address, asker_of, found, private
from campaign.pages.print_form import PAPER_TITLES, PrintForm, form_of
from campaign.services import pictures, print_jobs, print_setups
from campaign.services.packets import File, is_large, packet_file, sheet_file, takes_long
from campaign.services.printable import Source, Unfinished
from campaign.sheets.packet import BadWanted, Part, parts_of, said

TOKEN: Final = "csrfmiddlewaretoken"  # noqa: S105  the name of a field
MOST_SHOWN: Final = 60
"""Sheets that are shown as pictures; the others are told of."""


class Shown(Struct, frozen=True):
    """A sheet in the preview: the page of it that is shown, of how many, and its address as a picture and as a file."""

    key: str
    kind: str
    title: str
    heading: str
    number: int
    pages: int
    wide: int
    high: int
    picture: str
    file: str
    before: str
    after: str
    troubles: tuple[str, ...]


def _finished(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """A page that says why nothing can be printed yet, in place of ``view``, of what is not drawn to its end."""

    @wraps(view)
    def answer(request: HttpRequest, key: str) -> HttpResponse:
        try:
            return view(request, key)
        except Unfinished as unfinished:
            source = found(request, key)
            return private(render(request, "printing/none.html", _head(source, str(unfinished)), status=422), source)

    return answer


@require_safe
@_finished
def page(request: HttpRequest, key: str) -> HttpResponse:
    """What can be printed, what may be chosen of it, and pictures of its pages."""
    source = found(request, key)
    if TOKEN in request.GET:
        clean = request.GET.copy()
        del clean[TOKEN]
        return redirect(f"{address(source)}?{clean.urlencode()}")
    return shown(request, source, form_of(request, source))


def shown(request: HttpRequest, source: Source, form: PrintForm, status: int = 200) -> HttpResponse:
    """The page; 422 where something is wrong with what was chosen."""
    parts: list[Part] = []
    large = is_large(source, form.shown)
    if not large:
        try:
            parts = parts_of(form.subject, form.shown, form.wanted, imprint())
        except BadWanted as bad:
            form.faults |= bad.faults
    previews = [_preview(request, form, part) for part in parts[:MOST_SHOWN]]
    last = print_setups.last_of(form.setup, request.user, source.key) if form.setup else None
    rows = form.rows()
    context = _head(source) | {
        "form": form,
        "rows": rows,
        "lacks": [row for row in rows if row.lack],
        "shown_for": source.readers[form.shown],
        "papers": PAPER_TITLES,
        "previews": previews,
        "more": len(parts) - len(previews),
        "pages": sum(preview.pages for preview in previews),
        "large": large,
        "troubles": said([trouble for preview in previews for trouble in preview.troubles]),
        "setups": print_setups.offered_to(request.user, source.home),
        "clubs": print_setups.clubs_of(request.user),
        "may_change": form.setup is not None and print_setups.may_change(request.user, form.setup),
        "last": last,
    }
    status = 422 if form.faults and status == 200 else status
    return private(render(request, "printing/page.html", context, status=status), source)


def _head(source: Source, wrong: str = "") -> dict[str, Any]:
    return {
        "source": source,
        "system": SYSTEMS[source.system].title,
        "switches": [
            (label, [(reverse("printing:page", args=[key]), title, key == source.key) for key, title in keys.items()])
            for label, keys in (("Under which rules", source.systems), ("As at which time", source.states))
            if len(keys) > 1
        ],
        "here": address(source),
        "wrong": wrong,
    }


def _preview(request: HttpRequest, form: PrintForm, part: Part) -> Shown:
    extent = pictures.extent_of(part.section, form.wanted.paper, scope_of(request, form))
    number = _number(request.GET.get(f"look.{part.key}", ""), len(extent.pages))
    wide, high = extent.pages[number - 1] if extent.pages else (210.0, 297.0)
    query = form.query(kinds={part.kind.key: form.wanted.kinds[part.kind.key]})
    here, whole = address(form.source), form.query()

    def to(other: int) -> str:
        return f"{here}?{whole}&look.{part.key}={other}#s-{part.key}" if 1 <= other <= len(extent.pages) else ""

    return Shown(
        key=part.key,
        kind=part.section.kind,
        title=part.section.title,
        heading=part.section.heading,
        number=number,
        pages=len(extent.pages),
        wide=round(wide),
        high=round(high),
        picture=f"{address(form.source, 'picture')}?{query}&part={part.key}&page={number}",
        file=f"{address(form.source, 'sheet')}?{query}",
        before=to(number - 1),
        after=to(number + 1),
        troubles=extent.troubles,
    )


def _number(said: str, pages: int) -> int:
    """The page asked for; the first or the last where there is no such page."""
    number = int(said) if said.isascii() and said.isdecimal() and len(said) < 6 else 1
    return max(1, min(number, pages))


def scope_of(request: HttpRequest, form: PrintForm) -> str:
    """What keeps apart the pictures that different readers see, and the numbers of hidden markers of each account."""
    return f"{form.source.key}/{form.shown}/{request.user.pk or ''}"


def _one_kind(request: HttpRequest, source: Source) -> tuple[PrintForm, str]:
    """The choices of an address that names one kind of sheet.

    Raises:
        Http404: a reader, kind or choice that there is not.
    """
    form = form_of(request, source)
    if form.faults or len(form.wanted.kinds) != 1:
        raise Http404(" ".join(form.faults.values()) or "Name one kind of sheet.")
    return form, next(iter(form.wanted.kinds))


@require_safe
@_finished
def picture(request: HttpRequest, key: str) -> HttpResponse:
    """A page of a sheet as a picture; 304 for whoever has it."""
    source = found(request, key)
    form, kind = _one_kind(request, source)
    if takes_long(source, form.shown, kind):
        raise Http404("There are no pictures of so many units: print the packet.")
    name = request.GET.get("part", "")
    try:
        parts = parts_of(form.subject, form.shown, form.wanted, imprint())
    except BadWanted as bad:
        raise Http404(str(bad)) from None
    part = next((part for part in parts if part.key == name), None)
    if part is None:
        raise Http404("There is no such sheet; what it is made from has changed.")
    number = _number(request.GET.get("page", ""), 100_000)
    etag = f'"{pictures.tag(part.section, imprint(), form.wanted.paper, number)}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    else:
        try:
            data = pictures.picture(part.section, imprint(), form.wanted.paper, number, scope_of(request, form))
        except IndexError as error:
            raise Http404(str(error)) from None
        response = HttpResponse(data, content_type="image/png")
    response["ETag"] = etag
    return private(response, source)


@require_safe
@_finished
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """One kind of sheet as a PDF."""
    source = found(request, key)
    form, kind = _one_kind(request, source)
    try:
        return file_answer(source, sheet_file(source, form.shown, kind, form.wanted, at_once=True), inline=True)
    except (BadWanted, TooLong) as fault:
        form.faults[kind] = str(fault)
        return shown(request, source, form)


@require_POST
@_finished
def packet(request: HttpRequest, key: str) -> HttpResponse:
    """The packet: a PDF, a ZIP for everybody, or a job where it is large."""
    source = found(request, key)
    form = form_of(request, source)
    if form.faults:
        return shown(request, source, form)
    last = print_setups.last_of(form.setup, request.user, source.key) if form.changed and form.setup else None
    try:
        if not is_large(source, form.reader):
            made = packet_file(
                source,
                form.reader,
                form.wanted,
                last=last.digests if last else None,
                since=f"{last.printed:%d %B %Y}" if last else "",
                at_once=True,
            )
            if form.setup is not None:
                print_setups.remember(form.setup, request.user, source.key, made.digests)
            return file_answer(source, made)
    except BadWanted as bad:
        form.faults |= bad.faults
        return shown(request, source, form)
    except TooLong:
        pass
    try:
        job = print_jobs.ask(
            asker_of(request), source, form.reader, form.wanted, setup=form.setup, changed=form.changed
        )
    except print_jobs.TooMany as many:
        form.faults["kinds"] = str(many)
        return shown(request, source, form)
    return redirect(job)


def file_answer(source: Source, file: File, *, inline: bool = False) -> HttpResponse:
    """A file for its one reader."""
    response = HttpResponse(file.data, content_type=file.media)
    response["Content-Disposition"] = content_disposition_header(not inline, file.name) or ""
    return private(response, source)


@require_POST
@_finished
def keep(request: HttpRequest, key: str) -> HttpResponse:
    """Save what is chosen as a set-up, a new one or in the one that is open."""
    source = found(request, key)
    form = form_of(request, source)
    if not request.user.is_authenticated:
        form.faults["name"] = "Sign in to keep what you have chosen."
    if form.faults:
        return shown(request, source, form)
    try:
        if "anew" in request.POST or form.setup is None:
            everything = request.POST.get("what") == "anything"
            made = print_setups.save(
                request.user,
                request.POST.get("name", ""),
                form.wanted,
                source=None if everything else source,
                club=request.POST.get("club", ""),
            )
        else:
            expect = request.POST.get("version", "")
            made = print_setups.change(
                request.user,
                form.setup.pk,
                wanted=form.wanted,
                expect=int(expect) if expect.isdecimal() and len(expect) < 10 else None,
            )
    except BadWanted as bad:
        form.faults |= bad.faults
        return shown(request, source, form)
    except print_setups.Unknown as unknown:
        form.faults["name"] = str(unknown)
        return shown(request, source, form)
    except print_setups.Stale as stale:
        form.faults["name"] = str(stale)
        form.setup = stale.setup
        return shown(request, source, form, 409)
    return redirect(f"{address(source)}?for={form.reader}&setup={made.pk}")
