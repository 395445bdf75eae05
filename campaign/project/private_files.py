"""File permissions: only Muster's own system user can read the database, its backups and the key."""

import contextlib
import os
from pathlib import Path
from typing import Any, Final

FILE: Final = 0o600
FOLDER: Final = 0o700
OTHERS: Final = 0o077
"""Permission bits of the group and of everybody else."""

OURS: Final = ("secret_key", "muster.sqlite3*", ".muster.sqlite3.*", "*.lock", "backups", "backups/muster-*")
"""Files that Muster writes into MUSTER_VAR, except the static files, which are public."""


def make_folder(folder: Path) -> None:
    """Create ``folder`` for its owner alone; leave an existing folder unchanged."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def close_to_others(path: Path) -> None:
    """Remove all permissions of the group and of others on ``path``, if possible."""
    with contextlib.suppress(OSError):
        if path.stat().st_mode & OTHERS:
            path.chmod(FOLDER if path.is_dir() else FILE)


def close_files(var: Path, whole: bool) -> None:
    """Remove permissions of other users on Muster's files in the folder ``var``.

    Args:
        whole: True if the folder itself belongs to Muster and is closed too.
    """
    if os.name == "nt":  # Windows has other permissions, and home folders are private
        return
    if whole:
        close_to_others(var)
    for pattern in OURS:
        for path in var.glob(pattern):
            close_to_others(path)


def close_sqlite(sender: Any, connection: Any, **more: Any) -> None:
    """Close the SQLite database file and its journals, which the first connection creates."""
    if connection.vendor == "sqlite" and os.name != "nt":
        for suffix in ("", "-wal", "-shm"):
            close_to_others(Path(f"{connection.settings_dict['NAME']}{suffix}"))
