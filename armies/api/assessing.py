"""What the rule systems make of an army: its faults, and its numbers with the arithmetic behind each."""

from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from armies.api import shapes
from armies.api.endpoint import Endpoint, stamped
from armies.api.finding import Reading, readable
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.models import Army
from armies.rules import mini_nap
from armies.rules.reckoning import Fault, Reckoning
from armies.services.assessing import Assessment
from armies.services.editing import SYSTEMS
from armies.services.reading import facts_of


class CheckQuery(Reading, frozen=True):
    """Which system's faults."""

    system: Annotated[shapes.System, Meta(description="One system's; without it, all.")] | UnsetType = UNSET


class Checks(Struct, frozen=True):
    """Faults by system. `element` is the id of the element at fault, empty for the army itself."""

    version: int
    faults: dict[str, list[Fault]]


class ArmyNumbers(Struct, frozen=True):
    """An army's numbers, each with its arithmetic line by line and the rule IDs that say so."""

    version: int
    strength_points: Reckoning
    cost: Reckoning
    victory_points: Reckoning


class UnitNumbers(Struct, frozen=True):
    """A unit's numbers under each system, each with its arithmetic."""

    version: int
    strength_points: Reckoning
    mini_nap: Reckoning
    easy_napoleonics: Reckoning
    cost: Reckoning
    victory_points: Reckoning


def assess(army: Army) -> Assessment:
    """The army under both systems."""
    return Assessment(facts_of(army))


class ArmyChecks(Endpoint):
    """``/armies/<slug>/checks``"""

    @operation(name="army_checks", tag="Rules", query=CheckQuery, answer=Checks, versioned=True, signed_in=False)
    def get(self, request: Request, slug: str, query: CheckQuery) -> HttpResponse:
        """List an army's faults

        By rule system. An army with faults can be kept and printed: it is told of them, not blocked.
        """
        army = readable(request, slug, query.link)
        systems = tuple(SYSTEMS) if query.system is UNSET else (query.system,)
        assessment = assess(army)
        found = {system: assessment.faults(system) for system in systems}
        return stamped(self.respond({"version": army.version, "faults": found}), army)


class ArmyReckonings(Endpoint):
    """``/armies/<slug>/reckonings``"""

    @operation(name="army_reckonings", tag="Rules", query=Reading, answer=ArmyNumbers, versioned=True, signed_in=False)
    def get(self, request: Request, slug: str, query: Reading) -> HttpResponse:
        """Explain an army's numbers

        Strength points (Mini-Nap), cost and victory points (Easy Napoleonics), line by line.
        """
        army = readable(request, slug, query.link)
        assessment = assess(army)
        said = {
            "version": army.version,
            "strength_points": assessment.strength,
            "cost": assessment.cost,
            "victory_points": assessment.victory_points,
        }
        return stamped(self.respond(said), army)


class UnitReckonings(Endpoint):
    """``/armies/<slug>/elements/<element>/reckonings``"""

    @operation(name="unit_reckonings", tag="Rules", query=Reading, answer=UnitNumbers, versioned=True, signed_in=False)
    def get(self, request: Request, slug: str, element: UUID, query: Reading) -> HttpResponse:
        """Explain a unit's numbers

        What it becomes under each system, its strength points, its cost and its victory points, line by line.
        """
        army = readable(request, slug, query.link)
        return stamped(self.respond({"version": army.version, **unit_numbers(assess(army), str(element))}), army)


def unit_numbers(assessment: Assessment, element: str) -> dict[str, Any]:
    """The reckonings of one unit.

    Raises:
        Problem: ``not-found``, there is no such unit in the army.
    """
    place = next((place for place in assessment.places if place.element.id == element), None)
    if place is None or element not in assessment.mini_nap_units:
        raise Problem("not-found", "There is no such unit in this army.")
    mini, easy = assessment.mini_nap_units[element], assessment.easy_units[element]
    return {
        "strength_points": mini_nap.strength(place.element),  # type: ignore[arg-type]
        "mini_nap": mini.reckoning,
        "easy_napoleonics": easy.reckoning,
        "cost": easy.cost,
        "victory_points": easy.victory_points,
    }
