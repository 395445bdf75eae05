"""Standing orders: answers that a side gives without being asked each time."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from battles.engine.core import ALWAYS, ASK, NEVER, SKIP, Option, SideId, order, order_value
from battles.engine.options import OptionSpec, OptionValue
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.decisions import Contact, Frame, MoveContinuation, MoveInProgress, Shot
from battles.rules.mini_nap.hidden import View, state_from_view
from battles.rules.mini_nap.reactions.opportunity_charge import is_counter_charge

ORDERS: Final[Mapping[str, OptionSpec]] = MappingProxyType(
    {
        "counter_charge": order(
            "Counter-charge",
            "A charged unit charges its charger at the first point where it may.",
            "MN-REACT-70",
        ),
        "opportunity_charge": order(
            "Opportunity charge", "Units charge enemies that move near them.", "MN-REACT-60", {NEVER: "Never"}
        ),
        "go_on": order(
            "Go on",
            "After a failed charge against a moving unit, the unit moves on.",
            "MN-RULING-69",
            {ALWAYS: "Always, in full", NEVER: "Never: it stops"},
        ),
        "charged": order(
            "When charged",
            "A charged unit stands, or first tries to form square where it may.",
            "MN-REACT-03",
            {"stand": "Stand and fight", "square": "Try to form square against cavalry, else stand"},
        ),
        "nearby_squares": order("Squares nearby", "Infantry near a charge also tries to form square.", "MN-REACT-41"),
        "suppress": order("Suppress", "Skirmishers suppress a battery that is about to fire.", "MN-FIRE-60"),
        "return_fire": order(
            "Return fire", "Units that may return fire do so, at the best aiming point.", "MN-FIRE-50"
        ),
        "feint": order(
            "Feint", "Cavalry whose target forms an emergency square tries to feint.", "MN-REACT-50", {NEVER: "Never"}
        ),
        "retreats": order(
            "Retreats",
            "You may retreat units in every step of your initiative, so the game stops in every step. Otherwise it "
            "continues when nothing else is left to do, and you may still retreat units before you choose a Brigade.",
            "MN-RULING-184",
            {SKIP: "Do not ask me about retreats"},
        ),
    }
)
"""Standing orders by name, in the order of a form."""


def standing_answer(
    seen: View, side: SideId, options: Sequence[Option], orders: Mapping[str, OptionValue]
) -> Any | None:
    """The action of ``options`` that the orders decide; None if the player has to decide."""
    if order_value(orders, "retreats") == SKIP:
        only_action = turn.only_action_without_retreats(state_from_view(seen), seen.viewer)
        if only_action is not None:
            return only_action
    frame = seen.stack[-1] if seen.stack else None
    ordered = _ordered_action(frame, options, orders)
    return ordered if ordered is not None and any(ordered in option.actions for option in options) else None


def _ordered_action(frame: Frame | None, options: Sequence[Option], orders: Mapping[str, OptionValue]) -> Any | None:
    if isinstance(frame, MoveInProgress):
        return _reaction_to_move(frame, options, orders)
    if isinstance(frame, Shot):
        word = order_value(orders, "suppress" if frame.stage == "suppress" else "return_fire")
        return _either(word, _first(options, act.Suppress | act.ReturnFire), act.Pass())
    if isinstance(frame, MoveContinuation):
        actions = [action for option in options for action in option.actions]
        longest = max(actions, key=lambda go_on: go_on.travel, default=None)
        return _either(order_value(orders, "go_on"), longest, act.GoOn(0))
    if isinstance(frame, Contact):
        return _answer_to_charge(frame, options, orders)
    return None


def _reaction_to_move(
    frame: MoveInProgress, options: Sequence[Option], orders: Mapping[str, OptionValue]
) -> Any | None:
    """W1: a counter-charge at the first point where it is legal; a pass if every charge is forbidden."""
    charges = [option.actions[0] for option in options if option.kind == "opportunity_charge"]
    counter = next((charge for charge in charges if is_counter_charge(frame, charge.unit)), None)
    if counter is not None and order_value(orders, "counter_charge") == ALWAYS:
        return counter
    undecided = [
        charge
        for charge in charges
        if order_value(orders, "counter_charge" if charge is counter else "opportunity_charge") != NEVER
    ]
    return None if undecided else act.Pass()


def _answer_to_charge(frame: Contact, options: Sequence[Option], orders: Mapping[str, OptionValue]) -> Any | None:
    """W2, W3, W4, and the charger's own feint."""
    if frame.stage == "answer":
        word = order_value(orders, "charged")
        square = _first(options, act.EmergencySquare) if word == "square" else None
        return square or (None if word == ASK else act.Stay())
    if frame.stage == "nearby":
        tries = [action for option in options for action in option.actions if isinstance(action, act.NearbySquares)]
        most = max(tries, key=lambda action: len(action.tries), default=None)
        return _either(order_value(orders, "nearby_squares"), most, act.NearbySquares(()))
    return act.Stay() if frame.stage == "feint" and order_value(orders, "feint") == NEVER else None


def _either(word: str, always: Any | None, never: Any) -> Any | None:
    return {ALWAYS: always, NEVER: never}.get(word)


def _first(options: Sequence[Option], kinds: Any) -> Any | None:
    return next((action for option in options for action in option.actions if isinstance(action, kinds)), None)
