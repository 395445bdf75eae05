"""What is done for every request: an id and a log line, a limit on its size, headers for the answer."""

import time
import uuid
from collections.abc import Callable
from typing import Any

import structlog
from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.decorators import sync_and_async_middleware

from campaign.bodies import TOO_LARGE

log = structlog.get_logger("muster.request")

Answer = Callable[[HttpRequest], Any]

QUIET = ("/healthz", "/readyz")
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
    """Answer 413 for a body over the limit, and 400 for what no browser sends, each with a page that says so.

    What no browser sends: text in another encoding than UTF-8, or a zero in a cookie.
    """

    def refused(request: HttpRequest) -> HttpResponse | None:
        said = request.META.get("CONTENT_LENGTH") or "0"
        cut_off = getattr(request, "scope", {}).get(TOO_LARGE, False)
        if cut_off or not said.isdigit() or int(said) > settings.MUSTER_BODY_LIMIT:
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
    """Give Django's empty 405 a page that says what is wrong."""

    def page(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        said = render(request, "405.html", status=405)
        said["Allow"] = response.headers.get("Allow", "")
        return said

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
    """Say in the answer that no page of Muster uses the camera, the microphone, the place and the like."""
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
    """Keep all that is done before and after a view in the thread of the request.

    Django runs each middleware of its own in the event loop where it may, and goes to a thread and back for each of
    its two parts. One that is plain, as this is, makes every one outside it plain.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = get_response(request)
        return response

    return answer
