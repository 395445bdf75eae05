"""Mini-Nap in campaigns: battles out of encounters, and their results."""

from battles.rules.mini_nap.campaign.battle import CAMPAIGN

__all__ = ["CAMPAIGN"]
