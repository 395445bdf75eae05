"""The page of one army: tabs by system, commanders, army lists, and the arithmetic of a number."""

from dataclasses import dataclass
from html import escape
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods, require_safe

from armies.markup import reckoning_sheet, reckoning_tag
from armies.models import Army
from armies.pages.access import conflict_page, expected_version, may_edit, private, readable
from armies.pages.order_of_battle import ALL, Ledger, OrderOfBattle
from armies.services import army_creation
from armies.services.assessment import Assessment
from armies.services.commander_ratings import commanders, current_rating
from armies.services.locks import Refused, Stale
from armies.services.storage import facts_of
from armies.templatetags.armies import dice
from battles.engine import registry
from battles.engine.armies import facts
from battles.engine.armies.army_list import ArmyList, Column, ListedGroup, ListedUnit
from battles.engine.armies.mapped import MappedArmy
from battles.engine.armies.nations import nations
from battles.engine.armies.reckoning import Reckoning
from battles.engine.armies.systems import builder_groups, ratings, titles
from battles.engine.armies.tree import Place, totals


def commander_rows(assessment: Assessment, page: str, may_edit: bool) -> SafeString:
    """A table row for the commander of each corps and division: rating, dice and command radius.

    ``page`` is the army's address.
    """
    return mark_safe(  # noqa: S308
        "".join([_row(place, assessment, page, may_edit) for place in commanders(assessment.army)])
    )


def _row(place: Place, assessment: Assessment, page: str, may_edit: bool) -> str:
    element = place.element
    rating, why = current_rating(place, assessment)
    name = escape(element.commander or "Not named")
    if may_edit:
        name = f'<a href="{page}/rate/{element.id}">{name}</a>'
    cells = '<td class="muted">not rolled</td><td class="num muted">–</td>'
    if rating and why:
        id_ = f"r-{element.id}"
        number = reckoning_tag(why, id_, rating.capitalize(), f"{page}/why/{id_}")
        cells = f'<td>{number} {_rolls(place)}</td><td class="num">{why.value} cm</td>'
    of = f'<br><span class="small muted">{escape(element.name)}</span>'
    return f'<tr><th scope="row">{name}{of}</th>{cells}</tr>'


def _rolls(place: Place) -> str:
    """The dice of the last roll, and the earlier ratings that it replaced."""
    rolls = place.element.throws  # type: ignore[union-attr]
    if not rolls:
        return ""
    earlier = ", ".join([roll.rating for roll in rolls[:-1]])
    return dice(rolls[-1]) + (f'<br><span class="small muted">before: {earlier}</span>' if earlier else "")


MOST_LEFT = 20
"""Sentences about what a copy did not take over that a page shows."""
NOTHING = "–"
"""The text of an empty cell."""


@dataclass(frozen=True, slots=True)
class ListedRow:
    """A row of an army list.

    ``anchor`` is empty if an earlier row has the same element. ``opens`` names a new division.
    """

    unit: ListedUnit
    anchor: str
    opens: str
    cells: tuple[tuple[Column, str], ...]

    @property
    def summary(self) -> str:
        """The cells in one line for a narrow page, without the empty ones."""
        (_, first), *rest = self.cells
        labelled = [f"{_label(column)} {cell}" for column, cell in rest if cell != NOTHING]
        return ", ".join([first, *labelled])


def _label(column: Column) -> str:
    """The column title within a sentence; abbreviations such as MP stay in capitals."""
    return column.title if column.title.isupper() else column.title.lower()


def listed_groups(listed: ArmyList) -> list[tuple[ListedGroup, list[ListedRow]]]:
    """Each group with its rows; cells are paired with their columns."""
    seen: set[str] = set()
    groups = []
    for group in listed.groups:
        rows, under = [], ""
        for unit in group.units:
            anchor = unit.element if unit.element not in seen else ""
            seen.add(unit.element)
            cells = tuple(zip(listed.columns, unit.cells, strict=True))
            rows.append(ListedRow(unit, anchor, unit.under if unit.under != under else "", cells))
            under = unit.under
        groups.append((group, rows))
    return groups


RECORDED: Final = "recorded"
SYSTEMS: Final = (*titles().items(), (RECORDED, "As recorded"))

MOST_OPEN: Final = 20
"""The most divisions that an address can open."""


def chosen_system(request: HttpRequest) -> str:
    """The system of the tab that the address names; the first if it names none or an unknown one."""
    wanted = request.GET.get("system", "")
    return wanted if wanted in dict(SYSTEMS) else SYSTEMS[0][0]


@require_safe
def army(request: HttpRequest, slug: str) -> HttpResponse:
    """An army's page: order of battle, totals, faults, commanders and sources, under one system or as recorded.

    In a large army, ``?open=`` names elements whose divisions are open, or ``all``. With ``&part=branch`` the answer
    is only the contents of that division, for a script.
    """
    row = readable(request, slug)
    system = chosen_system(request)
    group = None if system == RECORDED else registry.army(system)
    assessment = Assessment(facts_of(row))
    editor = may_edit(request.user, row)
    opened = request.GET.getlist("open")[:MOST_OPEN]
    page = row.get_absolute_url()
    if request.GET.get("part") == "branch":
        return branch(row, OrderOfBattle(Ledger(assessment, system), system, page, may_edit=editor), opened)
    context: dict[str, Any] = {
        "army": row,
        "page": page,
        "facts": assessment.army,
        "nation": nations().get(row.nation),
        "system": system,
        "systems": SYSTEMS,
        "to_print": ":".join(("army", row.slug, *((system,) if group else ()))),
        "faults": assessment.listed_faults(system) if group else [],
        "all_faults": "" if request.GET.get("faults") == "all" else f"?system={system}&faults=all",
        "house": assessment.house_in_force(system) if group else [],
        "totals": assessment.totals,
        "assessment": assessment,
        **original_parts(request, row),
        "may_edit": editor,
    }
    if group and not group.builds:
        context |= listed_parts(assessment, system)
    else:
        context |= order_parts(assessment, context, opened)
    if group and group.ratings:
        context["commanders"] = commander_rows(assessment, page, editor)
        context["rates"] = True
        context["by_dice"] = group.ratings.by_dice(assessment.options(system))
    return private(render(request, "armies/army.html", context), row)


