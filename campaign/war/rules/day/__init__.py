"""The account at 00:00: supply, fatigue, stragglers, hospital, guns, depots, weather and objectives (CM-TIME-04)."""
