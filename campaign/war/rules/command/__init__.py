"""Orders from writing to their end, dispatches, formations that leave and join, reinforcements."""
