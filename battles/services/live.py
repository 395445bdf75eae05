"""News of a battle or a game on a real table: waking whoever follows it, in this process and the others."""

from battles.services import watching
from battles.services.hub import hub, table_topic


def wake(battle: int, newest: int) -> None:
    """Let everybody who follows the battle with this id look for news. Called once they are committed; never raises.

    Args:
        newest: the id of the last of the lines that were written.
    """
    watching.tell_others(battle, newest)
    hub.wake(battle)


def wake_table(game: int) -> None:
    """Let everybody who follows the game on a real table with this id look; as `wake`."""
    watching.tell_others(table_topic(game))
    hub.wake(table_topic(game))


def open_streams() -> None:
    """Let streams last, from the server's start on."""
    hub.open()


def close_streams() -> None:
    """End every stream of this process."""
    hub.close()


def stop_watching() -> None:
    """Watch the other processes no longer."""
    watching.stop()
