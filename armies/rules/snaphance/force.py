"""An army of Snaphance: commands of stands under leaders, in the terms of the rules (SH-RULING-29)."""

from msgspec import Struct


class Stand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stand. ``code`` and ``training`` are those of the catalogue where they are right.

    Stands of one command with the same ``block`` are its ranks, the first in front; empty for a single stand.
    ``points``, ``moves`` and ``charge`` are None for those of its profile.
    """

    code: str
    training: str
    name: str = ""
    block: str = ""
    points: int | None = None
    moves: int | None = None
    charge: int | None = None


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Stands under a leader; ``general`` marks the command of the general. A sound one has just one leader."""

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
