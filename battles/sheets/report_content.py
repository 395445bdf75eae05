"""The content of a battle's report in plain values that page, paper and API share, and the report as plain text."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from battles.engine.words import at_start

MEASURE: Final = (
    "A side's strength is the part of its army that it still has, in per cent. At a turning point the lead in strength "
    "changed most."
)
ODDS: Final = (
    "Expected: the average result of these dice. Chance: how often such a roll is this good or better (lucky), or this "
    "bad or worse (unlucky)."
)
NO_DICE: Final = "No dice were rolled."
NO_POINTS: Final = "No side lost or regained strength, so there is no turning point."
QUIET: Final = "No losses, and no change of the score."
Measure = Literal["successes", "total", ""]
"""Whether dice are counted as successes or added up; ``""`` if no result is better than another."""


class UnitLoss(Struct, frozen=True, kw_only=True):
    """A unit: its strength at the start and at the end, its worth in victory points if the rules give one, its fate.

    ``fate`` is "" while the unit is in play, else the rules' word for how it left.
    """

    name: str
    kind: str
    before: int
    after: int
    worth: str = ""
    fate: str = ""

    @property
    def what(self) -> str:
        """``infantry, 2 VP``."""
        return ", ".join(filter(None, (self.kind, self.worth)))

    @property
    def lost(self) -> int:
        return self.before - self.after


class GroupLoss(Struct, frozen=True, kw_only=True):
    """A brigade, or all units of a side that has none. ``above`` are the commands over it, the highest first."""

    title: str
    above: tuple[str, ...] = ()
    units: tuple[UnitLoss, ...] = ()

    @property
    def before(self) -> int:
        return sum(unit.before for unit in self.units)

    @property
    def after(self) -> int:
        return sum(unit.after for unit in self.units)

    @property
    def lost(self) -> int:
        return self.before - self.after

    @property
    def gone(self) -> int:
        """The number of units that are out of play."""
        return sum(bool(unit.fate) for unit in self.units)

    @property
    def place(self) -> str:
        """Its title with the command over it, since every division may have a first brigade."""
        return ", ".join((*self.above[-1:], self.title))


class DiceLine(Struct, frozen=True, kw_only=True):
    """All dice of a kind of roll: their number, the expected result and the one that fell, to one decimal.

    ``expected`` is None for rolls without odds, and ``result`` is then 0.
    """

    kind: str
    rules: tuple[str, ...]
    rolls: int
    dice: int
    measure: Measure
    expected: float | None
    result: int

    @property
    def deviation(self) -> float | None:
        """What fell less what was expected."""
        return None if self.expected is None else round(self.result - self.expected, 1)

    @property
    def deviation_words(self) -> str:
        """``+1.5``, ``−2.0``, ``0.0``; "" without odds."""
        value = self.deviation
        return "" if value is None else f"{value:+.1f}".replace("-", "−") if value else "0.0"

    @property
    def expected_words(self) -> str:
        """``3.5``, or ``no odds``."""
        return "no odds" if self.expected is None else f"{self.expected:,.1f}"

    @property
    def result_words(self) -> str:
        """What fell; "" without odds."""
        return "" if self.expected is None else f"{self.result:,}"

    @property
    def counts(self) -> str:
        """What is counted: ``successes``, ``total`` or nothing."""
        return self.measure


class SideReport(Struct, frozen=True, kw_only=True):
    """A side: its name and player, its losses, its commanders lost, and its dice. ``measure`` is as in `Report`."""

    side: str
    name: str
    groups: tuple[GroupLoss, ...]
    commanders: tuple[str, ...]
    dice: tuple[DiceLine, ...]
    measure: str
    player: str = ""

    @property
    def before(self) -> int:
        return sum(group.before for group in self.groups)

    @property
    def after(self) -> int:
        return sum(group.after for group in self.groups)

    @property
    def lost(self) -> int:
        return self.before - self.after

    @property
    def units(self) -> int:
        return sum(len(group.units) for group in self.groups)

    @property
    def gone(self) -> int:
        """The number of units that are out of play."""
        return sum(group.gone for group in self.groups)

    @property
    def is_grouped(self) -> bool:
        """True if its units are in brigades."""
        return len(self.groups) > 1

    @property
    def heading(self) -> str:
        """``French (Anna)``, or only the name."""
        return f"{self.name} ({self.player})" if self.player else self.name

    @property
    def words(self) -> str:
        """``Lost 5 of 16 strength; 1 of 4 units out of play. Commanders lost: Ney.``"""
        units = f"{self.gone} of {counted(self.units, 'unit')} out of play"
        lost = f"Lost {self.lost:,} of {self.before:,} {self.measure}; {units}."
        return f"{lost} Commanders lost: {listed(self.commanders)}." if self.commanders else lost


class Moment(Struct, frozen=True, kw_only=True):
    """A moment of the battle: its entry, the key of its line in the log, and its turn."""

    title: str
    seq: int
    key: str
    turn: int


class TurningPoint(Struct, frozen=True, kw_only=True):
    """A log line that moved the balance most.

    ``gain`` is how far it moved the balance for ``side``, in percentage points of strength left, to one decimal.
    """

    moment: Moment
    side: str
    name: str
    gain: float
    sentences: tuple[str, ...]

    @property
    def words(self) -> str:
        """``Turn 3: Blue gained 12.5 percentage points``."""
        return f"{self.moment.title}: {at_start(self.name)} gained {self.gain:.1f} percentage points"


class NotableRoll(Struct, frozen=True, kw_only=True):
    """A lucky or unlucky roll. ``chance`` is that of this result or a better one, if unlucky of this or a worse one."""

    key: str
    turn: int
    side: str
    name: str
    kind: str
    rule: str
    dice: str
    needed: str
    faces: tuple[int, ...]
    measure: Measure
    result: int
    expected: float
    chance: float
    chance_words: str
    sentence: str

    @property
    def words(self) -> str:
        """``Turn 2, Red: Melee, 2D10 rolled 1 and 2, total 3 (expected 11.0, chance 3.0%)``."""
        when = f"Turn {self.turn}" if self.turn else "Before the first turn"
        needed = f" needing {self.needed}" if self.needed else ""
        faces = listed([str(face) for face in self.faces])
        what = f"total {self.result}" if self.measure == "total" else counted(self.result, "success", "successes")
        odds = f"expected {self.expected:.1f}, chance {self.chance_words}"
        return f"{when}, {self.name}: {self.kind}, {self.dice}{needed} rolled {faces}, {what} ({odds})"


class TurnStory(Struct, frozen=True, kw_only=True):
    """What happened in a turn that changed strength or score, in the sentences of the log.

    ``more`` is the number of sentences that were left out as the smallest. ``key`` is the turn's first line.
    """

    turn: int
    key: str
    sentences: tuple[str, ...]
    more: int = 0

    @property
    def heading(self) -> str:
        return f"Turn {self.turn}" if self.turn else "Before the first turn"

    @property
    def lines(self) -> tuple[str, ...]:
        """Its sentences, and what was left out."""
        rest = (f"{counted(self.more, 'smaller change')} in the log.",) if self.more else ()
        return (*self.sentences, *rest) or (QUIET,)


class TurnStrength(Struct, frozen=True, kw_only=True):
    """Strength left at the end of a turn, by side in the order of the sides; turn 0 is the start."""

    turn: int
    left: tuple[int, ...]


class Report(Struct, frozen=True, kw_only=True):
    """The report of a battle. ``measure`` is what its strength is called: ``strength points``, ``morale levels``.

    ``start`` and ``end`` are the first and last moment; ``undone`` is the number of rolls that were undone and do not
    count; ``others`` are dice of no side.
    """

    system: str
    system_title: str
    turns: int
    length: int
    winner: str
    ended: str
    score: str
    result: str
    measure: str
    sides: tuple[SideReport, ...]
    strengths: tuple[TurnStrength, ...]
    turning_points: tuple[TurningPoint, ...]
    lucky: tuple[NotableRoll, ...]
    unlucky: tuple[NotableRoll, ...]
    others: tuple[DiceLine, ...]
    undone: int
    story: tuple[TurnStory, ...]
    start: Moment
    end: Moment
    title: str = ""

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The moments with a map: the start, the turning points, the end."""
        return (self.start, *(point.moment for point in self.turning_points), self.end)

    @property
    def has_dice(self) -> bool:
        return bool(self.others) or any(side.dice for side in self.sides)

    @property
    def undone_words(self) -> str:
        """How many rolls do not count because their actions were undone; "" for none."""
        return f"{counted(self.undone, 'roll')} of undone actions not counted." if self.undone else ""

    @property
    def notable(self) -> tuple[tuple[str, tuple[NotableRoll, ...]], ...]:
        """The luckiest and the unluckiest rolls, each with its heading, if there are any."""
        both = (("Luckiest rolls", self.lucky), ("Unluckiest rolls", self.unlucky))
        return tuple((heading, rolls) for heading, rolls in both if rolls)

    @property
    def dice(self) -> tuple[tuple[str, tuple[DiceLine, ...]], ...]:
        """The dice of each side, then those of no side, each with its heading, if there are any."""
        own = [(side.heading, side.dice) for side in self.sides]
        return tuple((heading, lines) for heading, lines in (*own, ("Of no side", self.others)) if lines)

    def strength_rows(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Strength left at the start and at the end of each turn, with the words for when."""
        return tuple((f"Turn {each.turn}" if each.turn else "Start", each.left) for each in self.strengths)

    @property
    def length_words(self) -> str:
        """``4 of 12 turns``."""
        if self.length:
            return f"{self.turns} of {counted(self.length, 'turn')}"
        return counted(self.turns, "turn")


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its word: ``1 turn``, ``2 turns``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def listed(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


RULE: Final = "="
NAMES: Final = 36
"""Characters for the names in a table."""


def report_text(report: Report) -> str:
    """The whole report, with a heading for each part."""
    return "\n".join([*_opening(report), *_losses(report), *_points(report), *_dice(report), *_story(report), ""])


def _heading(words: str) -> list[str]:
    return ["", words, RULE * len(words)]


def _opening(report: Report) -> Iterator[str]:
    yield f"Report: {report.title}"
    yield f"{report.system_title}, {report.length_words}"
    yield from _heading("Result")
    yield from filter(None, (report.result, report.ended, report.score))


def _losses(report: Report) -> Iterator[str]:
    yield from _heading("Losses")
    for side in report.sides:
        yield from ("", side.heading, side.words)
        yield from _units(side)
    yield from ("", f"{report.measure.capitalize()} left at the end of each turn")
    yield f"  {'':{NAMES}}" + "".join(f"{side.name[:26]:>28}" for side in report.sides)
    for when, left in report.strength_rows():
        yield f"  {when:{NAMES}}" + "".join(f"{each:>28,}" for each in left)


def _units(side: SideReport) -> Iterator[str]:
    for group in side.groups:
        if side.is_grouped:
            yield f"  {group.place}: {group.before:,} to {group.after:,}"
        for unit in group.units:
            fate = f", {unit.fate}" if unit.fate else ""
            yield f"    {unit.name} ({unit.what}): {unit.before:,} to {unit.after:,}{fate}"


def _points(report: Report) -> Iterator[str]:
    yield from _heading("Turning points")
    yield MEASURE if report.turning_points else NO_POINTS
    for point in report.turning_points:
        yield from ("", point.words, *(f"  {sentence}" for sentence in point.sentences))


def _dice(report: Report) -> Iterator[str]:
    yield from _heading("Dice")
    if not report.has_dice:
        yield NO_DICE
        return
    yield from filter(None, (ODDS, report.undone_words))
    for heading, lines in report.dice:
        yield from ("", heading)
        yield f"  {'Kind of roll':{NAMES}}{'dice':>8}{'expected':>12}{'fell':>10}{'difference':>12}"
        for line in lines:
            kind = f"{line.kind} ({line.counts})" if line.counts else line.kind
            figures = f"{line.dice:>8,}{line.expected_words:>12}{line.result_words:>10}{line.deviation_words:>12}"
            yield f"  {kind:{NAMES}}{figures}".rstrip()
    for heading, rolls in report.notable:
        yield from ("", heading)
        for roll in rolls:
            yield from filter(None, (f"  {roll.words}", f"    {roll.sentence}" if roll.sentence else ""))


def _story(report: Report) -> Iterator[str]:
    yield from _heading("The story")
    for turn in report.story:
        yield from ("", turn.heading, *(f"  {line}" for line in turn.lines))
