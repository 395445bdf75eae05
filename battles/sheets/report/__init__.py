"""The report of a battle: its content, as text and as a printed sheet."""
