"""Members of a club, and its house rules."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from armies.models import Army, HouseRules
from armies.services import house_rules
from battles.engine.options import OptionValue
from campaign.models import Club, Membership, Role


def memberships_of(user: Any) -> list[Membership]:
    """The memberships of ``user``, in the order of the clubs' names."""
    memberships = Membership.objects.filter(user=user).select_related("club__house_rules")
    return list(memberships.order_by("club__name", "club_id"))


def membership_in(user: Any, slug: str) -> Membership | None:
    """The membership of ``user`` in the club with this slug; None if there is none."""
    return Membership.objects.filter(user=user, club__slug=slug).select_related("club__house_rules").first()


def is_organiser(place: Membership) -> bool:
    """True if the member runs the club."""
    return place.role == Role.ORGANISER


def change_house_rules(
    club: Club, overlays: Mapping[str, Mapping[str, OptionValue]], *, expect: datetime | None = None
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
        return house_rules.change(rules, overlays, expect=expect)


def adoptable(owner: Any, army: Army) -> list[HouseRules]:
    """The house rules that ``army`` may use: those of its owner's clubs, and those it uses already."""
    house_rules_offered = [place.club.house_rules for place in memberships_of(owner) if place.club.house_rules]
    if army.house_rules and army.house_rules not in house_rules_offered:
        house_rules_offered.append(army.house_rules)
    return house_rules_offered
