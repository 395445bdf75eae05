"""Movement: moves, changes of formation and facing, and activations."""
