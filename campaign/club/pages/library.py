"""The page of all that belongs to a club, and the forms that put things into a club and take them out."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.http import require_POST, require_safe

from armies.exchange.clean_text import one_line
from armies.services.locks import Refused
from campaign.club.pages.access import member
from campaign.club.services import ownership
from campaign.club.services.permissions import may
from campaign.models import Club

PAGE: Final = 30


@login_required
@require_safe
def library(request: HttpRequest, slug: str) -> HttpResponse:
    """What belongs to the club, 30 of a kind on a page, the latest change first."""
    place = member(request, slug)
    kind = request.GET.get("kind", "")
    kind = kind if kind in ownership.KINDS else next(iter(ownership.KINDS))
    sought = one_line(request.GET.get("q", ""))[: ownership.MOST_SOUGHT]
    page = Paginator(ownership.things(place.club, kind, request.user, sought), PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "club": place.club,
        "kind": kind,
        "of": ownership.KINDS[kind],
        "kinds": [(key, of.many) for key, of in ownership.KINDS.items()],
        "rows": [(row, ownership.changed(row)) for row in page.object_list],
        "count": page.paginator.count,
        "sought": sought,
        "page": page.number,
        "pages": page.paginator.num_pages,
        "address": f"?{urlencode({'kind': kind, **({'q': sought} if sought else {})})}&",
        "may": {name: may(place, name) for name in ("share", "take_out")},
    }
    return render(request, "clubs/library.html", context)


@require_POST
def belongs(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """Put a thing into the club of the form, or take it out of its club if the form names none."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    row = ownership.find(kind, slug, request.user)
    wanted = request.POST.get("club", "")[:80]
    try:
        if wanted:
            club = get_object_or_404(Club, slug=wanted, memberships__user=request.user)
            ownership.put(row, club, by=request.user)
            messages.success(request, f"It belongs to {club.name} now. Its members see it.")
        else:
            ownership.take_out(row, by=request.user)
            messages.success(request, f"{row} belongs to no club now.")
    except Refused as refused:
        messages.error(request, str(refused))
    back = request.POST.get("next", "")
    return redirect(back if url_has_allowed_host_and_scheme(back, None) else row)
