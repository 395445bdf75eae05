"""The profile page: the name others see, the paper, the theme, and the ways to the rest of the account."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaign.models import Paper, Theme, is_demo_member
from campaign.services import profile as profiles


class ProfileForm(forms.Form):
    """What a person may choose for himself."""

    name = forms.CharField(
        label="Your name",
        max_length=60,
        required=False,
        help_text="Others see it. Empty: they see what you sign in with.",
    )
    paper = forms.ChoiceField(label="Paper", choices=Paper.choices, widget=forms.RadioSelect)
    theme = forms.ChoiceField(label="Theme", choices=Theme.choices, widget=forms.RadioSelect, required=False)
    mail = forms.BooleanField(
        label="Mail when a battle has waited for me for ten minutes",
        required=False,
        help_text="To a confirmed address, and once for each time that you are away.",
    )

    def __init__(self, user: User, shared: bool, *args: Any, **kwargs: Any) -> None:
        """``shared``: the account is a demo account, whose name stays."""
        current = profiles.of(user)
        super().__init__(*args, **kwargs)
        self.initial = {
            "name": user.get_full_name(),
            "paper": current.paper,
            "theme": current.theme,
            "mail": current.mail,
        }
        if shared:
            del self.fields["name"]

    def clean_name(self) -> str:
        """Refuse what cannot be seen: it would let one name pass for another."""
        name = str(self.cleaned_data["name"])
        if not name.isprintable():
            raise forms.ValidationError("A name cannot hold invisible characters.")
        return name


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Show the profile, and save it."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  # login_required
    demo = is_demo_member(user)
    form = ProfileForm(user, demo, request.POST if request.method == "POST" else None)
    if form.is_valid():
        profiles.save(user, **{"name": user.get_full_name(), **form.cleaned_data})
        messages.success(request, "Saved.")
        return redirect("profile")
    context = {
        "form": form,
        "demo": demo,
        "email": EmailAddress.objects.filter(user=user).order_by("-primary", "pk").first(),
        "second_factor": is_mfa_enabled(user),
    }
    return render(request, "campaign/profile.html", context, status=422 if form.is_bound else 200)
