"""A whole packet beside python-chess in the same run."""

import time

import pytest

from armies.paper.section import Imprint
from battles.engine import registry
from battles.engine.armies.systems import roll_of
from battles.engine.armies.tree import totals
from battles.engine.core import UMPIRE
from campaign.printing.sheets.kinds import Sided, Subject
from campaign.printing.sheets.packet import Reader, Wanted, checked, offered, packet
from tests.bench.test_engine import chess_game, rate
from tests.sheets.builders import sides

pytestmark = pytest.mark.bench

AT_MOST = 74_000
"""Decisions of chess that a packet of two armies of 60 units may cost: 2 s where one takes 27 us."""
IMPRINT = Imprint("0", "21 November 2026")


def subject(system: str) -> Subject:
    """Two armies of 60 units on the ground of Quatre Bras, as their umpire knows them."""
    army = sides("quatre-bras-1815")[1]
    assert totals(army).units == 60
    rules = registry.load(system)
    state = rules.start(rules.scenarios.load("quatre_bras"))
    seen = rules.secrets.view(state, UMPIRE)
    both = tuple(Sided(side, f"Army {side}", roll_of(army, system), army) for side in "ab")
    ground, scene = rules.ui.ground(seen), rules.ui.scene(seen)
    return Subject("bench", "Two armies", system, state.setup.rules, both, ground, scene, "https://x.example", "", "x")


@pytest.mark.parametrize("system", ["mini_nap", "easy_napoleonics"])
def test_a_packet_with_every_kind_of_sheet_costs_no_more_than_so_many_decisions_of_chess(system: str) -> None:
    made = subject(system)
    wanted = checked(Wanted({kind.key: {} for kind, lack in offered(made) if not lack}))
    costs = []
    for turn in range(3):
        start = time.process_time()
        bound = packet(made, Reader(UMPIRE, "The umpire"), wanted, IMPRINT).bound
        costs.append((time.process_time() - start) * rate(chess_game, 0.5, bytes([turn])))
    print(f"{system}: {bound.pages} pages, {min(costs):.0f} decisions of chess")  # noqa: T201
    assert min(costs) <= AT_MOST
