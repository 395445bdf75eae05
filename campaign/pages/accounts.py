"""Forms of the account pages in our words, and the guard of the shared demo accounts.

The pages themselves are allauth's; ``ACCOUNT_FORMS`` and ``MFA_FORMS`` in the settings name these forms.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse

from campaign.models import is_demo_member

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
"""Account pages that do not touch the account of whoever is signed in."""

SHARED: Final = (
    "This demo account is shared, so its password, e-mail addresses and second factor stay as they are. "
    "Sign out and make an account of your own to have these."
)


class Worded:
    """A form with our labels and hints, and without texts inside the controls."""

    words: ClassVar[dict[str, tuple[str, str]]] = {}
    """Label and hint by field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields  # type: ignore[attr-defined]
        for name, (label, hint) in self.words.items():
            if name in fields:
                fields[name].label, fields[name].help_text = label, hint
                fields[name].widget.attrs.pop("placeholder", None)


class SignInForm(Worded, account.LoginForm):  # type: ignore[misc]
    """Name or e-mail, and password."""

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
    """Name and password, and an e-mail address if one is wanted."""

    words = {
        "username": ("Name", "You sign in with it and others see it. Letters, digits and . + - _"),
        "email": ("E-mail", "Only for a new password when you have forgotten yours."),
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
    """The address that a link for a new password is sent to."""

    words = {"email": ("E-mail", "")}


class ResetPasswordKeyForm(Worded, account.ResetPasswordKeyForm):  # type: ignore[misc]
    """The new password, twice, for whoever holds the link."""

    words = {"password1": ("New password", PASSWORD_HINT), "password2": ("New password again", "")}


class ReauthenticateForm(Worded, account.ReauthenticateForm):  # type: ignore[misc]
    """The password, once more."""

    words = {"password": ("Password", "")}


class AddEmailForm(Worded, account.AddEmailForm):  # type: ignore[misc]
    """One more e-mail address."""

    words = {"email": ("E-mail", "")}


class CodeForm(Worded, mfa.AuthenticateForm):  # type: ignore[misc]
    """The second factor at sign-in."""

    words = {"code": ("Code", CODE_HINT)}


class CodeAgainForm(Worded, mfa.ReauthenticateForm):  # type: ignore[misc]
    """The second factor, once more."""

    words = {"code": ("Code", CODE_HINT)}


class ActivateForm(Worded, totp.ActivateTOTPForm):  # type: ignore[misc]
    """The first code of a new authenticator app."""

    words = {"code": ("Code", "Six digits from the app.")}


class AccountPagesMiddleware:
    """What allauth's pages lack: the status of a refused form, and a demo account that nobody can change."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)

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
        """A form that comes back with faults answers 422, as everywhere in Muster."""
        form = (response.context_data or {}).get("form")
        if request.method == "POST" and response.status_code == 200 and getattr(form, "errors", None):
            response.status_code = 422
        return response
