"""The campaign rules: pure code that knows no database, no clock and no chance but its dice."""
