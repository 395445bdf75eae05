"""The script in the README runs as it stands there."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from armies.models import Army
from tests.architecture.test_contracts import ROOT


def script() -> str:
    """The first Python block of the README that uses the API."""
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.M)
    found = [block for block in blocks if "/api/v1/" in block]
    assert found, "the README has no Python block that uses the API"
    return str(found[0])


def test_the_script_builds_an_army_checks_it_and_fetches_its_roster(
    live: str, alice: Any, key_of: Any, tmp_path: Path
) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", script()],
        cwd=tmp_path,
        env={"MUSTER": live, "MUSTER_TOKEN": key_of(alice)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert answer.returncode == 0, answer.stderr
    (army,) = Army.objects.all()
    assert (army.owner, army.units > 0, army.version > 1) == (alice, True, True)
    assert f"/a/{army.slug}" in answer.stdout
    (roster,) = tmp_path.glob("*.pdf")
    assert roster.read_bytes().startswith(b"%PDF-")
