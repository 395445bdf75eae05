"""An army of Snaphance: commands of stands under leaders (SH-RULING-29), and what it needs on its cheat sheet."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from battles.engine.sheets.cheat_pages import Profile, Wanted
from battles.rules.snaphance.sheets.needs import profile
from battles.rules.snaphance.tables import PROFILES


class Stand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stand. ``code`` and ``training`` should be those of the catalogue; ``faults`` checks them.

    Stands of a command with the same ``block`` are the ranks of a block, the first in front; empty for a single stand.
    ``points``, ``moves`` and ``charge`` are None for the values of its profile.
    """

    code: str
    training: str
    name: str = ""
    block: str = ""
    points: int | None = None
    moves: int | None = None
    charge: int | None = None


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Stands under a leader; ``general`` marks the general's command. A correct command has exactly one leader."""

    name: str
    leaders: tuple[str, ...]
    general: bool = False
    stands: tuple[Stand, ...] = ()


class Force(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army of one era; ``loose`` are stands without a command."""

    name: str
    era: str
    nation: str = ""
    text: str = ""
    commands: tuple[Command, ...] = ()
    loose: tuple[Stand, ...] = ()

    @property
    def stands(self) -> tuple[Stand, ...]:
        return (*(stand for command in self.commands for stand in command.stands), *self.loose)


def wanted(force: Force) -> Wanted:
    """Profiles of an army's stands; stands that are not in the catalogue are left out."""
    groups = (*(command.stands for command in force.commands), force.loose)
    return Wanted(frozenset(each for stands in groups for each in _profiles(stands)))


def _profiles(stands: tuple[Stand, ...]) -> Iterator[Profile]:
    ranks = Counter(stand.block for stand in stands if stand.block)
    for stand in stands:
        if stand.code in PROFILES:
            yield profile(stand.code, stand.training, block=ranks[stand.block] > 1)  # type: ignore[arg-type]
