"""Actions: type check, lists computed on demand, and a random legal action."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, wraps
from itertools import islice
from typing import Any, Final, TypeVar, get_type_hints, overload

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from battles.engine.codec import build_decoder
from battles.engine.core import Option, Refusal, Step
from battles.engine.dice import Dice, Roll
from battles.engine.rng import Chances


class LazyActions(Sequence[Any]):
    """The actions that ``make`` returns for its arguments, computed when they are first read.

    Reading only the first action does not compute the others.
    """

    __slots__ = ("_actions", "_arguments", "_first", "_make")

    def __init__(self, make: Callable[..., Iterable[Any]], *arguments: Any) -> None:
        self._make = make
        self._arguments = arguments
        self._actions: tuple[Any, ...] | None = None
        self._first: tuple[Any, ...] | None = None

    def _all(self) -> tuple[Any, ...]:
        if self._actions is None:
            self._actions = tuple(self._make(*self._arguments))
        return self._actions

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        if place == 0 and self._actions is None:
            if self._first is None:
                self._first = tuple(islice(self._make(*self._arguments), 1))
            return self._first[0]
        return self._all()[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return f"LazyActions({list(self._all())!r})"


SELDOM: Final = 20
"""One draw in this many picks a rare option, if there are other options."""


def options_to_draw(options: Sequence[Option], chances: Chances) -> Sequence[Option]:
    """The options to draw an action from: the usual ones, and once in ``SELDOM`` draws the rare (``seldom``) ones."""
    usual = [option for option in options if not option.seldom]
    if not usual or len(usual) == len(options):
        return options
    return usual if chances.below(SELDOM) else [option for option in options if option.seldom]


def random_listed_action(options: Sequence[Option], chances: Chances) -> Any:
    """A random action of ``options``, each equally likely, but rarely one of an option that is ``seldom``."""
    drawn = options_to_draw(options, chances)
    place = chances.below(sum(len(option.actions) for option in drawn))
    for option in drawn:
        if place < len(option.actions):
            return option.actions[place]
        place -= len(option.actions)
    raise AssertionError("the index is below the number of actions of all options")


Refuse = TypeVar("Refuse", bound=Callable[..., Any])

PLAIN: Final = frozenset((int, str, bool, type(None)))
"""Types that a field of an action may have, besides tuples and Structs."""

_ENCODER: Final = msgspec.json.Encoder()


def total(action_type: Any) -> Callable[[Refuse], Refuse]:
    """Make a ``refuse`` function total: it refuses an action or a side of a wrong type before the rules read it.

    The last two arguments of the decorated function are the side and the action.
    """

    def decorate(refuse: Refuse) -> Refuse:
        decoder = cache(lambda: build_decoder(action_type))

        @wraps(refuse)
        def refuse_any(*arguments: Any) -> Refusal | None:
            side, action = arguments[-2:]
            if not _is_read_back(decoder(), action):
                return Refusal("malformed", "", _fault(action_type, action))
            if type(side) is not str:
                return Refusal("no_such", "", "There is no such side.")
            refusal: Refusal | None = refuse(*arguments)
            return refusal

        return refuse_any  # type: ignore[return-value]

    return decorate


def _is_read_back(decoder: msgspec.json.Decoder[Any], value: Any) -> bool:
    """True if ``value`` has plain types only and JSON decodes to an equal value.

    ``value`` may be anything, so every exception is caught.
    """
    try:
        return _is_plain(value) and bool(decoder.decode(_ENCODER.encode(value)) == value)
    except Exception:
        return False


def _is_plain(value: Any) -> bool:
    kind = type(value)
    if kind is not tuple and not issubclass(kind, Struct):
        return kind in PLAIN
    for part in value if kind is tuple else astuple(value):
        if type(part) not in PLAIN and not _is_plain(part):
            return False
    return True


def _fault(action_type: Any, action: Any) -> str:
    """A sentence that says what is wrong with an action that JSON does not reproduce."""
    kinds = getattr(action_type, "__args__", (action_type,))
    kind: Any = next((each for each in kinds if each is type(action)), None)
    if kind is None:
        return "This is not an action of these rules."
    for name, decoder in _part_decoders(kind).items():
        if not _is_read_back(decoder, getattr(action, name, ...)):
            return f"The “{name}” of “{kind.__struct_config__.tag}” has a wrong type or is out of range."
    return "The parts of this action do not fit together."


@cache
def _part_decoders(kind: Any) -> dict[str, msgspec.json.Decoder[Any]]:
    """A decoder for each field of a kind of action."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: build_decoder(hints[name]) for name in kind.__struct_fields__}


class Recorder:
    """An action or entry being carried out: it adds events and applies each to the state at once.

    ``evolve`` gives the state after an event.
    """

    __slots__ = ("_rolls_used", "dice", "events", "state")

    evolve: Callable[[Any, Any], Any]

    def __init__(self, state: Any, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Any] = []
        self._rolls_used = len(dice.rolls)

    def tell(self, event: Any) -> None:
        """Add an event and apply it to the state."""
        self.events.append(event)
        self.state = type(self).evolve(self.state, event)

    def new_rolls(self) -> tuple[Roll, ...]:
        """The rolls since the last call, for the event that they belong to."""
        rolls = tuple(self.dice.rolls[self._rolls_used :])
        self._rolls_used = len(self.dice.rolls)
        return rolls

    def step(self) -> Step[Any]:
        """The events so far and the state after them."""
        return Step(tuple(self.events), self.state)
