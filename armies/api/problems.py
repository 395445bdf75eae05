"""Errors of the API: every refusal is an ``application/problem+json`` (RFC 9457) of one of these kinds."""

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from django.http import Http404, HttpResponse
from rest_framework import exceptions

from armies.exchange import Unreadable
from armies.services.locks import Gone, Refused

MEDIA: Final = "application/problem+json"
DOCUMENTATION: Final = "/api/#problem-"
RULE: Final = re.compile(r"\b(?:MN|MNT|EN|CM)-[A-Z]+-[A-Z]?\d+\b|\bAB-\d+\b")
MOST_ERRORS: Final = 100
HEADERS: Final[Mapping[int, tuple[str, str]]] = {
    401: ("WWW-Authenticate", 'Bearer realm="Muster"'),
    429: ("Retry-After", "60"),
    503: ("Retry-After", "5"),
}
"""The header that problems of a status have, with its default value."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of problem: status, title, and default sentence."""

    status: int
    title: str
    detail: str


KINDS: Final[Mapping[str, Kind]] = {
    "malformed": Kind(400, "The request cannot be read", "Check the address, the parameters and the body."),
    "parameters": Kind(400, "A parameter is wrong", "Check the parameters of the address."),
    "not-signed-in": Kind(401, "Not signed in", "Send a token: Authorization: Bearer <token>."),
    "forbidden": Kind(403, "Not allowed", "You may see this, but you may not do this."),
    "not-found": Kind(404, "Not found", "There is nothing at this address, or you may not see it."),
    "method": Kind(405, "Method not allowed", "Use another method at this address."),
    "not-acceptable": Kind(406, "Not acceptable", "This address has no answer of a type that you accept."),
    "conflict": Kind(409, "Not possible now", "This is not possible in the present state."),
    "moved-on": Kind(409, "The battle has moved on", "Your feed has new lines. Read them first."),
    "over": Kind(409, "The battle is over", "The battle is over."),
    "paused": Kind(409, "The battle is not in progress", "The battle is paused, or is waiting for players."),
    "stale": Kind(412, "The army has changed", "The army was changed since you read it. Read it again."),
    "too-large": Kind(413, "The body is too large", "Send a smaller body."),
    "media-type": Kind(415, "Unsupported media type", "Send application/json."),
    "refused": Kind(422, "Refused", "The errors name the fields and the reasons."),
    "key-reused": Kind(422, "The key was used for another request", "Use a new Idempotency-Key for each new request."),
    "no-version": Kind(428, "If-Match is missing", 'Send If-Match with the ETag that you read, such as "7", or *.'),
    "too-many": Kind(429, "Too many requests", "Wait for the number of seconds in Retry-After."),
    "internal": Kind(500, "Internal error", "Muster failed. Report the request's id from the header X-Request-ID."),
    "unavailable": Kind(503, "Muster is not available", "Try again in a moment."),
}
"""Every kind of problem by the last part of its ``type``."""


class Error(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error in one field: the field's path, a code for programs, a sentence, and its rule."""

    field: str
    code: str
    detail: str
    rule: str = ""


class Problem(exceptions.APIException):
    """An error answer. ``extra`` are additional members of its body; ``headers`` are headers of the answer."""

    def __init__(
        self,
        kind: str,
        detail: str = "",
        *,
        errors: Iterable[Error] = (),
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.kind = kind
        self.errors = list(errors)[:MOST_ERRORS]
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})
        self.status_code = KINDS[kind].status
        super().__init__(detail or KINDS[kind].detail, kind)


def error(field: str, code: str, sentence: str) -> Error:
    """An error whose rule is the first rule ID that its sentence names."""
    rule = RULE.search(sentence)
    return Error(field, code, sentence, rule[0] if rule else "")


def respond(problem: Problem, instance: str) -> HttpResponse:
    """The answer for ``problem``; ``instance`` is the requested path."""
    kind = KINDS[problem.kind]
    body: dict[str, Any] = {
        "type": f"{DOCUMENTATION}{problem.kind}",
        "title": kind.title,
        "status": kind.status,
        "detail": str(problem.detail),
        "instance": instance,
        **problem.extra,
    }
    if problem.errors:
        body["errors"] = problem.errors
    answer = HttpResponse(msgspec.json.encode(body), status=kind.status, content_type=MEDIA)
    if kind.status in HEADERS:
        name, value = HEADERS[kind.status]
        answer[name] = value
    for name, value in problem.headers.items():
        answer[name] = value
    return answer


def kind_of(status: int) -> str:
    """The first kind with this status, or a general one."""
    for name, kind in KINDS.items():
        if kind.status == status:
            return name
    return "malformed" if status < HTTPStatus.INTERNAL_SERVER_ERROR else "internal"


def _refused(fault: Refused) -> Problem:
    errors = [error(field, "refused", sentence) for field, sentence in fault.faults]
    return Problem("refused", str(fault), errors=errors)


def _of_framework(fault: exceptions.APIException) -> Problem:
    text = str(fault.detail)
    match fault:
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            detail = "" if isinstance(fault, exceptions.NotAuthenticated) else text
            return Problem("not-signed-in", detail)
        case exceptions.PermissionDenied():
            return Problem("forbidden", text)
        case exceptions.MethodNotAllowed():
            return Problem("method")
        case exceptions.UnsupportedMediaType():
            return Problem("media-type", text)
        case exceptions.Throttled():
            wait = max(1, round(getattr(fault, "wait", None) or 1))
            return Problem(
                "too-many", f"Try again in {wait} second{'' if wait == 1 else 's'}.", headers={"Retry-After": str(wait)}
            )
        case _:
            return Problem(kind_of(fault.status_code), text)


def problem_of(fault: Exception) -> Problem | None:
    """The problem to answer for ``fault``; None if it is an error of the server."""
    match fault:
        case Problem():
            return fault
        case Gone():
            return Problem("not-found", str(fault))
        case Http404():
            return Problem("not-found")
        case Refused():
            return _refused(fault)
        case Unreadable():
            return Problem("refused", str(fault), errors=[error("text", "unreadable", str(fault))])
        case exceptions.APIException():
            return _of_framework(fault)
    return None


def handler(fault: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """The framework's exception handler; None leaves errors of the server to the log."""
    problem = problem_of(fault)
    return respond(problem, context["request"].path) if problem else None
