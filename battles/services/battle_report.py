"""The report of a battle that is over, once for each record: losses, dice against their exact odds, PDF."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core.cache import caches
from msgspec.structs import replace

from armies.paper.section import Imprint, Section, bind
from battles.engine.core import UMPIRE, SideId
from battles.engine.odds import Reading, percent
from battles.engine.replay import agreement
from battles.engine.sheets.muster_roll import RollCommander, RollUnit
from battles.engine.words import at_start
from battles.models import Battle, Told
from battles.models import Entry as EntryRow
from battles.services.access import Access
from battles.services.battle_course import (
    Course,
    Step,
    commanders_of,
    is_level,
    moment,
    story,
    strength_of,
    turning_points,
)
from battles.services.play.lock import Refused
from battles.services.play.position import entry_of, position_at, setup_of, system_of
from battles.services.view.feed_lines import CITED
from battles.sheets.board_map import board_map
from battles.sheets.report_content import DiceLine, GroupLoss, NotableRoll, Report, SideReport, TurnStrength, UnitLoss
from battles.sheets.report_sheet import report_section

MOST_NOTABLE: Final = 3
"""Lucky rolls, and unlucky rolls, that a report shows."""
LEAST_PER_CENT: Final = Fraction(1, 1000)
"""A smaller chance is written as 1 in so many."""
FACES_SHOWN: Final = 24
WORTH = "worth"
"""The label of the fact with a unit's worth in victory points."""


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
    """``4.2 %``; a chance below a tenth of a per cent as ``1 in 4,096``."""
    if 0 < chance < LEAST_PER_CENT:
        return f"1 in {round(1 / chance):,}"
    return percent(chance)


def losses(course: Course, side: SideId) -> tuple[GroupLoss, ...]:
    """The losses of a side by group, from the start of the first turn to the end."""
    started = {unit.key: unit for unit in course.roll(course.start.after, side).units}
    ended = course.roll(course.end.after, side)
    return tuple(
        GroupLoss(
            title=group.title,
            above=group.above,
            units=tuple(_unit(started.get(unit.key, unit), unit) for unit in group.units),
        )
        for group in ended.groups
        if group.units
    )


def _unit(start: RollUnit, end: RollUnit) -> UnitLoss:
    return UnitLoss(
        name=end.name,
        kind=end.kind,
        before=strength_of(start),
        after=strength_of(end),
        worth=next((fact.text for fact in end.facts if fact.label == WORTH), ""),
        fate=(end.notes[0] if end.notes else "out of play") if end.gone else "",
    )


def commanders_lost(course: Course, side: SideId) -> tuple[str, ...]:
    """The commanders that a side lost, the highest first."""
    before = {each.key for each in commanders_of(course.roll(course.start.after, side)) if each.gone}
    after = [each for each in commanders_of(course.roll(course.end.after, side)) if each.gone]
    return tuple(_named(each) for each in after if each.key not in before)


def _named(commander: RollCommander) -> str:
    """``Ney (II Corps)``, or only one of the two."""
    if commander.name and commander.of and commander.name != commander.of:
        return f"{commander.name} ({commander.of})"
    return commander.name or commander.of or f"commander of the {commander.level}"


def measure_word(course: Course) -> str:
    """What the rules call the strength of a unit: ``strength points``, ``morale levels``."""
    units = (unit for side in course.system.sides for unit in course.roll(course.start.after, side).units)
    track = next((unit.track for unit in units if unit.track), None)
    return f"{track.title.lower()} {'levels' if is_level(track) else 'points'}" if track else "strength points"


def strength_by_turn(course: Course) -> tuple[TurnStrength, ...]:
    """Strength left at the start and at the end of each turn."""
    left = {0: course.whole}
    for step in course.played:
        left[max(1, step.turn)] = course.strength(step)
    return tuple(
        TurnStrength(turn=turn, left=tuple(strength[side] for side in course.system.sides))
        for turn, strength in left.items()
    )


KEPT: Final = 3_600
"""Seconds for which a report is cached."""
NOT_YET: Final = "You can read the report when the battle is over: it shows everything that is hidden."


