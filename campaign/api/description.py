"""The API described: its schema in OpenAPI 3.1, and the page made from it.

The schema is generated from the operations, stored in ``openapi.json`` and served from there. Generate it with
``python3 manage.py spectacular --format openapi-json --file campaign/api/openapi.json``.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from msgspec import Struct
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import JSON, operation
from armies.api.parameters import components
from armies.api.problems import KINDS, MEDIA

CODE: Final = re.compile(r"`{1,2}([^`]+)`{1,2}")
TAGS: Final = (
    *("Armies", "Elements", "Changing", "History", "Rules", "Commanders", "Cards", "Files", "Sharing", "Figures"),
    *("Battles", "Playing", "Seats", "Scenarios", "At the table", "Campaigns", "Sheets", "Reference"),
)
"""Order of the tags on the page; other tags come last."""


class Field(Struct, frozen=True):
    """A parameter or field: its place (path, query, header, body), its type in words, and its purpose."""

    name: str
    where: str
    kind: SafeString
    text: SafeString
    required: bool
    default: str = ""


class Answer(Struct, frozen=True):
    """An answer: its status, its description, and its type in words."""

    status: str
    text: SafeString
    kind: SafeString


class Shown(Struct, frozen=True):
    """An operation as the page shows it. ``words`` is the text that the search uses."""

    id: str
    method: str
    address: str
    summary: str
    text: SafeString
    open_to_all: bool
    parameters: list[Field]
    body: str
    body_fields: list[Field]
    example: str
    answers: list[Answer]
    problems: list[str]
    words: str


class Shape(Struct, frozen=True):
    """A type with its description and fields."""

    name: str
    text: SafeString
    fields: list[Field]


def coded(text: str) -> SafeString:
    """``text`` as HTML, with the parts between backticks as code."""
    return mark_safe(CODE.sub(r"<code>\1</code>", str(escape(" ".join(text.split())))))  # noqa: S308


def link(name: str) -> SafeString:
    """A link to the fields of a type."""
    return mark_safe(f'<a href="#type-{escape(name)}">{escape(name)}</a>')  # noqa: S308


def kind_of(schema: dict[str, Any]) -> SafeString:
    """A schema in words: ``list of Summary``, ``text or null``, ``one of a4, letter``."""
    return mark_safe(_words(schema))  # noqa: S308


def _words(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return link(schema["$ref"].rpartition("/")[2])
    if many := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
        return " or ".join(dict.fromkeys(_words(one) for one in many))
    if "enum" in schema:
        return "one of " + ", ".join(f"<code>{escape(one) if one else 'empty'}</code>" for one in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(schema['const'])}</code>"
    if schema.get("type") == "array":
        return f"list of {_words(schema.get('items') or {})}"
    if schema.get("type") == "object":
        return (
            f"object of {_words(within)}"
            if isinstance(within := schema.get("additionalProperties"), dict)
            else "object"
        )
    return _plain(schema)


def _plain(schema: dict[str, Any]) -> str:
    words = {"integer": "whole number", "string": "text", "boolean": "true or false", "null": "null"}
    if schema.get("format") == "binary":
        return "file"
    kind = words.get(schema.get("type", ""), "anything")
    if "minimum" in schema and "maximum" in schema:
        kind += f" of {schema['minimum']:,} to {schema['maximum']:,}"
    if "maxLength" in schema:
        kind += f" of up to {schema['maxLength']:,} characters"
    return kind


@cache
def operations() -> dict[str, list[Shown]]:
    """All operations by tag."""
    shown_by_tag: dict[str, list[Shown]] = {tag: [] for tag in TAGS}
    for address, methods in document()["paths"].items():
        for method, described in methods.items():
            shown_by_tag.setdefault(described["tags"][0], []).append(_operation(method.upper(), address, described))
    return {tag: shown for tag, shown in shown_by_tag.items() if shown}


def _operation(method: str, address: str, described: dict[str, Any]) -> Shown:
    body = described.get("requestBody", {}).get("content", {}).get("application/json", {})
    reference = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
    examples = body.get("examples", {})
    example = next(iter(examples.values()))["value"] if examples else {} if body else None
    answers, problems = _answers(described["responses"])
    description = described["description"].removeprefix(f"{described['summary']}.").strip()
    return Shown(
        id=described["operationId"],
        method=method,
        address=address,
        summary=described["summary"],
        text=coded(description),
        open_to_all={} in described.get("security", []),
        parameters=[_parameter(one) for one in described.get("parameters", [])],
        body=reference,
        body_fields=_fields(reference) if reference else [],
        example="" if example is None else json.dumps(example, indent=2, ensure_ascii=False),
        answers=answers,
        problems=problems,
        words=f"{method} {address} {described['summary']} {description} {described['tags'][0]}".lower(),
    )


def _answers(responses: dict[str, Any]) -> tuple[list[Answer], list[str]]:
    """The successful answers, and the status codes of the problems."""
    good, bad = [], []
    for status, answer in responses.items():
        if "$ref" in answer:
            bad.append(status)
            continue
        content = answer.get("content", {})
        kinds = dict.fromkeys(
            str(kind_of(one["schema"])) if media.endswith("json") and one["schema"].get("format") != "binary" else media
            for media, one in content.items()
            if media != MEDIA
        )
        good.append(Answer(status, coded(answer.get("description", "")), mark_safe(", ".join(kinds))))  # noqa: S308
    return good, bad


def _parameter(described: dict[str, Any]) -> Field:
    schema = described.get("schema", {})
    return Field(
        described["name"],
        described["in"],
        kind_of(schema),
        coded(described.get("description", "") or _purpose(schema)),
        bool(described.get("required")),
        _default(schema),
    )


def _default(schema: dict[str, Any]) -> str:
    """The default value in one word; empty if there is none or it is longer."""
    default = schema.get("default", "")
    if isinstance(default, bool):
        return str(default).lower()
    return str(default) if isinstance(default, str | int) else ""


def _fields(name: str) -> list[Field]:
    schema = document()["components"]["schemas"][name]
    required = schema.get("required", [])
    return [
        Field(field, "body", kind_of(described), coded(_purpose(described)), field in required, _default(described))
        for field, described in schema.get("properties", {}).items()
    ]


def _purpose(schema: dict[str, Any]) -> str:
    """The description of a field; for a field that may be null, that of the other type."""
    within = [one.get("description", "") for one in schema.get("anyOf", [])]
    return str(schema.get("description") or next(filter(None, within), ""))


@cache
def shapes() -> list[Shape]:
    """All types, sorted by name."""
    schemas = document()["components"]["schemas"]
    return [
        Shape(name, coded(described.get("description", "")), _fields(name))
        for name, described in sorted(schemas.items())
    ]


def problems() -> list[tuple[str, Any]]:
    """All kinds of problem with the last part of their type."""
    return list(KINDS.items())


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the operations by tag, then the kinds of problem and the types."""
    context = {
        "groups": operations(),
        "shapes": shapes(),
        "problems": problems(),
        "base": request.build_absolute_uri("/api/v1/"),
    }
    return render(request, "campaign/api.html", context)


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
    "scenario": "The scenario: the last part of its address under `/s/`.",
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
