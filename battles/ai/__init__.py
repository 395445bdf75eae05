"""Computer players for systems with an evaluator; ``random`` plays every system."""

from battles.ai.choice import Choice, Greedy, NoEvaluator, Player, Random
from battles.ai.players import PLAYERS, fight, player
from battles.ai.search import SECONDS, Marshal

__all__ = ["PLAYERS", "SECONDS", "Choice", "Greedy", "Marshal", "NoEvaluator", "Player", "Random", "fight", "player"]
