"""The page of a user's API tokens: make one, see it once, see what there are, revoke."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armies.services.locking import Refused
from campaign.models import ApiToken, is_demo_member
from campaign.services import tokens

DAYS = [("0", "For ever"), *((str(days), f"{days} days") for days in tokens.EXPIRIES)]


class TokenForm(forms.Form):
    """What a token is called, what it may do, and how long it is good."""

    name = forms.CharField(
        label="What is it for?", max_length=80, help_text="Such as “laptop script”, to know it again in the list."
    )
    may = forms.ChoiceField(
        label="It may",
        choices=[("read", "Read what I can see"), ("write", "Read, and change what I may change")],
        initial="read",
        widget=forms.RadioSelect,
    )
    days = forms.ChoiceField(label="It is good for", choices=DAYS, initial="90")

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if not name.isprintable():
            raise forms.ValidationError("A name cannot hold invisible characters.")
        return name


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def listing(request: HttpRequest) -> HttpResponse:
    """The tokens there are, and a form for a new one. A new key stands in the answer to that form and nowhere else."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  # login_required
    form = TokenForm(request.POST if request.method == "POST" else None)
    key = ""
    if form.is_valid():
        key = _made(user, form)
    status = 422 if form.is_bound and not key else 201 if key else 200
    context: dict[str, Any] = {
        "key": key,
        "form": TokenForm() if key else form,
        "demo": is_demo_member(user),
        "tokens": ApiToken.objects.filter(user=user),
        "most": tokens.MOST,
        "now": timezone.now(),
    }
    return render(request, "campaign/tokens.html", context, status=status)


def _made(user: User, form: TokenForm) -> str:
    """The key of a new token; empty where it was refused, with the reason at its field."""
    values = form.cleaned_data
    try:
        _, key = tokens.make(user, name=values["name"], may_write=values["may"] == "write", days=int(values["days"]))
    except Refused as refused:
        form.add_error(refused.field, str(refused))
        return ""
    return key


@login_required
@require_POST
def revoke(request: HttpRequest, token: int) -> HttpResponse:
    """End a token. One that is not there, or another's, is passed over: it is not there in either case."""
    assert isinstance(request.user, User)  # noqa: S101  # login_required
    if tokens.revoke(request.user, token):
        messages.success(request, "Revoked. What used it is turned away from now on.")
    return redirect("tokens")
