"""Sheets of a campaign on paper: map, card, reports, states, order forms, the Gazette."""
