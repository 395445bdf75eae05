"""What an army of Snaphance needs on its cheat sheet: its stands and their blocks; any enemy, any ground."""

from collections import Counter
from collections.abc import Iterator

from armies.rules.snaphance.force import Force, Stand
from battles.engine.limiting import Profile, Wanted
from battles.rules.snaphance.needs import profile
from battles.rules.snaphance.tables import PROFILES


def wanted(force: Force) -> Wanted:
    """What an army has; a stand that the catalogue does not know is passed over."""
    groups = (*(command.stands for command in force.commands), force.loose)
    return Wanted(frozenset(found for stands in groups for found in _profiles(stands)))


def _profiles(stands: tuple[Stand, ...]) -> Iterator[Profile]:
    ranks = Counter(stand.block for stand in stands if stand.block)
    for stand in stands:
        if stand.code in PROFILES:
            yield profile(stand.code, stand.training, block=ranks[stand.block] > 1)  # type: ignore[arg-type]
