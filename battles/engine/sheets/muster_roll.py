"""A side's force in words, for cards, labels and other sheets of any system."""

from msgspec import Struct


class Fact(Struct, frozen=True):
    """A fact of a unit, a commander or a command: ``Move`` ``18``, and its rule."""

    label: str
    text: str
    rule: str = ""


class Track(Struct, frozen=True):
    """Boxes to cross off: strength points, or levels of morale, in the order in which they are lost.

    ``boxes`` are the words in them, ``""`` for a plain box. ``struck`` of them are crossed off already. The box with
    the index ``last`` is grey: the last one that counts, or what ``title`` says; -1 for none.
    """

    title: str
    boxes: tuple[str, ...]
    struck: int = 0
    last: int = -1
    rule: str = ""


class RollUnit(Struct, frozen=True, kw_only=True):
    """A unit. ``key`` is unique within the roll; ``quality`` ends with the needed roll if there is one.

    It has ``stands`` stands, each with a base ``wide`` and ``deep`` in tenths of a millimetre, 0 if the system does not
    say. ``present`` are its recorded men or guns, such as ``602 men``; ``gone`` means out of play for good.
    ``formation`` is the one in which it stands on the board, such as ``in column``; empty if it does not stand there.
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
    present: str = ""
    gone: bool = False
    formation: str = ""


class RollCommander(Struct, frozen=True, kw_only=True):
    """A commander, named or not. ``of`` is the command's name, ``level`` army, corps, division or brigade.

    ``above`` are the commands over it, the highest first. ``rating`` is the word of the system, ``radius`` the command
    radius in tenths of a millimetre, 0 if not stated; ``choices`` are the possible ratings while there is none.
    ``losses`` has a box for each unit, crossed off when it is lost; the last box that counts removes the stand.
    ``base`` is the diameter of the round stand in tenths of a millimetre, 0 if the system does not say.
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
        """The names of the commands over this one, then its own."""
        return (*self.above, self.of)


class RollGroup(Struct, frozen=True, kw_only=True):
    """Units that belong together, usually a brigade. ``above`` are the commands over it, the highest first."""

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

    ``turns`` is the number of Turns if the commands are chosen one by one in each of them; else 0. ``unbased`` says in
    a sentence why its units have no base width; "" if they have one.
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
        """The groups under a commander of more than one: all of them for the army commander."""
        if commander.level == "army":
            return self.groups
        return self.below(commander.path)

    def below(self, path: tuple[str, ...]) -> tuple[RollGroup, ...]:
        """The groups under a command, named by the commands over it, the highest first, and itself; all for ()."""
        return tuple(group for group in self.groups if group.above[: len(path)] == path)

    @property
    def units(self) -> tuple[RollUnit, ...]:
        return tuple(unit for group in self.groups for unit in group.units)
