"""A whole packet beside python-chess in the same run."""

import time
from functools import cache, partial

import pytest

from armies.paper.section import Imprint
from battles.engine import registry
from battles.engine.armies.systems import roll_of
from battles.engine.armies.tree import totals
from battles.engine.core import UMPIRE
from battles.services.cheat_sheets import army_wants
from campaign.printing.sheets.kinds import Sided, Subject
from campaign.printing.sheets.packet import Reader, Wanted, checked, offered, packet, usual
from tests.bench.measures import chess_game, rate
from tests.bench.plain_roster import ratio
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


PLAIN = 5.0
"""Times the plain table that the usual packet of an army of 60 units may take."""


@pytest.mark.parametrize("system", ["mini_nap", "easy_napoleonics"])
def test_the_usual_packet_costs_at_most_five_plain_tables(system: str) -> None:
    army = sides("quatre-bras-1815")[1]

    def whole() -> int:
        side = Sided("a", army.name, roll_of(army, system), army, wanted=cache(partial(army_wants, army, system)))
        rules = registry.settings(system).rules()
        alone = Subject("bench", army.name, system, rules, (side,), address="https://x.example/a", secret="x")
        return packet(alone, Reader("a", ""), usual(alone), IMPRINT).bound.pages

    times = ratio(whole, army, 7)
    print(f"{system}: {times:.2f} times the plain table")  # noqa: T201
    assert times <= PLAIN
