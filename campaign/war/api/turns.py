"""Orders, messages, resolution and corrections of turns over the API."""

from django.http import HttpResponse
from msgspec import structs, to_builtins
from rest_framework.request import Request

from armies.api.operation import operation
from campaign.war.api import shapes
from campaign.war.api.answers import campaign_now, correction_shown, entries_shown
from campaign.war.api.endpoint import TAG, CampaignEndpoint
from campaign.war.rules.books import Account
from campaign.war.rules.order_values import DepotOrder, Precedence, Ride
from campaign.war.services import desk, ledger, messages, turns
from campaign.war.services.access import CampaignAccess, access_after
from campaign.war.services.corrections import balance_books, take_turn_back
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

        All of them are taken, or none. Of several for one force the last before the deadline counts; a late one counts
        for the next turn. Nobody but you and the umpire reads them before the resolution. With `ready` from the last
        player, the turn is resolved at once, unless the campaign is paused or resolved by hand. An umpire may send
        orders in a player's name.
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
        is resolved once: who comes second is answered with 409.
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

        For umpires. Nothing is stored, and the dice are used nowhere else; with `real` they are the campaign's own, and
        the record says that you looked.
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

        For the owner and umpires. The points decide, and all secrets are opened.
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

        For organisers and umpires. While it is paused no turn is resolved; then the deadline moves by the pause.
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

        At once to the players of your alliance; where the campaign uses couriers as a letter that leaves when the turn
        is resolved. Public news is for organisers and umpires.
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

        For umpires, and for an owner who plays alone. Places and later fights stay.
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

        For umpires, and for an owner who plays alone. The campaign returns to the beginning of the turn; later entries
        stay, struck through; its orders are offered again, and its dice are new.
        """
        access = self.access(request, campaign)
        done = take_turn_back(access, body.turn, body.why, dry=body.dry)
        return self.respond(correction_shown(done.changes, done.turn, done.act is not None))
