"""Administrators: the link for the first one, and their page of accounts."""

from typing import Any, Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core import signing
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armies.exchange.clean_text import one_line
from armies.services.locks import Refused
from campaign.accounts import administration

PAGE: Final = 50
MOST_SOUGHT: Final = 80
HOURS: Final = 48
"""How long a link is valid."""
SALT: Final = "campaign.first_administrator"
CONTENT: Final = "administrator"
MODEL_BACKEND: Final = "django.contrib.auth.backends.ModelBackend"


@login_required
@never_cache
@require_safe
def accounts(request: HttpRequest) -> HttpResponse:
    """List the accounts, 50 a page, those that signed in last first."""
    refuse_others(request)
    return render(request, "campaign/accounts.html", context_of(request))


def context_of(request: HttpRequest, **more: Any) -> dict[str, Any]:
    """The list of accounts that the address asks for."""
    sought = one_line(request.GET.get("q", ""))[:MOST_SOUGHT]
    rows = administration.accounts_with(sought)
    counted = rows.annotate(clubs=Count("memberships", distinct=True), owned=Count("armies", distinct=True))
    page = Paginator(counted.order_by("-last_login", "-id"), PAGE).get_page(request.GET.get("page"))
    return {
        "rows": page.object_list,
        "count": page.paginator.count,
        "sought": sought,
        "page": page.number,
        "pages": page.paginator.num_pages,
        "address": f"?{urlencode({'q': sought})}&" if sought else "?",
        **more,
    }


@login_required
@require_POST
def lock(request: HttpRequest, user: int) -> HttpResponse:
    """Lock an account, or unlock it."""
    wanted = request.POST.get("act") != "unlock"
    other = administration.set_locked(changeable(request, user), wanted, by=request.user)
    done = "is locked and signed out everywhere" if wanted else "can sign in again"
    messages.success(request, f"{other.get_username()} {done}.")
    return redirect("accounts")


@login_required
@never_cache
@require_POST
def password_link(request: HttpRequest, user: int) -> HttpResponse:
    """Show once a link to a new password, for users without mail."""
    other = changeable(request, user)
    path = administration.password_link(other, by=request.user)
    context = context_of(request, link=request.build_absolute_uri(path), whose=other)
    return render(request, "campaign/accounts.html", context, status=201)


def changeable(request: HttpRequest, user: int) -> User:
    """The account, if the administrator may change it.

    Raises:
        Http404: there is none, it is the administrator's own, another administrator's, or a shared demo account.
    """
    refuse_others(request)
    other = get_object_or_404(administration.accounts_with(), pk=user)
    try:
        administration.require_changeable(other, request.user)
    except Refused as refused:
        raise Http404(str(refused)) from None
    return other


def refuse_others(request: HttpRequest) -> None:
    """Answer 404 to everybody but administrators."""
    if not (isinstance(request.user, User) and request.user.is_superuser):
        raise Http404


def is_first_account_needed() -> bool:
    """True while the installation has no administrator."""
    return not User.objects.filter(is_superuser=True, is_active=True).exists()


def first_account_link(origin: str = "") -> str:
    """A link to the page that makes the first administrator. It works for one account, within 48 hours.

    Args:
        origin: scheme and host, such as ``http://127.0.0.1:8000``. Behind https it is the first allowed host.
    """
    if settings.MUSTER_HTTPS:
        host = next((host for host in settings.ALLOWED_HOSTS if host != "*"), "")
        origin = f"https://{host.lstrip('.')}" if host else origin
    token = signing.TimestampSigner(salt=SALT).sign(CONTENT).partition(":")[2]
    return f"{origin}{reverse('first_administrator', args=[token])}"


def is_first_account_link(token: str) -> bool:
    """True if the token was made here in the last 48 hours and no administrator exists."""
    try:
        signing.TimestampSigner(salt=SALT).unsign(f"{CONTENT}:{token}", max_age=HOURS * 60 * 60)
    except signing.BadSignature:
        return False
    return is_first_account_needed()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_account(request: HttpRequest, token: str) -> HttpResponse:
    """Make the first administrator's account and sign in with it."""
    if not is_first_account_link(token):
        raise Http404(
            "This link is used or older than 48 hours. Make another with `python3 manage.py administrator_link`."
        )
    from campaign.accounts.account_pages import SignUpForm  # only here: a command needs no pages

    form = SignUpForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with transaction.atomic():
            # Of two people who send the form at once, the second one finds an administrator.
            ContentType.objects.select_for_update().filter(app_label="auth", model="user").first()
            if not is_first_account_needed():
                raise Http404("Somebody else has just made the administrator's account.")
            user = form.save(request)
            user.is_staff = user.is_superuser = True
            user.save(update_fields=["is_staff", "is_superuser"])
        user.backend = MODEL_BACKEND
        get_adapter().login(request, user)
        messages.success(request, "You administer this installation. Found your club next, and invite its members.")
        return redirect("clubs:new")
    return render(request, "account/first_administrator.html", {"form": form}, status=422 if form.is_bound else 200)
