"""An engagement as a battle: armies, ground, result, quick settling, and what follows."""
