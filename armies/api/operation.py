"""One operation of the API: what it takes and answers, said once and used to read requests and to describe them."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request

from armies.api import asking, bodies
from armies.api.problems import KINDS, MEDIA, Error, kind_of
from armies.api.shaping import parameters_of, schema_of

JSON: Final = "application/json"
SAFE: Final = ("GET", "HEAD")


class ProblemBody(msgspec.Struct, frozen=True, rename={"kind": "type"}):
    """What went wrong (RFC 9457). `errors` names each field at fault, `known` the parameters an address takes.

    `version` and `changes` come with a 412: where the army stands now, and what was done to it meanwhile. `n` comes
    with a 409 of a battle that has moved on: the last line of your own feed now.
    """

    kind: str
    title: str
    status: int
    detail: str
    instance: str
    errors: list[Error] | msgspec.UnsetType = msgspec.UNSET
    known: list[str] | msgspec.UnsetType = msgspec.UNSET
    version: int | msgspec.UnsetType = msgspec.UNSET
    changes: list[str] | msgspec.UnsetType = msgspec.UNSET
    n: int | msgspec.UnsetType = msgspec.UNSET


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """An operation's terms.

    ``query`` and ``body`` are the Structs its parameters and its body are read into, ``answer`` the type it answers
    with ``status``; ``also`` are further statuses it may answer. ``matched`` asks for If-Match, ``versioned`` says
    that the answer has an ETag, ``holds`` that 304 is the answer to who has it already; ``files`` are the media types
    of an answer that is no JSON. ``headers`` are further headers that it reads, each with what it is for.
    ``signed_in``: nobody else may use it; ``costly`` counts it as such where requests are counted, and ``sort`` names
    the sort that it is counted under where it is neither a read nor a write.
    """

    name: str
    summary: str
    text: str
    tag: str
    query: type[msgspec.Struct] = asking.Nothing
    body: Any = None
    example: Any = None
    answer: Any = None
    status: int = 200
    said: str = ""
    also: tuple[int, ...] = ()
    matched: bool = False
    versioned: bool = False
    holds: bool = False
    files: tuple[str, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    signed_in: bool = True
    costly: bool = False
    sort: str = ""

    @property
    def produces(self) -> tuple[str, ...]:
        """The media types of its answers."""
        return self.files or (JSON,)


def operation(**terms: Any) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Make a method of an ``Endpoint`` the operation with these terms.

    The method gets the parts of the address by name, ``query`` where it has parameters and ``body`` where it has one.
    Its docstring's first line is the summary, what follows the description.
    """

    def decorate(method: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        summary, _, text = (method.__doc__ or "").partition("\n")
        op = Operation(summary=summary.rstrip("."), text=" ".join(text.split()), **terms)

        @wraps(method)
        def act(self: Any, request: Request, **address: Any) -> HttpResponse:
            query = asking.read(request.query_params, op.query)
            if op.query is not asking.Nothing:
                address["query"] = query

            if op.matched:
                self.expect = self.expected(request)

            def work() -> HttpResponse:
                if op.body is not None:
                    address["body"] = bodies.read(request, op.body)
                return method(self, request, **address)

            return work() if request.method in SAFE else self.once(request, work)

        act.operation = op  # type: ignore[attr-defined]
        described: Callable[..., HttpResponse] = extend_schema(**_description(op, method.__name__))(act)
        return described

    return decorate


def _description(op: Operation, method: str) -> dict[str, Any]:
    writes = method not in ("get", "head")
    example = [OpenApiExample("Example", op.example, request_only=True)] if op.example is not None else []
    return {
        "operation_id": op.name,
        "summary": op.summary,
        "description": f"{op.summary}. {op.text}".strip(),
        "tags": [op.tag],
        "parameters": [*parameters_of(op.query), *_headers(op, writes)],
        "request": {JSON: schema_of(op.body)} if op.body is not None else None,
        "responses": {**_good(op), **_bad(op, writes)},
        "examples": example,
        "auth": None if op.signed_in else [{}, {"token": []}, {"session": []}],
    }


def _headers(op: Operation, writes: bool) -> list[OpenApiParameter]:
    made = [OpenApiParameter(name, str, OpenApiParameter.HEADER, description=text) for name, text in op.headers]
    if op.matched:
        made.append(
            OpenApiParameter(
                "If-Match",
                {"type": "string", "pattern": r'^(\*|"[0-9]{1,9}")$'},
                OpenApiParameter.HEADER,
                required=True,
                description='The ETag of the army as you read it, such as `"7"`; `*` for whatever it is now.',
            )
        )
    if op.holds:
        text = "An ETag that you hold: 304 says that it still holds."
        made.append(OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description=text))
    if writes:
        made.append(
            OpenApiParameter(
                "Idempotency-Key",
                {"type": "string", "pattern": "^[!-~]{1,80}$"},
                OpenApiParameter.HEADER,
                description="Your name for this request. Sent again within 48 hours under it, it has no second "
                "effect and gets the same answer, with `Idempotency-Replayed: true`. For who has an account.",
            )
        )
    if op.versioned:
        text = "The version of what was read, in quotes."
        made.append(OpenApiParameter("ETag", str, OpenApiParameter.HEADER, response=[op.status], description=text))
    return made


def _good(op: Operation) -> Mapping[Any, Any]:
    said = op.said or {201: "Made.", 204: "Done; there is nothing to say."}.get(op.status, "As asked for.")
    if op.status == 204:
        return {204: OpenApiResponse(None, said)}
    if op.files:
        kinds = {
            (op.status, media): OpenApiResponse({"type": "string", "format": "binary"}, said) for media in op.files
        }
        return {**kinds, **({304: OpenApiResponse(None, "As you hold it.")} if op.holds else {})}
    good: dict[Any, Any] = {(op.status, JSON): OpenApiResponse(schema_of(op.answer), said)}
    if op.holds:
        good[304] = OpenApiResponse(None, "As you hold it.")
    return good


def _bad(op: Operation, writes: bool) -> Mapping[Any, Any]:
    statuses = {400, 401, 404, 405, 406, 429, 500, 503, *op.also}
    statuses |= {403} if op.signed_in else set()
    statuses |= {403, 409, 422} if writes else set()
    statuses |= {413, 415} if op.body is not None else set()
    statuses |= {412, 428} if op.matched else set()
    schema = schema_of(ProblemBody)
    return {(code, MEDIA): OpenApiResponse(schema, KINDS[kind_of(code)].title + ".") for code in sorted(statuses)}
