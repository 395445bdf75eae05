"""Orders as short text: ``march quatre-bras via frasnes forced attack; hold 6h works``."""

from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

from campaign.war.rules.order_values import Leg, Order, Pace, Posture
from campaign.war.rules.state import CampaignState

VERBS: Final = {
    "march": "to",
    "hold": "",
    "rest": "",
    "delay": "back_to",
    "scout": "",
    "join": "force",
    "detach": "formations",
    "break": "crossing",
    "mend": "crossing",
    "bridge": "crossing",
    "mask": "fortress",
}
"""By verb, what the word after it names."""
KINDS: Final = {"break": "break_crossing", "mend": "mend_crossing"}
FLAGS: Final = ("support", "works", "enter", "storm")
HELP: Final = (
    "march POINT [via POINT] [forced|night] | hold | rest | delay POINT | scout | join FORCE | detach NUMBERS | "
    "break|mend|bridge CROSSING | mask POINT, each with attack|accept|avoid, support, works, enter, storm, 6h, "
    "avoid-at 15; parts are divided by semicolons"
)


class NoOrder(ValueError):
    """A text that is no order; a sentence."""


def read_order(state: CampaignState, force: str, text: str) -> Order:
    """The order that ``text`` gives to a force.

    Raises:
        NoOrder: a word that is not understood; the sentence says which.
    """
    parts = [part.split() for part in text.split(";") if part.strip()]
    if not parts:
        raise NoOrder(f"An order has at least one part: {HELP}.")
    return Order(force, tuple(_leg(state, force, words) for words in parts))


def _leg(state: CampaignState, force: str, words: list[str]) -> Leg:
    verb, left = words[0].lower(), iter(words[1:])
    if verb not in VERBS:
        raise NoOrder(f"There is no order {words[0][:30]}: {HELP}.")
    facts: dict[str, Any] = {}
    if VERBS[verb]:
        named = _next(left, f"{verb} needs a name after it.")
        facts[VERBS[verb]] = _formations(state, force, named) if verb == "detach" else named
    for word in left:
        _word(facts, word, left)
    return Leg(KINDS.get(verb, verb), **facts)  # type: ignore[arg-type]


def _word(facts: dict[str, Any], word: str, left: Iterator[str]) -> None:
    if word in get_args(Posture):
        facts["posture"] = word
    elif word in get_args(Pace):
        facts["pace"] = word
    elif word in FLAGS:
        facts[word] = True
    elif word == "via":
        facts["via"] = (*facts.get("via", ()), _next(left, "via needs a point."))
    elif word == "avoid-at":
        facts["avoid_at"] = _number(_next(left, "avoid-at needs a number of tenths."))
    elif word.endswith("h") and word[:-1].isdigit():
        facts["hours"] = _number(word[:-1])
    else:
        raise NoOrder(f"{word[:30]} is not understood: {HELP}.")


def _next(left: Iterator[str], missing: str) -> str:
    word = next(left, "")
    if not word:
        raise NoOrder(missing)
    return word


def _number(text: str) -> int:
    if not text.isdigit() or len(text) > 4:
        raise NoOrder(f"{text[:20]} is not a whole number.")
    return int(text)


def _formations(state: CampaignState, force: str, text: str) -> tuple[str, ...]:
    """Brigades by their numbers in the force, from 1: ``2,3``."""
    own = state.forces[force].formations if force in state.forces else ()
    numbers = [_number(word) for word in text.split(",")]
    for number in numbers:
        if not 1 <= number <= len(own):
            raise NoOrder(f"The force has {len(own)} brigades; there is no number {number}.")
    return tuple(own[number - 1] for number in numbers)


def leg_words(leg: Leg, name: Callable[[str], str] = str) -> str:
    """A part of an order in words; ``name`` gives the name of a point."""
    verb = {kind: verb for verb, kind in KINDS.items()}.get(leg.order, leg.order)
    words = [verb]
    words += [name(point) for point in (leg.to, leg.back_to, leg.fortress) if point]
    words += [word for word in (leg.force, leg.crossing) if word]
    words += [f"via {name(point)}" for point in leg.via]
    words += [f"{len(leg.formations)} brigade{'s' if len(leg.formations) != 1 else ''}"] if leg.formations else []
    words += [leg.pace] if leg.pace != "normal" else []
    words += [leg.posture] if leg.posture != "accept" else []
    words += [flag for flag in FLAGS if getattr(leg, flag)]
    words += [f"{leg.hours}h"] if leg.hours is not None else []
    words += [f"avoid-at {leg.avoid_at}"] if leg.avoid_at is not None else []
    return " ".join(words)


def order_words(legs: tuple[Leg, ...], name: Callable[[str], str] = str) -> str:
    """An order in words; a force without one holds."""
    return "; ".join(leg_words(leg, name) for leg in legs) or "hold"
