"""One battle: as the one who asks sees it, its ground, who may see it, doing away with it."""

import re
from typing import Annotated, Any, Final

from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from armies.api.endpoint import PRIVATE
from armies.api.operation import operation
from armies.api.shapes import Visibility
from battles.api import shapes
from battles.api.endpoint import PLAY, BattleEndpoint, seated
from battles.api.finding import present
from battles.api.making import Delay, Title
from battles.api.telling import battle_view, ground_tag
from battles.engine.picture import Ground
from battles.services import ending, sharing
from battles.services.lines import line_of
from battles.services.reading import TAIL
from battles.services.reading import look as look_at

TAG: dict[str, Any] = {"tag": "Battles"}
TAGGED: Final = re.compile(r'(?:W/)?"([0-9a-f]{16})(?:-(?:gzip|br|zstd|deflate))?"')
"""An ETag of ours. A proxy that compresses an answer makes it weak, or says so behind it."""
At = Annotated[int, Meta(ge=0, le=2_000_000_000, description="A line of your feed; without it you see now.")]


class ViewQuery(Struct, frozen=True):
    """Which moment of the battle."""

    at: At | UnsetType = UNSET
    line: Annotated[str, Meta(max_length=12, description="The key of a line, in place of `at`.")] = ""
    tail: Annotated[int, Meta(ge=1, le=200, description="Lines of the feed that come with it.")] = TAIL


class ToShow(Struct, frozen=True, forbid_unknown_fields=True):
    """The title, who may see the battle, and how many minutes spectators are behind; what is not named stays."""

    title: Title | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    delay: Delay | UnsetType = UNSET


class BattleShown(Struct, frozen=True):
    """The title, who may see the battle, and how many minutes spectators are behind."""

    title: str
    visibility: str
    delay: int


class OneBattle(BattleEndpoint):
    """``/battles/<battle>``"""

    @seated(name="battle_retrieve", query=ViewQuery, answer=shapes.BattleView, sort=PLAY, **TAG)
    def get(self, request: Request, battle: str, query: ViewQuery) -> HttpResponse:
        """See a battle

        How it stands, who is awaited, what stands on the board, and the end of your feed: all that you may know.
        """
        standing = present(request, battle)
        at = line_of(standing, query.line) if query.line else None if isinstance(query.at, UnsetType) else query.at
        look = look_at(standing, at, tail=query.tail)
        return self.respond(battle_view(request, look))

    @operation(name="battle_show", body=ToShow, example={"visibility": "public"}, answer=BattleShown, **TAG)
    def patch(self, request: Request, battle: str, body: ToShow) -> HttpResponse:
        """Change a battle's title, and who may see it

        For who made it.
        """
        standing = present(request, battle)
        row = standing.battle
        visibility = row.visibility if isinstance(body.visibility, UnsetType) else body.visibility
        delay = row.delay if isinstance(body.delay, UnsetType) else body.delay
        if not isinstance(body.title, UnsetType):
            sharing.rename(standing, body.title)
        sharing.share(standing, visibility=visibility, delay=delay)
        row = present(request, battle).battle
        return self.respond(BattleShown(row.title, row.visibility, row.delay))

    @operation(name="battle_delete", status=204, **TAG)
    def delete(self, request: Request, battle: str) -> HttpResponse:
        """Delete a battle

        For who made it, while nobody else plays in it or once it is over.
        """
        ending.delete(present(request, battle))
        return self.done()


class OneGround(BattleEndpoint):
    """``/battles/<battle>/ground``"""

    @seated(name="battle_ground", answer=Ground, versioned=True, holds=True, sort=PLAY, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """See the ground of a battle

        The board without what stands on it: the same from move to move, so that it need be read once.
        """
        look = look_at(present(request, battle), tail=1)
        tag = ground_tag(look)
        said = request.headers.get("If-None-Match", "")[:2000]
        if said.strip() == "*" or tag in TAGGED.findall(said):
            answer = HttpResponse(status=304)
            del answer["Content-Type"]
        else:
            answer = self.respond(look.ground)
        answer["ETag"] = f'"{tag}"'
        answer["Cache-Control"] = PRIVATE
        return answer
