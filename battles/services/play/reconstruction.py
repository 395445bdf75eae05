"""Rebuild a battle's state, snapshots and feeds from its entries; continue it under corrected rules."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import structlog
from msgspec import Struct
from msgspec.structs import replace

from battles.engine.codec import Unreadable, encode, state_hash
from battles.engine.core import UMPIRE
from battles.engine.record import Battle as Recorded
from battles.engine.record import Entry, RulesChanged, newer
from battles.engine.replay import states
from battles.models import Battle, Snapshot, Told
from battles.models import Entry as EntryRow
from battles.services.play import entry_writer
from battles.services.play.lock import Gone, Refused, locked
from battles.services.play.position import (
    CACHE_KEY,
    Position,
    current_position,
    entry_of,
    is_on_older_rules,
    record_of,
    setup_of,
    system_of,
    viewers,
)
from battles.services.view.feed import WORDING, EntryStates, Feeds

log = structlog.get_logger("muster.battles")

MOST_RENEWED: Final = 20
"""Logs renewed in one go."""


def rebuild_feeds(battle: Battle) -> tuple[list[Told], dict[str, list[Any]]]:
    """All feed lines, rebuilt from the entries and the stored notices, and the ends of the feeds."""
    return _FeedBuilder(battle).build()


class _FeedBuilder:
    """Builds the feeds from the entries, in order, and keeps the states that an undo can return to."""

    def __init__(self, battle: Battle) -> None:
        self._system = system_of(battle.system)
        self._rows = list(EntryRow.objects.filter(battle=battle).order_by("seq"))
        self._entries = [entry_of(self._system, row) for row in self._rows]
        self._feeds = Feeds(battle, {})
        self._lines: list[Told] = []
        self._by_entry: dict[int, list[Told]] = {}
        self._phases: dict[int, dict[str, str]] = {}
        self._state = self._system.start(setup_of(battle))
        self._states: dict[int, Any] = {}
        self._notices: dict[int, list[Told]] = defaultdict(list)
        for notice in Told.objects.filter(battle=battle, entry=None, viewer=UMPIRE).order_by("n"):
            self._notices[notice.seq].append(notice)

    def build(self) -> tuple[list[Told], dict[str, list[Any]]]:
        self._add_notices(-1)
        for row, entry in zip(self._rows, self._entries, strict=True):
            before = self._state
            turned = EntryStates(entry, before, before)
            if entry.back is not None:
                turned = replace(turned, phases=self._phases[entry.back], undone=self._mark_undone(entry.back, entry.n))
                self._state = self._states[entry.back]
            for event in entry.events:
                self._state = self._system.evolve(self._state, event)
            self._states[entry.n] = self._state
            lines = self._feeds.of_entry(self._system, row, replace(turned, after=self._state))
            self._by_entry[entry.n] = lines
            self._lines += lines
            self._add_notices(entry.n)
            self._phases[entry.n] = self._feeds.phases()
        return self._lines, self._feeds.lines

    def _mark_undone(self, to: int, until: int) -> set[str]:
        affected = set()
        for seq in range(to + 1, until):
            for line in self._by_entry[seq] if self._entries[seq].back is None else ():
                if not line.undone:
                    line.undone = True
                    affected.add(line.viewer)
        return affected

    def _add_notices(self, seq: int) -> None:
        for old in self._notices[seq]:
            texts = [(text, is_heading) for text, is_heading in old.lines]
            audience = viewers(self._system)
            self._lines += self._feeds.of_notice(audience, seq, old.turn, texts, old.by_name, old.created)


FIELDS: Final = ("wording", *(name for name in entry_writer.POSITION_FIELDS if name != "updated"))
"""The fields of a battle's row that a rebuild writes; ``updated`` stays, since nothing has happened."""


class Rebuilt(Struct, frozen=True):
    """The numbers of rebuilt entries, states and lines, and whether the stored position was different before."""

    entries: int
    states: int
    lines: int
    position_changed: bool


def rebuild(battle: Battle) -> Rebuilt:
    """Rebuild a battle's states and feeds from its entries; notices and undone lines stay.

    Raises:
        Unreadable: its entries cannot be replayed; nothing is changed then.
        Gone: the battle was deleted.
    """
    with locked(battle) as row:
        return refold_states(row)


