"""The report of a battle as plain text."""

from collections.abc import Iterator
from typing import Final

from battles.sheets.report_content import MEASURE, NO_DICE, NO_POINTS, ODDS, Report, SideReport

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
