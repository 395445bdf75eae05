"""A battle that goes on by corrected rules: the entry that says so, before anybody does anything else in it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from battles.engine.record import Entry, RulesChanged, newer
from battles.models import Battle
from battles.models import Entry as EntryRow
from battles.services import recording
from battles.services.locking import Gone, Refused, playing
from battles.services.position import Position, is_behind, now, system_of
from battles.services.rebuilding import made_again


@contextmanager
def writing(battle: Battle) -> Iterator[Battle]:
    """As ``playing``, for whatever is done in a battle: one by earlier rules is brought to those of today first.

    That is written even where what was to be done is not, as it will not be for whoever had not read of it.

    Raises:
        Refused: it is played by newer rules than are here.
        Gone: the battle was deleted meanwhile.
    """
    if is_behind(battle):
        correct(battle)
    with playing(battle) as row:
        yield row


def correct(battle: Battle) -> EntryRow | None:
    """Let a battle that goes on by an earlier version of its rules go on by that of today; the entry that says so.

    All that is kept of it is folded again. None where it is by that of today, or does not go on.

    Raises:
        Refused: it is played by newer rules than are here.
        Unreadable: its entries cannot be folded.
        Gone: the battle was deleted meanwhile.
    """
    with playing(battle) as row:
        if not is_behind(row):
            return None
        system = system_of(row.system)
        if row.rules_version > system.version:
            raise Refused(newer(row.rules_version, system))
        made_again(row)
        stands = now(row)
        change: Entry[Any, Any] = Entry(row.head + 1, rules=RulesChanged(row.rules_version, system.version))
        row.rules_version = system.version
        return recording.write(row, Position(system, stands.state, row.head), change, stands.state)


def correct_named(slug: str) -> None:
    """As ``correct``, for the battle of that address, before anything else is begun; what cannot be done is left."""
    battle = Battle.objects.defer("setup", "state").filter(slug=slug).first()
    if battle is not None and is_behind(battle):
        with suppress(Refused, Gone):
            correct(battle)
