"""Reading and writing ``map/1`` and ``campaign/1``; armies come from the library or from ``oob/1``."""
