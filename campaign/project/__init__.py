"""The installation: settings, server, workers, limits, logs, backups."""
