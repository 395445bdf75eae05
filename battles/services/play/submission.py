"""Play an action: the one way for people, computer players and programs; standing orders; actions to undo freely."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from battles.ai import players
from battles.engine.actions import LazyActions
from battles.engine.core import SKIP, SideId, Step, all_skipped
from battles.engine.dice import DiceDiffer, DiceNeeded, RecordedDice, SeededDice
from battles.engine.options import OptionSpec, OptionValue, read_options
from battles.engine.record import Entry
from battles.engine.rng import Chances
from battles.models import Battle, Seat, Status, Told
from battles.models import Entry as EntryRow
from battles.services.access import Access, access_at
from battles.services.play import entry_writer
from battles.services.play.lock import NotYours, Refused, Stale, must_be_playing
from battles.services.play.position import Position, current_position, dice_key, entry_of, position_at, system_of
from battles.services.play.reconstruction import locked_for_writing
from battles.services.view.battle_view import ShownBattle

SAMPLES: Final = 3
"""Other states, possible from the side's view, in which an action is tried to see if it reveals something hidden."""


def is_free(before: Position, entry: Entry[Any, Any], step: Step[Any]) -> bool:
    """True if the side of an entry may undo it without asking."""
    side = entry.side
    if entry.rolls or side is None or side not in before.system.sides:
        return False
    return not _reveals(before, side, entry.action, step) and not _passes_hidden_decision(before, side, step.state)


def _reveals(before: Position, side: SideId, action: Any, step: Step[Any]) -> bool:
    """True if an action without dice revealed something to ``side``.

    The action is tried in other states that look the same to the side. If the side would learn something else there,
    the action revealed something.
    """
    system = before.system
    seen = system.secrets.view(before.state, side)
    shown = _shadows(system, before.state, step, side)
    for number in range(SAMPLES):
        other = system.secrets.resample(seen, Chances(b"%d" % number))
        if other == before.state:
            continue
        try:
            if system.refuse(other, side, action) is not None:
                return True
            tried = system.decide(other, side, action, RecordedDice(()))
        except (DiceNeeded, DiceDiffer):
            return True
        if _shadows(system, other, tried, side) != shown:
            return True
    return False


def _passes_hidden_decision(before: Position, side: SideId, after: Any) -> bool:
    """True if the action hands a hidden decision to the other side.

    A free undo, or its refusal, would then show if the other side has decided. Not if the side knows everything.
    """
    system = before.system
    decide = set(system.deciding(after))
    if side in decide or not decide - set(before.awaited):
        return False
    seen = system.secrets.view(after, side)
    return any(system.secrets.resample(seen, Chances(b"%d" % number)) != after for number in range(SAMPLES))


def _shadows(system: Any, state: Any, step: Step[Any], side: SideId) -> list[Any]:
    """What ``side`` sees of the events of a step, and the sides that decide next."""
    shadows = []
    for event in step.events:
        shadows.append(system.secrets.shadow(state, event, side))
        state = system.evolve(state, event)
    return [*shadows, system.deciding(state)]


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


def skips_in_force(access: Access, view: ShownBattle) -> tuple[str, ...]:
    """The texts of the standing orders of the viewer's side that skip decisions."""
    side = view.acts_as
    seat = next((seat for seat in access.seats if seat.place == side), None)
    if seat is None or side not in access.own or view.viewer != side:
        return ()
    specs = system_of(view.facts.system).ui.standing_orders
    return tuple(specs[name].words[SKIP] for name, value in seat.orders.items() if value == SKIP and name in specs)


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
    options = LazyActions(before.options, side)
    return before.system.ui.ordered(before.view(side), side, options, orders)


def _play(battle: Battle, before: Position, seat: Seat, action: Any, seats: Sequence[Seat]) -> None:
    number = battle.head + 1
    dice = SeededDice(dice_key(battle), number)
    step = before.system.decide(before.state, seat.place, action, dice)
    entry: Entry[Any, Any] = Entry(number, seat.place, action, tuple(dice.rolls), step.events)
    access = access_at(seat, battle)
    access = replace(access, name=f"{access.name[:60]}{BY_ORDER}")
    entry_writer.write(battle, before, entry, step.state, access, free=is_free(before, entry, step), seats=seats)


def _own(access: Access, side: str) -> Seat:
    for seat in access.seats:
        if seat.place == side and side in access.own and side in current_position(access.battle).system.sides:
            return seat
    raise NotYours("Only the player of a side may give its standing orders.")


