"""Many battles at once over HTTP: in each both players act and two spectators follow.

    .venv/bin/python -m tests.battles.under_load.many_battles --battles 200 --seconds 60 --pause 10 --folder /tmp/load

makes a database in the folder (or takes the one of DATABASE_URL, which must be empty), starts a server, and lets
everybody play at random for a while, with so many seconds between what he sees and what he does. Players take their
actions from the page, as a person does, and send some of them twice. Afterwards every accepted action must be there
once and in order, every battle whole, and all four must have been told the same.
"""

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.battles.under_load.server import Place
from tests.battles.under_load.visitor import Visitor
from tests.loops import apart

TWICE = 0.15
"""The share of the actions that are sent once more, at the same time or after."""
COMING = 0.1
"""Seconds between the four of one battle and those of the next, as they come."""
DONE = (200, 302, 409)
"""How whoever plays by the rules is answered: done, sent on, or too late."""

MAKE = """
from battles.services.create.battle_start import Sitting
from tests.battles.under_load.large_battles import sixty
from tests.battles.services.steps import begun
for _ in range({battles}):
    battle = begun(None, None, *(Sitting(place=side, guest=True) for side in "ab"), setup=sixty(26, 14, 12))
    print("battle", battle.slug, *battle.seats.values_list("token", flat=True))
"""

JUDGE = """
from battles.models import Battle, Entry
from battles.services.play.verification import verify
for battle in Battle.objects.all():
    for problem in verify(battle):
        print("problem", battle.slug, problem)
for slug, seq, token in Entry.objects.exclude(token=None).values_list("battle__slug", "seq", "token"):
    print("entry", slug, seq, token)
"""

ACTION = re.compile(r'name="action" value="([^"]*)"')
PICK = re.compile(r'data-pick href="[^"?]*\?((?:(?!weigh)[^"])*unit=(?:(?!weigh)[^"])*)"')
FIELD = re.compile(r'name="(expect|side)" value="([^"]*)"')
LINE = re.compile(r'<a class="n" href="[^"]*">(\d+)</a><div><div class="what">(.*?)</div>', re.DOTALL)


@dataclass
class Found:
    """What was measured, in seconds, and what went wrong."""

    seconds: float = 0
    posts: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    accepted: dict[str, list[str]] = field(default_factory=dict)
    status: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    entries: int = 0

    def words(self) -> str:
        acts = sum(map(len, self.accepted.values()))
        told = f"POST: median {1e3 * share(self.posts, 0.5):.0f} ms, 95 in 100 {1e3 * share(self.posts, 0.95):.0f} ms"
        heard = (
            f"news: median {1e3 * share(self.delays, 0.5):.0f} ms, 95 in 100 {1e3 * share(self.delays, 0.95):.0f} ms"
        )
        rate = f"{acts} actions of {len(self.accepted)} players, {acts / self.seconds:.1f} a second"
        return f"{rate}\n{told}; {heard}\nanswers: {dict(self.status)}; wrong: {self.wrong}\n"


def share(values: Sequence[float], part: float) -> float:
    """The value that this part of them does not exceed; 0 where there are none."""
    return sorted(values)[int(part * (len(values) - 1))] if values else 0.0


class Hall:
    """Where all wait until the last of so many players has sat down."""

    def __init__(self, players: int) -> None:
        self.missing = players
        self.full = asyncio.Event()

    async def seated(self) -> None:
        self.missing -= 1
        if self.missing == 0:
            self.full.set()
        await self.full.wait()


