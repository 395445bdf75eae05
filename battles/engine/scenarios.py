"""Scenario files that come with a system, and how balanced each of them is."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from math import sqrt
from types import MappingProxyType
from typing import Annotated, Any, Final, Generic, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct

from battles.engine.core import SetupError, SideId
from battles.engine.options import echoed
from battles.engine.words import does, in_sentence

MOST_BYTES: Final = 1_000_000
"""Bytes of a scenario file."""


MOST_SITUATION: Final = 400
"""Characters of a scenario's situation."""
MOST_TASK: Final = 300
"""Characters of a side's task."""
PARAGRAPHS: Final = r"^[^\x00-\x09\x0b-\x1f\x7f]*$"
"""Printable characters and line ends."""
SituationText = Annotated[str, Meta(max_length=MOST_SITUATION, pattern=PARAGRAPHS)]
TaskText = Annotated[str, Meta(max_length=MOST_TASK, pattern=PARAGRAPHS)]


class Titled(Protocol):
    """A set-up of any system."""

    @property
    def title(self) -> str: ...


class Briefed(Protocol):
    """A side of a set-up."""

    @property
    def name(self) -> str: ...

    @property
    def task(self) -> str: ...


class Situated(Titled, Protocol):
    """A set-up with its situation and both sides."""

    @property
    def situation(self) -> str: ...

    @property
    def forces(self) -> Sequence[Briefed]: ...


class SideTask(Struct, frozen=True):
    """A side by its name, and its task; ``task`` may be empty."""

    side: SideId
    name: str
    task: str


class Arriving(Struct, frozen=True):
    """Troops of a side that arrive together: their turn, their names and where, such as ``Brussels road, 0901``.

    ``sentence`` says the same among the scenario's special rules.
    """

    side: SideId
    turn: int
    who: str
    where: str
    sentence: str


class Briefing(Struct, frozen=True):
    """What everybody reads before a battle: the situation, the task of each side, and the scenario's own rules.

    ``special_rules`` are sentences, each with the ID of its rule. A briefing is false if nothing is said.
    """

    situation: str = ""
    tasks: tuple[SideTask, ...] = ()
    special_rules: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.situation or self.special_rules or any(each.task for each in self.tasks))


def briefing_of(setup: Situated, special_rules: Sequence[str] = ()) -> Briefing:
    """The briefing of a set-up of any system; ``special_rules`` are what the system's ``scenarios`` say of it."""
    sides: tuple[SideId, ...] = ("a", "b")
    tasks = (SideTask(side, force.name, force.task) for side, force in zip(sides, setup.forces, strict=True))
    return Briefing(setup.situation, tuple(tasks), tuple(special_rules))


class Orders(Struct, frozen=True):
    """What a printed briefing says of a battle besides its forces.

    ``special_rules`` of the briefing are without those about ``arrivals``. ``edges`` are the edges that sides come
    from. ``hidden`` says in sentences what each side does not know; () for a reader who may not know that.
    """

    briefing: Briefing
    victory: tuple[str, ...] = ()
    arrivals: tuple[Arriving, ...] = ()
    edges: tuple[tuple[SideId, str], ...] = ()
    hidden: tuple[str, ...] = ()


def orders_of(system: Any, state: Any, hidden: Sequence[str] = ()) -> Orders:
    """The orders of a battle of any system, from its set-up and what the dice of its start said."""
    setup, arrivals = state.setup, tuple(system.scenarios.arrivals(state.setup))
    said = {each.sentence for each in arrivals}
    rules = [rule for rule in system.scenarios.special_rules(setup) if rule not in said]
    edges = tuple((side, system.text.side_edge(state, side)) for side in system.sides)
    return Orders(
        briefing_of(setup, rules), tuple(system.scenarios.victory(setup)), arrivals, edges, hidden=tuple(hidden)
    )


T = TypeVar("T", bound=Titled)
K = TypeVar("K")


class Scenario(Struct, Generic[T], frozen=True, kw_only=True):
    """A battle to choose; ``text`` describes it in a paragraph or two."""

    key: str = ""
    text: str = ""
    setup: T

    @property
    def title(self) -> str:
        return self.setup.title


def scenario_files(package: str) -> dict[str, Traversable]:
    """The scenario files of a package by their keys, in the order of the keys."""
    folder = resources.files(package).joinpath("scenarios")
    named = ((file.name.removesuffix(".json"), file) for file in folder.iterdir() if file.name.endswith(".json"))
    return dict(sorted(named, key=lambda item: item[0]))


class _Head(Struct):
    """The fields that every scenario file has, for any system."""

    title: str = ""


def titles_of(package: str) -> dict[str, str]:
    """The title of each scenario of a package by key. Does not load the rules that read a whole scenario."""
    return {
        key: msgspec.json.decode(file.read_bytes(), type=_Head).title for key, file in scenario_files(package).items()
    }


class Shipped(Generic[T]):
    """The scenarios of a package. ``opened`` reads a file and names it by its key."""

    def __init__(self, package: str, opened: Callable[[bytes, str], Scenario[T]]) -> None:
        self._package = package
        self._opened = opened

    @cached_property
    def all(self) -> Mapping[str, Scenario[T]]:
        """Each scenario by its key, in the order of the keys."""
        files = scenario_files(self._package)
        return MappingProxyType({key: self._opened(file.read_bytes(), key) for key, file in files.items()})

    def known(self, key: str) -> Scenario[T]:
        """The scenario of that key.

        Raises:
            SetupError: there is none; the sentence lists the scenarios.
        """
        if key not in self.all:
            raise SetupError(f"There is no scenario {echoed(key)}; the scenarios are {', '.join(self.all)}.")
        return self.all[key]


