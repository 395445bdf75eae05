"""The page on which the first administrator of an installation creates the account."""

from typing import Final

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaign.accounts.account_pages import SignUpForm
from campaign.accounts.administrator_link import is_needed, is_valid

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Make the first administrator's account and sign in with it."""
    if not is_valid(token):
        raise Http404(
            "This link is used or older than 48 hours. Make another with `python3 manage.py administrator_link`."
        )
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with transaction.atomic():
            # Of two people who send the form at once, the second one finds an administrator.
            ContentType.objects.select_for_update().filter(app_label="auth", model="user").first()
            if not is_needed():
                raise Http404("Somebody else has just made the administrator's account.")
            user = form.save(request)
            user.is_staff = user.is_superuser = True
            user.save(update_fields=["is_staff", "is_superuser"])
        user.backend = BACKEND
        get_adapter().login(request, user)
        messages.success(request, "You administer this installation. Found your club next, and invite its members.")
        return redirect("clubs:new")
    return render(request, "account/first_administrator.html", {"form": form}, status=422 if form.is_bound else 200)