class Table:
    """A battle and the four who sit at it or look on."""

    def __init__(self, slug: str, hall: Hall, found: Found, chance: random.Random) -> None:
        self.slug = slug
        self.hall = hall
        self.address = f"/b/{slug}"
        self.found = found
        self.chance = chance
        self.sent = 0.0
        self.told: list[dict[int, str]] = []
        self.posted: set[str] = set()

    async def look(self, visitor: Visitor, told: dict[int, str]) -> dict[str, Any]:
        """The parts of the page; the lines of its log are put down in ``told``."""
        now = await visitor.now(self.address)
        lines: dict[int, str] = {}
        for n, text in LINE.findall(now["parts"]["log"]):
            # A line that goes on in another phase stands in parts under both headings.
            lines[int(n)] = lines.get(int(n), "") + text
        for n, text in lines.items():
            before = told.setdefault(n, text)
            if before != text:
                self.found.wrong.append(f"{self.slug}: line {n} was {before} and is {text}")
        return now

    async def watch(self, visitor: Visitor) -> None:
        """Follow as a spectator, and read whatever is told."""
        told: dict[int, str] = {}
        self.told.append(told)
        news = asyncio.Event()

        def heard(_: int, at: float) -> None:
            if self.sent:
                self.found.delays.append(at - self.sent)
            news.set()

        async with asyncio.TaskGroup() as group:
            group.create_task(visitor.hear(f"{self.address}/live", heard))
            while await news.wait():
                news.clear()
                await self.look(visitor, told)

    async def play(self, visitor: Visitor, seat: str, pause: float) -> None:
        """Take the seat and, once all have sat down, act whenever it is awaited."""
        await visitor.get(f"/b/seat/{seat}")
        told: dict[int, str] = {}
        self.told.append(told)
        accepted = self.found.accepted.setdefault(f"{self.slug} {seat}", [])
        news = asyncio.Event()
        now: dict[str, Any] = {}

        def heard(n: int, _: float) -> None:
            if n != now.get("n"):
                news.set()

        async with asyncio.TaskGroup() as group:
            group.create_task(visitor.hear(f"{self.address}/live", heard))
            while await news.wait():
                news.clear()
                now = await self.look(visitor, told)
                await self.hall.seated()
                while now.get("awaited"):
                    await asyncio.sleep(self.chance.uniform(0.5, 1.5) * pause)
                    form = await self.choose(visitor, now["parts"]["panel"])
                    now = await self.act(visitor, form, accepted) if form else await self.look(visitor, told)

    async def choose(self, visitor: Visitor, panel: str) -> dict[str, str]:
        """A form with an action that the panel offers, or one of those behind it; empty where there is none."""
        for depth in range(3):
            actions, picks = ACTION.findall(panel), PICK.findall(panel)
            if actions and (depth or not picks or self.chance.random() < 0.3):
                action = unescape(self.chance.choice(actions))
                return {**dict(FIELD.findall(panel)), "action": action, "token": str(uuid4())}
            if not picks:
                break
            _, panel = await visitor.get(f"{self.address}/panel?{unescape(self.chance.choice(picks))}")
        return {}

    async def act(self, visitor: Visitor, form: dict[str, str], accepted: list[str]) -> dict[str, Any]:
        """Send an action, now and then twice in the same moment or once more afterwards; the parts of the page then."""
        times = 2 if self.chance.random() < TWICE else 1
        self.posted.add(form["token"])
        self.sent = time.perf_counter()
        answers = await asyncio.gather(*(self._post(visitor, form) for _ in range(times)))
        if self.chance.random() < TWICE:
            answers.append(await self._post(visitor, form))
        if len({status for status, _ in answers}) != 1:
            self.found.wrong.append(f"{self.slug}: the same action was answered by {[status for status, _ in answers]}")
        status, text = answers[-1]
        if status != 200:
            return {"awaited": True, "parts": {"panel": ""}}
        accepted.append(form["token"])
        return dict(json.loads(text))

    async def _post(self, visitor: Visitor, form: dict[str, str]) -> tuple[int, str]:
        begun = time.perf_counter()
        answer = await visitor.post(f"{self.address}/act", form)
        self.found.posts.append(time.perf_counter() - begun)
        return answer


