"""The report of a battle that is over: its result, losses, dice, turning points and story."""
