"""Standing orders: what a side answers in the windows of the other side's initiative without being asked each time."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from battles.engine.core import Option
from battles.engine.option_spec import OptionSpec, OptionValue
from battles.engine.orders import ALWAYS, ASK, NEVER, order, said
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.frames import Contact, Course, Frame, Onward, Shot
from battles.rules.mini_nap.reacting import is_counter
from battles.rules.mini_nap.view import View

ORDERS: Final[Mapping[str, OptionSpec]] = MappingProxyType(
    {
        "counter_charge": order(
            "Counter-charge",
            "A unit that is charged charges its charger as soon as it may.",
            "MN-REACT-70",
        ),
        "opportunity_charge": order(
            "Opportunity charge", "Units charge an enemy who moves near them.", "MN-REACT-60", {NEVER: "Never"}
        ),
        "go_on": order(
            "Go on",
            "A unit that the enemy has tried in vain to charge on its way goes on.",
            "MN-RULING-69",
            {ALWAYS: "Always, in full", NEVER: "Never: it stops there"},
        ),
        "charged": order(
            "When charged",
            "A unit that is charged stands, or tries for square first where it may.",
            "MN-REACT-03",
            {"stand": "Stand and fight", "square": "Try for square against cavalry, else stand"},
        ),
        "nearby_squares": order("Squares nearby", "Infantry near a charge tries for square as well.", "MN-REACT-41"),
        "suppress": order("Suppress", "Skirmishers suppress a battery that is about to fire.", "MN-FIRE-60"),
        "return_fire": order("Return fire", "Units that may return fire do so, at the best aim.", "MN-FIRE-50"),
        "feint": order("Feint", "A unit whose charge is met feints.", "MN-REACT-50", {NEVER: "Never"}),
    }
)
"""By name, in the order of a form."""


def ordered(seen: View, options: Sequence[Option], given: Mapping[str, OptionValue]) -> Any | None:
    """The action of ``options`` that ``given`` settles; None where somebody has to be asked."""
    frame = seen.stack[-1] if seen.stack else None
    wanted = _wanted(frame, options, given)
    return wanted if any(wanted in option.actions for option in options) else None


def _wanted(frame: Frame | None, options: Sequence[Option], given: Mapping[str, OptionValue]) -> Any | None:
    if isinstance(frame, Course):
        return _reaction(frame, options, given)
    if isinstance(frame, Shot):
        word = said(given, "suppress" if frame.stage == "suppress" else "return_fire")
        return _either(word, _first(options, act.Suppress | act.ReturnFire), act.Pass())
    if isinstance(frame, Onward):
        ways = [action for option in options for action in option.actions]
        whole = max(ways, key=lambda way: way.travel, default=None)
        return _either(said(given, "go_on"), whole, act.GoOn(0))
    if isinstance(frame, Contact):
        return _answer(frame, options, given)
    return None


def _reaction(frame: Course, options: Sequence[Option], given: Mapping[str, OptionValue]) -> Any | None:
    """W1: a counter-charge at the first point at which it may be made; nothing where every charge is forbidden."""
    charges = [option.actions[0] for option in options if option.kind == "opportunity_charge"]
    counter = next((charge for charge in charges if is_counter(frame, charge.unit)), None)
    if counter is not None and said(given, "counter_charge") == ALWAYS:
        return counter
    open_to = [
        charge
        for charge in charges
        if said(given, "counter_charge" if charge is counter else "opportunity_charge") != NEVER
    ]
    return None if open_to else act.Pass()


def _answer(frame: Contact, options: Sequence[Option], given: Mapping[str, OptionValue]) -> Any | None:
    """W2 to W4, and the charger's own feint."""
    if frame.stage == "answer":
        word = said(given, "charged")
        square = _first(options, act.EmergencySquare) if word == "square" else None
        return square or (None if word == ASK else act.Stay())
    if frame.stage == "nearby":
        tries = [action for option in options for action in option.actions if isinstance(action, act.NearbySquares)]
        most = max(tries, key=lambda action: len(action.tries), default=None)
        return _either(said(given, "nearby_squares"), most, act.NearbySquares(()))
    return act.Stay() if frame.stage == "feint" and said(given, "feint") == NEVER else None


def _either(word: str, always: Any | None, never: Any) -> Any | None:
    return {ALWAYS: always, NEVER: never}.get(word)


def _first(options: Sequence[Option], kinds: Any) -> Any | None:
    return next((action for option in options for action in option.actions if isinstance(action, kinds)), None)