def run(folder: Path, *, battles: int, seconds: float, pause: float, acts: int = 10**9, database: str = "") -> Found:
    """Let ``battles`` battles be played for so long, or until so many actions were accepted."""
    place = Place(folder, database)
    made = re.findall(r"^battle (\S+) (\S+) (\S+)$", place.shell(MAKE.format(battles=battles)), re.MULTILINE)
    found = Found(seconds=seconds)
    chance = random.Random(1)  # noqa: S311
    server, port = place.serve()
    try:
        tables = apart(_fight(made, port, found, chance, pause, acts))
    finally:
        server.terminate()
        server.wait(60)
    _judge(place, tables, found)
    return found


async def _fight(
    made: Sequence[tuple[str, ...]], port: int, found: Found, chance: random.Random, pause: float, acts: int
) -> list[Table]:
    hosts = (f"127.{1 + n // 62500}.{n // 250 % 250}.{1 + n % 250}" for n in range(4 * len(made)))
    hall = Hall(2 * len(made))
    tables, visitors, tasks = [], [], []
    for slug, *seats in made:
        table = Table(slug, hall, found, chance)
        tables.append(table)
        four = [Visitor(port, next(hosts)) for _ in range(4)]
        visitors += four
        await asyncio.sleep(COMING)
        tasks += [asyncio.create_task(table.play(four[n], seat, pause)) for n, seat in enumerate(seats)]
        tasks += [asyncio.create_task(table.watch(one)) for one in four[2:]]
    tasks.append(asyncio.create_task(_while_played(hall, found, acts)))
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        if not task.cancel() and task is not tasks[-1]:
            found.wrong.append(f"one of four went away: {task.exception()!r}")
    await asyncio.gather(*tasks, return_exceptions=True)
    for visitor in visitors:
        found.status.update(visitor.status)
    return tables


async def _while_played(hall: Hall, found: Found, acts: int) -> None:
    """Ends after the time to play, or when enough was played."""
    await hall.full.wait()
    begun = time.monotonic()
    while sum(map(len, found.accepted.values())) < acts and time.monotonic() < begun + found.seconds:
        await asyncio.sleep(0.2)
    found.seconds = time.monotonic() - begun


def _judge(place: Place, tables: Sequence[Table], found: Found) -> None:
    said = place.shell(JUDGE)
    found.wrong += re.findall(r"^problem .*$", said, re.MULTILINE)
    entries = re.findall(r"^entry (\S+) (\d+) (\S+)$", said, re.MULTILINE)
    found.entries = len(entries)
    seqs = {token: int(seq) for _, seq, token in entries}
    if len(seqs) != len(entries):
        found.wrong.append("an action is there twice")
    for who, tokens in found.accepted.items():
        kept = [seqs.get(token, -1) for token in tokens]
        if -1 in kept or kept != sorted(kept):
            found.wrong.append(f"{who}: the actions that were accepted are entries {kept}")
    known = set().union(*(table.posted for table in tables))
    found.wrong += [f"nobody sent {token}" for token in sorted(seqs.keys() - known)]
    for table in tables:
        found.wrong += _differing(table)
    found.wrong += [f"{n} answers of status {status}" for status, n in found.status.items() if status not in DONE]


def _differing(table: Table) -> list[str]:
    """Lines of the log that were not told alike to those who were told them."""
    told: dict[int, set[str]] = {}
    for lines in table.told:
        for n, text in lines.items():
            told.setdefault(n, set()).add(text)
    return [f"{table.slug}: line {n} is {texts}" for n, texts in told.items() if len(texts) > 1]


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=10)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args(words)
    folder = given.folder or Path(tempfile.mkdtemp())
    found = run(
        folder,
        battles=given.battles,
        seconds=given.seconds,
        pause=given.pause,
        database=os.environ.get("DATABASE_URL", ""),
    )
    sys.stdout.write(found.words())
    return bool(found.wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
