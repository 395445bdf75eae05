"""The laws of standing orders that every rules system keeps, along battles played at random."""

from collections.abc import Callable

from battles.engine.options import read_options
from tests.contract.suite import Walk, some

ASK = "ask"


def every_order_may_be_to_be_asked(walk: Walk) -> None:
    """An order is a choice between being asked, which is usual, and answers; it says its rule and what it is for."""
    for name, spec in walk.system.ui.standing_orders.items():
        assert spec.kind == "choice", name
        assert spec.default == ASK, name
        assert ASK in spec.allowed, name
        assert len(spec.allowed) > 1, name
        assert all((spec.label, spec.sentence, spec.rule, *spec.words.values())), name
        read_options("They", walk.system.ui.standing_orders, dict.fromkeys([name], spec.allowed[-1]))


def orders_settle_what_is_listed(walk: Walk) -> None:
    """Whoever gives no order is asked; what an order settles is one of the actions that are listed, by a view alone."""
    chances = walk.chances("orders")
    system = walk.system
    given = [{}, *({name: word} for name, spec in system.ui.standing_orders.items() for word in spec.allowed)]
    for moment in some(walk.played(), 80, chances):
        for side, options in moment.options.items():
            seen = system.secrets.view(moment.state, side)
            alike = system.secrets.view(system.secrets.resample(seen, chances), side)
            for orders in given:
                found = system.ui.ordered(seen, side, options, orders)
                if not options or set(orders.values()) <= {ASK}:
                    assert found is None, f"{orders} settles {found}"
                if found is not None:
                    assert any(found in option.actions for option in options), f"{orders} settles {found}"
                assert system.ui.ordered(alike, side, options, orders) == found


ORDERS: tuple[Callable[[Walk], None], ...] = (every_order_may_be_to_be_asked, orders_settle_what_is_listed)
