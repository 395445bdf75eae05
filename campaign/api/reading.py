"""The description of the API made ready for a page: operations by tag, types with their fields, all in words."""

import json
import re
from functools import cache
from typing import Any, Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from armies.api.problems import KINDS, MEDIA
from campaign.api.schema import document

CODE: Final = re.compile(r"`{1,2}([^`]+)`{1,2}")
TAGS: Final = (
    *("Armies", "Elements", "Changing", "History", "Rules", "Commanders", "Cards", "Files", "Sharing", "Figures"),
    *("Battles", "Playing", "Seats", "At the table", "Sheets", "Reference"),
)
"""The order of the page; a tag that is not named here comes last."""


class Field(Struct, frozen=True):
    """A parameter or a field: where it stands (path, query, header), its type in words, what it is for."""

    name: str
    where: str
    kind: SafeString
    text: SafeString
    required: bool
    default: str = ""


class Answer(Struct, frozen=True):
    """An answer: its status, what it says, and its type in words."""

    status: str
    text: SafeString
    kind: SafeString


class Shown(Struct, frozen=True):
    """An operation as the page shows it; ``words`` is what the search looks through."""

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
    """A type: what it is, and its fields."""

    name: str
    text: SafeString
    fields: list[Field]


def coded(text: str) -> SafeString:
    """``text`` for HTML, with what stands between backticks as code."""
    return mark_safe(CODE.sub(r"<code>\1</code>", str(escape(" ".join(text.split())))))  # noqa: S308


def link(name: str) -> SafeString:
    """A type's name as a link to its fields."""
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
    said = words.get(schema.get("type", ""), "anything")
    if "minimum" in schema and "maximum" in schema:
        said += f" of {schema['minimum']:,} to {schema['maximum']:,}"
    if "maxLength" in schema:
        said += f" of up to {schema['maxLength']:,} characters"
    return said


@cache
def operations() -> dict[str, list[Shown]]:
    """Every operation by its tag."""
    found: dict[str, list[Shown]] = {tag: [] for tag in TAGS}
    for address, methods in document()["paths"].items():
        for method, said in methods.items():
            found.setdefault(said["tags"][0], []).append(_operation(method.upper(), address, said))
    return {tag: shown for tag, shown in found.items() if shown}


def _operation(method: str, address: str, said: dict[str, Any]) -> Shown:
    body = said.get("requestBody", {}).get("content", {}).get("application/json", {})
    reference = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
    examples = body.get("examples", {})
    example = next(iter(examples.values()))["value"] if examples else {} if body else None
    answers, problems = _answers(said["responses"])
    description = said["description"].removeprefix(f"{said['summary']}.").strip()
    return Shown(
        id=said["operationId"],
        method=method,
        address=address,
        summary=said["summary"],
        text=coded(description),
        open_to_all={} in said.get("security", []),
        parameters=[_parameter(one) for one in said.get("parameters", [])],
        body=reference,
        body_fields=_fields(reference) if reference else [],
        example="" if example is None else json.dumps(example, indent=2, ensure_ascii=False),
        answers=answers,
        problems=problems,
        words=f"{method} {address} {said['summary']} {description} {said['tags'][0]}".lower(),
    )


def _answers(responses: dict[str, Any]) -> tuple[list[Answer], list[str]]:
    """The good answers, and the statuses of the problems."""
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


def _parameter(said: dict[str, Any]) -> Field:
    schema = said.get("schema", {})
    return Field(
        said["name"],
        said["in"],
        kind_of(schema),
        coded(said.get("description", "") or _purpose(schema)),
        bool(said.get("required")),
        _default(schema),
    )


def _default(schema: dict[str, Any]) -> str:
    """What stands where nothing is sent; empty where that is nothing, or more than a word."""
    default = schema.get("default", "")
    if isinstance(default, bool):
        return str(default).lower()
    return str(default) if isinstance(default, str | int) else ""


def _fields(name: str) -> list[Field]:
    schema = document()["components"]["schemas"][name]
    required = schema.get("required", [])
    return [
        Field(field, "body", kind_of(said), coded(_purpose(said)), field in required, _default(said))
        for field, said in schema.get("properties", {}).items()
    ]


def _purpose(schema: dict[str, Any]) -> str:
    """What a field is for; of one that may be null, what stands beside the null."""
    within = [one.get("description", "") for one in schema.get("anyOf", [])]
    return str(schema.get("description") or next(filter(None, within), ""))


@cache
def shapes() -> list[Shape]:
    """Every type, in the order of its name."""
    schemas = document()["components"]["schemas"]
    return [Shape(name, coded(said.get("description", "")), _fields(name)) for name, said in sorted(schemas.items())]


def problems() -> list[tuple[str, Any]]:
    """Every kind of problem by the last part of its type."""
    return list(KINDS.items())
