"""What a campaign and a rules system tell each other: an encounter to fight, and its result."""
