"""All feeds of a battle made again from its entries and notices."""

from collections import defaultdict
from typing import Any

from msgspec.structs import replace

from battles.engine.core import UMPIRE
from battles.models import Battle, Told
from battles.models import Entry as EntryRow
from battles.services.position import entry_of, setup_of, system_of, viewers
from battles.services.telling import Feeds, Turned


def feeds_of(battle: Battle) -> tuple[list[Told], dict[str, list[Any]]]:
    """Every line as the entries make it, the notices between them, and the ends of the feeds."""
    return _Making(battle).made()


class _Making:
    """The entries in order, with the states that some of them go back to."""

    def __init__(self, battle: Battle) -> None:
        self._system = system_of(battle.system)
        self._rows = list(EntryRow.objects.filter(battle=battle).order_by("seq"))
        self._entries = [entry_of(self._system, row) for row in self._rows]
        self._feeds = Feeds(battle, {})
        self._told: list[Told] = []
        self._by_entry: dict[int, list[Told]] = {}
        self._phases: dict[int, dict[str, str]] = {}
        self._state = self._system.start(setup_of(battle))
        self._states: dict[int, Any] = {}
        self._notices: dict[int, list[Told]] = defaultdict(list)
        for notice in Told.objects.filter(battle=battle, entry=None, viewer=UMPIRE).order_by("n"):
            self._notices[notice.seq].append(notice)

    def made(self) -> tuple[list[Told], dict[str, list[Any]]]:
        self._notice(-1)
        for row, entry in zip(self._rows, self._entries, strict=True):
            before = self._state
            turned = Turned(entry, before, before)
            if entry.back is not None:
                turned = replace(turned, phases=self._phases[entry.back], undone=self._undo(entry.back, entry.n))
                self._state = self._states[entry.back]
            for event in entry.events:
                self._state = self._system.evolve(self._state, event)
            self._states[entry.n] = self._state
            told = self._feeds.of_entry(self._system, row, replace(turned, after=self._state))
            self._by_entry[entry.n] = told
            self._told += told
            self._notice(entry.n)
            self._phases[entry.n] = self._feeds.phases()
        return self._told, self._feeds.lines

    def _undo(self, to: int, until: int) -> set[str]:
        found = set()
        for seq in range(to + 1, until):
            for line in self._by_entry[seq] if self._entries[seq].back is None else ():
                if not line.undone:
                    line.undone = True
                    found.add(line.viewer)
        return found

    def _notice(self, seq: int) -> None:
        for old in self._notices[seq]:
            texts = [(text, is_heading) for text, is_heading in old.lines]
            told = viewers(self._system)
            self._told += self._feeds.of_notice(told, seq, old.turn, texts, old.by_name, old.created)