def decoded(data: bytes, read: Callable[[bytes], Any]) -> Any:
    """The result of ``read`` for the JSON of a scenario file.

    Raises:
        SetupError: it is too large, or not readable JSON; a sentence.
    """
    if len(data) > MOST_BYTES:
        raise SetupError(f"The file has {len(data):,} bytes; at most {MOST_BYTES:,} are allowed.")
    try:
        return read(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SetupError(f"The file is not readable JSON: {error}.") from None
    except RecursionError:
        raise SetupError("The file is not a scenario: its parts are nested too deeply.") from None


FILE: Final = "balance.json"
DIGITS: Final = 16
"""Hexadecimal digits of a digest."""

Z: Final = 1.959963984540054
"""Standard deviations of a 95 % interval."""


class Balance(Struct, frozen=True, kw_only=True):
    """Results of battles of a scenario with ``player`` on both sides, by version ``rules`` of the rules.

    ``names`` and ``wins`` are by side; a battle that neither side won counts only in ``battles``.
    """

    scenario: str
    rules: int
    player: str
    seed: int
    battles: int
    names: dict[SideId, str]
    wins: dict[SideId, int]

    @property
    def drawn(self) -> int:
        """Battles that neither side won."""
        return self.battles - sum(self.wins.values())

    @property
    def first(self) -> SideId:
        """The side whose share is given: the first."""
        return min(self.wins)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the first side's share of the battles that a side won."""
        return interval(self.wins[self.first], self.battles - self.drawn)

    @property
    def favoured(self) -> SideId | None:
        """The side that wins more often than chance explains; None if the scenario is even as far as we know."""
        low, high = self.interval
        if low <= 0.5 <= high:
            return None
        return self.first if low > 0.5 else max(self.wins)

    @property
    def brief(self) -> str:
        """The balance in a few words: ``Even`` or ``Favours the French division, 7 of 10``."""
        if self.favoured is None:
            return "Even"
        of_ten = round(10 * self.wins[self.favoured] / (self.battles - self.drawn))
        return f"Favours {in_sentence(self.names[self.favoured])}, {of_ten} of 10"

    @property
    def sentence(self) -> str:
        """The balance for players."""
        (one, won), (other, lost) = ((self.names[side], self.wins[side]) for side in sorted(self.wins))
        head = "Even"
        if self.favoured is not None:
            head = f"{does(self.names[self.favoured], 'is', 'are')} favoured"
        low, high = self.interval
        share = f"{100 * low:.0f} to {100 * high:.0f} %"
        if not self.drawn:
            counts = f"({share}), {in_sentence(other)} {lost}"
        else:
            counts = f"({share} of those not drawn), {in_sentence(other)} {lost}; {self.drawn} were drawn"
        return (
            f"{head}: {in_sentence(one)} won {won} of {self.battles:,} battles between equal computer players {counts}."
        )


def interval(successes: int, tries: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of successes."""
    if not tries:
        return 0.0, 1.0
    share, z2 = successes / tries, Z * Z
    middle = share + z2 / (2 * tries)
    spread = Z * sqrt(share * (1 - share) / tries + z2 / (4 * tries * tries))
    scale = 1 + z2 / tries
    return (middle - spread) / scale, (middle + spread) / scale


def balance(package: str, key: str) -> Balance | None:
    """The balance of a scenario of a system's package; None if not measured, or measured with another file."""
    stated = stated_balances(package).get(key)
    return stated if stated is not None and stated.scenario == scenario_digest(package, key) else None


@lru_cache(maxsize=64)
def scenario_digest(package: str, key: str) -> str:
    """A digest of the scenario's present file."""
    return hashlib.sha256(scenario_files(package)[key].read_bytes()).hexdigest()[:DIGITS]


@lru_cache(maxsize=8)
def stated_balances(package: str) -> dict[str, Balance]:
    """The balances stored in a system's package, for any version of the files."""
    file = resources.files(package).joinpath(FILE)
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Balance]) if file.is_file() else {}


def balance_text(balances: dict[str, Balance]) -> bytes:
    """The file content of ``balances``, in the order of their keys."""
    return msgspec.json.format(msgspec.json.encode(dict(sorted(balances.items()))), indent=2) + b"\n"


def decoded_as(data: bytes, kind: type[K]) -> K:
    """The JSON of a scenario file as ``kind``.

    Raises:
        SetupError: it is too large, not readable JSON, or does not fit; a sentence, with the path of the part at fault.
    """

    def read(content: bytes) -> K:
        try:
            return msgspec.json.decode(content, type=kind)
        except msgspec.ValidationError as error:
            reason, _, path = str(error).partition(" - at `")
            if "matching regex" in reason:
                reason = "This is blank or contains a character that cannot be printed"
            raise SetupError(f"{reason}.", path.rstrip("`").removeprefix("$").removeprefix(".")) from None

    file: K = decoded(data, read)
    return file
