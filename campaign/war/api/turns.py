"""Orders, messages, resolution and corrections of turns over the API."""

from typing import Annotated, Any

from django.http import HttpResponse
from django.utils.text import slugify
from msgspec import Meta, Struct, structs, to_builtins
from rest_framework.request import Request

from armies.api.endpoint import PRIVATE
from armies.api.operation import JSON, operation
from campaign.models import CampaignEntry
from campaign.war.api import shapes
from campaign.war.api.answers import (
    TAG,
    CampaignEndpoint,
    campaign_now,
    correction_shown,
    entries_shown,
    knowledge,
    map_shown,
    views_for,
)
from campaign.war.rules.books import Account
from campaign.war.rules.order_values import DepotOrder, Precedence, Ride
from campaign.war.services import archive, desk, ledger, messages, turns
from campaign.war.services.access import CampaignAccess, access_after
from campaign.war.services.desk import balance_books, take_turn_back
from campaign.war.services.ledger import verified_for
from campaign.war.services.orders import OrderSheet, give, open_turn, written


class Orders(CampaignEndpoint):
    """``/campaigns/<campaign>/orders``"""

    @operation(name="campaign_orders_read", answer=shapes.OrdersRead, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Read the orders that you have sent for the next resolution

        An umpire reads the orders of all.
        """
        access = self.access(request, campaign)
        rows = [
            shapes.OrderRead(row.seat, row.about, to_builtins(row.value), row.by, row.sent) for row in written(access)
        ]
        return self.respond(shapes.OrdersRead(open_turn(access.campaign), rows))

    @operation(
        name="campaign_orders_send",
        body=shapes.OrdersToSend,
        example={
            "turn": 1,
            "orders": [{"force": "french.2", "legs": [{"order": "march", "to": "frasnes", "posture": "attack"}]}],
        },
        answer=shapes.OrdersSent,
        **TAG,
    )
    def put(self, request: Request, campaign: str, body: shapes.OrdersToSend) -> HttpResponse:
        """Send orders

        Either all of them are stored, or none. Of several orders for one force the last before the deadline counts; an
        order that comes late counts for the next turn. Only you and the umpire can read them before the turn is
        resolved. When the last player sends `ready`, the turn is resolved at once, unless the campaign is paused or its
        turns are resolved by hand. An umpire may send orders in a player's name.
        """
        access = self.access(request, campaign)
        sheet = OrderSheet(
            orders=body.orders,
            withdraw=body.withdraw,
            precedence=Precedence(body.precedence.side, body.precedence.forces) if body.precedence else None,
            depots=tuple(DepotOrder(row.side, row.point, row.to) for row in body.depots),
            rides=tuple(Ride(row.commander, row.force) for row in body.rides),
            letters=body.letters,
            give_up=body.give_up,
        )
        turn = give(access, sheet, turn=body.turn, ready=body.ready)
        resolved = bool(body.ready) and desk.sent(access, turn)
        return self.respond(shapes.OrdersSent(turn, turn > body.turn, resolved))


class Resolve(CampaignEndpoint):
    """``/campaigns/<campaign>/resolve``"""

    @operation(
        name="campaign_resolve",
        body=shapes.TurnToResolve,
        example={"turn": 1},
        answer=shapes.TurnsResolved,
        costly=True,
        **TAG,
    )
    def post(self, request: Request, campaign: str, body: shapes.TurnToResolve) -> HttpResponse:
        """Resolve a turn

        For umpires at any time; for players and the owner when all orders are sent or the deadline has passed. A turn
        is resolved once: a second request for it gets 409.
        """
        done = turns.resolve(self.access(request, campaign), body.turn, expect=body.expect)
        row = done.campaign
        answer = shapes.TurnsResolved(
            [turn.turn for turn in done.turns], done.stopped, row.turn, row.status, row.version
        )
        return self.respond(answer)


class DryRun(CampaignEndpoint):
    """``/campaigns/<campaign>/dry-run``"""

    @operation(
        name="campaign_dry_run",
        body=shapes.TurnToTry,
        example={"real": False},
        answer=shapes.TurnTried,
        costly=True,
        **TAG,
    )
    def post(self, request: Request, campaign: str, body: shapes.TurnToTry) -> HttpResponse:
        """Try the turn out

        For umpires. Nothing is stored. It is rolled with dice that are used nowhere else; with `real` these are the
        campaign's own dice, and the record says that you looked.
        """
        access = self.access(request, campaign)
        tried = turns.dry_run(access, real=body.real)
        rows = entries_shown(access, tried.after, list(enumerate(tried.entries)), set())
        return self.respond(shapes.TurnTried(tried.turn, tried.after.phase, rows))


class End(CampaignEndpoint):
    """``/campaigns/<campaign>/end``"""

    @operation(name="campaign_end", answer=shapes.CampaignNow, **TAG)
    def post(self, request: Request, campaign: str) -> HttpResponse:
        """End a campaign

        For the owner and umpires. The points decide who has won, and everybody may read all secrets from then on.
        """
        access = self.access(request, campaign)
        turns.end_now(access)
        return self.respond(campaign_now(access_after(access, access.campaign)))


class Pause(CampaignEndpoint):
    """``/campaigns/<campaign>/pause``"""

    @operation(
        name="campaign_pause", body=shapes.CampaignPause, example={"paused": True}, answer=shapes.CampaignNow, **TAG
    )
    def put(self, request: Request, campaign: str, body: shapes.CampaignPause) -> HttpResponse:
        """Pause a campaign, or let its clock run again

        For organisers and umpires. While it is paused no turn is resolved. When it goes on, the deadline moves by the
        length of the pause.
        """
        access = self.access(request, campaign)
        (desk.pause if body.paused else desk.resume)(access, expect=body.expect)
        return self.respond(campaign_now(access_after(access, access.campaign)))


class Messages(CampaignEndpoint):
    """``/campaigns/<campaign>/messages``"""

    @operation(name="campaign_messages", answer=shapes.MessagesRead, signed_in=False, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Read messages

        Public news, and what the players of your side wrote to you; all of it for an umpire.
        """
        return self.respond(_messages(self.access(request, campaign)))

    @operation(
        name="campaign_message_send",
        body=shapes.MessageToSend,
        example={"text": "I march to Frasnes."},
        answer=shapes.MessagesRead,
        **TAG,
    )
    def post(self, request: Request, campaign: str, body: shapes.MessageToSend) -> HttpResponse:
        """Send a message

        The players of your alliance get it at once. Where the campaign uses couriers, it is a letter to the commander
        `to`, which leaves when the turn is resolved. Only organisers and umpires publish `news`.
        """
        access = self.access(request, campaign)
        if body.news:
            messages.publish(access, body.text)
        else:
            messages.send(access, body.text, to=body.to)
        return self.respond(_messages(access))


def _messages(access: CampaignAccess) -> shapes.MessagesRead:
    rows = messages.readable(access)[: messages.MOST_SHOWN]
    return shapes.MessagesRead(
        [
            shapes.MessageRead(
                row.pk, row.turn, row.to, row.addressee, row.by_name, row.text, row.rider, row.held, row.created
            )
            for row in rows
        ]
    )


class Balance(CampaignEndpoint):
    """``/campaigns/<campaign>/corrections/balance``"""

    @operation(
        name="campaign_balance",
        body=shapes.BalanceToMake,
        example={
            "accounts": [{"unit": "1815-armee-du-nord/I Corps/…", "present": 500, "hospital": 20}],
            "entry": 0,
            "why": "A unit was counted twice.",
            "dry": True,
        },
        answer=shapes.CorrectionShown,
        **TAG,
    )
    def post(self, request: Request, campaign: str, body: shapes.BalanceToMake) -> HttpResponse:
        """Balance the books

        For umpires, and for an owner who plays alone. Men and guns of units become what you send; places and later
        battles stay. With `dry` the answer shows what would change, and nothing is stored.
        """
        access = self.access(request, campaign)
        books = ledger.state_of(access.campaign).books
        wanted = {}
        for row in body.accounts:
            values = {name: value for name, value in structs.asdict(row).items() if name != "unit"}
            replaced = books[row.unit].replaced if row.unit in books else 0
            wanted[row.unit] = Account(**values, replaced=replaced)
        done = balance_books(access, wanted, body.entry, body.why, dry=body.dry)
        return self.respond(correction_shown(done.changes, done.turn, done.act is not None))


class TakeBack(CampaignEndpoint):
    """``/campaigns/<campaign>/corrections/take-back``"""

    @operation(
        name="campaign_take_back",
        body=shapes.TurnToTakeBack,
        example={"turn": 1, "why": "The wrong orders were sent.", "dry": True},
        answer=shapes.CorrectionShown,
        costly=True,
        **TAG,
    )
    def post(self, request: Request, campaign: str, body: shapes.TurnToTakeBack) -> HttpResponse:
        """Take a turn back

        For umpires, and for an owner who plays alone. The campaign returns to the beginning of the turn. Its ledger
        entries stay, as `struck`; its orders are offered again, and it gets new dice. With `dry` the answer shows what
        would change, and nothing is stored.
        """
        access = self.access(request, campaign)
        done = take_turn_back(access, body.turn, body.why, dry=body.dry)
        return self.respond(correction_shown(done.changes, done.turn, done.act is not None))


class LedgerQuery(Struct, frozen=True):
    """Which part of the ledger."""

    turn: Annotated[int, Meta(ge=0, le=100_000, description="The turn; 0 for the last one resolved.")] = 0


class OneMap(CampaignEndpoint):
    """``/campaigns/<campaign>/map``"""

    @operation(name="campaign_map", answer=shapes.MapRead, signed_in=False, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Read the map

        Points, roads, rivers and crossings; lengths are metres.
        """
        return self.respond(map_shown(self.access(request, campaign).campaign))


class Reports(CampaignEndpoint):
    """``/campaigns/<campaign>/reports``"""

    @operation(name="campaign_reports", answer=shapes.ReportsRead, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Read the newest report of each enemy force

        What your side was told of it: place, strength and time, and who saw it. A strength may be wrong by half.
        """
        access = self.access(request, campaign)
        state = ledger.state_of(access.campaign)
        rows = [row for seen in views_for(access, state) for row in knowledge(state, seen).reports]
        return self.respond(shapes.ReportsRead(access.campaign.turn, rows))


class Ledger(CampaignEndpoint):
    """``/campaigns/<campaign>/ledger``"""

    @operation(name="campaign_ledger", query=LedgerQuery, answer=shapes.LedgerRead, signed_in=False, **TAG)
    def get(self, request: Request, campaign: str, query: LedgerQuery) -> HttpResponse:
        """Read the ledger of a turn

        What your side may read of it; all of it for an umpire, and for everybody at the end.
        """
        access = self.access(request, campaign)
        row = access.campaign
        turn = query.turn or max(1, row.turn if row.status != "orders" else row.turn - 1)
        rows = CampaignEntry.objects.filter(campaign=row, turn=turn).order_by("n").values_list("n", "act", "line")
        entries = [(n, ledger.decode_entry(line)) for n, _, line in rows]
        shown = entries_shown(access, ledger.state_of(row), entries, _struck(access, turn))
        return self.respond(shapes.LedgerRead(turn, shown))


def _struck(access: CampaignAccess, turn: int) -> set[int]:
    """The struck entries of a turn, by their number in the ledger."""
    last = max((first for first, to in ledger.taken_back(access.campaign) if to <= turn), default=-1)
    rows = CampaignEntry.objects.filter(campaign=access.campaign, turn=turn, n__lt=last)
    return set(rows.values_list("n", flat=True))


class Record(CampaignEndpoint):
    """``/campaigns/<campaign>/record``"""

    @operation(name="campaign_record", answer=shapes.CampaignRecordRead, signed_in=False, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Read the record

        Every act: who resolved which turn, settled an engagement, or corrected something. Until the campaign is over,
        only umpires read the reasons for corrections.
        """
        access = self.access(request, campaign)
        hidden = () if access.sees_all else desk.SECRET_ACTS
        rows = [
            shapes.ActShown(act.n, act.kind, act.turn, act.by_name, act.created, "" if act.kind in hidden else act.note)
            for act in access.campaign.record.order_by("n")
        ]
        return self.respond(shapes.CampaignRecordRead(rows))


class Verification(CampaignEndpoint):
    """``/campaigns/<campaign>/verify``"""

    @operation(name="campaign_verify", answer=shapes.CampaignAudit, signed_in=False, costly=True, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Verify a campaign

        Checks the books after every entry and every die, and decides every act again. The answer lists what is wrong.
        """
        access = self.access(request, campaign)
        problems = [shapes.WarProblem(row.n if access.sees_all else None, row.sentence) for row in verified_for(access)]
        return self.respond(shapes.CampaignAudit(problems, access.campaign.head >= 0))


class Export(CampaignEndpoint):
    """``/campaigns/<campaign>/export``"""

    @operation(name="campaign_export", answer=dict[str, Any], costly=True, **TAG)
    def get(self, request: Request, campaign: str) -> HttpResponse:
        """Export a campaign

        As one file, `campaign-record/1`, with the secret of its dice. Before the campaign is over, only umpires may.
        """
        access = self.access(request, campaign)
        answer = HttpResponse(archive.export(access), content_type=JSON)
        name = slugify(access.campaign.title) or access.campaign.slug
        answer["Content-Disposition"] = f'attachment; filename="{name}.campaign"'
        answer["Cache-Control"] = PRIVATE
        return answer
