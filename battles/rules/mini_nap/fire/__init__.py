"""Fire: targets, dice, structures and the Firing phase."""
