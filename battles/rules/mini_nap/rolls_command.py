"""A command stand of the muster roll: rating and radius, how far it goes, the loss that takes it."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from battles.engine.roll import Fact, RollCommander, Track
from battles.rules.mini_nap.losses import stand_goes_at
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import CM, COMMAND_STAND_DIAMETER, CommanderRating, Level


class Command(Struct, frozen=True, kw_only=True):
    """A stand as a battle or an army has it; of so many ``units``, of which ``lost`` are, 0 for a Corps.

    One that ``evaded`` has two white markers.
    """

    key: str
    level: Level | Literal["brigade"]
    name: str
    of: str
    above: tuple[str, ...] = ()
    nation: str = ""
    rating: CommanderRating | None = None
    units: int = 0
    lost: int = 0
    gone: bool = False
    evaded: bool = False


def commander(command: Command, rules: Rules) -> RollCommander:
    """A commander by the numbers of ``rules``: a Corps' or a Division's has a rating, a Brigade's none (MN-CMD-34)."""
    row = rules.tables.commanders[command.rating] if command.rating else None
    return RollCommander(
        key=command.key,
        name=command.name,
        of=command.of,
        level=command.level,
        symbol=f"leader_{command.level}",
        nation=command.nation,
        rating=row.word if row else "",
        radius=row.radius * CM if row else 0,
        choices=() if row or command.level == "brigade" else _choices(rules),
        above=command.above,
        facts=tuple(_facts(command, rules)),
        losses=_losses(command, rules) if command.units else None,
        base=COMMAND_STAND_DIAMETER,
        gone=command.gone,
    )


def _choices(rules: Rules) -> tuple[str, ...]:
    """MN-CMD-06 to 10."""
    return tuple(f"{row.word} {row.radius} cm" for row in rules.tables.commanders.values())


def _losses(command: Command, rules: Rules) -> Track:
    """MN-CMD-45 to 47: the stand goes with so many units, or with the last."""
    at = stand_goes_at(command.units, rules.options.command_loss_rule) or command.units
    return Track("Units lost", ("",) * command.units, command.lost, at - 1, _loss_rule(command, rules))


def _loss_rule(command: Command, rules: Rules) -> str:
    if not stand_goes_at(command.units, rules.options.command_loss_rule):
        return "MN-CMD-47"
    return "MN-CMD-45" if command.level == "division" else "MN-CMD-46"


def _facts(command: Command, rules: Rules) -> Iterator[Fact]:
    """MN-CMD-06 to 13, MN-CMD-31, MN-MOVE-12, MN-CMD-43, MN-CMD-45 to 47."""
    tables = rules.tables
    if command.level != "brigade":
        if command.rating:
            row = tables.commanders[command.rating]
            yield Fact("radius", f"{row.radius} cm", row.rule)
        yield Fact("cautious to", f"{tables.cautious_radius} cm", "MN-CMD-13")
    else:
        yield Fact("attaches to", f"{tables.attach_distance} cm", "MN-CMD-31")
    move = tables.command_stand_move
    yield Fact("moves", f"{move.moves[0]} cm", move.rule)
    if command.units:
        at = stand_goes_at(command.units, rules.options.command_loss_rule)
        words = f"loss {at} of {command.units} units" if at else "its last unit"
        so_far = f", {command.lost} lost" if command.lost else ""
        yield Fact("stand goes with", f"{words}{so_far}", _loss_rule(command, rules))
    if command.evaded:
        yield Fact("evaded", "two white markers", "MN-CMD-43")
