"""Standing orders: decisions that a side makes without asking its player."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from battles.ai import players
from battles.engine.actions import LazyActions
from battles.engine.dice import SeededDice
from battles.engine.options import OptionSpec, OptionValue, read_options
from battles.engine.orders import SKIP, all_skipped
from battles.engine.record import Entry
from battles.models import Battle, Seat, Status
from battles.services.access import Access, access_at
from battles.services.play import entry_writer
from battles.services.play.free_undo import is_free
from battles.services.play.lock import NotYours, Refused
from battles.services.play.position import Position, current_position, dice_key, system_of
from battles.services.play.rules_change import locked_for_writing
from battles.services.view.battle_view import ShownBattle

MOST_SETTLED: Final = 40
"""The most decisions that orders make between two decisions of people."""


def orders_of(access: Access, side: str) -> tuple[Mapping[str, OptionSpec], Mapping[str, OptionValue]]:
    """The standing orders that a side may give, and those it has given.

    Raises:
        NotYours: it is not the user's side.
    """
    seat = _own(access, side)
    return current_position(access.battle).system.ui.standing_orders, dict(seat.orders)


def give(access: Access, side: str, values: Mapping[str, OptionValue]) -> None:
    """Replace the standing orders of a side, and follow them if they settle the present decision.

    Raises:
        NotYours: it is not the user's side.
        Refused: there is no such order, or no such value; ``field`` is ``orders``.
        Over, Gone: the battle is over or deleted.
    """
    _own(access, side)
    with locked_for_writing(access.battle) as battle:
        _write(battle, side, values)


def skip(access: Access, side: str, name: str) -> None:
    """Add one order: skip this decision from now on. The other orders stay.

    Raises:
        NotYours, Refused, Over, Gone: as ``give``.
    """
    _own(access, side)
    with locked_for_writing(access.battle) as battle:
        seat = Seat.objects.get(battle=battle, place=side)
        _write(battle, side, {**seat.orders, name: SKIP})


def _write(battle: Battle, side: str, values: Mapping[str, OptionValue]) -> None:
    specs = current_position(battle).system.ui.standing_orders
    try:
        orders = read_options(current_position(battle).system.meta.title, specs, values, noun="standing order")
    except ValueError as wrong:
        raise Refused(str(wrong), "orders") from None
    changed = {name: value for name, value in orders.items() if value != specs[name].default}
    Seat.objects.filter(battle=battle, place=side).update(orders=changed)
    follow(battle, tuple(battle.seats.order_by("place")))


def skip_orders(access: Access, view: ShownBattle) -> dict[str, str]:
    """The orders that would skip the viewer's present decision, by name, with their texts."""
    side = view.acts_as
    if side is None or side not in access.own or view.viewer != side:
        return {}
    system = system_of(view.facts.system)
    wanted = ((name, {name: word}) for name, word in all_skipped(system.ui.standing_orders).items())
    settled = [name for name, orders in wanted if system.ui.ordered(view.seen, side, view.options, orders) is not None]
    return {name: system.ui.standing_orders[name].words[SKIP] for name in settled}


def follow(battle: Battle, seats: Sequence[Seat]) -> None:
    """Play the decisions that standing orders settle. The caller has locked the battle's row.

    Args:
        seats: all seats, in order of their places, read since the row was locked.
    """
    for _ in range(MOST_SETTLED):
        if battle.status != Status.PLAYING or not _settled(battle, seats):
            return


def _settled(battle: Battle, seats: Sequence[Seat]) -> bool:
    """Play one decision if an order settles it; True if so."""
    for seat in (seat for seat in seats if seat.place in battle.awaited):
        computer = players.orders(seat.computer, system_of(battle.system)) if seat.computer else {}
        orders = computer or dict(seat.orders)
        if not orders:
            continue
        before = current_position(battle)
        action = _order(before, seat.place, orders)
        if action is not None:
            _play(battle, before, seat, action, seats)
            return True
    return False


def _order(before: Position, side: str, orders: Mapping[str, OptionValue]) -> Any | None:
    system = before.system
    options = LazyActions(system.options, before.state, side)
    return system.ui.ordered(system.secrets.view(before.state, side), side, options, orders)


def _play(battle: Battle, before: Position, seat: Seat, action: Any, seats: Sequence[Seat]) -> None:
    number = battle.head + 1
    dice = SeededDice(dice_key(battle), number)
    step = before.system.decide(before.state, seat.place, action, dice)
    entry: Entry[Any, Any] = Entry(number, seat.place, action, tuple(dice.rolls), step.events)
    access = access_at(seat, battle)
    access = replace(access, name=f"{access.name[:60]}, standing order")
    entry_writer.write(battle, before, entry, step.state, access, free=is_free(before, entry, step), seats=seats)


def _own(access: Access, side: str) -> Seat:
    for seat in access.seats:
        if seat.place == side and side in access.own and side in current_position(access.battle).system.sides:
            return seat
    raise NotYours("Only the player of a side may give its standing orders.")
