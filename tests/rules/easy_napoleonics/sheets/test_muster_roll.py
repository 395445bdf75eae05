"""The muster roll: the row of a leader."""

import pytest

from battles.engine.sheets.muster_roll import RollCommander
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.sheets import muster_roll
from battles.rules.easy_napoleonics.tables import PRINTED, Tables


def leader(tables: Tables = PRINTED) -> RollCommander:
    return muster_roll.leader("leader 0", "Ney", "French", Rules(tables=tables))


@pytest.mark.rule("EN-MOVE-01", "a leader moves 5 hexes")
@pytest.mark.rule("EN-MORALE-06", "a leader adds one to a check")
@pytest.mark.rule("EN-VP-01", "a leader is worth 5 points")
def test_the_row_of_a_leader() -> None:
    told = [("move per turn", "5 hexes"), ("on checks", "+1"), ("worth", "5 VP")]
    assert [(fact.label, fact.text) for fact in leader().facts] == told
    assert not leader().gone
    assert leader(Tables(leader_move=1)).facts[0].text == "1 hex"
