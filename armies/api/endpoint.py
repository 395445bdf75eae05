"""What every address of the API shares: who asks, what he accepts, versions, and answers as JSON."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, OperationalError
from django.http import HttpResponse
from django.utils.module_loading import import_string
from rest_framework.request import Request
from rest_framework.views import APIView

from armies.api.finding import editable
from armies.api.operation import JSON, Operation
from armies.api.problems import Problem, respond
from armies.models import Army, Change
from armies.services.locking import Stale

DEADLOCK = "40P01"
"""PostgreSQL's code for two writers of whom each waited for the other; one was turned away."""
MEANWHILE = "Somebody else wrote at the same moment, and this was not kept. Send it again."
MOST_TOLD = 20
"""Changes that a 412 tells of."""
TAG = re.compile(r'(?:W/)?("?)([0-9]{1,9})(?:-(?:gzip|br|zstd|deflate))?\1')
"""An ETag of ours. A proxy that compresses an answer makes it weak, or says so behind the version."""
PRIVATE = "private, no-cache"
"""Answers are for the one who asked: another may not see the same."""


class Endpoint(APIView):
    """An address of the API; its methods are made by ``operation``."""

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    metadata_class = None
    expect: int | None = None

    def operation_of(self, method: str) -> Operation | None:
        """The operation of a method; HEAD is GET's."""
        handler = getattr(self, "get" if method == "HEAD" else method.lower(), None)
        return getattr(handler, "operation", None)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[Any, str]:
        """Refuse who accepts none of what the operation gives."""
        op = self.operation_of(request.method or "GET")
        produces = op.produces if op else (JSON,)
        if not force and not any(request._request.accepts(media) for media in produces):
            raise Problem("not-acceptable", f"Here is only {', '.join(produces)}.")
        return None, produces[0]

    def get_permissions(self) -> Any:
        """Nobody but who is signed in, unless the operation is open to all."""
        self.open_to_all = (op := self.operation_of(self.request.method or "GET")) is not None and not op.signed_in
        return super().get_permissions()

    def http_method_not_allowed(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        answer = respond(Problem("method", f"Allowed here: {', '.join(self.allowed_methods)}."), request.path)
        answer["Allow"] = ", ".join(self.allowed_methods)
        return answer

    def handle_exception(self, exc: Exception) -> Any:
        """As the framework does it; an army that has moved on is told with what was done to it meanwhile."""
        if isinstance(exc, Stale):
            exc = stale(exc.army, self.expect)
        elif isinstance(exc, IntegrityError | ObjectDoesNotExist) and self.deleted():
            exc = Problem("not-signed-in", "Your account was deleted meanwhile.")
        elif isinstance(exc, OperationalError) and getattr(exc.__cause__, "sqlstate", "") == DEADLOCK:
            exc = Problem("unavailable", MEANWHILE, headers={"Retry-After": "1"})
        return super().handle_exception(exc)

    def deleted(self) -> bool:
        """Whether the user's account is gone since he was recognised."""
        user = self.request.user
        return user.is_authenticated and not User.objects.filter(pk=user.pk).exists()

    def expected(self, request: Request) -> int | None:
        """The version that If-Match names; None for ``*``.

        Raises:
            Problem: ``no-version`` without the header, ``stale`` where it is no version of an army.
        """
        said = request.headers.get("If-Match", "").strip()
        if not said:
            raise Problem("no-version")
        if said == "*":
            return None
        found = TAG.fullmatch(said)
        if found is None:
            raise Problem("stale", f'If-Match is an ETag of this army, such as "7", or *; not {said[:40]}.')
        return int(found[2])

    def once(self, request: Request, work: Callable[[], HttpResponse]) -> HttpResponse:
        """``work``, once for each Idempotency-Key of a user.

        Raises:
            Problem: ``not-found`` or ``forbidden``, he who asks may not change the army any more.
        """
        keeper: Any = import_string(settings.MUSTER_API_ONCE)
        answer: HttpResponse = keeper(request, work, self.handle_exception)
        slug = self.kwargs.get("slug", "")
        if "Idempotency-Replayed" in answer and Army.objects.filter(slug=slug).exists():
            editable(request, slug)
        return answer

    def respond(self, data: Any, status: int = 200, **headers: str) -> HttpResponse:
        """``data`` as JSON; ``headers`` with ``_`` for ``-``."""
        answer = HttpResponse(msgspec.json.encode(data), status=status, content_type=JSON)
        answer["Cache-Control"] = PRIVATE
        for name, value in headers.items():
            answer[name.replace("_", "-")] = value
        return answer

    def versioned(self, army: Army, build: Callable[[], Any], status: int = 200, **headers: str) -> HttpResponse:
        """What ``build`` gives with the army's ETag; 304 where the one who asks holds this version."""
        if self.held(army):
            answer = HttpResponse(status=304)
            del answer["Content-Type"]
        else:
            answer = self.respond(build(), status, **headers)
        return stamped(answer, army)

    def held(self, army: Army) -> bool:
        """Whether a reader says that he holds the army as it is.

        Under a club's house rules nobody does: its numbers change with them, and its version does not.
        """
        if self.request.method not in ("GET", "HEAD") or army.house_rules_id is not None:
            return False
        said = self.request.headers.get("If-None-Match", "")
        tags = {tag.strip() for tag in said[:2000].split(",")}
        held = {int(found[2]) for tag in tags if (found := TAG.fullmatch(tag))}
        return "*" in tags or army.version in held

    def done(self) -> HttpResponse:
        """204: done, and nothing to say."""
        answer = HttpResponse(status=204)
        del answer["Content-Type"]
        return answer


def stamped(answer: HttpResponse, army: Army) -> HttpResponse:
    """``answer`` with the army's version as its ETag, for the one who asked only."""
    answer["ETag"] = f'"{army.version}"'
    answer["Cache-Control"] = PRIVATE
    return answer


def stale(army: Army, expect: int | None) -> Problem:
    """412, with the version now and the sentences of what was done since ``expect``."""
    rows = Change.objects.filter(army=army, number__gt=expect or 0).order_by("number")
    told = [f"{by or 'Somebody'}: {words}" for by, words in rows.values_list("by", "words")[:MOST_TOLD]]
    what = f"{army.name} is at version {army.version} now, not {expect}."
    return Problem(
        "stale", what, extra={"version": army.version, "changes": told}, headers={"ETag": f'"{army.version}"'}
    )
