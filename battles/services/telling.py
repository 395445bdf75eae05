"""What each viewer is told of an entry, as lines of his feed.

Each feed counts its own lines without gaps: somebody who was told nothing of an entry has no line of it, so no number
says that something hidden happened. What a line tells of has a key, the same in every feed, by which it is linked to:
it is made of the battle's secret and the place in the umpire's feed, which has everything, so that it tells nothing.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from battles.engine.core import UMPIRE, RuleSystem, Viewer
from battles.engine.log import agreement
from battles.engine.record import Entry
from battles.models import Battle, Told
from battles.models import Entry as EntryRow
from battles.services import live
from battles.services.locking import Refused
from battles.services.position import now, viewers

Texts = list[tuple[str, bool]]
"""Sentences, each with whether it is a heading."""

OVER: Final = "The battle is over"
TAKEN_BACK: Final = "What is struck through is taken back."
KEY_BYTES: Final = 6
LETTERS: Final = str.maketrans("0123456789abcdef", "bcdfghjklmnpqrst")
"""Of hexadecimal digits letters without vowels, so that no key is a number or a word."""
MOST_NOTICES: Final = 20
"""Notices between two entries."""


class Turned(Struct, frozen=True):
    """An entry with the states before and after it, and where it goes back what that undoes.

    ``undone`` are the viewers who had lines that are undone, ``phases`` the headings that hold again.
    """

    entry: Entry[Any, Any]
    before: Any
    after: Any
    undone: Collection[Viewer] = ()
    phases: Mapping[Viewer, str] = {}


def key_of(secret: bytes, place: int) -> str:
    """What names the line at ``place`` of the umpire's feed and those of others that tell of the same: 12 letters."""
    made = hashlib.blake2b(b"%d" % place, key=secret, digest_size=KEY_BYTES, person=b"muster-line-1")
    return made.hexdigest().translate(LETTERS)


class Feeds:
    """The ends of a battle's feeds, and the lines put to them. ``lines`` is `Battle.lines`."""

    def __init__(self, battle: Battle, lines: Mapping[str, Sequence[Any]]) -> None:
        self._battle = battle
        self._ends: dict[Viewer, tuple[int, str]] = {viewer: (n, phase) for viewer, (n, phase) in lines.items()}

    @property
    def lines(self) -> dict[str, list[Any]]:
        """As `Battle.lines`: how many lines each viewer has, and his last heading."""
        return {viewer: [n, phase] for viewer, (n, phase) in self._ends.items()}

    def of_entry(self, system: RuleSystem[Any], row: EntryRow, turned: Turned) -> list[Told]:
        """The lines of an entry, one for each viewer who learns of it."""
        turn = system.tally(turned.after).turns
        by_name = said_by(system, turned.before, row)
        key, found = self._key(), []
        for viewer, texts in said(system, turned).items():
            if texts is not None:
                phase = next((text for text, is_heading in reversed(texts) if is_heading), turned.phases.get(viewer))
                line = self._line(viewer, key, row.seq, turn, texts, phase, row.created, by_name=by_name, entry=row)
                found.append(line)
        return found

    def of_notice(
        self, told: Iterable[Viewer], seq: int, turn: int, texts: Texts, by_name: str, at: datetime
    ) -> list[Told]:
        """The lines of something that is no entry, such as a pause."""
        key = self._key()
        return [self._line(viewer, key, seq, turn, texts, None, at, by_name=by_name) for viewer in told]

    def phases(self) -> dict[Viewer, str]:
        """The last heading of each viewer."""
        return {viewer: phase for viewer, (_, phase) in self._ends.items()}

    def _key(self) -> str:
        """The key of what is told next."""
        return key_of(bytes(self._battle.secret), self._ends.get(UMPIRE, (0, ""))[0])

    def _line(
        self,
        viewer: Viewer,
        key: str,
        seq: int,
        turn: int,
        texts: Texts,
        phase: str | None,
        created: datetime,
        *,
        by_name: str,
        entry: EntryRow | None = None,
    ) -> Told:
        n, before = self._ends.get(viewer, (0, ""))
        phase = before if phase is None else phase
        self._ends[viewer] = (n + 1, phase)
        return Told(
            battle=self._battle,
            viewer=viewer,
            n=n,
            key=key,
            entry=entry,
            seq=seq,
            turn=turn,
            phase=phase,
            lines=[[text, is_heading] for text, is_heading in texts],
            by_name=by_name,
            created=created,
        )


