"""Sharing of an army, for its owner: visibility, share links and co-editors."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpResponse
from django.urls import reverse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.army_access import own_army
from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.api.schemas import Visibility
from armies.exchange.clean_text import one_line
from armies.models import Army, ShareLink
from armies.services import share_links
from armies.services.army_changes import set_visibility

TAG: dict[str, Any] = {"tag": "Sharing"}


class Link(Struct, frozen=True):
    """A share link: `view` lets others see the army, `edit` lets them become co-editors."""

    id: int
    kind: Literal["view", "edit"]
    label: str
    token: str
    created: datetime


class CoEditor(Struct, frozen=True):
    """A user besides the owner who may change the army."""

    user: str
    since: datetime


class Sharing(Struct, frozen=True):
    """The army's visibility, share links and co-editors."""

    visibility: Visibility
    address: str
    links: list[Link]
    co_editors: list[CoEditor]


class NewVisibility(Struct, frozen=True, forbid_unknown_fields=True):
    """`private`: owner and co-editors see it; `unlisted`: also people with its address; `public`: everyone."""

    visibility: Visibility


class NewLink(Struct, frozen=True, forbid_unknown_fields=True):
    """A new share link."""

    kind: Literal["view", "edit"]
    label: Annotated[str, Meta(max_length=share_links.MOST_LABEL, description="A name that only you see.")] = ""


def sharing_of(request: Request, army: Army) -> dict[str, Any]:
    """The fields of ``Sharing`` for an army."""
    return {
        "visibility": army.visibility,
        "address": request.build_absolute_uri(reverse("armies:army", args=[army.slug])),
        "links": [link_of(link) for link in army.links.all()],
        "co_editors": [
            {"user": row.user.get_username(), "since": row.since} for row in army.co_editors.select_related("user")
        ],
    }


def link_of(link: ShareLink) -> Link:
    """The ``Link`` of a stored link."""
    return Link(link.pk, link.kind, link.label, link.token, link.created)  # type: ignore[arg-type]


class Shared(Endpoint):
    """``/armies/<slug>/sharing``"""

    @operation(name="sharing_retrieve", answer=Sharing, **TAG)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read who may see and change an army

        Only for the owner.
        """
        return self.respond(sharing_of(request, own_army(request, slug)))

    @operation(name="sharing_change", body=NewVisibility, example={"visibility": "private"}, answer=Sharing, **TAG)
    def patch(self, request: Request, slug: str, body: NewVisibility) -> HttpResponse:
        """Set who can find an army

        The army's version stays the same.
        """
        army = own_army(request, slug)
        set_visibility(army, body.visibility)
        return self.respond(sharing_of(request, army))


class Links(Endpoint):
    """``/armies/<slug>/links``"""

    @operation(name="link_make", body=NewLink, example={"kind": "view"}, answer=Link, status=201, **TAG)
    def post(self, request: Request, slug: str, body: NewLink) -> HttpResponse:
        """Create a share link

        To read a private army through the API, send the `token` as the parameter `link`.
        """
        return self.respond(link_of(share_links.make_link(own_army(request, slug), body.kind, body.label)), 201)


class OneLink(Endpoint):
    """``/armies/<slug>/links/<link>``"""

    @operation(name="link_take_back", status=204, **TAG)
    def delete(self, request: Request, slug: str, link: int) -> HttpResponse:
        """Delete a share link

        It stops working. Co-editors who joined through it stay.
        """
        share_links.end_link(own_army(request, slug), link)
        return self.done()


class OneCoEditor(Endpoint):
    """``/armies/<slug>/co-editors/<user>``"""

    @operation(name="co_editor_remove", status=204, **TAG)
    def delete(self, request: Request, slug: str, user: str) -> HttpResponse:
        """Remove a co-editor

        They can no longer change the army. `user` is their user name.
        """
        army = own_army(request, slug)
        co_editor = army.co_editors.filter(user__username=one_line(user)).first()
        if co_editor is None or share_links.remove_co_editor(army, co_editor.user_id) is None:
            raise Problem("not-found", "This army has no such co-editor.")
        return self.done()
