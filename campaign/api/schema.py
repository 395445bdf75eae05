"""The API's description, OpenAPI 3.1: made from the operations, kept in ``openapi.json``, served from there.

``python3 manage.py spectacular --format openapi-json --file campaign/api/openapi.json`` makes it anew.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import JSON, operation
from armies.api.problems import MEDIA
from armies.api.shaping import components

FILE: Final = Path(__file__).with_name("openapi.json")


PLACES: Final = {
    "key": "The `key` of a note.",
    "slug": "The army: the last part of its address under `/a/`.",
    "element": "The id of a corps, division, brigade or unit.",
    "number": "The number of a change: the army's version after it.",
    "system": "A rule system by its key, as `GET /api/v1/systems` lists them.",
    "form": "`json`, `csv`, `xlsx`, `text` or `forum`.",
    "code": "A nation's code, such as `FR`.",
    "link": "The id of a link.",
    "user": "The name that a co-editor signs in with.",
    "holding": "The id of a row of figures.",
    "battle": "The battle: the last part of its address under `/b/`.",
    "game": "The slug of the game at the table: the last part of its address.",
    "subject": "What is printed, such as `battle:<slug>`.",
    "kind": "A kind of sheet, as `GET /api/v1/sheets/<subject>` lists them.",
    "job": "The `key` of a packet in the background.",
    "setup": "The `id` of a print set-up.",
    "place": "A side, such as `a`, or `umpire`.",
    "token": "The token of an invitation: the last part of its address under `/b/join/`.",
}
"""What the parts of addresses are."""


def add_components(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """A hook of the generator: the schema of every type that is read or answered, and each problem said once."""
    shared = result.setdefault("components", {})
    shared.setdefault("schemas", {}).update(components())
    shared["responses"] = {}
    for operations in result["paths"].values():
        for said in operations.values():
            if body := said.get("requestBody"):
                body["required"] = True
            for part in said.get("parameters", []):
                if part["in"] == "path":
                    part["description"] = PLACES[part["name"]]
            for status, answer in said["responses"].items():
                if MEDIA in answer.get("content", {}):
                    name = f"Problem{status}"
                    shared["responses"][name] = answer
                    said["responses"][status] = {"$ref": f"#/components/responses/{name}"}
    return result


def ours_only(endpoints: list[Any], **kwargs: Any) -> list[Any]:
    """A hook of the generator: what stands under the prefix of this version."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]


@cache
def document() -> dict[str, Any]:
    """The description that is shipped."""
    found: dict[str, Any] = msgspec.json.decode(FILE.read_bytes())
    return found


@cache
def served() -> bytes:
    """The same without the spaces."""
    return msgspec.json.encode(document())


class Schema(Endpoint):
    """``/schema``"""

    @operation(name="schema", tag="Reference", answer=dict[str, Any], signed_in=False)
    def get(self, request: Request) -> HttpResponse:
        """Read this description

        OpenAPI 3.1, as JSON.
        """
        return HttpResponse(served(), content_type=JSON)
