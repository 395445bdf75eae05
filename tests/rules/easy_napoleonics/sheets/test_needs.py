"""The kit list: markers by option, the grids of the score."""

from typing import Any

import pytest

from battles.rules.easy_napoleonics import meta
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.sheets.needs import kit


def rules(**options: Any) -> Rules:
    return Rules(meta.read(options))


def keys(**options: Any) -> list[str]:
    return [marker.key for marker in kit(rules(**options)).markers]


@pytest.mark.rule("EN-UNIT-03", "a marker for each formation that figures do not show")
@pytest.mark.rule("EN-NATION-06", "infantry stands in masse by the Austrian rule only")
def test_a_marker_for_masse_comes_with_the_austrian_rule() -> None:
    others = ["fair", "bad", "square", "hasty_square", "limbered", "changed", "failed_square", "initiative"]
    assert keys() == keys(national_rules="france") == others
    assert keys(national_rules="austria") == [*others[:4], "masse", *others[4:]]


@pytest.mark.rule("EN-VP-02", "a side wins by its points, at once or at the end of a turn")
@pytest.mark.rule("EN-VP-04", "neither side has won at the end of the last turn")
@pytest.mark.parametrize(("timing", "when"), [("immediate", "at once"), ("end_of_turn", "at the end of a turn")])
def test_the_grids_say_what_wins_and_when(timing: str, when: str) -> None:
    scored, victory = kit(rules(victory_timing=timing, victory_points_to_win=25, max_turns=9)).reckoning
    assert (scored.rule, scored.blank, len(scored.columns)) == ("EN-VP-01", 8, 4)
    assert victory.rows[1] == f"25 or more, {when}: wins"
    assert victory.rows[3] == "End of turn 9 and neither side has won: both lose"
