"""What can be printed: the kinds of sheets, what may be chosen of each, and what one is made from.

Whoever prints asks for a kind of a ``Subject``, made by a service from what the asker may see. Nothing here knows a
database. The families of sheets each list their kinds in a module of their own; ``campaign.sheets.catalogue`` has all.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from armies.paper.section import Imprint, Section
from armies.rules.facts import Army
from armies.sheets.roster_style import Losses
from battles.engine.limiting import Wanted
from battles.engine.picture import Ground, Scene
from battles.engine.roll import Roll

UMPIRE: Final = "umpire"
"""The reader who may know everything."""


class Sided(NamedTuple):
    """A side of the subject that its reader may know whole: an army has one, a battle two.

    ``army`` is what the army manager has of it, where it comes from there, and ``losses`` what that army has lost in
    its last battle, as far as the reader may know. ``wanted`` says what its cheat sheet must have, None where that
    cannot be said; it is asked only where a sheet needs it.
    """

    key: str
    title: str
    roll: Roll
    army: Army | None = None
    losses: Losses | None = None
    wanted: Callable[[], Wanted | None] = lambda: None


class Subject(NamedTuple):
    """What is printed from: an army, a scenario, a battle, a game on a table, or a system alone.

    ``rules`` are the system's numbers and options in force, the club's own among them. ``sides`` are those that the
    asker may see whole; ``ground`` and ``scene`` are what he may see of the table, None without one. ``address`` is its
    page, ``book`` the rulebook's. ``secret`` is what hidden markers are numbered by: nobody who may not know the sides
    knows it; "" where there is nobody to keep it.
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


class Choice(NamedTuple):
    """Something to choose of a kind: its values with their words, the first being usual; or a number in bounds."""

    key: str
    label: str
    values: Mapping[str, str] = {}
    least: int = 0
    most: int = 0
    usual: str = ""
    help: str = ""


class Order(NamedTuple):
    """What is to be made: of what, for whom, how. ``reader`` is a side's key, ``UMPIRE``, or "" where there is one.

    ``sides`` are those that this reader may know whole. ``choices`` holds a value for every choice of the kind.
    """

    subject: Subject
    reader: str
    sides: tuple[Sided, ...]
    choices: Mapping[str, str]
    paper: str
    imprint: Imprint


class Kind(NamedTuple):
    """A kind of sheet.

    ``lacks`` says in a sentence why there can be none of a subject, "" where there can. ``make`` gives its sections,
    in order. A ``usual`` one is in a packet unless it is taken out. What is ``secret`` tells a side's own affairs; a
    packet holds it for that side and the umpire alone.
    """

    key: str
    title: str
    text: str
    make: Callable[[Order], Sequence[Section]]
    lacks: Callable[[Subject], str] = lambda subject: ""
    choices: tuple[Choice, ...] = ()
    usual: bool = True
    secret: bool = False


class BadChoice(ValueError):
    """A value that a choice has not; a sentence. ``choice`` is its key."""

    def __init__(self, choice: str, sentence: str) -> None:
        super().__init__(sentence)
        self.choice = choice


def read_choices(kind: Kind, given: Mapping[str, str]) -> dict[str, str]:
    """A value for every choice of a kind; what is not given is as usual.

    Raises:
        BadChoice: a choice that the kind has not, or a value that the choice has not.
    """
    known = {choice.key: choice for choice in kind.choices}
    for key in given:
        if key not in known:
            words = ", ".join(known) or "none"
            raise BadChoice(key, f"{kind.title} has no choice {key[:40]!r}; there are {words}.")
    return {key: _value(kind, choice, given.get(key, "")) for key, choice in known.items()}


def _value(kind: Kind, choice: Choice, given: str) -> str:
    if not given:
        return choice.usual or next(iter(choice.values), "")
    if choice.values and given not in choice.values:
        raise BadChoice(choice.key, f"{choice.label} is one of {', '.join(choice.values)}, not {given[:40]!r}.")
    if choice.values:
        return given
    number = given.isascii() and given.isdecimal() and len(given) < 6 and choice.least <= int(given) <= choice.most
    if not number:
        raise BadChoice(
            choice.key, f"{choice.label} is a whole number from {choice.least} to {choice.most}, not {given[:40]!r}."
        )
    return str(int(given))