def said(system: RuleSystem[Any], turned: Turned) -> dict[Viewer, Texts | None]:
    """What each viewer is told of an entry: sentences, nothing to read, or None where he does not learn of it.

    Whoever acted and the umpire always learn of it; the others where an event reaches them, where what they see of
    the battle has changed, or who is awaited.
    """
    entry, before, after = turned.entry, turned.before, turned.after
    told = _of_events(system, before, entry) if entry.is_action else _agreed(system, turned)
    waits = system.deciding(before) != system.deciding(after)
    for viewer in viewers(system):
        if told[viewer] is None and (
            viewer in (entry.side, UMPIRE)
            or waits
            or entry.ended is not None
            or system.view(before, viewer) != system.view(after, viewer)
        ):
            told[viewer] = []
    return told


def _of_events(system: RuleSystem[Any], state: Any, entry: Entry[Any, Any]) -> dict[Viewer, Texts | None]:
    told: dict[Viewer, Texts | None] = dict.fromkeys(viewers(system))
    for event in entry.events:
        known: list[tuple[Any, Texts]] = []
        for viewer in told:
            seen = system.shadow(state, event, viewer)
            if seen is None:
                continue
            texts = next((texts for other, texts in known if other == seen), None)
            if texts is None:
                texts = _texts(system, state, seen)
                known.append((seen, texts))
            told[viewer] = [*(told[viewer] or ()), *texts]
        state = system.evolve(state, event)
    return told


def _texts(system: RuleSystem[Any], state: Any, seen: Any) -> Texts:
    both = ((system.heading(state, seen), True), (system.sentence(state, seen), False))
    return [(text, is_heading) for text, is_heading in both if text]


def _agreed(system: RuleSystem[Any], turned: Turned) -> dict[Viewer, Texts | None]:
    entry = turned.entry
    if entry.ended is not None or entry.rules is not None:
        heading: Texts = [(OVER, True)] if entry.ended is not None else []
        said: Texts = [*heading, (agreement(system, turned.before, entry), False)]
        return {viewer: list(said) for viewer in viewers(system)}
    return {viewer: [(TAKEN_BACK, False)] if viewer in turned.undone else None for viewer in viewers(system)}


def said_by(system: RuleSystem[Any], state: Any, row: EntryRow) -> str:
    """Who did an entry: a name, ``X for Y`` where it was somebody else's side."""
    if row.for_other and row.side in system.sides:
        return f"{row.by_name} for {system.side_name(state, row.side)}"[:200]
    return row.by_name


def notice(battle: Battle, text: str, by_name: str = "", *, settles: bool = False) -> None:
    """Tell everybody something that is no entry, and wake them. The row is held by the caller; it is saved.

    Args:
        settles: it ends what was arranged before, such as a pause or an empty seat; that is never one too many.

    Raises:
        Refused: there were too many since the last entry.
    """
    if not settles and _arranged(battle) >= MOST_NOTICES:
        raise Refused("So much has been arranged since the last move that you must play on first.")
    stands = now(battle)
    feeds = Feeds(battle, battle.lines)
    at = timezone.now()
    told = feeds.of_notice(viewers(stands.system), battle.head, battle.turn, [(text, False)], by_name, at)
    Told.objects.bulk_create(told)
    battle.lines = feeds.lines
    battle.save(update_fields=["lines", "status", "updated"])
    transaction.on_commit(lambda: live.wake(battle.pk, max(line.pk for line in told)))


def _arranged(battle: Battle) -> int:
    return Told.objects.filter(battle=battle, viewer=UMPIRE, seq=battle.head, entry=None).count()


def ended_words(told: Iterable[Told]) -> str:
    """The last sentence that the umpire was told."""
    texts = [text for line in told if line.viewer == UMPIRE for text, is_heading in line.lines if not is_heading]
    return texts[-1] if texts else ""
