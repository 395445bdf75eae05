"""What somebody may print from: found by its key, for whom it may be printed, built up from what he may see.

Keys: ``army:<slug>`` or ``army:<slug>:<system>``, ``scenario:<system>:<key>`` (one that comes with a system),
``drawn:<slug>``, ``battle:<slug>``, ``table:<slug>`` or, as its books stand, ``table:<slug>:now``,
``list:<system>:<key>`` (a sample army), ``rules:<system>``.
"""

from collections.abc import Callable
from typing import Final

from battles.services.locking import Gone
from campaign.services.armies_to_print import army_source, list_source, rules_source
from campaign.services.asking import Asker
from campaign.services.battles_to_print import battle_source, drawn_source, scenario_source, table_source
from campaign.services.printable import MISSING, Source

_KINDS: Final[dict[str, Callable[[str, Asker], Source]]] = {
    "army": army_source,
    "scenario": scenario_source,
    "drawn": drawn_source,
    "battle": battle_source,
    "table": table_source,
    "list": list_source,
    "rules": rules_source,
}


def source_of(key: str, asker: Asker) -> Source:
    """What there is to print from under a key.

    Raises:
        Gone: there is nothing, or the one who asks may not see it; one answer for both.
    """
    kind, _, rest = key.partition(":")
    found = _KINDS.get(kind)
    if found is None or not rest or "\0" in rest:
        raise Gone(MISSING)
    return found(rest, asker)
