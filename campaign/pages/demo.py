"""One click into the demo club."""

from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from campaign.models import demo_members


def enter(request: HttpRequest, username: str) -> HttpResponse:
    """Sign in as a member of the demo club, without a password.

    Anybody else's name is not found, and neither is anybody's where the demo is off. ``next`` says where to go then, as
    it does at the page of signing in.
    """
    if not settings.MUSTER_DEMO:
        raise Http404
    return _enter(request, username)


@require_POST
def _enter(request: HttpRequest, username: str) -> HttpResponse:
    user = get_object_or_404(demo_members(), user__username=username).user
    user.backend = "campaign.adapters.DemoBackend"
    get_adapter(request).login(request, user)
    messages.success(request, f"You are {user.get_full_name()} now. This account is shared by all who look round.")
    return redirect(get_next_redirect_url(request) or "home")
