"""The pages of a club's house rules, and of the house rules of an army."""

from collections.abc import Mapping
from datetime import datetime
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from armies.pages.access import conflict_page, expected_version, own_army, private
from armies.services import house_rules as services_house_rules
from armies.services.locks import Refused, Stale
from battles.engine.armies.reckoning import HouseSpec
from battles.engine.armies.systems import house_specs
from battles.engine.options import OptionValue
from battles.rules import SYSTEMS
from campaign.club.pages.club import member
from campaign.club.services import ownership as club_house_rules
from campaign.club.services.permissions import may
from campaign.models import Membership

Overlays = Mapping[str, Mapping[str, OptionValue]]


class Cell(Struct, frozen=True):
    """One house-rule value on the form: its field's name, the value in the field, the printed value, the error."""

    name: str
    spec: HouseSpec
    value: str
    printed: str
    wrong: str

    @property
    def differs(self) -> bool:
        """True if the value in the field is not the printed one."""
        return self.value != str(self.spec.default)


class Group(Struct, frozen=True):
    """Values under one heading. The page shows the group open if one of them differs or is wrong."""

    title: str
    cells: tuple[Cell, ...]

    @property
    def differing(self) -> int:
        return sum(cell.differs for cell in self.cells)

    @property
    def wrong(self) -> int:
        return sum(bool(cell.wrong) for cell in self.cells)


def groups_of(overlays: Overlays, wrong: Mapping[str, str]) -> list[tuple[str, list[Group]]]:
    """The title of each system that has house rules, with the groups of its values.

    Args:
        overlays: values that differ from the printed ones, as typed; they may be invalid.
        wrong: error messages by field name.
    """
    return [
        (SYSTEMS[system].title, list(_groups(system, specs, overlays.get(system, {}), wrong)))
        for system, specs in house_specs().items()
    ]


def _groups(system: str, specs: Mapping[str, HouseSpec], overlay: Mapping[str, Any], wrong: Mapping[str, str]) -> Any:
    for title, items in groupby(specs.items(), key=lambda item: item[1].group):
        cells = (
            Cell(
                name=f"{system}.{key}",
                spec=spec,
                value=str(overlay.get(key, spec.default)),
                printed=printed_value(spec),
                wrong=wrong.get(f"{system}.{key}", ""),
            )
            for key, spec in items
        )
        yield Group(title, tuple(cells))


def printed_value(spec: HouseSpec) -> str:
    """The printed value as the page shows it."""
    return spec.words[str(spec.default)] if spec.kind == "choice" else str(spec.default).replace("-", "−")


def posted_overlays(fields: QueryDict) -> dict[str, dict[str, OptionValue]]:
    """Posted values that differ from the printed ones, by system and key. An empty field means the printed value."""
    overlays: dict[str, dict[str, OptionValue]] = {}
    for system, specs in house_specs().items():
        for key, spec in specs.items():
            value = fields.get(f"{system}.{key}", "").strip()
            if value and value != str(spec.default):
                overlays.setdefault(system, {})[key] = value
    return overlays


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def house_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's house rules to members; let the organiser change them."""
    place = member(request, slug)
    if not may(place, "house_rules"):
        if request.method == "POST":
            raise Http404("Only the organiser can change the house rules.")
        context = {"club": place.club, "systems": club_house_rules.in_force(place.club.house_rules)}
        return render(request, "clubs/rules_read.html", context)
    return save_house_rules(request, place) if request.method == "POST" else form(request, place)


def save_house_rules(request: HttpRequest, place: Membership) -> HttpResponse:
    """Save the posted house rules, or show the form again with its errors."""
    overlays = posted_overlays(request.POST)
    try:
        changed = club_house_rules.change_house_rules(place.club, overlays, expect=form_time(request), by=request.user)
    except Refused as refused:
        return form(request, place, overlays, dict(refused.faults), 422)
    except services_house_rules.HouseRulesChanged as overtaken:
        messages.warning(
            request, f"{overtaken} Your values are below and are not saved yet. Save again to replace theirs."
        )
        place.club.house_rules.refresh_from_db()  # type: ignore[union-attr]
        return form(request, place, overlays, status=409)
    armies = "1 army" if changed == 1 else f"{changed} armies"
    effect = f"The counts of {armies} changed." if changed else "No counts changed."
    messages.success(request, f"House rules saved. {effect}")
    return redirect("clubs:house_rules", place.club.slug)


def form_time(request: HttpRequest) -> datetime | None:
    """Time of the last change to the house rules that the form shows; None if the form names no time."""
    try:
        return parse_datetime(request.POST.get("updated", ""))
    except ValueError:
        return None


def form(
    request: HttpRequest,
    place: Membership,
    overlays: Overlays | None = None,
    wrong: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The organiser's form. ``overlays`` are the values typed, by default those saved."""
    rules = place.club.house_rules
    if overlays is None:
        overlays = rules.overlays if rules else {}
    context = {
        "club": place.club,
        "systems": groups_of(overlays, wrong or {}),
        "wrong": wrong or {},
        "updated": rules.updated.isoformat() if rules else "",
        "armies": rules.armies.count() if rules else 0,
    }
    return render(request, "clubs/house_rules.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def army_house_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the club whose house rules apply to an army. Only the army's owner can, among their own clubs."""
    army = own_army(request, slug)
    offered = club_house_rules.adoptable_house_rules(request.user, army)
    wrong = ""
    if request.method == "POST":
        wanted = request.POST.get("rules", "")
        chosen = next((rules for rules in offered if str(rules.pk) == wanted), None)
        try:
            if wanted and chosen is None:
                raise Refused("rules", "Choose the house rules of one of your clubs, or none.")
            services_house_rules.adopt(army, chosen, by=request.user, expect=expected_version(request))
        except Refused as refused:
            wrong = str(refused)
        except Stale as error:
            return conflict_page(request, error)
        else:
            sentence = f"The house rules of {chosen} now apply." if chosen else "No house rules apply now."
            messages.success(request, sentence)
            return redirect(army)
    context = {
        "army": army,
        "offered": [(rules, club_house_rules.in_force(rules)) for rules in offered],
        "wrong": wrong,
    }
    context["version"] = expected_version(request) or army.version
    return private(render(request, "clubs/army.html", context, status=422 if wrong else 200), army)
