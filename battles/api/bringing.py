"""A battle brought in from a ``.battle`` file."""

from typing import Annotated, Any

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.shapes import Visibility
from battles.api import shapes
from battles.api.bodies import Token
from battles.api.endpoint import BattleEndpoint, seated
from battles.api.making import Name, Seats, Title, told_of
from battles.services.bringing import MOST_BYTES, bring, read_file
from battles.services.making import sitting_of

TERMS: dict[str, Any] = {
    "tag": "Battles",
    "answer": shapes.BattleMade,
    "status": 201,
    "costly": True,
    "example": {"text": '{"what": "muster.battle", "v": 3}\n', "title": "The village, once more"},
}


class BattleToBring(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battle to be brought in. One that goes on is played on by `seats`, as where a battle is made.

    The same sent twice with one `token` is stored once.
    """

    text: Annotated[str, Meta(max_length=MOST_BYTES, description="A `.battle` file, as it was exported.")]
    title: Title = ""
    seats: Seats = {}
    name: Name = ""
    visibility: Visibility = "unlisted"
    token: Token | None = None


class BattleImports(BattleEndpoint):
    """``/battles/import``"""

    @seated(name="battle_import", body=BattleToBring, **TERMS)
    def post(self, request: Request, body: BattleToBring) -> HttpResponse:
        """Import a battle

        It is checked through: every action and every die. One that is over is there to be looked at; another is
        played on, and its seats that are not named are open.
        """
        brought = read_file(body.text.encode("utf-8", "surrogatepass"))
        sittings = [
            sitting_of(brought.battle.system, place, who, request.user, body.name) for place, who in body.seats.items()
        ]
        owner = request.user if request.user.is_authenticated else None
        kept = () if brought.is_over else sittings
        battle = bring(brought, owner, kept, title=body.title, visibility=body.visibility, token=body.token)
        told = told_of(request, battle)
        return self.respond(told, 201, Location=told.address)
