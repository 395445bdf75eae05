"""The hex board: its grid and lines of sight."""
