"""The profile page and the page of a user's API tokens."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armies.services.locks import Refused
from campaign.accounts.profile import MOST_TOKENS, TOKEN_DAYS, make_token, profile_of, revoke_token, save_profile
from campaign.models import ApiToken, Paper, Theme, is_demo_member


class ProfileForm(forms.Form):
    """The choices on the profile page."""

    name = forms.CharField(
        label="Your name",
        max_length=60,
        required=False,
        help_text="Others see this name. If it is empty, they see the name that you sign in with.",
    )
    paper = forms.ChoiceField(label="Paper", choices=Paper.choices, widget=forms.RadioSelect)
    theme = forms.ChoiceField(label="Theme", choices=Theme.choices, widget=forms.RadioSelect, required=False)

    def __init__(self, user: User, shared: bool, *args: Any, **kwargs: Any) -> None:
        """Leave out the name of a ``shared`` demo account, which cannot change."""
        current = profile_of(user)
        super().__init__(*args, **kwargs)
        self.initial = {
            "name": user.get_full_name(),
            "paper": current.paper,
            "theme": current.theme,
        }
        if shared:
            del self.fields["name"]

    def clean_name(self) -> str:
        """Refuse invisible characters, which would make one name look like another."""
        name = str(self.cleaned_data["name"])
        if not name.isprintable():
            raise forms.ValidationError("A name cannot contain invisible characters.")
        return name


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Show and save the profile."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  # login_required
    demo = is_demo_member(user)
    form = ProfileForm(user, demo, request.POST if request.method == "POST" else None)
    if form.is_valid():
        save_profile(user, **{"name": user.get_full_name(), **form.cleaned_data})
        messages.success(request, "Saved.")
        return redirect("profile")
    context = {
        "form": form,
        "demo": demo,
        "email": EmailAddress.objects.filter(user=user).order_by("-primary", "pk").first(),
        "second_factor": is_mfa_enabled(user),
    }
    return render(request, "campaign/profile.html", context, status=422 if form.is_bound else 200)


DAYS = [("0", "Without limit"), *((str(days), f"{days} days") for days in TOKEN_DAYS)]


class TokenForm(forms.Form):
    """The name of a new token, its rights, and how long it is valid."""

    name = forms.CharField(
        label="What is it for?",
        max_length=80,
        help_text="For example “laptop script”, so that you recognise it in the list.",
    )
    may = forms.ChoiceField(
        label="The token may",
        choices=[("read", "Read what I can see"), ("write", "Read, and change what I may change")],
        initial="read",
        widget=forms.RadioSelect,
    )
    days = forms.ChoiceField(label="Valid for", choices=DAYS, initial="90")

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if not name.isprintable():
            raise forms.ValidationError("A name cannot contain invisible characters.")
        return name


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def listing(request: HttpRequest) -> HttpResponse:
    """List the tokens, with a form for a new one. A new key is shown once, in the answer to the form."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  # login_required
    form = TokenForm(request.POST if request.method == "POST" else None)
    key = ""
    if form.is_valid():
        key = _create_token(user, form)
    status = 422 if form.is_bound and not key else 201 if key else 200
    context: dict[str, Any] = {
        "key": key,
        "form": TokenForm() if key else form,
        "demo": is_demo_member(user),
        "tokens": ApiToken.objects.filter(user=user),
        "most": MOST_TOKENS,
        "now": timezone.now(),
    }
    return render(request, "campaign/tokens.html", context, status=status)


def _create_token(user: User, form: TokenForm) -> str:
    """Create a token and return its key; empty if refused, with the reason at its field."""
    values = form.cleaned_data
    try:
        _, key = make_token(user, name=values["name"], may_write=values["may"] == "write", days=int(values["days"]))
    except Refused as refused:
        form.add_error(refused.field, str(refused))
        return ""
    return key


@login_required
@require_POST
def revoke(request: HttpRequest, token: int) -> HttpResponse:
    """Revoke one of the user's tokens. Ignore a token that does not exist or belongs to another user."""
    assert isinstance(request.user, User)  # noqa: S101  # login_required
    if revoke_token(request.user, token):
        messages.success(request, "Token revoked. Programs that use it no longer have access.")
    return redirect("tokens")
