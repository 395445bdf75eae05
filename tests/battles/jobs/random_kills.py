"""A server, its worker and a player, each killed at random while battles are fought.

    .venv/bin/python -m tests.battles.jobs.random_kills --kills 50 --battles 4 --folder /tmp/killing

makes a database in the folder, has the player play side a of so many battles at a time against the computer, kills
one of the three by SIGKILL again and again and starts it anew, and then lets everybody play on undisturbed. Every
action that the player was told of must be there once, every battle must be whole, and the computer must have gone on.
"""

import argparse
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")

PLAY = """
import time, uuid
from django.db import DatabaseError
from battles.models import Battle
from battles.services.play.lock import CannotAct
from battles.services.play.position import current_position as now
from battles.services.create.battle_start import Sitting
from tests.battles.services.steps import act, begun, deployed
print("ready", flush=True)
while True:
    playing = Battle.objects.filter(status="playing")
    while playing.count() < {battles}:
        computer = ("greedy", "marshal")[Battle.objects.count() % 2]
        mine, its = Sitting(place="a", guest=True), Sitting(place="b", computer=computer, seconds=0.1)
        begun(None, None, mine, its, setup=deployed("clash"))
    for battle in playing.filter(awaited="a"):
        token = uuid.uuid4()
        options = now(battle).system.options(now(battle).state, "a")
        option = options[int(token) % len(options)]
        try:
            entry = act(battle, "a", option.actions[int(token) // 97 % len(option.actions)], token=token)
        except (CannotAct, DatabaseError):
            continue
        print("told", battle.pk, entry.seq, token, flush=True)
    time.sleep(0.1)
"""

JUDGE = """
from battles.models import ComputerTurn, Entry
from battles.services.play.verification import verify
for battle in Battle.objects.all():
    for problem in verify(battle):
        print("problem", battle.pk, problem)
for battle, seq, token in Entry.objects.exclude(token=None).values_list("battle", "seq", "token"):
    print("entry", battle, seq, token)
for turn in ComputerTurn.objects.filter(state="failed"):
    print("problem", turn.battle_id, turn.fault)
"""


@dataclass
class Found:
    """What was killed, and what became of the battles."""

    killed: dict[str, int]
    told: list[tuple[str, ...]]
    entries: list[tuple[str, ...]]
    problems: list[str]
    heads: dict[str, int]
    ended: int
    lost: list[tuple[str, ...]] = field(default_factory=list)
    double: int = 0


class Field:
    """The processes of one run; those killed are started anew."""

    def __init__(self, folder: Path, battles: int) -> None:
        self.folder = folder
        self.battles = battles
        bare = {name: os.environ[name] for name in KEPT if name in os.environ}
        self.environ = {**bare, "MUSTER_VAR": str(folder / "var"), "MUSTER_LOG_LEVEL": "WARNING"}
        self.told = folder / "told"
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def manage(self, *words: str) -> str:
        answer = subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=self.environ, capture_output=True, text=True
        )
        if answer.returncode:
            raise RuntimeError(answer.stderr)
        return answer.stdout

    def shell(self, code: str) -> str:
        return self.manage("shell", "--verbosity", "0", "-c", code)

    def start(self, name: str) -> None:
        words = {
            "server": ["serve", "--port", "0"],
            "player": ["shell", "--verbosity", "0", "-c", PLAY.format(battles=self.battles)],
        }[name]
        errors = (self.folder / f"{name}.err").open("ab")
        said = self.told.open("ab") if name == "player" else subprocess.DEVNULL
        self.running[name] = subprocess.Popen(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=self.environ, stdout=said, stderr=errors
        )
        errors.close()

    def worker(self) -> int | None:
        """The process of the server's worker; None where it has none at the moment."""
        server = self.running["server"].pid
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                rest = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if rest[0] != "Z" and int(rest[1]) == server:
                return int(stat.parent.name)
        return None

    def kill(self, name: str) -> bool:
        """Kill it by SIGKILL; whether there was one. A server's worker dies with it or goes by itself."""
        if name == "worker":
            worker = self.worker()
            if worker is not None:
                os.kill(worker, signal.SIGKILL)
            return worker is not None
        self.running[name].kill()
        self.running[name].wait()
        self.start(name)
        return True

    def end(self) -> None:
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            process.wait(30)


def until(condition: Callable[[], object], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.05)


def run(folder: Path, *, kills: int, battles: int, seed: int) -> Found:
    """Fight ``battles`` battles at a time under ``kills`` kills."""
    chance = random.Random(seed)  # noqa: S311
    place = Field(folder, battles)
    if not (folder / "var" / "muster.sqlite3").exists():
        place.manage("migrate", "--verbosity", "0")
    killed = {"server": 0, "worker": 0, "player": 0}
    for name in ("server", "player"):
        place.start(name)
    try:
        while sum(killed.values()) < kills:
            size = _size(place.told)
            until(lambda: _size(place.told) > size)  # noqa: B023
            time.sleep(chance.random())
            fewest = min(killed.values())
            name = chance.choice([name for name, count in killed.items() if count == fewest])
            killed[name] += place.kill(name)
        heads = _stands(place)
        until(lambda: all(_stands(place)[pk][0] > head or over for pk, (head, over) in heads.items()))
    finally:
        place.end()
    return _judged(place, killed)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _stands(place: Field) -> dict[str, tuple[int, bool]]:
    """Each battle's last entry, and whether it is over; read from the file, for it is asked for again and again."""
    with closing(sqlite3.connect(place.folder / "var" / "muster.sqlite3", timeout=10)) as database:
        rows = database.execute("SELECT id, head, status FROM battles_battle").fetchall()
    return {str(pk): (head, status == "over") for pk, head, status in rows}


def _judged(place: Field, killed: dict[str, int]) -> Found:
    said, stands = place.shell(JUDGE), _stands(place)
    told = re.findall(r"^told (\d+) (\d+) ([-0-9a-f]{36})$", place.told.read_text(), re.MULTILINE)
    entries = re.findall(r"^entry (\d+) (\d+) ([-0-9a-f]{36})$", said, re.MULTILINE)
    return Found(
        killed=killed,
        told=told,
        entries=entries,
        problems=re.findall(r"^problem .*$", said, re.MULTILINE),
        heads={pk: head for pk, (head, _) in stands.items()},
        ended=sum(over for _, over in stands.values()),
        lost=[one for one in told if one not in set(entries)],
        double=len(entries) - len({token for _, _, token in entries}),
    )


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--battles", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args(words)
    folder = given.folder or Path(tempfile.mkdtemp())
    found = run(folder, kills=given.kills, battles=given.battles, seed=given.seed)
    acts = f"actions acknowledged: {len(found.told)}; lost: {found.lost}; double: {found.double}"
    sys.stdout.write(f"killed: {found.killed}; {acts}\n")
    sys.stdout.write(f"entries: {sum(found.heads.values())} in {len(found.heads)} battles, ")
    sys.stdout.write(f"{found.ended} of them ended; problems: {found.problems}\n")
    return bool(found.lost or found.double or found.problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
