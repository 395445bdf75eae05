"""What is accepted from many at once is kept once and told to all alike (a small run)."""

import sys
from pathlib import Path

import pytest

from tests.battles.under_load.many_battles import run
from tests.databases import copied


@pytest.mark.skipif(sys.platform != "linux", reason="each visitor has an address of his own, as Linux gives them")
@pytest.mark.long
def test_four_battles_with_four_clients_each_lose_nothing_and_double_nothing(
    tmp_path: Path, empty_database: Path
) -> None:
    copied(empty_database, tmp_path / "var" / empty_database.name)
    found = run(tmp_path, battles=4, seconds=120, pause=0.1, acts=20)
    assert found.wrong == []
    assert sum(map(len, found.accepted.values())) >= 20
    assert found.entries >= 20
    assert len(found.posts) > 20
    assert found.delays
    assert set(found.status) <= {200, 302}
