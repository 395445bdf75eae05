"""Unit cards, commander cards and base labels to cut out."""
