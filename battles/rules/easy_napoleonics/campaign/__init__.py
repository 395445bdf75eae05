"""Easy Napoleonics in campaigns: battles out of encounters, and their results."""

from battles.rules.easy_napoleonics.campaign.battle import CAMPAIGN

__all__ = ["CAMPAIGN"]
