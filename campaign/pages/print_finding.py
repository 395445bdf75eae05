"""From a request to what there is to print from, and the addresses of it."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import register_converter, reverse

from armies.pages.finding import LINKS
from battles.pages import finding, table_finding
from battles.services.locking import Gone
from campaign.services.asking import Asker
from campaign.services.printable import Source
from campaign.services.subjects import source_of

PARTS: Final = r"[-a-zA-Z0-9_]{1,80}"


class SubjectConverter:
    """A subject's key with strokes for colons: ``scenario/mini_nap/quatre_bras``."""

    regex = rf"(?:army|drawn|battle|table|list|rules|scenario)/{PARTS}(?:/{PARTS})?"

    def to_python(self, value: str) -> str:
        return value.replace("/", ":")

    def to_url(self, value: str) -> str:
        return value.replace(":", "/")


register_converter(SubjectConverter, "subject")


def asker_of(request: HttpRequest) -> Asker:
    """Who asks by a browser."""
    return Asker(
        user=request.user,
        seats=tuple(finding.held(request)),
        games=tuple(table_finding.held(request)),
        links=tuple(request.session.get(LINKS, ())),
        origin=request.build_absolute_uri("/").rstrip("/"),
    )


def found(request: HttpRequest, key: str) -> Source:
    """What there is to print from.

    Raises:
        Http404: nothing, or the one who asks may not see it: one answer for both.
    """
    try:
        return source_of(key, asker_of(request))
    except Gone as gone:
        raise Http404(str(gone)) from None


def private(response: HttpResponse, source: Source) -> HttpResponse:
    """Keep what is made for one reader out of shared caches, and what is not public out of search engines."""
    if not source.shared:
        response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-cache"
    return response


def address(source: Source, name: str = "page", **more: Any) -> str:
    """The address of a page of the printing of a subject."""
    return reverse(f"printing:{name}", args=[source.key], kwargs=more or None)
