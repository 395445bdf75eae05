"""The standing orders of a side: what it answers without asking whoever sits there."""

from typing import Any

from django.http import HttpResponse
from msgspec import Struct
from rest_framework.request import Request

from battles.api.endpoint import PLAY, BattleEndpoint, seated
from battles.api.finding import present
from battles.services import ordering
from battles.services.standing import Standing

TAG: dict[str, Any] = {"tag": "Seats"}


class OrderToGive(Struct, frozen=True):
    """An order that the side may give: `given` is one of `allowed`, and `ask` is to be asked."""

    name: str
    label: str
    sentence: str
    rule: str
    allowed: list[str]
    given: str


class StandingOrders(Struct, frozen=True):
    """The standing orders of a side, which only who sits there may read."""

    items: list[OrderToGive]


class OrdersGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """Every order that the side gives, by name; of what is not named it is asked."""

    orders: dict[str, str]


class SideOrders(BattleEndpoint):
    """``/battles/<battle>/seats/<place>/orders``"""

    @seated(name="orders_read", answer=StandingOrders, sort=PLAY, **TAG)
    def get(self, request: Request, battle: str, place: str) -> HttpResponse:
        """Read your standing orders"""
        return self.respond(_told(present(request, battle), place))

    @seated(
        name="orders_give",
        body=OrdersGiven,
        example={"orders": {"hasty_square": "always"}},
        answer=StandingOrders,
        sort=PLAY,
        **TAG,
    )
    def put(self, request: Request, body: OrdersGiven, battle: str, place: str) -> HttpResponse:
        """Give standing orders

        They take the place of those given before. What they settle is answered at once and stands in the log.
        """
        standing = present(request, battle)
        ordering.give(standing, place, body.orders)
        return self.respond(_told(present(request, battle), place))


def _told(standing: Standing, place: str) -> StandingOrders:
    specs, given = ordering.orders_of(standing, place)
    return StandingOrders(
        [
            OrderToGive(
                name, spec.label, spec.sentence, spec.rule, list(spec.allowed), str(given.get(name, spec.default))
            )
            for name, spec in specs.items()
        ]
    )
