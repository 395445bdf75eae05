"""Dice of an army over the API: ratings of commanders and draws of random cards."""

from typing import Annotated, Any, Literal

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api import schemas
from armies.api.army_access import Reading, editable, readable
from armies.api.elements import change_response
from armies.api.endpoint import Endpoint, with_etag
from armies.api.operation import operation
from armies.models import Army
from armies.services.army_changes import choose, draw
from armies.services.assessment import Assessment
from armies.services.commander_ratings import commanders, current_rating, level_of, rate, rate_all
from armies.services.locks import Refused, writing
from armies.services.storage import facts_of
from battles.engine.armies import facts, systems
from battles.engine.armies.reckoning import Reckoning


class Commander(Struct, frozen=True):
    """The commander of a corps or division. `throws` are the rating rolls; `radius` is the command radius in cm."""

    element: str
    of: str
    level: Literal["corps", "division"]
    name: str
    rating: facts.CommanderRating | None
    radius: Reckoning | None
    throws: list[facts.Throw]


class Commanders(Struct, frozen=True):
    """The commanders of corps and divisions, and the army's version."""

    version: int
    items: list[Commander]


class NewThrow(Struct, frozen=True, forbid_unknown_fields=True):
    """How to rate: `seed`: the server rolls 2D6; `manual`: `faces` are your own roll; `fixed`: use `rating`.

    Without an `element` the server rolls for every commander without a rating, or with `again` for every commander.
    Fields that the source does not use are refused.
    """

    element: Annotated[str, Meta(max_length=36, description="The id of a corps or division.")] = ""
    source: Literal["seed", "manual", "fixed"] = "seed"
    faces: Annotated[tuple[int, ...], Meta(max_length=2, description="Two faces of 1 to 6.")] = ()
    rating: Literal["", "excellent", "good", "average", "poor", "dreadful"] = ""
    again: bool = False


class Throws(Endpoint):
    """``/armies/<slug>/throws``"""

    @operation(name="throw_list", tag="Commanders", query=Reading, answer=Commanders, versioned=True, signed_in=False)
    def get(self, request: Request, slug: str, query: Reading) -> HttpResponse:
        """List the commanders and their ratings

        Corps first, then divisions. The last roll counts; earlier rolls stay in the record.
        """
        army = readable(request, slug, query.link)
        return with_etag(self.respond({"version": army.version, "items": rated_commanders(army)}), army)

    @operation(
        name="throw_make",
        tag="Commanders",
        body=NewThrow,
        example={"source": "seed"},
        answer=schemas.Changed,
        status=201,
        matched=True,
        versioned=True,
    )
    def post(self, request: Request, slug: str, body: NewThrow) -> HttpResponse:
        """Rate one commander, or roll for all

        Rolled dice are never undone: a new roll is added to the earlier ones.
        """
        army = editable(request, slug)
        with writing(army, self.expect) as row:
            before = row.version
            rate_commanders(row, body, request.user)
            entry = row.changes.filter(number__gt=before).last()
        return change_response(self, army, entry, 201)


def rate_commanders(army: Army, body: NewThrow, by: Any) -> None:
    """Rate one or all commanders as ``body`` says.

    Raises:
        Refused: names the field at fault.
    """
    if body.faces and body.source != "manual":
        raise Refused("faces", "Faces need the source manual.")
    if body.rating and body.source != "fixed":
        raise Refused("rating", "A rating needs the source fixed; otherwise dice decide it.")
    if body.again and body.element:
        raise Refused(
            "again", "Again is only for all commanders, without an element. One commander is always rated again."
        )
    if body.element:
        rate(army, body.element, source=body.source, faces=body.faces, rating=body.rating, by=by)
    elif body.source == "seed":
        rate_all(army, by=by, again=body.again)
    else:
        raise Refused("element", "Send the id of the corps or division. GET lists them.")


def rated_commanders(army: Army) -> list[Commander]:
    """Each commander with the present rating and its arithmetic."""
    assessment = Assessment(facts_of(army))
    rows = []
    for place in commanders(assessment.army):
        rating, why = current_rating(place, assessment)
        element = place.element
        throws = list(element.throws)  # type: ignore[union-attr]
        rows.append(Commander(element.id, element.name, level_of(place), element.commander, rating, why, throws))
    return rows


WRITES: dict[str, Any] = {
    "tag": "Cards",
    "answer": schemas.Changed,
    "matched": True,
    "versioned": True,
    "status": 201,
}


class Hand(Struct, frozen=True):
    """Every draw (the last one counts), the units that its choice card allows, and the cost and value of its units."""

    version: int
    draws: tuple[facts.Draw, ...]
    choices: tuple[str, ...]
    awaits_choice: bool
    cost: Reckoning
    victory_points: Reckoning


class NewDraw(Struct, frozen=True, forbid_unknown_fields=True):
    """A draw. Without `faces` the server rolls; with them, they are your own rolls of 1D11, 1D10 and 1D9 in order."""

    faces: Annotated[tuple[int, ...], Meta(max_length=12)] = ()


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """The unit for the choice card of the last draw: one of `choices`."""

    card: Annotated[str, Meta(max_length=60)]


class Cards(Endpoint):
    """``/armies/<slug>/cards``"""

    @operation(name="card_list", tag="Cards", query=Reading, answer=Hand, versioned=True, signed_in=False)
    def get(self, request: Request, slug: str, query: Reading) -> HttpResponse:
        """Read the cards drawn for an army

        Their units do not count against the budget (EN-COST-05).
        """
        army = readable(request, slug, query.link)
        return with_etag(self.respond(hand_of(army)), army)

    @operation(name="card_draw", body=NewDraw, example={"faces": [7, 2, 9]}, **WRITES)
    def post(self, request: Request, slug: str, body: NewDraw) -> HttpResponse:
        """Draw random cards

        Three cards (EN-COST-08). Earlier draws stay in the record.
        """
        army = editable(request, slug)
        return change_response(self, army, draw(army, faces=body.faces, by=request.user, expect=self.expect), 201)


class ChoiceCard(Endpoint):
    """``/armies/<slug>/cards/choice``"""

    @operation(name="card_choose", body=Choice, example={"card": "veteran_infantry"}, **WRITES)
    def post(self, request: Request, slug: str, body: Choice) -> HttpResponse:
        """Choose the unit for the choice card

        EN-COST-09.
        """
        army = editable(request, slug)
        try:
            entry = choose(army, body.card, by=request.user, expect=self.expect)
        except Refused as refused:
            raise Refused("card", str(refused)) from refused
        return change_response(self, army, entry, 201)


def hand_of(army: Army) -> Hand:
    """The ``Hand`` of an army."""
    assessment = Assessment(facts_of(army))
    system, cards = systems.cards()
    plain, options = assessment.army, assessment.options(system)
    last = plain.draws[-1] if plain.draws else None
    return Hand(
        army.version,
        plain.draws,
        cards.choices_left(last, options) if last else (),
        last is not None and cards.awaits_choice(last),
        cards.cards_cost(plain, options),
        cards.cards_victory_points(plain, options),
    )
