"""Act in a battle: play an action, undo, resign, agree to a draw, pause, give standing orders."""

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

import msgspec
from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.exchange.clean_text import one_line
from battles.api.endpoint import (
    PLAY,
    BattleEndpoint,
    ToAct,
    ToActTogether,
    ToAsk,
    ToDo,
    ToLeave,
    ToResign,
    access_to_battle,
    chosen_action,
    guest_operation,
    own_side,
    side_to_act,
)
from battles.api.shapes import BattleNow, battle_now
from battles.services.access import Access
from battles.services.jobs import computer_turns
from battles.services.play import game_controls, groups, submission
from battles.services.play.action_menu import action_of
from battles.services.play.position import system_of
from battles.services.play.submission import submit

TAG: dict[str, Any] = {"tag": "Seats"}


class OrderToGive(Struct, frozen=True):
    """A standing order of the side: `given` is one of `allowed`; `ask` means that you are asked."""

    name: str
    label: str
    sentence: str
    rule: str
    allowed: list[str]
    given: str


class StandingOrders(Struct, frozen=True):
    """The standing orders of a side; only its player may read them."""

    items: list[OrderToGive]


class OrdersGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """All standing orders of the side, by name; for a decision not named you are asked."""

    orders: dict[str, str]


class SideOrders(BattleEndpoint):
    """``/battles/<battle>/seats/<place>/orders``"""

    @guest_operation(name="orders_read", also=(403,), answer=StandingOrders, sort=PLAY, **TAG)
    def get(self, request: Request, battle: str, place: str) -> HttpResponse:
        """Read your standing orders"""
        return self.respond(_orders_answer(access_to_battle(request, battle), place))

    @guest_operation(
        name="orders_give",
        body=OrdersGiven,
        example={"orders": {"hasty_square": "always"}},
        answer=StandingOrders,
        sort=PLAY,
        **TAG,
    )
    def put(self, request: Request, body: OrdersGiven, battle: str, place: str) -> HttpResponse:
        """Give standing orders

        They replace the earlier ones. Decisions that they settle are made at once and appear in the log.
        """
        access = access_to_battle(request, battle)
        submission.give(access, place, body.orders)
        return self.respond(_orders_answer(access_to_battle(request, battle), place))


def _orders_answer(access: Access, place: str) -> StandingOrders:
    specs, orders = submission.orders_of(access, place)
    return StandingOrders(
        [
            OrderToGive(
                name, spec.label, spec.sentence, spec.rule, list(spec.allowed), str(orders.get(name, spec.default))
            )
            for name, spec in specs.items()
        ]
    )


EXAMPLE: Final = {"expect": 0, "token": "5f0b2a54-6f0e-4a43-9d5b-8a5b3c5d7e11"}
TOGETHER: Final = {
    "actions": [{"kind": "activate", "unit": 4, "cell": 61}, {"kind": "activate", "unit": 5, "cell": 62}],
    **EXAMPLE,
}
DEED: dict[str, Any] = {"tag": "Playing", "answer": BattleNow, "sort": PLAY, "success": "The battle as it is now."}


class ToAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to an offer of the other side, or the withdrawal of your own. `offer` is its `key`."""

    offer: Annotated[str, Meta(max_length=40)]
    answer: Literal["accept", "decline", "withdraw"]


class BattleCommand(BattleEndpoint):
    """Base of the endpoints that change a battle."""

    def run(
        self, request: Request, battle: str, command: Callable[[Access], str | None], expect: int | None = None
    ) -> HttpResponse:
        """Run ``command`` and answer with the battle as it is then, with the lines after ``expect``."""
        before = access_to_battle(request, battle)
        message = command(before)
        return self.respond(battle_now(access_to_battle(request, battle), before, expect, message or ""))


class Act(BattleCommand):
    """``/battles/<battle>/act``"""

    @guest_operation(name="battle_act", body=ToAct, example={"notation": "CM A", **EXAMPLE}, **DEED)
    def post(self, request: Request, battle: str, body: ToAct) -> HttpResponse:
        """Act

        Play an action, as JSON or in notation. 409 with `n` if your feed has new lines, 422 with a code and the rule
        if the rules forbid it.
        """

        def work(access: Access) -> None:
            side = side_to_act(access, one_line(body.side))
            access.must_act_for(side)
            submit(access, side, chosen_action(access, body), expect=body.expect, token=body.token)

        return self.run(request, battle, work, body.expect)


class Together(BattleCommand):
    """``/battles/<battle>/together``"""

    @guest_operation(name="battle_act_together", body=ToActTogether, example=TOGETHER, **DEED)
    def post(self, request: Request, battle: str, body: ToActTogether) -> HttpResponse:
        """Act with several units

        Play one action for each of several units as one order, each a log line of its own. If the rules forbid one of
        them, none is played. If dice are rolled or the enemy must answer on the way, the rest is not played, and
        `said` says how many units have not moved. The same order sent twice with its token is played once.
        """

        def work(access: Access) -> str:
            side = side_to_act(access, one_line(body.side))
            access.must_act_for(side)
            system = system_of(access.battle.system)
            actions = [action_of(system, msgspec.json.encode(action)) for action in body.actions]
            return groups.submit_order(access, side, actions, expect=body.expect, token=body.token)[1]

        return self.run(request, battle, work, body.expect)


class Leave(BattleCommand):
    """``/battles/<battle>/leave``"""

    @guest_operation(name="battle_leave_step", body=ToLeave, example=EXAMPLE, **DEED)
    def post(self, request: Request, battle: str, body: ToLeave) -> HttpResponse:
        """Leave this step to the computer

        A computer player decides for your side until this step of the turn is finished. Each decision is a log line.
        """

        def work(access: Access) -> None:
            computer_turns.leave_to_computer(access, expect=body.expect, token=body.token)

        return self.run(request, battle, work, body.expect)


class Undo(BattleCommand):
    """``/battles/<battle>/undo``"""

    @guest_operation(name="battle_undo", body=ToDo, example=EXAMPLE, **DEED)
    def post(self, request: Request, battle: str, body: ToDo) -> HttpResponse:
        """Undo your last action

        Possible at once if it rolled no dice, revealed nothing hidden, and nobody else has acted since.
        """

        def work(access: Access) -> None:
            side = own_side(access, one_line(body.side))
            game_controls.undo_action(access, side, expect=body.expect, token=body.token)

        return self.run(request, battle, work, body.expect)


class Takeback(BattleCommand):
    """``/battles/<battle>/takeback``"""

    @guest_operation(name="battle_takeback", body=ToAsk, example={"expect": 3}, **DEED)
    def post(self, request: Request, battle: str, body: ToAsk) -> HttpResponse:
        """Ask to undo

        Your opponent must agree. A computer player answers at once.
        """

        def work(access: Access) -> str:
            side = own_side(access, one_line(body.side))
            offer = game_controls.ask_to_undo(access, side, expect=body.expect)
            return "Undone." if offer is None else "Your opponent is asked to agree."

        return self.run(request, battle, work, body.expect)


class Resign(BattleCommand):
    """``/battles/<battle>/resign``"""

    @guest_operation(name="battle_resign", body=ToResign, example={"token": EXAMPLE["token"]}, **DEED)
    def post(self, request: Request, battle: str, body: ToResign) -> HttpResponse:
        """Resign"""

        def work(access: Access) -> None:
            game_controls.resign(access, own_side(access, one_line(body.side)), token=body.token)

        return self.run(request, battle, work)


class Draw(BattleCommand):
    """``/battles/<battle>/draw``"""

    @guest_operation(name="battle_draw", body=ToAsk, example={"expect": 3}, **DEED)
    def post(self, request: Request, battle: str, body: ToAsk) -> HttpResponse:
        """Offer a draw

        If your opponent has offered one, the draw is agreed.
        """

        def work(access: Access) -> str:
            offer = game_controls.offer_draw(access, own_side(access, one_line(body.side)), expect=body.expect)
            return "The draw is agreed." if offer is None else "You have offered a draw."

        return self.run(request, battle, work, body.expect)


class Answer(BattleCommand):
    """``/battles/<battle>/answer``"""

    @guest_operation(name="battle_answer", body=ToAnswer, example={"offer": "draw:a", "answer": "accept"}, **DEED)
    def post(self, request: Request, battle: str, body: ToAnswer) -> HttpResponse:
        """Answer an offer

        Accept or decline an offer of the other side, or withdraw your own.
        """

        def work(access: Access) -> None:
            key = one_line(body.offer)
            if body.answer == "withdraw":
                game_controls.withdraw(access, key)
            else:
                game_controls.answer(access, key, accept=body.answer == "accept")

        return self.run(request, battle, work)


class Pause(BattleCommand):
    """``/battles/<battle>/pause``"""

    @guest_operation(name="battle_pause", **DEED)
    def post(self, request: Request, battle: str) -> HttpResponse:
        """Pause a battle

        Nobody may act until a player resumes it.
        """
        return self.run(request, battle, game_controls.pause)


class Resume(BattleCommand):
    """``/battles/<battle>/resume``"""

    @guest_operation(name="battle_resume", **DEED)
    def post(self, request: Request, battle: str) -> HttpResponse:
        """Resume a battle"""
        return self.run(request, battle, game_controls.resume)