def report_of(access: Access) -> Report:
    """The report of a battle that is over. Two queries; none while it is cached.

    Raises:
        Refused: the battle is not over.
    """
    battle = access.battle
    if not battle.is_over:
        raise Refused(NOT_YET)
    # The commitment belongs to this battle alone, so a number that is used again finds no other report.
    key = f"report:{settings.MUSTER_VERSION}:{battle.commitment}:{battle.pk}:{battle.head}:{battle.wording}"
    report: Report | None = caches["pictures"].get(key)
    if report is None:
        report = _made(battle)
        caches["pictures"].set(key, report, KEPT)
    players = {seat.place: seat.name for seat in access.seats}
    sides = tuple(replace(side, player=players.get(side.side, "")) for side in report.sides)
    return replace(report, title=battle.title, sides=sides)


def _made(battle: Battle) -> Report:
    """The report without the title and the players, which may change."""
    system = system_of(battle.system)
    rows = EntryRow.objects.filter(battle=battle).order_by("seq").only("line")
    course = Course(system, setup_of(battle), (entry_of(system, row) for row in rows))
    told = Told.objects.filter(battle=battle, viewer=UMPIRE, entry__isnull=False)
    keys: dict[int, str] = dict(told.values_list("seq", "key"))
    state = course.end.after
    names: dict[str, str] = {side: system.text.side_name(state, side) for side in system.sides}
    rolls = list(rolled(course))
    lines = dice_lines(rolls)
    lucky, unlucky = notable(course, rolls, names, keys.__getitem__)
    return Report(
        system=battle.system,
        system_title=system.meta.title,
        turns=course.end.turn,
        length=int(system.ui.length(state)),
        winner=battle.winner,
        ended=_ended(course, battle),
        score=_closed(system.text.score(state)),
        result=_result(system, state, names, battle.winner),
        measure=measure_word(course),
        sides=tuple(_side(course, side, name, lines.get(side, ())) for side, name in names.items()),
        strengths=strength_by_turn(course),
        turning_points=turning_points(course, names, keys.__getitem__),
        lucky=lucky,
        unlucky=unlucky,
        others=lines.get("", ()),
        undone=course.undone,
        story=story(course, keys.__getitem__),
        start=moment("Start", course.start, keys.__getitem__),
        end=moment("End", course.end, keys.__getitem__),
    )


def _side(course: Course, side: SideId, name: str, lines: tuple[DiceLine, ...]) -> SideReport:
    return SideReport(
        side=side,
        name=name,
        groups=losses(course, side),
        commanders=commanders_lost(course, side),
        dice=lines,
        measure=measure_word(course),
    )


def _closed(words: str) -> str:
    """Words with a full stop."""
    return f"{words}." if words and not words.endswith(".") else words


def _result(system: Any, state: Any, names: dict[str, str], winner: str) -> str:
    """The result in one sentence: ``Blue won 20 to 17, held Gemioncourt.``"""
    if winner not in names:
        return "Nobody won."
    return f"{at_start(names[winner])} won {system.text.result(state, winner)}".strip() + "."


def _ended(course: Course, battle: Battle) -> str:
    """What won or ended the battle, in the sentence of its log."""
    last = course.end.entry
    if last.ended is not None:
        return agreement(course.system, course.end.after, last)
    return CITED.sub("", battle.ended)


def report_pdf(access: Access, report: Report, imprint: Imprint, paper: str) -> bytes:
    """The report and its maps in one file; at most two queries for each map.

    Raises:
        Gone: the battle was deleted in the meantime.
    """
    maps = [_map(access, report, place, imprint, paper) for place in range(len(report.moments))]
    sections = [report_section(report), *maps]
    title = f"{report.title}: report"
    return bind(sections, imprint, title=title, subject="Report", paper=paper).data


def _map(access: Access, report: Report, place: int, imprint: Imprint, paper: str) -> Section:
    """The map at one of the report's moments."""
    moment = report.moments[place]
    position = position_at(access.battle, moment.seq)
    seen = position.system.secrets.view(position.state, access.viewer)
    ground, scene = position.system.ui.ground(seen), position.system.ui.scene(seen)
    words = moment.title if place in (0, len(report.moments) - 1) else report.turning_points[place - 1].words
    return board_map(ground, scene, f"{words} · {report.title}", imprint, paper=paper, units=True)
