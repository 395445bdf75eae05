"""An army as text: for another program, for a spreadsheet, for a friend, for a forum."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

from armies import exchange
from armies.models import Army
from armies.rules import facts, mini_nap
from armies.services.assessing import Assessment
from armies.services.reading import facts_of


def _forum(army: facts.Army) -> str:
    units = Assessment(army).mini_nap_units
    return exchange.to_forum(army, points=lambda place: units[place.element.id].points)


def _json(army: facts.Army) -> str:
    return exchange.to_json(army, numbers=numbers(army))


EXPORTS: Final = MappingProxyType({"json": _json, "csv": exchange.to_csv, "text": exchange.to_text, "forum": _forum})
"""Format to the function that writes it."""


def export(army: Army, form: str) -> str:
    """``army`` in one of the forms of ``EXPORTS``."""
    writer: Callable[[facts.Army], str] = EXPORTS[form]
    return writer(facts_of(army))


def numbers(army: facts.Army) -> dict[str, Any]:
    """Every number that the rules give, with its arithmetic: for the JSON export. Readers pass over it."""
    assessment = Assessment(army)
    units = []
    for place in assessment.places:
        if not isinstance(place.element, facts.Unit):
            continue
        mini, easy = assessment.mini_nap_units[place.element.id], assessment.easy_units[place.element.id]
        units.append(
            {
                "unit": place.element.name,
                "under": [above.name for above in place.above],
                "strength_points": mini.points,
                "strength_points_why": mini_nap.strength(place.element).sentence,
                "mini_nap": mini.reckoning.sentence,
                "easy_napoleonics": easy.reckoning.sentence,
                "cost": easy.cost.value,
                "cost_why": easy.cost.sentence,
                "victory_points": easy.victory_points.value,
                "victory_points_why": easy.victory_points.sentence,
            }
        )
    return {
        "strength_points": assessment.strength_points,
        "cost": assessment.cost.value,
        "cost_why": assessment.cost.sentence,
        "victory_points": assessment.victory_points.value,
        "victory_points_why": assessment.victory_points.sentence,
        "units": units,
        "faults": {
            system: [
                {"severity": f.severity, "rule": f.rule, "sentence": f.sentence} for f in assessment.faults(system)
            ]
            for system in ("mini_nap", "easy_napoleonics")
        },
    }
