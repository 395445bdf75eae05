"""The print page: choose sheets with true previews; a sheet or a packet as a file."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import register_converter, reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe
from msgspec import Struct

from armies.pages.access import COSTLY, LINKS, counted_as
from armies.paper.section import TooLong
from armies.services.printed_sheets import imprint
from battles.pages import lookup, tracker_games
from battles.rules import RULEBOOKS
from battles.services.play.lock import Gone
from campaign.printing.pages.print_form import PAPER_TITLES, PrintForm, form_of
from campaign.printing.services import jobs, packet_files, setups
from campaign.printing.services.packet_files import (
    EVERYBODY,
    File,
    is_large,
    packet_file,
    sheet_file,
    takes_long,
    text_file,
)
from campaign.printing.services.subject_access import Asker, Source, Unfinished
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.packet import BadWanted, Part, latin_names, parts_of, shortened_troubles
from campaign.war.pages.lookup import held_seats as held_commands

PARTS: Final = r"[-a-zA-Z0-9_]{1,80}"


class SubjectConverter:
    """URL converter for a subject's key, with slashes for colons: ``scenario/system/name``."""

    regex = rf"(?:army|drawn|battle|table|list|rules|scenario|campaign|fight)/{PARTS}(?:/{PARTS})?"

    def to_python(self, value: str) -> str:
        return value.replace("/", ":")

    def to_url(self, value: str) -> str:
        return value.replace(":", "/")


register_converter(SubjectConverter, "subject")


def asker_of(request: HttpRequest) -> Asker:
    """The user of a browser request, with the seats, games and links opened in that browser."""
    return Asker(
        user=request.user,
        seats=tuple(lookup.held_seats(request)),
        games=tuple(tracker_games.held_games(request)),
        links=tuple(request.session.get(LINKS, ())),
        commands=tuple(held_commands(request)),
        origin=request.build_absolute_uri("/").rstrip("/"),
    )


def source_or_404(request: HttpRequest, key: str) -> Source:
    """The subject to print from.

    Raises:
        Http404: there is none, or the user may not see it.
    """
    try:
        return source_of(key, asker_of(request))
    except Gone as gone:
        raise Http404(str(gone)) from None


def private(response: HttpResponse, source: Source) -> HttpResponse:
    """Keep the answer out of shared caches, and out of search engines if the subject is not public."""
    if not source.shared:
        response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-cache"
    return response


def address(source: Source, name: str = "page", **more: Any) -> str:
    """The address of a print page of a subject."""
    return reverse(f"printing:{name}", args=[source.key], kwargs=more or None)


TOKEN: Final = "csrfmiddlewaretoken"  # noqa: S105  the name of a field
MOST_SHOWN: Final = 60
"""Sheets shown as pictures, at most; the page says how many more there are."""


class Shown(Struct, frozen=True):
    """A sheet in the preview: the page shown, the number of pages, and the addresses of picture and file."""

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
    text: str
    before: str
    after: str
    troubles: tuple[str, ...]


