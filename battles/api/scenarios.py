"""Copies of scenarios: make one, read what changed in the original since, take it over, undo that."""

from typing import Annotated, Any, Final

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.operation import operation
from armies.api.problems import Problem
from battles.api.endpoint import BattleEndpoint
from battles.models import Scenario
from battles.services import drawn_scenarios
from battles.services.drawn_scenarios import Outdated

TAG: Final[dict[str, Any]] = {"tag": "Scenarios"}
MISSING: Final = "There is no scenario at this address, or you may not see it."


class ScenarioNow(Struct, frozen=True):
    """A scenario: its slug, title, system and version. ``left`` are the parts that stay as the copy has them."""

    slug: str
    title: str
    system: str
    version: int
    left: list[str] = []


class OriginalOfScenario(Struct, frozen=True):
    """The original of a copy: its slug and title, and the parts that changed since, such as ``forces, a, units``.

    ``version`` is that of the copy; ``can_undo`` is true if taking changes over was its last change.
    """

    version: int
    slug: str
    title: str
    changes: list[str]
    can_undo: bool


class CopyToChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The ``version`` of the copy that you have read; null skips this check."""

    expect: Annotated[int, Meta(ge=1, le=2_000_000_000)] | None


def expected(row: Scenario, body: CopyToChange) -> int:
    """The version that the caller has seen; the present one if they skip the check."""
    return row.version if body.expect is None else body.expect


class ScenarioEndpoint(BattleEndpoint):
    """An endpoint of one scenario."""

    def readable(self, request: Request, slug: str) -> Scenario:
        """The scenario, if the caller may see it.

        Raises:
            Problem: ``not-found``; the answer does not tell whether there is one.
        """
        row = Scenario.objects.readable_by(request.user).filter(slug=slug).first()
        if row is None:
            raise Problem("not-found", MISSING)
        return row

    def handle_exception(self, exc: Exception) -> Any:
        """As for battles; a scenario that has changed since has no words about a form here."""
        if isinstance(exc, Outdated):
            exc = Problem("conflict", f"The scenario has version {exc.scenario.version} now. Read it again.")
        return super().handle_exception(exc)

    def now(self, row: Scenario, status: int = 200, left: tuple[str, ...] = ()) -> HttpResponse:
        """The answer to a change."""
        body = ScenarioNow(row.slug, row.title, row.system, row.version, list(left))
        return self.respond(body, status)


class Copies(ScenarioEndpoint):
    """``/scenarios/<scenario>/copies``"""

    @operation(name="scenario_copy", answer=ScenarioNow, status=201, also=(422,), **TAG)
    def post(self, request: Request, scenario: str) -> HttpResponse:
        """Copy a scenario

        The copy is yours, and private. It remembers its original.
        """
        return self.now(drawn_scenarios.copy(self.readable(request, scenario), request.user), 201)


class OriginalOfCopy(ScenarioEndpoint):
    """``/scenarios/<scenario>/original``"""

    @operation(name="scenario_original", answer=OriginalOfScenario, also=(422,), **TAG)
    def get(self, request: Request, scenario: str) -> HttpResponse:
        """Read what changed in the original of a copy

        Since the copy was made or last took changes over. 422 if the original is gone, or not for you to see.
        """
        row = self.readable(request, scenario)
        original = drawn_scenarios.changes_of_original(row, request.user)
        of = original.scenario
        return self.respond(OriginalOfScenario(row.version, of.slug, of.title, list(original.parts), row.can_undo))

    @operation(name="scenario_original_take_over", body=CopyToChange, example={"expect": 3}, answer=ScenarioNow, **TAG)
    def post(self, request: Request, scenario: str, body: CopyToChange) -> HttpResponse:
        """Take the changes of the original over

        What you changed in the copy yourself stays as it is; `left` names it.
        """
        row = self.readable(request, scenario)
        changed, left = drawn_scenarios.take_over(row, request.user, expected(row, body))
        return self.now(changed, left=left)


class UndoneTakeOver(ScenarioEndpoint):
    """``/scenarios/<scenario>/original/undo``"""

    @operation(name="scenario_original_undo", body=CopyToChange, example={"expect": 3}, answer=ScenarioNow, **TAG)
    def post(self, request: Request, scenario: str, body: CopyToChange) -> HttpResponse:
        """Undo taking the changes of the original over

        422 if nothing was taken over, or the copy was changed since.
        """
        row = self.readable(request, scenario)
        return self.now(drawn_scenarios.undo_take_over(row, request.user, expected(row, body)))
