"""Start of a battle: first state, deployment, arrivals, random terrain."""
