"""Data types of printing: kinds of sheets, their choices, and the subject they are made from."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from armies.paper.section import Imprint, Section
from battles.engine.armies.army_list import ArmyList
from battles.engine.armies.facts import Army
from battles.engine.armies.roster_words import Losses
from battles.engine.picture import Ground, Scene
from battles.engine.scenarios import Orders
from battles.engine.sheets.cheat_pages import Wanted
from battles.engine.sheets.muster_roll import Roll
from campaign.war.sheets.reports import WarPapers

UMPIRE: Final = "umpire"
"""The reader who may know everything."""


class Sided(NamedTuple):
    """A side of the subject that its reader may know in full. An army has one side, a battle two.

    ``army`` is the army that it comes from, if any, ``listed`` its army list in a
    rulebook, and ``losses`` are its losses in its last battle, as far as
    the reader may know. ``wanted`` gives the contents that its cheat sheet needs, or None if they are not known; it is
    called only when a sheet needs it.
    """

    key: str
    title: str
    roll: Roll
    army: Army | None = None
    losses: Losses | None = None
    wanted: Callable[[], Wanted | None] = lambda: None
    listed: ArmyList | None = None


class Subject(NamedTuple):
    """The subject of a print: an army, a scenario, a battle, a tracked game, a campaign, or a rule system.

    ``rules`` are the numbers and options in force, including the club's own. ``sides`` are the sides that the reader
    may know in full. ``ground`` and ``scene`` are what they may see of the table, None without one. ``address`` is the
    address of its page, ``book`` that of the rulebook. ``secret`` numbers hidden markers; only users who may know the
    sides get it, and it is "" for visitors without an account. ``orders`` are those of a battle, None without one;
    ``war`` are the papers of a campaign.
    """

    key: str
    title: str
    system: str
    rules: Any
    sides: tuple[Sided, ...] = ()
    ground: Ground | None = None
    scene: Scene | None = None
    address: str = ""
    book: str = ""
    secret: str = ""
    orders: Orders | None = None
    war: WarPapers | None = None


class Choice(NamedTuple):
    """A choice of a kind: values with their words, the first is usual; or a whole number within limits."""

    key: str
    label: str
    values: Mapping[str, str] = {}
    least: int = 0
    most: int = 0
    usual: str = ""
    help: str = ""


class Order(NamedTuple):
    """An order to make sheets. ``reader`` is a side's key, ``UMPIRE``, or "" if there is only one reader.

    ``sides`` are those that this reader may know in full. ``choices`` has a value for every choice of the kind.
    """

    subject: Subject
    reader: str
    sides: tuple[Sided, ...]
    choices: Mapping[str, str]
    paper: str
    imprint: Imprint


class Kind(NamedTuple):
    """A kind of sheet.

    ``lacks`` gives a sentence that says why a subject cannot have it, or "". ``make`` gives its sections in order. A
    ``usual`` kind is in a packet unless it is removed. A ``secret`` kind is only for its own side and the umpire.
    A ``war`` kind is for campaigns only, all others for everything else.
    """

    key: str
    title: str
    text: str
    make: Callable[[Order], Sequence[Section]]
    lacks: Callable[[Subject], str] = lambda subject: ""
    choices: tuple[Choice, ...] = ()
    usual: bool = True
    secret: bool = False
    war: bool = False


class BadChoice(ValueError):
    """A choice or its value is not allowed. The text is a sentence; ``choice`` is the key."""

    def __init__(self, choice: str, sentence: str) -> None:
        super().__init__(sentence)
        self.choice = choice


def read_choices(kind: Kind, values: Mapping[str, str]) -> dict[str, str]:
    """A value for every choice of a kind; missing ones get the usual value.

    Raises:
        BadChoice: the kind has no such choice, or the choice no such value.
    """
    choices = {choice.key: choice for choice in kind.choices}
    for key in values:
        if key not in choices:
            words = ", ".join(choices) or "none"
            raise BadChoice(key, f"{kind.title} has no choice {key[:40]!r}. Choices: {words}.")
    return {key: _value(kind, choice, values.get(key, "")) for key, choice in choices.items()}


def _value(kind: Kind, choice: Choice, value: str) -> str:
    if not value:
        return choice.usual or next(iter(choice.values), "")
    if choice.values and value not in choice.values:
        raise BadChoice(choice.key, f"{choice.label} must be one of {', '.join(choice.values)}, not {value[:40]!r}.")
    if choice.values:
        return value
    number = value.isascii() and value.isdecimal() and len(value) < 6 and choice.least <= int(value) <= choice.most
    if not number:
        raise BadChoice(
            choice.key,
            f"{choice.label} must be a whole number from {choice.least} to {choice.most}, not {value[:40]!r}.",
        )
    return str(int(value))