def listed_parts(assessment: Assessment, system: str) -> dict[str, Any]:
    """Template context for an army under a system that uses army lists."""
    listed = assessment.army_list(system)
    return {"listed": listed, "listed_groups": listed_groups(listed), "draft": registry.meta(system)}


def order_parts(assessment: Assessment, context: dict[str, Any], opened: list[str]) -> dict[str, Any]:
    """Template context for an army's order of battle; in a large army only the divisions in ``opened`` are open."""
    large = assessment.totals.units > settings.MUSTER_WHOLE_ARMY
    system, page = context["system"], context["page"]
    mapped = mapped_army(assessment, system)
    shown = opened if large else [ALL]
    order = OrderOfBattle(Ledger(assessment, system), system, page, may_edit=context["may_edit"], opened=shown)
    return {
        "order_of_battle": order.html(),
        "large": large,
        "opened": opened,
        "branches": page if large and ALL not in opened else "",
        "numbers": [(total, f"army-{total.id}", f"{page}/why/army-{total.id}") for total in mapped.totals()],
        "marks_errors": mapped is assessment.first,
    }


def mapped_army(assessment: Assessment, system: str) -> MappedArmy:
    """The army in the numbers of its page: as recorded it has those of the first system."""
    return assessment.first if system == RECORDED else assessment.mapped(system)


def branch(row: Army, order: OrderOfBattle, opened: list[str]) -> HttpResponse:
    """The contents of the first division in ``opened``."""
    inside = order.branch(opened[0]) if opened else None
    if inside is None:
        raise Http404("This army has no such division.")
    return private(HttpResponse(inside), row)


def original_parts(request: HttpRequest, row: Army) -> dict[str, Any]:
    """Template context: the original of a copy, if the user may see it, and whether it has changed since."""
    found = army_creation.original_of(row, request.user)
    return {"copied_from": found, "original_changed": army_creation.has_changed(row, found)}


@require_http_methods(["GET", "HEAD", "POST"])
def original(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what changed in the original of a copy since; its editors take it over."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    row = readable(request, slug)
    editor = may_edit(request.user, row)
    if request.method == "POST":
        if not editor:
            raise Http404("You can only change your own armies and those you co-edit.")
        try:
            taken = army_creation.take_over(row, by=request.user, expect=expected_version(request))
        except Stale as stale:
            return conflict_page(request, stale)
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, "The changes of the original are taken over.")
            for sentence in taken.left[:MOST_LEFT]:
                messages.warning(request, sentence)
        return redirect(row)
    context: dict[str, Any] = {"army": row, "may_edit": editor, "original": None, "wrong": ""}
    try:
        context["original"] = army_creation.changes_of_original(row, request.user)
    except Refused as refused:
        context["wrong"] = str(refused)
    return private(render(request, "armies/original.html", context), row)


@require_safe
def arithmetic(request: HttpRequest, slug: str, number: str) -> HttpResponse:
    """The arithmetic of ``number``; with ``?part=sum`` without the page around it."""
    row = readable(request, slug)
    assessment = Assessment(facts_of(row))
    kind, _, key = number.partition("-")
    place = next((place for place in assessment.places if place.element.id == key), None)
    system, reckoning = _of_element(assessment, kind, place) if place else _of_army(assessment, number)
    if reckoning is None:
        raise Http404("This army has no such number.")
    if request.GET.get("part") == "sum":
        return private(HttpResponse(reckoning_sheet(reckoning)), row)
    context = {"army": row, "reckoning": reckoning, "place": place, "system": system}
    return private(render(request, "armies/why.html", context), row)


Sum = tuple[str, Reckoning | None]
"""The key of a system, and one of its numbers; None if there is no such number."""


def _of_army(assessment: Assessment, number: str) -> Sum:
    """A total of the whole army (``army-`` and its id), or the rest of its budget (``army-left``)."""
    for system in builder_groups():
        mapped = assessment.mapped(system)
        if number == "army-left" and (budget := mapped.budget()):
            return system, budget
        for total in mapped.totals():
            if number == f"army-{total.id}":
                return system, total.why
    return "", None


def _of_element(assessment: Assessment, kind: str, place: Place) -> Sum:
    """A number of one element: ``kind`` is the id of a cell in a unit's row.

    For formations, ``r`` is the commander's rating, and ``l`` the number of lost units that removes the commander.
    """
    element = place.element
    if isinstance(element, facts.Unit):
        for system in builder_groups():
            for cell in assessment.mapped(system).row(place).cells:
                if cell.why and cell.id == kind:
                    return system, cell.why
        return "", None
    system = ratings()[0]
    if kind == "r" and isinstance(element, facts.Corps | facts.Division):
        return system, current_rating(place, assessment)[1]
    if kind == "l":
        return system, assessment.mapped(system).stand_loss(element, totals(element).units)
    return "", None
