"""Computer player: evaluation of positions and choice of actions."""
