"""Random cards of an army under Easy Napoleonics: draws, and the choice card."""

from typing import Annotated, Any

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api import schemas
from armies.api.army_access import Reading, editable, readable
from armies.api.changes import change_response
from armies.api.endpoint import Endpoint, with_etag
from armies.api.operation import operation
from armies.models import Army
from armies.services.army_changes import choose, draw
from armies.services.assessment import Assessment
from armies.services.locks import Refused
from armies.services.storage import facts_of
from battles.engine.armies import facts, systems
from battles.engine.armies.reckoning import Reckoning

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
