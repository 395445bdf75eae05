"""A stored battle as a ``.battle`` file."""

from battles.engine.battle_file import write
from battles.services.locking import NotYours
from battles.services.position import recorded
from battles.services.standing import Standing
from battles.services.verifying import players_of


def battle_file(standing: Standing) -> bytes:
    """The battle as a file: whole and with the secret of its dice once it is over.

    While it goes on the file holds what sides hide from each other, so that only an umpire gets it, without the secret.

    Raises:
        NotYours: it goes on, and he is no umpire.
    """
    if not (standing.battle.is_over or standing.may_umpire):
        raise NotYours("A battle is given out as a file once it is over; until then it would show what sides hide.")
    return write(recorded(standing.battle, players_of(standing.battle)))
