"""The feed lines that each viewer gets for an entry."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from battles.engine.core import UMPIRE, Viewer
from battles.engine.record import Entry
from battles.engine.replay import agreement
from battles.engine.system import RuleSystem
from battles.engine.words import in_sentence
from battles.models import Battle, Told
from battles.models import Entry as EntryRow
from battles.services.live import broadcast
from battles.services.play.lock import Refused
from battles.services.play.position import current_position, viewers

Texts = list[tuple[str, bool]]
"""Sentences, each with True if it is a heading."""

WORDING: Final = 14
"""Version of the words of log lines. Raise it in a release that changes them: older logs are then written again."""

OVER: Final = "The battle is over"
UNDONE: Final = "Crossed-out moves were undone."
KEY_BYTES: Final = 6
LETTERS: Final = str.maketrans("0123456789abcdef", "bcdfghjklmnpqrst")
"""Hexadecimal digits to consonants, so that no key is a number or a word."""
MOST_NOTICES: Final = 20
"""The most notices between two entries."""


class EntryStates(Struct, frozen=True):
    """An entry with the states before and after it.

    For an undo, ``undone`` are the viewers who had lines that are undone, ``phases`` their headings after it.
    """

    entry: Entry[Any, Any]
    before: Any
    after: Any
    undone: Collection[Viewer] = ()
    phases: Mapping[Viewer, str] = {}


def key_of(secret: bytes, place: int) -> str:
    """The key, 12 letters, of the umpire's line number ``place`` and of all other viewers' lines of the same entry."""
    digest = hashlib.blake2b(b"%d" % place, key=secret, digest_size=KEY_BYTES, person=b"muster-line-1")
    return digest.hexdigest().translate(LETTERS)


class Feeds:
    """Writer of feed lines that knows the ends of a battle's feeds; it starts from `Battle.lines`."""

    def __init__(self, battle: Battle, lines: Mapping[str, Sequence[Any]]) -> None:
        self._battle = battle
        self._ends: dict[Viewer, tuple[int, str]] = {viewer: (n, phase) for viewer, (n, phase) in lines.items()}

    @property
    def lines(self) -> dict[str, list[Any]]:
        """As `Battle.lines`: the number of lines of each viewer, and their last heading."""
        return {viewer: [n, phase] for viewer, (n, phase) in self._ends.items()}

    def of_entry(self, system: RuleSystem[Any], row: EntryRow, turned: EntryStates) -> list[Told]:
        """The lines of an entry, one for each viewer who learns of it."""
        turn = system.ui.tally(turned.after).turns
        by_name = author_words(system, turned.before, row)
        key, lines = self._key(), []
        for viewer, texts in feed_texts(system, turned).items():
            if texts is not None:
                phase = next((text for text, is_heading in reversed(texts) if is_heading), turned.phases.get(viewer))
                line = self._line(viewer, key, row.seq, turn, texts, phase, row.created, by_name=by_name, entry=row)
                lines.append(line)
        return lines

    def of_notice(
        self, audience: Iterable[Viewer], seq: int, turn: int, texts: Texts, by_name: str, at: datetime
    ) -> list[Told]:
        """The lines of a notice, such as a pause, which is no entry."""
        key = self._key()
        return [self._line(viewer, key, seq, turn, texts, None, at, by_name=by_name) for viewer in audience]

    def phases(self) -> dict[Viewer, str]:
        """The last heading of each viewer."""
        return {viewer: phase for viewer, (_, phase) in self._ends.items()}

    def _key(self) -> str:
        """The key of the next line."""
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


def feed_texts(system: RuleSystem[Any], turned: EntryStates) -> dict[Viewer, Texts | None]:
    """By viewer the sentences of an entry; an empty list is a line without text, None is no line at all.

    The side that acted and the umpire always get a line. Others get one if an event is visible to them, if their view
    of the battle has changed, or if other sides must decide now.
    """
    entry, before, after = turned.entry, turned.before, turned.after
    texts_of = _of_events(system, before, entry) if entry.is_action else _agreed(system, turned)
    waits = system.deciding(before) != system.deciding(after)
    for viewer in viewers(system):
        if texts_of[viewer] is None and (
            viewer in (entry.side, UMPIRE)
            or waits
            or entry.ended is not None
            or system.secrets.view(before, viewer) != system.secrets.view(after, viewer)
        ):
            texts_of[viewer] = []
    return texts_of


def _of_events(system: RuleSystem[Any], state: Any, entry: Entry[Any, Any]) -> dict[Viewer, Texts | None]:
    texts_of: dict[Viewer, Texts | None] = dict.fromkeys(viewers(system))
    for event in entry.events:
        distinct: list[tuple[Any, Texts]] = []
        for viewer in texts_of:
            seen = system.secrets.shadow(state, event, viewer)
            if seen is None:
                continue
            texts = next((texts for other, texts in distinct if other == seen), None)
            if texts is None:
                texts = _texts(system, state, seen)
                distinct.append((seen, texts))
            texts_of[viewer] = [*(texts_of[viewer] or ()), *texts]
        state = system.evolve(state, event)
    return texts_of


def _texts(system: RuleSystem[Any], state: Any, seen: Any) -> Texts:
    both = ((system.text.heading(state, seen), True), (system.text.sentence(state, seen), False))
    return [(text, is_heading) for text, is_heading in both if text]


def _agreed(system: RuleSystem[Any], turned: EntryStates) -> dict[Viewer, Texts | None]:
    entry = turned.entry
    if entry.ended is not None or entry.rules is not None:
        heading: Texts = [(OVER, True)] if entry.ended is not None else []
        texts: Texts = [*heading, (agreement(system, turned.before, entry), False)]
        return {viewer: list(texts) for viewer in viewers(system)}
    return {viewer: [(UNDONE, False)] if viewer in turned.undone else None for viewer in viewers(system)}


def author_words(system: RuleSystem[Any], state: Any, row: EntryRow) -> str:
    """The author of an entry: a name, or ``X for Y`` if the side is not theirs."""
    if row.for_other and row.side in system.sides:
        return f"{row.by_name} for {in_sentence(system.text.side_name(state, row.side))}"[:200]
    return row.by_name


def notice(battle: Battle, text: str, by_name: str = "", *, settles: bool = False) -> None:
    """Write a notice to every feed and wake all streams. The caller has locked the row; this saves it.

    Args:
        settles: it ends an earlier change, such as a pause or an empty seat; this is never too many.

    Raises:
        Refused: there were too many notices since the last entry.
    """
    if not settles and _count_notices(battle) >= MOST_NOTICES:
        raise Refused("There were too many seat changes, offers and pauses since the last action. Play on first.")
    position = current_position(battle)
    feeds = Feeds(battle, battle.lines)
    at = timezone.now()
    lines = feeds.of_notice(viewers(position.system), battle.head, battle.turn, [(text, False)], by_name, at)
    Told.objects.bulk_create(lines)
    battle.lines = feeds.lines
    battle.set_news(at)
    battle.save(update_fields=["lines", "status", "updated", "news", "listed"])
    transaction.on_commit(lambda: broadcast.wake(battle.pk, max(line.pk for line in lines)))


def _count_notices(battle: Battle) -> int:
    return Told.objects.filter(battle=battle, viewer=UMPIRE, seq=battle.head, entry=None).count()


def ended_words(lines: Iterable[Told]) -> str:
    """The last sentence of the umpire's lines."""
    texts = [text for line in lines if line.viewer == UMPIRE for text, is_heading in line.lines if not is_heading]
    return texts[-1] if texts else ""
