"""What a roster says, in words ready to be set: between the service that makes it and the page that shows it."""

from msgspec import Struct

from armies.paper.words import Entry, Masthead, Part, Rating


class MiniUnit(Struct, frozen=True):
    """A unit line of the Mini-Nap roster.

    ``shade`` is the box that is grey, None for none. ``cells`` are line, column and skirmish line as
    move/charge, or for guns their dice close, medium and long. ``basis`` is a letter of the key,
    ``points_mark`` stands behind points that the owner overrode. ``struck`` boxes are struck already, and ``gone``
    says what became of a unit that is out of play.
    """

    symbol: str
    name: str
    kind: str
    rating: str
    needed: str
    points: int
    shade: int | None
    cells: tuple[str, str, str]
    guns: bool
    notes: str
    basis: str
    points_mark: str = ""
    struck: int = 0
    gone: str = ""


class MiniBrigade(Struct, frozen=True):
    """A brigade line and its units. ``stand`` says that it has a command stand, ``lost_at`` the loss that takes it."""

    name: str
    detail: str
    stand: bool
    totals: str
    lost_at: int | None
    loss_words: str
    units: tuple[MiniUnit, ...]
    lost: int = 0


class MiniDivision(Struct, frozen=True):
    """A division's head and its brigades; ``rating`` is None where no division stands over them."""

    name: str
    detail: str
    rating: Rating | None
    totals: str
    count: int
    lost_at: int | None
    loss_words: str
    brigades: tuple[MiniBrigade, ...]
    lost: int = 0


class MiniCorps(Struct, frozen=True):
    """One corps, one sheet."""

    name: str
    detail: str
    nation: str
    rating: Rating | None
    totals: str
    divisions: tuple[MiniDivision, ...]


class MiniRoster(Struct, frozen=True):
    """The Mini-Nap roster of an army."""

    masthead: Masthead
    corps: tuple[MiniCorps, ...]
    ranges: tuple[str, str, str]
    foot: tuple[Entry, ...]
    closing: tuple[Part, ...]


class EasyLine(Struct, frozen=True):
    """A unit line of the Easy Napoleonics roster; the marks stand behind numbers that the owner overrode."""

    symbol: str
    name: str
    kind: str
    grade: str
    needed: str
    stands: int
    cost: int
    victory_points: int
    notes: str
    basis: str
    cost_mark: str = ""
    worth_mark: str = ""
    struck: int = 0
    gone: str = ""


class EasyBrigade(Struct, frozen=True):
    """A brigade and its units."""

    name: str
    detail: str
    totals: str
    units: tuple[EasyLine, ...]


class EasyCorps(Struct, frozen=True):
    """The line of a corps, over its first division."""

    name: str
    detail: str
    totals: str


class EasyDivision(Struct, frozen=True):
    """A division and its brigades.

    ``corps`` stands over the first division of a corps; ``path`` is the corps and the division, for
    the head that goes on after a page break.
    """

    corps: EasyCorps | None
    path: str
    name: str
    detail: str
    totals: str
    brigades: tuple[EasyBrigade, ...]


class EasyLeader(Struct, frozen=True):
    """A leader: cost and victory points, and whether he is lost."""

    name: str
    cost: int
    victory_points: int
    gone: bool = False


class EasyRoster(Struct, frozen=True):
    """The Easy Napoleonics roster of an army; ``levels`` are the levels of morale, best first."""

    masthead: Masthead
    nation: str
    levels: tuple[str, ...]
    leaders: tuple[EasyLeader, ...]
    divisions: tuple[EasyDivision, ...]
    foot: tuple[Entry, ...]
    closing: tuple[Part, ...]
