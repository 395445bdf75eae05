"""Forms of the account pages, protection of the demo accounts, and sign-in to the demo club."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from allauth.account import forms as account
from allauth.account import signals
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.core import context
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from allauth.mfa.utils import is_mfa_enabled
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_out
from django.core.exceptions import ValidationError
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armies.services.locks import Refused
from campaign.accounts import adapters
from campaign.accounts.profile import MOST_TOKENS, TOKEN_DAYS, make_token, profile_of, revoke_token, save_profile
from campaign.models import ApiToken, Paper, Theme, demo_members, is_demo_member
from campaign.project.middleware import ViewMiddleware

PASSWORD_HINT: Final = "At least eight characters; not a common password and not like your name."  # noqa: S105
CODE_HINT: Final = "Six digits from the app, or a recovery code of eight."

NOT_THE_ACCOUNT: Final = frozenset(
    {
        "account_login",
        "account_logout",
        "account_signup",
        "account_inactive",
        "account_confirm_email",
        "account_email_verification_sent",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
        "mfa_authenticate",
    }
)
"""Account pages that do not change the account of the signed-in user."""

SHARED: Final = (
    "This demo account is shared, so its password, e-mail addresses and second factor stay as they are. "
    "Sign out and create your own account to change them."
)


class Worded:
    """A form with our labels and hints, and without placeholders."""

    words: ClassVar[dict[str, tuple[str, str]]] = {}
    """Label and hint by field name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields  # type: ignore[attr-defined]
        for name, (label, hint) in self.words.items():
            if name in fields:
                fields[name].label, fields[name].help_text = label, hint
                fields[name].widget.attrs.pop("placeholder", None)


class SignInForm(Worded, account.LoginForm):  # type: ignore[misc]
    """Sign-in by name or e-mail, and password."""

    words = {
        "login": ("Name or e-mail", ""),
        "password": ("Password", ""),
        "remember": ("Keep me signed in on this device", ""),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs.update(autocomplete="username", autocapitalize="none", spellcheck="false")

    def clean(self) -> Any:
        try:
            return super().clean()
        except ValidationError as fault:
            if fault.code in ("username_password_mismatch", "email_password_mismatch"):
                self.add_error("password", "Type it again.")
            raise


class SignUpForm(Worded, account.SignupForm):  # type: ignore[misc]
    """Sign-up with a name, a password and an optional e-mail address."""

    words = {
        "username": ("Name", "You sign in with this name and others see it. Letters, digits and . + - _"),
        "email": ("E-mail", "Used only to send you a new password if you forget yours."),
        "password1": ("Password", PASSWORD_HINT),
        "password2": ("Password again", ""),
    }


class ChangePasswordForm(Worded, account.ChangePasswordForm):  # type: ignore[misc]
    """The old password, and the new one twice."""

    words = {
        "oldpassword": ("Current password", ""),
        "password1": ("New password", PASSWORD_HINT),
        "password2": ("New password again", ""),
    }


class SetPasswordForm(Worded, account.SetPasswordForm):  # type: ignore[misc]
    """A first password, twice."""

    words = {"password1": ("Password", PASSWORD_HINT), "password2": ("Password again", "")}


class ResetPasswordForm(Worded, account.ResetPasswordForm):  # type: ignore[misc]
    """The e-mail address to which the link for a new password is sent."""

    words = {"email": ("E-mail", "")}

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send the link, unless several were sent in the last minutes: those still work."""
        email = str(self.cleaned_data["email"])
        if not adapters.may_send(request, "reset_mail", email.lower()):
            return email
        return str(super().save(request, **kwargs))


class ResetPasswordKeyForm(Worded, account.ResetPasswordKeyForm):  # type: ignore[misc]
    """The new password, twice, after the link in the message."""

    words = {"password1": ("New password", PASSWORD_HINT), "password2": ("New password again", "")}


class ReauthenticateForm(Worded, account.ReauthenticateForm):  # type: ignore[misc]
    """The password, asked again."""

    words = {"password": ("Password", "")}


class AddEmailForm(Worded, account.AddEmailForm):  # type: ignore[misc]
    """Another e-mail address."""

    words = {"email": ("E-mail", "")}


class GuardedCode:
    """A form for a code of the second factor. Wrong codes are counted like wrong passwords."""

    def clean_code(self) -> str:
        tried = adapters.record_attempt(context.request, "code", self.user)  # type: ignore[attr-defined]
        if tried is None:
            raise ValidationError("Too many wrong codes. Wait a few minutes and try again.")
        code = str(super().clean_code())  # type: ignore[misc]
        tried.succeeded()
        return code


class CodeForm(GuardedCode, Worded, mfa.AuthenticateForm):  # type: ignore[misc]
    """The second factor at sign-in."""

    words = {"code": ("Code", CODE_HINT)}


class CodeAgainForm(GuardedCode, Worded, mfa.ReauthenticateForm):  # type: ignore[misc]
    """The second factor, asked again."""

    words = {"code": ("Code", CODE_HINT)}


class ActivateForm(Worded, totp.ActivateTOTPForm):  # type: ignore[misc]
    """The first code of a new authenticator app."""

    words = {"code": ("Code", "Six digits from the app.")}


def known_browsers(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Middleware that remembers a browser after it signs in to an account or changes its password."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = get_response(request)
        adapters.remember_browser(request, response)
        return response

    return answer


@receiver([signals.user_logged_in, signals.password_changed, signals.password_set, user_logged_out])
def _mark_browser(sender: Any, request: HttpRequest, user: Any, **rest: Any) -> None:
    adapters.mark_browser(request, user)


class AccountPagesMiddleware(ViewMiddleware):
    """Additions to allauth's pages: status 422 for a refused form, and demo accounts that nobody can change."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or not match.route.startswith("accounts/") or match.view_name in NOT_THE_ACCOUNT:
            return None
        if not is_demo_member(request.user):
            return None
        messages.warning(request, SHARED)
        return redirect("profile")

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        """Answer 422 when a form has errors, as everywhere in Muster."""
        form = (response.context_data or {}).get("form")
        if request.method == "POST" and response.status_code == 200 and getattr(form, "errors", None):
            response.status_code = 422
        return response


def enter_demo(request: HttpRequest, username: str) -> HttpResponse:
    """Sign in as a member of the demo club, without a password.

    Other names, and all names while the demo is off, give 404. ``next`` is the page to go to, as on the sign-in page.
    """
    if not settings.MUSTER_DEMO:
        raise Http404
    return _enter(request, username)


@require_POST
def _enter(request: HttpRequest, username: str) -> HttpResponse:
    user = get_object_or_404(demo_members(), user__username=username).user
    user.backend = "campaign.accounts.adapters.DemoBackend"
    get_adapter(request).login(request, user)
    messages.success(request, f"You are now {user.get_full_name()}. All visitors share this account.")
    return redirect(get_next_redirect_url(request) or "home")


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
