"""What a battle is called, who may see it, and how far spectators are behind."""

from battles.services.correcting import writing
from battles.services.locking import NotYours
from battles.services.standing import Standing
from battles.services.starting import check_delay, check_visibility, title_of
from battles.services.telling import notice


def share(standing: Standing, *, visibility: str, delay: int) -> None:
    """Say who may see the battle, and how many minutes spectators are behind; those who play are told of the delay.

    Raises:
        NotYours: he did not make the battle.
        Refused: a value that cannot be kept.
        Gone: the battle was deleted.
    """
    check_visibility(visibility)
    check_delay(delay)
    _must_own(standing)
    with writing(standing.battle) as battle:
        before = battle.delay
        battle.visibility, battle.delay = visibility, delay
        battle.save(update_fields=["visibility", "delay"])
        if delay != before and not battle.is_over:
            notice(battle, f"Spectators are {delay} minutes behind from now on.", standing.name)


def rename(standing: Standing, title: str) -> None:
    """Give the battle another title. Raises as ``share``."""
    title = title_of(title)
    _must_own(standing)
    with writing(standing.battle) as battle:
        battle.title = title
        battle.save(update_fields=["title"])


def _must_own(standing: Standing) -> None:
    if not standing.is_owner:
        raise NotYours("Only who made a battle may say what it is called and who may see it.")
