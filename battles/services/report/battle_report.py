"""Make the report of a battle that is over, once for each record, with its losses, and as a PDF."""

from typing import Any, Final

from django.conf import settings
from django.core.cache import caches
from msgspec.structs import replace

from armies.paper.section import Imprint, Section, bind
from battles.engine.core import UMPIRE, SideId
from battles.engine.replay import agreement
from battles.engine.sheets.muster_roll import RollCommander, RollUnit
from battles.engine.words.sides import at_start
from battles.models import Battle, Told
from battles.models import Entry as EntryRow
from battles.services.access import Access
from battles.services.play.lock import Refused
from battles.services.play.position import entry_of, position_at, setup_of, system_of
from battles.services.report import dice
from battles.services.report.course import Course, commanders_of, is_level, moment, story, strength_of, turning_points
from battles.services.view.feed_lines import CITED
from battles.sheets.board_map import board_map
from battles.sheets.report.content import DiceLine, GroupLoss, Report, SideReport, TurnStrength, UnitLoss
from battles.sheets.report.report_sheet import report_section

WORTH = "worth"
"""The label of the fact with a unit's worth in victory points."""


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
    rolls = list(dice.rolled(course))
    lines = dice.dice_lines(rolls)
    lucky, unlucky = dice.notable(course, rolls, names, keys.__getitem__)
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
