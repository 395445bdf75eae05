"""Who may see a battle."""

from armies.models.army import Visibility
from battles.services.locking import NotYours, Refused, playing
from battles.services.standing import Standing
from battles.services.starting import MOST_DELAY


def show_to(standing: Standing, visibility: str, delay: int) -> None:
    """Say who may see the battle, and how many minutes spectators are behind.

    Raises:
        NotYours: he is not its owner.
        Refused: no such visibility, or too long a delay.
        Gone: the battle was deleted.
    """
    if not standing.is_owner:
        raise NotYours("Only who made a battle says who may see it.")
    if visibility not in Visibility.values:
        raise Refused(f"Who may see it is one of {', '.join(Visibility.values)}.", "visibility")
    if not 0 <= delay <= MOST_DELAY:
        raise Refused(f"Spectators are 0 to {MOST_DELAY:,} minutes behind.", "delay")
    with playing(standing.battle) as battle:
        battle.visibility, battle.delay = visibility, delay
        battle.save(update_fields=["visibility", "delay", "updated"])
