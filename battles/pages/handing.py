"""What is handed out as a file: its type, its name, and what a browser that opens it may do."""

from typing import Final

from django.http import HttpResponse
from django.utils.text import slugify

from battles.pages.board_svg import POLICY

TYPES: Final = {
    "battle": "application/x-ndjson",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
}
SHOWN: Final = frozenset({"txt", "svg"})
"""What a browser shows; anything else it keeps."""


def file_response(data: str | bytes, suffix: str, title: str, slug: str) -> HttpResponse:
    """``data`` as a file that is named for a ``title``, or where that has no letters for a file name, by ``slug``."""
    response = HttpResponse(data, content_type=TYPES[suffix])
    kind = "inline" if suffix in SHOWN else "attachment"
    response["Content-Disposition"] = f'{kind}; filename="{slugify(title) or slug}.{suffix}"'
    if suffix == "svg":
        response["Content-Security-Policy"] = POLICY
    return response
