"""Acting in a battle: by its rules, and what is done besides."""

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.exchange.cleaning import one_line
from battles.api.bodies import ToAct, ToAsk, ToDo, ToLeave, ToResign, chosen_action
from battles.api.endpoint import PLAY, BattleEndpoint, seated
from battles.api.finding import own_side, present, side_to_act
from battles.api.shapes import BattleNow
from battles.api.telling import battle_now
from battles.services import advising, ending, taking_back
from battles.services.standing import Standing
from battles.services.submitting import submit

EXAMPLE: Final = {"expect": 0, "token": "5f0b2a54-6f0e-4a43-9d5b-8a5b3c5d7e11"}
DEED: dict[str, Any] = {"tag": "Playing", "answer": BattleNow, "sort": PLAY, "said": "Done: how it stands now."}


class ToAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to what the other side asks, or the end of one's own asking. `offer` is its `key`."""

    offer: Annotated[str, Meta(max_length=40)]
    answer: Literal["accept", "decline", "withdraw"]


class Deed(BattleEndpoint):
    """Something that is done in a battle."""

    def told(
        self, request: Request, battle: str, work: Callable[[Standing], str | None], expect: int | None = None
    ) -> HttpResponse:
        """Do ``work`` and tell how the battle stands then, with the lines after ``expect``."""
        before = present(request, battle)
        said = work(before)
        return self.respond(battle_now(present(request, battle), before, expect, said or ""))


class Act(Deed):
    """``/battles/<battle>/act``"""

    @seated(name="battle_act", body=ToAct, example={"notation": "CM A", **EXAMPLE}, **DEED)
    def post(self, request: Request, battle: str, body: ToAct) -> HttpResponse:
        """Act

        Play an action, as JSON or in its short form. 409 with `n` where your feed has moved on, 422 with a code and
        the rule where the rules forbid it.
        """

        def work(standing: Standing) -> None:
            side = side_to_act(standing, one_line(body.side))
            standing.must_act_for(side)
            submit(standing, side, chosen_action(standing, body), expect=body.expect, token=body.token)

        return self.told(request, battle, work, body.expect)


class Leave(Deed):
    """``/battles/<battle>/leave``"""

    @seated(name="battle_leave_step", body=ToLeave, example=EXAMPLE, **DEED)
    def post(self, request: Request, battle: str, body: ToLeave) -> HttpResponse:
        """Leave this step to the computer

        A computer player decides for your side until the step of the turn is done; each decision is a line.
        """

        def work(standing: Standing) -> None:
            advising.leave_to_computer(standing, expect=body.expect, token=body.token)

        return self.told(request, battle, work, body.expect)


class Undo(Deed):
    """``/battles/<battle>/undo``"""

    @seated(name="battle_undo", body=ToDo, example=EXAMPLE, **DEED)
    def post(self, request: Request, battle: str, body: ToDo) -> HttpResponse:
        """Take back your last action

        At once, where no dice fell in it, it showed nothing hidden, and nobody else has acted since.
        """

        def work(standing: Standing) -> None:
            side = own_side(standing, one_line(body.side))
            taking_back.take_back(standing, side, expect=body.expect, token=body.token)

        return self.told(request, battle, work, body.expect)


class Takeback(Deed):
    """``/battles/<battle>/takeback``"""

    @seated(name="battle_takeback", body=ToAsk, example={"expect": 3}, **DEED)
    def post(self, request: Request, battle: str, body: ToAsk) -> HttpResponse:
        """Ask for a step back

        The other side answers; a computer player does at once.
        """

        def work(standing: Standing) -> str:
            side = own_side(standing, one_line(body.side))
            offer = taking_back.ask(standing, side, expect=body.expect)
            return "Taken back." if offer is None else "The other side is asked."

        return self.told(request, battle, work, body.expect)


class Resign(Deed):
    """``/battles/<battle>/resign``"""

    @seated(name="battle_resign", body=ToResign, example={"token": EXAMPLE["token"]}, **DEED)
    def post(self, request: Request, battle: str, body: ToResign) -> HttpResponse:
        """Give the battle up"""

        def work(standing: Standing) -> None:
            ending.resign(standing, own_side(standing, one_line(body.side)), token=body.token)

        return self.told(request, battle, work)


class Draw(Deed):
    """``/battles/<battle>/draw``"""

    @seated(name="battle_draw", body=ToAsk, example={"expect": 3}, **DEED)
    def post(self, request: Request, battle: str, body: ToAsk) -> HttpResponse:
        """Ask for a draw

        Where the other side has asked for one, it is agreed.
        """

        def work(standing: Standing) -> str:
            offer = ending.offer_draw(standing, own_side(standing, one_line(body.side)), expect=body.expect)
            return "A draw is agreed." if offer is None else "The other side is asked for a draw."

        return self.told(request, battle, work, body.expect)


class Answer(Deed):
    """``/battles/<battle>/answer``"""

    @seated(name="battle_answer", body=ToAnswer, example={"offer": "draw:a", "answer": "accept"}, **DEED)
    def post(self, request: Request, battle: str, body: ToAnswer) -> HttpResponse:
        """Answer an offer

        Accept or decline what the other side asks, or withdraw what you asked.
        """

        def work(standing: Standing) -> None:
            key = one_line(body.offer)
            if body.answer == "withdraw":
                ending.withdraw(standing, key)
            else:
                ending.answer(standing, key, accept=body.answer == "accept")

        return self.told(request, battle, work)


class Pause(Deed):
    """``/battles/<battle>/pause``"""

    @seated(name="battle_pause", **DEED)
    def post(self, request: Request, battle: str) -> HttpResponse:
        """Pause a battle

        Nobody may act until somebody who plays lets it go on.
        """
        return self.told(request, battle, ending.pause)


class Resume(Deed):
    """``/battles/<battle>/resume``"""

    @seated(name="battle_resume", **DEED)
    def post(self, request: Request, battle: str) -> HttpResponse:
        """Let a paused battle go on"""
        return self.told(request, battle, ending.resume)
