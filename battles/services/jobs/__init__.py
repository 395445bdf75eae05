"""Background jobs: computer players, workers, reminders."""
