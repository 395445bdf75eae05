"""The page of one army."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armies.models import Army
from armies.pages.finding import may_edit, private, readable
from armies.pages.ledger import Ledger
from armies.pages.listed import listed_groups
from armies.rules.lists import OF_HISTORY
from armies.rules.nations import nations
from armies.rules.opting import BUILT, TITLES
from armies.services.assessing import Assessment
from armies.services.rating import commanders, level_of, standing
from armies.services.reading import facts_of
from battles.engine.registry import meta

SYSTEMS: Final = (*TITLES.items(), ("recorded", "As recorded"))


def chosen_system(request: HttpRequest) -> str:
    """The tab that the address asks for; the first where it asks for none we know."""
    wanted = request.GET.get("system", "")
    return wanted if wanted in dict(SYSTEMS) else SYSTEMS[0][0]


@require_safe
def army(request: HttpRequest, slug: str) -> HttpResponse:
    """Tree, totals, faults, commanders, sources; under one system or as recorded."""
    row = readable(request, slug)
    system = chosen_system(request)
    assessment = Assessment(facts_of(row))
    listed = assessment.army_list(system) if system in OF_HISTORY else None
    ledger = Ledger(assessment, system if system in BUILT else next(iter(BUILT)))
    context: dict[str, Any] = {
        "army": row,
        "facts": assessment.army,
        "nation": nations().get(row.nation),
        "system": system,
        "systems": SYSTEMS,
        "to_print": ":".join(("army", row.slug, *(() if system == "recorded" else (system,)))),
        "sections": [] if listed else ledger.sections,
        "listed": listed,
        "listed_groups": listed_groups(listed) if listed else [],
        "draft": meta(system) if listed else None,
        "army_faults": [] if system == "recorded" or listed else ledger.faults.get("", []),
        "faults": [] if system == "recorded" else assessment.listed_faults(system),
        "house": [] if system == "recorded" else assessment.house_in_force(system),
        "totals": assessment.totals,
        "assessment": assessment,
        "commanders": commander_rows(row, assessment),
        "by_dice": assessment.mini_nap_options.commander_ratings == "roll",
        "copied_from": source_of(request, row),
        "may_edit": may_edit(request.user, row),
    }
    return private(render(request, "armies/army.html", context), row)


def source_of(request: HttpRequest, row: Army) -> Army | None:
    """The army that this one was copied from, where the user may see it."""
    if row.copied_from_id is None:
        return None
    return Army.objects.readable_by(request.user).filter(pk=row.copied_from_id).first()


def commander_rows(row: Army, assessment: Assessment) -> list[dict[str, Any]]:
    """Each commander of a corps or division with the rating that counts, its arithmetic and his radius."""
    rows = []
    for place in commanders(assessment.army):
        throws = place.element.throws  # type: ignore[union-attr]
        rating, why = standing(place, assessment)
        rows.append(
            {
                "element": place.element,
                "level": level_of(place),
                "nation": place.nation,
                "rating": rating,
                "last": throws[-1] if throws else None,
                "earlier": throws[:-1],
                "radius": why.value if why else None,
                "why": why,
            }
        )
    return rows
