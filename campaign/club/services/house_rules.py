"""The house rules of a club."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from armies.models import Army, HouseRules
from armies.services import house_rules
from battles.engine.options import OptionValue
from campaign.club.services import record
from campaign.club.services.membership import memberships_of
from campaign.club.services.permissions import may
from campaign.models import Club


def change_house_rules(
    club: Club, overlays: Mapping[str, Mapping[str, OptionValue]], *, expect: datetime | None = None, by: Any = None
) -> int:
    """Save the club's values and recount every army that uses them. Returns the number of armies whose counts changed.

    The first change creates the club's house rules, under the club's name.

    Raises:
        Refused: a value is not allowed; nothing is saved.
        HouseRulesChanged: somebody else has changed them since ``expect``.
    """
    with transaction.atomic():
        row = Club.objects.select_for_update(of=("self",)).select_related("house_rules").get(pk=club.pk)
        rules = row.house_rules
        if rules is None:
            rules = row.house_rules = HouseRules.objects.create(name=row.name)
            row.save(update_fields=["house_rules"])
            expect = None
        changed = house_rules.change(rules, overlays, expect=expect)
        if by is not None:
            record.write(row, "house_rules", by=by)
        return changed


def adoptable(owner: Any, army: Army) -> list[HouseRules]:
    """The house rules that ``army`` may use: those of its owner's clubs, and those it uses already."""
    house_rules_offered = [
        place.club.house_rules
        for place in memberships_of(owner)
        if place.club.house_rules and may(place, "adopt_house_rules")
    ]
    if army.house_rules and army.house_rules not in house_rules_offered:
        house_rules_offered.append(army.house_rules)
    return house_rules_offered
