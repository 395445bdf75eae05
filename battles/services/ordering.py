"""Standing orders: what a player's side answers without asking him, so that a battle of far-apart players goes on.

They belong to a seat and only who sits there sees them. What they settle is played at once, in the writing that led to
the question, and is an entry of the log like any other, in his name.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from battles.engine.dice import SeededDice
from battles.engine.option_spec import OptionSpec, OptionValue, read_options
from battles.engine.record import Entry
from battles.models import Battle, Seat, Status
from battles.services import recording
from battles.services.correcting import writing
from battles.services.locking import NotYours, Refused
from battles.services.position import Position, dice_key, now
from battles.services.standing import Standing, standing_at

MOST_SETTLED: Final = 40
"""Answers that orders give between two decisions of people."""


def orders_of(standing: Standing, side: str) -> tuple[Mapping[str, OptionSpec], Mapping[str, OptionValue]]:
    """The orders that a side may give, and those it has given.

    Raises:
        NotYours: it is not his side.
    """
    seat = _own(standing, side)
    return now(standing.battle).system.orders(), dict(seat.orders)


def give(standing: Standing, side: str, values: Mapping[str, OptionValue]) -> None:
    """Put these orders in place of those that a side has given, and follow them if it is asked something now.

    Raises:
        NotYours: it is not his side.
        Refused: there is no such order, or it cannot say that; ``field`` is ``orders``.
        Over, Gone: the battle is over, or not there.
    """
    _own(standing, side)
    with writing(standing.battle) as battle:
        specs = now(battle).system.orders()
        try:
            found = read_options(now(battle).system.meta.title, specs, values, noun="standing order")
        except ValueError as wrong:
            raise Refused(str(wrong), "orders") from None
        given = {name: value for name, value in found.items() if value != specs[name].default}
        Seat.objects.filter(battle=battle, place=side).update(orders=given)
        follow(battle)


def follow(battle: Battle) -> None:
    """Play what standing orders settle, for as long as they settle what is asked; the caller holds the battle's row."""
    for _ in range(MOST_SETTLED):
        if battle.status != Status.PLAYING or not _settled(battle):
            return


def _settled(battle: Battle) -> bool:
    """Whether an order has settled a decision."""
    seats = {seat.place: seat for seat in battle.seats.filter(computer="", place__in=list(battle.awaited))}
    if not any(seat.orders for seat in seats.values()):
        return False
    before = now(battle)
    for side in before.awaited:
        seat = seats.get(side)
        action = _order(before, seat) if seat is not None and seat.orders else None
        if seat is not None and action is not None:
            _play(battle, before, seat, action)
            return True
    return False


def _order(before: Position, seat: Seat) -> Any | None:
    system, side = before.system, seat.place
    return system.ordered(system.view(before.state, side), side, system.options(before.state, side), dict(seat.orders))


def _play(battle: Battle, before: Position, seat: Seat, action: Any) -> None:
    number = battle.head + 1
    dice = SeededDice(dice_key(battle), number)
    step = before.system.decide(before.state, seat.place, action, dice)
    entry: Entry[Any, Any] = Entry(number, seat.place, action, tuple(dice.rolls), step.events)
    standing = standing_at(seat, battle)
    recording.write(battle, before, entry, step.state, replace(standing, name=f"{standing.name[:60]}, standing order"))


def _own(standing: Standing, side: str) -> Seat:
    for seat in standing.seats:
        if seat.place == side and side in standing.own and side in now(standing.battle).system.sides:
            return seat
    raise NotYours("Standing orders are given by whoever sits at the side.")
