"""Movement: allowances, paths, formation changes, manoeuvres and moves in progress."""
