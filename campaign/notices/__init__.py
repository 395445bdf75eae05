"""Notices, mail about them, webhooks of clubs, and calendars."""
