"""One army: its head, its whole tree, its options; changing and deleting it."""

from typing import Any

import msgspec
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from armies.api import shapes
from armies.api.changing import changed
from armies.api.endpoint import Endpoint
from armies.api.finding import Reading, editable, own, readable
from armies.api.operation import operation
from armies.api.problems import Problem
from armies.building.army_edits import Head
from armies.building.trees import HEAD_FIELDS
from armies.models import Army
from armies.services.amending import amend
from armies.services.editing import SYSTEMS, change_options, delete_army
from armies.services.locking import Refused, writing
from armies.services.reading import facts_of

COUNTS = ("units", "foot", "horse", "guns", "strength_points", "cost", "errors", "warnings")


def head_of(request: Request, army: Army) -> dict[str, Any]:
    """What ``shapes.ArmyHead`` says of ``army``."""
    owner = army.owner
    head = {name: getattr(army, name) for name in (*HEAD_FIELDS, *COUNTS) if name != "draws"}
    return {
        **head,
        "slug": army.slug,
        "house_rules": army.house_rules.name if army.house_rules else None,
        "origin": army.origin,
        "owner": shapes.name_of(owner.first_name, owner.last_name, owner.username) if owner else None,
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
        answer=shapes.ArmyHead,
        versioned=True,
        holds=True,
        signed_in=False,
    )
    def get(self, request: Request, slug: str, query: Reading) -> HttpResponse:
        """Read an army's head

        Its facts, its options, what it adds up to, and its version. Its tree and its elements have addresses of
        their own.
        """
        army = readable(request, slug, query.link)
        return self.versioned(army, lambda: head_of(request, army))

    @operation(
        name="army_change",
        tag="Armies",
        body=shapes.HeadChanges,
        example={"commander": "Marshal Ney", "date": "1815-06-16"},
        answer=shapes.Changed,
        matched=True,
        versioned=True,
    )
    def patch(self, request: Request, slug: str, body: shapes.HeadChanges) -> HttpResponse:
        """Change an army's own facts

        What is not named stays.
        """
        army = editable(request, slug)
        return changed(self, army, amend(army, Head(shapes.given(body)), by=request.user, expect=self.expect))

    @operation(name="army_delete", tag="Armies", status=204, matched=True)
    def delete(self, request: Request, slug: str) -> HttpResponse:
        """Delete an army

        With all that is in it and its history. Only its owner may.
        """
        army = own(request, slug)
        with writing(army, self.expect) as row:
            delete_army(row)
        return self.done()


class Tree(Endpoint):
    """``/armies/<slug>/tree``"""

    @operation(
        name="army_tree",
        tag="Armies",
        query=Reading,
        answer=shapes.ArmyTree,
        versioned=True,
        holds=True,
        signed_in=False,
    )
    def get(self, request: Request, slug: str, query: Reading) -> HttpResponse:
        """Read the whole army, nested

        Every formation holds its children in printed order; every element has its id.
        """
        army = readable(request, slug, query.link)
        return self.versioned(army, lambda: {"version": army.version, "army": facts_of(army)})


class OptionValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options by name; what is not named stays, what equals the default is not kept."""

    values: dict[str, bool | int | str]


class Options(Endpoint):
    """``/armies/<slug>/options/<system>``"""

    @operation(
        name="army_options",
        tag="Armies",
        body=OptionValues,
        example={"values": {"max_corps_per_side": 2}},
        answer=shapes.Changed,
        matched=True,
        versioned=True,
    )
    def patch(self, request: Request, slug: str, system: str, body: OptionValues) -> HttpResponse:
        """Set an army's options under one rule system

        `GET /api/v1/systems` lists the options, what each allows, and the rule it rests on.
        """
        army = editable(request, slug)
        if system not in SYSTEMS:
            raise Problem("not-found", f"There is no rule system {system}; there are {', '.join(SYSTEMS)}.")
        try:
            entry = change_options(army, system, body.values, by=request.user, expect=self.expect)
        except Refused as refused:
            faults = [(f"values.{name}", sentence) for name, sentence in refused.faults]
            raise Refused(*faults[0], *faults[1:]) from refused
        return changed(self, army, entry)
