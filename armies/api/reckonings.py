"""An army under the rule systems: its faults, and its numbers with their arithmetic."""

from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType, defstruct
from rest_framework.request import Request

from armies.api import schemas
from armies.api.army_access import Reading, readable
from armies.api.endpoint import Endpoint, with_etag
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.models import Army
from armies.services.assessment import Assessment
from armies.services.storage import facts_of
from battles.engine.armies.facts import Unit
from battles.engine.armies.reckoning import Fault, Reckoning
from battles.engine.armies.systems import builder_groups, recording_groups


class CheckQuery(Reading, frozen=True):
    """Parameters of the checks."""

    system: Annotated[schemas.System, Meta(description="Only this rule system; default: all.")] | UnsetType = UNSET


class Checks(Struct, frozen=True):
    """Faults by system. `element` is the id of the element at fault, empty for the army itself."""

    version: int
    faults: dict[str, list[Fault]]


def _numbers(name: str, meaning: str, fields: list[str]) -> Any:
    """A Struct with an army's version, and a field for each number with its arithmetic."""
    typed = [("version", int), *((field, Reckoning) for field in dict.fromkeys(fields))]
    return defstruct(name, typed, namespace={"__doc__": meaning}, module=__name__, frozen=True)


ArmyNumbers = _numbers(
    "ArmyNumbers",
    "An army's numbers, each with its arithmetic line by line and its rule IDs.",
    [field for group in builder_groups().values() for field in group.army_numbers],
)
UnitNumbers = _numbers(
    "UnitNumbers",
    "A unit's numbers under each system, each with its arithmetic.",
    [field for group in builder_groups().values() for field in group.unit_numbers],
)


def assess(army: Army) -> Assessment:
    """The army under every system."""
    return Assessment(facts_of(army))


class ArmyChecks(Endpoint):
    """``/armies/<slug>/checks``"""

    @operation(name="army_checks", tag="Rules", query=CheckQuery, answer=Checks, versioned=True, signed_in=False)
    def get(self, request: Request, slug: str, query: CheckQuery) -> HttpResponse:
        """List an army's faults

        By rule system. Faults do not prevent you from saving or printing an army.
        """
        army = readable(request, slug, query.link)
        systems = tuple(recording_groups()) if query.system is UNSET else (query.system,)
        assessment = assess(army)
        faults = {system: assessment.faults(system) for system in systems}
        return with_etag(self.respond({"version": army.version, "faults": faults}), army)


class ArmyReckonings(Endpoint):
    """``/armies/<slug>/reckonings``"""

    @operation(name="army_reckonings", tag="Rules", query=Reading, answer=ArmyNumbers, versioned=True, signed_in=False)
    def get(self, request: Request, slug: str, query: Reading) -> HttpResponse:
        """Explain an army's numbers

        Strength points, cost and victory points, line by line.
        """
        army = readable(request, slug, query.link)
        numbers = {name: total.why for name, total in assess(army).numbers.items()}
        return with_etag(self.respond({"version": army.version, **numbers}), army)


class UnitReckonings(Endpoint):
    """``/armies/<slug>/elements/<element>/reckonings``"""

    @operation(name="unit_reckonings", tag="Rules", query=Reading, answer=UnitNumbers, versioned=True, signed_in=False)
    def get(self, request: Request, slug: str, element: UUID, query: Reading) -> HttpResponse:
        """Explain a unit's numbers

        Its values under each system, its strength points, cost and victory points, line by line.
        """
        army = readable(request, slug, query.link)
        return with_etag(self.respond({"version": army.version, **unit_numbers(assess(army), str(element))}), army)


def unit_numbers(assessment: Assessment, element: str) -> dict[str, Any]:
    """The numbers of one unit with their arithmetic.

    Raises:
        Problem: ``not-found``: the army has no such unit.
    """
    place = assessment.by_id.get(element)
    if place is None or not isinstance(place.element, Unit):
        raise Problem("not-found", "This army has no such unit.")
    return {name: why for system in builder_groups() for name, why in assessment.mapped(system).numbers(place).items()}
