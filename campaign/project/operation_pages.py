"""The pages of operation: state of the installation, clubs, storage with backups, mail; and the metrics."""

import hmac
from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.core.paginator import Paginator
from django.db import DatabaseError
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from armies.exchange.clean_text import one_line
from armies.services.locks import Refused
from campaign.accounts.administrators import MOST_SOUGHT, refuse_others
from campaign.club.services import clubs, membership
from campaign.club.services.clubs import name_of
from campaign.models import Club, Membership, Role
from campaign.notices import mail
from campaign.project import metrics as prometheus
from campaign.project import status

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


COOKIE: Final = "muster_operator"
COOKIE_LASTS: Final = 12 * 60 * 60
"""Seconds for which this cookie alone opens the page while the database is not available."""

LANES: Final = {"requests": "Pages and API", "health": "Health checks and metrics", "files": "Static files"}
STREAMS: Final = {
    "battle_page": "Battle pages",
    "table_page": "Table pages",
    "army_page": "Builders of armies",
    "campaign_page": "Campaign pages",
    "battle_api": "API, battles",
}
UNITS: Final = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the state of the installation to operators; without a database, only that of this process."""
    try:
        user = request.user
        if not user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not is_operator(user):
            raise Http404
        shared = status.database()
        answer = HttpResponse(render_to_string("campaign/operator.html", _context(shared), request))
    except DatabaseError as fault:
        if not _was_known(request):
            raise
        text = render_to_string("campaign/operator.html", _context(None, type(fault).__name__))
        return HttpResponse(text, status=503)
    key = str(request.session.session_key)
    answer.set_signed_cookie(
        COOKIE, _mark(key), max_age=COOKIE_LASTS, httponly=True, secure=settings.MUSTER_HTTPS, samesite="Lax"
    )
    return answer


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The metrics for a program that sends the token; status 404 if no token is set."""
    if not settings.MUSTER_METRICS_TOKEN:
        raise Http404
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    is_right = hmac.compare_digest(token.strip().encode(), settings.MUSTER_METRICS_TOKEN.encode())
    if scheme.lower() != "bearer" or not is_right:
        sentence = "Send the token of MUSTER_METRICS_TOKEN: Authorization: Bearer TOKEN.\n"
        headers = {"WWW-Authenticate": 'Bearer realm="Muster metrics"'}
        return HttpResponse(sentence, status=401, content_type="text/plain; charset=utf-8", headers=headers)
    part = request.GET.get("part", "")
    if part not in prometheus.PARTS:
        return HttpResponse("part must be process or shared.\n", status=400, content_type="text/plain; charset=utf-8")
    return HttpResponse(prometheus.text(part), content_type=CONTENT_TYPE_LATEST)


def is_operator(user: Any) -> bool:
    """True if ``user`` may see the state of the installation."""
    return isinstance(user, User) and user.is_active and (user.is_staff or user.is_superuser)


def _mark(session_key: str) -> str:
    """Return the content of the operator's cookie, which is valid only with its session."""
    return salted_hmac("campaign.operator", session_key, algorithm="sha256").hexdigest()


def _was_known(request: HttpRequest) -> bool:
    """True if the cookies show that an operator opened the page in this session while the database worked."""
    try:
        mark = str(request.get_signed_cookie(COOKIE, max_age=COOKIE_LASTS))
    except (KeyError, signing.BadSignature):
        return False
    return hmac.compare_digest(mark, _mark(request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")))


def _context(shared: status.Database | None, fault: str = "") -> dict[str, Any]:
    own = status.process()
    backups = status.backups()
    pool = own.load.pool
    queues = [("Computer turns", shared.turns), ("Packets to print", shared.jobs)] if shared else []
    return {
        "own": own,
        "memory": own.memory // 2**20,
        "requests": own.load.lanes["requests"],
        "lanes": [(LANES.get(name, name), lane) for name, lane in own.load.lanes.items()],
        "streams": [(STREAMS.get(name, name), count) for name, count in own.load.streams.items()],
        "streams_open": sum(own.load.streams.values()),
        "pool_used": pool["pool_size"] - pool["pool_available"] if pool else None,
        "database": shared,
        "queues": [(name, queue, in_words(queue.oldest)) for name, queue in queues],
        "workers": [(worker, in_words(worker.age)) for worker in shared.workers] if shared else [],
        "backups": backups,
        "backup_age": in_words(backups.age),
        "troubles": list(_troubles(shared, fault, backups)),
    }


def _troubles(shared: status.Database | None, fault: str, backups: status.Backups) -> Iterator[str]:
    """Yield sentences about things that the operator should repair."""
    if shared is None:
        yield f"The database does not answer ({fault}), so its data is not shown."
    elif shared.missing:
        number = f"{shared.missing} migration{'s are' if shared.missing > 1 else ' is'}"
        yield f"{number} not applied. Run `python3 manage.py migrate`."
    if shared and shared.lack:
        yield shared.lack
    if backups.newest is None:
        yield f"There is no backup in {backups.folder}. Run `python3 manage.py backup`."
    elif backups.age > status.OLD_BACKUP.total_seconds():
        yield f"The newest backup in {backups.folder} is {in_words(backups.age)} old."


def in_words(seconds: float) -> str:
    """Return a duration in its largest unit, such as `3 minutes`."""
    for length, unit in UNITS:
        if seconds >= length:
            count = int(seconds // length)
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "less than a second"
