"""The administrators' page of accounts: search, lock, links for a new password."""

from typing import Any, Final

from allauth.account.app_settings import PASSWORD_RESET_TOKEN_GENERATOR
from allauth.account.utils import user_pk_to_url_str
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armies.exchange.clean_text import one_line
from campaign.models import is_demo_member

PAGE: Final = 50
MOST_SOUGHT: Final = 80


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
    rows = found(sought)
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


def found(sought: str) -> QuerySet[User]:
    """The accounts whose name, shown name or e-mail address contains a text; all if it is empty.

    What is left of deleted accounts is not among them.
    """
    there = User.objects.exclude(profile__former=True)
    if not sought:
        return there
    return there.filter(Q(username__icontains=sought) | Q(first_name__icontains=sought) | Q(email__icontains=sought))


@login_required
@require_POST
def lock(request: HttpRequest, user: int) -> HttpResponse:
    """Lock an account, or unlock it. Who is locked is signed out everywhere, and their API tokens stop working."""
    other = changeable(request, user)
    other.is_active = request.POST.get("act") == "unlock"
    other.save(update_fields=["is_active"])
    done = "can sign in again" if other.is_active else "is locked and signed out everywhere"
    messages.success(request, f"{other.get_username()} {done}.")
    return redirect("accounts")


@login_required
@never_cache
@require_POST
def password_link(request: HttpRequest, user: int) -> HttpResponse:
    """Show once a link to a new password, for users without mail."""
    other = changeable(request, user)
    token = PASSWORD_RESET_TOKEN_GENERATOR().make_token(other)
    path = reverse("account_reset_password_from_key", args=[user_pk_to_url_str(other), token])
    context = context_of(request, link=request.build_absolute_uri(path), whose=other)
    return render(request, "campaign/accounts.html", context, status=201)


def changeable(request: HttpRequest, user: int) -> User:
    """The account, if the administrator may change it.

    Raises:
        Http404: there is none, it is the administrator's own, another administrator's, or a shared demo account.
    """
    refuse_others(request)
    other = get_object_or_404(found(""), pk=user)
    if other.pk == request.user.pk or other.is_superuser or is_demo_member(other):
        raise Http404("Your own account, those of other administrators and the demo accounts are not changed here.")
    return other


def refuse_others(request: HttpRequest) -> None:
    """Answer 404 to everybody but administrators."""
    if not (isinstance(request.user, User) and request.user.is_superuser):
        raise Http404
