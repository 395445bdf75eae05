"""News of battles and games: publish/subscribe, broadcast, event streams."""
