"""Access of API requests to armies (404, 403), and the version in If-Match headers (412)."""

import re
from typing import Annotated, Final

import msgspec
from rest_framework.request import Request

from armies.api.problems import Problem
from armies.exchange.clean_text import one_line, short
from armies.models import Army, Change, ShareLink


class Reading(msgspec.Struct, frozen=True):
    """Parameters of operations that read one army."""

    link: Annotated[
        str, msgspec.Meta(max_length=40, description="The token of a view link, to read another user's private army.")
    ] = ""


def readable(request: Request, slug: str, link: str = "") -> Army:
    """The army with its owner and house rules, if the user may read it.

    Raises:
        Problem: ``not-found``, also for a private army, so that the answer does not show that it exists.
    """
    links = ShareLink.objects.filter(token=link, kind=ShareLink.Kind.VIEW).values_list("pk", flat=True) if link else ()
    army = Army.objects.opened(one_line(slug), request.user, links)
    if army is None:
        raise Problem("not-found", "There is no army at this address, or you may not see it.")
    return army


def editable(request: Request, slug: str) -> Army:
    """The army, if the user may change it: its owner and its co-editors may, and whom its club says.

    Raises:
        Problem: ``not-found``, or ``forbidden`` if the user may only read it.
    """
    army = readable(request, slug)
    if not (owns(request, army) or getattr(army, "co_edited", False)):
        raise Problem(
            "forbidden", "Only the owner and the co-editors may change this army. You can change a copy of it."
        )
    return army


def own_army(request: Request, slug: str) -> Army:
    """The army, if the user owns it.

    Raises:
        Problem: ``not-found``, or ``forbidden`` if another user owns it.
    """
    army = readable(request, slug)
    if not owns(request, army):
        raise Problem("forbidden", "Only the army’s owner may do this.")
    return army


def owns(request: Request, army: Army) -> bool:
    """True if the user owns the army. Historical armies have no owner."""
    return request.user.is_authenticated and army.owner_id == request.user.pk


TAG: Final = re.compile(r'(?:W/)?("?)([0-9]{1,9})(?:-(?:gzip|br|zstd|deflate))?\1')
"""An ETag of an army. A proxy that compresses an answer makes it weak or adds a suffix to the version."""

MEMBER: Final = r'(W/)?("[!#-~\x80-\xff]*"|[0-9]{1,9}(-[a-z]{1,9})?)'
"""An entity tag (RFC 9110, 8.8.3), or an army's ETag without quotes."""

IF_MATCH: Final = rf"^(\*|[ \t,]*{MEMBER}([ \t]*,[ \t,]*{MEMBER})*[ \t,]*)$"
"""Valid values of If-Match: one tag, several separated by commas, or a star."""

LONGEST: Final = 2_000
"""The most characters of a header with ETags."""

MOST_CHANGES: Final = 20
"""The most changes that a 412 lists."""

_IF_MATCH = re.compile(IF_MATCH)
_BETWEEN_COMMAS = re.compile(r'(?:[^,"]|"[^"]*")+')


def tags(header: str) -> set[str]:
    """The tags in ``header``; a comma within quotes is part of its tag."""
    return {tag.strip() for tag in _BETWEEN_COMMAS.findall(header[:LONGEST])}


def versions_among(tags: set[str]) -> set[int]:
    """The army versions among ``tags``; other tags are ignored."""
    return {int(ours[2]) for tag in tags if (ours := TAG.fullmatch(tag))}


def expected(header: str, slug: str) -> int | None:
    """The version that If-Match expects; None for ``*``.

    If it lists several, the army's present version is used, or else the latest.

    Raises:
        Problem: ``no-version`` without the header, ``malformed`` if it is invalid, ``stale`` if none of its tags is
            a version of an army.
    """
    header = header.strip()
    if not header:
        raise Problem("no-version")
    if header == "*":
        return None
    if len(header) > LONGEST or not _IF_MATCH.fullmatch(header):
        form = f'Send the ETag that you read, such as "7", or several with commas (up to {LONGEST:,} characters), or *.'
        raise Problem("malformed", f"If-Match cannot be read: {short(header, 40)!r} is not an ETag. {form}")
    versions = versions_among(tags(header))
    if not versions:
        raise Problem("stale", f'If-Match must be an ETag of this army, such as "7", or *; it was {header[:40]}.')
    if len(versions) == 1:
        return versions.pop()
    now = Army.objects.filter(slug=slug, version__in=versions).values_list("version", flat=True).first()
    return max(versions) if now is None else now


def stale(army: Army, expect: int | None) -> Problem:
    """The 412 problem, with the present version and the changes since ``expect``."""
    rows = Change.objects.filter(army=army, number__gt=expect or 0).order_by("number")
    sentences = [f"{by or 'Someone'}: {words}" for by, words in rows.values_list("by", "words")[:MOST_CHANGES]]
    detail = f"{army.name} is now at version {army.version}, not {expect}."
    return Problem(
        "stale", detail, extra={"version": army.version, "changes": sentences}, headers={"ETag": f'"{army.version}"'}
    )
