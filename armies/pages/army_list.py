"""The list of armies: search, filters and sort order; create an army, or copy one."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armies.exchange.clean_text import one_line
from armies.models import Army
from armies.models.army import ArmyQuerySet
from armies.models.visibility import shared_with
from armies.pages.access import readable
from armies.pages.forms import NothingForm, ProposeForm, SampleForm, TemplateForm
from armies.services import army_creation
from armies.services.locks import Refused
from armies.services.people import FIELD, put_in_club
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


Start = Callable[[dict[str, Any], Any], Army]


def _nothing(data: dict[str, Any], user: Any) -> Army:
    return army_creation.from_nothing(data["name"], data["nation"], user)


def _template(data: dict[str, Any], user: Any) -> Army:
    return army_creation.from_template(data["template"], data["name"], user)


def _sample(data: dict[str, Any], user: Any) -> Army:
    return army_creation.from_sample(data["nation"], data["name"], user)


def _proposal(data: dict[str, Any], user: Any) -> Army:
    return army_creation.from_proposal(
        data["nation"], data["year"], data["target"], data["measure"], data["seed"], data["name"], user
    )


WAYS: Final[dict[str, tuple[type[forms.Form], Start]]] = {
    "nothing": (NothingForm, _nothing),
    "template": (TemplateForm, _template),
    "proposal": (ProposeForm, _proposal),
    "sample": (SampleForm, _sample),
}
"""Each way to create an army: its form, and the function that creates it."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The ways to create an army, each with its form. The new army opens in the builder."""
    posted_way = request.POST.get("way", "") if request.method == "POST" else ""
    forms_by_way = {
        way: form(request.POST if way == posted_way else None, auto_id=f"{way}-%s") for way, (form, _) in WAYS.items()
    }
    form = forms_by_way.get(posted_way)
    if form is not None and form.is_valid():
        try:
            with transaction.atomic():
                army = WAYS[posted_way][1](form.cleaned_data, request.user)
                put_in_club(army, request.user, request.GET.get(FIELD, ""))
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        else:
            messages.success(request, f"{army.name} created. {army.origin}".strip())
            return redirect("armies:build", army.slug)
    historical = Army.objects.filter(historical=True).order_by("date", "id").only("slug", "name", "battle", "date")
    context = {"forms": forms_by_way, "asked": posted_way, "historical": historical}
    return render(request, "armies/new.html", context, status=422 if posted_way else 200)


@require_POST
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Copy an army that the user may read. Visitors sign in first and return to the army's page."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("armies:army", args=[slug]))
    original = readable(request, slug)
    try:
        with transaction.atomic():
            new_army = army_creation.copied(original, request.user)
            put_in_club(new_army, request.user, request.GET.get(FIELD, ""))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(original)
    messages.success(request, f"{new_army.name} is now yours. {new_army.origin}")
    return redirect("armies:build", new_army.slug)
