"""The administrators' pages of clubs, storage with backups, and mail."""

from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armies.exchange.clean_text import one_line
from armies.services.locks import Refused
from campaign.accounts.administrators import MOST_SOUGHT, refuse_others
from campaign.club.services import clubs, membership
from campaign.club.services.clubs import name_of
from campaign.models import Club, Membership, Role
from campaign.project import mail, status

PAGE: Final = 50


@login_required
@never_cache
@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """List the clubs with their organisers and sizes, 50 a page."""
    refuse_others(request)
    return _clubs_page(request)


def _clubs_page(request: HttpRequest, wrong: str = "") -> HttpResponse:
    sought = one_line(request.GET.get("q", ""))[:MOST_SOUGHT]
    organisers = Membership.objects.filter(role=Role.ORGANISER).select_related("user").order_by("pk")
    rows = clubs.sized(Club.objects.filter(name__icontains=sought) if sought else Club.objects.all())
    page = Paginator(rows.order_by("name", "pk"), PAGE).get_page(request.GET.get("page"))
    listed = list(
        page.object_list.prefetch_related(Prefetch("memberships", queryset=organisers, to_attr="organisers"))  # type: ignore[attr-defined]
    )
    headless = [club for club in listed if not any(place.user.is_active for place in club.organisers)]
    context: dict[str, Any] = {
        "rows": [(club, membership.to_appoint(club) if club in headless else None) for club in listed],
        "count": page.paginator.count,
        "sought": sought,
        "page": page.number,
        "pages": page.paginator.num_pages,
        "address": f"?{urlencode({'q': sought})}&" if sought else "?",
        "wrong": wrong,
        "most": membership.MOST_TO_APPOINT,
    }
    return render(request, "campaign/operator_clubs.html", context, status=422 if wrong else 200)


@login_required
@never_cache
@require_POST
def appoint(request: HttpRequest, club: int) -> HttpResponse:
    """Make a member the organiser of a club that has no active one."""
    refuse_others(request)
    row = get_object_or_404(Club, pk=club)
    name = request.POST.get("member", "")[:150]
    try:
        place = membership.appoint(row, name, by=request.user)
    except Refused as refused:
        return _clubs_page(request, str(refused))
    messages.success(request, f"{name_of(place.user)} runs {row.name} now.")
    return redirect("operator_clubs")


@login_required
@never_cache
@require_safe
def storage(request: HttpRequest) -> HttpResponse:
    """What takes room: the database, the files, the largest armies and the longest battles; and the backups."""
    refuse_others(request)
    context = {
        "storage": status.storage(),
        "backups": status.backups(),
        "database": status.database(),
        "version": settings.MUSTER_VERSION,
    }
    return render(request, "campaign/operator_storage.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_page(request: HttpRequest) -> HttpResponse:
    """The settings of mail with what is wrong with them, and a test mail to the administrator."""
    refuse_others(request)
    user = request.user
    assert isinstance(user, User)  # noqa: S101  # refuse_others
    wrong = ""
    if request.method == "POST":
        try:
            mail.send_test(user)
        except mail.MailFailed as failed:
            wrong = str(failed)
        else:
            messages.success(request, f"Sent to {user.email}. If it does not arrive, look into the spam folder.")
            return redirect("operator_mail")
    context = {"settings": mail.mail_settings(), "troubles": mail.troubles(), "to": user.email, "wrong": wrong}
    return render(request, "campaign/operator_mail.html", context, status=422 if wrong else 200)
