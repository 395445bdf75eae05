"""The list of armies: search, filters, sort order and pages."""

from collections import Counter
from typing import Any, Final

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armies.exchange.clean_text import one_line
from armies.models import Army
from armies.models.army import ArmyQuerySet
from armies.models.visibility import shared_with
from battles.engine.armies.nations import Nation, nations

PAGE: Final = 50
COUNTED: Final = 1000
"""More armies than this are shown as "over 1,000", because counting all of them would be slow."""
SORTS: Final = {
    "updated": ("last change", ("-updated", "-id")),
    "name": ("name", ("name", "id")),
    "date": ("date of the battle", ("date", "id")),
    "points": ("strength points, most first", ("-strength_points", "-id")),
    "cost": ("cost, most first", ("-cost", "-id")),
}
WHOSE: Final = {
    "all": "All I can see",
    "mine": "Mine",
    "co_edited": "Co-edited",
    "club": "My clubs",
    "historical": "Historical",
}
COLUMNS: Final = (
    *("slug", "name", "nation", "commander", "battle", "date", "units", "foot", "horse", "guns"),
    *("strength_points", "cost", "errors", "warnings", "visibility", "historical", "updated", "owner_id", "co_edited"),
)
SEARCH_MOST: Final = 80


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """The list of armies, 50 per page. Unknown filters are ignored; the form shows those in use."""
    choice = choices(request)
    of_all_nations = filtered_armies(request, choice)
    by_nation = Counter(of_all_nations.order_by().values_list("nation", flat=True)[: COUNTED + 1])
    chosen = choice["nation"]
    armies = of_all_nations.filter(nation__in=chosen) if chosen else of_all_nations
    count = sum(by_nation[code] for code in chosen) if chosen else by_nation.total()
    if chosen and by_nation.total() > COUNTED:
        count = armies.order_by()[: COUNTED + 1].count()
    pages = max(1, -(-min(count, COUNTED) // PAGE))
    page = min(choice["page"], pages)
    start = (page - 1) * PAGE
    rows = list(armies.order_by(*SORTS[choice["sort"]][1]).values(*COLUMNS)[start : start + PAGE])
    context: dict[str, Any] = {
        "armies": rows,
        "count": count,
        "counted": COUNTED,
        "choice": choice,
        "sorts": {key: words for key, (words, _) in SORTS.items()},
        "sorted_by": SORTS[choice["sort"]][0],
        "whose": {key: words for key, words in WHOSE.items() if key != "club" or request.user.is_authenticated},
        "facets": nation_facets(by_nation, chosen),
        "chips": chips(request, choice),
        "page": page,
        "pages": pages,
        "address": address(request),
    }
    return render(request, "armies/list.html", context)


def nation_facets(by_nation: Counter[str], chosen: list[str]) -> list[tuple[str, Nation, int | None, bool]]:
    """The nations of the armies found and the chosen ones, each with the number of its armies, most first.

    The number is None if there are too many armies to count.
    """
    counted = by_nation.total() <= COUNTED
    codes = sorted(nations(), key=lambda code: -by_nation[code])
    return [
        (code, nations()[code], by_nation[code] if counted else None, code in chosen)
        for code in codes
        if by_nation[code] or code in chosen or not counted
    ]


def choices(request: HttpRequest) -> dict[str, Any]:
    """The filters in the address; unknown values are replaced by defaults."""
    ask = request.GET
    page = ask.get("page", "1")
    return {
        "q": one_line(ask.get("q", ""))[:SEARCH_MOST],
        "nation": [code for code in ask.getlist("nation") if code in nations()],
        "whose": ask.get("whose") if ask.get("whose") in WHOSE else "all",
        "sort": ask.get("sort") if ask.get("sort") in SORTS else "updated",
        "page": int(page) if page.isdecimal() and 0 < len(page) < 6 and int(page) else 1,
    }


def filtered_armies(request: HttpRequest, choice: dict[str, Any]) -> ArmyQuerySet:
    """The armies of all nations that match ``choice``, including every word of its search."""
    armies = Army.objects.listed_for(request.user)
    if choice["whose"] == "mine":
        armies = armies.filter(owner=request.user) if request.user.is_authenticated else armies.none()
    elif choice["whose"] == "co_edited":
        armies = armies.co_edited_by(request.user)
    elif choice["whose"] == "club":
        armies = armies.filter(shared_with(request.user))
    elif choice["whose"] == "historical":
        armies = armies.filter(historical=True)
    for word in choice["q"].casefold().split():
        armies = armies.filter(Q(search__contains=word))
    return armies


def chips(request: HttpRequest, choice: dict[str, Any]) -> list[tuple[str, str]]:
    """The filters in use: the words of each, and the address of the list without it."""
    filters = [(f"“{choice['q']}”", address(request, "q"))] if choice["q"] else []
    if choice["whose"] != "all":
        filters.append((WHOSE[choice["whose"]], address(request, "whose")))
    return filters + [(nations()[code].adjective, address(request, "nation", code)) for code in choice["nation"]]


def address(request: HttpRequest, without: str = "page", value: str = "") -> str:
    """The address of the first page of this list, to which ``page=`` can be added.

    The parameter ``without`` is left out; with ``value`` only that value of it.
    """
    ask = request.GET.copy()
    ask.pop("page", None)
    others = [one for one in ask.getlist(without) if value and one != value]
    ask.setlist(without, others)
    return f"?{words}&" if (words := ask.urlencode()) else "?"
