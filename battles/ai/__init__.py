"""Computer players for systems with an evaluator; ``random`` plays every system."""

from battles.ai.players import PLAYERS, fight, player
from battles.ai.search import SECONDS, Choice, Greedy, Marshal, NoEvaluator, Player, Random

__all__ = ["PLAYERS", "SECONDS", "Choice", "Greedy", "Marshal", "NoEvaluator", "Player", "Random", "fight", "player"]
