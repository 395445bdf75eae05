"""Delete the own account over the API: first what goes and what stays."""

from typing import Annotated, Any, Final

from django.contrib.auth.models import User
from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from campaign.accounts import deletion
from campaign.accounts.passwords import check_password

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
