"""The API's schema in OpenAPI 3.1: generated from the operations, stored in ``openapi.json``, served from there.

Generate it with ``python3 manage.py spectacular --format openapi-json --file campaign/api/openapi.json``.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import JSON, operation
from armies.api.parameters import components
from armies.api.problems import MEDIA

FILE: Final = Path(__file__).with_name("openapi.json")


PLACES: Final = {
    "key": "The `key` of a note.",
    "slug": "The army: the last part of its address under `/a/`.",
    "element": "The id of a corps, division, brigade or unit.",
    "number": "The number of a change: the army's version after the change.",
    "system": "A rule system by its key, as `GET /api/v1/systems` lists them.",
    "form": "`json`, `csv`, `xlsx`, `text` or `forum`.",
    "code": "A nation's code, such as `FR`.",
    "link": "The id of a link.",
    "user": "The name that a co-editor signs in with.",
    "holding": "The id of a row of figures.",
    "battle": "The battle: the last part of its address under `/b/`.",
    "game": "The slug of the tracked game: the last part of its address.",
    "subject": "What to print, such as `battle:<slug>`.",
    "kind": "A kind of sheet, as `GET /api/v1/sheets/<subject>` lists them.",
    "job": "The `key` of a packet that is made in the background.",
    "setup": "The `id` of a print set-up.",
    "place": "A side, such as `a`; or `umpire`.",
    "thing": "The kind and the slug of a thing: `army:`, `drawn:` (a scenario), `battle:` or `table:`, and the slug.",
    "club": "The club: the last part of its address under `/club/`.",
    "member": "The name that a member of the club, or somebody who asks to join, signs in with.",
    "guest": "The `id` of a guest.",
    "deputy": "The `id` of an entry of the deputies.",
    "webhook": "The `id` of a webhook.",
    "invitation": "The `id` of an invitation.",
    "invite": "The token of an invitation to a club: the last part of its address under `/club/join/`.",
    "report": "The `id` of a report.",
    "campaign": "The campaign, by its `slug`.",
    "template": "A template by its key, as `GET /api/v1/campaigns/templates` lists them.",
    "engagement": "The number of an engagement.",
    "seat": "The `id` of a seat.",
    "token": "The token of an invitation: the last part of its address under `/b/join/`.",
}
"""Descriptions of path parameters by name."""
SECONDS: Final = {"type": "string", "pattern": "^[0-9]{1,9}$"}
HEADERS: Final[dict[str, tuple[str, str, dict[str, Any], bool]]] = {
    "401": ("WWW-Authenticate", "How to sign in.", {"type": "string"}, True),
    "405": ("Allow", "The methods that are allowed here, separated by commas.", {"type": "string"}, True),
    "412": ("ETag", "The present version of the army.", {"type": "string"}, False),
    "429": ("Retry-After", "Seconds to wait before you try again.", SECONDS, True),
    "503": ("Retry-After", "Seconds to wait before you try again.", SECONDS, True),
}
"""By status code, the header of a problem: name, description, schema, and True if it is always sent."""


def add_components(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Generator hook: add the schemas of all types, and describe each problem once."""
    shared = result.setdefault("components", {})
    shared.setdefault("schemas", {}).update(components())
    shared["responses"] = {}
    for operations in result["paths"].values():
        for described in operations.values():
            if body := described.get("requestBody"):
                body["required"] = True
            for part in described.get("parameters", []):
                if part["in"] == "path":
                    part["description"] = PLACES[part["name"]]
            for status, answer in described["responses"].items():
                if MEDIA in answer.get("content", {}):
                    name = f"Problem{status}"
                    shared["responses"][name] = answer | headers_of(status)
                    described["responses"][status] = {"$ref": f"#/components/responses/{name}"}
    return result


def headers_of(status: str) -> dict[str, Any]:
    """The headers of a problem with this status code, as the schema describes them."""
    if status not in HEADERS:
        return {}
    name, text, schema, required = HEADERS[status]
    return {"headers": {name: {"description": text, "required": required, "schema": schema}}}


def ours_only(endpoints: list[Any], **kwargs: Any) -> list[Any]:
    """Generator hook: keep only the endpoints of this version of the API."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]


@cache
def document() -> dict[str, Any]:
    """The schema that is shipped."""
    description: dict[str, Any] = msgspec.json.decode(FILE.read_bytes())
    return description


@cache
def served() -> bytes:
    """The schema as JSON without spaces."""
    return msgspec.json.encode(document())


class Schema(Endpoint):
    """``/schema``"""

    @operation(name="schema", tag="Reference", answer=dict[str, Any], signed_in=False)
    def get(self, request: Request) -> HttpResponse:
        """Read this description

        OpenAPI 3.1, as JSON.
        """
        return HttpResponse(served(), content_type=JSON)
