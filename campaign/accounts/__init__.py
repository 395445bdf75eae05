"""Accounts: sign-in, profile, API tokens, the demo club."""
