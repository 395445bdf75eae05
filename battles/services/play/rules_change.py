"""Continue a battle under corrected rules: write the entry that says so before the next action."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from battles.engine.record import Entry, RulesChanged, newer
from battles.models import Battle
from battles.models import Entry as EntryRow
from battles.services.play import entry_writer
from battles.services.play.lock import Gone, Refused, locked
from battles.services.play.position import Position, current_position, is_on_older_rules, system_of
from battles.services.play.reconstruction import refold_states, renew_log
from battles.services.view.feed import WORDING


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
