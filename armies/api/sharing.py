"""Who besides the owner may see or change an army; for the owner."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpResponse
from django.urls import reverse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.endpoint import Endpoint
from armies.api.finding import own
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.api.shapes import Visibility
from armies.exchange.cleaning import one_line
from armies.models import Army, ShareLink
from armies.services import sharing
from armies.services.editing import set_visibility

TAG: dict[str, Any] = {"tag": "Sharing"}


class Link(Struct, frozen=True):
    """A link: `view` lets whoever has it see the army, `edit` lets him become its co-editor."""

    id: int
    kind: Literal["view", "edit"]
    label: str
    token: str
    created: datetime


class CoEditor(Struct, frozen=True):
    """Who may change the army beside its owner."""

    user: str
    since: datetime


class Sharing(Struct, frozen=True):
    """Who finds the army, its links and its co-editors."""

    visibility: Visibility
    address: str
    links: list[Link]
    co_editors: list[CoEditor]


class NewVisibility(Struct, frozen=True, forbid_unknown_fields=True):
    """`private`: its owner and co-editors; `unlisted`: whoever has its address; `public`: it stands in the list."""

    visibility: Visibility


class NewLink(Struct, frozen=True, forbid_unknown_fields=True):
    """A link to be made."""

    kind: Literal["view", "edit"]
    label: Annotated[str, Meta(max_length=sharing.MOST_LABEL, description="What it is for, for you.")] = ""


def shared(request: Request, army: Army) -> dict[str, Any]:
    """What ``Sharing`` says of an army."""
    return {
        "visibility": army.visibility,
        "address": request.build_absolute_uri(reverse("armies:army", args=[army.slug])),
        "links": [link_of(link) for link in army.links.all()],
        "co_editors": [
            {"user": row.user.get_username(), "since": row.since} for row in army.co_editors.select_related("user")
        ],
    }


def link_of(link: ShareLink) -> Link:
    """What ``Link`` says of a row."""
    return Link(link.pk, link.kind, link.label, link.token, link.created)  # type: ignore[arg-type]


class Shared(Endpoint):
    """``/armies/<slug>/sharing``"""

    @operation(name="sharing_retrieve", answer=Sharing, **TAG)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read who may see and change an army

        For its owner.
        """
        return self.respond(shared(request, own(request, slug)))

    @operation(name="sharing_change", body=NewVisibility, example={"visibility": "private"}, answer=Sharing, **TAG)
    def patch(self, request: Request, slug: str, body: NewVisibility) -> HttpResponse:
        """Say who finds an army

        It does not change what the army holds, so its version stays.
        """
        army = own(request, slug)
        set_visibility(army, body.visibility)
        return self.respond(shared(request, army))


class Links(Endpoint):
    """``/armies/<slug>/links``"""

    @operation(name="link_make", body=NewLink, example={"kind": "view"}, answer=Link, status=201, **TAG)
    def post(self, request: Request, slug: str, body: NewLink) -> HttpResponse:
        """Make a link

        Give its `token` as the parameter `link` to read a private army here.
        """
        return self.respond(link_of(sharing.make_link(own(request, slug), body.kind, body.label)), 201)


class OneLink(Endpoint):
    """``/armies/<slug>/links/<link>``"""

    @operation(name="link_take_back", status=204, **TAG)
    def delete(self, request: Request, slug: str, link: int) -> HttpResponse:
        """Take a link back

        It opens nothing from then on; who became a co-editor by it stays one.
        """
        sharing.take_back(own(request, slug), link)
        return self.done()


class OneCoEditor(Endpoint):
    """``/armies/<slug>/co-editors/<user>``"""

    @operation(name="co_editor_remove", status=204, **TAG)
    def delete(self, request: Request, slug: str, user: str) -> HttpResponse:
        """Remove a co-editor

        He may not change the army from then on. By the name he signs in with.
        """
        army = own(request, slug)
        there = army.co_editors.filter(user__username=one_line(user)).first()
        if there is None or sharing.remove_co_editor(army, there.user_id) is None:
            raise Problem("not-found", "There is no such co-editor of this army.")
        return self.done()
