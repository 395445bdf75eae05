"""Computer players for every rules system that judges; ``random`` for every one at all."""

from battles.ai.choice import CannotJudge, Choice, Player
from battles.ai.greedy import Greedy
from battles.ai.match import fight
from battles.ai.players import PLAYERS, player
from battles.ai.random_player import Random
from battles.ai.search import SECONDS, Marshal

__all__ = ["PLAYERS", "SECONDS", "CannotJudge", "Choice", "Greedy", "Marshal", "Player", "Random", "fight", "player"]
