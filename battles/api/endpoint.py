"""What every address of a battle shares: who asks is found by his token or his seat's, and a no has its reason."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpResponse
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.problems import Error, Problem, error
from battles.api.finding import SEAT_TOKEN, present
from battles.engine.core import SetupError
from battles.services.correcting import correct_named
from battles.services.locking import CannotAct, Gone, NotYours, Over, Paused, Refused, Stale

SEAT: Final = (SEAT_TOKEN, "The token of your seat, where you play as a guest: whoever has it plays there.")
PLAY: Final = "play"
"""The sort of requests that following a battle and acting in it are counted under."""
FIELDS: Final = {"sittings": "seats", "file": "text"}
"""What a field is called here, where the services call it otherwise."""


class BattleEndpoint(Endpoint):
    """An address of a battle, or of all of them."""

    def handle_exception(self, exc: Exception) -> Any:
        """As for armies; what a battle does not do is told with its reason."""
        return super().handle_exception(problem_of(exc) or exc)

    def once(self, request: Request, work: Callable[[], HttpResponse]) -> HttpResponse:
        """As for armies; an answer that is given again is for him only who may still see the battle.

        A battle of earlier rules is brought to those of today first: what is undone with a refusal would be undone too.
        """
        if "battle" in self.kwargs and "Idempotency-Key" in request.headers:
            correct_named(self.kwargs["battle"])
        answer = super().once(request, work)
        if "Idempotency-Replayed" in answer and answer.status_code != 204 and "battle" in self.kwargs:
            present(request, self.kwargs["battle"])
        return answer


def seated(**terms: Any) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """An operation that is for guests too: who has no account names his seat in a header."""
    return operation(headers=(SEAT,), signed_in=False, **terms)


def problem_of(fault: Exception) -> Problem | None:
    """The problem that a battle's no is for the one who asked; None for what is none of ours."""
    match fault:
        case Stale():
            return Problem("moved-on", str(fault), extra={"n": fault.n})
        case Refused():
            found = _error(fault)
            return Problem("refused", found.detail, errors=[found])
        case NotYours():
            return Problem("forbidden", str(fault))
        case Over():
            return Problem("over", str(fault))
        case Paused():
            return Problem("paused", str(fault))
        case CannotAct():
            return Problem("conflict", str(fault))
        case SetupError():
            return Problem("refused", str(fault), errors=[error(fault.path, "setup", str(fault))])
        case Gone():
            return Problem("not-found", str(fault))
    return None


def _error(fault: Refused) -> Error:
    rules = fault.refusal
    if rules is None:
        return error(FIELDS.get(fault.field, fault.field), "refused", str(fault))
    return Error("action", rules.code, rules.sentence, rules.rule)
