"""The list of armies: find, narrow, sort, page by page."""

from typing import Any, Final

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armies.exchange.cleaning import one_line
from armies.models import Army
from armies.models.army import ArmyQuerySet
from armies.rules.nations import nations

PAGE: Final = 50
COUNTED: Final = 1000
"""More than this many armies are "over 1,000": counting them all would cost more than showing them."""
SORTS: Final = {
    "updated": ("last change", ("-updated", "-id")),
    "name": ("name", ("name", "id")),
    "date": ("date of the battle", ("date", "id")),
    "points": ("strength points, most first", ("-strength_points", "-id")),
    "cost": ("cost, most first", ("-cost", "-id")),
}
WHOSE: Final = {"all": "All I can see", "mine": "Mine", "co_edited": "Co-edited", "historical": "Historical"}
COLUMNS: Final = (
    *("slug", "name", "nation", "commander", "battle", "date", "units", "foot", "horse", "guns"),
    *("strength_points", "cost", "errors", "warnings", "visibility", "historical", "updated", "owner_id", "co_edited"),
)
SEARCH_MOST: Final = 80


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """50 armies a page. An unknown filter is passed over; the form shows what acts."""
    choice = choices(request)
    found = narrowed(request, choice)
    count = found.order_by()[: COUNTED + 1].count()
    pages = max(1, -(-min(count, COUNTED) // PAGE))
    page = min(choice["page"], pages)
    start = (page - 1) * PAGE
    rows = list(found.order_by(*SORTS[choice["sort"]][1]).values(*COLUMNS)[start : start + PAGE])
    context: dict[str, Any] = {
        "armies": rows,
        "count": count,
        "counted": COUNTED,
        "choice": choice,
        "sorts": {key: words for key, (words, _) in SORTS.items()},
        "whose": WHOSE,
        "chips": chips(request, choice),
        "page": page,
        "pages": pages,
        "address": address(request),
    }
    return render(request, "armies/list.html", context)


def choices(request: HttpRequest) -> dict[str, Any]:
    """What the address asks for, with what we do not know put right."""
    ask = request.GET
    page = ask.get("page", "1")
    return {
        "q": one_line(ask.get("q", ""))[:SEARCH_MOST],
        "nation": [code for code in ask.getlist("nation") if code in nations()],
        "whose": ask.get("whose") if ask.get("whose") in WHOSE else "all",
        "sort": ask.get("sort") if ask.get("sort") in SORTS else "updated",
        "page": int(page) if page.isdecimal() and 0 < len(page) < 6 and int(page) else 1,
    }


def narrowed(request: HttpRequest, choice: dict[str, Any]) -> ArmyQuerySet:
    """The armies that the choice leaves; every word of the search must be found."""
    found = Army.objects.listed_for(request.user)
    if choice["whose"] == "mine":
        found = found.filter(owner=request.user) if request.user.is_authenticated else found.none()
    elif choice["whose"] == "co_edited":
        found = found.co_edited_by(request.user)
    elif choice["whose"] == "historical":
        found = found.filter(historical=True)
    if choice["nation"]:
        found = found.filter(nation__in=choice["nation"])
    for word in choice["q"].casefold().split():
        found = found.filter(Q(search__contains=word))
    return found


def chips(request: HttpRequest, choice: dict[str, Any]) -> list[tuple[str, str]]:
    """What narrows the list, each in words and with the address of the list without it."""
    found = [(f"“{choice['q']}”", address(request, "q"))] if choice["q"] else []
    if choice["whose"] != "all":
        found.append((WHOSE[choice["whose"]], address(request, "whose")))
    return found + [(nations()[code].adjective, address(request, "nation", code)) for code in choice["nation"]]


def address(request: HttpRequest, without: str = "page", value: str = "") -> str:
    """The address of this list from its first page, ready for ``page=`` to be added.

    ``without`` is left out of it, or, where it has several values, ``value`` of it alone.
    """
    ask = request.GET.copy()
    ask.pop("page", None)
    kept = [one for one in ask.getlist(without) if value and one != value]
    ask.setlist(without, kept)
    return f"?{words}&" if (words := ask.urlencode()) else "?"