def _finished(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """Decorator: for an unfinished scenario, show a page with the reason why it cannot be printed."""

    @wraps(view)
    def answer(request: HttpRequest, key: str) -> HttpResponse:
        try:
            return view(request, key)
        except Unfinished as unfinished:
            source = source_or_404(request, key)
            return private(render(request, "printing/none.html", _head(source, str(unfinished)), status=422), source)

    return answer


@require_safe
@_finished
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the kinds of sheet, their choices and pictures of the pages."""
    source = source_or_404(request, key)
    if TOKEN in request.GET:
        clean = request.GET.copy()
        del clean[TOKEN]
        return redirect(f"{address(source)}?{clean.urlencode()}")
    return shown(request, source, form_of(request, source))


def shown(request: HttpRequest, source: Source, form: PrintForm, status: int = 200) -> HttpResponse:
    """The print page; status 422 if a choice is wrong."""
    parts: list[Part] = []
    large = is_large(source, form.shown)
    if not large:
        try:
            parts = parts_of(form.subject, form.shown, form.wanted, imprint())
        except BadWanted as bad:
            form.faults |= bad.faults
    last = _last(request, form)
    chosen = len(parts)
    if form.changed and last:
        before = last.digests.get(form.shown, {})
        parts = [part for part in parts if before.get(part.key) != part.mark]
    previews = [_preview(request, form, part) for part in parts[:MOST_SHOWN]]
    rows = form.rows()
    context = _head(source) | {
        "form": form,
        "rows": rows,
        "lacks": [row for row in rows if row.lack],
        "shown_for": source.readers[form.shown],
        "papers": PAPER_TITLES,
        "previews": previews,
        "more": len(parts) - len(previews),
        "unchanged": chosen - len(parts),
        "pages": sum(preview.pages for preview in previews),
        "large": large,
        "troubles": shortened_troubles(
            [*filter(None, [latin_names(form.subject)]), *(each for preview in previews for each in preview.troubles)]
        ),
        "setups": setups.offered_to(request.user, source.home),
        "clubs": setups.clubs_of(request.user),
        "may_change": form.setup is not None and setups.may_change(request.user, form.setup),
        "last": setups.moment(last.at) if last else "",
        "other": _other_paper(request, form, parts),
        "ink": _ink(request, form, parts[:MOST_SHOWN]),
        "views": _views(form),
    }
    status = 422 if form.faults and status == 200 else status
    return private(render(request, "printing/page.html", context, status=status), source)


def _other_paper(request: HttpRequest, form: PrintForm, parts: Sequence[Part]) -> tuple[str, int]:
    """Another paper, and the number of pages there."""
    other = next(paper for paper in PAPER_TITLES if paper != form.wanted.paper)
    scope = scope_of(request, form)
    return PAPER_TITLES[other], sum(len(packet_files.extent_of(part.section, other, scope).pages) for part in parts)


def _ink(request: HttpRequest, form: PrintForm, parts: Sequence[Part]) -> float:
    """The share of the paper that is black, in per cent: greys and colours count by their darkness."""
    scope = scope_of(request, form)
    shares = [each for part in parts for each in packet_files.ink(part.section, imprint(), form.wanted.paper, scope)]
    return 100 * sum(shares) / len(shares) if shares else 0.0


def _views(form: PrintForm) -> list[tuple[str, str, bool]]:
    """With a packet for everybody: the address of each reader's preview, their title, and whether it is shown."""
    if form.reader != EVERYBODY:
        return []
    here = f"{address(form.source)}?{form.query()}"
    return [(f"{here}&seen={key}", title, key == form.shown) for key, title in form.source.readers.items()]


def _head(source: Source, wrong: str = "") -> dict[str, Any]:
    return {
        "source": source,
        "system": RULEBOOKS[source.system].title,
        "switches": [
            (label, [(reverse("printing:page", args=[key]), title, key == source.key) for key, title in keys.items()])
            for label, keys in (("Rules", source.systems), ("State of the game", source.states))
            if len(keys) > 1
        ],
        "here": address(source),
        "wrong": wrong,
    }


def _preview(request: HttpRequest, form: PrintForm, part: Part) -> Shown:
    extent = packet_files.extent_of(part.section, form.wanted.paper, scope_of(request, form))
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
        text=f"{address(form.source, 'text')}?{query}",
        before=to(number - 1),
        after=to(number + 1),
        troubles=extent.troubles,
    )


