"""A club for its members: who belongs to it, and its house rules."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from armies.models import Army, HouseRules
from armies.services import housing
from battles.engine.option_spec import OptionValue
from campaign.models import Club, Membership, Role


def memberships_of(user: Any) -> list[Membership]:
    """The places of ``user`` in clubs, by the clubs' names."""
    found = Membership.objects.filter(user=user).select_related("club__house_rules")
    return list(found.order_by("club__name", "club_id"))


def membership_in(user: Any, slug: str) -> Membership | None:
    """The place of ``user`` in the club of this slug; None where he has none or there is no such club."""
    return Membership.objects.filter(user=user, club__slug=slug).select_related("club__house_rules").first()


def is_organiser(place: Membership) -> bool:
    """Whether the member runs his club."""
    return place.role == Role.ORGANISER


def change_house_rules(
    club: Club, overlays: Mapping[str, Mapping[str, OptionValue]], *, expect: datetime | None = None
) -> int:
    """Keep the club's values and count again every army built under them; returns how many counts changed.

    The club gets its house rules with the first change. They carry its name.

    Raises:
        Refused: values that are not allowed; nothing is written.
        Overtaken: somebody else has changed them since ``expect``.
    """
    with transaction.atomic():
        row = Club.objects.select_for_update(of=("self",)).select_related("house_rules").get(pk=club.pk)
        rules = row.house_rules
        if rules is None:
            rules = row.house_rules = HouseRules.objects.create(name=row.name)
            row.save(update_fields=["house_rules"])
            expect = None
        return housing.change(rules, overlays, expect=expect)


def adoptable(owner: Any, army: Army) -> list[HouseRules]:
    """The house rules that ``army`` may be built under: those of its owner's clubs, and those it has already."""
    found = [place.club.house_rules for place in memberships_of(owner) if place.club.house_rules]
    if army.house_rules and army.house_rules not in found:
        found.append(army.house_rules)
    return found
