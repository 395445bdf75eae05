"""A hundred and twenty rosters made in the background need no more memory than twenty."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.databases import copied

MORE = 1.03
"""What many rosters may need at most for what few need: some ten kilobytes more for each."""
ROOT = Path(__file__).parents[2]

MANY = """
import re
from pathlib import Path
import django
django.setup()
from armies.services.storage import create
from campaign.models import PrintJob
from campaign.printing.services import jobs as print_jobs
from campaign.printing.services.subject_access import operator
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.packet import Wanted, checked
from tests.armies.builders import army, unit
row = create(army(unit()), None, visibility="public")
source = source_of(f"army:{row.slug}", operator()._replace(operator=False))
wanted = checked(Wanted({"roster": {}}))
peaks = []
for number in range(1, 121):
    print_jobs.ask(operator(), source, "", wanted)
    job = print_jobs.claim("here:1:x")
    print_jobs.make(job)
    state = PrintJob.objects.values_list("state", "fault").get(pk=job.pk)
    assert state[0] == "done", state
    job.delete()
    if number in (20, 120):
        peaks.append(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
print(*peaks)
"""


@pytest.mark.long
def test_many_rosters_in_the_background_need_no_more_memory_than_few(tmp_path: Path, empty_database: Path) -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("the peak of memory is read as Linux tells it: that of getrusage holds what the parent had")
    copied(empty_database, tmp_path / empty_database.name)
    environ = {**os.environ, "MUSTER_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "campaign.project.settings"}
    environ.pop("DATABASE_URL", None)
    words = [sys.executable, "-c", MANY]
    done = subprocess.run(words, env=environ, cwd=ROOT, capture_output=True, text=True, check=True, timeout=900)
    few, many = map(int, done.stdout.split())
    assert many <= few * MORE, f"twenty rosters: {few} kB, a hundred and twenty: {many} kB"
