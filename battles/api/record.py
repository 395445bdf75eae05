"""What has happened in a battle: its lines, its dice, its file, and whether all of it is sound."""

from typing import Annotated, Any, Final

from django.http import HttpResponse
from django.utils.text import slugify
from msgspec import Meta, Struct, convert
from rest_framework.request import Request

from armies.api.endpoint import PRIVATE
from battles.api import shapes
from battles.api.endpoint import PLAY, BattleEndpoint, seated
from battles.api.finding import present
from battles.api.telling import feed_line
from battles.services.exporting import battle_file
from battles.services.lines import last_shown, lines_since
from battles.services.proving import throws
from battles.services.verifying import verify

TAG: dict[str, Any] = {"tag": "Battles"}
FILE: Final = "application/x-ndjson"
MOST: Final = 200


class SinceQuery(Struct, frozen=True):
    """From where on."""

    since: Annotated[shapes.LineNumber, Meta(description="The last line that you have; -1 for none.")] = -1
    limit: Annotated[int, Meta(ge=1, le=MOST, description=f"Lines of one answer, up to {MOST}.")] = MOST


class BattleAudit(Struct, frozen=True):
    """Whether a battle is sound.

    The problems are told once it is over, and to an umpire: they may show what is hidden.
    """

    sound: bool
    problems: list[str]


class BattleThrow(Struct, frozen=True):
    """A throw: the entry and its place in it, both from 0, the rule that asked, the die and the natural faces."""

    entry: int
    place: int
    why: str
    sides: int
    faces: list[int]
    seeded: bool


class BattleDice(Struct, frozen=True):
    """The dice of a battle: the commitment to their secret, and at the end the secret and every throw."""

    scheme: str
    commitment: str
    salts: list[str]
    secret: str
    throws: list[BattleThrow]


class Entries(BattleEndpoint):
    """``/battles/<battle>/entries``"""

    @seated(name="battle_entries", query=SinceQuery, answer=shapes.FeedPage, sort=PLAY, **TAG)
    def get(self, request: Request, battle: str, query: SinceQuery) -> HttpResponse:
        """Read your feed

        The lines after one that you have. A line that was taken back later is `undone` where it is read again.
        """
        standing = present(request, battle)
        items = [feed_line(line) for line in lines_since(standing, query.since, query.limit)]
        return self.respond(shapes.FeedPage(standing.viewer, last_shown(standing), items))


class Verify(BattleEndpoint):
    """``/battles/<battle>/verify``"""

    @seated(name="battle_verify", answer=BattleAudit, costly=True, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Check a battle through

        Every entry is played again: each action, each die, each copy that is kept.
        """
        standing = present(request, battle)
        found = verify(standing.battle)
        told = found if standing.battle.is_over or standing.may_umpire else []
        return self.respond(BattleAudit(not found, told))


class Dice(BattleEndpoint):
    """``/battles/<battle>/dice``"""

    @seated(name="battle_dice", answer=BattleDice, **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Read the dice of a battle

        Once it is over: the secret that they fell by, and every throw, to be thrown again by anybody.
        """
        standing = present(request, battle)
        row = standing.battle
        secret = bytes(row.secret).hex() if row.is_over else ""
        found = convert(throws(standing), list[BattleThrow], from_attributes=True)
        return self.respond(BattleDice(row.scheme, row.commitment, list(row.salts), secret, found))


class Export(BattleEndpoint):
    """``/battles/<battle>/export``"""

    @seated(name="battle_export", files=(FILE,), also=(403,), costly=True, said="The file.", **TAG)
    def get(self, request: Request, battle: str) -> HttpResponse:
        """Export a battle

        As a `.battle` file, once it is over. While it goes on only an umpire gets it, without the secret of the dice.
        """
        standing = present(request, battle)
        answer = HttpResponse(battle_file(standing), content_type=FILE)
        name = slugify(standing.battle.title) or standing.battle.slug
        answer["Content-Disposition"] = f'attachment; filename="{name}.battle"'
        answer["Cache-Control"] = PRIVATE
        return answer
