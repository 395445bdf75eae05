"""Errors in one shape, RFC 9457: every refusal of the API is an ``application/problem+json`` of a known kind."""

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from django.http import Http404, HttpResponse
from rest_framework import exceptions

from armies.exchange import Unreadable
from armies.services.locking import Gone, Refused

MEDIA: Final = "application/problem+json"
DOCUMENTATION: Final = "/api/#problem-"
RULE: Final = re.compile(r"\b(?:MN|MNT|EN)-[A-Z]+-[A-Z]?\d+\b|\bAB-\d+\b")
MOST_ERRORS: Final = 100


class Kind(msgspec.Struct, frozen=True):
    """A kind of problem: its status, its title, and the sentence that is said where there is no better one."""

    status: int
    title: str
    detail: str


KINDS: Final[Mapping[str, Kind]] = {
    "malformed": Kind(400, "The request cannot be read", "Check the address, the parameters and the body."),
    "parameters": Kind(400, "A parameter is wrong", "Check the parameters of the address."),
    "not-signed-in": Kind(401, "Who asks is not known", "Send a token: Authorization: Bearer <token>."),
    "forbidden": Kind(403, "This is not yours to do", "You may see this, but not do this."),
    "not-found": Kind(404, "It is not there", "There is nothing at this address, or you may not see it."),
    "method": Kind(405, "The method is not allowed here", "Another method is needed here."),
    "not-acceptable": Kind(406, "No such representation", "What you accept is not to be had here."),
    "conflict": Kind(409, "It cannot be done as things stand", "It cannot be done as things stand."),
    "moved-on": Kind(409, "The battle has moved on", "Your feed has more lines than you had read. Look again."),
    "over": Kind(409, "The battle is over", "The battle is over."),
    "paused": Kind(409, "The battle does not go on now", "The battle is paused, or waits for players."),
    "stale": Kind(412, "The army has moved on", "The army was changed since you read it. Read it again."),
    "too-large": Kind(413, "The body is too large", "Send less at once."),
    "media-type": Kind(415, "The body's type is not read here", "Send application/json."),
    "refused": Kind(422, "It was refused", "The errors say what and why."),
    "key-reused": Kind(422, "The key was used for another request", "Make a new Idempotency-Key for each new request."),
    "no-version": Kind(428, "If-Match is missing", 'Send If-Match with the ETag that you read, such as "7", or *.'),
    "too-many": Kind(429, "Too many requests", "Wait as long as Retry-After says."),
    "internal": Kind(500, "Muster failed", "That should not happen. The request's id is in the header X-Request-ID."),
    "unavailable": Kind(503, "Muster cannot answer now", "Try again in a moment."),
}
"""Every kind of problem by the last part of its ``type``."""


class Error(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong with one field: the field's path, a code for programs, a sentence, and the rule it rests on."""

    field: str
    code: str
    detail: str
    rule: str = ""


class Problem(exceptions.APIException):
    """A problem to be answered. ``extra`` are further members of its body, ``headers`` of the answer."""

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
    found = RULE.search(sentence)
    return Error(field, code, sentence, found[0] if found else "")


def respond(problem: Problem, instance: str) -> HttpResponse:
    """The answer for ``problem``; ``instance`` is the path that was asked for."""
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
    for name, value in problem.headers.items():
        answer[name] = value
    return answer


def kind_of(status: int) -> str:
    """The plainest kind with this status; for others the one that fits best."""
    for name, kind in KINDS.items():
        if kind.status == status:
            return name
    return "malformed" if status < HTTPStatus.INTERNAL_SERVER_ERROR else "internal"


def _refused(fault: Refused) -> Problem:
    errors = [error(field, "refused", sentence) for field, sentence in fault.faults]
    return Problem("refused", str(fault), errors=errors)


def _of_framework(fault: exceptions.APIException) -> Problem:
    said = str(fault.detail)
    match fault:
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            detail = "" if isinstance(fault, exceptions.NotAuthenticated) else said
            return Problem("not-signed-in", detail, headers={"WWW-Authenticate": 'Bearer realm="Muster"'})
        case exceptions.PermissionDenied():
            return Problem("forbidden", said)
        case exceptions.MethodNotAllowed():
            return Problem("method")
        case exceptions.UnsupportedMediaType():
            return Problem("media-type", said)
        case exceptions.Throttled():
            wait = max(1, round(getattr(fault, "wait", None) or 1))
            return Problem("too-many", f"Try again in {wait} seconds.", headers={"Retry-After": str(wait)})
        case _:
            return Problem(kind_of(fault.status_code), said)


def problem_of(fault: Exception) -> Problem | None:
    """The problem that ``fault`` is for the one who asked; None for a failure of our own."""
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
    """The framework's exception handler; None lets a failure of our own through to the log."""
    problem = problem_of(fault)
    return respond(problem, context["request"].path) if problem else None
