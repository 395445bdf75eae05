"""The dice of a battle against their exact odds: by side and kind of roll, and the luckiest and unluckiest rolls."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from battles.engine.odds import Reading, percent
from battles.services.report.course import Course, Step
from battles.sheets.report.content import DiceLine, NotableRoll

MOST_NOTABLE: Final = 3
"""Lucky rolls, and unlucky rolls, that a report shows."""
LEAST_PER_CENT: Final = Fraction(1, 1000)
"""A smaller chance is written as 1 in so many."""
FACES_SHOWN: Final = 24


class Rolled(NamedTuple):
    """A reading of dice with its step, the turn in which they fell, and the sentence of its event."""

    reading: Reading
    step: Step
    turn: int
    sentence: Callable[[], str]


def rolled(course: Course) -> Iterator[Rolled]:
    """Every roll of the battle that was not undone, as the rules read it."""
    for step in course.steps:
        if step.entry.rolls:
            yield from _of_step(course, step)


def _of_step(course: Course, step: Step) -> Iterator[Rolled]:
    left = list(step.entry.rolls)
    side = step.entry.side or ""
    readings = course.system.odds.readings
    for state, event, _ in course.events_of(step):
        if rolls := getattr(event, "rolls", ()):
            for roll in rolls:
                left.remove(roll)
            turn = int(course.system.ui.tally(state).turns)
            for reading in readings(state, side, rolls, event):
                yield Rolled(reading, step, turn, partial(course.sentence, state, event))
    for reading in readings(step.before, side, left) if left else ():
        yield Rolled(reading, step, step.turn, str)


def dice_lines(rolls: Iterable[Rolled]) -> dict[str, tuple[DiceLine, ...]]:
    """By side, and ``""`` for dice of no side, a line for each kind of roll, in the order of the battle."""
    kinds: dict[str, dict[tuple[str, str], list[Reading]]] = {}
    for each in rolls:
        reading = each.reading
        kinds.setdefault(reading.side, {}).setdefault((reading.kind, reading.measure), []).append(reading)
    return {side: tuple(map(_line, lines.values())) for side, lines in kinds.items()}


def _line(readings: list[Reading]) -> DiceLine:
    first = readings[0]
    odds = bool(first.measure)
    return DiceLine(
        kind=first.kind,
        rules=tuple(dict.fromkeys(reading.rule for reading in readings)),
        rolls=len(readings),
        dice=sum(len(reading.faces) for reading in readings),
        measure=first.measure,
        expected=tenths(sum((reading.expected for reading in readings), Fraction())) if odds else None,
        result=sum(reading.result for reading in readings) if odds else 0,
    )


def tenths(value: Fraction) -> float:
    """A number to one decimal, a half rounded up."""
    return float((20 * value.numerator + value.denominator) // (2 * value.denominator)) / 10


def notable(
    course: Course, rolls: Iterable[Rolled], names: Mapping[str, str], key_of: Callable[[int], str]
) -> tuple[tuple[NotableRoll, ...], tuple[NotableRoll, ...]]:
    """The luckiest and the unluckiest rolls, the rarest first. Rolls of no side, before the first turn or with
    a sure result do not count.

    Of equally rare rolls those come first whose action changed more strength.
    """
    lucky: list[tuple[Fraction, Rolled]] = []
    unlucky: list[tuple[Fraction, Rolled]] = []
    for each in rolls:
        better, worse = each.reading.chance_of_better, each.reading.chance_of_worse
        if better is None or worse is None or not each.reading.side or not each.turn:
            continue
        if each.reading.result > each.reading.expected:
            lucky.append((better, each))
        elif each.reading.result < each.reading.expected:
            unlucky.append((worse, each))
    lucky.sort(key=lambda pair: (pair[0], -course.change(pair[1].step)))
    unlucky.sort(key=lambda pair: (pair[0], -course.change(pair[1].step)))
    return tuple(_shown(lucky, names, key_of)), tuple(_shown(unlucky, names, key_of))


def _shown(
    rolls: list[tuple[Fraction, Rolled]], names: Mapping[str, str], key_of: Callable[[int], str]
) -> Iterator[NotableRoll]:
    for chance, (reading, step, turn, sentence) in rolls[:MOST_NOTABLE]:
        yield NotableRoll(
            key=key_of(step.entry.n),
            turn=turn,
            side=reading.side,
            name=names[reading.side],
            kind=reading.kind,
            rule=reading.rule,
            dice=f"{len(reading.faces)}D{reading.sides}",
            needed=_needed(reading),
            faces=reading.faces[:FACES_SHOWN],
            measure=reading.measure,
            result=reading.result,
            expected=tenths(reading.expected),
            chance=round(float(chance), 6),
            chance_words=chance_words(chance),
            sentence=sentence(),
        )


def _needed(reading: Reading) -> str:
    """``5 or more``; "" for a total."""
    if reading.measure != "successes":
        return ""
    return f"{reading.needed} or {'less' if reading.low else 'more'}"


def chance_words(chance: Fraction) -> str:
    """``4.2%``; a chance below a tenth of a per cent as ``1 in 4,096``."""
    if 0 < chance < LEAST_PER_CENT:
        return f"1 in {round(1 / chance):,}"
    return percent(chance)
