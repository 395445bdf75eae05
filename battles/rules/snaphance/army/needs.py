"""Contents of an army that decide what its cheat sheet needs: stands and blocks, for any enemy and terrain."""

from collections import Counter
from collections.abc import Iterator

from battles.engine.sheets.cheat_pages import Profile, Wanted
from battles.rules.snaphance.army.force import Force, Stand
from battles.rules.snaphance.sheets.needs import profile
from battles.rules.snaphance.tables import PROFILES


def wanted(force: Force) -> Wanted:
    """Profiles of an army's stands; stands that are not in the catalogue are left out."""
    groups = (*(command.stands for command in force.commands), force.loose)
    return Wanted(frozenset(each for stands in groups for each in _profiles(stands)))


def _profiles(stands: tuple[Stand, ...]) -> Iterator[Profile]:
    ranks = Counter(stand.block for stand in stands if stand.block)
    for stand in stands:
        if stand.code in PROFILES:
            yield profile(stand.code, stand.training, block=ranks[stand.block] > 1)  # type: ignore[arg-type]
