"""A whole packet beside python-chess in the same run; and a thousand rosters in the background need no more memory."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from armies.paper.section import Imprint
from armies.rules.rolls import roll_of
from armies.rules.tree import totals
from battles.engine import registry
from battles.engine.core import UMPIRE
from campaign.sheets.kinds import Sided, Subject
from campaign.sheets.packet import Reader, Wanted, checked, offered, packet
from tests.bench.test_engine import chess_game, rate
from tests.sheets.orders import sides

pytestmark = pytest.mark.bench

AT_MOST = 74_000
"""Decisions of chess that a packet of two armies of 60 units may cost: 2 s where one takes 27 us."""
MORE = 1.15
"""What a thousand rosters may need at most for what ten need."""
IMPRINT = Imprint("0", "21 November 2026")
ROOT = Path(__file__).parents[2]


def subject(system: str) -> Subject:
    """Two armies of 60 units on the ground of Quatre Bras, as their umpire knows them."""
    army = sides("quatre-bras-1815")[1]
    assert totals(army).units == 60
    rules = registry.load(system)
    state = rules.start(rules.scenario("quatre_bras"))
    seen = rules.view(state, UMPIRE)
    both = tuple(Sided(side, f"Army {side}", roll_of(army, system), army) for side in "ab")
    ground, scene = rules.ground(seen), rules.scene(seen)
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


MANY = """
import re
from pathlib import Path
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from armies.services.writing import create
from campaign.services import print_jobs
from campaign.services.asking import operator
from campaign.services.subjects import source_of
from campaign.sheets.packet import Wanted, checked
from tests.armies.builders import army, unit
row = create(army(unit()), None, visibility="public")
source = source_of(f"army:{row.slug}", operator()._replace(operator=False))
wanted = checked(Wanted({"roster": {}}))
peaks = []
for number in range(1, 1001):
    print_jobs.ask(operator(), source, "", wanted)
    job = print_jobs.claim("here:1:x")
    print_jobs.make(job)
    state = print_jobs.PrintJob.objects.values_list("state", "fault").get(pk=job.pk)
    assert state[0] == "done", state
    job.delete()
    if number in (10, 1000):
        peaks.append(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
print(*peaks)
"""


def test_a_thousand_rosters_in_the_background_need_no_more_memory_than_ten(tmp_path: Path) -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("the peak of memory is read as Linux tells it: that of getrusage holds what the parent had")
    environ = {**os.environ, "MUSTER_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "campaign.settings"}
    environ.pop("DATABASE_URL", None)
    words = [sys.executable, "-c", MANY]
    done = subprocess.run(words, env=environ, cwd=ROOT, capture_output=True, text=True, check=True, timeout=900)
    ten, thousand = map(int, done.stdout.split())
    print(f"ten rosters: {ten // 1024} MB, a thousand: {thousand // 1024} MB")  # noqa: T201
    assert thousand <= ten * MORE
