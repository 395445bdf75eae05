"""Requests to delete an account, on pages and over the API: first what goes and what stays."""

from typing import Annotated, Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.pages.forms import LineField
from armies.services.locks import Refused
from armies.services.people import display_name
from campaign.accounts import administration, deletion
from campaign.accounts.account_pages import SHARED
from campaign.accounts.adapters import PasswordRefused, check_password
from campaign.accounts.administrators import changeable
from campaign.models import is_demo_member


class DeletionForm(forms.Form):
    """The name for what stays, and the name to sign in with as a confirmation."""

    name = LineField(
        label="Name for what stays",
        max_length=deletion.MOST_NAME,
        initial=deletion.FORMER,
        help_text="Others see it as the owner, and wherever they see the present name: in logs, histories and records.",
    )
    username = forms.CharField(
        label="Name to sign in with", max_length=150, help_text="Type it to confirm.", strip=True
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["username"].widget.attrs.update(autocomplete="off", autocapitalize="none", spellcheck="false")

    def clean_username(self) -> str:
        typed = str(self.cleaned_data["username"])
        if typed != self.user.get_username():
            raise forms.ValidationError(f"Type the name as it is: {self.user.get_username()}")
        return typed


class OwnDeletionForm(DeletionForm):
    """The same, with the password."""

    password = forms.CharField(
        label="Password", widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}), strip=False
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest) -> HttpResponse:
    """Show what a deletion of the user's own account means, and delete it."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  # login_required
    if is_demo_member(user):
        messages.warning(request, SHARED)
        return redirect("profile")
    form = OwnDeletionForm(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            check_password(request, user, form.cleaned_data["password"])
            deletion.delete_account(user, form.cleaned_data["name"])
        except PasswordRefused as refused:
            form.add_error("password", str(refused))
        except Refused as refused:
            form.add_error("name" if refused.field == "name" else None, str(refused))
        else:
            logout(request)
            messages.success(request, "Your account is deleted.")
            return redirect("home")
    return _page(request, user, form, own=True)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def other(request: HttpRequest, user: int) -> HttpResponse:
    """Show an administrator what a deletion of an account means, and delete it."""
    account = changeable(request, user)
    form = DeletionForm(account, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            administration.delete(account, form.cleaned_data["name"], by=request.user)
        except Refused as refused:
            form.add_error("name" if refused.field == "name" else None, str(refused))
        else:
            messages.success(request, f"The account {form.cleaned_data['username']} is deleted.")
            return redirect("accounts")
    return _page(request, account, form, own=False)


def _page(request: HttpRequest, user: User, form: DeletionForm, *, own: bool) -> HttpResponse:
    context = {
        "account": user,
        "name": display_name(user),
        "own": own,
        "plan": deletion.plan(user),
        "form": form,
        "most": deletion.MOST_SHOWN,
    }
    return render(request, "campaign/delete_account.html", context, status=422 if form.is_bound else 200)


TAG: Final[dict[str, Any]] = {"tag": "Account"}


class ThingsCounted(Struct, frozen=True):
    """How many things of a kind, such as `battles`."""

    kind: str
    count: int


class ThingStaying(Struct, frozen=True):
    """Something that others use: its kind, title and address, and why it stays."""

    kind: str
    title: str
    address: str
    why: str


class DeletionPlan(Struct, frozen=True):
    """What a deletion of your account means.

    `goes` and `counts` have a number for each kind of thing that is deleted and that stays; `stays` names at most 50 of
    each kind. You leave the clubs `left`; the clubs `ended` have no other member and are deleted. While there are
    `refusals`, the account cannot be deleted.
    """

    goes: list[ThingsCounted]
    counts: list[ThingsCounted]
    stays: list[ThingStaying]
    left: list[str]
    ended: list[str]
    refusals: list[str]


class AccountToDelete(Struct, frozen=True):
    """The password of your account, and the name under which the rest stays."""

    password: Annotated[str, Meta(max_length=200)]
    name: Annotated[str, Meta(max_length=deletion.MOST_NAME)] = deletion.FORMER


def _shown(plan: deletion.Plan) -> DeletionPlan:
    return DeletionPlan(
        goes=[ThingsCounted(kind, count) for count, kind in plan.goes],
        counts=[ThingsCounted(kind, count) for count, kind in plan.counts],
        stays=[ThingStaying(each.kind, each.title, each.address, each.why) for each in plan.stays],
        left=list(plan.left),
        ended=list(plan.ended),
        refusals=list(plan.refusals),
    )


class AccountDeletion(Endpoint):
    """``/account/deletion``"""

    @operation(name="account_deletion_plan", answer=DeletionPlan, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """Read what a deletion of your account means"""
        return self.respond(_shown(deletion.plan(request.user)))

    @operation(
        name="account_delete",
        body=AccountToDelete,
        example={"password": "…", "name": "A former player"},
        answer=DeletionPlan,
        **TAG,
    )
    def post(self, request: Request, body: AccountToDelete) -> HttpResponse:
        """Delete your account

        Armies, scenarios, battles and table games that others use stay under the name that you give; the rest is
        deleted for good, your tokens too. The answer says what went and what stays.
        """
        user = request.user
        assert isinstance(user, User)  # noqa: S101  # the operation is for who is signed in
        check_password(request._request, user, body.password)
        return self.respond(_shown(deletion.delete_account(user, body.name)))
