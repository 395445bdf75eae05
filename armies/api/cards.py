"""The random cards of an army under Easy Napoleonics: what was drawn, drawing, and the choice card."""

from typing import Annotated, Any

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api import shapes
from armies.api.changing import changed
from armies.api.endpoint import Endpoint, stamped
from armies.api.finding import Reading, editable, readable
from armies.api.operation import operation
from armies.models import Army
from armies.rules import facts
from armies.rules.easy_napoleonics import cards
from armies.rules.reckoning import Reckoning
from armies.services.assessing import Assessment
from armies.services.cards import choose, draw
from armies.services.locking import Refused
from armies.services.reading import facts_of

WRITES: dict[str, Any] = {
    "tag": "Cards",
    "answer": shapes.Changed,
    "matched": True,
    "versioned": True,
    "status": 201,
}


class Hand(Struct, frozen=True):
    """Every draw, the last of which counts; what its choice card may take; what its units cost and are worth."""

    version: int
    draws: tuple[facts.Draw, ...]
    choices: tuple[str, ...]
    awaits_choice: bool
    cost: Reckoning
    victory_points: Reckoning


class NewDraw(Struct, frozen=True, forbid_unknown_fields=True):
    """Without `faces` the server throws; with them, they are your dice in order: of 11, of 10 and of 9 sides."""

    faces: Annotated[tuple[int, ...], Meta(max_length=12)] = ()


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """What the choice card of the last draw takes: one of `choices`."""

    card: Annotated[str, Meta(max_length=60)]


class Cards(Endpoint):
    """``/armies/<slug>/cards``"""

    @operation(name="card_list", tag="Cards", query=Reading, answer=Hand, versioned=True, signed_in=False)
    def get(self, request: Request, slug: str, query: Reading) -> HttpResponse:
        """Read the cards drawn for an army

        The units that they add stand outside the budget (EN-COST-05).
        """
        army = readable(request, slug, query.link)
        return stamped(self.respond(hand_of(army)), army)

    @operation(name="card_draw", body=NewDraw, example={"faces": [7, 2, 9]}, **WRITES)
    def post(self, request: Request, slug: str, body: NewDraw) -> HttpResponse:
        """Draw random cards

        Three, as EN-COST-08 says. Earlier draws stay in the record.
        """
        army = editable(request, slug)
        return changed(self, army, draw(army, faces=body.faces, by=request.user, expect=self.expect), 201)


class ChoiceCard(Endpoint):
    """``/armies/<slug>/cards/choice``"""

    @operation(name="card_choose", body=Choice, example={"card": "veteran_infantry"}, **WRITES)
    def post(self, request: Request, slug: str, body: Choice) -> HttpResponse:
        """Say what the choice card takes

        EN-COST-09.
        """
        army = editable(request, slug)
        try:
            entry = choose(army, body.card, by=request.user, expect=self.expect)
        except Refused as refused:
            raise Refused("card", str(refused)) from refused
        return changed(self, army, entry, 201)


def hand_of(army: Army) -> Hand:
    """What ``Hand`` says of an army."""
    assessment = Assessment(facts_of(army))
    plain, options = assessment.army, assessment.easy_options
    last = plain.draws[-1] if plain.draws else None
    return Hand(
        army.version,
        plain.draws,
        cards.choices_left(last, options) if last else (),
        last is not None and cards.awaits_choice(last),
        cards.cards_cost(plain, options),
        cards.cards_victory_points(plain, options),
    )