BY_ORDER: Final = ", standing order"
"""What follows the player's name in an entry that their standing orders made."""
MOST_ENTRIES: Final = 20_000
"""The most entries of a battle; the longest finished one had some hundreds."""

MOST_CHOSEN: Final = 2
"""The most simultaneous decisions of other sides; no battle has more sides."""


def submit(access: Access, side: SideId, action: Any, *, expect: int | None, token: UUID) -> EntryRow:
    """Play ``action`` for ``side``, write its entry, and play the decisions that standing orders then make.

    ``battle`` of the returned entry is the battle after all of them.

    Args:
        expect: the last line of their feed that the user has seen; None to act without this check.
        token: comes from the form; the same action sent twice with it is played once.

    Raises:
        NotYours: the user may not act for this side.
        Over, Paused: the battle is over, paused, or has not begun.
        Stale: the user's feed has new lines, or another action was played with the token.
        Refused: the rules forbid it.
        Gone: the battle was deleted.
    """
    access.must_act_for(side)
    with locked_for_writing(access.battle) as battle:
        earlier = earlier_entry(access, battle, token, lambda entry: (entry.side, entry.action) == (side, action))
        if earlier is not None:
            return earlier
        must_be_playing(battle)
        must_have_room(battle)
        if not _chose_meanwhile(access, battle, side, expect):
            must_be_current(access, battle, expect)
        before = current_position(battle)
        refusal = before.system.refuse(before.state, side, action)
        if refusal is not None:
            raise Refused(refusal)
        number = battle.head + 1
        dice = SeededDice(dice_key(battle), number)
        step: Step[Any] = before.system.decide(before.state, side, action, dice)
        entry: Entry[Any, Any] = Entry(number, side, action, tuple(dice.rolls), step.events)
        free = is_free(before, entry, step)
        seats = tuple(battle.seats.order_by("place"))
        row = entry_writer.write(battle, before, entry, step.state, access, token=token, free=free, seats=seats)
        follow(battle, seats)
        return row


def earlier_entry(
    access: Access, battle: Battle, token: UUID | None, is_same: Callable[[Entry[Any, Any]], bool]
) -> EntryRow | None:
    """The entry that was written with a form's token; None if there is none.

    Raises:
        Stale: the entry is another one, as after the back button of a browser.
    """
    row = None if token is None else EntryRow.objects.filter(battle=battle, token=token).first()
    if row is None:
        return None
    if not is_same(entry_of(current_position(battle).system, row)):
        raise Stale(last_line(battle, access.viewer))
    row.battle = battle
    return row


def must_have_room(battle: Battle) -> None:
    """Raise `Refused` if the battle has the most entries possible."""
    if battle.head >= MOST_ENTRIES:
        raise Refused(f"This battle has {MOST_ENTRIES:,} entries, the maximum. Resign or agree to a draw.")


def must_be_current(access: Access, battle: Battle, expect: int | None) -> None:
    """Raise `Stale` if the user's feed has another last line than ``expect``; None skips the check."""
    last = last_line(battle, access.viewer)
    if expect is not None and expect != last:
        raise Stale(last)


def _chose_meanwhile(access: Access, battle: Battle, side: SideId, expect: int | None) -> bool:
    """True if since line ``expect`` others have only made simultaneous decisions, and ``side`` has the same choices."""
    if expect is None or not 0 <= expect < last_line(battle, access.viewer):
        return False
    rows = Told.objects.filter(battle=battle, viewer=access.viewer, n__gte=expect).select_related("entry")
    first, *since = rows.order_by("n")[: MOST_CHOSEN + 1]
    before, stands = position_at(battle, first.seq), current_position(battle)
    others = {other for other in before.awaited if other != side}
    chose = [row.entry is not None and row.entry.back is None and row.entry.side in others for row in since]
    if len(since) > len(others) or not all(chose) or side not in before.awaited or side not in stands.awaited:
        return False
    return _choices(before, side) == _choices(stands, side)


def _choices(position: Position, side: SideId) -> list[Any]:
    return [action for option in position.options(side) for action in option.actions]


def last_line(battle: Battle, viewer: str) -> int:
    """The number of a viewer's last line; -1 if there is none."""
    return int(battle.lines.get(viewer, (0, ""))[0]) - 1
