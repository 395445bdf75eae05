"""The scripts in `campaign/docs/api.md` run as they are printed there."""

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from armies.models import Army
from battles.models import Battle
from battles.services.play.verification import verify
from campaign.project.worker import WorkLoop
from tests.architecture.sources import ROOT


def script(about: str) -> str:
    """The Python block of `api.md` that uses the API and holds the words ``about``."""
    text = (ROOT / "campaign" / "docs" / "api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    scripts = [block for block in blocks if "/api/v1/" in block and about in block]
    assert len(scripts) == 1, f"api.md has {len(scripts)} scripts with {about}"
    return str(scripts[0])


def test_the_script_builds_an_army_checks_it_and_fetches_its_roster(
    live: str, alice: Any, key_of: Any, tmp_path: Path
) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", script("/roster")],
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


def test_the_script_plays_a_battle_against_the_computer(live: str, alice: Any, key_of: Any, tmp_path: Path) -> None:
    with (tmp_path / "said").open("w+") as said:
        playing = subprocess.Popen(
            [sys.executable, "-c", script("/act")],
            cwd=tmp_path,
            env={"MUSTER": live, "MUSTER_TOKEN": key_of(alice)},
            stdout=said,
            stderr=said,
        )
        work_until_the_end_of(playing)
        said.seek(0)
        text = said.read()
    assert playing.returncode == 0, text
    (battle,) = Battle.objects.all()
    assert (battle.owner, battle.is_over) == (alice, True)
    assert battle.ended in text
    assert "Sound." in text
    assert verify(battle) == []
    (file,) = tmp_path.glob("*.battle")
    assert bytes(battle.secret).hex() in file.read_text(encoding="utf-8")


def work_until_the_end_of(process: Any) -> None:
    """Run a worker until ``process`` has ended, as ``serve`` has one beside it."""
    work = WorkLoop()

    def watch() -> None:
        process.wait()
        work.ended.set()

    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    watching = threading.Thread(target=watch)
    watching.start()
    try:
        work.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        process.kill()
        watching.join()