def renew_log(battle: Battle) -> None:
    """Write a battle's log again if an earlier version of Muster worded it.

    Raises:
        Unreadable: its entries cannot be replayed; nothing is changed then.
        Gone: the battle was deleted.
    """
    with locked(battle) as row:
        if row.wording != WORDING:
            refold_states(row)


def renew_logs(most: int = MOST_RENEWED) -> int:
    """Renew the logs of at most ``most`` battles, the last played first; return the number of battles looked at."""
    battles = list(Battle.objects.exclude(wording=WORDING).defer("setup", "state").order_by("-updated")[:most])
    for battle in battles:
        try:
            renew_log(battle)
        except Gone:
            continue
        except Unreadable as error:
            log.warning("a log keeps its old words", battle=battle.slug, fault=str(error))
            Battle.objects.filter(pk=battle.pk).update(wording=WORDING)
    return len(battles)


def refold_states(battle: Battle) -> Rebuilt:
    """As ``rebuild``, for a row that the caller has locked."""
    whole = record_of(battle)
    battle.wording = WORDING
    if not whole.entries:
        battle.save(update_fields=["wording"])
        return Rebuilt(0, 0, 0, False)
    passed = list(states(whole))
    rows, ends = rebuild_feeds(battle)
    Told.objects.filter(battle=battle).delete()
    Told.objects.bulk_create(rows, batch_size=500)
    kept_states = list(snapshots(battle, whole, passed))
    Snapshot.objects.filter(battle=battle).delete()
    Snapshot.objects.bulk_create(kept_states, batch_size=50)
    content, before = encode(passed[-1]), _position_of(battle)
    last = whole.entries[-1]
    battle.lines = ends
    battle.__dict__.pop(CACHE_KEY, None)
    at_end = [line for line in rows if line.seq == last.n and line.entry_id is not None]
    at = Position(whole.system, passed[-1], last.n)
    entry_writer.store_position(battle, replace(last, hash=state_hash(passed[-1])), at, content, at_end, FIELDS)
    return Rebuilt(len(whole.entries), len(kept_states), len(rows), before != _position_of(battle))


def snapshots(battle: Battle, whole: Recorded, passed: Sequence[Any]) -> Iterator[Snapshot]:
    """The snapshots of a battle; ``passed`` are the states after each entry."""
    turn = -1
    for entry, state in zip(whole.entries, passed, strict=True):
        at = Position(whole.system, state, entry.n)
        if entry_writer.needs_snapshot(entry, turned=at.turn != turn):
            yield Snapshot(battle=battle, seq=entry.n, turn=at.turn, state=encode(state))
        turn = at.turn


def _position_of(battle: Battle) -> tuple[Any, ...]:
    return (bytes(battle.state or b""), *(getattr(battle, name) for name in FIELDS if name not in ("state", "wording")))


@contextmanager
def locked_for_writing(battle: Battle) -> Iterator[Battle]:
    """As ``locked``, for every change of a battle: a battle under older rules is updated to the current rules first.

    That entry is written even if the change itself is refused, as it is for a player who has not read of the update.

    Raises:
        Refused: the battle uses newer rules than the installed ones.
        Gone: the battle was deleted in the meantime.
    """
    if is_on_older_rules(battle):
        update_rules(battle)
    elif battle.wording != WORDING:
        renew_log(battle)
    with locked(battle) as row:
        yield row


def update_rules(battle: Battle) -> EntryRow | None:
    """Update an unfinished battle to the current version of its rules; return the entry that says so.

    Its states and feeds are rebuilt. None if it is up to date or over.

    Raises:
        Refused: the battle uses newer rules than the installed ones.
        Unreadable: its entries cannot be replayed.
        Gone: the battle was deleted in the meantime.
    """
    with locked(battle) as row:
        if not is_on_older_rules(row):
            return None
        system = system_of(row.system)
        if row.rules_version > system.version:
            raise Refused(newer(row.rules_version, system))
        refold_states(row)
        stands = current_position(row)
        change: Entry[Any, Any] = Entry(row.head + 1, rules=RulesChanged(row.rules_version, system.version))
        row.rules_version = system.version
        return entry_writer.write(row, Position(system, stands.state, row.head), change, stands.state)


def update_rules_of(slug: str) -> None:
    """As ``update_rules``, for the battle with this slug, outside any transaction; does nothing if that is refused."""
    battle = Battle.objects.defer("setup", "state").filter(slug=slug).first()
    if battle is not None and is_on_older_rules(battle):
        with suppress(Refused, Gone):
            update_rules(battle)
