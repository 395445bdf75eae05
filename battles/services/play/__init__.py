"""Play a battle: actions, undo, notes, offers, the record and its verification."""
