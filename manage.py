"""Muster's entry point: `python3 manage.py play`, `python3 manage.py test`, and every Django command."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  (for readers with an older Python)
    sys.exit("Muster needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])

from campaign.project import bootstrap

if __name__ == "__main__":
    sys.exit(bootstrap.main(sys.argv[1:]))
