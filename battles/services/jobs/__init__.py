"""Background jobs: computer players and workers."""
