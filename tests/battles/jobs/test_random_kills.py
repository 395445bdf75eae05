"""What is acknowledged stays though server, worker and player are killed in the midst of it (a small run)."""

from pathlib import Path

import pytest

from tests.battles.jobs.random_kills import run
from tests.databases import copied


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found as Linux shows them")
@pytest.mark.long
def test_nothing_is_lost_or_doubled_under_three_kills(tmp_path: Path, empty_database: Path) -> None:
    copied(empty_database, tmp_path / "var" / empty_database.name)
    found = run(tmp_path, kills=3, battles=2, seed=5)
    assert sum(found.killed.values()) == 3
    assert min(found.killed.values()) > 0
    assert len(found.told) >= 3
    assert (found.lost, found.double, found.problems) == ([], 0, [])
