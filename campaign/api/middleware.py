"""Every refusal under ``/api/`` in one shape, also those that come from before or beside the API's own views."""

from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from armies.api.problems import MEDIA, Problem, kind_of, respond

PREFIX, PAGE = "/api/", "/api/"
KEPT = ("Allow", "Retry-After", "WWW-Authenticate", "X-Request-ID")


@sync_and_async_middleware
def problems(get_response: Any) -> Any:
    """Answer a page that says what is wrong as a problem, where a program asked."""
    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            return shaped(request, await get_response(request))

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        return shaped(request, get_response(request))

    return answer


def shaped(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """``answer``, or the problem that it stands for."""
    ours = request.path.startswith(PREFIX) and request.path != PAGE
    if not ours or answer.status_code < 400 or answer.headers.get("Content-Type", "").startswith(MEDIA):
        return answer
    detail = f"Allowed here: {answer.headers.get('Allow')}." if answer.status_code == 405 else ""
    headers = {name: answer.headers[name] for name in KEPT if name in answer.headers}
    said = respond(Problem(kind_of(answer.status_code), detail, headers=headers), request.path)
    said.status_code = answer.status_code
    return said
