"""A side's command in words, as cards, labels and other sheets of any system show it: the muster roll.

A system makes it from a state or a view of one, or from the force that an army brings. It says what its owner may
know; for whoever may know less a roll is made of less.
"""

from msgspec import Struct


class Fact(Struct, frozen=True):
    """What is told of a unit, a commander or a command beside its name: ``Move`` ``18``, and the rule behind it."""

    label: str
    text: str
    rule: str = ""


class Track(Struct, frozen=True):
    """Boxes to strike: strength points, or levels of morale, in the order in which they are struck.

    ``boxes`` are the words in them, ``""`` for a plain box. ``struck`` of them are gone already. The one with the
    number ``last`` (from 0) is told apart in grey: the last that counts, or what ``title`` says; -1 for none.
    """

    title: str
    boxes: tuple[str, ...]
    struck: int = 0
    last: int = -1
    rule: str = ""


class RollUnit(Struct, frozen=True, kw_only=True):
    """A unit. ``key`` is its own within the roll; ``quality`` ends with the number to reach where there is one.

    It is of so many ``stands``, each with a base ``wide`` and ``deep`` in tenths of a millimetre, 0 where the system
    does not say. ``gone`` where it is out of play for good.
    """

    key: str
    name: str
    kind: str
    symbol: str
    nation: str = ""
    quality: str = ""
    facts: tuple[Fact, ...] = ()
    track: Track | None = None
    points: int | None = None
    notes: tuple[str, ...] = ()
    wide: int = 0
    deep: int = 0
    stands: int = 1
    gone: bool = False


class RollCommander(Struct, frozen=True, kw_only=True):
    """A commander, whether he has a name or not. ``of`` is what he commands, ``level`` army, corps, division, brigade.

    ``above`` are the commands over that, the highest first. ``rating`` is the word of the system, ``radius`` the reach
    of his orders in tenths of a millimetre, 0 for none told; ``choices`` are those that he may get while he has none.
    ``losses`` has a box for each of his units, to be struck when it is lost; its last that counts takes his stand.
    ``base`` is how broad his round stand is in tenths of a millimetre, 0 where the system does not say.
    """

    key: str
    name: str
    of: str
    level: str
    symbol: str
    nation: str = ""
    rating: str = ""
    radius: int = 0
    choices: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    losses: Track | None = None
    base: int = 0
    gone: bool = False

    @property
    def path(self) -> tuple[str, ...]:
        """What he commands, after the commands over it."""
        return (*self.above, self.of)


class RollGroup(Struct, frozen=True, kw_only=True):
    """Units that stand together, a brigade mostly. ``above`` are the commands over it, the highest first."""

    key: str
    title: str
    above: tuple[str, ...] = ()
    commander: RollCommander | None = None
    facts: tuple[Fact, ...] = ()
    units: tuple[RollUnit, ...] = ()

    @property
    def place(self) -> str:
        """Its title with the command over it, since every division may have a first brigade."""
        return ", ".join((*self.above[-1:], self.title))


class Roll(Struct, frozen=True, kw_only=True):
    """A side's command. ``commanders`` are those over more than one group.

    ``turns`` is how many Turns are played, where the commands are chosen one by one in each of them; 0 where they are
    not. ``unbased`` says in a sentence why its units have no width of a base; "" where they have one.
    """

    side: str
    title: str
    system: str
    nation: str = ""
    facts: tuple[Fact, ...] = ()
    commanders: tuple[RollCommander, ...] = ()
    groups: tuple[RollGroup, ...] = ()
    turns: int = 0
    unbased: str = ""

    def under(self, commander: RollCommander) -> tuple[RollGroup, ...]:
        """The groups that a commander of more than one has under him: all of them, for one over the whole."""
        if commander.level == "army":
            return self.groups
        return self.below(commander.path)

    def below(self, path: tuple[str, ...]) -> tuple[RollGroup, ...]:
        """The groups under a command, which is named by itself and those over it, the highest first; all under ()."""
        return tuple(group for group in self.groups if group.above[: len(path)] == path)

    @property
    def units(self) -> tuple[RollUnit, ...]:
        return tuple(unit for group in self.groups for unit in group.units)
