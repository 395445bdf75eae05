"""The computer player: evaluation of positions and actions, with reasons."""
