"""The roster costs little more than drawing its table by hand with the same fonts."""

import pytest

from armies.paper.section import Imprint, alone
from armies.sheets.army_roster import roster
from battles.engine.armies.tree import totals
from tests.bench.plain_roster import ratio
from tests.sheets.builders import sides

UNITS = 60
AT_MOST = 1.5


@pytest.mark.bench
@pytest.mark.parametrize("system", ["mini_nap", "easy_napoleonics"])
def test_roster_of_sixty_units_within_one_and_a_half_times_the_plain_table(system: str) -> None:
    army = sides("quatre-bras-1815")[1]
    assert totals(army).units == UNITS
    times = ratio(lambda: alone(roster(army, system=system), Imprint("0", "21 November 2026")), army, 9)
    assert times <= AT_MOST, f"{system}: {times:.2f} times the plain table"