def _number(text: str, pages: int) -> int:
    """The page number in ``text``, limited to 1 to ``pages``."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 1
    return max(1, min(number, pages))


def scope_of(request: HttpRequest, form: PrintForm) -> str:
    """Cache key that separates pictures by reader and by account, because hidden markers differ."""
    return f"{form.source.key}/{form.shown}/{request.user.pk or ''}"


def _one_kind(request: HttpRequest, source: Source) -> tuple[PrintForm, str]:
    """The choices of an address that names one kind of sheet, and that kind.

    Raises:
        Http404: the reader, kind or a choice does not exist.
    """
    form = form_of(request, source)
    if form.faults or len(form.wanted.kinds) != 1:
        raise Http404(" ".join(form.faults.values()) or "Name one kind of sheet.")
    return form, next(iter(form.wanted.kinds))


@require_safe
@_finished
def picture(request: HttpRequest, key: str) -> HttpResponse:
    """A page of a sheet as a picture; 304 if the client has it already."""
    source = source_or_404(request, key)
    form, kind = _one_kind(request, source)
    if takes_long(source, form.shown, kind):
        raise Http404("There are too many units for pictures. Print the packet.")
    name = request.GET.get("part", "")
    try:
        parts = parts_of(form.subject, form.shown, form.wanted, imprint())
    except BadWanted as bad:
        raise Http404(str(bad)) from None
    part = next((part for part in parts if part.key == name), None)
    if part is None:
        raise Http404("This sheet does not exist any more. The subject has changed.")
    number = _number(request.GET.get("page", ""), 100_000)
    etag = f'"{packet_files.tag(part.section, imprint(), form.wanted.paper, number)}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    else:
        try:
            data = packet_files.picture(part.section, imprint(), form.wanted.paper, number, scope_of(request, form))
        except IndexError as error:
            raise Http404(str(error)) from None
        response = HttpResponse(data, content_type="image/png")
    response["ETag"] = etag
    return private(response, source)


@require_safe
@_finished
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """One kind of sheet as a PDF."""
    source = source_or_404(request, key)
    form, kind = _one_kind(request, source)
    try:
        return file_answer(source, sheet_file(source, form.shown, kind, form.wanted, at_once=True), inline=True)
    except (BadWanted, TooLong) as fault:
        form.faults[kind] = str(fault)
        return shown(request, source, form)


@require_safe
@_finished
def text(request: HttpRequest, key: str) -> HttpResponse:
    """One kind of sheet as plain text."""
    source = source_or_404(request, key)
    form, kind = _one_kind(request, source)
    try:
        return file_answer(source, text_file(source, form.shown, kind, form.wanted), inline=True)
    except BadWanted as fault:
        form.faults[kind] = str(fault)
        return shown(request, source, form)


@counted_as(*COSTLY)
@require_POST
@_finished
def packet(request: HttpRequest, key: str) -> HttpResponse:
    """The packet as a PDF, or a ZIP for everybody; a large one is made in the background."""
    source = source_or_404(request, key)
    form = form_of(request, source)
    if form.faults:
        return shown(request, source, form)
    last = _last(request, form) if form.changed else None
    try:
        if not is_large(source, form.reader):
            file = packet_file(
                source,
                form.reader,
                form.wanted,
                last=last.digests if last else None,
                since=setups.moment(last.at) if last else "",
                at_once=True,
            )
            if form.setup is not None:
                setups.remember(form.setup, request.user, source.key, file.digests)
            before = last.digests if last else {}
            setups.remember_print(request.session, source.key, form.reader, form.wanted, {**before, **file.digests})
            return file_answer(source, file)
    except BadWanted as bad:
        form.faults |= bad.faults
        return shown(request, source, form)
    except TooLong:
        pass
    try:
        job = jobs.ask(asker_of(request), source, form.reader, form.wanted, setup=form.setup, changed=form.changed)
    except jobs.TooMany as many:
        form.faults["kinds"] = str(many)
        return shown(request, source, form)
    setups.remember_print(request.session, source.key, form.reader, form.wanted, {})
    return redirect(job)


def _last(request: HttpRequest, form: PrintForm) -> setups.Remembered | None:
    """The last print with the open set-up, or without one that of this browser; None if it cannot be compared."""
    if form.setup is None:
        last = setups.remembered_print(request.session, form.source.key)
        return last if last and last.digests else None
    row = setups.last_of(form.setup, request.user, form.source.key)
    return setups.Remembered(form.reader, form.wanted, row.digests, row.printed) if row else None


def file_answer(source: Source, file: File, *, inline: bool = False) -> HttpResponse:
    """The answer with a file."""
    response = HttpResponse(file.data, content_type=file.media)
    response["Content-Disposition"] = content_disposition_header(not inline, file.name) or ""
    return private(response, source)


@require_POST
@_finished
def keep(request: HttpRequest, key: str) -> HttpResponse:
    """Save the choices as a new set-up, or in the open one."""
    source = source_or_404(request, key)
    form = form_of(request, source)
    if not request.user.is_authenticated:
        form.faults["name"] = "Sign in to save your choices."
    if form.faults:
        return shown(request, source, form)
    try:
        if "anew" in request.POST or form.setup is None:
            everything = request.POST.get("what") == "anything"
            saved = setups.save(
                request.user,
                request.POST.get("name", ""),
                form.wanted,
                source=None if everything else source,
                club=request.POST.get("club", ""),
            )
        else:
            expect = request.POST.get("version", "")
            saved = setups.change(
                request.user,
                form.setup.pk,
                wanted=form.wanted,
                expect=int(expect) if expect.isdecimal() and len(expect) < 10 else None,
            )
    except BadWanted as bad:
        form.faults |= bad.faults
        return shown(request, source, form)
    except setups.Unknown as unknown:
        form.faults["name"] = str(unknown)
        return shown(request, source, form)
    except setups.Stale as stale:
        form.faults["name"] = str(stale)
        form.setup = stale.setup
        return shown(request, source, form, 409)
    return redirect(f"{address(source)}?for={form.reader}&setup={saved.pk}")
