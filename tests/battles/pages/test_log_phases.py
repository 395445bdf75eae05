"""A log is read newest first, and each line under the heading of its phase."""

from datetime import UTC, datetime

from battles.services.view.battle_view import Line
from battles.services.view.feed_lines import by_phase, uncited

NOON = datetime(1815, 6, 16, 12, tzinfo=UTC)


def line(n: int, *told: str, phase: str = "Rally", undone: bool = False) -> Line:
    """A line of the feed; what begins with a # is a heading."""
    lines = tuple((text.removeprefix("#"), text.startswith("#")) for text in told)
    return Line(n, str(n), lines, "alice", 1, phase, undone, False, NOON)


def told(*feed: Line) -> list[tuple[str, list[tuple[int, tuple[str, ...]]]]]:
    return [(phase.heading, [(part.line.n, part.texts) for part in phase.parts]) for phase in by_phase(feed)]


def test_a_heading_stands_over_what_came_after_it() -> None:
    feed = (
        line(1, "A deployed.", phase="Deployment"),
        line(2, "B deployed.", "#Turn 1", "A won."),
        line(3, "#Movement"),
        line(4, "A moved."),
    )
    assert told(*feed) == [
        ("Movement", [(4, ("A moved.",))]),
        ("Turn 1", [(2, ("A won.",))]),
        ("Deployment", [(2, ("B deployed.",)), (1, ("A deployed.",))]),
    ]


def test_lines_whose_heading_is_not_among_them_stand_under_their_phase() -> None:
    assert told(line(7, "A rallied.")) == [("Rally", [(7, ("A rallied.",))])]
    assert told() == []


def test_a_phase_that_was_taken_back_heads_nothing() -> None:
    feed = (line(1, "#Rally"), line(2, "A rallied.", "#Movement", undone=True), line(3, "B rallied."))
    assert told(*feed) == [("Rally", [(3, ("B rallied.",)), (2, ("A rallied.",))])]


def test_phases_in_which_nothing_was_told_share_a_heading() -> None:
    feed = (line(1, "#Command", "A chose."), line(2, "#Manoeuvre"), line(3, "#Firing", "#End"), line(4, "#Command"))
    assert told(*feed, line(5, "B chose.")) == [
        ("Command", [(5, ("B chose.",))]),
        ("Manoeuvre · Firing · End", []),
        ("Command", [(1, ("A chose.",))]),
    ]


def test_what_was_told_last_is_told_without_its_rules() -> None:
    assert uncited("A fired (EN-ART-18, EN-ART-13). B broke (EN-UNIT-06).") == "A fired. B broke."
