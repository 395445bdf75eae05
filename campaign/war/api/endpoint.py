"""Base of every campaign endpoint: the campaign, the caller's access, error answers."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib.auth.models import User
from django.http import HttpResponse
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.problems import Error, Problem
from battles.api.endpoint import problem_of as battle_problem
from campaign.models import Campaign
from campaign.war.rules.files.faults import FaultyFile
from campaign.war.services.access import CampaignAccess, access_of
from campaign.war.services.lock import NO_CAMPAIGN, CampaignOver, Moved

TAG: Final[dict[str, Any]] = {"tag": "Campaigns"}


class CampaignEndpoint(Endpoint):
    """An endpoint of one campaign or of all."""

    def handle_exception(self, exc: Exception) -> Any:
        """As for armies, and refusals of a campaign become problems."""
        return super().handle_exception(_problem_of(exc) or exc)

    def once(self, request: Request, work: Callable[[], HttpResponse]) -> HttpResponse:
        """As for armies; a replayed answer is sent only if the caller may still see the campaign."""
        answer = super().once(request, work)
        if "Idempotency-Replayed" in answer and answer.status_code != 204 and "campaign" in self.kwargs:
            self.access(request, self.kwargs["campaign"])
        return answer

    def access(self, request: Request, slug: str) -> CampaignAccess:
        """The caller's access to the campaign.

        Raises:
            Problem: ``not-found`` if there is none or the caller may not see it; the answer does not tell which.
        """
        rows = Campaign.objects.readable_by(request.user).select_related("owner", "club")
        campaign = rows.filter(slug=slug).first()
        if campaign is None:
            raise Problem("not-found", NO_CAMPAIGN)
        return access_of(campaign, request.user)


def user_named(name: str) -> User | None:
    """The user who signs in with this name; None for an empty one.

    Raises:
        Problem: there is no such user.
    """
    if not name:
        return None
    user = User.objects.filter(username=name, is_active=True).first()
    if user is None:
        sentence = f"There is no user {name[:60]}."
        raise Problem("refused", sentence, errors=[Error("user", "refused", sentence)])
    return user


def _problem_of(fault: Exception) -> Problem | None:
    match fault:
        case Moved():
            return Problem("conflict", str(fault), extra={"version": fault.version})
        case CampaignOver():
            return Problem("conflict", str(fault))
        case FaultyFile():
            errors = [Error(row.path[:200], "faulty", row.sentence) for row in fault.faults]
            return Problem("refused", str(fault), errors=errors)
    return battle_problem(fault)
