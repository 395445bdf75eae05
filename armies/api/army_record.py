"""One army over the API: its record, visibility, share links and co-editors."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from django.http import HttpResponse
from django.urls import reverse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api import schemas
from armies.api.army_access import Reading, editable, own_army, readable
from armies.api.elements import change_response
from armies.api.endpoint import Endpoint
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.api.schemas import Visibility
from armies.building.edits import Head
from armies.building.element_tree import HEAD_FIELDS
from armies.exchange.clean_text import one_line
from armies.models import Army, ShareLink
from armies.services import people
from armies.services.apply_edit import amend
from armies.services.army_changes import change_options, delete_army, set_visibility
from armies.services.locks import Refused, writing
from armies.services.storage import facts_of
from battles.engine.armies.systems import recording_groups

COUNTS = ("units", "foot", "horse", "guns", "strength_points", "cost", "errors", "warnings")


def head_of(request: Request, army: Army) -> dict[str, Any]:
    """The fields of ``schemas.ArmyHead`` for ``army``."""
    owner = army.owner
    head = {name: getattr(army, name) for name in (*HEAD_FIELDS, *COUNTS) if name != "draws"}
    return {
        **head,
        "slug": army.slug,
        "house_rules": army.house_rules.name if army.house_rules else None,
        "origin": army.origin,
        "owner": schemas.name_of(owner.first_name, owner.last_name, owner.username) if owner else None,
        "historical": army.historical,
        "version": army.version,
        "created": army.created,
        "address": request.build_absolute_uri(reverse("armies:army", args=[army.slug])),
    }


class OneArmy(Endpoint):
    """``/armies/<slug>``"""

    @operation(
        name="army_retrieve",
        tag="Armies",
        query=Reading,
        answer=schemas.ArmyHead,
        versioned=True,
        holds=True,
        signed_in=False,
    )
    def get(self, request: Request, slug: str, query: Reading) -> HttpResponse:
        """Read an army's own facts

        Facts, options, totals and version. The tree and the elements have their own addresses.
        """
        army = readable(request, slug, query.link)
        return self.versioned(army, lambda: head_of(request, army))

    @operation(
        name="army_change",
        tag="Armies",
        body=schemas.HeadChanges,
        example={"commander": "Marshal Ney", "date": "1815-06-16"},
        answer=schemas.Changed,
        matched=True,
        versioned=True,
    )
    def patch(self, request: Request, slug: str, body: schemas.HeadChanges) -> HttpResponse:
        """Change an army's own facts

        Fields that you do not send stay as they are.
        """
        army = editable(request, slug)
        return change_response(
            self, army, amend(army, Head(schemas.named_fields(body)), by=request.user, expect=self.expect)
        )

    @operation(name="army_delete", tag="Armies", status=204, matched=True)
    def delete(self, request: Request, slug: str) -> HttpResponse:
        """Delete an army

        This also deletes its elements and its history. Only the owner can do it.
        """
        army = own_army(request, slug)
        with writing(army, self.expect) as row:
            delete_army(row)
        return self.done()


class Tree(Endpoint):
    """``/armies/<slug>/tree``"""

    @operation(
        name="army_tree",
        tag="Armies",
        query=Reading,
        answer=schemas.ArmyTree,
        versioned=True,
        holds=True,
        signed_in=False,
    )
    def get(self, request: Request, slug: str, query: Reading) -> HttpResponse:
        """Read the whole army, nested

        Every formation has its children in printed order; every element has its id.
        """
        army = readable(request, slug, query.link)
        return self.versioned(army, lambda: {"version": army.version, "army": facts_of(army)})


class OptionValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options by name. Options that you do not send stay as they are; default values are not stored."""

    values: dict[str, bool | int | str]


class Options(Endpoint):
    """``/armies/<slug>/options/<system>``"""

    @operation(
        name="army_options",
        tag="Armies",
        body=OptionValues,
        example={"values": {"max_corps_per_side": 2}},
        answer=schemas.Changed,
        matched=True,
        versioned=True,
    )
    def patch(self, request: Request, slug: str, system: str, body: OptionValues) -> HttpResponse:
        """Set an army's options under one rule system

        `GET /api/v1/systems` lists the options with their allowed values and rules.
        """
        army = editable(request, slug)
        if system not in recording_groups():
            raise Problem(
                "not-found", f"There is no rule system {system}. Choose one of {', '.join(recording_groups())}."
            )
        try:
            entry = change_options(army, system, body.values, by=request.user, expect=self.expect)
        except Refused as refused:
            faults = [(f"values.{name}", sentence) for name, sentence in refused.faults]
            raise Refused(*faults[0], *faults[1:]) from refused
        return change_response(self, army, entry)


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
    """`private`: owner and co-editors see it; `club`: also the members of the club to which it belongs; `unlisted`:
    also people with its address; `public`: everyone."""

    visibility: Visibility


class NewLink(Struct, frozen=True, forbid_unknown_fields=True):
    """A new share link."""

    kind: Literal["view", "edit"]
    label: Annotated[str, Meta(max_length=people.MOST_LABEL, description="A name that only you see.")] = ""


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
        return self.respond(link_of(people.make_link(own_army(request, slug), body.kind, body.label)), 201)


class OneLink(Endpoint):
    """``/armies/<slug>/links/<link>``"""

    @operation(name="link_take_back", status=204, **TAG)
    def delete(self, request: Request, slug: str, link: int) -> HttpResponse:
        """Delete a share link

        It stops working. Co-editors who joined through it stay.
        """
        people.end_link(own_army(request, slug), link)
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
        if co_editor is None or people.remove_co_editor(army, co_editor.user_id) is None:
            raise Problem("not-found", "This army has no such co-editor.")
        return self.done()
