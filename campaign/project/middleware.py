"""Middleware of all requests, and the limit on the size of a request body."""

import re
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware

from armies.api.problems import MEDIA, Problem, kind_of, respond

PREFIX, PAGE = "/api/", "/api/"
KEPT = ("Allow", "Retry-After", "WWW-Authenticate", "X-Request-ID")


class ViewMiddleware:
    """Base of middleware that acts only through its hooks, such as ``process_view``; synchronous and asynchronous."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)


@sync_and_async_middleware
def problems(get_response: Any) -> Any:
    """Replace error pages by API problems for requests under the API."""
    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            return as_problem(request, await get_response(request))

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        return as_problem(request, get_response(request))

    return answer


def is_api(path: str) -> bool:
    """True if ``path`` is an API address. The page about the API is not one."""
    return path.startswith(PREFIX) and path != PAGE


def as_problem(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """``answer``, or the API problem in place of an error page."""
    if not is_api(request.path) or answer.status_code < 400 or answer.headers.get("Content-Type", "").startswith(MEDIA):
        return answer
    detail = f"Allowed here: {answer.headers.get('Allow')}." if answer.status_code == 405 else ""
    headers = {name: answer.headers[name] for name in KEPT if name in answer.headers}
    problem = respond(Problem(kind_of(answer.status_code), detail, headers=headers), request.path)
    problem.status_code = answer.status_code
    return problem


TEXT: Final = re.compile(r"text/(?!event-stream)|application/(?:json|javascript|xml)\b|\S+/\S+\+(?:json|xml)\b")
"""Content types to compress. PDF, ZIP, XLSX, PNG and fonts are compressed already."""

UNWANTED: Final = re.compile(r"\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)")
"""Accept-Encoding of a client that does not accept gzip. Django ignores the weights."""


class Compression(GZipMiddleware):
    """Middleware that compresses text, but not streams and files.

    ETags stay unchanged: they name a version of an army or a state of a battle, and clients send them back in
    If-Match.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.streaming or not isinstance(response, HttpResponse):
            return response
        if not TEXT.match(response.headers.get("Content-Type", "")):
            return response
        if UNWANTED.search(request.headers.get("Accept-Encoding", "")):
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        tag = response.headers.get("ETag")
        compressed: HttpResponseBase = super().process_response(request, response)
        if tag is not None:
            compressed.headers["ETag"] = tag
        return compressed


log = structlog.get_logger("muster.request")

Answer = Callable[[HttpRequest], Any]

QUIET = ("/healthz", "/readyz", "/metrics")
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "microphone", "geolocation", "payment", "usb", "serial", "midi", "browsing-topics")
)


@sync_and_async_middleware
def request_log(get_response: Answer) -> Answer:
    """Give each request an id, in its log lines and in the header X-Request-ID, and log one line about it."""

    def begin() -> tuple[str, float]:
        request_id = uuid.uuid4().hex
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        return request_id, time.perf_counter()

    def end(request: HttpRequest, response: HttpResponseBase, request_id: str, started: float) -> None:
        response["X-Request-ID"] = request_id
        if request.path in QUIET or request.path.startswith(settings.STATIC_URL):
            return
        match = request.resolver_match
        log.log(
            _level(response.status_code),
            "request",
            method=request.method,
            route=f"/{match.route}" if match else None,
            status=response.status_code,
            ms=round((time.perf_counter() - started) * 1000, 1),
        )

    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            request_id, started = begin()
            response: HttpResponseBase = await get_response(request)
            end(request, response, request_id, started)
            return response

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        request_id, started = begin()
        response: HttpResponseBase = get_response(request)
        end(request, response, request_id, started)
        return response

    return answer


@sync_and_async_middleware
def sound_requests(get_response: Answer) -> Answer:
    """Answer 413 for a body over the limit, and 400 for a damaged request, each with a page.

    Damaged is text in an encoding other than UTF-8, or a zero byte in a cookie.
    """

    def refused(request: HttpRequest) -> HttpResponse | None:
        length = request.META.get("CONTENT_LENGTH") or "0"
        cut_off = getattr(request, "scope", {}).get(TOO_LARGE, False)
        if cut_off or not length.isdigit() or int(length) > settings.MUSTER_BODY_LIMIT:
            return render(request, "413.html", {"megabytes": settings.MUSTER_IMPORT_LIMIT // 1024**2}, status=413)
        plain = (request.encoding or "utf-8").lower() in ("utf-8", "utf8")
        if not plain or any("\0" in value for value in request.COOKIES.values()):
            return render(request, "400.html", status=400)
        return None

    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = await sync_to_async(refused)(request) or await get_response(request)
            return response

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = refused(request) or get_response(request)
        return response

    return answer


@sync_and_async_middleware
def refused_methods(get_response: Answer) -> Answer:
    """Replace Django's empty answer 405 by a page."""

    def page(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        answer = render(request, "405.html", status=405)
        answer["Allow"] = response.headers.get("Allow", "")
        return answer

    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = await get_response(request)
            return await sync_to_async(page)(request, response) if response.status_code == 405 else response

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = get_response(request)
        return page(request, response) if response.status_code == 405 else response

    return answer


@sync_and_async_middleware
def permissions_policy(get_response: Answer) -> Answer:
    """Set the header that forbids camera, microphone, location and similar features."""
    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = await get_response(request)
            response.headers.setdefault("Permissions-Policy", PERMISSIONS)
            return response

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return answer


def _level(status: int) -> int:
    return 40 if status >= 500 else 30 if status >= 400 else 20


def in_one_thread(get_response: Answer) -> Answer:
    """Run all middleware in the thread of the request.

    Django would run its own middleware in the event loop and change to a thread and back for each of its parts. A
    synchronous middleware, as this one, makes all middleware outside it synchronous.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = get_response(request)
        return response

    return answer


Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

TOO_LARGE = "muster.too_large"
"""Key in the connection's scope; true if the body was larger than the limit."""

PATIENCE = 16
"""Multiple of the limit that is read and ignored before the connection is cut."""


def limited(application: Application, limit: int) -> Application:
    """``application`` with bodies of at most ``limit`` bytes; a larger one arrives empty, with TOO_LARGE set."""

    async def wrapped(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        seen = 0

        async def receive_limited() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen <= limit or message["type"] != "http.request":
                return message
            scope[TOO_LARGE] = True
            while message.get("more_body") and message["type"] == "http.request":
                message = await receive()
                seen += len(message.get("body", b""))
                if seen > limit * PATIENCE:
                    return {"type": "http.disconnect"}
            if message["type"] != "http.request":
                return message
            return {"type": "http.request", "body": b"", "more_body": False}

        await application(scope, receive_limited if scope["type"] == "http" else receive, send)

    return wrapped
